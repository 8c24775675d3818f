/** Money that goes out: which payment it takes back, if it takes one back, and what becomes of that one's hours. */
import type { InboxReason } from '../../contract/inbox-words.ts';
import { whatGoesBack } from '../matching/which-credit.ts';
import { isOtherAccount } from './alike.ts';
import { type InboxExplaining, isCreditFor, plain, worthOf } from './facts.ts';
import { absolute, moneyText, scaled } from './money.ts';
import type { CreditFact, LineExplanation, LineFacts } from './types.ts';

/** What a line takes back: a payment of the inbox, or a credit whose payment the inbox does not have. */
interface ReturnTarget {
  readonly payment: LineFacts | null;
  readonly credit: CreditFact | null;
  /** By a reference of the bank or the payer, not only by member and amount. */
  readonly isNamed: boolean;
}

/** Payments, or credits, that nothing tells apart: a person says which one goes back. */
const SEVERAL = Symbol('several');
type SeveralMark = typeof SEVERAL;

/** @returns undefined where the line takes nothing back */
export function explainReturn(explaining: InboxExplaining, line: LineFacts): LineExplanation | undefined {
  const taken = findPayment(explaining, line) ?? findCredit(explaining, line);
  const isReturn = line.kind === 'return';
  if (taken === SEVERAL) return plain('open', isReturn ? 'return_of_several' : 'may_be_return');
  if (!taken) return isReturn ? plain('open', 'return_of_unknown') : undefined;
  const { payment, credit, isNamed } = taken;
  const returnsLineId = payment?.id ?? null;
  // Money that a person sends back by hand looks like any other order: a person says what it is.
  if (!isReturn && !isNamed) return { ...plain('open', 'may_be_return'), returnsLineId };
  if (payment) explaining.returnedLines.add(payment.id);
  if (!credit) return explainUnbookedReturn(explaining, line, payment as LineFacts);
  const is = (reason: InboxReason, seconds: number): LineExplanation => ({
    state: 'open',
    reason,
    creditId: credit.id,
    returnsLineId,
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
function explainUnbookedReturn({ found }: InboxExplaining, line: LineFacts, payment: LineFacts): LineExplanation {
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

/**
 * The one that a key names: not one that the line's other words contradict; of several, the one of the same money.
 * @returns undefined: none
 */
function pick<Found>(some: readonly Found[], isOfMoney: (one: Found) => boolean): Found | SeveralMark | undefined {
  const ofMoney = some.filter(isOfMoney);
  const [only, other] = ofMoney.length > 0 ? ofMoney : some;
  return other === undefined ? only : SEVERAL;
}

function findPayment(explaining: InboxExplaining, line: LineFacts): ReturnTarget | SeveralMark | undefined {
  const { payments, returnedLines } = explaining;
  const newest = payments.filter(
    (one) =>
      one.accountId === line.accountId &&
      one.currency === line.currency &&
      !returnedLines.has(one.id) &&
      (one.bookedOn ?? '') <= (line.bookedOn ?? '9999') &&
      !contradicts(explaining, line, one),
  );
  const pickOf = (some: readonly LineFacts[]) => pick(some, (one) => isWhole(line, one));
  const taken = whatGoesBack<LineFacts | SeveralMark>(namesOf(line), {
    underReference: (reference) =>
      pickOf(
        newest.filter((one) => one.reference === reference && (one.isBankWide || reference === line.relatedReference)),
      ),
    underEndToEndId: (id) => pickOf(newest.filter(({ endToEndId }) => endToEndId === id)),
    ofMember: () => newest.find((one) => isSameMember(line, one) && isWhole(line, one)) ?? samePayer(line, newest),
  });
  if (!taken || taken.found === SEVERAL) return taken && SEVERAL;
  return { payment: taken.found, credit: creditOfPayment(explaining, taken.found), isNamed: taken.isNamed };
}

/** Whether a movement names another member, or another payer's account, than a payment has: a shared id is not enough. */
function contradicts(explaining: InboxExplaining, line: LineFacts, payment: LineFacts): boolean {
  if (isOtherAccount(line.payerAccount, payment.payerAccount)) return true;
  // Whom a person chose the payer has not named, and a return repeats the payer's words.
  if (line.namedMemberId === null || payment.names === 'chosen') return false;
  const members = [payment.namedMemberId, creditOfPayment(explaining, payment)?.memberId].filter(Boolean);
  return members.length > 0 && !members.includes(line.namedMemberId);
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
function findCredit(explaining: InboxExplaining, line: LineFacts): ReturnTarget | SeveralMark | undefined {
  const { takenCredits, creditsByReference, creditsByMember } = explaining;
  const isFree = (credit: CreditFact) =>
    !credit.isInternal && !credit.isReversed && !takenCredits.has(credit.id) && isCreditFor(explaining, line, credit);
  const isOfMember = ({ memberId }: CreditFact) => line.namedMemberId === null || line.namedMemberId === memberId;
  const isWorth = (credit: CreditFact) => worthOf(explaining, line, credit.partnerId) === credit.seconds;
  const under = (id: string) => {
    const all = (creditsByReference.get(id) ?? []).filter((credit) => isFree(credit) && isOfMember(credit));
    const own = all.filter(({ reference }) => reference === id);
    return pick(own.length > 0 ? own : all, isWorth);
  };
  const ofMember = () =>
    (creditsByMember.get(line.namedMemberId ?? '') ?? [])
      .filter((one) => isFree(one) && isWorth(one))
      .toSorted((a, b) => (a.bookedOn < b.bookedOn ? 1 : -1))[0];
  const taken = whatGoesBack<CreditFact | SeveralMark>(namesOf(line), {
    underReference: under,
    underEndToEndId: under,
    ofMember,
  });
  if (!taken || taken.found === SEVERAL) return taken && SEVERAL;
  return { payment: null, credit: taken.found, isNamed: taken.isNamed };
}
