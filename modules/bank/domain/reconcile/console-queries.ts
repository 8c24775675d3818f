import { query, type RowFrom } from '../../../../core/database/query.ts';
import { calledAdministrator, numberIn } from '../../../../core/people/number-in.ts';
import { FROZEN } from '../../../../core/statements/queries.ts';
import type { NamedMemberRow } from '../matching/queries.ts';
import type { LineState } from './line-queries.ts';

/** Final days on which something was booked, newest first. */
export const selectStatementPage = query(
  'select_statement_page',
  `${FROZEN}
   where s.community_id = $communityId and s.partner_id = $partnerId and s.day < $beforeDay::date
     and s.credits_count + s.reversals_count > 0
   order by s.day desc limit $limit`,
);

/** Which of these credits replace another or are replaced, with the other's reference. */
export const selectCorrections = query(
  'select_corrections',
  `select t.id, o.reference as "correctsReference", c.reference as "correctedByReference"
   from transfers t
   left join transfers o on o.community_id = t.community_id and o.id = t.corrects_id
   left join transfers c on c.community_id = t.community_id and c.partner_id = t.partner_id and c.corrects_id = t.id
   where t.community_id = $communityId and t.partner_id = $partnerId and t.id = any($creditIds::uuid[])
     and (o.id is not null or c.id is not null)`,
);

export const selectMemberNames = query(
  'select_member_names',
  `select id, name, payment_reference as "paymentReference" from members
   where community_id = $communityId and id = any($memberIds::uuid[])`,
);

export type ComparisonRow = RowFrom<typeof selectComparison>;

const COMPARISON = `select c.id::int, c.file_name as "fileName", encode(c.file_sha256, 'hex') as "fileSha256",
     c.compared_at as "comparedAt", ${calledAdministrator('w')} as "comparedBy", c.first_day as "firstDay",
       c.last_day as "lastDay",
     c.all_matched as "allMatched", c.counts, coalesce(l.lines, '{}') as lines,
       coalesce(l.uncompared, 0) as "openNotCompared"
   from statement_comparisons c
   left join administrators w on w.id = ${numberIn('c.compared_by', 'administrator')}
   left join lateral (
     select jsonb_object_agg(state, number) as lines, sum(uncompared)::int as uncompared
     from (
       select state, count(*) as number,
         count(*) filter (where state = 'open' and kind = 'amount_differs' and problem = 'no_rate') as uncompared
       from comparison_lines
       where community_id = c.community_id and comparison_id = c.id and state is not null
       group by state
     ) states
   ) l on true`;

/** Newest first. */
export const selectComparisonPage = query<
  { communityId: number; partnerId: number; beforeId: string; limit: number },
  ComparisonRow
>(
  'select_comparison_page',
  `${COMPARISON}
   where c.community_id = $communityId and c.partner_id = $partnerId and c.id < $beforeId::bigint
   order by c.id desc limit $limit`,
);

export const selectComparison = query<'select_comparison', { lines: Readonly<Partial<Record<LineState, number>>> }>(
  'select_comparison',
  `${COMPARISON}
   where c.community_id = $communityId and c.partner_id = $partnerId and c.id = $id`,
);

export type ReportLineRow = RowFrom<typeof selectLine>;

const LINE = `select l.comparison_id::int as "comparisonId", l.number, l.kind, l.state, l.place,
     l.entry_reference as "entryReference", l.end_to_end_id as "endToEndId", l.amount, l.entry_amount as "entryAmount",
     l.currency, l.booked_on as "bookedOn", l.worth_hours::float8 as "worthHours", l.payer_text as "payerText",
       l.problem,
     l.unreadable, l.is_reversal as "isReversal", l.credit_id as "creditId",
     case when m.id is not null then jsonb_build_object('id', m.id, 'externalId', m.external_id, 'name', m.name,
       'paymentReference', m.payment_reference) end as "namedMember",
     l.note, ${calledAdministrator('w')} as "changedBy", l.changed_at as "changedAt", l.revision,
       l.settled_by::int as "settledBy"
   from comparison_lines l
   left join members m on m.community_id = l.community_id and m.id = l.named_member_id
   left join administrators w on w.id = ${numberIn('l.changed_by', 'administrator')}
   where l.community_id = $communityId and l.partner_id = $partnerId`;

/** In the order of the comparisons and of their lines. Of one comparison, or in one state: nobody asks for all. */
export const selectLinePage = query<'select_line_page', { namedMember: NamedMemberRow | null }>(
  'select_line_page',
  { filters: { comparisonId: 'l.comparison_id = $comparisonId', state: 'l.state = $state' } },
  `${LINE} and (l.comparison_id, l.number) > ($afterComparisonId, $afterNumber)$filters
   order by l.comparison_id, l.number limit $limit`,
);

export const selectLine = query<'select_comparison_line', { namedMember: NamedMemberRow | null }>(
  'select_comparison_line',
  `${LINE} and l.comparison_id = $comparisonId and l.number = $number`,
);
