import { type NoParameters, query } from './query.ts';

/** A table as the catalogue has it, in words that every supported PostgreSQL version gives alike. */
export interface CatalogueTable {
  readonly name: string;
  readonly options: string[] | null;
  readonly columns: readonly {
    readonly name: string;
    readonly type: string;
    readonly collation: string | null;
    readonly notNull: boolean;
    readonly identity: string;
    readonly generated: string;
    readonly default: string | null;
  }[];
  readonly constraints: string[];
  readonly indexes: string[];
  readonly triggers: string[];
  /** Features that no migration uses: rules, policies, inheritance, disabled triggers, invalid indexes. */
  readonly oddities: string[];
}

/** Leaves out objects of extensions. */
const OWN = (catalogue: string, oid: string) => `not exists (select from pg_depend
    where classid = '${catalogue}'::regclass and objid = ${oid} and deptype = 'e')`;

export const selectTables = query<NoParameters, CatalogueTable>(
  'select_tables',
  `select c.relname as name, c.reloptions as options,
     (select json_agg(json_build_object(
         'name', a.attname,
         'type', format_type(a.atttypid, a.atttypmod),
         'collation', (select collname from pg_collation where oid = a.attcollation and oid <> t.typcollation),
         'notNull', a.attnotnull,
         'identity', a.attidentity,
         'generated', a.attgenerated,
         'default', pg_get_expr(d.adbin, d.adrelid)) order by a.attnum)
      from pg_attribute a
      join pg_type t on t.oid = a.atttypid
      left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns,
     array(select format('constraint %I %s', conname, pg_get_constraintdef(oid)) from pg_constraint
           where conrelid = c.oid and contype in ('p', 'u', 'f', 'c', 'x')
           order by array_position(array['p', 'u', 'f', 'c', 'x']::"char"[], contype),
             conname collate "C") as constraints,
     array(select pg_get_indexdef(i.indexrelid) from pg_index i join pg_class x on x.oid = i.indexrelid
           where i.indrelid = c.oid
             and not exists (select from pg_constraint where conindid = i.indexrelid and contype in ('p', 'u', 'x'))
           order by x.relname collate "C") as indexes,
     array(select pg_get_triggerdef(oid) from pg_trigger where tgrelid = c.oid and not tgisinternal
           order by tgname collate "C") as triggers,
     array(
       select format('index %I is not valid', x.relname) from pg_index i join pg_class x on x.oid = i.indexrelid
       where i.indrelid = c.oid and not (i.indisvalid and i.indisready and i.indislive)
       union all
       -- Triggers of keys have the numbers of their constraints in their names.
       select case when g.tgisinternal then format('trigger of the key %I is switched off', k.conname)
         else format('trigger %I is switched off', g.tgname) end
       from pg_trigger g left join pg_constraint k on k.oid = g.tgconstraint
       where g.tgrelid = c.oid and g.tgenabled not in ('O', 'A')
       union all
       select format('rule %I', rulename) from pg_rewrite where ev_class = c.oid and rulename <> '_RETURN'
       union all
       select format('policy %I', polname) from pg_policy where polrelid = c.oid
       union all
       select 'row security is on' where c.relrowsecurity
       union all
       select format('rows of %s count as its own', inhrelid::regclass) from pg_inherits where inhparent = c.oid
       union all
       select format('it inherits %s', inhparent::regclass) from pg_inherits where inhrelid = c.oid
       union all
       select 'it is unlogged' where c.relpersistence = 'u' and c.relname <> 'request_windows'
       order by 1) as oddities
   from pg_class c
   where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and ${OWN('pg_class', 'c.oid')}
   order by c.relname collate "C"`,
);

export const selectFunctions = query(
  'select_functions',
  `select pg_get_functiondef(f.oid) as definition from pg_proc f
   where f.pronamespace = 'public'::regnamespace and f.prokind in ('f', 'p') and ${OWN('pg_proc', 'f.oid')}
   order by f.proname collate "C", pg_get_function_identity_arguments(f.oid) collate "C"`,
);

/** Settings of the database or a role under which no trigger would fire. */
export const selectTriggersOff = query(
  'select_triggers_off',
  `select coalesce('role ' || r.rolname, 'database') as place
   from pg_db_role_setting s left join pg_roles r on r.oid = s.setrole, unnest(s.setconfig) as setting
   where (s.setdatabase = 0 or s.setdatabase = (select oid from pg_database where datname = current_database()))
     and setting like 'session\\_replication\\_role=%' and setting <> 'session_replication_role=origin'`,
);

/** Migrations that this database has. */
export const selectMigrationNames = query('select_migration_names', 'select name from schema_migrations order by name');
