/** Amounts as people type them, read by the locale of the chosen language. What can be read in two ways is not guessed. */

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
      /** Neither a unit nor a colon says that hours are meant. */
      readonly isBare: boolean;
    };

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

const HOUR = String.raw`(?:h|hours?|std\.?|stunden?)`;
const MINUTE = String.raw`(?:m|min\.?|minutes?|minuten)`;
const CLOCK = /^(\d{1,7}):([0-5]\d)(?::([0-5]\d))?$/;
const ONLY_HOURS = new RegExp(String.raw`^(\S.*?)\s*${HOUR}$`, 'i');
const IN_MINUTES = new RegExp(String.raw`^(?:(\d{1,7})\s*${HOUR}\s*)?(\d{1,8})\s*${MINUTE}$`, 'i');
const SHORT = /^(\d{1,7})\s*h\s*([0-5]\d)$/i;

/** Reads hours. With `clock` also times as they stand on a slip: `1:30`, `90 min`, `1 h 30 min`, `1,5 h`. */
export function readHours(typed: string, decimal: DecimalMark, clock = false): HoursReading {
  const text = typed.trim();
  if (clock) {
    const [, hours, minutes, seconds = '0'] = CLOCK.exec(text) ?? SHORT.exec(text) ?? IN_MINUTES.exec(text) ?? [];
    if (minutes !== undefined) {
      return ofSeconds(Number(hours ?? 0) * 3600 + Number(minutes) * 60 + Number(seconds), false);
    }
  }
  const unit = clock ? ONLY_HOURS.exec(text)?.[1] : undefined;
  const number = readNumber(unit ?? text, decimal);
  return number.kind === 'read' ? ofSeconds(Math.round(number.value * 3600), unit === undefined) : number;
}

function ofSeconds(seconds: number, isBare: boolean): HoursReading {
  if (Math.abs(seconds) > HOURS_MAX * 3600) return fault('too_large');
  return { kind: 'read', seconds, hours: seconds / 3600, isBare };
}

/** `1:30`, as the service takes it and clocks show it; seconds only where there are any. */
export function clockOf(seconds: number): string {
  const two = (value: number) => String(value).padStart(2, '0');
  const rest = seconds % 60;
  return `${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)}${rest ? `:${two(rest)}` : ''}`;
}
