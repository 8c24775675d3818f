/** GET /communities/{slug}/inbox/month */
import { encodeId } from '@timebank/contract';
import type { CommunityHandler } from '../../../../console/desk/call.ts';
import type { getInboxMonth, InboxMonth } from '../../contract/inbox-month.ts';
import { type AccountMonth, type MonthOfCurrency, readMonth } from '../../domain/inbox/month.ts';
import type { FoundBalance } from '../../domain/inbox/month-balances.ts';
import { refreshInbox } from '../../domain/inbox/read-inbox.ts';
import { presentInboxLine } from './present.ts';

export const getInboxMonthHandler: CommunityHandler<typeof getInboxMonth> = async (call, deps) => {
  const { communityId } = call.membership;
  const { month, account } = call.query;
  await refreshInbox(deps.database, communityId);
  return { data: presentMonth(month ?? '', await readMonth(deps.database, communityId, account, month ?? '')) };
};

function presentMonth(month: string, found: AccountMonth): InboxMonth {
  const { account, isWhole, currencies, differences, uncovered, filesWithoutBalances } = found;
  const shown = currencies.map(presentCurrency);
  const kinds = new Set(differences.map(({ kind }) => kind));
  const isUnknown = (kind: string) => kind === 'no_rate' || kind === 'no_day';
  const isOff = [...kinds].some((kind) => !isUnknown(kind)) || shown.some(({ open_lines }) => open_lines > 0);
  const isCovered = isWhole && uncovered.length === 0;
  const isKnown = isCovered && kinds.size === 0 && shown.every(({ balances_agree }) => balances_agree !== null);
  return {
    account: account.account || null,
    holder: account.holder,
    month,
    agrees: isOff ? false : isKnown ? true : null,
    is_whole: isWhole,
    currencies: shown,
    differences: differences.map((one) => ({
      kind: one.kind,
      currency: one.currency,
      line: one.lineId,
      credit_id: one.creditId && encodeId('crd', one.creditId),
      name: one.name,
      number: one.number,
      from: one.from,
      to: one.to,
      expected: one.expected,
      found: one.found,
      expected_seconds: one.expectedSeconds,
      found_seconds: one.foundSeconds,
    })),
    days_without_file: uncovered.map(({ from, to, isBridged }) => ({ from, to, balances_agree: isBridged })),
    files_without_balances: filesWithoutBalances.map(({ name, importedAt }) => ({
      name,
      imported_at: importedAt.toISOString(),
    })),
  };
}

function presentCurrency(part: MonthOfCurrency): InboxMonth['currencies'][number] {
  const withHours = part.rows.filter(({ partnerName }) => partnerName !== null);
  const worth = withHours.reduce((sum, { worthSeconds }) => sum + (worthSeconds ?? 0), 0);
  const booked = withHours.reduce((sum, { bookedSeconds }) => sum + bookedSeconds, 0);
  const differs = withHours.some((row) => row.worthSeconds !== null && row.worthSeconds !== row.bookedSeconds);
  const isUnknown = withHours.some(({ worthSeconds }) => worthSeconds === null);
  return {
    currency: part.currency,
    opening: presentBalance(part.opening),
    paid_in: part.paidIn,
    paid_out: part.paidOut,
    closing: presentBalance(part.closing),
    balances_agree: part.balancesAgree,
    worth_seconds: worth,
    booked_seconds: booked,
    hours_agree: differs ? false : isUnknown ? null : true,
    open_lines: part.rows.filter(({ line }) => line.state === 'open').length,
    lines: part.rows.map(({ line, partnerName, rate, worthSeconds, bookedSeconds, inBatch }) => ({
      line: presentInboxLine({ ...line, likely: null }),
      partner: partnerName,
      rate,
      worth_seconds: worthSeconds,
      booked_seconds: bookedSeconds,
      in_batch: inBatch,
    })),
  };
}

const presentBalance = (balance: FoundBalance | null) =>
  balance && { amount: balance.amount, stated_on: balance.statedOn };
