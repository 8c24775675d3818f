/**
 * The rows of one community: of every table that names the community, whatever tables there will be (docs/decisions/cells.md). The
 * tables come from the catalogue; what is left out, and what numbers and texts refer to, is listed here, and a test
 * holds the lists against the catalogue.
 */
import type pg from 'pg';
import type { DescribedTable } from '../../operate/backup/format.ts';
import { readKeptTables } from '../../operate/backup/tables.ts';

/** Tables of tenants that an export leaves out, with the reason. */
export const NOT_EXPORTED: Readonly<Record<string, string>> = {
  audit_seals: 'hash the numbers of rows, which change: the rows are sealed again where they arrive',
  member_sessions: 'are of browsers at the address that made them',
  sign_in_requests: 'are readable under the key of the installation that made them',
  member_grams: 'are made with the number of the community: they are written again where they arrive',
  setup_links: 'lead to the address that made them, and are of a person',
};

/** Tables without a community of which some rows go with it. */
const SHARED = new Set(['communities', 'administrators']);

/** Columns of numbers that no key proves to refer to another table: the column, and what it refers to. */
const REFERENCES: Readonly<Record<string, string>> = {
  'call_log/partner_id': 'partners/id',
  'credit_days/account_id': 'accounts/id',
  'credit_days/partner_id': 'partners/id',
  'events/audience': 'partners/id',
  'events/partner_id': 'partners/id',
  'import_rows/import_id': 'imports/id',
  'statement_hashes/partner_id': 'partners/id',
  'transfers/partner_id': 'partners/id',
};

/** Columns of texts such as `administrator:3`, which name a row by its number. */
export const NAMING_TEXTS: ReadonlySet<string> = new Set([
  'audit_log/actor',
  'audit_log/subject',
  'bank_files/imported_by',
  'bank_lines/decided_by',
  'comparison_lines/changed_by',
  'deputies/recorded_by',
  'exchange_rates/recorded_by',
  'member_calls/called_by',
  'member_checks/recorded_by',
  'member_pairs/decided_by',
  'imports/imported_by',
  'imports/undone_by',
  'messages/written_by',
  'moves/moved_by',
  'moves/undone_by',
  'payer_choices/chosen_by',
  'proposal_steps/actor',
  'proposals/settled_by',
  'statement_comparisons/compared_by',
  'transfers/recorded_by',
]);

/** What the words in those texts name. */
export const NAMED_BY: Readonly<Record<string, string>> = {
  account: 'accounts/id',
  administrator: 'administrators/id',
  bank_file: 'bank_files/id',
  bank_line: 'bank_lines/id',
  category: 'categories/id',
  community: 'communities/id',
  credential: 'credentials/id',
  import: 'imports/id',
  message: 'messages/id',
  invitation: 'invitations/id',
  move: 'moves/id',
  partner: 'partners/id',
};

/** Columns encrypted under SECRET_KEY, or worth as much as what is. */
export const SECRET_COLUMNS: ReadonlySet<string> = new Set([
  'administrators/password_hash',
  'administrators/totp_secret_encrypted',
  'subscriptions/previous_secret_encrypted',
  'subscriptions/secret_encrypted',
]);

/**
 * What the import writes in place of a transaction's number: `now` is its own, so that partners begin their copies again;
 * `other` is a number of no transaction there, `none` is null.
 */
export const TRANSACTION_NUMBERS: Readonly<Record<string, 'now' | 'other' | 'none'>> = {
  'events/xid': 'now',
  // Compared with those of the rows that the import made: as after a restore, it can no longer be undone as a whole.
  'imports/xid': 'other',
  'listings/changed_xid': 'now',
  'members/changed_xid': 'now',
  'subscriptions/created_xid': 'none',
};

export interface CommunityTable extends DescribedTable {
  /** SQL behind `from`: the condition of the rows, and their order where numbers are given in it. */
  readonly rows: string;
}

/** The tables that an export has, in an order in which every key finds what it names. */
export async function readCommunityTables(client: pg.Client, communityId: number): Promise<CommunityTable[]> {
  const id = String(Math.trunc(communityId));
  const members = `select administrator_id from public.administrator_roles where community_id = ${id}`;
  const conditions: Readonly<Record<string, string>> = {
    communities: `where id = ${id}`,
    administrators: `where id in (${members}) order by id`,
    hand_overs: `where community_id = ${id} and created_by in (${members})`,
  };
  const tables = await readKeptTables(client);
  return tables.filter(isExported).map((table) => ({
    ...table,
    rows: conditions[table.name] ?? `where community_id = ${id}`,
  }));
}

function isExported({ name, columns }: DescribedTable): boolean {
  if (SHARED.has(name)) return true;
  return NOT_EXPORTED[name] === undefined && columns.some((column) => column.name === 'community_id');
}

/** Every table of a backup with rows of communities, and that of the communities, in an order as above. */
export async function readTenantTables(client: pg.Client): Promise<DescribedTable[]> {
  const tables = await readKeptTables(client);
  return tables.filter(
    ({ name, columns }) => name === 'communities' || columns.some((one) => one.name === 'community_id'),
  );
}

/** A column that is numbered by the database, or refers to one that is, each as `table/column`. */
export interface NumberColumns {
  /** The sequence of each numbered column. */
  readonly sequences: ReadonlyMap<string, string>;
  /** What a column refers to. */
  readonly references: ReadonlyMap<string, string>;
}

/** Reads from the catalogue which columns hold numbers that may be another row's elsewhere. */
export async function readNumberColumns(client: pg.Client): Promise<NumberColumns> {
  const { rows: numbered } = await client.query<{ name: string; sequence: string }>(
    `select c.relname || '/' || a.attname as name,
            pg_get_serial_sequence('public.' || quote_ident(c.relname), a.attname) as sequence
       from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attidentity <> ''
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'`,
  );
  const sequences = new Map(numbered.map(({ name, sequence }) => [name, sequence]));
  const { rows: keys } = await client.query<{ name: string; target: string }>(
    `select f.conrelid::regclass || '/' || a.attname as name, f.confrelid::regclass || '/' || b.attname as target
       from pg_constraint f
       cross join lateral unnest(f.conkey, f.confkey) as k (own, other)
       join pg_attribute a on a.attrelid = f.conrelid and a.attnum = k.own
       join pg_attribute b on b.attrelid = f.confrelid and b.attnum = k.other
      where f.contype = 'f' and f.connamespace = 'public'::regnamespace`,
  );
  const references = new Map(Object.entries(REFERENCES));
  for (const { name, target } of keys) {
    if (sequences.has(target)) references.set(name, target);
  }
  return { sequences, references };
}
