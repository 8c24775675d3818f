/** Names for the bodies of answers: generators make a type of each name, and a map of what has none. */
import type { Json } from './public-schema.ts';

export interface NamedAnswers {
  /** The reference that replaces the schema of an answer. @param operationId names what has no object of its own */
  refTo(schema: Json, operationId: string): Json;
  /** Every schema that was named, in the order of their first use. */
  readonly schemas: ReadonlyMap<string, Json>;
}

/** @param componentRef the address of a component */
export function nameAnswers(componentRef: (id: string) => string): NamedAnswers {
  const schemas = new Map<string, Json>();
  const add = (name: string, schema: Json, about: string): Json => {
    const named = { description: about, ...schema };
    const known = schemas.get(name);
    if (known && JSON.stringify(known) !== JSON.stringify(named)) throw new TypeError(`two answers are named ${name}`);
    schemas.set(name, named);
    return { $ref: componentRef(name) };
  };
  return {
    schemas,
    refTo(schema, operationId) {
      const { data, meta } = schema.properties as { readonly data: Json; readonly meta?: Json };
      const name = nameOf(data, meta, operationId);
      const about = data.type === 'array' ? 'The body of a list.' : 'The body of an answer.';
      const items = data.items as Json | undefined;
      if (!items?.anyOf) return add(name, schema, about);
      const item = add(`${name}Item`, items, 'The object, or that it is no longer visible.');
      return add(name, { ...schema, properties: { data: { ...data, items: item }, ...(meta && { meta }) } }, about);
    },
  };
}

function nameOf(data: Json, meta: Json | undefined, operationId: string): string {
  const items = data.items as { readonly $ref?: string; readonly anyOf?: readonly Json[] } | undefined;
  if (items) return `${objectOf(items.$ref ?? items.anyOf?.[0]?.$ref)}List`;
  if (data.$ref) return `${objectOf(data.$ref)}${meta ? 'Result' : 'Response'}`;
  const [, verb = '', thing = ''] = /^([a-z]+)(\w+)$/.exec(operationId) ?? [];
  return `${thing}${verb.charAt(0).toUpperCase()}${verb.slice(1)}d`;
}

const objectOf = (address: unknown) => String(address).split('/').at(-1)?.replace(/^Any/, '') ?? '';
