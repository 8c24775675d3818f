/** From the bytes of a bank's file to text, with a bank's refusals. */

import { FileFault, PackedFileFault } from '../tables/record-types.ts';
import { decodeBankText } from './encodings.ts';
import type { BankFileFaultCode } from './faults.ts';
import { BankFileFault } from './types.ts';

/** Programs of DOS end a file so. */
const END_OF_FILE = String.fromCodePoint(0x1a);
/**
 * The records of a file of fixed columns. Some banks send them without line breaks, one behind the other.
 * @param width of a record
 */
export function fixedRecords(text: string, width: number): string[] {
  const lines = text.split('\n');
  const [only = ''] = lines;
  const isUnbroken = only.length > width && lines.slice(1).every((line) => line.trim() === '');
  return isUnbroken ? (only.match(new RegExp(`.{1,${width}}`, 'g')) ?? []) : lines;
}

/** Line breaks and tab are none of them. */
const CONTROL = /[^\P{Cc}\n\r\t]/u;

/**
 * The text of a file with `\n` as its only line break.
 * @throws BankFileFault
 */
export function bankText(file: string | Buffer): string {
  const text =
    typeof file === 'string' ? file.replaceAll(/\r\n?/g, '\n') : decodeBankText(file).replaceAll(/\r\n?/g, '\n');
  const plain = text.replace(/^\ufeff/, '').split(END_OF_FILE)[0] ?? '';
  if (plain.trim() === '') throw new BankFileFault('empty', 'The file is empty.');
  refuseControls(plain);
  return plain;
}

function refuseControls(text: string): void {
  const found = CONTROL.exec(text);
  if (!found) return;
  const line = text.slice(0, found.index).split('\n').length;
  const name = `U+${(found[0].codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
  const message = `Line ${line} has the control character ${name}, which no bank's statement has; remove it.`;
  throw new BankFileFault('control_character', message, { line, found: name });
}

const CODES: Readonly<Record<string, BankFileFaultCode>> = {
  file_too_large: 'too_large',
  too_many_rows: 'too_many_lines',
  wrong_encoding: 'encoding',
  unknown_encoding: 'encoding',
  quote_not_closed: 'truncated',
  empty_file: 'empty',
};

/** A fault of an archive, a workbook or a table that people import, as one of a bank's file; anything else unchanged. */
export function bankFault(error: unknown): unknown {
  if (error instanceof PackedFileFault) return new BankFileFault(error.code, error.message, error.params);
  if (!(error instanceof FileFault)) return error;
  return new BankFileFault(CODES[error.code] ?? 'not_a_statement', error.message, { line: error.line });
}
