/** What a cell may hold: one reader per kind of value. A reader answers the value, or why there is none. */
import { MAX_HOURS } from '@timebank/contract';

export interface Fault {
  readonly fault: string;
  /** Continues a sentence that begins with the column's name: "joined_on is not a date". */
  readonly message: string;
}

/** Reads the text of a cell; an absent column reads as the empty text. */
export type Reader<T> = (cell: string) => { readonly value: T } | Fault;

/** Control characters, and the mark a decoder leaves where it found none. */
const NO_TEXT = /[\p{Cc}\ufffd]/u;
const NO_TEXT_BUT_BREAK_AND_TAB = /[^\P{Cc}\n\t]|\ufffd/u;

const fault = (code: string, message: string): Fault => ({ fault: code, message });
const EMPTY = fault('required', 'is empty');

/** The empty cell is null; any other is read. */
export function optional<T>(read: Reader<T>): Reader<T | null> {
  return (cell) => (cell.trim() === '' ? { value: null } : read(cell));
}

/** The empty cell stands for a value; any other is read. */
export function withDefault<T>(value: T, read: Reader<T>): Reader<T> {
  return (cell) => (cell.trim() === '' ? { value } : read(cell));
}

/** Text of one line, trimmed, not empty. */
export function line(maxLength: number): Reader<string> {
  return (cell) => {
    const value = cell.trim();
    if (value === '') return EMPTY;
    if (value.includes('\n')) return fault('line_break', 'has a line break; it must be one line');
    return checkText(value, maxLength, NO_TEXT);
  };
}

/** Text of any number of lines, trimmed; may be empty. */
export function lines(maxLength: number): Reader<string> {
  return (cell) => checkText(cell.trim(), maxLength, NO_TEXT_BUT_BREAK_AND_TAB);
}

function checkText(value: string, maxLength: number, refused: RegExp): ReturnType<Reader<string>> {
  if (refused.test(value) || !value.isWellFormed()) {
    return fault('invalid_character', 'has a character that is not text; was the file saved in another encoding?');
  }
  if ([...value].length > maxLength) return fault('too_long', `is longer than ${maxLength} characters`);
  return { value };
}

/** One word of a closed list, in any case. */
export function word<const T extends string>(words: readonly T[]): Reader<T> {
  return (cell) => {
    const text = cell.trim().toLowerCase();
    if (text === '') return EMPTY;
    const value = words.find((known) => known === text);
    return value ? { value } : fault('unknown_value', `is ${shown(cell)}; it must be ${listed(words)}`);
  };
}

/** A day of the calendar, `YYYY-MM-DD`, from 1900 to 2199. */
export const day: Reader<string> = (cell) => {
  const value = cell.trim();
  if (value === '') return EMPTY;
  if (!/^\d{4}-\d{2}-\d{2}$/.test(value)) {
    return fault('invalid_date', `is ${shown(cell)}; it must be a date such as 2026-05-31`);
  }
  const time = new Date(`${value}T00:00:00Z`);
  // 30 February either is no time at all or becomes a day of March.
  const real = !Number.isNaN(time.getTime()) && time.toISOString().startsWith(value);
  if (!real || value < '1900' || value >= '2200') {
    return fault('invalid_date', `is ${value}, which is not a day of the calendar between 1900 and 2199`);
  }
  return { value };
};

const DOMAIN_LABEL = '[\\p{L}\\p{N}](?:[\\p{L}\\p{N}-]{0,61}[\\p{L}\\p{N}])?';
const EMAIL = new RegExp(`^[^\\s\\p{Cc}@"(),:;<>\\[\\]\\\\]{1,64}@${DOMAIN_LABEL}(?:\\.${DOMAIN_LABEL})+$`, 'u');
const EMAIL_LENGTH_MAX = 254;

/** An e-mail address by its form. */
export const email: Reader<string> = (cell) => {
  const value = cell.trim();
  if (value === '') return EMPTY;
  if (value.length > EMAIL_LENGTH_MAX || !EMAIL.test(value) || !value.isWellFormed()) {
    return fault('invalid_email', `is ${shown(cell)}, which is not an e-mail address`);
  }
  return { value };
};

/** A language tag (BCP 47 by its form). */
export const language: Reader<string> = (cell) => {
  const value = cell.trim();
  if (value === '') return EMPTY;
  if (value.length <= 35 && /^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$/.test(value)) return { value };
  return fault('invalid_language', `is ${shown(cell)}; it must be a language tag such as de or pt-BR`);
};

/** Hours as decimals (`1.5`, `1,5`) or as hours and minutes (`1:30`), in seconds; also negative and zero. */
export const hours: Reader<number> = (cell) => {
  const text = cell.trim().replace(/^\u2212/, '-');
  if (text === '') return EMPTY;
  const match =
    /^([+-]?)(\d{1,9}):([0-5]\d)(?::([0-5]\d))?$/.exec(text) ?? /^([+-]?)(\d{0,9})(?:[.,](\d+))?$/.exec(text);
  if (!match || !/\d/.test(text)) {
    return fault('invalid_hours', `is ${shown(cell)}; it must be hours such as 1.5, 1,5 or 1:30`);
  }
  const [, sign, whole = '', rest = '', extraSeconds = '0'] = match;
  const clock = text.includes(':');
  // 1.500 may be one and a half or fifteen hundred: not guessed.
  if (!clock && rest.length > 2) {
    return fault(
      'too_many_decimals',
      `is ${shown(cell)}; at most two decimals are allowed, without thousands separators`,
    );
  }
  const fraction = clock ? Number(rest) * 60 + Number(extraSeconds) : Number(rest.padEnd(2, '0')) * 36;
  const seconds = Number(whole) * 3600 + fraction;
  if (seconds > MAX_HOURS * 3600) return fault('too_large', `is more than ${MAX_HOURS} hours`);
  return { value: sign === '-' && seconds !== 0 ? -seconds : seconds };
};

/** Hours above zero, in seconds. */
export const positiveHours: Reader<number> = (cell) => {
  const read = hours(cell);
  if ('value' in read && read.value <= 0) return fault('not_positive', `is ${shown(cell)}; it must be more than zero`);
  return read;
};

/** A cell's text in a message: quoted, short, harmless on a terminal. */
export function shown(cell: string): string {
  const text = cell.trim();
  const cut = [...text].slice(0, 40).join('');
  return `"${cut.replaceAll(/\p{C}/gu, '\ufffd')}${cut === text ? '' : '…'}"`;
}

function listed(words: readonly string[]): string {
  return words.length < 2 ? words.join() : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;
}
