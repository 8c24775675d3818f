/** A bank's statement against a partner's credits. Pure: what is on both sides decides the report. */
import { eachInTurns } from '../../platform/base/turns.ts';
import {
  beginComparison,
  type Compared,
  type Comparison,
  entryLine,
  firstOf,
  isPaymentIn,
  type Ledger,
  type MatchSettings,
  namedReferencesOf,
} from './comparison.ts';
import { explanationBefore, lastOf } from './corrections.ts';
import { findCredits, matchPayment } from './match-payments.ts';
import { matchReturns, mayBeReturn } from './match-returns.ts';
import type { OpenItemRow } from './queries.ts';
import { type ReportedEntry, reportCredit } from './report.ts';
import type { BankEntry } from './types.ts';

/** Compares, in the order of the statement. */
export async function matchStatement(
  entries: readonly BankEntry[],
  ledger: Ledger,
  settings: MatchSettings,
): Promise<Compared> {
  const comparison = beginComparison(ledger, settings);
  const { matches, explained, paid, uncredited } = comparison;
  const payments = entries.filter(isPaymentIn);
  const marked = entries.filter(({ direction, returned }) => direction === 'debit' && returned);
  await findCredits(comparison, payments);
  const unmarked: BankEntry[] = [];
  await eachInTurns(entries, (entry) => mayBeReturn(comparison, entry) && unmarked.push(entry));
  const returnsOfOtherAmounts = await matchReturns(comparison, [...marked, ...unmarked]);
  const known = new Set([...payments, ...marked, ...unmarked]);
  const others = entries.filter((entry) => !known.has(entry));
  await eachInTurns(others, (entry) => matches.other_movements.push(otherLine(comparison, entry)));
  matches.other_entries = matches.other_movements.length;
  await eachInTurns(paid, (payment) => matchPayment(comparison, payment));
  await listWithoutPaymentReference(comparison, payments);
  matches.amount_differs.push(...returnsOfOtherAmounts);
  await eachInTurns(uncredited, (entry) =>
    matches.on_statement_not_credited.push(entryLine(comparison, entry, null, null)),
  );
  await listOpenItems(comparison);
  return { matches, explained };
}

/** Money out has a minus here. */
function otherLine(comparison: Comparison, entry: BankEntry): ReportedEntry {
  const line = entryLine(comparison, entry, null, null);
  return entry.direction === 'debit' ? { ...line, amount: `-${line.amount}` } : line;
}

async function listWithoutPaymentReference(comparison: Comparison, payments: readonly BankEntry[]): Promise<void> {
  const { ledger, matches, paid } = comparison;
  const creditOf = new Map(paid.map(({ entry, credit }) => [entry, credit]));
  await eachInTurns(payments, (entry) => {
    if (entry.missingDetails === null && !firstOf(namedReferencesOf(entry), ledger.members)) {
      matches.no_payment_reference.push(entryLine(comparison, entry, creditOf.get(entry) ?? null, null));
    }
  });
}

/** Lists the credits and reversals that neither this file nor an earlier one explains. */
async function listOpenItems(comparison: Comparison): Promise<void> {
  const { ledger, explained, reported } = comparison;
  await eachInTurns(ledger.open, (item) => {
    if (explained.has(item.itemId) || reported.has(item.itemId)) return;
    if (!closedByCorrection(comparison, item)) listOpen(comparison, item);
  });
}

function listOpen({ settings, matches, paidCredits }: Comparison, item: OpenItemRow): void {
  const isLate = (day: string | null) => settings.lastDay === null || (day ?? '') > settings.lastDay;
  if (item.kind === 'credit') {
    const list = isLate(item.bookedOn) ? matches.waiting_for_statement : matches.credited_not_on_statement;
    list.push(reportCredit(item, 'credit'));
  } else {
    // The money is on this very file, and went back on none.
    const waits = isLate(item.reversedOn) && !paidCredits.has(item.id);
    const list = waits ? matches.waiting_for_statement : matches.reversed_without_return;
    list.push(reportCredit(item, 'reversal'));
  }
}

/** A replaced credit waits for no statement: the credit that replaced it does. */
function closedByCorrection({ ledger, explained, matches }: Comparison, item: OpenItemRow): boolean {
  const credit = ledger.credits.get(item.id) ?? item;
  const isReplaced = lastOf(credit, ledger.credits).id !== credit.id;
  const before = isReplaced ? credit.explained : explanationBefore(credit, ledger.credits);
  if (before && (isReplaced || item.kind === 'credit')) {
    const { entryReference, entryDay } = before;
    explained.set(item.itemId, {
      entryReferences: [entryReference ?? []].flat(),
      bookedOn: entryDay,
      endToEndId: null,
    });
  }
  if (isReplaced) matches.corrected.push(reportCredit(credit, item.kind === 'credit' ? 'credit' : 'reversal'));
  return explained.has(item.itemId) || isReplaced;
}
