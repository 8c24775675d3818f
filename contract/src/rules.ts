/** The rules of values that JSON Schema cannot say: one function each, from a value to the rule it breaks. */
import { instantOf, isDay, timestamp } from './query.ts';
import { MAX_HOURS } from './values.ts';

/** A broken rule: its stable code, and how the sentence goes on that begins with the field's name. */
export interface BrokenRule {
  readonly code: string;
  readonly message: string;
  /** Further values of the sentence, for one in another language. */
  readonly params?: Readonly<Record<string, string | number>>;
}
export type Rule = (value: unknown) => BrokenRule | undefined;

const REFERENCE_LENGTH_MAX = 128;
const INVALID_TEXT: BrokenRule = { code: 'invalid_characters', message: 'must be well-formed text without NUL.' };

const UNREADABLE: BrokenRule = {
  code: 'invalid_characters',
  message: 'must not contain control characters other than line breaks (LF) and tabs.',
};
const INVISIBLE: BrokenRule = {
  code: 'invalid_characters',
  message: 'must not contain control or format characters, or line separators.',
};
/** All of Unicode's control characters (C0, DEL, C1) but LF and tab. */
const CONTROL = /[^\P{Cc}\n\t]/u;
const CURRENCIES: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));

/** Line separators split logs and files; noncharacters are for a program's own use (Unicode section 23.7). */
function isVisible(value: string): boolean {
  return value.isWellFormed() && !/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Noncharacter_Code_Point}]/u.test(value);
}

/** The way out where a number was sent as text. */
export function unquoted(value: unknown): string {
  return typeof value === 'string' && /^\d{1,15}(\.\d{1,4})?$/.test(value) ? `; send ${value} without quotes` : '';
}

/** An amount: a number above 0, at most two decimals, at most `MAX_HOURS`. */
function hours(value: unknown): BrokenRule | undefined {
  // Whether null is allowed is for the schema's type to say.
  if (value === null) return undefined;
  if (typeof value !== 'number' || Number.isNaN(value)) {
    return { code: 'wrong_type', message: `must be a number${unquoted(value)}.` };
  }
  if (value <= 0) return { code: 'not_positive', message: 'must be greater than 0.' };
  if (value > MAX_HOURS) return { code: 'too_large', message: `must be at most ${MAX_HOURS}.` };
  // Never multipleOf 0.01: in binary fractions 4.35 is no multiple of it.
  if (!/^\d+(\.\d{1,2})?$/.test(String(value))) {
    return { code: 'too_many_decimals', message: `is ${value}; round it to two decimals.` };
  }
  return undefined;
}

/** Texts that no person reads: ids and secrets, compared as they are. */
function opaque(value: unknown): BrokenRule | undefined {
  if (typeof value !== 'string' || (value.isWellFormed() && !value.includes('\0'))) return undefined;
  return INVALID_TEXT;
}

/** Texts that people read: on a terminal a control character is a command. */
function text(value: unknown): BrokenRule | undefined {
  if (typeof value !== 'string') return undefined;
  return opaque(value) ?? (CONTROL.test(value) ? UNREADABLE : undefined);
}

/** The reference of a settled transfer. Compared byte by byte, hence nothing invisible and nothing to trim. */
function reference(value: unknown): BrokenRule | undefined {
  if (typeof value !== 'string') return undefined;
  if (!isVisible(value)) return INVISIBLE;
  if (/^\s|\s$/.test(value)) return { code: 'surrounding_space', message: 'must not begin or end with a space.' };
  if (/^(?:NOTPROVIDED|NONREF|NOTAVAILABLE)$/i.test(value)) {
    return {
      code: 'placeholder',
      message: "is a placeholder and does not identify a transfer; send the bank's entry reference (camt AcctSvcrRef).",
    };
  }
  return undefined;
}

/** Whether a text can be the reference of a settled transfer. */
export function isReference(text: string): boolean {
  const length = [...text].length;
  return length >= 1 && length <= REFERENCE_LENGTH_MAX && reference(text) === undefined;
}

/** Text on one line that is shown and compared as it is. */
function line(value: unknown): BrokenRule | undefined {
  return typeof value !== 'string' || isVisible(value) ? undefined : INVISIBLE;
}

const MONEY_DIGITS_MAX = 15;

/** An amount of money as banks write it: decimal text, kept as it is. */
function money(value: unknown): BrokenRule | undefined {
  if (typeof value !== 'string') return undefined;
  const [, sign, whole = '', decimals = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(value) ?? [];
  if (whole === '') return { code: 'invalid_amount', message: 'must be decimal text such as 125.00.' };
  if (sign || !/[1-9]/.test(value)) return { code: 'not_positive', message: 'must be greater than 0.' };
  if (decimals.length > 2) return { code: 'too_many_decimals', message: 'has more than two decimals.' };
  if (whole.length <= MONEY_DIGITS_MAX) return undefined;
  return { code: 'too_large', message: `must have at most ${MONEY_DIGITS_MAX} digits before the point.` };
}

/** ISO 4217. */
function currency(value: unknown): BrokenRule | undefined {
  if (typeof value !== 'string' || CURRENCIES.has(value)) return undefined;
  return { code: 'unknown_currency', message: 'must be the three capital letters of a currency (ISO 4217).' };
}

function day(value: unknown): BrokenRule | undefined {
  if (typeof value !== 'string' || isDay(value)) return undefined;
  return { code: 'invalid_date', message: 'must be a day such as 2026-11-20.' };
}

/** The URL of an endpoint or of keys. The server judges the address itself. */
export function brokenHttpsUrl(value: unknown): BrokenRule | undefined {
  if (typeof value !== 'string') return undefined;
  if (!value.isWellFormed()) return INVALID_TEXT;
  // The parser would strip or repair these, and the URL is kept exactly as it was sent.
  if (/[\p{Cc}\p{Zs}\p{Zl}\p{Zp}\\]/u.test(value) || !/^[a-z][a-z0-9+.-]*:\/\//i.test(value) || !URL.canParse(value)) {
    return { code: 'invalid_url', message: 'must be an absolute URL.' };
  }
  if (new URL(value).protocol !== 'https:') return { code: 'https_required', message: 'must begin with https://.' };
  // The parser takes the first part of the path for a host that is missing.
  if (!/^[^:]+:\/\/[^/?#]/.test(value)) return { code: 'invalid_url', message: 'must name a host behind https://.' };
  // An authority ends at the first of / ? #; an empty user name or fragment counts too.
  if (/^[^:]+:\/\/[^/?#]*@/.test(value)) {
    return { code: 'userinfo_not_allowed', message: 'must not contain a user name or password.' };
  }
  if (new URL(value).port === '0')
    return { code: 'invalid_url', message: 'must not have port 0: nothing listens there.' };
  if (value.includes('#')) return { code: 'fragment_not_allowed', message: 'must not contain a fragment.' };
  return undefined;
}

const readTime = timestamp('').read;

/** A point in time, RFC 3339. */
function time(value: unknown): BrokenRule | undefined {
  if (typeof value !== 'string') return undefined;
  const result = readTime(value);
  return 'refusal' in result ? result.refusal : undefined;
}

/** The rules by keyword of the schemas. All but `hours` concern strings only. */
export const RULES = {
  hours,
  opaque,
  text,
  reference,
  line,
  money,
  currency,
  day,
  httpsUrl: brokenHttpsUrl,
  time,
} as const satisfies Readonly<Record<string, Rule>>;

/** Formats the answers use. */
export const FORMATS = {
  'date-time': (value: string) => instantOf(value) !== undefined,
  date: isDay,
  uri: (value: string) => URL.canParse(value),
  int32: { type: 'number', validate: (value: number) => Number.isInteger(value) && Math.abs(value) < 2 ** 31 },
  int64: { type: 'number', validate: Number.isSafeInteger },
  double: { type: 'number', validate: Number.isFinite },
} as const;
