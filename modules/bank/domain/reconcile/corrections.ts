/** Credits that stand for one payment: a credit, what replaced it when it was wrong, and so on. */
import type { CreditRow, Explanation } from './queries.ts';

/** By id, with all that they correct and that corrects them. */
export type Credits = ReadonlyMap<string, CreditRow>;

/** The credit that represents the payment now. */
export function lastOf(credit: CreditRow, credits: Credits): CreditRow {
  const next = credit.correctedById === null ? undefined : credits.get(credit.correctedById);
  // The money went back: what was booked after that is not for this payment.
  return next && !isReturned(credit) ? lastOf(next, credits) : credit;
}

/** The credits that a credit replaced, the latest first, as far as the payment is one. */
export function replacedBy(credit: CreditRow, credits: Credits): CreditRow[] {
  const before = credit.correctsId === null ? undefined : credits.get(credit.correctsId);
  return before && !isReturned(before) ? [before, ...replacedBy(before, credits)] : [];
}

/** The explanation by an earlier file of the payment that this credit corrects; undefined if there is none. */
export function explanationBefore(credit: CreditRow, credits: Credits): Explanation | undefined {
  const same = replacedBy(credit, credits).find(({ explained }) => explained);
  // The file agreed with another amount.
  return same?.amountSeconds === credit.amountSeconds ? (same.explained ?? undefined) : undefined;
}

/** A return explains the reversal. One that was closed with its correction has the payment's own entry. */
function isReturned({ explained, reversalExplained }: CreditRow): boolean {
  if (reversalExplained === null) return false;
  const { entryReference, entryDay } = reversalExplained;
  return entryReference === null || entryReference !== explained?.entryReference || entryDay !== explained.entryDay;
}
