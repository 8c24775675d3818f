/** Rows as COPY writes them: a line of fields between tabs, in which a backslash begins what is no plain letter. */
import { isUtf8 } from 'node:buffer';

/** The field of a null. */
export const NULL_FIELD = '\\N';

const ESCAPED: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' };
const LETTERS = new Map(Object.entries(ESCAPED).map(([letter, character]) => [character, letter]));
const BYTES = '\\\\x';

/** The text of a field; null: it is a null. */
export function textOfField(field: string): string | null {
  if (field === NULL_FIELD) return null;
  return field.replace(/\\(.)/gs, (_, letter: string) => ESCAPED[letter] ?? letter);
}

/** A text or a null as a field. */
export function fieldOfText(text: string | null): string {
  if (text === null) return NULL_FIELD;
  return text.replace(/[\\\b\f\n\r\t\v]/g, (character) => `\\${LETTERS.get(character) ?? character}`);
}

/** The bytes of a field of type bytea; null: it is a null. @throws Error where it is none */
export function bytesOfField(field: string): Buffer | null {
  if (field === NULL_FIELD) return null;
  if (!field.startsWith(BYTES)) throw new Error('no field of bytes');
  return Buffer.from(field.slice(BYTES.length), 'hex');
}

/** Bytes as a field of type bytea. */
export const fieldOfBytes = (bytes: Buffer): string => `${BYTES}${bytes.toString('hex')}`;

/** Changes one row. @returns its fields; undefined: the row is left out */
export type ChangeRow = (fields: readonly string[]) => readonly string[] | undefined;

/**
 * Changes each row of a table on its way.
 * @param rows whole lines in each chunk, or pieces of them
 * @param onRow called for each row that was read
 */
export async function* changeRows(
  rows: AsyncIterable<Buffer>,
  change: ChangeRow,
  onRow: () => void = () => {},
): AsyncGenerator<Buffer> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of rows) {
    const all = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    const end = all.lastIndexOf('\n') + 1;
    rest = all.subarray(end);
    if (end === 0) continue;
    const whole = all.subarray(0, end - 1);
    if (!isUtf8(whole)) throw new Error('rows that are not UTF-8');
    let changed = '';
    for (const line of whole.toString('utf8').split('\n')) {
      onRow();
      const fields = change(line.split('\t'));
      if (fields) changed += `${fields.join('\t')}\n`;
    }
    if (changed !== '') yield Buffer.from(changed);
  }
  if (rest.length > 0) throw new Error('a row without an end');
}
