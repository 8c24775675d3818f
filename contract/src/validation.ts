/** Strict validation: no coercion, every fault of a body found and named with a stable code. */
import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import type { Static, TObject, TSchema } from 'typebox';
import { COMPONENTS } from './components.ts';
import { type FieldError, MAX_FIELD_ERRORS, quoteName } from './errors.ts';
import { brokenField, type FieldRule } from './field-rules.ts';
import { nearest } from './near.ts';
import type { NullMeaning } from './operation.ts';
import { type BrokenRule, FORMATS, RULES, unquoted } from './rules.ts';

/**
 * A validator that knows the contract's keywords, formats and components. Compile schemas with it, then reuse them.
 * Unknown keywords are refused. That each schema is a valid one (2020-12) is held by tests: to look at it here took a
 * fifth of the time in which the service starts.
 */
export function createValidator(): Ajv2020 {
  const validator = new Ajv2020({
    strict: true,
    validateSchema: false,
    allowUnionTypes: true,
    allErrors: true,
    coerceTypes: false,
    removeAdditional: false,
    useDefaults: false,
    verbose: true,
    formats: FORMATS,
  });
  for (const [keyword, rule] of Object.entries(RULES)) {
    validator.addKeyword({
      keyword,
      // hours judges values of every type itself, so that an infinite number is too large and not of a wrong type.
      ...(keyword === 'hours' ? {} : { type: 'string' as const }),
      validate: (_schema: true, value: unknown) => rule(value) === undefined,
    });
  }
  validator.addKeyword({
    keyword: 'field',
    type: 'string',
    schemaType: 'object',
    validate: (rule: FieldRule, value: string) => brokenField(rule, value) === undefined,
  });
  validator.addVocabulary(['x-extensible-enum']);
  // Only for the published document: what a list holds whose items are judged one by one, outside the body's schema.
  validator.addKeyword({ keyword: 'publishedAs', schemaType: 'string' });
  // A note for errors: what to do about a field that the request does not have.
  validator.addKeyword({ keyword: 'leaveOut', schemaType: 'object' });
  validator.addKeyword({
    keyword: 'exactlyOneOf',
    type: 'object',
    schemaType: 'array',
    validate: (names: readonly string[], value: object) => given(names, value).length === 1,
  });
  for (const component of COMPONENTS) validator.addSchema(component);
  return validator;
}

const given = (names: readonly string[], value: object) => names.filter((name) => Object.hasOwn(value, name));

/** A body that passed, or everything that is wrong with it. */
export type CheckResult<T> = { readonly value: T } | { readonly errors: readonly FieldError[] };

/**
 * Compiles the check of a request body. Where `null` means absent, it is left out of the value, also of objects inside
 * it, unless the schema admits it; where it clears, it is refused unless the schema admits it. Fields with a rule (`fieldSchema`) are trimmed;
 * where they may be null, no text is null. The result has one error per field, the most telling one, and at
 * most `MAX_FIELD_ERRORS`.
 */
export function compileBody<S extends TObject>(
  schema: S,
  validator: Ajv2020 = createValidator(),
  nullMeans: NullMeaning = 'absent',
): (body: unknown) => CheckResult<Static<S>> {
  const isValid = validator.compile(schema);
  const shape = nullMeans === 'absent' ? shapeOf(schema) : { optional: [], inner: [] };
  const ruled = Object.entries(schema.properties).filter(
    ([, { field, items }]: [string, Property]) => field ?? items?.field,
  );
  return (body) => {
    const value = trimFields(dropNulls(body, shape), ruled);
    if (isValid(value)) return { value: value as Static<S> };
    return { errors: fieldErrors(isValid.errors ?? []) };
  };
}

/** Null stays where it is a value of its own (no cap, for instance). */
function admitsNull(property: TSchema): boolean {
  return 'type' in property && Array.isArray(property.type) && property.type.includes('null');
}

/** The fields of a body where null means absent. */
interface Shape {
  readonly optional: readonly string[];
  /** Fields that are objects of the schema themselves. */
  readonly inner: readonly (readonly [name: string, shape: Shape])[];
}

function shapeOf(schema: TObject): Shape {
  const required = new Set<string>(schema.required);
  const properties = Object.entries(schema.properties);
  return {
    optional: properties
      .filter(([name, property]) => !required.has(name) && !admitsNull(property))
      .map(([name]) => name),
    inner: properties
      .filter(([, property]) => 'properties' in property)
      .map(([name, property]) => [name, shapeOf(property as TObject)] as const),
  };
}

function dropNulls(value: unknown, { optional, inner }: Shape): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  let fields = value as Readonly<Record<string, unknown>>;
  if (optional.some((name) => fields[name] === null)) {
    fields = Object.fromEntries(
      Object.entries(fields).filter(([name, field]) => field !== null || !optional.includes(name)),
    );
  }
  for (const [name, shape] of inner) {
    const within = Object.hasOwn(fields, name) ? dropNulls(fields[name], shape) : undefined;
    if (within !== undefined && within !== fields[name]) fields = { ...fields, [name]: within };
  }
  return fields;
}

/** The text that the rules of fields judge: without the spaces around it, also in a list. */
function trimFields(body: unknown, ruled: readonly (readonly [name: string, property: Property])[]): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body;
  const fields = body as Readonly<Record<string, unknown>>;
  const given = ruled.filter(([name]) => Object.hasOwn(fields, name));
  if (given.length === 0) return body;
  return { ...fields, ...Object.fromEntries(given.map(([name, property]) => [name, trimmed(fields[name], property)])) };
}

interface Property {
  readonly field?: FieldRule;
  readonly items?: Property;
}

function trimmed(value: unknown, { field, items }: Property): unknown {
  if (Array.isArray(value) && items) return value.map((item) => trimmed(item, items));
  if (typeof value !== 'string' || !field) return value;
  const text = value.trim();
  return text === '' && field.empty === null ? null : text;
}

// Of several errors of one field, the one with the lowest rank is reported.
const RANK: Readonly<Record<string, number>> = {
  field: 0,
  hours: 0,
  type: 1,
  text: 2,
  reference: 2,
  line: 2,
  money: 2,
  currency: 2,
  day: 2,
  httpsUrl: 2,
  time: 2,
};
const LAST_RANK = 9;

function fieldErrors(errors: readonly ErrorObject[]): FieldError[] {
  const byField = new Map<string, ErrorObject>();
  for (const error of errors) {
    const field = fieldOf(error);
    const known = byField.get(field);
    if (!known || rank(error) < rank(known)) byField.set(field, error);
  }
  // A list that is wrong as a whole hides what is wrong in its items.
  for (const field of [...byField.keys()]) {
    const list = field.replace(/\.\d+$/, '');
    if (list !== field && byField.has(list)) byField.delete(field);
  }
  const listed = new Set<unknown>();
  return [...byField].slice(0, MAX_FIELD_ERRORS).map(([path, error]) => {
    const { code, message } = error.keyword === 'enum' ? unknownWord(error, listed) : broken(error);
    const field = quoteName(path);
    return { field, code, message: `${field} ${message}` };
  });
}

/** The words are listed once, however many values are none of them. */
function unknownWord({ schema, data }: ErrorObject, listed: Set<unknown>): BrokenRule {
  const words = (schema as readonly unknown[]).filter((word) => typeof word === 'string');
  const meant = typeof data === 'string' ? nearest(data, words) : undefined;
  const rule = listed.has(schema) ? 'is unknown, too.' : `must be one of ${words.join(', ')}.`;
  listed.add(schema);
  return { code: 'unknown_value', message: meant ? `${rule} Did you mean ${meant}?` : rule };
}

function rank(error: ErrorObject): number {
  return RANK[error.keyword] ?? LAST_RANK;
}

function fieldOf(error: ErrorObject): string {
  const path = error.instancePath
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
  if (error.keyword === 'required') path.push(error.params.missingProperty);
  if (error.keyword === 'exactlyOneOf') path.push(alternatives(error).atFault);
  if (error.keyword === 'additionalProperties') path.push(error.params.additionalProperty);
  return path.length === 0 ? 'body' : path.join('.');
}

function broken(error: ErrorObject): BrokenRule {
  const { keyword, params } = error;
  if (keyword in RULES) {
    const found = RULES[keyword as keyof typeof RULES](error.data);
    if (found) return found;
  }
  switch (keyword) {
    case 'field':
      return brokenField(error.schema as FieldRule, error.data as string) as BrokenRule;
    case 'minimum':
      return { code: 'out_of_range', message: `must be at least ${params.limit}.` };
    case 'exclusiveMinimum':
      return { code: 'out_of_range', message: `must be more than ${params.limit}.` };
    case 'maximum':
      return { code: 'out_of_range', message: `must be at most ${params.limit}.` };
    case 'required':
      return { code: 'required', message: 'is required.' };
    case 'exactlyOneOf': {
      const { none, other } = alternatives(error);
      if (none) return { code: 'required', message: `is required, or ${other} in its place.` };
      return { code: 'conflict', message: `is an amount beside that of ${other}; send only one of the two.` };
    }
    case 'additionalProperties':
      return { code: 'unknown_field', message: ['is not a field of this request.', wayOut(error)].join(' ').trim() };
    case 'type':
      return {
        code: 'wrong_type',
        message: `must be ${TYPE_NAMES[params.type] ?? 'of another type'}${isNumeric(params.type) ? unquoted(error.data) : ''}.`,
      };
    case 'minLength':
      return {
        code: 'too_short',
        message: params.limit === 1 ? 'must not be empty.' : `must have at least ${params.limit} characters.`,
      };
    case 'maxLength':
      return { code: 'too_long', message: `must have at most ${params.limit} characters.` };
    case 'minItems':
      return {
        code: 'too_few_items',
        message: `must have at least ${params.limit} item${params.limit > 1 ? 's' : ''}.`,
      };
    case 'maxItems':
      return { code: 'too_many_items', message: `must have at most ${params.limit} items.` };
    default:
      return { code: 'invalid_format', message: 'has the wrong form.' };
  }
}

/** Of two fields that exclude each other: the first one where neither was sent, else the second one. */
function alternatives({ schema, data }: ErrorObject): { none: boolean; atFault: string; other: string } {
  const [first = '', second = ''] = schema as readonly string[];
  const none = given([first, second], data as object).length === 0;
  return none ? { none, atFault: first, other: second } : { none, atFault: second, other: first };
}

function wayOut({ parentSchema, params: { additionalProperty: name } }: ErrorObject): string {
  const ways: Readonly<Record<string, string>> = parentSchema?.leaveOut ?? {};
  if (Object.hasOwn(ways, name)) return ways[name] ?? '';
  const meant = nearest(name, Object.keys(parentSchema?.properties ?? {}));
  return meant === undefined ? '' : `Did you mean ${meant}?`;
}

const isNumeric = (type: unknown) => ['number', 'integer'].includes(String(type));

const TYPE_NAMES: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
};
