import { query, write } from '../database/query.ts';

/** The order of a statement's lines: as they stand on the wire, where a time has milliseconds. */
export const LINE_ORDER = `date_trunc('milliseconds', t.created_at), coalesce(t.reverses_id, t.id), t.kind collate "C"`;

/** The lines of a day that are hashed, in their order. */
export const selectLinesToHash = query<
  'select_lines_to_hash',
  { kind: 'credit' | 'credit_reversal'; reference: string }
>(
  'select_lines_to_hash',
  `select t.kind, coalesce(t.reverses_id, t.id) as "creditId", a.member_id as "memberId",
     t.amount_seconds as "amountSeconds", t.reference
   from transfers t
   join accounts a on a.community_id = t.community_id
     and a.id = case t.kind when 'credit' then t.credit_account_id else t.debit_account_id end
   where t.community_id = $communityId and t.partner_id = $partnerId and t.booked_on = $day::date
   order by ${LINE_ORDER}`,
);

/** The hash before the next one: of the last day that has one. */
export const selectLastHash = query(
  'select_last_hash',
  `select encode(hash, 'hex') as hash from statement_hashes
   where community_id = $communityId and partner_id = $partnerId order by day desc limit 1`,
);

export interface UnhashedDay {
  readonly day: string;
  readonly openingSeconds: number;
  readonly creditsCount: number;
  readonly reversalsCount: number;
  readonly closingSeconds: number;
}

/**
 * Final days of a partner that should have a hash and have none, oldest first: a node that knows of none closed them.
 * Each with the hash before the first of them, which another node may be adding to.
 */
export const selectUnhashedDays = query(
  'select_unhashed_days',
  `select s.day, s.opening_seconds as "openingSeconds", s.credits_count as "creditsCount",
     s.reversals_count as "reversalsCount", s.closing_seconds as "closingSeconds!",
     (select encode(h.hash, 'hex') from statement_hashes h
      where h.community_id = $communityId and h.partner_id = $partnerId order by h.day desc limit 1) as "lastHash"
   from statements s
   where s.community_id = $communityId and s.partner_id = $partnerId and s.day > coalesce(
     (select max(h.day) from statement_hashes h where h.community_id = $communityId and h.partner_id = $partnerId),
     (select a.unhashed_through
       from accounts a where a.community_id = $communityId and a.partner_id = $partnerId), '-infinity')
   order by s.day limit $limit`,
);

/** Two that hash a final day at once find the same: the first one is kept. */
export const insertStatementHashes = write(
  'insert_statement_hashes',
  {
    rows: {
      communityId: 'int',
      partnerId: 'int',
      day: 'date',
      previousHash: 'text',
      hash: 'text',
      inEvent: 'boolean',
    },
  },
  `insert into statement_hashes (community_id, partner_id, day, previous_hash, hash, in_event)
   select community_id, partner_id, day, decode(previous_hash, 'hex'), decode(hash, 'hex'), in_event
   from unnest($rows) as r ($columns)
   on conflict do nothing`,
);
