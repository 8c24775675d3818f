/** The bank files of `fixtures/bank-files/tables` with days and references filled in, and what they hold. */
import { isUtf8 } from 'node:buffer';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import iconv from 'iconv-lite';

const FOLDER = join(import.meta.dirname, '../../../fixtures/bank-files/tables');
const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

/** Payment references that stand for {RF1} to {RF5}. */
export const FILLED_REFERENCES: readonly string[] = [
  'RF7253900754703411',
  'RF1812345678901234',
  'RF4400001234567890',
  'RF9098765432109876',
  'RF5511112222333344',
];

/** A line as a file of the fixtures holds it. */
export interface ExpectedLine {
  readonly reference: string | null;
  readonly amount: string;
  readonly currency: string | null;
  /** A day, days from today, or several days by `|`. */
  readonly booked_on: string | number | null;
  readonly payer: string | null;
  readonly rf?: string;
  readonly account?: string;
}

interface ExpectedProof {
  readonly kind: string;
  readonly holds: boolean | null | readonly (boolean | null)[];
  readonly expected: string | null;
  readonly found: string | null;
  readonly account?: string;
  readonly reference?: string;
}

/** What a file of the fixtures holds. */
export interface ExpectedFile {
  readonly account: string | null;
  readonly lines: readonly ExpectedLine[];
  readonly proofs: readonly ExpectedProof[];
}

export const EXPECTED_TABLES = JSON.parse(readFileSync(join(FOLDER, 'expected.json'), 'utf8')) as Record<
  string,
  ExpectedFile
>;

/** The bytes of a file, filled in as text of its own encoding. */
export function filledTable(name: string, today: string): Buffer {
  const bytes = readFileSync(join(FOLDER, name));
  const encoding = bytes[0] === 0xff ? 'utf-16le' : isUtf8(bytes) ? 'utf-8' : 'windows-1252';
  const text = iconv.decode(bytes, encoding, { stripBOM: false });
  return iconv.encode(fill(text, today), encoding);
}

/** A day so many days from another, as `YYYY-MM-DD`. */
export function dayFrom(today: string, days: number): string {
  const date = new Date(`${today}T12:00:00Z`);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
}

function fill(text: string, today: string): string {
  return text
    .replaceAll(/\{RF(\d)((?::[\w-]+)*)\}/g, (_, number: string, forms: string) =>
      forms
        .split(':')
        .slice(1)
        .reduce(formOf, FILLED_REFERENCES[Number(number) - 1] ?? ''),
    )
    .replaceAll(/\{DAY([+-]\d+)?(?::([^}]+))?\}|\{(DD\.MM\.YY(?:YY)?)\}/g, (_, days, form, plain) =>
      writtenDay(dayFrom(today, Number(days ?? 0)), form ?? plain ?? 'YYYY-MM-DD'),
    );
}

const SEPARATORS: Readonly<Record<string, string>> = { sp: ' ', dash: '-', nbsp: '\u00a0' };

function formOf(reference: string, form: string): string {
  const separator = SEPARATORS[form];
  if (separator !== undefined) return (reference.match(/.{1,4}/g) ?? []).join(separator);
  if (form === 'lower') return reference.toLowerCase();
  const [from, to] = form.split('-').map(Number);
  return reference.slice((from ?? 1) - 1, to);
}

function writtenDay(day: string, form: string): string {
  const [year = '', month = '', date = ''] = day.split('-');
  const parts: Readonly<Record<string, string>> = {
    ...{ YYYY: year, YY: year.slice(2), MMM: MONTHS[Number(month) - 1] ?? '' },
    ...{ MM: month, M: String(Number(month)), DD: date, D: String(Number(date)) },
  };
  return form.replaceAll(/YYYY|YY|MMM|MM|M|DD|D/g, (part) => parts[part] ?? part);
}
