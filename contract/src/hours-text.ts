/** Hours as people write them, in seconds: in a cell of a file, as a figure of a form. A length of time: duration.ts. */
import type { BrokenRule } from './rules.ts';
import { MAX_HOURS } from './values.ts';

/** Longest text of hours, `-000000001:30:00`. */
export const HOURS_TEXT_MAX = 16;

const CLOCK = /^([+-]?)(\d{1,9}):([0-5]\d)(?::([0-5]\d))?$/;
const DECIMAL = /^([+-]?)(\d{0,9})(?:[.,](\d+))?$/;

/** Their form for a schema; what a number is, is judged by the functions below. */
export const HOURS_PATTERN =
  '^[+\\-\\u2212]?(?=[.,:]*\\d)(?:\\d{1,9}:[0-5]\\d(?::[0-5]\\d)?|\\d{0,9}(?:[.,]\\d{1,2})?)$';

/** Seconds, or why there are none. */
export type ReadSeconds = { readonly seconds: number } | { readonly broken: BrokenRule };

const broken = (code: string, message: string): ReadSeconds => ({ broken: { code, message } });

/** Hours as decimals (`1.5`, `1,5`) or as hours and minutes (`1:30`); also negative and zero. The text is trimmed. */
export function secondsFromText(written: string): ReadSeconds {
  const text = written.replace(/^\u2212/, '-');
  const clock = CLOCK.exec(text);
  const match = clock ?? DECIMAL.exec(text);
  if (!match || !/\d/.test(text)) {
    return broken('invalid_hours', `is ${shown(written)}; it must be hours such as 1.5, 1,5 or 1:30.`);
  }
  const [, sign, whole = '', rest = '', extraSeconds = '0'] = match;
  // 1.500 may be one and a half or fifteen hundred: not guessed.
  if (!clock && rest.length > 2) {
    const message = `is ${shown(written)}; at most two decimals are allowed, without thousands separators.`;
    return broken('too_many_decimals', message);
  }
  const fraction = clock ? Number(rest) * 60 + Number(extraSeconds) : Number(rest.padEnd(2, '0')) * 36;
  const seconds = Number(whole) * 3600 + fraction;
  if (seconds > MAX_HOURS * 3600) return tooLarge();
  return { seconds: sign === '-' && seconds !== 0 ? -seconds : seconds };
}

/** Hours above zero. */
export function positiveSeconds(written: string): ReadSeconds {
  const read = secondsFromText(written);
  if ('broken' in read || read.seconds > 0) return read;
  return broken('not_positive', `is ${shown(written)}; it must be more than zero.`);
}

function tooLarge(): ReadSeconds {
  return { broken: { code: 'too_large', message: `is more than ${MAX_HOURS} hours.`, params: { max: MAX_HOURS } } };
}

/** A text in a message: quoted, short, harmless on a terminal. */
export function shown(written: string): string {
  const text = written.trim();
  const cut = [...text].slice(0, 40).join('');
  return `"${cut.replaceAll(/\p{C}/gu, '\ufffd')}${cut === text ? '' : '…'}"`;
}
