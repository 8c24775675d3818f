import { type NoParameters, query } from './query.ts';

export interface FirstFacts {
  readonly version: number;
  readonly encoding: string;
  readonly standby: boolean;
  readonly readOnly: boolean;
}

export const selectFirstFacts = query<NoParameters, FirstFacts>(
  'select_first_facts',
  `select current_setting('server_version_num')::int / 10000 as version,
     current_setting('server_encoding') as encoding,
     pg_is_in_recovery() as standby,
     current_setting('transaction_read_only') = 'on' as "readOnly"`,
);

export interface ServerFacts {
  readonly fsync: string;
  readonly fullPageWrites: string;
  readonly synchronousCommit: string;
  readonly role: string;
  readonly superuser: boolean;
  readonly ownsTables: boolean;
}

export const selectServerFacts = query<NoParameters, ServerFacts>(
  'select_server_facts',
  `select current_setting('fsync') as fsync,
     current_setting('full_page_writes') as "fullPageWrites",
     current_setting('synchronous_commit') as "synchronousCommit",
     current_user as role,
     (select rolsuper from pg_roles where rolname = current_user) as superuser,
     exists (select from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
               and pg_has_role(current_user, c.relowner, 'member')) as "ownsTables"`,
);
