/** From the schemas the code works with to plain JSON Schema for the world. */
import type { TSchema } from 'typebox';

/** What the validator's own keywords say in plain JSON Schema; the rest of each rule is in the description. */
const PLAIN: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  hours: { minimum: 0.01, maximum: 1_000_000 },
  text: {},
  reference: {},
  line: {},
  money: { pattern: '^[0-9]{1,15}(?:\\.[0-9]{1,2})?$' },
  currency: { pattern: '^[A-Z]{3}$' },
  day: { format: 'date' },
  httpsUrl: { format: 'uri', pattern: '^[Hh][Tt][Tt][Pp][Ss]://' },
  time: { format: 'date-time' },
};

/**
 * Copies a schema as plain JSON Schema: own keywords translated, `$id` removed.
 * @param rewriteRef gives the address of the component with this `$id`
 */
export function publicSchema(schema: TSchema, rewriteRef: (id: string) => string = (id) => id): unknown {
  const copy = (node: unknown, isSchema: boolean): unknown => {
    if (Array.isArray(node)) return node.map((item) => copy(item, true));
    if (typeof node !== 'object' || node === null) return node;
    const result: Record<string, unknown> = {};
    for (const [key, value] of Object.entries(node)) {
      if (!isSchema) result[key] = copy(value, true);
      else if (key === '$ref') result[key] = rewriteRef(String(value).replace(/#$/, ''));
      else if (key === 'publishedAs') result.$ref = rewriteRef(String(value));
      else if (key === '$id' || key === 'leaveOut') continue;
      else if (PLAIN[key]) Object.assign(result, PLAIN[key]);
      // Values, not schemas: nothing in them is translated.
      else if (key === 'examples' || key === 'default' || key === 'const' || key === 'enum') result[key] = value;
      else result[key] = copy(value, key !== 'properties');
    }
    return result;
  };
  return copy(schema, true);
}
