/** A month of a bank account: balances, every line with its hours, and what does not agree. */
import type { MONTH_DIFFERENCES } from '@timebank/contract/console';
import { MONTH_LINES_MAX } from '@timebank/contract/console';
import { refusal } from '../../platform/base/refusal.ts';
import { DAY_MS, dayOf } from '../../platform/base/time.ts';
import type { Database, Queryable } from '../../platform/database/query.ts';
import { pairsOf, selectTwiceBooked } from '../matching/queries.ts';
import { rateOn, writeRate } from '../rates/rate.ts';
import { findBankAccount } from './accounts.ts';
import { type FileDays, selectDaySums, selectFileDays, selectStatementBalances } from './balance-queries.ts';
import { type BankAccountRow, selectBankAccounts } from './file-queries.ts';
import { isNegative, moneyText, scaled } from './money.ts';
import { type Bridge, balancesOfMonth, daysAround, type FoundBalance, type MonthDays } from './month-balances.ts';
import { daysWithoutFile, type UncoveredDays } from './month-coverage.ts';
import { readMonthFacts, selectCreditsWithoutLine } from './month-facts.ts';
import { hoursOfLine, type LineHours, type MonthFacts } from './month-hours.ts';
import { selectDaylessLines, selectMonthLines } from './month-queries.ts';
import type { ListedLineRow } from './queries.ts';
import { isAssigned } from './read-facts.ts';

export interface MonthRow extends LineHours {
  readonly line: ListedLineRow;
  /** `1/20`, on the booking day; null: none is agreed. */
  readonly rate: string | null;
  readonly inBatch: boolean;
}

export interface MonthOfCurrency {
  readonly currency: string | null;
  readonly opening: FoundBalance | null;
  readonly closing: FoundBalance | null;
  readonly balancesAgree: boolean | null;
  readonly paidIn: string;
  readonly paidOut: string;
  readonly rows: readonly MonthRow[];
}

export interface DifferenceOfMonth {
  readonly kind: (typeof MONTH_DIFFERENCES)[number];
  readonly currency: string | null;
  readonly lineId: number | null;
  readonly creditId: string | null;
  readonly name: string | null;
  readonly from: string | null;
  readonly to: string | null;
  readonly expected: string | null;
  readonly found: string | null;
  readonly expectedSeconds: number | null;
  readonly foundSeconds: number | null;
}

export interface AccountMonth {
  readonly account: BankAccountRow;
  readonly isWhole: boolean;
  readonly currencies: readonly MonthOfCurrency[];
  readonly differences: readonly DifferenceOfMonth[];
  readonly uncovered: readonly UncoveredDays[];
  /** Files of the month that were imported before balances were kept. */
  readonly filesWithoutBalances: readonly Pick<FileDays, 'name' | 'importedAt'>[];
}

/** Days before and behind a month in which a statement's balance is looked for. */
const BALANCE_DAYS_MAX = 400;
const STATEMENTS_MAX = 5000;
const FILES_MAX = 5000;
const DAYLESS_MAX = 1000;

const NOTHING = {
  ...{ lineId: null, creditId: null, name: null, from: null, to: null },
  ...{ expected: null, found: null, expectedSeconds: null, foundSeconds: null },
};

/**
 * @param written the account as a person writes it; undefined: the only one
 * @param month `YYYY-MM`
 * @throws refusal validation_failed naming the account
 */
export async function readMonth(
  database: Database,
  communityId: number,
  written: string | undefined,
  month: string,
): Promise<AccountMonth> {
  return await database.snapshot(async (on) => {
    const accounts = await selectBankAccounts(on, { communityId });
    const account = findBankAccount(accounts, written ?? null);
    if (!account) {
      const [code, message] =
        written === undefined
          ? (['required', 'Name the account: the community has none, or several.'] as const)
          : (['unknown_account', `The inbox has no account ${written}.`] as const);
      throw refusal('validation_failed', message, [{ field: 'account', code, message }]);
    }
    const days = daysOfMonth(month);
    const place = { communityId, accountId: account.id, ...days };
    const lines = await selectMonthLines(on, { ...place, limit: MONTH_LINES_MAX + 1 });
    const dayless = await selectDaylessLines(on, { ...place, limit: DAYLESS_MAX });
    const facts = await readMonthFacts(on, communityId, lines);
    const shown = lines.slice(0, MONTH_LINES_MAX).map((line) => rowOf(facts, line));
    const { currencies, breaks, bridges, statements } = await readCurrencies(on, place, days, shown);
    const span = { from: days.start, to: days.end, limit: FILES_MAX };
    const files = await selectFileDays(on, { communityId, accountId: account.id, account: account.account, ...span });
    const partnerId = isAssigned(accounts) ? account.partnerId : null;
    // Credits of partners are for some account of theirs: of this one where it is theirs, or the only one.
    const isTheirs = partnerId !== null || (!isAssigned(accounts) && accounts.length === 1);
    const unpaid = isTheirs ? await selectCreditsWithoutLine(on, communityId, partnerId, days) : [];
    const beside = await selectTwiceBooked(on, { communityId, ids: unpaid.map(({ id }) => id) });
    const twice = pairsOf(beside);
    return {
      account,
      isWhole: lines.length <= MONTH_LINES_MAX,
      currencies,
      uncovered: daysWithoutFile([...statements, ...files], bridges, days),
      filesWithoutBalances: files.filter(({ lacksBalances }) => lacksBalances),
      differences: [
        ...breaks,
        ...shown.flatMap(hoursDifference),
        ...unpaid.map(
          ({ id, currency, memberName, bookedOn, seconds }): DifferenceOfMonth => ({
            ...{ ...NOTHING, currency, creditId: id, name: memberName, to: bookedOn, lineId: twice.get(id) ?? null },
            kind: twice.has(id) ? 'may_be_booked_twice' : 'credit_without_line',
            ...{ expectedSeconds: 0, foundSeconds: seconds },
          }),
        ),
        ...dayless.map(
          ({ id, currency, amount }): DifferenceOfMonth => ({
            ...{ ...NOTHING, kind: 'no_day', currency, lineId: id, found: amount },
          }),
        ),
      ],
    };
  });
}

/** Its first day, and the first of the next month. */
function daysOfMonth(month: string): MonthDays {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return { start: `${month}-01`, end: dayOf(new Date(Date.UTC(year, number, 1))) };
}

const daysFrom = (day: string, days: number) => dayOf(new Date(Date.parse(day) + days * DAY_MS));

function rowOf(facts: MonthFacts, line: ListedLineRow): MonthRow {
  const hours = hoursOfLine(facts, line.id);
  const rates = facts.rates.get(hours.partnerId) ?? facts.rates.get(null) ?? [];
  const rate =
    line.currency === null || line.bookedOn === null ? undefined : rateOn(rates, line.currency, line.bookedOn);
  return { ...hours, line, rate: rate ? writeRate(rate) : null, inBatch: facts.money.get(line.id)?.inBatch ?? false };
}

async function readCurrencies(
  on: Queryable,
  place: { readonly communityId: number; readonly accountId: number },
  days: MonthDays,
  rows: readonly MonthRow[],
) {
  const { communityId, accountId } = place;
  const statements = await selectStatementBalances(on, {
    ...{ communityId, accountId, limit: STATEMENTS_MAX },
    ...{ from: daysFrom(days.start, -BALANCE_DAYS_MAX), to: daysFrom(days.end, BALANCE_DAYS_MAX) },
  });
  const byCurrency = Map.groupBy(statements, ({ currency }) => currency);
  const spans = [...byCurrency.values()].map((some) => daysAround(some, days));
  const sums = await selectDaySums(on, {
    ...{ communityId, accountId },
    from: spans.map(({ start }) => start).toSorted()[0] ?? days.start,
    to:
      spans
        .map(({ end }) => end)
        .toSorted()
        .at(-1) ?? days.end,
  });
  const rowsByCurrency = Map.groupBy(rows, ({ line }) => line.currency);
  const names = [...new Set([...rowsByCurrency.keys(), ...byCurrency.keys()])];
  const breaks: DifferenceOfMonth[] = [];
  const bridges: Bridge[] = [];
  const currencies = names.map((currency): MonthOfCurrency => {
    const own = sums.filter((sum) => sum.currency === currency);
    const found = balancesOfMonth(byCurrency.get(currency) ?? [], own, days);
    bridges.push(...found.bridges);
    breaks.push(...found.breaks.map((one) => ({ ...NOTHING, ...one, currency })));
    const some = rowsByCurrency.get(currency) ?? [];
    const counted = some.filter(({ inBatch }) => !inBatch).map(({ line }) => line.amount);
    const total = (amounts: readonly string[]) => moneyText(amounts.reduce((sum, one) => sum + scaled(one), 0n));
    const isKnown = found.opening !== null && found.closing !== null;
    return {
      ...{ currency, opening: found.opening, closing: found.closing, rows: some },
      balancesAgree: found.breaks.length > 0 ? false : isKnown ? true : null,
      paidIn: total(counted.filter((amount) => !isNegative(amount))),
      paidOut: total(counted.filter(isNegative)),
    };
  });
  return { currencies, breaks, bridges, statements };
}

/** A line with a credit whose hours are not what its money is worth. */
function hoursDifference({ line, partnerName, worthSeconds, bookedSeconds }: MonthRow): DifferenceOfMonth[] {
  if (partnerName === null || worthSeconds === bookedSeconds) return [];
  return [
    {
      ...NOTHING,
      kind: worthSeconds === null ? 'no_rate' : 'hours_differ',
      ...{ currency: line.currency, lineId: line.id, name: line.creditMemberName, to: line.bookedOn },
      ...{ found: line.amount, expectedSeconds: worthSeconds, foundSeconds: bookedSeconds },
    },
  ];
}
