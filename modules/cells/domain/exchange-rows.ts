/**
 * The older state of a community in the place of today's, in the transaction of the caller (docs/decisions/backups.md). What
 * the community is comes from the older state; who may get in, where things are sent, and what was published or logged stays
 * as it is today. No row is edited: all are deleted and written, as where a community leaves and comes back.
 */
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import type { Clock } from '../../../core/base/clock.ts';
import type { ChangeDeps } from '../../../core/change/change.ts';
import { DatabaseOpenError } from '../../../core/database/open-error.ts';
import type { Database, Transaction } from '../../../core/database/query.ts';
import { fillCreditDays } from '../../../core/ledger/queries.ts';
import { erasePersonalData } from '../../members/domain/members/erase.ts';
import { fillGrams, fillTable, listed, transactionOf } from './community-rows.ts';
import {
  type CommunityTable,
  type NumberColumns,
  readCommunityTables,
  readNumberColumns,
  readTenantTables,
} from './community-tables.ts';
import { deleteLeft } from './delete-community.ts';
import { renumberRows } from './renumber.ts';

/** Tables of which today's rows stay, with the reason. */
export const STAYS: Readonly<Record<string, string>> = {
  administrator_roles: 'who keeps the office: a role that was taken away does not come back',
  audit_log: 'what was done was done',
  audit_seals: 'hash the audit log',
  call_counts: 'a log',
  call_log: 'a log',
  credentials: 'what was revoked stays so, and partners go on with what they have',
  hand_overs: 'belong to credentials; their links end',
  key_urls: 'belong to partners',
  partners: 'their rights and limits are those of today',
  snapshots: 'are published',
  statement_hashes: 'are published',
  statements: 'are published',
  subscriptions: 'lead to where partners listen today, under the secrets of today',
  used_proofs: 'a proof counts once',
};

/** Tables of which today's rows stay where they fit: SQL behind `from today_… t`. `n`: what the exchange has written. */
const STAYS_IN_PART: Readonly<Record<string, string>> = {
  accounts: `where t.kind = 'settlement'`,
  // A final day has its event.
  events: `where t.type = 'statement.ready' and not exists (
    select from public.events n where n.community_id = t.community_id and n.id = t.id)`,
};

/** What waits, and whose event is still there: written when all events are. */
const WAITS: Readonly<Record<string, string>> = {
  deliveries: 'where exists (select from public.events n where n.community_id = t.community_id and n.id = t.event_id)',
  event_queue: 'where exists (select from public.events n where n.community_id = t.community_id and n.id = t.event_id)',
};

/** Tables that are counted again, from what is there. */
const COUNTED = new Set(['credit_days']);

/** Read for what must not come back, and not written. */
const COMPARED = ['communities', 'deputies', 'members'];

export interface RowExchange {
  readonly communityId: number;
  /** Of the stop: nothing changes the community while it is there. */
  readonly moveId: string;
  readonly installationId: string;
  readonly actor: string;
  readonly clock: Clock;
  readonly database: Database;
  readonly hooks: ChangeDeps['hooks'];
  readonly note?: ((table: string) => void) | undefined;
}

/** What the exchange has ended beside the rows. */
export interface Exchanged {
  readonly deputiesEnded: number;
  readonly membersErased: number;
  readonly mailsDropped: number;
  readonly sessionsEnded: number;
}

/**
 * @param client in a transaction, as the owner of the tables
 * @param old as the owner of the tables of a database that has the older state, in the schema of today
 */
export async function exchangeRows(client: pg.Client, old: pg.Client, exchange: RowExchange): Promise<Exchanged> {
  const { communityId, moveId, note = () => {} } = exchange;
  const columns = await readNumberColumns(client);
  const exported = new Map((await readCommunityTables(client, communityId)).map((table) => [table.name, table]));
  const all = await readTenantTables(client);
  // What is counted and logged meanwhile would come between.
  await client.query('select from partners where community_id = $1 for update', [communityId]);
  const ended = await countEnded(client, communityId);
  for (const name of [...Object.keys({ ...STAYS, ...STAYS_IN_PART, ...WAITS }), ...COMPARED]) {
    await client.query(
      `create temp table today_${name} on commit drop as select * from public.${name} where ${name === 'communities' ? 'id' : 'community_id'} = ${communityId}`,
    );
  }
  const { rowCount } = await client.query(
    `update communities set move_state = 'left', moved_to = '-' where id = $1 and move_state = 'leaving' and move_id = $2`,
    [communityId, moveId],
  );
  if (rowCount !== 1) throw new DatabaseOpenError('Another command has just changed the community: look, and repeat.');
  await deleteLeft(client, communityId);
  const renumbering = await unchangedNumbers(client, exchange, columns);
  for (const table of all) {
    note(table.name);
    const { name } = table;
    if (name in STAYS) await writeToday(client, table);
    const source = exported.get(name);
    if (!source || name === 'administrators' || name in STAYS || name in WAITS || COUNTED.has(name)) continue;
    await copyOld(client, old, source, renumberRows(source, renumbering));
    if (name in STAYS_IN_PART) await writeToday(client, table, STAYS_IN_PART[name]);
  }
  for (const table of all) if (table.name in WAITS) await writeToday(client, table, WAITS[table.name]);
  await settleRows(client, old, exchange);
  await demandOwnNumbers(client, communityId, columns);
  const on = transactionOf(client);
  await fillGrams(client, on, communityId);
  return { ...ended, ...(await endAgain(client, on, exchange)) };
}

async function countEnded(client: pg.Client, communityId: number) {
  const { rows } = await client.query<{ mails: number; sessions: number }>(
    `select (select count(*)::int from mails where community_id = $1 and state = 'due') as mails,
       (select count(*)::int from member_sessions where community_id = $1 and ended_at is null) as sessions`,
    [communityId],
  );
  return { mailsDropped: rows[0]?.mails ?? 0, sessionsEnded: rows[0]?.sessions ?? 0 };
}

/** The numbers of its rows are its own, as long as it is in the installation. */
async function unchangedNumbers(
  client: pg.Client,
  { communityId, installationId }: RowExchange,
  columns: NumberColumns,
) {
  const { rows } = await client.query<{ xid: string; tag: string }>(
    'select pg_current_xact_id()::text as xid, tag from today_communities',
  );
  const { xid = '', tag = '' } = rows[0] ?? {};
  const numbers = new Map([...columns.sequences.keys()].map((name) => [name, (number: string) => number]));
  return { communityId, tag, from: installationId, xid, columns, numbers };
}

async function writeToday(
  client: pg.Client,
  { name, columns }: Omit<CommunityTable, 'rows'>,
  where = '',
): Promise<void> {
  const names = columns.map((column) => column.name);
  // Readers begin their copies again, and find everything below the horizon.
  const values = names.map((column) =>
    column === 'xid' ? 'pg_current_xact_id()' : `t.${pg.escapeIdentifier(column)}`,
  );
  await client.query(
    `insert into public.${name} (${listed(names)}) overriding system value
     select ${values.join(', ')} from today_${name} t ${where}`,
  );
}

async function copyOld(
  client: pg.Client,
  old: pg.Client,
  { name, columns, rows }: CommunityTable,
  change: ReturnType<typeof renumberRows>,
): Promise<void> {
  const names = columns.map((column) => column.name);
  const where = name === 'accounts' ? `${rows} and kind <> 'settlement'` : rows;
  const read = old.query(copyTo(`copy (select ${listed(names)} from public.${name} ${where}) to stdout`));
  await fillTable(client, { table: name, columns: names, rows: read }, change);
}

/** The community's own row, and what follows from both states. */
async function settleRows(client: pg.Client, old: pg.Client, { communityId, clock }: RowExchange): Promise<void> {
  await client.query(
    `update communities c set resets = t.resets + 1, move_state = null, move_id = null, moved_to = null, move_with = null,
       move_emptied_at = null, partner_api_disabled_reason = t.reason_before_move, reason_before_move = null
     from today_communities t where c.id = t.id`,
  );
  const at = clock.now();
  await client.query(
    'update hand_overs set sealed_secret = null, expires_at = least(expires_at, $2) where community_id = $1',
    [communityId, at],
  );
  await client.query('update subscriptions set created_xid = null where community_id = $1', [communityId]);
  const { rows: capped } = await client.query<{ id: number }>(
    `select id from partners where community_id = $1 and num_nonnulls(max_member_day_seconds, max_partner_day_seconds) > 0`,
    [communityId],
  );
  for (const { id } of capped) await fillCreditDays(transactionOf(client), { communityId, partnerId: id });
  const { rows: closed } = await old.query<{ partner: number; through: string }>(
    `select partner_id as partner, closed_through::text as through from accounts
     where community_id = $1 and kind = 'settlement'`,
    [communityId],
  );
  await client.query(
    `with days as (
       select s.*, b.credits, b.reversals, b.before
       from accounts a
       left join unnest($2::int[], $3::date[]) as o (partner_id, through) on o.partner_id = a.partner_id
       join statements s on s.community_id = a.community_id and s.partner_id = a.partner_id
         and s.day > coalesce(o.through, '-infinity') and s.day <= a.closed_through
       cross join lateral (
         select count(*) filter (where t.booked_on = s.day and t.kind = 'credit') as credits,
           count(*) filter (where t.booked_on = s.day and t.kind <> 'credit') as reversals,
           coalesce(sum(case t.kind when 'credit' then t.amount_seconds else -t.amount_seconds end)
             filter (where t.booked_on < s.day), 0) as before
         from transfers t where t.community_id = s.community_id and t.partner_id = s.partner_id and t.booked_on <= s.day) b
       where a.community_id = $1 and a.kind = 'settlement'
     ), differing as (
       select partner_id, min(day) as first from days
       where (opening_seconds, credits_count, reversals_count) is distinct from (before, credits, reversals) group by partner_id
     )
     insert into restored_days (community_id, partner_id, first_day, last_day, differs_seconds, restored_at)
     select $1, d.partner_id, d.first, s.day, coalesce((
         select sum(case t.kind when 'credit' then t.amount_seconds else -t.amount_seconds end) from transfers t
         where t.community_id = $1 and t.partner_id = d.partner_id and t.booked_on <= s.day), 0) - s.closing_seconds, $4
     from differing d
     join lateral (select * from statements s where s.community_id = $1 and s.partner_id = d.partner_id
       order by s.day desc limit 1) s on true`,
    [communityId, closed.map(({ partner }) => partner), closed.map(({ through }) => through), at],
  );
}

/**
 * An installation that was itself put back to before the backup has given such numbers out again.
 * @throws DatabaseOpenError naming the table
 */
async function demandOwnNumbers(client: pg.Client, communityId: number, { sequences }: NumberColumns): Promise<void> {
  for (const [name, sequence] of sequences) {
    const [table = '', column = ''] = name.split('/');
    const isTenants = await client.query(
      `select from pg_attribute where attrelid = ('public.' || quote_ident($1))::regclass and attname = 'community_id'`,
      [table],
    );
    if (isTenants.rowCount === 0) continue;
    const { rows } = await client.query<{ greatest: string | null; taken: boolean }>(
      `select max(${column})::text as greatest, exists (
         select from public.${table} o join public.${table} n on n.${column} = o.${column} and n.community_id = $1
         where o.community_id <> $1) as taken
       from public.${table} where community_id = $1`,
      [communityId],
    );
    const [found] = rows;
    if (found?.taken) {
      throw new DatabaseOpenError(
        `Nothing was changed: this installation has given numbers of the backup (${table}) to another community since, as it was itself restored to an earlier state. Use a backup from after that restore, or compare with --as.`,
      );
    }
    if (!found?.greatest) continue;
    await client.query(
      `select setval($1::regclass, $2) where coalesce(pg_sequence_last_value($1::regclass), 0) < $2::bigint`,
      [sequence, found.greatest],
    );
  }
}

/** What a person has ended for good since the backup, ended once more. */
async function endAgain(
  client: pg.Client,
  on: Transaction,
  { communityId, actor, clock, database, hooks }: RowExchange,
): Promise<Pick<Exchanged, 'deputiesEnded' | 'membersErased'>> {
  const deputies = await client.query(
    `update deputies d set ended_at = t.ended_at from today_deputies t
     where d.community_id = t.community_id and d.id = t.id and d.ended_at is null and t.ended_at is not null`,
  );
  const { rows: erased } = await client.query<{ id: string; name: string }>(
    `select m.id, m.name from members m join today_members t on t.community_id = m.community_id and t.id = m.id
     where t.erased_at is not null and m.erased_at is null`,
  );
  const here: Database = { ...database, transaction: (work) => work(on) };
  for (const { id, name } of erased) {
    const deps = { database: here, clock, hooks, wakeWorker() {} };
    await erasePersonalData(deps, { communityId, memberId: id, actor }, name);
  }
  return { deputiesEnded: deputies.rowCount ?? 0, membersErased: erased.length };
}
