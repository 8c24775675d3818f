/** The same document as OpenAPI 3.0.3, for gateways and generators that read no 3.1: no webhooks, `nullable`, no `const`. */
import { type Json, mapSchema } from './public-schema.ts';

/** @param document in OpenAPI 3.1, from `openApiDocument` */
export function asOpenApi30(document: Json): Json {
  const { webhooks: _none, components, info, ...rest } = document;
  const { license: _license, ...about } = info as Json;
  const { schemas, ...others } = components as { readonly schemas: Readonly<Record<string, Json>> };
  const alwaysNullable = onlyNullable(document);
  const convert = (schema: Json) => mapSchema(schema, (node) => asSchema30(node, alwaysNullable));
  const body = convertAll(
    {
      ...rest,
      openapi: '3.0.3',
      info: { ...about, license: { name: 'Apache-2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' } },
    },
    convert,
  ) as Json;
  const otherComponents = convertAll(others, convert) as Json;
  const named = Object.fromEntries(
    Object.entries(schemas).flatMap(([name, schema]) => {
      const [converted, isAlways] = [convert(schema), alwaysNullable.has(componentRefOf(name))];
      const orNull = { ...converted, nullable: true };
      return isAlways
        ? [[name, orNull]]
        : [
            [name, converted],
            [`${name}${OR_NULL}`, orNull],
          ];
    }),
  );
  return { ...body, components: { schemas: onlyUsed(named, [body, otherComponents]), ...otherComponents } };
}

/** Behind the name of a component that is with `null` in some places and without it in others. */
const OR_NULL = 'OrNull';

const componentRefOf = (name: string) => `#/components/schemas/${name}`;

/** The components that are nowhere without `null` beside them: in 3.0 they can be null themselves, and keep their name. */
function onlyNullable(document: Json): ReadonlySet<string> {
  const [beside, alone] = [new Set<string>(), new Set<string>()];
  const visit = (node: unknown, isBeside = false): void => {
    if (typeof node !== 'object' || node === null) return;
    if (Array.isArray(node)) {
      for (const item of node) visit(item, isBeside);
      return;
    }
    const { $ref, anyOf } = node as Json;
    if (typeof $ref === 'string') (isBeside ? beside : alone).add($ref);
    const takesNull =
      Array.isArray(anyOf) && anyOf.length === 2 && anyOf.some((branch) => (branch as Json).type === 'null');
    for (const [key, value] of Object.entries(node)) visit(value, key === 'anyOf' && takesNull);
  };
  visit(document);
  return new Set([...beside].filter((ref) => !alone.has(ref)));
}

/** Converts every schema below a node that is none itself. Examples are values, whatever they look like. */
function convertAll(node: unknown, convert: (schema: Json) => Json, key = ''): unknown {
  if (typeof node !== 'object' || node === null || key === 'example' || key === 'examples') return node;
  if (key === 'schema') return convert(node as Json);
  if (Array.isArray(node)) return node.map((item) => convertAll(item, convert));
  return Object.fromEntries(Object.entries(node).map(([name, value]) => [name, convertAll(value, convert, name)]));
}

/** One schema, those within it being converted already. */
function asSchema30(node: Json, alwaysNullable: ReadonlySet<string>): Json {
  const { type, examples, const: only, anyOf, $ref, ...rest } = node;
  const types = [type].flat();
  const nullable = types.includes('null') && types.length > 1 ? { nullable: true } : {};
  const own = {
    ...rest,
    ...(type === undefined ? {} : { type: types.length > 1 ? types.find((name) => name !== 'null') : type }),
    ...nullable,
    ...(only === undefined ? {} : { enum: [only] }),
    ...(Array.isArray(examples) ? { example: examples[0] } : {}),
  };
  if ($ref !== undefined) return Object.keys(own).length === 0 ? { $ref } : { ...own, allOf: [{ $ref }] };
  if (!Array.isArray(anyOf)) return own;
  const branches = (anyOf as Json[]).filter((branch) => branch.type !== 'null');
  const [first] = branches;
  if (branches.length === anyOf.length || !first) return { ...own, anyOf };
  // In 3.0 only a schema with a type of its own can be null: the component itself, or one beside it.
  const reference = alwaysNullable.has(String(first.$ref)) ? first : { $ref: `${first.$ref}${OR_NULL}` };
  return Object.keys(own).length === 0 ? reference : { ...own, allOf: [reference] };
}

function onlyUsed(schemas: Readonly<Record<string, Json>>, roots: readonly unknown[]): Json {
  const used = new Set<string>();
  const visit = (node: unknown): void => {
    for (const [, name = ''] of JSON.stringify(node).matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g)) {
      if (used.has(name)) continue;
      used.add(name);
      visit(schemas[name]);
    }
  };
  visit(roots);
  return Object.fromEntries(Object.entries(schemas).filter(([name]) => used.has(name)));
}
