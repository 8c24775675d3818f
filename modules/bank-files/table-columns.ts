/** What each column of a bank's table holds: by its name, checked against its cells; without names by the cells alone. */
import { isDay } from '@timebank/contract';
import { plainDay } from '../tables/formats.ts';
import type { CsvRecord } from '../tables/read-records.ts';
import { isGenericName, roleOfName, TABLE_ROLES, type TableRole } from './column-names.ts';
import { checkedIban } from './national-ibans.ts';
import { amountParts } from './table-amounts.ts';
import { currencyOfCell, directionOfWord } from './words.ts';

/** The columns of a table by what they hold. */
export interface TableColumns {
  readonly names: readonly string[];
  readonly roles: readonly (TableRole | undefined)[];
  has(role: TableRole): boolean;
  /** The first cell of the role that is not empty; '' where there is none. */
  cell(role: TableRole, fields: readonly string[]): string;
  /** The cells of some roles that are not empty, in the order of the file. */
  cells(roles: readonly TableRole[], fields: readonly string[]): string[];
}

const DAYS: readonly TableRole[] = ['booked', 'day', 'value'];
const AMOUNTS: readonly TableRole[] = [
  ...(['amount', 'debit', 'credit', 'balance', 'gross', 'net', 'fee', 'original', 'detailAmount'] as const),
];
const SAMPLE_ROWS = 300;

function columnsOf(names: readonly string[], roles: readonly (TableRole | undefined)[]): TableColumns {
  const places = new Map<TableRole, readonly number[]>();
  for (const [at, role] of roles.entries()) if (role) places.set(role, [...(places.get(role) ?? []), at]);
  const cells: TableColumns['cells'] = (wanted, fields) => {
    const found = wanted.flatMap((role) => places.get(role) ?? []);
    if (wanted.length > 1) found.sort((a, b) => a - b);
    return found.map((at) => bareCell(fields[at] ?? '')).filter((cell) => cell !== '');
  };
  return {
    names,
    roles,
    has: (role) => places.has(role),
    cells,
    cell: (role, fields) => cells([role], fields)[0] ?? '',
  };
}

/** Without the marks by which spreadsheets keep a text one, and without a sign for nothing. */
const bareCell = (cell: string) =>
  cell
    .trim()
    .replace(/^'(?=[A-Z0-9=+@-])(.*?)'?$/s, '$1')
    .replace(/^[-\u2013*]$/, '');

/** Whether the columns can hold movements: a day or a reference, and an amount. */
export function isTableOfMovements({ has }: TableColumns): boolean {
  const amount = has('amount') || has('debit') || has('credit') || has('gross') || has('net');
  return amount && (has('booked') || has('day') || has('value') || has('reference'));
}

/** How many of a record's cells are names of columns; a name counts once. */
export function knownNamesIn(fields: readonly string[]): number {
  return new Set(fields.map((field) => field.trim()).filter((field) => roleOfName(field) !== undefined)).size;
}

/** The columns of a table whose header is known, checked against the rows below. */
export function namedColumns(header: readonly string[], rows: readonly CsvRecord[]): TableColumns {
  const contents = contentsOf(header.length, rows);
  const roles = header.map((name, at) => checkedRole(roleOfName(name), contents[at] as ColumnContent));
  const has = (role: TableRole) => roles.includes(role);
  // A single column of the bank's words has the payer's words as well.
  if (!has('text') && !has('description') && !has('structured')) {
    const longest = roles
      .flatMap((role, at) => (role === 'kind' ? [at] : []))
      .sort((a, b) => lengthAt(b) - lengthAt(a))[0];
    if (longest !== undefined && (lengthAt(longest) > 25 || !has('party'))) roles[longest] = 'description';
  }
  function lengthAt(at: number): number {
    return contents[at]?.length ?? 0;
  }
  if (!has('direction')) {
    const marks = contents.findIndex((one, at) => one.isDirection && !AMOUNTS.includes(roles[at] ?? 'ignored'));
    const isSigned = contents.some((one, at) => roles[at] === 'amount' && one.hasSigns);
    if (marks !== -1 && has('amount') && !isSigned && !has('debit')) roles[marks] = 'direction';
  }
  // Beside what is left of it, an amount is the whole.
  const whole = has('net') && !has('gross') ? 'gross' : 'amount';
  const named = roles.map((role) => (role === 'amount' ? whole : role));
  return columnsOf(header, withParties(header, withOwnAccount(named, contents), contents));
}

/** A name that leaves open whose it is gives way to one that does not; an unnamed text goes on from the one before. */
function withParties(
  header: readonly string[],
  roles: readonly (TableRole | undefined)[],
  contents: readonly ColumnContent[],
): (TableRole | undefined)[] {
  const parties = roles.filter((role) => role === 'party').length;
  const isAlone = !roles.includes('party') && roles.includes('payer') !== roles.includes('payee');
  const found: (TableRole | undefined)[] = [];
  for (const [at, role] of roles.entries()) {
    const before = found[at - 1];
    const { filled = 0, isAmount = false, isDay: isDays = false } = contents[at] ?? {};
    const goesOn = header[at]?.trim() === '' && filled > 0 && !isAmount && !isDays && role === undefined;
    if (role === 'party' && parties > 1 && isGenericName(header[at] ?? '')) found.push('ignored');
    else if (isAlone && (role === 'payer' || role === 'payee')) found.push('party');
    else if (goesOn && (before === 'description' || before === 'text')) found.push(before);
    else found.push(role);
  }
  return found;
}

/** The columns of a header that does not name the day or the amount: those are found by their cells. */
export function completedColumns(columns: TableColumns, rows: readonly CsvRecord[]): TableColumns | undefined {
  const contents = contentsOf(columns.names.length, rows);
  const roles = [...columns.roles];
  const put = (role: TableRole, is: (content: ColumnContent) => boolean) => {
    const at = contents.findIndex((one, place) => roles[place] === undefined && is(one));
    if (at !== -1) roles[at] = role;
  };
  if (!DAYS.some(columns.has)) put('booked', (one) => one.isDay);
  if (!isTableOfMovements(columnsOf(columns.names, [...roles, 'booked'])))
    put('amount', (one) => one.isAmount && !one.isNumber);
  const completed = columnsOf(columns.names, roles);
  return isTableOfMovements(completed) ? completed : undefined;
}

/** What the cells of a column are, of those that are not empty. */
interface ColumnContent {
  readonly filled: number;
  readonly distinct: number;
  readonly isDay: boolean;
  readonly hasDay: boolean;
  readonly isAmount: boolean;
  readonly isCurrency: boolean;
  readonly isDirection: boolean;
  readonly isIban: boolean;
  /** A long number, always the same. */
  readonly isNumber: boolean;
  readonly hasSigns: boolean;
  readonly length: number;
}

function contentsOf(columns: number, rows: readonly CsvRecord[]): ColumnContent[] {
  const sample = rows.slice(0, SAMPLE_ROWS);
  return Array.from({ length: columns }, (_, at) => {
    const cells = sample.map(({ fields }) => (fields[at] ?? '').trim()).filter((cell) => cell !== '');
    const mostly = (is: (cell: string) => boolean) => cells.length > 0 && cells.filter(is).length >= cells.length * 0.6;
    return {
      filled: cells.length,
      distinct: new Set(cells).size,
      isDay: mostly(isDayCell),
      hasDay: cells.some(isDayCell),
      isAmount: mostly((cell) => amountParts(cell) !== undefined && !isDayCell(cell)),
      isCurrency: mostly((cell) => currencyOfCell(cell) !== undefined),
      isDirection: cells.length > 0 && cells.every((cell) => directionOfWord(cell) !== undefined),
      isIban: mostly((cell) => checkedIban(cell) !== undefined),
      isNumber: new Set(cells).size === 1 && cells.every((cell) => /^\d{7,18}$/.test(cell)),
      hasSigns: cells.some((cell) => amountParts(cell)?.isNegative),
      length: cells.reduce((sum, cell) => sum + cell.length, 0) / Math.max(cells.length, 1),
    };
  });
}

/** Whether it can be read as a day in some order. */
export const isDayCell = (cell: string) =>
  isDay(plainDay(cell, null)) || isDay(plainDay(cell, 'dmy')) || isDay(plainDay(cell, 'mdy'));

/** A name that its cells contradict is no name of that. */
function checkedRole(role: TableRole | undefined, content: ColumnContent): TableRole | undefined {
  if (role === undefined || content.filled === 0) return role;
  // `Valuta` is a day to some, a currency to others.
  if (content.isCurrency && (DAYS.includes(role) || role === 'direction')) return 'currency';
  if (DAYS.includes(role) && !content.hasDay) return content.isAmount ? 'amount' : 'description';
  if (role === 'direction' && content.isAmount) return 'amount';
  if (role === 'currency' && content.isDay) return 'value';
  if (AMOUNTS.includes(role) && content.isDay) return undefined;
  // Words for in and out beside signed amounts.
  if ((role === 'description' || role === 'text') && content.isDirection) return 'kind';
  return role === 'party' && content.isIban ? 'partyAccount' : role;
}

/** An IBAN without further name is the account's own where it is always the same, else the other party's. */
function withOwnAccount(roles: (TableRole | undefined)[], contents: readonly ColumnContent[]) {
  const hasOwn = roles.includes('account');
  return roles.map((role, at) => {
    const { filled = 0, distinct = 0 } = contents[at] ?? {};
    if (role === 'account') return distinct > 3 && distinct > filled / 2 ? 'partyAccount' : role;
    if (role !== 'iban') return role;
    const repeats = filled > 1 && (distinct === 1 || distinct <= filled / 2);
    return !hasOwn && repeats ? 'account' : 'partyAccount';
  });
}

/** A choice of columns as a person or a suggestion writes it: `booked=1, amount=3, description=2`. */
export function chosenColumns(written: string, names: readonly string[]): TableColumns | undefined {
  const roles: (TableRole | undefined)[] = names.map(() => undefined);
  for (const part of written.split(',')) {
    const [name = '', place = ''] = part.split('=').map((one) => one.trim());
    const role = TABLE_ROLES.find((one) => one.toLowerCase() === name.toLowerCase());
    const at = /^\d{1,3}$/.test(place) ? Number(place) - 1 : names.findIndex((one) => one.trim() === place);
    if (role !== undefined && at >= 0 && at < names.length) roles[at] = role;
  }
  const columns = columnsOf(names, roles);
  return isTableOfMovements(columns) ? columns : undefined;
}

/** The columns in the form of `chosenColumns`. */
export const writtenColumns = ({ roles }: TableColumns) =>
  roles.flatMap((role, at) => (role === undefined ? [] : [`${role}=${at + 1}`])).join(', ');

/** The columns of rows without known names, by their cells alone; undefined where no day or no amount is among them. */
export function guessedColumns(
  names: readonly string[],
  rows: readonly CsvRecord[],
  proves: (columns: TableColumns) => boolean,
): TableColumns | undefined {
  const contents = contentsOf(names.length, rows);
  const placesOf = (is: (content: ColumnContent) => boolean) => contents.flatMap((one, at) => (is(one) ? [at] : []));
  const days = placesOf(({ isDay: is }) => is);
  const amounts = placesOf(({ isAmount, isDay: is, isNumber }) => isAmount && !is && !isNumber);
  const currencies = placesOf(({ isCurrency }) => isCurrency);
  const directions = placesOf(({ isDirection }) => isDirection).filter((at) => !currencies.includes(at));
  const ibans = placesOf(({ isIban }) => isIban);
  if (days.length === 0 || amounts.length === 0) return undefined;
  const roles: (TableRole | undefined)[] = contents.map(() => undefined);
  const taken = new Set([...days, ...amounts, ...currencies, ...directions, ...ibans]);
  for (const [at, { filled, length }] of contents.entries()) {
    if (!taken.has(at) && filled > 0 && length > 2) roles[at] = 'description';
  }
  const put = (role: TableRole, at: number | undefined) => {
    if (at !== undefined) roles[at] = role;
  };
  put('booked', days[0]);
  put('value', days[1]);
  put('currency', currencies[0]);
  put('direction', directions[0]);
  put('account', placesOf(({ isNumber, isDay: is }) => isNumber && !is)[0]);
  for (const at of ibans) put(contents[at]?.distinct === 1 ? 'account' : 'partyAccount', at);
  // The pair that a running balance proves, else the first.
  for (const amount of amounts) {
    for (const balance of amounts.filter((at) => at !== amount).reverse()) {
      const tried = columnsOf(
        names,
        roles.map((role, at) => (at === amount ? 'amount' : at === balance ? 'balance' : role)),
      );
      if (proves(tried)) return tried;
    }
  }
  put('amount', amounts[0]);
  return columnsOf(names, roles);
}
