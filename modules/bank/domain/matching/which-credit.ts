/**
 * Which credit a movement of the bank is for, and which payment goes back: one answer for the comparison with a partner
 * and for the inbox. What follows from it is theirs. Pure.
 */
import { DAY_MS } from '../../../../core/base/time.ts';

/** Days by which a bank may book a payment later than the partner credits it. A standing order repeats weekly at most. */
const BOOKED_LATER_DAYS_MAX = 5;

interface DatedCredit {
  readonly id: string;
  /** `YYYY-MM-DD` */
  readonly bookedOn: string;
}

/**
 * The credit of a payment that shares only its end-to-end id. A standing order repeats the id, so the money must agree and
 * the days be near; of several credits the nearest is meant.
 * @param bookedOn the payment's day; null: unknown
 * @param credits those under the id
 * @param agrees whether a credit pays for nothing else and is what the money is worth
 * @returns `isOnly`: no other credit has the id
 */
export function creditUnderId<Credit extends DatedCredit>(
  bookedOn: string | null,
  credits: readonly Credit[],
  agrees: (credit: Credit) => boolean,
): { readonly credit: Credit; readonly isOnly: boolean } | undefined {
  const laterDays = ({ bookedOn: creditedOn }: Credit) =>
    bookedOn === null ? 0 : (Date.parse(bookedOn) - Date.parse(creditedOn)) / DAY_MS;
  const [credit] = credits
    .filter((one) => laterDays(one) <= BOOKED_LATER_DAYS_MAX && agrees(one))
    .toSorted((a, b) => Math.abs(laterDays(a)) - Math.abs(laterDays(b)));
  return credit && { credit, isOnly: credits.every(({ id }) => id === credit.id) };
}

/** What money that goes back says of its payment. */
export interface ReturnNames {
  /** References of the bank: the one of the payment it names, and its own. */
  readonly references: readonly (string | null)[];
  readonly endToEndId: string | null;
}

/** How payments, or credits, are found. Who finds several that nothing tells apart says so by a `Found` of its own. */
export interface ReturnCandidates<Found> {
  readonly underReference: (reference: string) => Found | undefined;
  readonly underEndToEndId: (id: string) => Found | undefined;
  /** Of the member whom the movement names, and of the same money. */
  readonly ofMember: () => Found | undefined;
}

/** @returns `isNamed`: by a reference of the bank or the payer, not only by member and amount */
export function whatGoesBack<Found>(
  { references, endToEndId }: ReturnNames,
  { underReference, underEndToEndId, ofMember }: ReturnCandidates<Found>,
): { readonly found: Found; readonly isNamed: boolean } | undefined {
  for (const reference of references) {
    const found = reference === null ? undefined : underReference(reference);
    if (found !== undefined) return { found, isNamed: true };
  }
  const paid = endToEndId === null ? undefined : underEndToEndId(endToEndId);
  if (paid !== undefined) return { found: paid, isNamed: true };
  const alike = ofMember();
  return alike === undefined ? undefined : { found: alike, isNamed: false };
}
