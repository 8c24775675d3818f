/** What the inbox knows when it explains its lines, and the small questions that are asked of it. */

import { type AgreedRate, rateOn, secondsFor } from '../../../../core/partners/rates/rate.ts';
import type { InboxReason } from '../../contract/inbox-words.ts';
import { isOfMessages } from './alike.ts';
import { absolute, isNegative, scaled, toDecimal } from './money.ts';
import type { CreditFact, LineExplanation, LineFacts } from './types.ts';

export interface InboxFacts {
  /** Lines without a decision of a person, in the order of booking. */
  readonly lines: readonly LineFacts[];
  /** Payments that are explained, which a line may take back, and details of batches. */
  readonly settled: readonly LineFacts[];
  readonly credits: readonly CreditFact[];
  readonly activeMembers: ReadonlySet<string>;
  /** Of the community, and of partners by their id. */
  readonly rates: ReadonlyMap<number | null, readonly AgreedRate[]>;
  /** The member for whom an account pays, by the account. */
  readonly choices: ReadonlyMap<string, string>;
  /** Some account is a partner's. */
  readonly isAssigned: boolean;
  /** Lines that another line takes back already. */
  readonly returnedIds: ReadonlySet<number>;
  /** Ids of credits that pay for a line already. */
  readonly paidCredits: ReadonlySet<string>;
}

/** The facts by what is asked for, and what is found so far. */
export interface InboxExplaining extends InboxFacts {
  readonly found: Map<number, LineExplanation>;
  readonly creditsById: ReadonlyMap<string, CreditFact>;
  /** By the partner's reference, and by the payer's end-to-end id. */
  readonly creditsByReference: ReadonlyMap<string, readonly CreditFact[]>;
  readonly creditsByMember: ReadonlyMap<string, readonly CreditFact[]>;
  readonly details: ReadonlyMap<string, readonly LineFacts[]>;
  /** Payments that a line may take back, the newest first. */
  readonly payments: readonly LineFacts[];
  /** What the bank's reference of a line names, by the line's id. */
  readonly namedCredits: Map<number, CreditFact>;
  /** Credits that pay for a line. */
  readonly takenCredits: Set<string>;
  /** Lines that are taken back, those found here among them. */
  readonly returnedLines: Set<number>;
}

export function beginExplaining(facts: InboxFacts): InboxExplaining {
  const { credits, lines, settled, returnedIds, paidCredits } = facts;
  // What may be another line is none of its own until a person has said so.
  const all = [...lines, ...settled].filter(({ mayBeLineId }) => mayBeLineId === null);
  return {
    ...facts,
    found: new Map(),
    namedCredits: new Map(),
    creditsById: new Map(credits.map((credit) => [credit.id, credit])),
    creditsByReference: groupBy(credits, ({ reference, endToEndId }) => [reference, endToEndId]),
    creditsByMember: groupBy(credits, ({ memberId }) => [memberId]),
    details: groupBy(all, ({ accountId, entryReference }) => [entryReference && `${accountId} ${entryReference}`]),
    payments: all.filter(isPaidIn).toReversed(),
    takenCredits: new Set([...paidCredits, ...settled.flatMap(({ creditId }) => creditId ?? [])]),
    returnedLines: new Set(returnedIds),
  };
}

const isPaidIn = ({ amount, kind, missingDetails }: LineFacts) =>
  !isNegative(amount) && kind === 'payment' && missingDetails === null;

function groupBy<T>(items: readonly T[], keysOf: (item: T) => readonly (string | null)[]): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    for (const key of new Set(keysOf(item))) {
      if (key === null) continue;
      const group = groups.get(key);
      if (group) group.push(item);
      else groups.set(key, [item]);
    }
  }
  return groups;
}

export const plain = (state: LineExplanation['state'], reason: InboxReason): LineExplanation => ({
  ...{ state, reason },
  ...{ proposal: null, creditId: null, returnsLineId: null },
});

/** Whether the bank gave the line a number under which a partner must have credited it, if one has. */
export const hasOwnNumber = (line: Pick<LineFacts, 'format' | 'reference' | 'isBankWide'>) =>
  line.reference !== null && line.isBankWide && isOfMessages(line);

/** Whether a credit can be for a line: of the account's partner; where no account is a partner's, of any. */
export function isCreditFor({ isAssigned }: InboxFacts, { accountPartnerId }: LineFacts, credit: CreditFact): boolean {
  return !isAssigned || credit.isInternal || credit.partnerId === accountPartnerId;
}

/** Whether the details that a batch lacks came in another file: as many, and of the same sum. */
export function hasDetails(
  { details }: InboxExplaining,
  { id, accountId, reference, amount, missingDetails, shownDetails }: LineFacts,
): boolean {
  const shown = new Set([id, ...shownDetails]);
  const own = (details.get(`${accountId} ${reference}`) ?? []).filter((one) => !shown.has(one.id));
  const sum = own.reduce((total, one) => total + scaled(one.amount), 0n);
  return own.length === missingDetails && sum === scaled(amount);
}

/** The money of a line, and its day. */
export type MoneyOnDay = Pick<LineFacts, 'amount' | 'originalAmount' | 'originalCurrency' | 'currency' | 'bookedOn'>;

/**
 * Seconds that the line's money is worth on its booking day.
 * @param partnerId whose rates; null: the community's
 * @returns undefined where no rate is agreed, or the line has no currency or day
 */
export function worthOf(
  { rates }: Pick<InboxFacts, 'rates'>,
  { amount, originalAmount, originalCurrency, currency, bookedOn }: MoneyOnDay,
  partnerId: number | null = null,
): number | undefined {
  if (currency === null || bookedOn === null) return undefined;
  const rate = rateOn(rates.get(partnerId) ?? rates.get(null) ?? [], currency, bookedOn);
  // What the payer ordered in another currency is not what the community agreed on a rate for.
  const paid = originalCurrency === null || originalCurrency === currency ? originalAmount : null;
  return rate && secondsFor(toDecimal(paid ?? absolute(amount)), rate);
}
