/** A bank's statement as a table, for banks that offer no camt.053. */
import { isDay } from '@timebank/contract';
import { parseDecimal } from '../../platform/base/decimal.ts';
import { decodeText } from '../import/decode.ts';
import { guessSeparator, readRecords } from '../import/read-records.ts';
import { FileFault } from '../import/types.ts';
import {
  type BankEntry,
  type BankStatement,
  daysOf,
  ENTRIES_MAX,
  type NotUnderstoodEntry,
  refuseControlCharacters,
  type Unreadable,
  UnusableFile,
} from './types.ts';

/** Columns by name; `direction` may be absent when debits are negative. */
const COLUMNS = [
  'entry_reference',
  'end_to_end_id',
  'amount',
  'currency',
  'direction',
  'returned',
  'booked_on',
  'remittance',
] as const;
type Column = (typeof COLUMNS)[number];
const REQUIRED: readonly Column[] = ['entry_reference', 'amount', 'currency'];

const DIRECTIONS = new Map<string, 'credit' | 'debit'>([
  ['credit', 'credit'],
  ['crdt', 'credit'],
  ['debit', 'debit'],
  ['dbit', 'debit'],
]);
const TEXT_SHOWN_MAX = 60;
const YES = new Set(['yes', 'true', '1', 'y']);
const NO = new Set(['no', 'false', '0', 'n', '']);

/**
 * Reads a CSV statement: UTF-8 or what spreadsheets save, separated by commas, semicolons, tabs or bars.
 * @throws UnusableFile when it is no such table, or too large
 */
export async function readCsvStatement(bytes: Buffer): Promise<BankStatement> {
  const entries: BankEntry[] = [];
  const notUnderstood: NotUnderstoodEntry[] = [];
  let header: readonly string[] | undefined;
  try {
    const { text } = decodeText(bytes, undefined);
    const separator = guessSeparator(text, (name) => COLUMNS.some((column) => column === name.trim().toLowerCase()));
    for await (const { firstLine, fields, badlyQuoted } of readRecords(text, separator, () => {})) {
      for (const field of fields) refuseControlCharacters(field, firstLine);
      if (!header) {
        header = fields.map((name) => name.trim().toLowerCase());
        checkHeader(header);
        continue;
      }
      if (entries.length + notUnderstood.length >= ENTRIES_MAX)
        throw new UnusableFile(`The file has more than ${ENTRIES_MAX} entries; split it.`);
      const movement = movementOf(header, fields, firstLine, badlyQuoted === undefined);
      if ('what' in movement) notUnderstood.push(movement);
      else entries.push(movement);
    }
  } catch (error) {
    if (error instanceof FileFault) throw new UnusableFile(error.message);
    throw error;
  }
  if (!header) throw new UnusableFile('The file is empty.');
  return { entries, notUnderstood, notBooked: 0, days: daysOf(entries.map(({ bookedOn }) => bookedOn)) };
}

function checkHeader(header: readonly string[]): void {
  const missing = REQUIRED.filter((name) => !header.includes(name));
  if (missing.length === 0) return;
  throw new UnusableFile(
    `The file is neither XML nor a table with the columns ${REQUIRED.join(', ')} (missing: ${missing.join(', ')}).`,
  );
}

function movementOf(
  header: readonly string[],
  fields: readonly string[],
  line: number,
  wellQuoted: boolean,
): BankEntry | NotUnderstoodEntry {
  const cell = (name: Column) => (fields[header.indexOf(name)] ?? '').trim();
  const place = `line ${line}`;
  const amountText = cell('amount').replace(',', '.');
  const negative = /^[-\u2212]/.test(amountText);
  const amount = parseDecimal(amountText.replace(/^[-\u2212]/, ''));
  const currency = cell('currency');
  const directionText = cell('direction').toLowerCase();
  const direction = directionText === '' ? (negative ? 'debit' : 'credit') : DIRECTIONS.get(directionText);
  const returnedText = cell('returned').toLowerCase();
  const returned = YES.has(returnedText);
  const bookedOn = cell('booked_on');
  const unreadable = (what: Unreadable): NotUnderstoodEntry => ({
    place,
    what,
    amount: `${cell('amount').slice(0, TEXT_SHOWN_MAX)} ${currency.slice(0, 10)}`.trim() || null,
    entry_amount: null,
    // Marks of quotation that do not match may have swallowed other lines.
    could_be_credit: !wellQuoted || direction !== 'debit' || !NO.has(returnedText),
  });
  if (!wellQuoted) return unreadable('line');
  if (!direction) return unreadable('direction');
  if (!returned && !NO.has(returnedText)) return unreadable('returned');
  if (!amount) return unreadable('amount');
  if (!/^[A-Z]{3}$/.test(currency)) return unreadable('currency');
  if (bookedOn !== '' && !isDay(bookedOn)) return unreadable('booked_on');
  const reference = cell('entry_reference');
  const remittance = cell('remittance');
  return {
    place,
    entryReferences: reference === '' ? [] : [reference],
    endToEndId: cell('end_to_end_id') || null,
    amount,
    amountText,
    currency,
    direction,
    returned,
    bookedOn: bookedOn || null,
    remittance: remittance === '' ? [] : [remittance],
  };
}
