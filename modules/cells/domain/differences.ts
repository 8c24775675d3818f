/** What a community has today and an older state of it has not, or has otherwise: one list for the office. */

import { encodeId, hoursFromSeconds } from '@timebank/contract';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { fillTable } from './community-rows.ts';

/** One line of the list. */
export interface Difference {
  /** `day`: a final day that stays as it was published, although what was booked on it is gone. */
  readonly what: 'booking' | 'member' | 'listing' | 'day';
  /** `since`: only today's state has it. `changed`: it becomes what it was. `before`: only the older state has it. */
  readonly how: 'since' | 'changed' | 'before' | 'published';
  readonly id: string;
  /** A member's name, a listing's title, between whom hours went, or the partner of a day. */
  readonly name: string;
  readonly hours: number | null;
  /** A partner's: repeated with it, the credit is booked once more. */
  readonly reference: string | null;
  readonly partner: string | null;
  /** When it was made or changed, ISO 8601; of a day, the day. */
  readonly at: string;
}

interface Row extends Omit<Difference, 'hours' | 'id' | 'at'> {
  readonly id: string;
  readonly seconds: string | null;
  readonly prefix: 'usr' | 'lst' | 'crd' | null;
  readonly at: Date;
  readonly day: string | null;
}

/** The columns of the older state that are compared. */
const OLD: readonly (readonly [table: string, columns: readonly string[], where: string])[] = [
  ['transfers', ['id', 'amount_seconds', 'kind', 'created_at'], ''],
  ['members', ['id', 'name', 'updated_at', 'created_at'], ''],
  ['listings', ['id', 'title', 'updated_at', 'created_at'], 'and undone_at is null'],
];

/**
 * Reads the differences, bookings first, each kind by time.
 * @param client of today's database, as the owner of the tables
 * @param old of a database that has the older state, in the schema of today
 */
export async function readDifferences(client: pg.Client, old: pg.Client, communityId: number): Promise<Difference[]> {
  for (const [table, columns, where] of OLD) {
    const list = columns.join(', ');
    await client.query(`create temp table old_${table} as select ${list} from public.${table} limit 0`);
    const rows = old.query(
      copyTo(`copy (select ${list} from public.${table} where community_id = ${communityId} ${where}) to stdout`),
    );
    await fillTable(client, { table: `old_${table}`, schema: 'pg_temp', columns, rows }, (fields) => fields);
    await client.query(`create index on old_${table} (id)`);
    await client.query(`analyze old_${table}`);
  }
  const { rows } = await client.query<Row>(LINES, [communityId]);
  return rows.map(({ seconds, prefix, at, day, id, ...row }) => ({
    ...row,
    id: prefix === null ? id : encodeId(prefix, id),
    hours: seconds === null ? null : hoursFromSeconds(Number(seconds)),
    at: day ?? at.toISOString(),
  }));
}

const accountName = (account: string) => `case ${account}.kind when 'member' then (
         select name from members m where m.community_id = ${account}.community_id and m.id = ${account}.member_id)
       when 'settlement' then (
         select name from partners p where p.community_id = ${account}.community_id and p.id = ${account}.partner_id)
       else coalesce(${account}.name, ${account}.kind) end`;

const changed = (what: string, table: string, prefix: string, name: string, where = '') => `
   select '${what}', case when o.id is null then 'since' when t.id is null then 'before' else 'changed' end,
     coalesce(t.id, o.id)::text, '${prefix}', coalesce(t.${name}, o.${name}), null, null, null,
     coalesce(t.updated_at, o.updated_at), null
   from (select * from ${table} where community_id = $1 ${where}) t
   full join old_${table} o on o.id = t.id
   where t.updated_at is distinct from o.updated_at`;

const LINES = `
 with since as materialized (
   select t.* from transfers t
   where t.community_id = $1 and not exists (select from old_transfers o where o.id = t.id)
 )
 select what, how, id, prefix, name, seconds::text, reference, partner, at, day from (
   select 'booking' as what, 'since' as how, t.id::text as id,
     case when t.kind in ('credit', 'credit_reversal') then 'crd' end as prefix,
     ${accountName('f')} || ' → ' || ${accountName('g')} as name, t.amount_seconds as seconds, t.reference,
     (select name from partners p where p.community_id = t.community_id and p.id = t.partner_id) as partner,
     t.created_at as at, null::text as day
   from since t
   join accounts f on f.community_id = t.community_id and f.id = t.debit_account_id
   join accounts g on g.community_id = t.community_id and g.id = t.credit_account_id
   union all
   select 'booking', 'before', o.id::text, null, o.kind, o.amount_seconds, null, null, o.created_at, null
   from old_transfers o where not exists (select from transfers t where t.community_id = $1 and t.id = o.id)
   union all ${changed('member', 'members', 'usr', 'name')}
   union all ${changed('listing', 'listings', 'lst', 'title', 'and undone_at is null')}
   union all
   select 'day', 'published', p.id::text, null, p.name,
     sum(case t.kind when 'credit' then t.amount_seconds else -t.amount_seconds end), null, p.name,
     min(t.created_at), t.booked_on::text
   from since t
   join partners p on p.community_id = t.community_id and p.id = t.partner_id
   join accounts a on a.community_id = t.community_id and a.partner_id = t.partner_id and t.booked_on <= a.closed_through
   group by p.id, p.name, t.booked_on
 ) l order by array_position('{booking,day,member,listing}'::text[], what), at, id`;
