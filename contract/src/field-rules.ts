/** Judges texts by the rule of their field; the codes and sentences of forms and of files' problems. */
import { secondsFromDuration } from './duration.ts';
import { positiveSeconds, type ReadSeconds, secondsFromText, shown } from './hours-text.ts';
import { isDay } from './query.ts';
import type { BrokenRule } from './rules.ts';

interface Text {
  /** `line`: one line. `text`: any number of lines. Lengths are those of the trimmed text, in code points. */
  readonly kind: 'line' | 'text';
  readonly max: number;
}

interface Form {
  /** An e-mail address by its form, a day (`YYYY-MM-DD`) or a year of 1900 to 2199, a language tag (BCP 47). */
  readonly kind: 'email' | 'day' | 'year' | 'language';
}

export interface Hours {
  /** Hours as people write them. `hours`: also negative and zero. `duration`: also `90 min`. */
  readonly kind: 'hours' | 'positive_hours' | 'duration';
}

export interface Words {
  /** One of a closed list; a cell may write it in any case. */
  readonly kind: 'words';
  readonly words: readonly string[];
}

/** The rule of a value that is written as text. */
export type FieldRule = (Text | Form | Hours | Words) & {
  /** The value that an empty text means; without it a text is required. */
  readonly empty?: string | number | null;
};

export const EMAIL_MAX = 254;
export const LANGUAGE_MAX = 35;

const DOMAIN_LABEL = '[\\p{L}\\p{N}](?:[\\p{L}\\p{N}\\-]{0,61}[\\p{L}\\p{N}])?';
/** Before the @: what a form of any browser sends (HTML, the e-mail field). */
const LOCAL = "[\\w.!#$%&'*+\\/=?^`{|}~\\-]{1,64}";
export const EMAIL_PATTERN = `^${LOCAL}@${DOMAIN_LABEL}(?:\\.${DOMAIN_LABEL})+$`;
export const LANGUAGE_PATTERN = '^[A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8})*$';

export const YEAR_PATTERN = '^(?:19|20|21)\\d{2}$';

const EMAIL = new RegExp(EMAIL_PATTERN, 'u');
/** An address that no form sends. */
export const BEYOND_FORMS = /^[^@]*[^\0-\x7f@][^@]*@/;
export const BEYOND_FORMS_RULE =
  'has an umlaut or another sign beyond A to Z before the @; no form of a browser sends it.';
const LANGUAGE = new RegExp(LANGUAGE_PATTERN);
const YEAR = new RegExp(YEAR_PATTERN);
/** Control characters, and the mark a decoder leaves where it found none. */
const NO_TEXT = /[\p{Cc}\ufffd]/u;
const NO_TEXT_BUT_BREAK_AND_TAB = /[^\P{Cc}\n\t]|\ufffd/u;

const broken = (code: string, message: string, params?: BrokenRule['params']): BrokenRule => ({
  code,
  message,
  ...(params ? { params } : {}),
});
const EMPTY = broken('required', 'is empty.');

/** The rule that a text breaks. Spaces around it do not count. */
export function brokenField(rule: FieldRule, written: string): BrokenRule | undefined {
  const text = written.trim();
  if (text === '') return rule.empty === undefined ? EMPTY : undefined;
  switch (rule.kind) {
    case 'line':
      if (text.includes('\n')) return broken('line_break', 'has a line break; it must be one line.');
      return brokenText(text, rule.max, NO_TEXT);
    case 'text':
      return brokenText(text, rule.max, NO_TEXT_BUT_BREAK_AND_TAB);
    case 'email':
      if ([...text].length <= EMAIL_MAX && EMAIL.test(text) && text.isWellFormed()) return undefined;
      return BEYOND_FORMS.test(text)
        ? broken('invalid_email', `is ${shown(text)}, which ${BEYOND_FORMS_RULE}`)
        : broken('invalid_email', `is ${shown(text)}, which is not an e-mail address.`);
    case 'language':
      if (text.length <= LANGUAGE_MAX && LANGUAGE.test(text)) return undefined;
      return broken('invalid_language', `is ${shown(text)}; it must be a language tag such as de or pt-BR.`);
    case 'day':
      return brokenDay(text);
    case 'year':
      if (YEAR.test(text)) return undefined;
      return broken('invalid_year', `is ${shown(text)}; it must be a year such as 1956.`);
    case 'words':
      if (rule.words.includes(text.toLowerCase())) return undefined;
      return broken('unknown_value', `is ${shown(text)}; it must be ${listed(rule.words)}.`);
    default: {
      const read = readSeconds(rule.kind, text);
      return 'broken' in read ? read.broken : undefined;
    }
  }
}

/** The seconds of a text of hours. */
export function readSeconds(kind: 'hours' | 'positive_hours' | 'duration', text: string): ReadSeconds {
  if (kind === 'duration') return secondsFromDuration(text);
  return kind === 'hours' ? secondsFromText(text) : positiveSeconds(text);
}

function brokenText(text: string, max: number, refused: RegExp): BrokenRule | undefined {
  if (refused.test(text) || !text.isWellFormed()) {
    return broken('invalid_character', 'has a character that is not text; was the file saved in another encoding?');
  }
  return [...text].length > max ? broken('too_long', `is longer than ${max} characters.`, { max }) : undefined;
}

function brokenDay(text: string): BrokenRule | undefined {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) {
    return broken('invalid_date', `is ${shown(text)}; it must be a date such as 2026-05-31.`);
  }
  if (isDay(text) && text >= '1900' && text < '2200') return undefined;
  return broken('invalid_date', `is ${text}, which is not a day of the calendar between 1900 and 2199.`);
}

function listed(words: readonly string[]): string {
  return words.length < 2 ? words.join() : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;
}
