/**
 * The rules of fields, as data: one table per thing. The console's schemas, the readers of a file's cells and the
 * service's own checks are all made from these, so that none of them can be slacker than another.
 */
import { type TSchemaOptions, Type } from 'typebox';
import { DURATION_TEXT_MAX } from './duration.ts';
import {
  EMAIL_MAX,
  EMAIL_PATTERN,
  type FieldRule,
  type Hours,
  LANGUAGE_MAX,
  LANGUAGE_PATTERN,
  type Words,
  YEAR_PATTERN,
} from './field-rules.ts';
import { HOURS_PATTERN, HOURS_TEXT_MAX } from './hours-text.ts';
import { MAX_HOURS, nullable, wordValue } from './values.ts';
import {
  ADDRESS_FORMS,
  BOOKLET_CONTACTS,
  CONTACT_WAYS,
  DEPUTY_HOWS,
  EXCHANGE_KINDS,
  HOURS_FORMS,
  LISTING_STATUSES,
  LISTING_TYPES,
  MEMBER_STATUSES,
  OWN_FIELD_KINDS,
  STEPS_MINUTES,
  VISIBILITIES,
} from './words.ts';

/** The rule of a number: from `min`, or above `above`, to `max`. */
export interface NumberRule {
  readonly kind: 'number' | 'integer';
  readonly min?: number;
  readonly above?: number;
  readonly max: number;
}

/** The value of a text: hours become seconds. */
export type FieldValue<R extends FieldRule> =
  | (R extends { readonly words: readonly (infer W)[] } ? W : R extends Hours ? number : string)
  | (R extends { readonly empty: infer E } ? E : never);

type FieldText<R extends FieldRule> =
  | (R extends { readonly words: readonly (infer W)[] } ? W : string)
  | (R extends { readonly empty: null } ? null : never);

const line = (max: number) => ({ kind: 'line', max }) as const;
const lines = (max: number) => ({ kind: 'text', max }) as const;
const words = <const W extends readonly string[]>(list: W) => ({ kind: 'words', words: list }) as const;
const optional = <R extends FieldRule>(rule: R) => ({ ...rule, empty: null }) as const;
const withDefault = <R extends FieldRule, const E extends string | number>(empty: E, rule: R) => ({ ...rule, empty });

const EMAIL = { kind: 'email' } as const;
const DAY = { kind: 'day' } as const;
const YEAR = { kind: 'year' } as const;
const LANGUAGE = { kind: 'language' } as const;
const POSITIVE_HOURS = { kind: 'positive_hours' } as const;
const NAME = line(200);
const EXTERNAL_ID = line(100);
const LOWER_BALANCE = { kind: 'number', min: -MAX_HOURS, max: 0 } as const;

/** `balance_hours`, `booklet_contact` and `visible_to_partners` stand in files only, as do the day and the ids of a listing. */
export const MEMBER_FIELDS = {
  name: NAME,
  external_id: optional(EXTERNAL_ID),
  email: optional(EMAIL),
  language: optional(LANGUAGE),
  joined_on: optional(DAY),
  visibility: optional(words(VISIBILITIES)),
  salutation: optional(line(50)),
  given_name: optional(line(100)),
  family_name: optional(line(100)),
  phone: optional(line(50)),
  second_phone: optional(line(50)),
  street: optional(line(200)),
  postal_code: optional(line(20)),
  place: optional(line(100)),
  /** A choice of the own field that is the quarter. */
  quarter: optional(line(100)),
  country: optional(line(100)),
  preferred_contact: optional(words(CONTACT_WAYS)),
  birth_year: optional(YEAR),
  agreement_signed_on: optional(DAY),
  email_consent_on: optional(DAY),
  emergency_contact: optional(lines(500)),
  notes: optional(lines(5000)),
  status: words(MEMBER_STATUSES),
  /** Why a member was refused, suspended or left. */
  reason: optional(lines(500)),
  balance_hours: withDefault(0, { kind: 'hours' } as const),
  booklet_contact: withDefault('none', words(BOOKLET_CONTACTS)),
  visible_to_partners: withDefault('yes', words(['yes', 'no', 'listed', 'listed_with_email'])),
} as const;

/** A check of a member, such as a certificate of good conduct that was shown; what it says is never stored. */
export const CHECK_FIELDS = {
  kind: line(100),
  checked_by: line(200),
  checked_on: DAY,
  expires_on: optional(DAY),
} as const;

/** A call of the office to a member. */
export const CALL_FIELDS = { called_on: DAY, note: optional(lines(500)) } as const;
/** A membership on hold: the day on which the member is back; none: not known yet. */
export const HOLD_FIELDS = { until: optional(DAY) } as const;
/** For how many months a member who was called is off the list of those who need a call. */
export const CALL_AGAIN_FIELDS = { again_months: { kind: 'integer', min: 0, max: 24 } } as const;

/** A field that a community defines for its members, and the longest value of one. */
/** A person who acts for a member, and is none. */
export const DEPUTY_FIELDS = { name: NAME, email: optional(EMAIL), agreed_on: DAY, how: words(DEPUTY_HOWS) } as const;

export const OWN_FIELD_FIELDS = {
  name: line(60),
  kind: words(OWN_FIELD_KINDS),
  value: optional(line(500)),
  choices: line(100),
} as const;

export const LISTING_FIELDS = {
  external_id: EXTERNAL_ID,
  member_external_id: EXTERNAL_ID,
  type: words(LISTING_TYPES),
  title: line(200),
  description: withDefault('', lines(10_000)),
  category: withDefault('', line(100)),
  estimated_hours: optional(POSITIVE_HOURS),
  status: words(LISTING_STATUSES),
  created_on: optional(DAY),
} as const;

/** The names of categories: `LISTING_FIELDS.category` has the same length. */
export const CATEGORY_FIELDS = { name: line(100) } as const;

/** A slip names its parties as people do and tells a time; a file names members by their numbers and tells hours. */
export const EXCHANGE_FIELDS = {
  provider: NAME,
  receiver: NAME,
  time: { kind: 'duration' },
  service_date: DAY,
  note: optional(lines(500)),
  reason: lines(500),
  external_id: EXTERNAL_ID,
  provider_external_id: EXTERNAL_ID,
  receiver_external_id: EXTERNAL_ID,
  hours: POSITIVE_HOURS,
  listing_external_id: optional(EXTERNAL_ID),
  kind: withDefault('exchange', words(EXCHANGE_KINDS)),
  category: withDefault('', line(100)),
} as const;

export const ACCOUNT_FIELDS = { name: NAME, lower_balance_hours: LOWER_BALANCE } as const;

export const COMMUNITY_FIELDS = {
  name: NAME,
  /** The rule of each language. */
  languages: LANGUAGE,
  default_visibility: words(VISIBILITIES),
  hours_as: words(HOURS_FORMS),
  time_zone: line(64),
  lower_balance_hours: LOWER_BALANCE,
  upper_balance_hours: { kind: 'number', above: 0, max: MAX_HOURS },
  listing_months: { kind: 'integer', min: 1, max: 60 },
  office_contact: optional(lines(500)),
  address_form: words(ADDRESS_FORMS),
  office_name_en: optional(line(80)),
  office_name_de: optional(line(80)),
  remind_days: { kind: 'integer', min: 1, max: 60 },
  silent_days: { kind: 'integer', min: 2, max: 120 },
  /** Why the partner API is switched off. */
  reason: lines(500),
} as const;

export const LETTER_FIELDS = { title: NAME, body: lines(4000) } as const;

/** The people who sign in to the console, and the names of their passkeys. */
export const ADMINISTRATOR_FIELDS = { name: NAME, passkey: line(100) } as const;

/** What the office writes to members. */
/** Of an answer to a listing, and of its reply. */
export const ANSWER_FIELDS = { message: lines(2000) } as const;

export const MESSAGE_FIELDS = { title: line(150), body: lines(10_000) } as const;

export const PARTNER_FIELDS = {
  name: NAME,
  contact_name: optional(NAME),
  contact_email: optional(EMAIL),
  contact_phone: optional(line(50)),
  note: optional(lines(2000)),
  rate_limit_per_minute: { kind: 'integer', min: 0, max: 1_000_000 },
  /** Ninety days. */
  overlap_hours: { kind: 'number', min: 0, max: 2160 },
} as const;

/** The same rule where something must stand. */
export function filled<R extends FieldRule>({ empty: _, ...rule }: R): Omit<R, 'empty'> {
  return rule;
}

/**
 * The schema of a field in a request: lengths, forms and words as JSON Schema can say them, and the rule itself for
 * the rest. `compileBody` trims the text first; where nothing may stand, null and the empty text are the same.
 */
export function fieldSchema<const R extends FieldRule>(rule: R, description: string) {
  const schema =
    rule.kind === 'words'
      ? wordValue(rule.words, description)
      : Type.String({ description, ...limits(rule), field: rule });
  return Type.Unsafe<FieldText<R>>(rule.empty === null ? nullable(schema) : schema);
}

function limits(rule: Exclude<FieldRule, Words>): TSchemaOptions {
  switch (rule.kind) {
    case 'line':
    case 'text':
      return { minLength: rule.empty === '' ? 0 : 1, maxLength: rule.max };
    case 'email':
      return { minLength: 1, maxLength: EMAIL_MAX, pattern: EMAIL_PATTERN };
    case 'day':
      return { minLength: 10, maxLength: 10, pattern: '^(?:19|20|21)\\d{2}-\\d{2}-\\d{2}$', format: 'date' };
    case 'year':
      return { minLength: 4, maxLength: 4, pattern: YEAR_PATTERN };
    case 'language':
      return { minLength: 1, maxLength: LANGUAGE_MAX, pattern: LANGUAGE_PATTERN };
    case 'duration':
      return { minLength: 1, maxLength: DURATION_TEXT_MAX };
    case 'hours':
    case 'positive_hours':
      return { minLength: 1, maxLength: HOURS_TEXT_MAX, pattern: HOURS_PATTERN };
  }
}

/** The schema of a number in a request. */
export function numberSchema({ kind, min, above, max }: NumberRule, description: string) {
  const options = {
    description,
    ...(min === undefined ? {} : { minimum: min }),
    ...(above === undefined ? {} : { exclusiveMinimum: above }),
    maximum: max,
  };
  return Type.Unsafe<number>({ type: kind, ...options });
}

/** One of the steps of minutes. */
export function stepSchema() {
  return Type.Integer({ description: `One of ${STEPS_MINUTES.join(', ')}.`, enum: [...STEPS_MINUTES] });
}

/** Whether a number keeps its rule. */
export function isInRange({ kind, min = -Infinity, above = -Infinity, max }: NumberRule, value: number): boolean {
  return value >= min && value > above && value <= max && (kind === 'number' || Number.isSafeInteger(value));
}
