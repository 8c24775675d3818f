/** What the lines of a month have to do with hours: what their money is worth, and what the ledger has for them. Pure. */
import type { AgreedRate } from '../rates/rate.ts';
import { isWhole } from './explain-return.ts';
import { worthOf } from './facts.ts';
import { isNegative, moneyText, scaled } from './money.ts';
import type { MonthCreditRow, MonthMoneyRow } from './month-queries.ts';

export interface MonthFacts {
  /** Lines of the month, those that they take back, and those that take them back, by id. */
  readonly money: ReadonlyMap<number, MonthMoneyRow>;
  /** Lines that took a payment back, by the payment's id. */
  readonly returns: ReadonlyMap<number, readonly MonthMoneyRow[]>;
  /** Credits of these lines, those that they correct and those that correct them. */
  readonly credits: ReadonlyMap<string, MonthCreditRow>;
  /** Of the community, and of partners by their id. */
  readonly rates: ReadonlyMap<number | null, readonly AgreedRate[]>;
}

export interface LineHours {
  /** Null: the line has no credit. */
  readonly partnerName: string | null;
  /** Whose rates count for it; null: the community's. */
  readonly partnerId: number | null;
  /** By the rate of the payment's booking day, rounded down to the hundredth; null: no credit, or no rate. */
  readonly worthSeconds: number | null;
  readonly bookedSeconds: number;
}

const NO_HOURS: LineHours = { partnerName: null, partnerId: null, worthSeconds: null, bookedSeconds: 0 };

export function hoursOfLine(facts: MonthFacts, id: number): LineHours {
  const line = facts.money.get(id);
  const credit = facts.credits.get(line?.creditId ?? '');
  if (!line || !credit) return NO_HOURS;
  const partnerId = credit.isInternal ? null : credit.partnerId;
  const isOut = isNegative(line.amount);
  const worth = isOut ? worthOfReturn(facts, line, credit, partnerId) : worthOf(facts, line, partnerId);
  return {
    ...{ partnerName: credit.partnerName, partnerId },
    worthSeconds: worth ?? null,
    bookedSeconds: isOut ? -takenBack(facts.credits, credit) : bookedFor(facts, line, credit),
  };
}

/** What goes back is worth what it was worth when it came. */
function worthOfReturn(
  facts: MonthFacts,
  line: MonthMoneyRow,
  credit: MonthCreditRow,
  partnerId: number | null,
): number | undefined {
  const payment = facts.money.get(line.returnsLineId ?? 0);
  const came = payment
    ? worthOf(facts, payment, partnerId)
    : worthOf(facts, { ...line, bookedOn: credit.bookedOn }, partnerId);
  if (came === undefined || !payment || isWhole(line, payment)) return came === undefined ? undefined : -came;
  const rest = moneyText(scaled(payment.amount) + scaled(line.amount));
  const kept = worthOf(facts, { ...payment, amount: rest, originalAmount: null }, partnerId);
  return kept === undefined ? undefined : kept - came;
}

/** Seconds that were booked for a payment, those among them that other lines took back: they count there. */
function bookedFor({ credits, returns }: MonthFacts, line: MonthMoneyRow, first: MonthCreditRow): number {
  let credit = first;
  for (let next = correctionOf(credits, first); next; next = correctionOf(credits, credit)) credit = next;
  const own = returns.get(line.id) ?? [];
  const parts = own.flatMap(({ creditId }) => {
    const taken = credits.get(creditId ?? '');
    return taken && correctionOf(credits, taken) ? takenBack(credits, taken) : [];
  });
  const isGone = credit.isReversed && !own.some(({ creditId }) => creditId === credit.id);
  return (isGone ? 0 : credit.seconds) + parts.reduce((sum, part) => sum + part, 0);
}

type Credits = MonthFacts['credits'];

const correctionOf = (credits: Credits, { correctedById }: MonthCreditRow) => credits.get(correctedById ?? '');

/** Seconds of a credit that its reversal took back; a credit in its place holds the rest. */
function takenBack(credits: Credits, credit: MonthCreditRow): number {
  return credit.isReversed ? credit.seconds - (correctionOf(credits, credit)?.seconds ?? 0) : 0;
}
