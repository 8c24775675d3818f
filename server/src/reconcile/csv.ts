/** A bank's statement as a table, for banks that offer no camt.053. */
import { isDay } from '@timebank/contract';
import { decodeText } from '../import/decode.ts';
import { guessSeparator, readRecords } from '../import/read-records.ts';
import { FileFault } from '../import/types.ts';
import { parseDecimal } from './amount.ts';
import { type BankEntry, type BankStatement, ENTRIES_MAX, UnusableFile } from './types.ts';

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

const DIRECTIONS: Readonly<Record<string, 'credit' | 'debit'>> = {
  credit: 'credit',
  crdt: 'credit',
  debit: 'debit',
  dbit: 'debit',
};
const YES = new Set(['yes', 'true', '1', 'y']);
const NO = new Set(['no', 'false', '0', 'n', '']);

/**
 * Reads a CSV statement: UTF-8 or what spreadsheets save, separated by commas, semicolons, tabs or bars.
 * @throws UnusableFile naming line and column
 */
export async function readCsvStatement(bytes: Buffer): Promise<BankStatement> {
  const entries: BankEntry[] = [];
  let header: readonly string[] | undefined;
  try {
    const { text } = decodeText(bytes, undefined);
    for await (const { firstLine, fields } of readRecords(text, guessSeparator(text, COLUMNS), () => {})) {
      if (!header) {
        header = fields.map((name) => name.trim().toLowerCase());
        checkHeader(header);
        continue;
      }
      if (entries.length >= ENTRIES_MAX)
        throw new UnusableFile(`The file has more than ${ENTRIES_MAX} entries; split it.`);
      entries.push(entryOf(header, fields, firstLine));
    }
  } catch (error) {
    if (error instanceof FileFault) throw new UnusableFile(error.message);
    throw error;
  }
  if (!header) throw new UnusableFile('The file is empty.');
  return { entries, notBooked: 0 };
}

function checkHeader(header: readonly string[]): void {
  const missing = REQUIRED.filter((name) => !header.includes(name));
  if (missing.length === 0) return;
  throw new UnusableFile(
    `The file is neither XML nor a table with the columns ${REQUIRED.join(', ')} (missing: ${missing.join(', ')}).`,
  );
}

function entryOf(header: readonly string[], fields: readonly string[], line: number): BankEntry {
  const cell = (name: Column) => (fields[header.indexOf(name)] ?? '').trim();
  const unusable = (name: Column, rule: string) => new UnusableFile(`Line ${line}, ${name}: ${rule}.`);
  const amountText = cell('amount').replace(',', '.');
  const negative = /^[-\u2212]/.test(amountText);
  const amount = parseDecimal(amountText.replace(/^[-\u2212]/, ''));
  if (!amount) throw unusable('amount', 'it must be a number such as 12.50, without thousands separators');
  const currency = cell('currency');
  if (!/^[A-Z]{3}$/.test(currency)) throw unusable('currency', 'it must be a code such as EUR');
  const directionText = cell('direction').toLowerCase();
  const direction = directionText === '' ? (negative ? 'debit' : 'credit') : DIRECTIONS[directionText];
  if (!direction) throw unusable('direction', 'it must be credit or debit');
  const returnedText = cell('returned').toLowerCase();
  if (!YES.has(returnedText) && !NO.has(returnedText)) throw unusable('returned', 'it must be yes or no');
  const bookedOn = cell('booked_on');
  if (bookedOn !== '' && !isDay(bookedOn)) throw unusable('booked_on', 'it must be a day such as 2026-11-20');
  const reference = cell('entry_reference');
  const remittance = cell('remittance');
  return {
    place: `line ${line}`,
    entryReferences: reference === '' ? [] : [reference],
    endToEndId: cell('end_to_end_id') || null,
    amount,
    amountText,
    currency,
    direction,
    returned: YES.has(returnedText),
    bookedOn: bookedOn || null,
    remittance: remittance === '' ? [] : [remittance],
  };
}
