import { query, type StatementRow } from '../../../../core/database/query.ts';
import { settledSeconds } from '../../../../core/statements/settled.ts';
import type { ACCOUNT_KINDS } from '../../../members/contract/accounts.ts';

/**
 * A transfer with the names of both accounts, for people and for other programs' books. `text`: the note, or the reason
 * of a reversal.
 */
export type JournalRow = StatementRow<'select_journal_page'>;

const ACCOUNT = (alias: string) =>
  `case ${alias}.kind when 'member' then coalesce(${alias}m.external_id || ' ', '') || ${alias}m.name
     when 'settlement' then ${alias}p.name else coalesce(${alias}.name, ${alias}.kind) end`;

const NAMED = (alias: string) =>
  `left join members ${alias}m on ${alias}m.community_id = ${alias}.community_id and ${alias}m.id = ${alias}.member_id
   left join partners ${alias}p on ${alias}p.community_id = ${alias}.community_id
     and ${alias}p.id = ${alias}.partner_id`;

const JOINED = (alias: string, column: string) =>
  `join accounts ${alias} on ${alias}.community_id = t.community_id and ${alias}.id = t.${column}
   ${NAMED(alias)}`;

/** A community's journal by id, a page at a time. */
export const selectJournalPage = query(
  'select_journal_page',
  `select t.id, t.created_at as "createdAt", t.booked_on as "bookedOn", t.kind,
     t.debit_account_id as "debitAccountId", ${ACCOUNT('d')} as "debitAccount!",
     t.credit_account_id as "creditAccountId", ${ACCOUNT('c')} as "creditAccount!",
     t.amount_seconds as "amountSeconds", t.reference, t.reverses_id as "reversesId",
     t.service_date as "serviceDate", coalesce(t.note, t.reason) as text, t.recorded_by as "recordedBy"
   from transfers t ${JOINED('d', 'debit_account_id')} ${JOINED('c', 'credit_account_id')}
   where t.community_id = $communityId and t.id > $afterId
   order by t.id limit $limit`,
);

export type AccountKind = (typeof ACCOUNT_KINDS)[number];

export type BalanceRow = StatementRow<'select_all_balances'>;

export const selectAllBalances = query(
  'select_all_balances',
  `select a.id as "accountId", a.kind, ${ACCOUNT('a')} as "name!", case when a.partner_id is null then a.credits_seconds - a.debits_seconds
       else -${settledSeconds('a')} end as "balanceSeconds!"
   from accounts a ${NAMED('a')} where a.community_id = $communityId order by a.id`,
);
