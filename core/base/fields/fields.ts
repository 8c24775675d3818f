/** Values that a person or a program gives one by one, read by the same rules as a file's cells; rows as they are shown. */
import type { FieldError, FieldRule, FieldValue } from '@timebank/contract';
import type { Static, TObject } from 'typebox';
import { refusal } from '../refusal.ts';
import { readerOf } from './values.ts';

type Rules = Readonly<Record<string, FieldRule>>;

/** Values by field; a field that was not given is not there. */
export type Fields<R extends Rules> = { -readonly [K in keyof R]?: FieldValue<R[K]> };

/** A record without other keys than the known ones: one that nobody reads does not compile. */
export type OnlyKnown<Given, Known> = Given & { readonly [K in Exclude<keyof Given, keyof Known>]: never };

type CamelName<Name> = Name extends `${infer Head}_${infer Tail}` ? `${Head}${Capitalize<CamelName<Tail>>}` : Name;
export type CamelCased<Body> = { readonly [K in keyof Body as CamelName<K>]: Body[K] };

const camel = (name: string) => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

/** From the wire's names to the domain's, only what was sent. */
export function camelCased<Body extends object>(body: Body): CamelCased<Body> {
  return Object.fromEntries(Object.entries(body).map(([name, value]) => [camel(name), value])) as CamelCased<Body>;
}

type Written<Value> = Value extends Date ? string : Value extends readonly (infer Item)[] ? Item[] : Value;
type Shown<Schema extends TObject, Row> = {
  [Name in keyof Static<Schema> as CamelName<Name> extends keyof Row
    ? Written<Row[CamelName<Name>]> extends Static<Schema>[Name]
      ? Name
      : never
    : never]: Static<Schema>[Name];
};

/**
 * What a row has of a schema's fields, by the names of the wire and with times written. Nothing else of the row is shown;
 * what it has in another form, such as an id or hours, is added behind it.
 */
export function shownAs<Schema extends TObject, Row extends object>(
  { properties }: Schema,
  row: Row,
): Shown<Schema, Row> {
  const of = row as Readonly<Record<string, unknown>>;
  const fields = Object.keys(properties).map((name) => [name, of[camel(name)]] as const);
  const written = fields.map(([name, value]) => [name, value instanceof Date ? value.toISOString() : value] as const);
  return Object.fromEntries(written.filter(([, value]) => value !== undefined)) as Shown<Schema, Row>;
}

/** The name of a column, or on the wire. */
export const snakeCased = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/**
 * Reads the given fields; null is what an empty cell is.
 * @throws refusal validation_failed naming every field at fault
 */
export function readFields<R extends Rules, G extends { readonly [K in keyof R]?: string | null | undefined }>(
  given: OnlyKnown<G, R>,
  rules: R,
): Fields<R> & { [K in keyof R as undefined extends G[K] ? never : K]: FieldValue<R[K]> } {
  const fields: Record<string, unknown> = {};
  const errors: FieldError[] = [];
  for (const [name, rule] of Object.entries(rules)) {
    const text = (given as G)[name];
    if (text === undefined) continue;
    const result = readerOf(rule)(text ?? '');
    if ('value' in result) {
      fields[name] = result.value;
      continue;
    }
    const field = snakeCased(name);
    errors.push({ field, code: result.broken.code, message: `${field} ${result.broken.message}` });
  }
  if (errors[0]) throw refusal('validation_failed', errors[0].message, errors);
  return fields as ReturnType<typeof readFields<R, G>>;
}
