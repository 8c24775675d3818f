/**
 * What an account held when a month began and ended, by the balances that statements name and the movements between them.
 * Pure. Money is counted in units of 10^-10.
 */
import { dayAfter } from '../../../../core/base/time.ts';
import type { DaySum, StatementBalances } from './balance-queries.ts';
import { moneyText, scaled } from './money.ts';

/** A month as days: its first, and the first of the next. */
export interface MonthDays {
  readonly start: string;
  readonly end: string;
}

/** What the account held as a day began. */
interface KnownBalance {
  readonly day: string;
  readonly amount: bigint;
  /** The day of the statement's balance: of a closing one, the day before. */
  readonly statedOn: string;
}

export interface FoundBalance {
  readonly amount: string;
  /** The day of the balance that it follows from. */
  readonly statedOn: string;
}

/** Two balances that do not follow from each other: `expected` by the earlier one and the lines between. */
export interface BalanceBreak {
  readonly kind: 'balance_gap' | 'balances_contradict';
  readonly from: string;
  readonly to: string;
  readonly expected: string;
  readonly found: string;
}

/** Days between two balances that follow from each other by the lines between; `end` is left out. */
export type Bridge = MonthDays;

export interface MonthBalances {
  /** Null: no statement says, and none near it. */
  readonly opening: FoundBalance | null;
  readonly closing: FoundBalance | null;
  readonly breaks: readonly BalanceBreak[];
  readonly bridges: readonly Bridge[];
}

/** @param sums of one currency, at least of `daysAround` the month */
export function balancesOfMonth(
  statements: readonly StatementBalances[],
  sums: readonly DaySum[],
  month: MonthDays,
): MonthBalances {
  const known = nearBalances(knownBalances(statements), month);
  return {
    opening: balanceAt(known, sums, month.start),
    closing: balanceAt(known, sums, month.end),
    breaks: breaksIn(known, sums, month),
    bridges: bridgesIn(known, sums),
  };
}

/** The days whose movements balances of a month follow from: from the last balance before it to the first one behind. */
export function daysAround(statements: readonly StatementBalances[], month: MonthDays): MonthDays {
  const days = nearBalances(knownBalances(statements), month).map(({ day }) => day);
  return {
    start: [...days, month.start].toSorted()[0] ?? month.start,
    end: [...days, month.end].toSorted().at(-1) ?? month.end,
  };
}

/** The balances as days begin, in their order. */
function knownBalances(statements: readonly StatementBalances[]): KnownBalance[] {
  const known = statements.flatMap((statement): KnownBalance[] => {
    const { opening, closing, firstDay, lastDay } = statement;
    // Where one statement ends and the next begins within a day, that balance is of no day's beginning.
    const goesOn = statements.some((next) => continues(statement, next));
    const wentOn = statements.some((before) => continues(before, statement));
    return [
      ...(opening === null || wentOn ? [] : [{ day: firstDay, amount: scaled(opening), statedOn: firstDay }]),
      ...(closing === null || goesOn ? [] : [{ day: dayAfter(lastDay), amount: scaled(closing), statedOn: lastDay }]),
    ];
  });
  return known.toSorted((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0));
}

const continues = (statement: StatementBalances, next: StatementBalances) =>
  statement !== next &&
  statement.closing !== null &&
  statement.closing === next.opening &&
  statement.firstDay <= next.firstDay &&
  statement.lastDay >= next.firstDay &&
  statement.lastDay <= next.lastDay;

function nearBalances(known: readonly KnownBalance[], { start, end }: MonthDays): KnownBalance[] {
  const first = known.findLast(({ day }) => day <= start)?.day ?? start;
  const last = known.find(({ day }) => day >= end)?.day ?? end;
  return known.filter(({ day }) => day >= first && day <= last);
}

/** By the nearest balance; of two as near, by the earlier one. */
function balanceAt(known: readonly KnownBalance[], sums: readonly DaySum[], day: string): FoundBalance | null {
  const away = (balance: KnownBalance) => Math.abs(Date.parse(balance.day) - Date.parse(day));
  const [nearest] = known.toSorted((a, b) => away(a) - away(b));
  if (!nearest) return null;
  const moved = nearest.day <= day ? movedBetween(sums, nearest.day, day) : -movedBetween(sums, day, nearest.day);
  return { amount: moneyText(nearest.amount + moved), statedOn: nearest.statedOn };
}

const movedBetween = (sums: readonly DaySum[], from: string, to: string) =>
  sums.reduce((total, { day, sum }) => (day >= from && day < to ? total + scaled(sum) : total), 0n);

function breaksIn(known: readonly KnownBalance[], sums: readonly DaySum[], { start, end }: MonthDays): BalanceBreak[] {
  return known.flatMap((later, at): BalanceBreak[] => {
    const earlier = known[at - 1];
    if (!earlier) return [];
    const expected = expectedAt(earlier, later, sums);
    const concernsMonth = earlier.day === later.day || (earlier.day < end && later.day > start);
    if (expected === later.amount || !concernsMonth) return [];
    return [
      {
        kind: earlier.day === later.day ? 'balances_contradict' : 'balance_gap',
        ...{ from: earlier.statedOn, to: later.statedOn },
        ...{ expected: moneyText(expected), found: moneyText(later.amount) },
      },
    ];
  });
}

function bridgesIn(known: readonly KnownBalance[], sums: readonly DaySum[]): Bridge[] {
  return known.flatMap((later, at): Bridge[] => {
    const earlier = known[at - 1];
    const isBridge = earlier && earlier.day < later.day && expectedAt(earlier, later, sums) === later.amount;
    return isBridge ? [{ start: earlier.day, end: later.day }] : [];
  });
}

const expectedAt = (earlier: KnownBalance, later: KnownBalance, sums: readonly DaySum[]) =>
  earlier.amount + movedBetween(sums, earlier.day, later.day);
