/** Values that a person or a program gives one by one, read by the same rules as a file's cells. */
import type { FieldError, FieldRule, FieldValue } from '@timebank/contract';
import { refusal } from '../../platform/base/refusal.ts';
import { readerOf } from './values.ts';

type Rules = Readonly<Record<string, FieldRule>>;

/** Values by field; a field that was not given is not there. */
export type Fields<R extends Rules> = { -readonly [K in keyof R]?: FieldValue<R[K]> };

/**
 * Reads the given fields; null is what an empty cell is.
 * @throws refusal validation_failed naming every field at fault
 */
export function readFields<R extends Rules, G extends { readonly [K in keyof R]?: string | null | undefined }>(
  given: G,
  rules: R,
): Fields<R> & { [K in keyof R as undefined extends G[K] ? never : K]: FieldValue<R[K]> } {
  const fields: Record<string, unknown> = {};
  const errors: FieldError[] = [];
  for (const [name, rule] of Object.entries(rules)) {
    const text = given[name];
    if (text === undefined) continue;
    const result = readerOf(rule)(text ?? '');
    if ('value' in result) {
      fields[name] = result.value;
      continue;
    }
    const field = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    errors.push({ field, code: result.broken.code, message: `${field} ${result.broken.message}` });
  }
  if (errors[0]) throw refusal('validation_failed', errors[0].message, errors);
  return fields as ReturnType<typeof readFields<R, G>>;
}
