/** Returned payments of the statement: which reversal explains each one. */
import { isReference } from '@timebank/contract';
import { isSameAmount } from '../../../../core/base/decimal.ts';
import { mapInTurns } from '../../../../core/base/turns.ts';
import { whatGoesBack } from '../matching/which-credit.ts';
import {
  amountNote,
  byIds,
  type Comparison,
  entryLine,
  firstOf,
  idsOf,
  isSameEntry,
  namedReferencesOf,
  referencesOf,
} from './comparison.ts';
import { lastOf } from './corrections.ts';
import type { CreditRow } from './queries.ts';
import type { Note, ReportedEntry } from './report.ts';
import type { BankEntry } from './types.ts';

type EntriesById = ReadonlyMap<string, readonly BankEntry[]>;

/**
 * Matches the returns. Their payments must have been searched for credits: a return may precede its payment, and decides
 * how that is reported.
 * @returns lines of those whose amount is not the credit's: payments are listed before them
 */
export async function matchReturns(comparison: Comparison, returns: readonly BankEntry[]): Promise<ReportedEntry[]> {
  const uncreditedById = await byIds(comparison.uncredited);
  const lines = await mapInTurns(returns, (entry) => matchReturn(comparison, entry, uncreditedById));
  return lines.flatMap((line) => line ?? []);
}

/** @returns its line if its amount differs from the credit's; any other line is in the matches already */
function matchReturn(comparison: Comparison, entry: BankEntry, uncreditedById: EntriesById): ReportedEntry | undefined {
  const { matches, explained, reported } = comparison;
  const credit = returnedCredit(comparison, entry, uncreditedById);
  if (!credit) return void reportWithoutCredit(comparison, entry, uncreditedById);
  if (!credit.reversalId) {
    const note: Note =
      entry.kind === 'return'
        ? { code: 'not_reversed', text: 'its credit is not reversed' }
        : {
            code: 'may_be_return',
            text: 'it may be a return: it has an id, or the member and the amount, of a payment',
          };
    matches.returned_without_reversal.push(entryLine(comparison, entry, credit, note));
    return undefined;
  }
  const note = amountNote(comparison, entry, credit);
  if (note !== null) {
    reported.add(credit.reversalId);
    return entryLine(comparison, entry, credit, note);
  }
  const earlier = credit.reversalExplained;
  if (explained.has(credit.reversalId) || (earlier && !isSameEntry(entry, earlier))) {
    const text = 'another entry is the return of this credit already';
    matches.returned_without_credit.push(entryLine(comparison, entry, credit, { code: 'returned_twice', text }));
    return undefined;
  }
  explained.set(credit.reversalId, entry);
  matches.returned.push(entryLine(comparison, entry, credit, null));
  return undefined;
}

/**
 * Whether a debit that nothing marks as a return has a known payment's reference or end-to-end id, or names a member who
 * was credited for as much.
 */
export function mayBeReturn(comparison: Comparison, entry: BankEntry): boolean {
  if (entry.direction !== 'debit' || entry.kind !== 'payment') return false;
  return returnedCredit(comparison, entry, new Map()) !== undefined;
}

/** The credit of the member whom a movement names, for the same money. */
function creditOfNamed(comparison: Comparison, entry: BankEntry): CreditRow | undefined {
  const { ledger, paid, explained } = comparison;
  const member = firstOf(namedReferencesOf(entry), ledger.members);
  if (!member) return undefined;
  const candidates = [
    ...paid.map(({ credit }) => credit),
    ...ledger.open.map((item) => ledger.credits.get(item.id) ?? item),
  ];
  const fitting = candidates.filter(
    (credit) => credit.memberId === member.id && amountNote(comparison, entry, credit) === null,
  );
  // A return that the bank marks has a reversal to explain; what nothing marks asks for one.
  const waits = ({ reversalId, reversalExplained }: CreditRow) =>
    reversalId !== null && reversalExplained === null && !explained.has(reversalId);
  const reversed = entry.kind === 'return' ? fitting.find(waits) : undefined;
  return reversed ?? fitting.find(({ reversalId }) => !reversalId) ?? fitting[0];
}

/** The credit whose payment came back. */
function returnedCredit(comparison: Comparison, entry: BankEntry, uncreditedById: EntriesById): CreditRow | undefined {
  const { ledger, settings } = comparison;
  const own = new Set(referencesOf(entry, settings.matchBy));
  const names = { references: [entry.relatedReference, ...idsOf(entry)], endToEndId: entry.endToEndId };
  const found = whatGoesBack(names, {
    underReference(reference) {
      const paid = own.has(reference) || reference === entry.relatedReference;
      const named = ledger.byReversalReference.get(reference) ?? (paid ? ledger.byReference.get(reference) : undefined);
      return named && lastOf(named, ledger.credits);
    },
    underEndToEndId: () => linkedCredit(comparison, entry, uncreditedById),
    ofMember: () =>
      uncreditedPayment(comparison, entry, uncreditedById) ? undefined : creditOfNamed(comparison, entry),
  });
  return found?.found;
}

/** The credit whose payment has the return's end-to-end id, if only one payment has it. */
function linkedCredit(
  { ledger, creditsByEndToEndId }: Comparison,
  { endToEndId }: BankEntry,
  uncreditedById: EntriesById,
): CreditRow | undefined {
  if (endToEndId === null || !isReference(endToEndId) || uncreditedById.has(endToEndId)) return undefined;
  const linked = new Map<string, CreditRow>();
  for (const found of [creditsByEndToEndId, ledger.byEndToEndId, ledger.byPaymentId]) {
    for (const each of found.get(endToEndId) ?? []) {
      const credit = lastOf(each, ledger.credits);
      linked.set(credit.id, credit);
    }
  }
  return linked.size === 1 ? [...linked.values()][0] : undefined;
}

/** Reports a return without a credit; if its payment is in this file, both are reported as one line. */
function reportWithoutCredit(comparison: Comparison, entry: BankEntry, uncreditedById: EntriesById): void {
  const { matches, uncredited } = comparison;
  const payment = uncreditedPayment(comparison, entry, uncreditedById);
  if (payment) {
    uncredited.delete(payment);
    const text = `returned by ${entry.place}, never credited`;
    matches.returned_uncredited.push(entryLine(comparison, payment, null, { code: 'returned_in_file', text }));
    return;
  }
  const text = 'no credit of this payment is known';
  matches.returned_without_credit.push(entryLine(comparison, entry, null, { code: 'no_credit_known', text }));
}

/** The payment of this file that came back whole and was never credited, if only one can be meant. */
function uncreditedPayment(
  { ledger, creditsByEndToEndId, uncredited }: Comparison,
  entry: BankEntry,
  uncreditedById: EntriesById,
): BankEntry | undefined {
  const shared = [entry.relatedReference ?? [], ...idsOf(entry)]
    .flat()
    .find((reference) => uncreditedById.has(reference));
  const [payment, another] = uncreditedById.get(shared ?? '') ?? [];
  if (!payment || another || !uncredited.has(payment)) return undefined;
  const alsoCredited = creditsByEndToEndId.has(shared ?? '') || ledger.byEndToEndId.has(shared ?? '');
  if (shared === entry.endToEndId && alsoCredited) return undefined;
  return payment.currency === entry.currency && isSameAmount(payment.amount, entry.amount) ? payment : undefined;
}
