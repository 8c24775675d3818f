/** Amounts as people type them, read by the locale of the chosen language. What can be read in two ways is not guessed. */

import { readDuration } from '@timebank/contract/duration';

export type DecimalMark = '.' | ',';
type Fault = 'unreadable' | 'ambiguous' | 'too_many_decimals' | 'too_large';

export type NumberReading =
  | { readonly kind: 'empty' }
  | { readonly kind: 'fault'; readonly fault: Fault }
  | { readonly kind: 'read'; readonly value: number };

export type HoursReading =
  | Exclude<NumberReading, { kind: 'read' }>
  | {
      readonly kind: 'read';
      readonly hours: number;
      readonly seconds: number;
    };

/** Also what may be two lengths. */
export type TimeReading = HoursReading | { readonly kind: 'twofold'; readonly readings: readonly [number, number] };

/** As the service. */
export const HOURS_MAX = 1_000_000;
const WHOLE_DIGITS_MAX = 9;

const fault = (what: Fault) => ({ kind: 'fault', fault: what }) as const;

/**
 * Reads a number with the locale's decimal mark; the other mark groups thousands. The other mark is taken for a decimal
 * mark only where it cannot group (`1.5` in German), and three digits after the locale's own are refused where
 * the thousands of another locale look the same (`1,500` in German).
 */
export function readNumber(typed: string, decimal: DecimalMark, decimalsMax = 2): NumberReading {
  const text = typed.trim().replace(/^[\u2212\u2013]/, '-');
  if (text === '') return { kind: 'empty' };
  const [, sign = '', unsigned = ''] = /^([+-]?)\s*(.*)$/s.exec(text) ?? [];
  // Blanks and apostrophes only ever group.
  const body = unsigned.replace(
    /^[1-9]\d{0,2}([ \u00a0\u202f'\u2019])\d{3}(?:\1\d{3})*(?![\d \u00a0\u202f'\u2019])/,
    (all) => all.replace(/\D/g, ''),
  );
  const [own, other] = decimal === '.' ? ['\\.', ','] : [',', '\\.'];
  const grouped = new RegExp(`^([1-9]\\d{0,2}(?:${other}\\d{3})+)(?:${own}(\\d+))?$`).exec(body);
  const ungrouped = /^(\d+)$/.exec(body) ?? new RegExp(`^(\\d*)${own}(\\d+)$`).exec(body);
  const foreign = new RegExp(`^(\\d*)${other}(\\d+)$`).exec(body);
  const parts = grouped ?? ungrouped ?? foreign;
  if (!parts) return fault('unreadable');
  const whole = (parts[1] ?? '').replace(/\D/g, '');
  const decimals = parts[2] ?? '';
  if (parts === ungrouped && decimals.length === 3 && /^[1-9]\d{0,2}$/.test(whole)) return fault('ambiguous');
  if (decimals.length > decimalsMax) return fault('too_many_decimals');
  if (whole.length > WHOLE_DIGITS_MAX) return fault('too_large');
  const value = Number(`${whole || '0'}.${decimals || '0'}`);
  return { kind: 'read', value: sign === '-' && value !== 0 ? -value : value };
}

/** Reads an amount of hours. */
export function readHours(typed: string, decimal: DecimalMark): HoursReading {
  const number = readNumber(typed, decimal);
  return number.kind === 'read' ? ofSeconds(Math.round(number.value * 3600)) : number;
}

/** Reads a length of time as it stands on a slip: `1:30`, `90 min`, `1 h 30 min`, `1,5 h`. */
export function readTime(typed: string): TimeReading {
  if (typed.trim() === '') return { kind: 'empty' };
  const read = readDuration(typed);
  if ('seconds' in read) return ofSeconds(read.seconds);
  if ('readings' in read) return { kind: 'twofold', readings: read.readings };
  const { code } = read.broken;
  if (code === 'not_positive') return ofSeconds(0);
  return fault(code === 'too_large' || code === 'too_many_decimals' ? code : 'unreadable');
}

function ofSeconds(seconds: number): HoursReading {
  if (Math.abs(seconds) > HOURS_MAX * 3600) return fault('too_large');
  return { kind: 'read', seconds, hours: seconds / 3600 };
}
