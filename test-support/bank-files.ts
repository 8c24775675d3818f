/** Files of banks with placeholders, filled for a test, and what they hold. */
import { isUtf8 } from 'node:buffer';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { checkDigits } from '../core/people/members/payment-reference.ts';

export const BANK_FILES = join(import.meta.dirname, '../fixtures/bank-files');

/** What a file of the fixtures holds, by its name in `expected.json`. */
export interface ExpectedBankFile {
  readonly account: string | null;
  /** A question that the file leaves open. */
  readonly ask?: string;
  readonly lines: readonly {
    readonly reference: string | null;
    readonly amount: string;
    readonly currency: string | null;
    /** Days from today, or a fixed day; with `|` between them, several that an answer decides. */
    readonly booked_on: number | string | null;
    readonly payer: string | null;
    readonly state: string;
    readonly account?: string;
  }[];
  readonly proofs: readonly {
    readonly kind: string;
    readonly holds: boolean | null | readonly (boolean | null)[];
    readonly expected: string | null;
    readonly found: string | null;
    readonly account?: string;
    readonly statement?: string;
    readonly reference?: string;
  }[];
}

export async function expectedBankFiles(): Promise<Record<string, ExpectedBankFile>> {
  return JSON.parse(await readFile(join(BANK_FILES, 'expected.json'), 'utf8')) as Record<string, ExpectedBankFile>;
}

/** Payment references of five members, with bodies of as many digits. */
export const paymentReferences = (digits: number): string[] =>
  [1, 2, 3, 4, 5].map((member) => {
    const body = `${member}${'0123456789012345'.slice(0, digits - 1)}`;
    return `RF${checkDigits(body)}${body}`;
  });

const SEPARATORS: Readonly<Record<string, string>> = { sp: ' ', dash: '-', endash: '\u2013', nbsp: '\u00a0' };
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

function shaped(reference: string, form: string): string {
  const separator = SEPARATORS[form];
  if (separator !== undefined) return (reference.match(/.{1,4}/g) ?? []).join(separator);
  if (form === 'pad') return `${reference.slice(0, 4)}00000${reference.slice(4)}`;
  if (form === 'lower') return reference.toLowerCase();
  if (form === 'typo') return reference.slice(0, -1) + ((Number(reference.at(-1)) + 1) % 10);
  if (form === 'half1') return reference.slice(0, 9);
  if (form === 'half2') return reference.slice(9);
  const [from = '1', to] = form.split('-');
  return reference.slice(Number(from) - 1, Number(to));
}

/** The day some days from another, `YYYY-MM-DD`. */
export function dayFrom(today: string, days: number): string {
  const day = new Date(`${today}T12:00:00Z`);
  day.setUTCDate(day.getUTCDate() + days);
  return day.toISOString().slice(0, 10);
}

function dayAs(day: string, form: string): string {
  const [year = '', month = '', date = ''] = day.split('-');
  const parts: Readonly<Record<string, string>> = {
    ...{ YYYY: year, YY: year.slice(2), MMM: MONTHS[Number(month) - 1] ?? '', MM: month, DD: date },
    ...{ D: String(Number(date)), M: String(Number(month)) },
  };
  return form.replaceAll(/YYYY|YY|MMM|MM|DD|D|M/g, (part) => parts[part] ?? '');
}

/**
 * Puts payment references and days in.
 * @param today `YYYY-MM-DD`
 */
export function fillBankText(text: string, references: readonly string[], today: string): string {
  return text
    .replaceAll(/\{RF(\d)((?::[\w-]+)*)\}/g, (_, member: string, forms: string) =>
      forms
        .split(':')
        .slice(1)
        .reduce(shaped, references[Number(member) - 1] ?? ''),
    )
    .replaceAll(/\{DAY([+-]\d+)?(?::([^}]+))?\}/g, (_, days: string | undefined, form = 'YYYY-MM-DD') =>
      dayAs(dayFrom(today, Number(days ?? 0)), form),
    )
    .replaceAll(/\{((?:YYYY|YY|MM|DD)[YMD./-]*)\}/g, (_, form: string) => dayAs(today, form));
}

/** A file of the fixtures, filled in its own encoding. */
export async function filledBankFile(name: string, references: readonly string[], today: string): Promise<Buffer> {
  const bytes = await readFile(join(BANK_FILES, name));
  const encoding = bytes[0] === 0xff ? 'utf16le' : isUtf8(bytes) ? 'utf8' : 'latin1';
  return Buffer.from(fillBankText(bytes.toString(encoding), references, today), encoding);
}

/** An archive that stores files as they are. @param flags of each entry: 1 says that it is encrypted */
export function zipOf(files: Readonly<Record<string, Buffer>>, flags = 0): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, bytes] of Object.entries(files)) {
    const title = Buffer.from(name);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(flags, 2);
    common.writeUInt32LE(crc32(bytes), 10);
    // An encrypted file begins with twelve bytes of its own.
    const header = Buffer.alloc(flags === 1 ? 12 : 0);
    common.writeUInt32LE(bytes.length + header.length, 14);
    common.writeUInt32LE(bytes.length, 18);
    common.writeUInt16LE(title.length, 22);
    parts.push(Buffer.from('PK\u0003\u0004'), common, title, header, bytes);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(offset, 10);
    directory.push(Buffer.from('PK\u0001\u0002'), Buffer.from([20, 0]), common, tail, title);
    offset += 4 + common.length + title.length + header.length + bytes.length;
  }
  const central = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\u0005\u0006', 0, 'latin1');
  end.writeUInt16LE(Object.keys(files).length, 8);
  end.writeUInt16LE(Object.keys(files).length, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, central, end]);
}
