/**
 * A length of time as people write it: in a form, on a slip, in any language of members' pages. The one grammar of it; what is shown
 * for a length (console/pages/voice/hours.ts) is read back as the same number of seconds.
 */
import { shown } from './hours-text.ts';
import type { BrokenRule } from './rules.ts';
import { MAX_HOURS } from './values.ts';

/** Longest text of a duration, which may be written out and spaced. */
export const DURATION_TEXT_MAX = 40;

/** Seconds; or two lengths that the text may mean; or why there is none. */
export type ReadDuration =
  | { readonly seconds: number }
  | { readonly readings: readonly [number, number] }
  | { readonly broken: BrokenRule };

const HOUR = String.raw`(?:hours?|hrs?\.?|h|stunden?|stdn?\.?|horas?|heures?|or[ae])`;
const MINUTE = String.raw`(?:minutes?|minuten?|mins?\.?|m|minutos?|minut[io])`;
const SECOND = String.raw`(?:seconds?|secs?\.?|sekunden?|sek\.?|s|segundos?|secondes?|second[io])`;
const AND = String.raw`\s*(?:,|und\s|and\s|y\s|et\s|e\s)?\s*`;

const CLOCK = new RegExp(String.raw`^(\d{1,9}):([0-5]\d)(?::([0-5]\d))?\s*${HOUR}?$`);
const PARTS = new RegExp(
  String.raw`^(?=\d)(?:(\d{1,7})\s*${HOUR})?${AND}(?:(\d{1,8})\s*${MINUTE})?${AND}(?:(\d{1,5})\s*${SECOND})?$`,
);
const HOUR_AND_MINUTES = new RegExp(String.raw`^(\d{1,7})\s*${HOUR}\s*([0-5]\d)$`);
const DECIMAL = new RegExp(String.raw`^(?=[.,]?\d)(\d{0,9})(?:[.,](\d+))?\s*(${HOUR})?$`);

const FRACTIONS: Readonly<Record<string, string>> = {
  ...{ '¼': '25', '½': '5', '¾': '75' },
  ...{ '1/4': '25', '1/2': '5', '3/4': '75' },
};
/** A sign, or what is typed where the keyboard has none; no part of a day. */
const FRACTION = /(?<![\d/])(?:(\d+) ?)?([¼½¾]|(?<!\d)(?:1\/[24]|3\/4)(?![\d/]))/g;
const PHRASES: readonly (readonly [RegExp, string])[] = [
  [/^(?:eine? )?halbe stunde$|^half an hour$|^(?:una )?media hora$|^(?:une )?demi[- ]heure$|^mezz(?:a |')ora$/, '0:30'],
  [
    /^(?:eine )?viertelstunde$|^(?:a )?quarter of an hour$|^(?:un )?cuarto de hora$|^(?:un )?quart d'heure$|^(?:un )?quarto d'ora$/,
    '0:15',
  ],
  [
    /^(?:eine )?dreiviertelstunde$|^three quarters of an hour$|^tres cuartos de hora$|^trois quarts d'heure$|^tre quarti d'ora$/,
    '0:45',
  ],
  [/^(?:anderthalb|eineinhalb)/, '1.5'],
  [/^un'(?=ora)/, '1 '],
  [/^(?:eine[rn]?|ein|one|an|a|una|un|une)(?= )/, '1'],
  [/^(?:zwei(?=einhalb| )|(?:two|dos|deux|due)(?= ))/, '2'],
  [/^(?:drei(?=einhalb| )|(?:three|tres|trois|tre)(?= ))/, '3'],
  [/^(?:vier(?=einhalb| )|(?:four|cuatro|quatre|quattro)(?= ))/, '4'],
  [/^(\d+)(?: ?einhalb| and a half)(?= |$)/, '$1.5'],
  [new RegExp(String.raw`^(\d+) ?${HOUR} (?:and a half|y media|et demie|e mezz[ao])$`), '$1.5'],
];

/** Without a unit so many are minutes as often as hours. */
const BARE_HOURS_MAX = 9;
/** Two decimals that stand for a quarter, and are no minutes. */
const QUARTERS: readonly string[] = ['25', '50', '75', '00'];

/** The text is trimmed; lengths are above zero. `1.30` is an hour and a half to one, and 78 minutes to another. */
export function readDuration(written: string): ReadDuration {
  if (written.length > DURATION_TEXT_MAX) return unreadable(written);
  const signed = plain(written);
  const text = signed.replace(/^[-+\u2212]/, '');
  const read = readPlain(text, written);
  if ('broken' in read) return read;
  const least = 'seconds' in read ? read.seconds : read.readings[0];
  if (least <= 0 || /^[-\u2212]/.test(signed)) return broken('not_positive', 'must be more than zero.');
  if ('seconds' in read && least > MAX_HOURS * 3600) {
    return broken('too_large', `is more than ${MAX_HOURS} hours.`, { max: MAX_HOURS });
  }
  return read;
}

/** In small letters and single blanks, with digits for fractions and for the numbers that are written out. */
function plain(written: string): string {
  const small = written
    .toLowerCase()
    .replace(/’/g, "'")
    .replace(/\s+/g, ' ')
    .trim()
    .replace(FRACTION, (_, whole: string | undefined, part: string) => `${whole ?? 0}.${FRACTIONS[part]}`);
  return PHRASES.reduce((text, [phrase, digits]) => text.replace(phrase, digits), small);
}

function readPlain(text: string, written: string): ReadDuration {
  const [, hours, minutes, rest] = CLOCK.exec(text) ?? HOUR_AND_MINUTES.exec(text) ?? PARTS.exec(text) ?? [];
  if (hours !== undefined || minutes !== undefined || rest !== undefined) {
    return { seconds: Number(hours ?? 0) * 3600 + Number(minutes ?? 0) * 60 + Number(rest ?? 0) };
  }
  const [, whole = '', decimals = '', unit] = DECIMAL.exec(text) ?? [];
  if (whole === '' && decimals === '') return unreadable(written);
  // 1.500 may be one and a half or fifteen hundred: not guessed.
  if (decimals.length > 2) {
    const message = `is ${shown(written)}; at most two decimals are allowed, without thousands separators.`;
    return broken('too_many_decimals', message);
  }
  const asHours = Number(whole || 0) * 3600 + Number(decimals.padEnd(2, '0')) * 36;
  if (decimals === '') {
    const isPlain = unit !== undefined || Number(whole) <= BARE_HOURS_MAX;
    return isPlain ? { seconds: asHours } : { readings: [asHours, Number(whole) * 60] };
  }
  // With a unit it is a decimal as pages show it, but for the nought at its end, which none has.
  const isDecimal =
    decimals.length < 2 || QUARTERS.includes(decimals) || (unit !== undefined && !decimals.endsWith('0'));
  if (isDecimal || Number(decimals) >= 60) return { seconds: asHours };
  return { readings: [Number(whole || 0) * 3600 + Number(decimals) * 60, asHours] };
}

/** The seconds of a text that has one reading; of another both are named. */
export function secondsFromDuration(written: string): Exclude<ReadDuration, { readonly readings: unknown }> {
  const read = readDuration(written);
  if (!('readings' in read)) return read;
  const [one, other] = read.readings.map(clockOf);
  return broken('ambiguous_time', `is ${shown(written)}, which may be ${one} or ${other}; write one of these.`);
}

/** `1:30`, as forms send it and clocks show it; seconds only where there are any. */
export function clockOf(seconds: number): string {
  const two = (value: number) => String(value).padStart(2, '0');
  const rest = seconds % 60;
  return `${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)}${rest ? `:${two(rest)}` : ''}`;
}

const broken = (code: string, message: string, params?: BrokenRule['params']) => ({
  broken: { code, message, ...(params ? { params } : {}) },
});

const unreadable = (written: string) =>
  broken('invalid_hours', `is ${shown(written)}; it must be a time such as 1:30, 90 min or 1.5 h.`);
