/** Query parameters: text on the wire, a value in the handler. Conversion lives here, so that no validator coerces. */
import { type TSchema, Type } from 'typebox';
import { PER_PAGE_MAX, wordValue } from './values.ts';

/** Why a parameter's text is refused. */
export interface ParameterFault {
  readonly code: string;
  /** Continues the sentence that begins with the parameter's name: "must be …". */
  readonly message: string;
}

/** One query parameter: how it is documented and how its text becomes a value. */
export interface QueryParameter<T> {
  readonly schema: TSchema;
  readonly description: string;
  /** Whether the operation refuses to run without it. Such parameters are read by the operation's handler. */
  readonly required?: true;
  /** Accepted, and left out of the published document: another way to say what a published one says. */
  readonly unpublished?: true;
  /** The value in samples, where the parameter is required. */
  readonly example?: string;
  /** Returns the value, or says what is wrong with the text. */
  readonly read: (text: string) => { readonly value: T } | { readonly refusal: ParameterFault };
}

const refuse = (code: string, message: string) => ({ refusal: { code, message } });

/** A whole number. */
export function integerBetween(
  min: number,
  max: number,
  description: string,
  defaultValue: number,
): QueryParameter<number> {
  return {
    schema: Type.Integer({ minimum: min, maximum: max, default: defaultValue }),
    description,
    read(text) {
      const value = Number(text);
      if (!/^\d{1,9}$/.test(text) || value < min || value > max) {
        return refuse('out_of_range', `must be a whole number from ${min} to ${max}.`);
      }
      return { value };
    },
  };
}

/** RFC 3339, section 5.6: a day has no hour 24, as in ISO 8601. */
const RFC3339 =
  /^(\d{4}-\d{2}-\d{2})T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,9})?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/;

/** The point in time that a text names by RFC 3339; undefined: none. Everything that reads a time reads it here. */
export function instantOf(text: string): Date | undefined {
  const written = text.toUpperCase();
  const [, day = ''] = RFC3339.exec(written) ?? [];
  const instant = new Date(written);
  return isDay(day) && instant.getUTCFullYear() >= 1 ? instant : undefined;
}

/** A point in time, RFC 3339. */
export function timestamp(description: string): QueryParameter<Date> {
  return {
    schema: Type.String({ format: 'date-time' }),
    description,
    read(text) {
      // A bare "+" in a URL is a space, so an offset may arrive as " 02:00".
      const value = instantOf(text.replace(/ (\d{2}:\d{2})$/, '+$1'));
      return value ? { value } : refuse('invalid_timestamp', 'must be an RFC 3339 time such as 2026-11-20T09:30:00Z.');
    },
  };
}

/** A calendar day, `YYYY-MM-DD`. */
export function dayParameter(description: string): QueryParameter<string> {
  return {
    schema: Type.String({ format: 'date' }),
    description,
    read: (text) => (isDay(text) ? { value: text } : refuse('invalid_date', 'must be a day such as 2026-11-20.')),
  };
}

/** Whether the text is a day that exists. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text) && date.getUTCFullYear() > 0;
}

/** One of a closed list of words. */
export function oneOf<const T extends string>(values: readonly T[], description: string): QueryParameter<T> {
  return {
    schema: wordValue(values),
    description,
    read(text) {
      const value = values.find((candidate) => candidate === text);
      return value === undefined ? refuse('unknown_value', `must be one of ${values.join(', ')}.`) : { value };
    },
  };
}

/** Free text or an opaque id, compared exactly. */
export function text(description: string, maxLength = 200): QueryParameter<string> {
  return {
    schema: Type.String({ maxLength }),
    description,
    read(value) {
      if (value === '') return refuse('empty', 'must not be empty.');
      if ([...value].length > maxLength) return refuse('too_long', `must have at most ${maxLength} characters.`);
      if (!value.isWellFormed() || value.includes('\0')) {
        return refuse('invalid_characters', 'must be well-formed text without NUL.');
      }
      return { value };
    },
  };
}

/** A link's key without what a sentence, a bracket or a mail program has put behind it. */
export const withoutTail = (key: string): string => key.replace(/[^\w-]+$/, '');

function onlyFirstPage(first: number): QueryParameter<number> {
  return {
    schema: Type.Integer({ minimum: first, maximum: first, default: first }),
    description: `Only ${first}, the first page.`,
    unpublished: true,
    read: (value) =>
      value === String(first)
        ? { value: first }
        : refuse('use_cursor', `can only be ${first}; for later pages, send meta.next_cursor as the parameter cursor.`),
  };
}

/** The paging parameters of every list; `per_page` and `cursor` say all of it. */
export const PAGING = {
  per_page: integerBetween(1, PER_PAGE_MAX, 'Items per page.', 100),
  limit: { ...integerBetween(1, PER_PAGE_MAX, 'Another name of `per_page`.', 100), unpublished: true },
  cursor: text('`meta.next_cursor` of the previous page. It is bound to the filters and does not expire.', 4000),
  page: onlyFirstPage(1),
  offset: onlyFirstPage(0),
} as const;

/** The paging parameters of a list of the console, which has no older names for them. */
export const PAGED = { per_page: PAGING.per_page, cursor: PAGING.cursor } as const;

/** A list's order: one of these, or with a minus before it the other way round (as in JSON:API). */
export function sortBy<const T extends string>(keys: readonly T[], first: T | `-${T}`): QueryParameter<T | `-${T}`> {
  const words = keys.flatMap((key) => [key, `-${key}`] as const);
  return oneOf(words, `The order; with a minus descending. As delivered: \`${first}\`.`);
}

/** The page size that was asked for. */
export const DEFAULT_PER_PAGE = 100;

/** Beside `PAGING` in lists that can be kept in step. */
export const SYNC = {
  sync_token: text(
    '`meta.sync_token` of an earlier walk: answers what has changed since that walk began reading, each object once in its present state, and `{"id", "removed": true}` for one that is no longer visible. Nothing that was committed is ever missed; an object may come twice. The token keeps the filters of its walk: send it alone or with `per_page`, and later pages by `cursor` alone. Valid for at least 30 days; after that, or from before a restore, 410 `sync_token_expired`: begin with a full walk.',
    4000,
  ),
} as const;
