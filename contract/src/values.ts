/** Shared value schemas, and the two conversions between hours on the wire and seconds in the ledger. */
import {
  type Static,
  type TObjectOptions,
  type TOptional,
  type TProperties,
  type TSchema,
  type TSchemaOptions,
  Type,
} from 'typebox';
import type { IdPrefix } from './ids.ts';

/** The most items one page of a list may have. */
export const PER_PAGE_MAX = 500;

/** The most hours one request may name. Caps of a community lie below it. */
export const MAX_HOURS = 1_000_000;

/** Seconds of an amount in hours that the `hours` keyword accepted (at most two decimals). Exact. */
export function secondsFromHours(hours: number): number {
  return Math.round(hours * 100) * 36;
}

/** Hours of an amount in whole seconds, negative or not, to four decimals. Never add the results: add the seconds. */
export function hoursFromSeconds(seconds: number): number {
  return Math.round((seconds * 25) / 9) / 1e4;
}

/** An object with these fields and no others. */
export const closedObject = <Fields extends TProperties>(fields: Fields, options: TObjectOptions = {}) =>
  Type.Object(fields, { additionalProperties: false, ...options });

/** The same with a name, by which others refer to it. */
export const component = <Fields extends TProperties>($id: string, description: string, fields: Fields) =>
  closedObject(fields, { $id, description });

/** The same properties, each of which may be left out. */
export function optional<P extends TProperties>(properties: P) {
  const pairs = Object.entries(properties).map(([name, schema]) => [name, Type.Optional(schema)]);
  return Object.fromEntries(pairs) as { [Name in keyof P]: TOptional<P[Name]> };
}

/** The number beside a name: of two who are called alike, it tells which is meant. */
export const memberNumber = () =>
  nullable(Type.String(), { description: 'The community’s own number of the member, if it has one.' });

/** A reference to a component by its `$id`, typed as that component. */
export function ref<S extends TSchema>(schema: S): TSchema & { readonly '~unsafe': Static<S> } {
  if (!('$id' in schema)) throw new TypeError('only a schema with $id can be referred to');
  return Type.Unsafe<Static<S>>({ $ref: `${schema.$id}#` });
}

/** The value or `null`. */
export function nullable<S extends TSchema>(schema: S, options: TSchemaOptions = {}) {
  if ('$ref' in schema) return Type.Unsafe<Static<S> | null>({ anyOf: [schema, { type: 'null' }], ...options });
  const { type, ...rest } = schema as unknown as { type: string; enum?: readonly unknown[] };
  const values = rest.enum ? { enum: [...rest.enum, null] } : {};
  return Type.Unsafe<Static<S> | null>({ type: [type, 'null'], ...rest, ...values, ...options });
}

/** One of a list of words. In the published document the list is closed in requests and open in answers. */
export function wordValue<const T extends string>(
  values: readonly T[],
  description?: string,
  options: TSchemaOptions = {},
) {
  const about = description === undefined ? {} : { description };
  return Type.Unsafe<T>({ type: 'string', enum: [...values], ...about, ...options });
}

/** A public id in an answer. Partners treat it as opaque: the published document leaves the pattern out. */
export function idValue(prefix: IdPrefix, description: string, example: string) {
  return Type.String({
    description: `${description} Opaque.`,
    pattern: `^${prefix}_[0-7][0-9a-hjkmnp-tv-z]{25}$`,
    examples: [example],
  });
}

/** A public id in a request: any text, since a malformed id is an unknown id. */
export function idText(description: string, example: string) {
  return Type.String({ description, minLength: 1, maxLength: 200, opaque: true, examples: [example] });
}

/** A point in time in an answer: RFC 3339, UTC, milliseconds, `Z`. */
export function timeValue(description: string, example = '2026-11-20T09:30:00.000Z') {
  return Type.String({
    description: `${description} RFC 3339, UTC, milliseconds.`,
    format: 'date-time',
    pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$',
    examples: [example],
  });
}

/** A calendar day in UTC, `YYYY-MM-DD`. */
export function dayValue(description: string, example = '2026-11-20') {
  return Type.String({ description, format: 'date', examples: [example] });
}

/** A SHA-256 as hexadecimal digits. */
export function hashValue(description: string, example: string) {
  return Type.String({ description, pattern: '^[0-9a-f]{64}$', examples: [example] });
}

/** Text in a request that people read: no control characters but LF and tab, lengths in code points. */
export function textValue(minLength: number, maxLength: number, description: string, options: TSchemaOptions = {}) {
  return Type.String({ description, minLength, maxLength, text: true, ...options });
}

/** A secret or a foreign id in a request, compared as it is: well-formed, without NUL, lengths in code points. */
export function opaqueValue(minLength: number, maxLength: number, description: string, options: TSchemaOptions = {}) {
  return Type.String({ description, minLength, maxLength, opaque: true, ...options });
}

/** An amount in a request: a JSON number of hours, above 0, at most two decimals. Becomes seconds by `secondsFromHours`. */
export function hoursIn(description: string) {
  return Type.Number({ description, hours: true, examples: [1.5] });
}

/** The same amount in a request as whole seconds; a credit's request has one of the two. */
export function secondsIn(description: string) {
  return Type.Integer({ description, minimum: 1, maximum: MAX_HOURS * 3600, examples: [5400] });
}

/** An amount in an answer, from `hoursFromSeconds`. */
export function hoursOut(description: string, example = 1.5) {
  return Type.Number({ description: `${description} In hours, to four decimals.`, examples: [example] });
}

/** The exact amount beside one in hours: whole seconds, which may pass 32 bits. */
export function secondsOut(description: string, example = 5400) {
  return Type.Integer({ description: `${description} In whole seconds; exact.`, format: 'int64', examples: [example] });
}

/** `meta` of every list. */
export const ListMeta = component('ListMeta', 'Paging information of a list.', {
  per_page: Type.Integer({
    description: 'The maximum number of items on this page.',
    minimum: 1,
    maximum: PER_PAGE_MAX,
  }),
  has_more: Type.Boolean({ description: 'Whether a next page exists.' }),
  next_cursor: nullable(Type.String(), {
    description: 'Send it as `cursor` with the same filters to get the next page; null on the last page.',
  }),
});
export type ListMeta = Static<typeof ListMeta>;

/** `meta` of a list that can be kept in step. */
export const SyncListMeta = component('SyncListMeta', 'Paging information of a list that can be kept in step.', {
  ...ListMeta.properties,
  sync_token: nullable(Type.String(), {
    description:
      'On the last page: send it as `sync_token` to get what has changed since this walk began reading; of events, in ascending order alone, what was committed since. It is valid for at least 30 days. Null on other pages, and while the service cannot write.',
  }),
});
export type SyncListMeta = Static<typeof SyncListMeta>;

/** Body of a list: `{data: [...], meta}`. */
export function listOf<S extends TSchema, M extends TSchema = typeof ListMeta>(schema: S, meta?: M) {
  const data = Type.Array(ref(schema), { maxItems: PER_PAGE_MAX });
  return closedObject({ data, meta: ref((meta ?? ListMeta) as M) });
}

/**
 * Body of a list that can be kept in step: with `sync_token`, what is no longer there comes by its id.
 * @param removed `RemovedUser`, `RemovedListing`
 */
export function syncListOf<S extends TSchema, R extends TSchema>(schema: S, removed: R) {
  return closedObject({
    data: Type.Array(Type.Union([ref(schema), ref(removed)]), { maxItems: PER_PAGE_MAX }),
    meta: ref(SyncListMeta),
  });
}

/** The tombstone of an object that is no longer visible, for any reason. */
export function removedOf($id: string, id: TSchema) {
  return component($id, 'Only with `sync_token`: an object that is no longer visible.', {
    id,
    removed: Type.Literal(true, {
      description: 'No longer visible to you, whatever the reason: delete your copy. You may never have had one.',
    }),
  });
}

/** Body of a single object: `{data}`. */
export function dataOf<S extends TSchema>(schema: S) {
  return closedObject({ data: ref(schema) });
}

/** Body of an answer to DELETE. */
export function deletedOf<S extends TSchema>(id: S) {
  return closedObject({ data: closedObject({ id, deleted: Type.Literal(true) }) });
}
