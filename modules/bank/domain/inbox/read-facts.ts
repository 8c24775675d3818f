/** Reads what the open lines of a community need to be explained, in a fixed number of statements. */
import { DAY_MS, dayOf } from '../../../../core/base/time.ts';
import type { Queryable } from '../../../../core/database/query.ts';
import { ratesOf } from '../../../../core/partners/rates/rates.ts';
import {
  selectActiveMembers,
  selectCreditFacts,
  selectOpenFacts,
  selectPayerChoices,
  selectSettledFacts,
  selectTakenCredits,
} from './fact-queries.ts';
import { hasOwnNumber, type InboxFacts } from './facts.ts';
import { type BankAccountRow, selectBankAccounts } from './file-queries.ts';
import { isNegative } from './money.ts';
import type { LineFacts } from './types.ts';

/** Open lines that are explained at once; the oldest go first. */
const LINES_MAX = 20_000;
/** Days before an open return in which its payment is looked for by member and amount. */
const RETURN_DAYS_MAX = 400;
/** Days before a payment without a reference in which a partner may have credited it. */
const CREDIT_DAYS_MAX = 30;
/** Later than every line: nothing is looked for. */
const NO_DAY = '9999-12-31';

export async function readInboxFacts(on: Queryable, communityId: number): Promise<InboxFacts> {
  const [lines, accounts] = await Promise.all([
    selectOpenFacts(on, { communityId, limit: LINES_MAX }),
    selectBankAccounts(on, { communityId }),
  ]);
  const out = lines.filter(({ amount }) => isNegative(amount));
  const firstDay = daysBefore(earliestOf(out), RETURN_DAYS_MAX);
  const unnumbered = lines.filter((line) => !isNegative(line.amount) && !hasOwnNumber(line));
  const creditsFrom = [firstDay, daysBefore(earliestOf(unnumbered), CREDIT_DAYS_MAX)].toSorted()[0] ?? firstDay;
  const batches = lines.filter(({ missingDetails }) => missingDetails !== null);
  const settled = await selectSettledFacts(on, {
    communityId,
    references: referencesOf([...out, ...batches]),
    memberIds: membersOf(out),
    payerAccounts: out.flatMap((line) => (line.kind === 'return' ? (line.payerAccount ?? []) : [])),
    firstDay,
  });
  const settledCredits = settled.flatMap(({ creditId }) => creditId ?? []);
  const payers = lines.flatMap(({ payerAccount }) => payerAccount ?? []);
  const choices = await selectPayerChoices(on, { communityId, payerAccounts: payers });
  const chosen = choices.map(({ memberId }) => memberId);
  const credits = await selectCreditFacts(on, {
    communityId,
    references: referencesOf(lines),
    memberIds: [...new Set([...membersOf([...out, ...unnumbered]), ...(unnumbered.length > 0 ? chosen : [])])],
    ids: settledCredits,
    firstDay: creditsFrom,
  });
  const partnerIds = [...new Set(credits.flatMap((one) => (one.isInternal ? [] : one.partnerId)))];
  const [taken, ...rates] = await Promise.all([
    selectTakenCredits(on, { communityId, ids: credits.map(({ id }) => id) }),
    ...[null, ...partnerIds].map(async (id) => [id, await ratesOf(on, communityId, id)] as const),
  ]);
  const active = await selectActiveMembers(on, { communityId, ids: [...membersOf(lines), ...chosen] });
  return {
    lines,
    settled,
    credits,
    activeMembers: new Set(active.map(({ id }) => id)),
    rates: new Map(rates),
    choices: new Map(choices.map(({ payerAccount, memberId }) => [payerAccount, memberId])),
    isAssigned: isAssigned(accounts),
    returnedIds: new Set(settled.filter((one) => one.isReturned).map(({ id }) => id)),
    paidCredits: new Set(taken.map(({ creditId }) => creditId)),
  };
}

/** Whether the community has said of an account which partner reports its transfers. */
export const isAssigned = (accounts: readonly BankAccountRow[]) => accounts.some(({ partnerId }) => partnerId !== null);

function referencesOf(lines: readonly LineFacts[]): string[] {
  const all = lines.flatMap(({ reference, endToEndId, relatedReference }) => [reference, endToEndId, relatedReference]);
  return [...new Set(all.flatMap((one) => one ?? []))];
}

const membersOf = (lines: readonly LineFacts[]) => [...new Set(lines.flatMap((line) => line.namedMemberId ?? []))];

function earliestOf(lines: readonly LineFacts[]): string | null {
  return lines.reduce<string | null>(
    (first, { bookedOn }) => (bookedOn !== null && (first === null || bookedOn < first) ? bookedOn : first),
    null,
  );
}

const daysBefore = (day: string | null, days: number) =>
  day === null ? NO_DAY : dayOf(new Date(Date.parse(day) - days * DAY_MS));
