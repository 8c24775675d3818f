/** Many values of one column as one parameter. */
import { isoText } from '../base/time.ts';

/**
 * One property of all items as PostgreSQL writes an array. The driver would look at the kind of each value several times
 * over, which cost a batch of credits more than its decisions did.
 */
export function arrayLiteral<Item>(items: readonly Item[], key: keyof Item): string {
  let text = '{';
  for (const item of items) text += `${text.length > 1 ? ',' : ''}${elementOf(item[key])}`;
  return `${text}}`;
}

function elementOf(value: unknown): string {
  if (value === null || value === undefined) return 'NULL';
  if (typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean') return String(value);
  if (typeof value === 'string') return quoted(value);
  if (value instanceof Date) return quoted(isoText(value));
  if (Buffer.isBuffer(value)) return quoted(`\\x${value.toString('hex')}`);
  // Twice: JSON quotes a JSON text as PostgreSQL does, and faster than a search for special characters.
  return JSON.stringify(JSON.stringify(value));
}

const SPECIAL = /["\\]/;
const quoted = (text: string) => `"${SPECIAL.test(text) ? text.replace(/["\\]/g, '\\$&') : text}"`;
