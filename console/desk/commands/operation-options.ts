/** Options from an operation's query and body: `per_page` is `--per-page`, with the words and the text of the contract. */

import { type Command, Option } from 'commander';
import { readQuery } from '../../../core/http/query-string.ts';
import type { ConsoleBodyOf, ConsoleOperation, ConsoleQueryOf } from '../contract/operation.ts';
import type { CommandTools } from './with-database.ts';

type Body = NonNullable<ConsoleOperation['body']>;
type Schema = Body['properties'][string];

/** The options that were given: what is left out stays as it is. */
export function givenOf<Values extends object>(options: Values): Partial<Values> {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as Partial<Values>;
}

/** Adds the query parameters, and `--json`. */
export function withQuery(command: Command, { query }: Pick<ConsoleOperation, 'query'>): Command {
  for (const [name, { schema, description }] of Object.entries(query)) {
    command.addOption(optionFor(name, schema, description, query));
  }
  return command.option('--json', 'print JSON, as the console reads it');
}

/** Adds the fields of the body, but those that the command has in its own form. */
export function withFields(command: Command, { body }: Pick<ConsoleOperation, 'body'>, own: object = {}): Command {
  for (const [name, schema] of fieldsIn(body)) {
    if (name in own) continue;
    const option = optionFor(name, schema, descriptionOf(schema), body?.properties ?? {});
    command.addOption(option.makeOptionMandatory(body?.required?.includes(name) === true && !option.isBoolean()));
  }
  return command;
}

/** A field in a form of its own: by options that are not its name, or hold more than a text. */
export interface OwnField<Options = object, Place = unknown> {
  readonly options: () => readonly Option[];
  readonly read: (options: Options, place: Place, tools: CommandTools) => unknown;
}

export type AnyOwnField = OwnField<never, never> | OwnField<never, never>['read'];

/** The same, by what is typed alone. */
interface OptionField {
  readonly options: () => readonly Option[];
  readonly read: (options: object) => unknown;
}

/**
 * A field with one option.
 * @param values what it may be; or what reads it, for which `none` is null
 */
export function ownOption(
  flags: string,
  description: string,
  values?: readonly string[] | ((text: string) => unknown),
  isRequired = false,
): OptionField {
  const make = () => {
    const option = new Option(flags, description).makeOptionMandatory(isRequired);
    if (typeof values === 'function') return option.argParser(values);
    return values ? option.choices(values) : option;
  };
  const name = make().attributeName();
  return {
    options: () => [make()],
    read(options) {
      const { [name]: value } = options as Readonly<Record<string, unknown>>;
      return typeof values === 'function' && value === 'none' ? null : value;
    },
  };
}

/** A field that is true or false, or is left as it is. */
export function onOrOff(flags: string, description: string): OptionField {
  const { options, read } = ownOption(flags, description, ['on', 'off']);
  return {
    options,
    read(given) {
      const word = read(given);
      return word === undefined ? undefined : word === 'on';
    },
  };
}

/** Adds the options of such fields. */
export function withOwn(command: Command, own: Readonly<Record<string, AnyOwnField | undefined>>): Command {
  for (const field of Object.values(own)) {
    if (typeof field === 'object') for (const option of field.options()) command.addOption(option);
  }
  return command;
}

type OwnReaders = Readonly<Record<string, { readonly read: (options: never) => unknown }>>;

/** What the options say of the body, with fields in a form of their own; without what was left out. */
export function givenFieldsOf<O extends ConsoleOperation>(
  operation: O,
  own: OwnReaders,
  options: object,
): { readonly [Name in keyof ConsoleBodyOf<O>]?: unknown } {
  return givenOf({ ...fieldsOf(operation, options), ...ownFieldsOf(own, options) });
}

/** Fields in a form of their own alone. */
export function ownFieldsOf(own: OwnReaders, options: object): object {
  return givenOf(Object.fromEntries(Object.entries(own).map(([name, { read }]) => [name, read(options as never)])));
}

/** What the options say of the body. Those that were left out are undefined. */
export function fieldsOf<O extends ConsoleOperation>({ body }: O, options: object) {
  const given: Readonly<Record<string, unknown>> = { ...options };
  const fields = fieldsIn(body).map(([name, schema]) => {
    const value = given[attributeOf(name)];
    return [name, value === '' && wordsOf(schema)?.includes(null) ? null : value];
  });
  return Object.fromEntries(fields) as { readonly [Name in keyof ConsoleBodyOf<O>]?: unknown };
}

/**
 * The operation's query, from the options.
 * @throws Refusal invalid_request naming every parameter at fault
 */
export function queryOf<O extends ConsoleOperation>(operation: O, options: object): ConsoleQueryOf<O> {
  const given: Readonly<Record<string, unknown>> = { ...options };
  const parameters = new URLSearchParams();
  for (const name of Object.keys(operation.query)) {
    const text = given[attributeOf(name)];
    if (text !== undefined) parameters.set(name, String(text));
  }
  return readQuery(operation, `?${parameters}`) as ConsoleQueryOf<O>;
}

const fieldsIn = (body: Body | undefined) => Object.entries(body?.properties ?? {}) as [string, Schema][];
const descriptionOf = (schema: Schema) => ('description' in schema ? String(schema.description) : '');
const wordsOf = (schema: Schema) => ('enum' in schema ? (schema.enum as readonly unknown[]) : undefined);
const attributeOf = (name: string) => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
const flagOf = (name: string) => `--${name.replaceAll('_', '-')}`;

/** What the help shows for the value. */
function placeholderOf(name: string, schema: Schema): string {
  if (wordsOf(schema)) return 'word';
  if (name === 'per_page') return 'count';
  if (name === 'name') return 'name';
  if ('time' in schema) return 'time';
  return 'format' in schema && schema.format === 'date' ? 'day' : 'text';
}

function optionFor(name: string, schema: Schema, description: string, siblings: object): Option {
  const text = asTyped(description, siblings);
  const words = wordsOf(schema);
  if ('type' in schema && schema.type === 'boolean') return new Option(flagOf(name), text);
  const option = new Option(`${flagOf(name)} <${placeholderOf(name, schema)}>`, text);
  // The empty word clears a field that may be null.
  return words ? option.choices(words.map((word) => (word === null ? '' : String(word)))) : option;
}

/** A text of the contract, with the names of its siblings as they are typed here: `actor_kind` is --actor-kind. */
function asTyped(text: string, siblings: object): string {
  const typed = text.replace(/`?\b([a-z]+(?:_[a-z]+)+)\b`?/g, (written, name: string) =>
    name in siblings ? flagOf(name) : written,
  );
  // Nothing is typed as null here; an empty text clears.
  const plain = typed
    .replaceAll('`', '')
    .replace(/\.$/, '')
    .replace(/\bNull or empty:/, 'Empty:')
    .replace(/\bnull:/, 'empty:');
  return plain.replace(/^[A-Z](?=[^A-Z])/, (letter) => letter.toLowerCase());
}
