/** The parts of a plan that read tables that grow. */
import type pg from 'pg';
import { FIRST_ID, LAST_ID } from '../core/database/keyset.ts';
import type { SqlStatement } from '../core/database/query.ts';

/** A part of a plan as `explain (format json)` tells it. */
interface Node {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Index Cond'?: string;
  readonly Filter?: string;
  readonly Alias?: string;
  readonly 'Recheck Cond'?: string;
  readonly 'Hash Cond'?: string;
  readonly 'Merge Cond'?: string;
  readonly 'Join Filter'?: string;
  readonly Plans?: readonly Node[];
}

/** Tables that grow with members, with bookings or with traffic. */
const GROWING = new Set([
  ...[
    'members',
    'member_words',
    'member_grams',
    'member_partner_visibility',
    'member_details',
    'member_calls',
    'member_checks',
    'member_pairs',
    'listings',
    'accounts',
    'transfers',
    'transfer_external_ids',
    'import_rows',
    'statements',
  ],
  ...[
    'explained_transfers',
    'comparison_lines',
    'bank_lines',
    'bank_line_files',
    'bank_statements',
    'events',
    'event_queue',
    'deliveries',
    'access_tokens',
    'used_proofs',
  ],
  ...['member_sessions', 'sign_in_requests', 'answers', 'answer_turns', 'listing_forms'],
  ...['audit_log', 'call_log', 'call_counts', 'sessions', 'mails'],
]);
/** Plan nodes that pass on a row as soon as they have one, so that a limit above them ends the reading. */
const STREAMING = /^(Nested Loop|Merge Append|Append|Subquery Scan|Result|LockRows|Memoize|Gather Merge)$/;

/**
 * The plan of a statement; runs nothing. One with a name keeps the plan that suits any values. One without is planned for
 * those it is sent with: here for filters that few rows fit, at the beginning of the list.
 */
export async function planOf(on: pg.Client, { name, text }: SqlStatement): Promise<Node> {
  await on.query(`prepare planned as ${text}`);
  try {
    const { rows } = await on.query<{ types: string[] }>(
      `select parameter_types::text[] as types from pg_prepared_statements where name = 'planned'`,
    );
    const types = rows[0]?.types ?? [];
    const values = types.map((type, at) => (name === undefined ? rareValue(text, at + 1, type) : 'null')).join(', ');
    await on.query(`set plan_cache_mode = force_${name === undefined ? 'custom' : 'generic'}_plan`);
    const explained = await on.query(`explain (format json) execute planned${values && `(${values})`}`);
    return explained.rows[0]['QUERY PLAN'][0].Plan;
  } finally {
    await on.query('deallocate planned');
  }
}

/** A parameter's value as SQL: the first community and partner, a page of 25, a place before all rows, else a rare value. */
function rareValue(text: string, number: number, type: string): string {
  const follows = (before: string) => new RegExp(`${before} \\(?\\$${number}(?!\\d)`, 'i').test(text);
  if (follows('limit')) return '26';
  if (type === 'uuid') return follows('<') ? `'${LAST_ID}'` : `'${FIRST_ID}'`;
  return RARE[type] ?? 'null';
}

const RARE: Readonly<Record<string, string>> = {
  integer: '1',
  bigint: '9000000000000',
  boolean: 'true',
  text: `'rare'`,
  date: `'2026-11-20'`,
  'timestamp with time zone': `'2026-11-20T09:00:00Z'`,
  xid8: `'9000000000'`,
};

/** The ways in which a plan reads more rows the larger a growing table gets. */
export interface Growth {
  /** scan: all of the table or of a community; filter: a walk in order, to a limit, that passes what does not fit. */
  readonly kind: 'scan' | 'filter';
  readonly what: string;
}

/** The columns of each index, in their order, as conditions name them. */
export type IndexColumns = ReadonlyMap<string, readonly string[]>;

export async function readIndexColumns(on: pg.Client): Promise<IndexColumns> {
  const { rows } = await on.query<{ name: string; columns: string[] }>(
    `select indexrelid::regclass::text as name,
       array(select pg_get_indexdef(indexrelid, n, true) from generate_series(1, indnkeyatts) n) as columns
     from pg_index`,
  );
  return new Map(rows.map(({ name, columns }) => [name, columns]));
}

/** The parts of the plan that grow with its tables. */
export function growthOf(plan: Node, indexes: IndexColumns): Growth[] {
  const found: Growth[] = [];
  visit(plan, []);
  return found;

  function visit(node: Node, above: readonly Node[]): void {
    const type = node['Node Type'];
    const isBitmap = type === 'Bitmap Index Scan';
    const table = (isBitmap ? above.findLast((one) => one['Relation Name']) : node)?.['Relation Name'];
    if (table && GROWING.has(table) && /^(Seq|Index|Index Only|Bitmap Index) Scan$/.test(type)) {
      const what = [type, table, node['Index Name'], node['Index Cond'], node.Filter && `filter ${node.Filter}`];
      const text = what.filter(Boolean).join(' ');
      if (!isNarrow(node, indexes)) {
        if (isBitmap || type === 'Seq Scan' || !isLimited(above)) found.push({ kind: 'scan', what: text });
        else if (passes(node)) found.push({ kind: 'filter', what: text });
      }
    }
    for (const child of node.Plans ?? []) visit(child, [...above, node]);
  }
}

/** The columns by which an index is entered, in their order, without the community and a partner with all of its rows. */
const entries = (node: Node) =>
  (node['Index Cond'] ?? '')
    .split(' AND ')
    .filter((condition) => condition !== '' && !/^\(*(\w+\.)?(community_id|partner_id) /.test(condition));

const isPlace = (condition: string | undefined) =>
  condition === undefined || /^\(*((\w+\.)?(\w+_)?id [<>]|ROW\()/.test(condition);

/**
 * Whether the index is entered by more than a place in the list's order, and by its first column beyond the community and
 * the partner: a condition without that one reads all entries, even where it names later columns.
 */
function isNarrow(node: Node, indexes: IndexColumns): boolean {
  const index = node['Index Name'] ?? '';
  // A partner has one account.
  if (index === 'accounts_by_partner') return true;
  const first = indexes.get(index)?.find((column) => column !== 'community_id' && column !== 'partner_id');
  return !isPlace(entries(node).find((condition) => withoutAlias(condition).startsWith(`${first} `)));
}

const withoutAlias = (condition: string) => condition.replace(/^\(+/, '').replace(/\b\w+\.(?=\w)/g, '');

/** Whether it passes entries or rows that do not fit. */
const passes = (node: Node) => node.Filter !== undefined || entries(node).some((condition) => !isPlace(condition));

/** Whether the reading ends at a limit, and not at a sort or a sum that wants all rows first. */
const isLimited = (above: readonly Node[]) =>
  above.findLast((node) => !STREAMING.test(node['Node Type']))?.['Node Type'] === 'Limit';

const COMMUNITY = /\bcommunity_id\b/;

/** The tables that a plan reads without a condition on their `community_id`, be it of the reading or of a join above it. */
export function readAcrossCommunities(plan: Node, tables: ReadonlySet<string>): string[] {
  const found: string[] = [];
  visit(plan, '');
  return found;

  function visit(node: Node, joinsAbove: string): void {
    const { Alias: alias = '', 'Relation Name': table } = node;
    // A node that changes a row got it from a reading below.
    if (table !== undefined && tables.has(table) && / Scan$/.test(node['Node Type'])) {
      const own = [node['Index Cond'], node['Recheck Cond'], node.Filter].join(' ');
      const isJoined = new RegExp(`\\b${alias}\\.community_id\\b`).test(joinsAbove);
      if (!COMMUNITY.test(own) && !isJoined) found.push(table);
    }
    const joins = [joinsAbove, node['Hash Cond'], node['Merge Cond'], node['Join Filter']].join(' ');
    for (const child of node.Plans ?? []) visit(child, joins);
  }
}
