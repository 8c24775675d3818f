/**
 * What each line of the inbox is, pure: the lines, the credits that are there, the members and the rates decide it.
 * Nothing is guessed: a line becomes a proposal only if the payer named one member, or a person has chosen one for the
 * payer's account.
 */
import { MAX_HOURS } from '@timebank/contract';
import { DAY_MS } from '../../../../core/base/time.ts';
import type { InboxReason } from '../../contract/inbox-words.ts';
import { creditUnderId } from '../matching/which-credit.ts';
import { explainReturn } from './explain-return.ts';
import {
  beginExplaining,
  hasDetails,
  hasOwnNumber,
  type InboxExplaining,
  type InboxFacts,
  isCreditFor,
  plain,
  worthOf,
} from './facts.ts';
import { isNegative, scaled } from './money.ts';
import type { CreditFact, LineExplanation, LineFacts } from './types.ts';

/** Days between the booking of a partner's credit and of a bank transfer that may be its. */
const DAYS_APART_MAX = 10;

/** The state of each of `facts.lines`, by its id. */
export function explainLines(facts: InboxFacts): ReadonlyMap<number, LineExplanation> {
  const explaining = beginExplaining(facts);
  const isOut = ({ amount }: LineFacts) => isNegative(amount);
  // What the bank's reference names goes first: an end-to-end id that several lines share must not take it away.
  for (const line of facts.lines.filter((one) => !isOut(one) && isPayment(explaining, one))) {
    if (!line.isBankWide) continue;
    const named = freeUnder(explaining, line, line.reference).find(({ reference }) => reference === line.reference);
    if (!named) continue;
    explaining.namedCredits.set(line.id, named);
    explaining.takenCredits.add(named.id);
  }
  // Then the id where the payer names the credit's member: who shares the id must not take it away either.
  for (const line of facts.lines.filter((one) => !isOut(one) && isPayment(explaining, one))) {
    if (explaining.namedCredits.has(line.id) || line.namedMemberId === null) continue;
    const named = underId(explaining, line, ({ memberId }) => memberId === line.namedMemberId);
    if (!named) continue;
    explaining.namedCredits.set(line.id, named);
    explaining.takenCredits.add(named.id);
  }
  for (const line of facts.lines.filter((one) => !isOut(one))) {
    explaining.found.set(line.id, explainIncoming(explaining, line));
  }
  for (const line of facts.lines.filter(isOut)) {
    explaining.found.set(line.id, explainOutgoing(explaining, line));
  }
  return explaining.found;
}

const isPayment = (explaining: InboxExplaining, line: LineFacts) =>
  line.kind === 'payment' && explainUnusual(explaining, line) === undefined;

function explainIncoming(explaining: InboxExplaining, line: LineFacts): LineExplanation {
  const unusual = explainUnusual(explaining, line);
  if (unusual) return unusual;
  const isNamed = line.names !== 'none';
  if (line.kind === 'return') return isNamed ? plain('open', 'refund_came_back') : plain('not_ours', 'own_movement');
  return explainCredited(explaining, line) ?? propose(explaining, line);
}

function explainOutgoing(explaining: InboxExplaining, line: LineFacts): LineExplanation {
  return explainUnusual(explaining, line) ?? explainReturn(explaining, line) ?? plain('not_ours', 'money_out');
}

/** Movements that are no payment of a member, in or out. */
function explainUnusual(explaining: InboxExplaining, line: LineFacts): LineExplanation | undefined {
  if (!line.isOurs) return plain(line.names === 'none' ? 'not_ours' : 'open', 'other_account');
  if (line.mayBeLineId !== null) return plain('open', 'may_be_line');
  if (line.isUnreadable) return plain('open', 'unreadable');
  if (scaled(line.amount) === 0n) return plain('not_ours', 'nothing_moved');
  if (line.missingDetails !== null) {
    return hasDetails(explaining, line) ? plain('not_ours', 'explained_by_details') : plain('open', 'details_missing');
  }
  if (line.kind === 'own') return plain('not_ours', 'own_movement');
  return line.kind === 'fee' ? plain('not_ours', 'fee') : undefined;
}

/** A partner's credit of this very transfer, if there is one. */
function explainCredited(explaining: InboxExplaining, line: LineFacts): LineExplanation | undefined {
  const credit = explaining.namedCredits.get(line.id) ?? underId(explaining, line, () => true);
  if (!credit) return undefined;
  // Nothing says whose of them the payment is.
  if (line.namedMemberId === null && isSharedId(explaining, line, credit)) return plain('open', 'may_be_credited');
  explaining.takenCredits.add(credit.id);
  const is = (state: LineExplanation['state'], reason: InboxReason) => ({
    ...plain(state, reason),
    creditId: credit.id,
  });
  if (credit.isReversed) return is('open', 'credit_reversed');
  if (line.namedMemberId !== null && line.namedMemberId !== credit.memberId) return is('open', 'credited_other_member');
  const worth = worthOf(explaining, line, credit.partnerId);
  if (worth === undefined) return is('credited', 'partner_credited_without_rate');
  return worth === credit.seconds ? is('credited', 'partner_credited') : is('open', 'credited_other_amount');
}

/** The free credit under the payer's end-to-end id, of the same money. */
function underId(
  explaining: InboxExplaining,
  line: LineFacts,
  isMeant: (credit: CreditFact) => boolean,
): CreditFact | undefined {
  const agrees = (credit: CreditFact) =>
    isMeant(credit) && worthOf(explaining, line, credit.partnerId) === credit.seconds;
  return creditUnderId(line.bookedOn, freeUnder(explaining, line, line.endToEndId), agrees)?.credit;
}

/** Whether another member has a free credit under the id, too. */
function isSharedId(explaining: InboxExplaining, line: LineFacts, credit: CreditFact): boolean {
  if (explaining.namedCredits.has(line.id)) return false;
  return underId(explaining, line, ({ memberId }) => memberId !== credit.memberId) !== undefined;
}

function freeUnder(explaining: InboxExplaining, line: LineFacts, id: string | null): CreditFact[] {
  const { takenCredits, creditsByReference } = explaining;
  return (id === null ? [] : (creditsByReference.get(id) ?? [])).filter(
    (credit) => !takenCredits.has(credit.id) && !credit.isInternal && isCreditFor(explaining, line, credit),
  );
}

const daysApart = (day: string, other: string | null) =>
  other === null ? 0 : Math.abs(Date.parse(day) - Date.parse(other)) / DAY_MS;

function propose(explaining: InboxExplaining, line: LineFacts): LineExplanation {
  const [memberId, reason] = memberOf(explaining, line);
  if (memberId === null) return plain('open', reason);
  if (line.isAsked) return plain('open', 'question');
  if (!explaining.activeMembers.has(memberId)) return plain('open', 'member_not_active');
  if (line.currency === null) return plain('open', 'no_currency');
  if (line.bookedOn === null) return plain('open', 'no_day');
  const seconds = worthOf(explaining, line);
  if (seconds === undefined) return plain('open', 'no_rate');
  if (seconds === 0) return plain('open', 'too_little');
  if (seconds > MAX_HOURS * 3600) return plain('open', 'too_much');
  if (mayBeCredited(explaining, line, memberId, seconds)) return plain('open', 'may_be_credited');
  return { ...plain('open', reason), proposal: { memberId, seconds, creditId: null } };
}

/**
 * Whether a partner may have credited this transfer: the same member and hours, some days apart, where the bank gave the
 * line no reference that tells; or under the line's reference, for another line that has it as well. A person who chooses
 * the member has looked.
 */
function mayBeCredited(explaining: InboxExplaining, line: LineFacts, memberId: string, seconds: number): boolean {
  if (line.names === 'chosen') return false;
  const { takenCredits, creditsByReference, creditsByMember } = explaining;
  const reference = line.isBankWide ? line.reference : null;
  const isNear = (credit: CreditFact) =>
    !takenCredits.has(credit.id) && daysApart(credit.bookedOn, line.bookedOn) <= DAYS_APART_MAX;
  const candidates = [
    ...(hasOwnNumber(line) ? [] : (creditsByMember.get(memberId) ?? []).filter(isNear)),
    ...(creditsByReference.get(reference ?? '') ?? []).filter((credit) => credit.reference === reference),
  ];
  return candidates.some(
    (credit) =>
      !credit.isInternal &&
      !credit.isReversed &&
      credit.memberId === memberId &&
      credit.seconds === seconds &&
      isCreditFor(explaining, line, credit),
  );
}

/** Whose payment it is, and by what; null, and why it is nobody's. */
function memberOf({ choices }: InboxFacts, line: LineFacts): [memberId: string | null, reason: InboxReason] {
  if (line.namedMemberId !== null) {
    return [line.namedMemberId, line.names === 'chosen' ? 'proposed_by_person' : 'proposed'];
  }
  if (line.names === 'several') return [null, 'several_members'];
  if (line.names === 'unreadable') return [null, 'unreadable_reference'];
  if (line.names === 'unknown') return [null, 'unknown_reference'];
  const chosen = line.payerAccount === null ? undefined : choices.get(line.payerAccount);
  return chosen === undefined ? [null, 'no_reference'] : [chosen, 'proposed_by_choice'];
}
