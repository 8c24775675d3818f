/** From the records of a table or a worksheet to statements: names, how cells are written, movements, proofs. */
import { guessDates, plainDay } from '../tables/formats.ts';
import type { CsvRecord } from '../tables/read-records.ts';
import type { DateOrder } from '../tables/record-types.ts';
import { currencyOfName, figureOfLabel, isBalanceLabel } from './column-names.ts';
import { daysOfLines, statedBalances } from './line.ts';
import { isMoneyOut } from './money.ts';
import { CURRENCY_QUESTION, dateQuestion } from './questions.ts';
import { readAmounts } from './table-amounts.ts';
import {
  chosenColumns,
  completedColumns,
  guessedColumns,
  isDayCell,
  isTableOfMovements,
  knownNamesIn,
  namedColumns,
  type TableColumns,
  writtenColumns,
} from './table-columns.ts';
import { balanceCells, factsOf, type TableFacts } from './table-facts.ts';
import { areBalancesRunning, balancesOfTable, proofsOfTable } from './table-proofs.ts';
import { detailOfRow, isMovementRow, movementOfRow, type TableMovement, type TableReading } from './table-rows.ts';
import { withSignsOfBalances } from './table-signs.ts';
import {
  type BankAnswers,
  type BankFile,
  BankFileFault,
  type BankFormat,
  type BankQuestion,
  type BankStatement,
} from './types.ts';
import { currencyOfCell, currencyOfIban } from './words.ts';

interface Sheet {
  readonly format: BankFormat;
  readonly notes: string[];
}

/** The parts of a table. */
interface Layout {
  readonly columns: TableColumns;
  /** Rows above the names and below the movements. */
  readonly around: readonly CsvRecord[];
  readonly rows: readonly CsvRecord[];
  readonly question: BankQuestion | undefined;
}

const HEADER_RECORDS = 80;

/** Reads the movements of a table. @throws BankFileFault */
export function readSheet(records: readonly CsvRecord[], answers: BankAnswers, { format, notes }: Sheet): BankFile {
  const layout = layoutOf(records, answers);
  const { reading, questions } = readingOf(layout, answers, notes);
  const { has } = layout.columns;
  const isMarked = has('direction') || has('debit') || has('credit') || has('gross');
  const found = movementsOf(layout, reading);
  const movements = isMarked ? found : withSignsOfBalances(found, reading.facts.opening);
  const file = fileOf(movements, reading, format, answers);
  return {
    ...file,
    questions: [...(layout.question ? [layout.question] : []), ...questions, ...file.questions],
    notes,
  };
}

function layoutOf(records: readonly CsvRecord[], answers: BankAnswers): Layout {
  const scores = records.slice(0, HEADER_RECORDS).map(({ fields }) => knownNamesIn(fields));
  const best = scores.indexOf(Math.max(...scores));
  const header = records[best];
  const body = records.slice(best + 1);
  if (header && (scores[best] ?? 0) >= 2) {
    const names = header.fields.map((name) => name.trim());
    const rows = body.filter(({ fields }) => !isSameHeader(fields, names));
    const columns =
      chosenColumns(answers.columns ?? '', names) ??
      namedColumns(
        names,
        rows.filter((row) => isLong(row, names)),
      );
    const completed = isTableOfMovements(columns) ? columns : completedColumns(columns, rows);
    if (completed) {
      const { below, inside } = split(rows, completed);
      const question = completed === columns ? undefined : columnsQuestion(completed);
      return { columns: completed, rows: inside, around: [...records.slice(0, best), ...below], question };
    }
  }
  return guessedLayout(records, answers);
}

const isSameHeader = (fields: readonly string[], names: readonly string[]) =>
  fields.length > 2 && names.every((name, at) => (fields[at] ?? '').trim() === name);
const isLong = ({ fields }: CsvRecord, names: readonly string[]) =>
  fields.filter((field) => field.trim() !== '').length >= Math.min(2, names.length);

/** Rows that announce a balance or a number of movements are no movements. */
function split(rows: readonly CsvRecord[], columns: TableColumns) {
  const isFigure = ({ fields }: CsvRecord) => {
    const days = columns.cells(['booked', 'day', 'value'], fields);
    const hasAmount = columns.cells(['amount', 'debit', 'credit', 'gross', 'net'], fields).length > 0;
    const label = fields.map((field) => field.trim()).find((field) => field !== '' && !isDayCell(field)) ?? '';
    if (fields.some(isBalanceLabel)) return true;
    return (!days.some(isDayCell) || !hasAmount) && figureOfLabel(label) !== undefined;
  };
  return { below: rows.filter(isFigure), inside: rows.filter((row) => !isFigure(row)) };
}

/** Without known names: the cells show what they are. @throws BankFileFault */
function guessedLayout(records: readonly CsvRecord[], answers: BankAnswers): Layout {
  const width = Math.max(0, ...records.map(({ fields }) => fields.length));
  const first = records.findIndex(({ fields }) => fields.some(isDayCell) && fields.length >= Math.min(width, 3));
  const rows = first === -1 ? [] : records.slice(first);
  const around = records.slice(0, first === -1 ? 0 : first);
  const above = around.at(-1)?.fields ?? [];
  const names = Array.from({ length: width }, (_, at) => (above.length === width ? (above[at] ?? '').trim() : ''));
  const isProven = (columns: TableColumns) => {
    const { reading } = readingOf({ columns, rows, around, question: undefined }, answers, []);
    return areBalancesRunning(rows.map((row) => movementOfRow(row, reading)));
  };
  const chosen = chosenColumns(answers.columns ?? '', names);
  const columns = width < 3 ? undefined : (chosen ?? guessedColumns(names, rows, isProven));
  if (!columns || rows.length === 0) {
    const found = (records[0]?.fields ?? []).join(', ').slice(0, 100);
    const message = `The file is no statement that is known: neither its names nor its rows (first line: "${found}") show a day and an amount. Choose camt.053, MT940, OFX or CSV of the movements in e-banking.`;
    throw new BankFileFault('no_columns', message, { found });
  }
  const isSure = chosen !== undefined || columns.has('balance');
  // A summary may stand before the first movement.
  const from = rows.findIndex(({ fields }) => isDayCell(columns.cell('booked', fields)));
  const parts = {
    columns,
    rows: rows.slice(Math.max(from, 0)),
    around: [...around, ...rows.slice(0, Math.max(from, 0))],
  };
  return { ...parts, question: isSure ? undefined : columnsQuestion(columns) };
}

const columnsQuestion = (columns: TableColumns): BankQuestion => ({
  key: 'columns',
  question: 'Which columns hold the day, the amount and the texts?',
  options: null,
  suggested: writtenColumns(columns),
});

function readingOf({ columns, rows, around }: Layout, answers: BankAnswers, notes: string[]) {
  const cellsOf = (...roles: Parameters<TableColumns['cells']>[0][number][]) =>
    rows.flatMap(({ fields }) => columns.cells(roles, fields));
  const dayCells = cellsOf('booked', 'day', 'value');
  const chosen = answers.dates === 'dmy' || answers.dates === 'mdy' ? answers.dates : undefined;
  const dates = guessDates(dayCells, { chosen });
  const money = cellsOf('amount', 'debit', 'credit', 'balance', 'gross', 'net', 'fee', 'original', 'detailAmount');
  const written = [...money, ...balanceCells(around)];
  // Grouped thousands are likelier than three decimals of money.
  const suggested = written.some((cell) => /[.]\d{3}\b/.test(cell)) ? 'comma' : 'point';
  const amounts = readAmounts(written, answers, suggested);
  const facts = withAnswers(factsOf(around, amounts), answers);
  // A sort code is British, apart or before the number.
  const isBritish = columns.has('sortCode') || /^'?\d\d-\d\d-\d\d\b/.test(cellsOf('account')[0] ?? '');
  const named = columns.names.map((name, at) => (isMoneyRole(columns.roles[at]) ? currencyOfName(name) : undefined));
  const fromNames = named.find((one) => one !== undefined);
  const currency = facts.currency ?? fromNames ?? (isBritish ? 'GBP' : null);
  const debits = cellsOf('debit').flatMap((cell) => amounts.read(cell) ?? []);
  const reading: TableReading = {
    ...{ columns, amounts, facts, currency, notes },
    order: dates.by === 'unclear' ? suggestedOrder(dayCells, currency) : dates.order,
    isGross: answers.gross !== 'net',
    areDebitsSigned: debits.every((amount) => isMoneyOut(amount) || amount === '0.00'),
  };
  const questions = [
    dates.by === 'unclear' ? dateQuestion(dates.written ?? '', reading.order ?? 'dmy') : undefined,
    amounts.question,
    ...(answers.gross === undefined ? [grossQuestion(rows, reading)] : []),
  ].filter((one) => one !== undefined);
  return { reading, questions };
}

const isMoneyRole = (role: string | undefined) =>
  ['amount', 'debit', 'credit', 'balance', 'gross'].includes(role ?? '');

function withAnswers(facts: TableFacts, { account, currency }: BankAnswers): TableFacts {
  return {
    ...facts,
    account: facts.account ?? (account?.trim() || null),
    currency: facts.currency ?? currencyOfCell(currency ?? '') ?? null,
  };
}

/** The order under which the days go one way; both or none: that of the currency's country. */
function suggestedOrder(cells: readonly string[], currency: string | null): DateOrder {
  const goesOneWay = (order: DateOrder) => {
    const days = cells.map((cell) => plainDay(cell, order));
    return (
      days.every((day, at) => at === 0 || day >= (days[at - 1] ?? '')) ||
      days.every((day, at) => at === 0 || day <= (days[at - 1] ?? ''))
    );
  };
  if (goesOneWay('mdy') !== goesOneWay('dmy')) return goesOneWay('mdy') ? 'mdy' : 'dmy';
  return currency === 'USD' ? 'mdy' : 'dmy';
}

/** A payment of which a service kept a part. */
function grossQuestion(rows: readonly CsvRecord[], { columns, amounts }: TableReading): BankQuestion | undefined {
  for (const { fields } of rows) {
    const gross = amounts.read(columns.cell('gross', fields));
    const net = amounts.read(columns.cell('net', fields));
    if (gross === undefined || net === undefined || gross === net || isMoneyOut(gross)) continue;
    const currency = currencyOfCell(columns.cell('currency', fields)) ?? '';
    const question = `${gross} ${currency} were paid and ${net} ${currency} arrived: does the gross or the net amount count?`;
    return { key: 'gross', question, options: ['gross', 'net'], suggested: 'gross' };
  }
  return undefined;
}

function movementsOf({ columns, rows }: Layout, reading: TableReading): TableMovement[] {
  const movements: TableMovement[] = [];
  for (const row of rows) {
    const last = movements.at(-1);
    if (isMovementRow(columns, row.fields)) movements.push(movementOfRow(row, reading));
    else if (columns.cell('detailAmount', row.fields) !== '' && last)
      last.details.push(detailOfRow(row, last, reading));
    else if (last) {
      // A text that goes on in a row of its own.
      const texts = columns.cells(['text', 'structured', 'description'], row.fields);
      movements[movements.length - 1] = { ...last, line: { ...last.line, texts: [...last.line.texts, ...texts] } };
    }
  }
  return movements;
}

function fileOf(movements: readonly TableMovement[], reading: TableReading, format: BankFormat, answers: BankAnswers) {
  const accounts = Map.groupBy(movements, ({ account }) => account);
  if (accounts.size === 0) accounts.set(reading.facts.account, []);
  const own = new Set([...accounts.keys()].filter((account) => account !== null));
  const facts = accounts.size === 1 ? reading.facts : undefined;
  const statements = [...accounts].map(([account, all]): BankStatement => {
    const lines = all
      .flatMap(({ line, details }) => (details.length > 0 ? details : [line]))
      .map((line) =>
        own.has(line.payerAccount ?? '') && line.kind === 'payment' ? { ...line, kind: 'own' as const } : line,
      );
    const currencies = new Set(lines.filter(({ isUnreadable }) => !isUnreadable).map((line) => line.currency));
    return {
      ...{ format, kind: 'final', account, number: null, ...daysOfLines(lines) },
      currency: currencies.size === 1 ? ([...currencies][0] ?? null) : currencies.size === 0 ? reading.currency : null,
      proofs: proofsOfTable(account, all, facts, reading.notes),
      lines,
      ...(currencies.size > 1 ? {} : statedBalances(balancesOfTable(all, facts), lines, daysOfLines(lines))),
    };
  });
  const isUnknown = movements.some(({ line }) => line.currency === null && !line.isUnreadable);
  const question = { ...CURRENCY_QUESTION, suggested: currencyOfIban([...own][0] ?? null) };
  return {
    statements: statements,
    questions: isUnknown && currencyOfCell(answers.currency ?? '') === undefined ? [question] : [],
  };
}
