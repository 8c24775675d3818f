/** Payments of the statement: which credit each one pays, and whether they agree. */
import { hoursFromSeconds, isReference } from '@timebank/contract';
import { eachInTurns } from '../../../../core/base/turns.ts';
import { creditUnderId } from '../matching/which-credit.ts';
import {
  amountNote,
  byIds,
  type Comparison,
  entryLine,
  firstOf,
  foldAscii,
  idsOf,
  isOfAnother,
  type MatchSettings,
  type PaidCredit,
  referencesOf,
} from './comparison.ts';
import { lastOf, replacedBy } from './corrections.ts';
import type { CreditRow } from './queries.ts';
import { listOfAmount, type Note, reportCredit } from './report.ts';
import type { BankEntry } from './types.ts';

/** Finds the credit of each payment: by its reference, else by the end-to-end id that the partner sent with the credit. */
export async function findCredits(comparison: Comparison, payments: readonly BankEntry[]): Promise<void> {
  const unnamed: BankEntry[] = [];
  await eachInTurns(payments, (entry) => findByReference(comparison, entry) || unnamed.push(entry));
  const paymentsById = await byIds(payments);
  await eachInTurns(unnamed, (entry) => {
    const credit = creditByPayment(comparison, entry, paymentsById);
    if (credit) pay(comparison, entry, credit);
    else reportUnnamed(comparison, entry);
  });
}

/** Settles a payment by its references; false if they name no credit. */
function findByReference(comparison: Comparison, entry: BankEntry): boolean {
  const { ledger, settings, seen } = comparison;
  const usable = referencesOf(entry, settings.matchBy).filter(isReference);
  if (usable.length === 0) return false;
  if (usable.some((reference) => seen.has(reference))) {
    const text = 'an earlier entry has the same reference';
    refuseReference(comparison, entry, null, { code: 'reference_repeated', text });
    return true;
  }
  for (const reference of usable) seen.add(reference);
  const named = firstOf(usable, ledger.byReference);
  if (named) {
    payNamed(comparison, entry, lastOf(named, ledger.credits));
    return true;
  }
  const [other] = usable.flatMap((reference) => ledger.byFoldedReference.get(foldAscii(reference)) ?? []);
  if (!other) return false;
  const text = `only "${other.reference}" is credited, another reference`;
  comparison.matches.case_differs.push(entryLine(comparison, entry, other, { code: 'other_case', text }));
  return true;
}

function payNamed(comparison: Comparison, entry: BankEntry, credit: CreditRow): void {
  if (isOfAnother(comparison, entry, credit)) {
    const text = 'a payment on an earlier statement has the same reference, and one credit cannot be for both';
    refuseReference(comparison, entry, credit, { code: 'reference_on_earlier_statement', text });
  } else if (comparison.paidCredits.has(credit.id)) {
    const text = 'an earlier entry pays the credit that replaced this one';
    refuseReference(comparison, entry, credit, { code: 'reference_repeated', text });
  } else {
    pay(comparison, entry, credit);
  }
}

function refuseReference(comparison: Comparison, entry: BankEntry, credit: CreditRow | null, note: Note): void {
  comparison.matches.unusable_reference.push(entryLine(comparison, entry, credit, note));
}

function pay({ paid, paidCredits, creditsByEndToEndId }: Comparison, entry: BankEntry, credit: CreditRow): void {
  paid.push({ entry, credit });
  paidCredits.set(credit.id, entry);
  if (entry.endToEndId !== null && isReference(entry.endToEndId)) {
    const linked = creditsByEndToEndId.get(entry.endToEndId) ?? new Set();
    creditsByEndToEndId.set(entry.endToEndId, linked.add(credit));
  }
}

/** The credit with the payment's end-to-end id: where one entry and one credit have it, and the amounts agree. */
function creditByPayment(
  comparison: Comparison,
  entry: BankEntry,
  paymentsById: ReadonlyMap<string, readonly BankEntry[]>,
): CreditRow | undefined {
  const { ledger, paidCredits } = comparison;
  const agrees = (credit: CreditRow) =>
    !paidCredits.has(credit.id) && !isOfAnother(comparison, entry, credit) && !amountNote(comparison, entry, credit);
  for (const id of idsOf(entry)) {
    if (paymentsById.get(id)?.length !== 1) continue;
    const sent = (ledger.byPaymentId.get(id) ?? []).map((credit) => lastOf(credit, ledger.credits));
    const found = creditUnderId(entry.bookedOn, sent, agrees);
    if (found?.isOnly) return found.credit;
  }
  return undefined;
}

function reportUnnamed(comparison: Comparison, entry: BankEntry): void {
  const references = referencesOf(entry, comparison.settings.matchBy);
  const { missingDetails } = entry;
  if (missingDetails !== null) {
    const payments = missingDetails === 1 ? 'a payment' : `a batch of ${missingDetails} payments`;
    const text = `${payments} without details; choose the camt.054, which has them, or details in the statement`;
    refuseReference(comparison, entry, null, { code: 'details_missing', text });
  } else if (references.some(isReference)) comparison.uncredited.add(entry);
  else refuseReference(comparison, entry, null, withoutReference(references[0], comparison.settings));
}

function withoutReference(reference: string | undefined, { matchBy }: MatchSettings): Note {
  if (reference !== undefined) return { code: 'not_a_reference', text: `"${reference}" names no transfer` };
  return matchBy === 'entry_reference'
    ? { code: 'no_entry_reference', text: 'the bank gave no entry reference of its own' }
    : { code: 'no_end_to_end_id', text: 'the payer gave no end-to-end id' };
}

/** Compares a payment with its credit, and closes the credits that this one replaced. */
export function matchPayment(comparison: Comparison, { entry, credit }: PaidCredit): void {
  const { ledger, matches } = comparison;
  const note = amountNote(comparison, entry, credit) ?? twiceNote(comparison, credit);
  const line = entryLine(comparison, entry, credit, note);
  const agrees = note === null && !line.member_differs;
  settle(comparison, entry, credit.id, agrees);
  for (const replaced of replacedBy(credit, ledger.credits)) {
    matches.corrected.push(reportCredit(replaced, 'credit'));
    for (const id of [replaced.id, replaced.reversalId ?? '']) settle(comparison, entry, id, agrees);
  }
  if (note !== null) listOfAmount(matches, note).push(line);
  // Hours that were taken back although the money stayed: `listOpenItems` reports the reversal.
  else if (!credit.reversalId || isReturned(comparison, credit.reversalId, credit)) matches.matched.push(line);
}

/** Two equal payments look the same: a person says whether it is one. */
function twiceNote({ ledger }: Comparison, { id, amountSeconds }: CreditRow): Note | null {
  const line = ledger.twice.get(id);
  if (line === undefined) return null;
  const hours = hoursFromSeconds(amountSeconds);
  const text = `booked twice? The inbox has booked ${hours} h for line ${line}, which has no reference of the bank, to the same member`;
  return { code: 'may_be_booked_twice', text };
}

function settle({ explained, reported }: Comparison, entry: BankEntry, transferId: string, agrees: boolean): void {
  if (agrees) explained.set(transferId, entry);
  else reported.add(transferId);
}

function isReturned({ explained }: Comparison, reversalId: string, { reversalExplained }: CreditRow): boolean {
  return reversalExplained !== null || explained.has(reversalId);
}
