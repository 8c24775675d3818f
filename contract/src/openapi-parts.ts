/** Names for the objects inside components. Generators make a type of each name; an object without one is a map, or does not compile. */
import { isClassedObject, type Json } from './public-schema.ts';

/**
 * A component and, each as a component of its own, the objects in it: `Me.partner` is `MePartner`, one of `Me.secrets` is
 * `MeSecret`.
 * @param componentRef the address of a component
 */
export function withParts(
  id: string,
  schema: Json,
  componentRef: (id: string) => string,
): [id: string, schema: Json][] {
  const parts: [string, Json][] = [];
  const named = (name: string, node: Json, holder: Json, about: string): Json => {
    if (node.items) {
      return { ...node, items: named(name.replace(/s$/, ''), node.items as Json, node, `One of ${about}`) };
    }
    if (!isClassedObject(node)) return node;
    const { type, ...own } = node;
    const description = node.description ?? holder.description ?? `${about}.`;
    parts.push(...withParts(name, { description, type: 'object', ...own }, componentRef));
    const reference = { $ref: componentRef(name) };
    return type === 'object' ? reference : { anyOf: [reference, { type: 'null' }] };
  };
  const properties = Object.entries((schema.properties ?? {}) as Readonly<Record<string, Json>>).map(
    ([field, node]) => [field, named(`${id}${pascalCase(field)}`, node, {}, `\`${field}\` of \`${id}\``)],
  );
  const whole = schema.properties ? { ...schema, properties: Object.fromEntries(properties) } : schema;
  return [[id, whole], ...parts];
}

const pascalCase = (field: string) => field.replace(/(?:^|_)([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
