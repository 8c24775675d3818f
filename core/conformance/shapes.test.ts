/** Both published documents keep to what every generator turns into code that compiles: Java, C#, Kotlin, Go, Python. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { asOpenApi30, openApiDocument } from '@timebank/contract';
import { missing } from '../../test-support/has-tool.ts';

type Json = Readonly<Record<string, unknown>>;

/** What a schema may say. Each is a word that some reader may not know: a new one needs a look at the generators. */
const KEYWORDS = [
  ...['$ref', 'type', 'format', 'description', 'properties', 'required', 'additionalProperties', 'items', 'anyOf'],
  ...['enum', 'x-extensible-enum', 'default', 'pattern', 'minimum', 'maximum', 'minLength', 'maxLength'],
  ...['minItems', 'maxItems'],
];
const DOCUMENTS = [
  { name: '3.1', document: openApiDocument(), keywords: new Set([...KEYWORDS, 'const', 'examples']) },
  {
    name: '3.0',
    document: asOpenApi30(openApiDocument()),
    keywords: new Set([...KEYWORDS, 'nullable', 'allOf', 'example']),
  },
];

interface SchemaPlace {
  readonly path: string;
  readonly schema: Json;
  /** A component itself. */
  readonly isNamed: boolean;
}

const childrenOf = (schema: Json): [string, unknown][] => [
  ...Object.entries((schema.properties ?? {}) as Json).map(([name, value]): [string, unknown] => [`.${name}`, value]),
  ...(['items', 'additionalProperties', 'not'] as const).map((name): [string, unknown] => [`/${name}`, schema[name]]),
  ...(['anyOf', 'allOf', 'oneOf'] as const).flatMap((name) =>
    ((schema[name] ?? []) as unknown[]).map((value, index): [string, unknown] => [`/${name}/${index}`, value]),
  ),
];

function* schemasBelow(path: string, schema: unknown, isNamed = false): Generator<SchemaPlace> {
  if (typeof schema !== 'object' || schema === null) return;
  yield { path, schema: schema as Json, isNamed };
  for (const [name, child] of childrenOf(schema as Json)) yield* schemasBelow(`${path}${name}`, child);
}

/** Every schema of a document, wherever it is. */
function* schemasOf(node: unknown, path = ''): Generator<SchemaPlace> {
  if (typeof node !== 'object' || node === null) return;
  for (const [name, child] of Object.entries(node)) {
    if (name === 'example' || name === 'examples') continue;
    if (name === 'schema') yield* schemasBelow(`${path}/schema`, child);
    else if (path === '/components' && name === 'schemas') {
      for (const [id, schema] of Object.entries(child as Json)) yield* schemasBelow(id, schema, true);
    } else yield* schemasOf(child, `${path}/${name}`);
  }
}

const pascalCase = (name: string) =>
  name.replace(/(?:^|[^A-Za-z0-9]+)([A-Za-z0-9])/g, (_, letter: string) => letter.toUpperCase());

function twice(names: readonly string[]): string[] {
  const seen = new Map<string, string>();
  return names.filter((name) => {
    const key = pascalCase(name).toLowerCase();
    const isKnown = seen.has(key);
    seen.set(key, name);
    return isKnown;
  });
}

for (const { name, document, keywords } of DOCUMENTS) {
  describe(`the document in OpenAPI ${name}`, () => {
    const places = [...schemasOf(document)];
    const components = (document.components as { schemas: Readonly<Record<string, Json>> }).schemas;
    const where = (isWrong: (place: SchemaPlace) => boolean) => places.filter(isWrong).map(({ path }) => path);

    test('says nothing in words that are not on the list', () => {
      assert.ok(places.length > 600, `${places.length}`);
      const found = places.flatMap(({ path, schema }) =>
        Object.keys(schema)
          .filter((keyword) => !keywords.has(keyword))
          .map((keyword) => `${keyword} at ${path}`),
      );
      assert.deepEqual(found, []);
    });

    test('lists words alone: of numbers and truth values generators make enums that do not compile', () => {
      const isListed = ({ schema }: SchemaPlace) =>
        ([schema.const ?? [], schema.enum ?? [], schema['x-extensible-enum'] ?? []].flat() as unknown[]).some(
          (value) => typeof value !== 'string' && value !== null,
        );
      assert.deepEqual(where(isListed), []);
    });

    test('has a name for every object with fields', () => {
      assert.deepEqual(
        where(({ schema, isNamed }) => schema.properties !== undefined && !isNamed),
        [],
      );
      assert.deepEqual(
        where(({ schema }) => schema.properties !== undefined && schema.type !== 'object'),
        [],
      );
    });

    test('has nothing but a name beside null, and names alone where there are several', () => {
      const isOdd = (branch: Json) => branch.$ref === undefined && branch.type !== 'null';
      assert.deepEqual(
        where(({ schema }) => [schema.anyOf ?? [], schema.allOf ?? []].flat().some((branch) => isOdd(branch as Json))),
        [],
      );
    });

    test('has names that stay apart in every language, and no field with the name of its class', () => {
      assert.deepEqual(twice(Object.keys(components)), []);
      for (const [id, { properties = {} }] of Object.entries(components)) {
        const fields = Object.keys(properties as Json);
        assert.deepEqual(twice(fields), [], id);
        // C# takes no member of that name.
        assert.deepEqual(
          fields.filter((field) => pascalCase(field) === id),
          [],
          id,
        );
      }
    });

    test('is Java that compiles, with a class of each name', { skip: missing('javac') }, () => {
      const folder = mkdtempSync(join(tmpdir(), 'timebank-java-'));
      try {
        const file = join(folder, 'Api.java');
        writeFileSync(file, javaOf(components));
        const { status, stderr } = spawnSync('javac', ['-proc:none', '-d', folder, file], { encoding: 'utf8' });
        assert.equal(status, 0, stderr);
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    });
  });
}

const TYPES: Readonly<Record<string, string>> = { boolean: 'Boolean', integer: 'Long', number: 'Double' };
const KEYWORD = /^(abstract|case|class|default|final|for|import|int|interface|new|package|private|public|static|void)$/;
const nameOf = (ref: unknown) => String(ref).split('/').at(-1) ?? '';
const variableOf = (field: string) => field.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());

/** The classes as the usual generators write them: an enum of each closed list, a map of what has no name. */
function javaOf(components: Readonly<Record<string, Json>>): string {
  const classes = Object.entries(components).map(([id, { properties = {} }]) => {
    const members = Object.entries(properties as Readonly<Record<string, Json>>).map(([field, schema]) => {
      const type = javaType(schema, pascalCase(field));
      const name = KEYWORD.test(field) ? `_${field}` : variableOf(field);
      return `${javaEnum((schema.items ?? schema) as Json, pascalCase(field))}public ${type} ${name};`;
    });
    return `public static class ${id} {\n${members.join('\n')}\n}`;
  });
  return `import java.util.*;\npublic class Api {\n${classes.join('\n')}\n}\n`;
}

function javaType(schema: Json, name: string): string {
  const { $ref, type, items, anyOf, allOf } = schema;
  const [one, ...others] = ([anyOf ?? [], allOf ?? []].flat() as Json[]).filter((branch) => branch.type !== 'null');
  if (one) return others.length > 0 ? 'Object' : javaType(one, name);
  if ($ref) return nameOf($ref);
  const kind = [type].flat().find((word) => word !== 'null');
  if (closedList(schema)) return `${name}Enum`;
  if (items) return `List<${javaType(items as Json, name)}>`;
  return kind === 'object' ? 'Map<String, Object>' : (TYPES[String(kind)] ?? 'String');
}

const closedList = ({ enum: list, const: only }: Json) =>
  (list ?? (only === undefined ? undefined : [only])) as readonly unknown[] | undefined;

/** With the value as the document writes it: of a truth value a text, which is no Boolean. */
function javaEnum(schema: Json, name: string): string {
  const list = closedList(schema)?.filter((value) => value !== null);
  if (!list) return '';
  const of = typeof list[0] === 'boolean' ? 'Boolean' : 'String';
  const words = list.map((value) => `V_${String(value).toUpperCase().replace(/\W/g, '_')}("${value}")`);
  return `public enum ${name}Enum { ${words.join(', ')}; public final ${of} value; ${name}Enum(${of} value) { this.value = value; } }\n`;
}
