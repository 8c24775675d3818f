/** Values that a person or a program gives one by one, read by the same rules as a file's cells. */
import type { FieldError } from '@timebank/contract';
import { refusal } from '../../platform/base/refusal.ts';
import type { Reader } from './values.ts';

type Readers = Readonly<Record<string, Reader<unknown>>>;
type ValueOf<R> = R extends Reader<infer T> ? T : never;

/** Values by field; a field that was not given is not there. */
export type Fields<R extends Readers> = { -readonly [K in keyof R]?: ValueOf<R[K]> };

/**
 * Reads the given fields; null is what an empty cell is.
 * @throws refusal validation_failed naming every field at fault
 */
export function readFields<R extends Readers>(
  given: { readonly [K in keyof R]?: string | null | undefined },
  readers: R,
): Fields<R> {
  const fields: Record<string, unknown> = {};
  const errors: FieldError[] = [];
  for (const [name, read] of Object.entries(readers)) {
    const text = given[name];
    if (text === undefined) continue;
    const result = read(text ?? '');
    if ('value' in result) {
      fields[name] = result.value;
      continue;
    }
    const field = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    errors.push({ field, code: result.fault, message: `${field} ${result.message}.` });
  }
  if (errors[0]) throw refusal('validation_failed', errors[0].message, errors);
  return fields as Fields<R>;
}
