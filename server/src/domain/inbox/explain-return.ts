/** Money that goes out: which payment it takes back, if it takes one back, and what becomes of that one's hours. */
import type { InboxReason } from '@timebank/contract/console';
import { whatGoesBack } from '../matching/which-credit.ts';
import { type InboxExplaining, isCreditFor, plain, worthOf } from './facts.ts';
import { absolute, moneyText, scaled } from './money.ts';
import type { CreditFact, LineExplanation, LineFacts } from './types.ts';

/** What a line takes back: a payment of the inbox, or a credit whose payment the inbox does not have. */
interface TakenBack {
  readonly payment: LineFacts | null;
  readonly credit: CreditFact | null;
  /** By a reference of the bank or the payer, not only by member and amount. */
  readonly isNamed: boolean;
}

/** @returns undefined where the line takes nothing back */
export function explainReturn(explaining: InboxExplaining, line: LineFacts): LineExplanation | undefined {
  const taken = findPayment(explaining, line) ?? findCredit(explaining, line);
  const isReturn = line.kind === 'return';
  if (!taken) return isReturn ? plain('open', 'return_of_unknown') : undefined;
  const { payment, credit, isNamed } = taken;
  const returnsLineId = payment?.id ?? null;
  // Money that a person sends back by hand looks like any other order: a person says what it is.
  if (!isReturn && !isNamed) return { ...plain('open', 'may_be_return'), returnsLineId };
  if (payment) explaining.returnedLines.add(payment.id);
  if (!credit) return takeBackUnbooked(explaining, line, payment as LineFacts);
  const is = (reason: InboxReason, seconds: number): LineExplanation => ({
    ...{ state: 'open', reason, creditId: credit.id, returnsLineId },
    proposal: { memberId: credit.memberId, seconds, creditId: credit.id },
  });
  if (credit.isReversed) {
    return { ...plain('returned', 'reversed_by_partner'), creditId: credit.id, returnsLineId };
  }
  const returned = returnedSeconds(explaining, line, payment, credit);
  if (returned === undefined) return { ...plain('open', 'return_of_other_amount'), creditId: credit.id, returnsLineId };
  return is(returned === credit.seconds ? 'reversal_proposed' : 'partial_return_proposed', -returned);
}

/** Both movements are explained, if they are of one amount: no hours were booked, and none will be. */
function takeBackUnbooked({ found }: InboxExplaining, line: LineFacts, payment: LineFacts): LineExplanation {
  if (!isWhole(line, payment)) return { ...plain('open', 'return_of_other_amount'), returnsLineId: payment.id };
  found.set(payment.id, plain('returned', 'returned_before_booking'));
  return { ...plain('returned', 'takes_back_unbooked'), returnsLineId: payment.id };
}

/** The seconds of the credit that go back; undefined where the amounts do not say. */
function returnedSeconds(
  explaining: InboxExplaining,
  line: LineFacts,
  payment: LineFacts | null,
  credit: CreditFact,
): number | undefined {
  if (payment ? isWhole(line, payment) : false) return credit.seconds;
  const partnerId = credit.isInternal ? null : credit.partnerId;
  const worth = worthOf(explaining, line, partnerId);
  if (worth === credit.seconds) return credit.seconds;
  if (!payment || worth === undefined || line.originalAmount !== null) return undefined;
  const rest = scaled(payment.amount) + scaled(line.amount);
  if (rest <= 0n) return undefined;
  const kept = worthOf(explaining, { ...payment, amount: moneyText(rest) }, partnerId);
  return kept === undefined || kept >= credit.seconds ? undefined : credit.seconds - kept;
}

type MovedMoney = Pick<LineFacts, 'amount' | 'originalAmount'>;

/** Amounts that the payment may have had: what moved, and what it was before charges. */
const amountsOf = ({ amount, originalAmount }: MovedMoney) =>
  [absolute(amount), originalAmount].flatMap((one) => (one === null ? [] : scaled(one)));

/** Whether all of a payment goes back. */
export const isWhole = (line: MovedMoney, payment: MovedMoney) =>
  amountsOf(line).some((amount) => amountsOf(payment).includes(amount));

function findPayment(explaining: InboxExplaining, line: LineFacts): TakenBack | undefined {
  const { payments, returnedLines } = explaining;
  const newest = payments.filter(
    (one) =>
      one.accountId === line.accountId &&
      one.currency === line.currency &&
      !returnedLines.has(one.id) &&
      (one.bookedOn ?? '') <= (line.bookedOn ?? '9999'),
  );
  const taken = whatGoesBack(namesOf(line), {
    underReference: (reference) =>
      newest.find((one) => one.reference === reference && (one.isBankWide || reference === line.relatedReference)),
    underEndToEndId: (id) => newest.find(({ endToEndId }) => endToEndId === id),
    ofMember: () => newest.find((one) => isSameMember(line, one) && isWhole(line, one)) ?? samePayer(line, newest),
  });
  if (!taken) return undefined;
  return { payment: taken.found, credit: creditOfPayment(explaining, taken.found), isNamed: taken.isNamed };
}

const namesOf = ({ relatedReference, isBankWide, reference, endToEndId }: LineFacts) => ({
  references: [relatedReference, isBankWide ? reference : null],
  endToEndId,
});

const isSameMember = (line: LineFacts, payment: LineFacts) =>
  line.namedMemberId !== null && line.namedMemberId === payment.namedMemberId;

/** A return by the bank names the payer's account where it names nothing else. */
function samePayer(line: LineFacts, payments: readonly LineFacts[]): LineFacts | undefined {
  if (line.kind !== 'return' || line.payerAccount === null || line.namedMemberId !== null) return undefined;
  const [payment, other] = payments.filter((one) => one.payerAccount === line.payerAccount && isWhole(line, one));
  return other ? undefined : payment;
}

function creditOfPayment({ found, creditsById }: InboxExplaining, payment: LineFacts): CreditFact | null {
  return creditsById.get(found.get(payment.id)?.creditId ?? payment.creditId ?? '') ?? null;
}

/** A partner's credit for a payment that is on none of the files. */
function findCredit(explaining: InboxExplaining, line: LineFacts): TakenBack | undefined {
  const { takenCredits, creditsByReference, creditsByMember } = explaining;
  const isFree = (credit: CreditFact) =>
    !credit.isInternal && !credit.isReversed && !takenCredits.has(credit.id) && isCreditFor(explaining, line, credit);
  const under = (id: string) => creditsByReference.get(id)?.find(isFree);
  const isWorth = (credit: CreditFact) => worthOf(explaining, line, credit.partnerId) === credit.seconds;
  const ofMember = () =>
    (creditsByMember.get(line.namedMemberId ?? '') ?? [])
      .filter((one) => isFree(one) && isWorth(one))
      .toSorted((a, b) => (a.bookedOn < b.bookedOn ? 1 : -1))[0];
  const taken = whatGoesBack(namesOf(line), { underReference: under, underEndToEndId: under, ofMember });
  return taken && { payment: null, credit: taken.found, isNamed: taken.isNamed };
}
