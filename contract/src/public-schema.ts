/** Turns the schemas of the code into plain JSON Schema for publication. */
import type { TSchema } from 'typebox';

export type Json = Record<string, unknown>;

/** The validator's own keywords in plain JSON Schema; the rest of each rule is in the description. */
const PLAIN: Readonly<Record<string, Readonly<Json>>> = {
  hours: { minimum: 0.01, maximum: 1_000_000 },
  opaque: {},
  text: {},
  reference: {},
  line: {},
  money: { pattern: '^[0-9]{1,15}(?:\\.[0-9]{1,2})?$' },
  currency: { pattern: '^[A-Z]{3}$' },
  day: { format: 'date' },
  httpsUrl: { format: 'uri', pattern: '^[Hh][Tt][Tt][Pp][Ss]://' },
  time: { format: 'date-time' },
};

/** An object with fields that are known: a class in most languages. */
export const isClassedObject = ({ type, properties }: Json): boolean =>
  properties !== undefined && [type].flat().includes('object');

/** The keywords that hold schemas, by how they hold them. Everything else is a value, and is not looked into. */
const HOLDS: Readonly<Record<string, 'one' | 'list' | 'named'>> = {
  items: 'one',
  additionalProperties: 'one',
  anyOf: 'list',
  allOf: 'list',
  properties: 'named',
};

/** Copies a schema from the inside out, each schema in it changed. */
export function mapSchema(schema: Json, change: (schema: Json) => Json): Json {
  const copy = (node: unknown) => (isObject(node) ? mapSchema(node, change) : node);
  const copyHeld = (key: string, value: unknown) => {
    if (HOLDS[key] === 'one') return copy(value);
    if (HOLDS[key] === 'list') return (value as unknown[]).map(copy);
    if (HOLDS[key] === 'named') {
      return Object.fromEntries(Object.entries(value as Json).map(([name, held]) => [name, copy(held)]));
    }
    return value;
  };
  return change(Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, copyHeld(key, value)])));
}

function isObject(node: unknown): node is Json {
  return typeof node === 'object' && node !== null && !Array.isArray(node);
}

/**
 * Copies a schema as plain JSON Schema: own keywords translated, `$id` removed, every number with its size.
 * @param rewriteRef gives the address of the component with this `$id`
 */
export function publicSchema(schema: TSchema, rewriteRef: (id: string) => string = (id) => id): Json {
  return mapSchema(schema as unknown as Json, (node) => {
    const result: Json = {};
    for (const [key, value] of Object.entries(node)) {
      if (key === '$ref') result[key] = rewriteRef(String(value).replace(/#$/, ''));
      else if (key === 'publishedAs') result.$ref = rewriteRef(String(value));
      else if (PLAIN[key]) Object.assign(result, PLAIN[key]);
      // A list of one truth value says no more than its type, and generators make of it what no compiler takes.
      else if (key === 'const' && typeof value !== 'string') continue;
      else if (key !== '$id' && key !== 'leaveOut' && key !== 'exactlyOneOf') result[key] = value;
    }
    const types = [node.type].flat();
    if (node.format !== undefined) return result;
    if (types.includes('integer')) return { ...result, format: integerFormat(node.maximum) };
    // Without one, generators take 32 bits, and 262145.13 is read as 262145.12.
    return types.includes('number') ? { ...result, format: 'double' } : result;
  });
}

const INT32_MAX = 2 ** 31 - 1;

/** The format of a whole number. Without one, generators take 32 bits. */
function integerFormat(maximum: unknown): string {
  return typeof maximum === 'number' && maximum <= INT32_MAX ? 'int32' : 'int64';
}

/**
 * A published schema as one of answers and events, which may grow within v1: objects may have further fields, closed
 * lists of words become strings with the known words, and no pattern tells what an id or a time looks like. A `const`
 * stays: it tells the kinds of events apart. Requests are published as they are.
 */
export function openSchema(schema: Json): Json {
  return mapSchema(schema, (node) => {
    const { additionalProperties, pattern, enum: values, ...rest } = node;
    // Said, since some generators take an object that says nothing for a closed one.
    const further = rest.type === 'object' ? { additionalProperties: true } : {};
    return { ...rest, ...(Array.isArray(values) ? openWords(values, rest) : {}), ...further };
  });
}

function openWords(values: readonly unknown[], { examples }: Json): Json {
  const known = values.filter((value) => value !== null);
  const words = known.every((value) => typeof value === 'string') ? { 'x-extensible-enum': known } : {};
  return { ...words, examples: examples ?? known.slice(0, 1) };
}
