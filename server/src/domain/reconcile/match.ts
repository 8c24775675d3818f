/** A bank's statement against a partner's credits. Pure: what is on both sides decides the report. */
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
export function matchStatement(entries: readonly BankEntry[], ledger: Ledger, settings: MatchSettings): Compared {
  const comparison = beginComparison(ledger, settings);
  const { matches, explained, paid, uncredited } = comparison;
  const payments = entries.filter(isPaymentIn);
  const marked = entries.filter(({ direction, returned }) => direction === 'debit' && returned);
  findCredits(comparison, payments);
  const unmarked = entries.filter((entry) => mayBeReturn(comparison, entry));
  const returnsOfOtherAmounts = matchReturns(comparison, [...marked, ...unmarked]);
  const known = new Set([...payments, ...marked, ...unmarked]);
  for (const entry of entries) if (!known.has(entry)) matches.other_movements.push(otherLine(comparison, entry));
  matches.other_entries = matches.other_movements.length;
  for (const payment of paid) matchPayment(comparison, payment);
  listWithoutPaymentReference(comparison, payments);
  matches.amount_differs.push(...returnsOfOtherAmounts);
  for (const entry of uncredited) matches.on_statement_not_credited.push(entryLine(comparison, entry, null, null));
  listOpenItems(comparison);
  return { matches, explained };
}

/** Money out has a minus here. */
function otherLine(comparison: Comparison, entry: BankEntry): ReportedEntry {
  const line = entryLine(comparison, entry, null, null);
  return entry.direction === 'debit' ? { ...line, amount: `-${line.amount}` } : line;
}

function listWithoutPaymentReference(comparison: Comparison, payments: readonly BankEntry[]): void {
  const { ledger, matches, paid } = comparison;
  const creditOf = new Map(paid.map(({ entry, credit }) => [entry, credit]));
  for (const entry of payments) {
    if (entry.missingDetails === null && !firstOf(namedReferencesOf(entry), ledger.members)) {
      matches.no_payment_reference.push(entryLine(comparison, entry, creditOf.get(entry) ?? null, null));
    }
  }
}

/** Lists the credits and reversals that neither this file nor an earlier one explains. */
function listOpenItems(comparison: Comparison): void {
  const { ledger, explained, reported } = comparison;
  for (const item of ledger.open) {
    if (explained.has(item.itemId) || reported.has(item.itemId)) continue;
    if (!closedByCorrection(comparison, item)) listOpen(comparison, item);
  }
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
