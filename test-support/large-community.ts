/** A community as large as they come, written in bulk: members, accounts, listings, and years of exchanges and credits. */
import type pg from 'pg';
import { type Queryable, query } from '../core/database/query.ts';
import { gramsText } from '../core/people/members/found-by.ts';
import { insertMemberGrams } from '../core/people/members/queries.ts';
import { type NameFields, searchWordsOf } from '../core/people/members/search-words.ts';

export interface LargeCommunity {
  readonly members: number;
  readonly listings: number;
  readonly transfers: number;
}

/** Statements on a connection of its own, such as the owner's. */
export const queryableOn = (client: pg.Client): Queryable => ({
  run: async <Row>({ text }: { readonly text: string }, values: readonly unknown[]) =>
    (await client.query(text, [...values])).rows as Row[],
});

const CHUNK_MEMBERS = 20_000;
const CHUNK_TRANSFERS = 50_000;

const FIRST_NAMES =
  'Anna Jürgen Róisín Mehmet Chloé Ivan Fatima Søren Zoë Luís Agnieszka Hans Maria Petra Karl Ines'.split(' ');
const LAST_NAMES =
  'Berger Müller Weiß O’Brien Yılmaz Dubois Novák Haddad Jørgensen Silva Kowalska Gruber Steiner Huber Moser Lang'.split(
    ' ',
  );

/** A UUIDv7 of a moment and a number, as SQL. */
const uuidAt = (moment: string, number: string) => `(
  lpad(to_hex(floor(extract(epoch from ${moment}) * 1000)::bigint), 12, '0') || '7' ||
  substr(md5(${number}::text), 1, 3) || '8' || substr(md5(${number}::text), 4, 15))::uuid`;

interface Range {
  communityId: number;
  from: number;
  to: number;
  now: Date;
}
type RangeOf = Range & { total: number };
/** Row n of so many, spread over three years. */
const momentOf = (total: string) =>
  `$now::timestamptz - (${total}::bigint - n) * (interval '3 years' / ${total}::float8)`;
/** One of two hundred was changed in the last days, whenever it was made. */
const changedAt = `greatest(at, case when n % 200 = 0 then $now::timestamptz - make_interval(mins => (n / 200 % 7200)::int) end)`;

const insertMembers = query<RangeOf & { firstNames: readonly string[]; lastNames: readonly string[] }, never>(
  'bench_insert_members',
  `insert into members (community_id, id, external_id, name, email, status, visibility, joined_on, payment_reference,
     created_at, updated_at)
   select $communityId, ${uuidAt('at', 'n')}, 'L-' || lpad(n::text, 7, '0'),
     ($firstNames::text[])[1 + n % cardinality($firstNames::text[])] || ' ' ||
       ($lastNames::text[])[1 + n / 7 % cardinality($lastNames::text[])] || ' ' || n,
     'member' || n || '@example.org',
     case when n % 50 = 0 then 'pending' when n % 50 = 1 then 'suspended' when n % 50 = 2 then 'left' else 'active' end,
     case when n % 20 = 0 then 'hidden' when n % 7 = 0 then 'listed' end, at::date,
     'RF' || lpad((98 - (body * 1000000 + 271500) % 97)::text, 2, '0') || body, at, ${changedAt}
   from generate_series($from::int, $to::int) as n,
     lateral (select ${momentOf('$total')} as at, 7000000000 + n::bigint as body) made`,
);

/** Folds names as the application does, so that searches find them. */
const foldNames = query<Range, never>(
  'bench_fold_names',
  `update members set search_name = lower(regexp_replace(normalize(name, NFKD), '[\u0300-\u036f]', '', 'g'))
   where community_id = $communityId and external_id between 'L-' || lpad($from::text, 7, '0') and 'L-' || lpad($to::text, 7, '0')
     and $now::timestamptz is not null`,
);
const insertWords = query<Range, never>(
  'bench_insert_words',
  `insert into member_words (community_id, word, member_id)
   select distinct m.community_id, word, m.id
   from members m, regexp_split_to_table(
     m.search_name || ' ' || translate(m.search_name, '’', '') || ' ' || lower(m.email || ' ' || m.external_id || ' ' || m.payment_reference), '[^[:alnum:]]+') as word
   where m.community_id = $communityId and word <> ''
     and m.external_id between 'L-' || lpad($from::text, 7, '0') and 'L-' || lpad($to::text, 7, '0')
     and $now::timestamptz is not null`,
);

const selectNames = query<Range, NameFields & { id: string }>(
  'bench_select_names',
  `select id, name, email, external_id as "externalId", payment_reference as "paymentReference" from members
   where community_id = $communityId and external_id between 'L-' || lpad($from::text, 7, '0') and 'L-' || lpad($to::text, 7, '0')
     and $now::timestamptz is not null`,
);

async function insertGrams(on: Queryable, range: Range): Promise<void> {
  const { communityId } = range;
  const members = await selectNames(on, range);
  const ids = members.map(({ id }) => id);
  const grams = members.map((member) => gramsText(communityId, member.name, searchWordsOf(member)));
  await on.run(insertMemberGrams.statement, [communityId, ids, grams]);
}

const insertAccounts = query<{ communityId: number; now: Date }, never>(
  'bench_insert_accounts',
  `insert into accounts (community_id, kind, member_id, created_at)
   select $communityId, 'member', m.id, $now from members m
   where m.community_id = $communityId
     and not exists (select from accounts a where a.community_id = m.community_id and a.member_id = m.id)
   order by m.id`,
);

const insertListings = query<RangeOf, never>(
  'bench_insert_listings',
  `insert into listings (community_id, id, member_id, type, title, description, category, status, created_at, updated_at)
   select $communityId, ${uuidAt('at', 'n')}, m.id, case when n % 3 = 0 then 'request' else 'service' end,
     (array['Garden help', 'Bicycle repair', 'French lessons', 'Moving boxes', 'Company on walks'])[1 + n % 5] || ' ' || n,
     'As agreed, usually in the afternoon.',
     (array['Garden', 'Repairs', 'Languages', 'Household', 'Company'])[1 + n % 5],
     case when n % 100 = 0 then 'held' when n % 3 = 1 then 'closed' else 'active' end, at, ${changedAt}
   from (
     select id, $from::int - 1 + row_number() over (order by id)::int as n from (
       select id from members where community_id = $communityId and external_id >= 'L-' || lpad($from::text, 7, '0')
       order by external_id limit $to::int - $from::int + 1) as found
   ) m, lateral (select ${momentOf('$total')} as at) made`,
);

const selectMemberAccounts = query<{ communityId: number }, { first: number; count: number }>(
  'bench_select_member_accounts',
  `select min(id) as first, count(*)::int as count from accounts
   where community_id = $communityId and kind = 'member' and member_id in (
     select id from members where community_id = $communityId and external_id like 'L-%')`,
);

const selectSettlement = query<{ communityId: number }, { id: number; partnerId: number }>(
  'bench_select_settlement',
  `select id, partner_id as "partnerId" from accounts where community_id = $communityId and kind = 'settlement' order by id limit 1`,
);

const insertTransfers = query<
  RangeOf & { firstAccount: number; accounts: number; settlement: number; partnerId: number },
  never
>(
  'bench_insert_transfers',
  `insert into transfers (community_id, id, kind, debit_account_id, credit_account_id, amount_seconds, partner_id,
     reference, note, booked_on, service_date, recorded_by, created_at)
   select $communityId, ${uuidAt('at', 'n')}, case when is_credit then 'credit' else 'exchange' end,
     case when is_credit then $settlement::bigint else $firstAccount::bigint + n * 31 % $accounts::int end, $firstAccount::bigint + (n * 17 + 1) % $accounts::int,
     900 * (1 + n % 16), case when is_credit then $partnerId::int end, case when is_credit then 'L-' || n end,
     case when n % 4 = 0 then 'Thank you' end, (at at time zone 'UTC')::date,
     case when not is_credit then (at at time zone 'UTC')::date end, 'bench', at
   from generate_series($from::bigint, $to::bigint) as n,
     lateral (select ${momentOf('$total')} as at,
       n % 10 = 0 as is_credit) made
   where is_credit or n * 31 % $accounts::int <> (n * 17 + 1) % $accounts::int`,
);

/** One of fifty credits went back. */
const insertReversals = query<{ communityId: number }, never>(
  'bench_insert_reversals',
  `insert into transfers (community_id, id, kind, debit_account_id, credit_account_id, amount_seconds, partner_id,
     reference, reverses_id, reason, booked_on, recorded_by, created_at)
   select community_id, ${uuidAt('at', "id::text || 'r'")}, 'credit_reversal', credit_account_id, debit_account_id, amount_seconds,
     partner_id, 'R-' || reference, id, 'returned', (at at time zone 'UTC')::date, 'bench', at
   from transfers, lateral (select created_at + interval '1 second' as at) made
   where community_id = $communityId and kind = 'credit' and reference ~ '^L-[0-9]*[05]00$'`,
);

/** An id in its form on the wire, without its prefix, as SQL. */
const base32 = (id: string) => `(select string_agg(substr('0123456789abcdefghjkmnpqrstvwxyz',
       substring(b'00' || ('x' || replace(${id}::text, '-', ''))::bit(128) from 5 * at + 1 for 5)::bit(5)::int + 1, 1),
       '' order by at) from generate_series(0, 25) as at)`;

/** The events of credits and reversals of the last 30 days. */
const insertBookedEvents = query<{ communityId: number; now: Date }, never>(
  'bench_insert_booked_events',
  `insert into events (community_id, id, type, partner_id, member_id, data, created_at)
   select t.community_id, t.id, case t.kind when 'credit' then 'wallet.credited' else 'wallet.credit_reversed' end,
     t.partner_id, a.member_id, (format(
       '{"credit_id":"crd_%s","user_id":"usr_%s","hours":%s,"seconds":%s,"reference":"%s","booked_on":"%s"',
       ${base32('coalesce(t.reverses_id, t.id)')}, ${base32('a.member_id')},
       trim_scale(round(t.amount_seconds / 3600.0, 4)), t.amount_seconds, coalesce(o.reference, t.reference),
       t.booked_on) || case t.kind when 'credit' then '}' else format(',"reversal_reference":"%s"}', t.reference) end)::json,
     t.created_at
   from transfers t
   join accounts a on a.community_id = t.community_id
     and a.id = case t.kind when 'credit' then t.credit_account_id else t.debit_account_id end
   left join transfers o on o.community_id = t.community_id and o.id = t.reverses_id
   where t.community_id = $communityId and t.partner_id is not null and t.created_at > $now::timestamptz - interval '30 days'`,
);

const updateTotals = query<{ communityId: number }, never>(
  'bench_update_totals',
  `with sums as (
     select account_id, sum(debit) as debits, sum(credit) as credits from (
       select debit_account_id as account_id, amount_seconds as debit, 0 as credit from transfers where community_id = $communityId
       union all
       select credit_account_id, 0, amount_seconds from transfers where community_id = $communityId) as legs
     group by account_id
   )
   update accounts a set debits_seconds = sums.debits, credits_seconds = sums.credits
   from sums where a.community_id = $communityId and a.id = sums.account_id and a.partner_id is null`,
);

const insertExchangeDays = query<{ communityId: number }, never>(
  'bench_insert_exchange_days',
  `insert into exchange_days (community_id, day, transfers, exchanges, seconds)
   select community_id, service_date, count(*), count(*) filter (where kind = 'exchange'),
     sum(case kind when 'exchange' then amount_seconds else -amount_seconds end)
   from transfers where community_id = $communityId and service_date is not null group by 1, 2
   on conflict (community_id, day) do update set transfers = excluded.transfers, exchanges = excluded.exchanges, seconds = excluded.seconds`,
);

/** The partner has been there from the first day on. */
const updateFirstDays = query<{ communityId: number; partnerId: number; now: Date }, never>(
  'bench_update_first_days',
  `with partner as (
     update partners set created_at = $now::timestamptz - interval '3 years' where community_id = $communityId and id = $partnerId
   )
   update accounts set created_at = $now::timestamptz - interval '3 years',
     closed_through = ($now::timestamptz at time zone 'UTC')::date - 2,
     unhashed_through = ($now::timestamptz at time zone 'UTC')::date - 2
   where community_id = $communityId and partner_id = $partnerId`,
);

/** All days but the last two are final, since a time of which no event is left. */
const insertStatements = query<{ communityId: number; partnerId: number; now: Date }, never>(
  'bench_insert_statements',
  `with booked as (
     select booked_on as day, kind, count(*) as count, sum(amount_seconds) as seconds from transfers
     where community_id = $communityId and partner_id = $partnerId group by 1, 2
   ), days as (
     select d::date as day, coalesce(c.count, 0) as credits, coalesce(c.seconds, 0) as credited,
       coalesce(r.count, 0) as reversals, coalesce(r.seconds, 0) as reversed
     from generate_series(($now::timestamptz - interval '3 years')::date, ($now::timestamptz)::date - 2, '1 day') as d
     left join booked c on c.day = d::date and c.kind = 'credit'
     left join booked r on r.day = d::date and r.kind = 'credit_reversal'
   )
   insert into statements (community_id, partner_id, day, opening_seconds, credits_count, credits_seconds, reversals_count,
     reversals_seconds, closed_at)
   select $communityId, $partnerId, day, sum(credited - reversed) over (order by day) - credited + reversed, credits, credited, reversals,
     reversed, least(day + 1, $now::timestamptz - interval '31 days')
   from days`,
);

const insertTallies = query<{ communityId: number }, never>(
  'bench_insert_tallies',
  `insert into member_tallies (community_id, active, on_default)
   select $communityId, count(*) - coalesce((select sum(active) from member_tallies where community_id = $communityId), 0),
     count(*) filter (where visibility is null)
       - coalesce((select sum(on_default) from member_tallies where community_id = $communityId), 0)
   from members where community_id = $communityId and status = 'active'`,
);

/** Adds members who have accounts and are found by no search yet. The accounts' ids follow each other. */
async function fillMembers(on: Queryable, communityId: number, members: number, now: Date): Promise<void> {
  for (const [from, to] of ranges(members, CHUNK_MEMBERS)) {
    await insertMembers(on, {
      communityId,
      from,
      to,
      now,
      total: members,
      firstNames: FIRST_NAMES,
      lastNames: LAST_NAMES,
    });
  }
  await insertAccounts(on, { communityId, now });
  // For callers that switched the triggers off for speed.
  await insertTallies(on, { communityId });
}

/** Adds to the community; `analyze` is the caller's. The ledger's invariants hold afterwards. */
export async function fillLargeCommunity(
  on: Queryable,
  communityId: number,
  { members, listings, transfers }: LargeCommunity,
  now: Date,
): Promise<void> {
  await fillMembers(on, communityId, members, now);
  for (const [from, to] of ranges(members, CHUNK_MEMBERS)) {
    await foldNames(on, { communityId, from, to, now });
    await insertWords(on, { communityId, from, to, now });
    await insertGrams(on, { communityId, from, to, now });
  }
  for (const [from, to] of ranges(listings, CHUNK_MEMBERS)) {
    await insertListings(on, { communityId, from, to, now, total: listings });
  }
  const [accounts] = await selectMemberAccounts(on, { communityId });
  const [settlement] = await selectSettlement(on, { communityId });
  if (!accounts || !settlement) throw new Error('the community has no members or no partner');
  for (const [from, to] of ranges(transfers, CHUNK_TRANSFERS)) {
    await insertTransfers(on, {
      ...{ communityId, from, to, now, total: transfers },
      ...{ firstAccount: accounts.first, accounts: accounts.count },
      ...{ settlement: settlement.id, partnerId: settlement.partnerId },
    });
  }
  await insertReversals(on, { communityId });
  await insertBookedEvents(on, { communityId, now });
  await updateTotals(on, { communityId });
  await insertExchangeDays(on, { communityId });
  await updateFirstDays(on, { communityId, partnerId: settlement.partnerId, now });
  await insertStatements(on, { communityId, partnerId: settlement.partnerId, now });
}

function ranges(total: number, size: number): [from: number, to: number][] {
  return Array.from({ length: Math.ceil(total / size) }, (_, at) => [at * size + 1, Math.min((at + 1) * size, total)]);
}
