/** A month of a bank account: balances, every line with its hours, and what does not agree. */

import { refusal } from '../../../../core/base/refusal.ts';
import { DAY_MS, dayAfter, dayOf } from '../../../../core/base/time.ts';
import type { Database, Queryable } from '../../../../core/database/query.ts';
import { type AgreedRate, rateOn, writeRate } from '../../../../core/partners/rates/rate.ts';
import { ratesOf } from '../../../../core/partners/rates/rates.ts';
import { type MONTH_DIFFERENCES, MONTH_LINES_MAX } from '../../contract/inbox-month.ts';
import { pairsOf, selectTwiceBooked } from '../matching/queries.ts';
import { findBankAccount } from './accounts.ts';
import { type FileDays, selectDaySums, selectFileDays, selectStatementBalances } from './balance-queries.ts';
import { isWhole } from './explain-return.ts';
import { worthOf } from './facts.ts';
import { type BankAccountRow, selectBankAccounts } from './file-queries.ts';
import { isNegative, moneyText, scaled } from './money.ts';
import { type Bridge, balancesOfMonth, daysAround, type FoundBalance, type MonthDays } from './month-balances.ts';
import {
  type MonthCreditRow,
  type MonthMoneyRow,
  selectCreditsWithLine,
  selectDaylessLines,
  selectMonthCredits,
  selectMonthLines,
  selectMonthMoney,
  selectUnpaidCredits,
} from './month-queries.ts';
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
  readonly number: string | null;
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
  ...{ lineId: null, creditId: null, name: null, number: null, from: null, to: null },
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
          ({ id, currency, memberName, memberNumber, bookedOn, seconds }): DifferenceOfMonth => ({
            ...{
              ...NOTHING,
              currency,
              creditId: id,
              name: memberName,
              number: memberNumber,
              to: bookedOn,
              lineId: twice.get(id) ?? null,
            },
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
    communityId,
    accountId,
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
      currency,
      opening: found.opening,
      closing: found.closing,
      rows: some,
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
      ...{
        currency: line.currency,
        lineId: line.id,
        name: line.creditMemberName,
        number: line.creditMemberNumber,
        to: line.bookedOn,
      },
      ...{ found: line.amount, expectedSeconds: worthSeconds, foundSeconds: bookedSeconds },
    },
  ];
}

// What the lines of a month have to do with hours: what their money is worth, and what the ledger has for them. Pure.

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

function hoursOfLine(facts: MonthFacts, id: number): LineHours {
  const line = facts.money.get(id);
  const credit = facts.credits.get(line?.creditId ?? '');
  if (!line || !credit) return NO_HOURS;
  const partnerId = credit.isInternal ? null : credit.partnerId;
  const isOut = isNegative(line.amount);
  const worth = isOut ? worthOfReturn(facts, line, credit, partnerId) : worthOf(facts, line, partnerId);
  return {
    partnerName: credit.partnerName,
    partnerId,
    worthSeconds: worth ?? null,
    bookedSeconds: isOut ? -reversedSeconds(facts.credits, credit) : bookedFor(facts, line, credit),
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
    return taken && correctionOf(credits, taken) ? reversedSeconds(credits, taken) : [];
  });
  const isGone = credit.isReversed && !own.some(({ creditId }) => creditId === credit.id);
  return (isGone ? 0 : credit.seconds) + parts.reduce((sum, part) => sum + part, 0);
}

type Credits = MonthFacts['credits'];

const correctionOf = (credits: Credits, { correctedById }: MonthCreditRow) => credits.get(correctedById ?? '');

/** Seconds of a credit that its reversal took back; a credit in its place holds the rest. */
function reversedSeconds(credits: Credits, credit: MonthCreditRow): number {
  return credit.isReversed ? credit.seconds - (correctionOf(credits, credit)?.seconds ?? 0) : 0;
}

// Reads the money and the credits that the lines of a month concern.

const UNPAID_MAX = 1000;

async function readMonthFacts(
  on: Queryable,
  communityId: number,
  lines: readonly Pick<ListedLineRow, 'id' | 'returnsLineId'>[],
): Promise<MonthFacts> {
  const money = await selectMonthMoney(on, {
    communityId,
    ids: lines.map(({ id }) => id),
    returnedIds: lines.flatMap(({ returnsLineId }) => returnsLineId ?? []),
  });
  const credits = await withCorrections(
    on,
    communityId,
    money.flatMap(({ creditId }) => creditId ?? []),
  );
  const partnerIds = new Set([...credits.values()].flatMap((one) => (one.isInternal ? [] : one.partnerId)));
  const rates = await Promise.all(
    [null, ...partnerIds].map(async (id) => [id, await ratesOf(on, communityId, id)] as const),
  );
  const returns = money.filter(({ returnsLineId, state }) => returnsLineId !== null && state === 'returned');
  return {
    money: new Map(money.map((row) => [row.id, row])),
    returns: Map.groupBy(returns, ({ returnsLineId }) => returnsLineId as number),
    credits,
    rates: new Map(rates),
  };
}

/** Credits, those that they correct and those that correct them, to both ends. */
async function withCorrections(
  on: Queryable,
  communityId: number,
  ids: readonly string[],
): Promise<Map<string, MonthCreditRow>> {
  const credits = new Map<string, MonthCreditRow>();
  for (let wanted = [...new Set(ids)]; wanted.length > 0; ) {
    const rows = await selectMonthCredits(on, { communityId, ids: wanted });
    for (const row of rows) credits.set(row.id, row);
    const named = rows.flatMap(({ correctsId, correctedById }) => [correctsId ?? [], correctedById ?? []].flat());
    wanted = [...new Set(named)].filter((id) => !credits.has(id));
  }
  return credits;
}

/** Credits of partners in a month that no line pays for, neither as they are nor as they were before a correction. */
async function selectCreditsWithoutLine(
  on: Queryable,
  communityId: number,
  partnerId: number | null,
  { start, end }: MonthDays,
): Promise<MonthCreditRow[]> {
  const unpaid = await selectUnpaidCredits(on, { communityId, partnerId, start, end, limit: UNPAID_MAX });
  const chains = await withCorrections(
    on,
    communityId,
    unpaid.map(({ id }) => id),
  );
  const paid = await selectCreditsWithLine(on, { communityId, ids: [...chains.keys()] });
  const paidIds = new Set(paid.map(({ creditId }) => creditId));
  return unpaid.filter((credit) => {
    for (let one: MonthCreditRow | undefined = credit; one; one = chains.get(one.correctsId ?? '')) {
      if (paidIds.has(one.id)) return false;
    }
    return true;
  });
}

// Which days of a month no file of the bank is about. Pure.

/** Days that a statement or a file is about, both included. */
export interface CoveredDays {
  readonly firstDay: string;
  readonly lastDay: string;
}

export interface UncoveredDays {
  readonly from: string;
  readonly to: string;
  /** The bank's balances before and behind them are equal, so that what moved between, if anything did, adds up to zero. */
  readonly isBridged: boolean;
}

/** Days without a statement between equal balances that are no gap: a weekend with holidays, on which banks book nothing. */
const QUIET_DAYS_MAX = 4;

/**
 * @param bridges spans between two balances that follow from each other
 * @returns in their order; days next to each other are one entry
 */
function daysWithoutFile(
  covered: readonly CoveredDays[],
  bridges: readonly Bridge[],
  { start, end }: MonthDays,
): UncoveredDays[] {
  const found: UncoveredDays[] = [];
  for (let day = start; day < end; day = dayAfter(day)) {
    if (covered.some(({ firstDay, lastDay }) => day >= firstDay && day <= lastDay)) continue;
    const bridge = bridges.find((one) => day >= one.start && day < one.end);
    if (bridge && daysIn(bridge) <= QUIET_DAYS_MAX) continue;
    const isBridged = bridge !== undefined;
    const last = found.at(-1);
    if (last && dayAfter(last.to) === day && last.isBridged === isBridged) found.splice(-1, 1, { ...last, to: day });
    else found.push({ from: day, to: day, isBridged });
  }
  return found;
}

const daysIn = ({ start, end }: Bridge) => (Date.parse(end) - Date.parse(start)) / DAY_MS;
