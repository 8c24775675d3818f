/** What a table says above its names and below its rows: account, currency, balances, number of movements. */
import type { CsvRecord } from '../tables/read-records.ts';
import { figureOfLabel, isAccountLabel, isBalanceLabel } from './column-names.ts';
import { ibanWithin } from './iban.ts';
import { isMoneyOut, negatedMoney } from './money.ts';
import { amountParts, type TableAmounts } from './table-amounts.ts';
import { isDayCell } from './table-columns.ts';
import { currencyOfCell, currencyWithin, directionOfWord } from './words.ts';

export interface TableFacts {
  readonly account: string | null;
  readonly currency: string | null;
  readonly opening: string | undefined;
  readonly closing: string | undefined;
  readonly count: number | undefined;
}

const DATES = /\b\d{1,4}[./-]\d{1,2}[./-]\d{1,4}\b/g;
const AMOUNT_AT_END = /[-+]?[\d.,'\u2019 \u00a0\u202f]*\d[.,]\d{2}\s*-?\s*(?:\p{Sc}|[A-Z]{3})?\s*$/u;
const NUMBER = /[A-Z\d]*\d(?:[\d ./-]*\d)?[A-Z\d]*/g;
const ACCOUNT_DIGITS_MIN = 5;

/** Longer texts are sentences of the bank's. */
const CELL_MAX = 300;

const filledCells = ({ fields }: CsvRecord) =>
  fields.map((field) => field.trim().slice(0, CELL_MAX)).filter((field) => field !== '');

/** The cells of a row that announces a balance. */
export function balanceCells(rows: readonly CsvRecord[]): string[] {
  return rows.flatMap((row) => {
    const cells = filledCells(row);
    const figure = figureOfLabel(cells.find(isBalanceLabel) ?? cells[0] ?? '');
    return figure === 'opening' || figure === 'closing' ? (amountCell(row) ?? []) : [];
  });
}

/** The last cell that is an amount, or the amount at the end of the label's own cell. */
function amountCell(row: CsvRecord): string | undefined {
  const [label = '', ...cells] = filledCells(row);
  const apart = cells.filter((cell) => !isDayCell(cell) && amountParts(cell) !== undefined).at(-1);
  return apart ?? AMOUNT_AT_END.exec(label.replaceAll(DATES, ' '))?.[0].trim();
}

export function factsOf(rows: readonly CsvRecord[], amounts: TableAmounts): TableFacts {
  const figures = new Map<string, string>();
  let count: number | undefined;
  for (const row of rows) {
    const [first = '', ...cells] = filledCells(row);
    const label = cells.find(isBalanceLabel) ?? first;
    const figure = figureOfLabel(label);
    if (figure === 'count') count ??= cells.filter((cell) => /^\d{1,6}$/.test(cell)).map(Number)[0];
    else if (figure !== undefined && !figures.has(figure)) {
      const amount = amounts.read(amountCell(row) ?? '');
      const isOut = cells.some((cell) => cell.length <= 5 && directionOfWord(cell) === 'out');
      if (amount !== undefined) figures.set(figure, isOut && !isMoneyOut(amount) ? negatedMoney(amount) : amount);
    }
  }
  return {
    account: accountIn(rows),
    currency: currencyIn(rows),
    opening: figures.get('opening'),
    closing: figures.get('closing'),
    count,
  };
}

function accountIn(rows: readonly CsvRecord[]): string | null {
  for (const row of rows) {
    const iban = filledCells(row)
      .map(ibanWithin)
      .find((one) => one !== undefined);
    if (iban) return iban;
  }
  for (const [at, row] of rows.entries()) {
    const [label = '', ...cells] = filledCells(row);
    if (!isAccountLabel(label) || figureOfLabel(label) !== undefined) continue;
    // The number may stand below its label.
    const below = cells.length === 0 ? filledCells(rows[at + 1] ?? row).slice(0, 1) : [];
    for (const cell of [...cells, label, ...below]) {
      const numbers = cell.match(NUMBER) ?? [];
      const number = numbers.find((one) => one.replaceAll(/\D/g, '').length >= ACCOUNT_DIGITS_MIN && !isDayCell(one));
      if (number) return number;
    }
  }
  return null;
}

function currencyIn(rows: readonly CsvRecord[]): string | null {
  const cells = rows.flatMap(filledCells);
  const exact = cells.find((cell) => cell.length <= 4 && currencyOfCell(cell) !== undefined);
  return currencyOfCell(exact ?? '') ?? cells.map(currencyWithin).find((one) => one !== undefined) ?? null;
}
