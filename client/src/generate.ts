/**
 * Writes api.gen.ts: the types and the table of calls, from the contract's OpenAPI document. The published package
 * holds the result and depends on nothing. `npm run generate -w client`; `--check` only compares.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { openApiDocument } from '@timebank/contract';

interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly 'x-extensible-enum'?: readonly string[];
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly description?: string;
  readonly format?: string;
  readonly examples?: readonly unknown[];
}

interface OperationObject {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description: string;
  readonly security: readonly { readonly oauth2?: readonly string[] }[];
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: 'path' | 'query';
    readonly required?: boolean;
    readonly description: string;
    readonly schema: Schema;
  }[];
  readonly requestBody?: { readonly content: { readonly 'application/json': { readonly schema: Schema } } };
  readonly responses: Readonly<
    Record<string, { readonly content?: { readonly 'application/json': { readonly schema: Schema } } }>
  >;
}

interface Document {
  readonly servers: readonly { readonly url: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, OperationObject>>>>;
  readonly webhooks: Readonly<
    Record<
      string,
      { readonly post: { readonly requestBody: { readonly content: { 'application/json': { schema: Schema } } } } }
    >
  >;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

/** The union of events is made from the webhooks: those whose types this version knows. */
const EVENTS: Readonly<Record<string, string | undefined>> = { AnyEvent: 'TimebankEvent', LaterEvent: undefined };

/** An id's type, by what its example begins with, and by what a parameter's description calls it. */
const ID_TYPES: Readonly<Record<string, string>> = {
  usr: 'MemberId',
  lst: 'ListingId',
  crd: 'CreditId',
  whs: 'SubscriptionId',
  evt: 'EventId',
  dlv: 'DeliveryId',
  member: 'MemberId',
  listing: 'ListingId',
  credit: 'CreditId',
  subscription: 'SubscriptionId',
  delivery: 'DeliveryId',
};

const nameOf = (reference: string) => {
  const name = reference.split('/').at(-1) ?? '';
  return EVENTS[name] ?? name;
};
const capital = (text: string) => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
const comment = (...parts: (string | undefined)[]) => {
  const text = parts
    .filter((part) => part !== undefined && part !== '')
    .join('\n\n')
    .replaceAll('*/', '* /');
  if (text === '') return '';
  if (!text.includes('\n')) return `/** ${text} */\n`;
  return `/**\n${text
    .split('\n')
    .map((line) => ` * ${line}`.trimEnd())
    .join('\n')}\n */\n`;
};

/** @param isRequest optional fields may then be undefined as well: JSON omits them */
function typeOf(schema: Schema, isRequest = false): string {
  if (schema.$ref) return nameOf(schema.$ref);
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  if (schema.anyOf) return schema.anyOf.map((part) => typeOf(part, isRequest)).join(' | ');
  if (Array.isArray(schema.type)) {
    return schema.type.map((type) => typeOf({ ...schema, type }, isRequest)).join(' | ');
  }
  const words = schema['x-extensible-enum'] ?? [];
  switch (schema.type) {
    case 'string':
      // More words may be added; the known ones are still offered and checked for typing errors by editors.
      if (words.length > 0) return [...words.map((word) => JSON.stringify(word)), 'LaterWord'].join(' | ');
      return ID_TYPES[/^([a-z]{3})_/.exec(String(schema.examples?.[0]))?.[1] ?? ''] ?? 'string';
    case 'number':
    case 'boolean':
    case 'null':
      return schema.type;
    case 'integer':
      return 'number';
    case 'array':
      return `(${typeOf(schema.items ?? {}, isRequest)})[]`;
    case 'object':
      return schema.properties ? objectType(schema, isRequest) : 'Record<string, unknown>';
    default:
      throw new TypeError(`no type for ${JSON.stringify(schema)}`);
  }
}

function objectType({ properties = {}, required = [] }: Schema, isRequest: boolean): string {
  const members = Object.entries(properties).map(([name, schema]) => {
    const isRequired = required.includes(name);
    const type = `${typeOf(schema, isRequest)}${isRequest && !isRequired ? ' | undefined' : ''}`;
    return `${comment(schema.description)}${name}${isRequired ? '' : '?'}: ${type};`;
  });
  return `{\n${members.join('\n')}\n}`;
}

function queryType(operation: OperationObject): string | undefined {
  const parameters = queryParameters(operation);
  if (parameters.length === 0) return undefined;
  const members = parameters.map(({ name, required, description, schema }) => {
    const type = schema.format === 'date-time' ? 'string | Date' : name === 'user_id' ? 'MemberId' : typeOf(schema);
    return `${comment(description)}${name}${required ? '' : '?'}: ${type}${required ? '' : ' | undefined'};`;
  });
  return `${comment(`Query of \`${operation.operationId}\`.`)}export interface ${capital(operation.operationId)}Query {\n${members.join('\n')}\n}`;
}

function queryParameters({ parameters = [] }: OperationObject) {
  return parameters.filter((parameter) => parameter.in === 'query');
}

function successSchema({ operationId, responses }: OperationObject): Schema {
  const schema = Object.entries(responses).find(([status]) => status.startsWith('2'))?.[1].content?.['application/json']
    .schema;
  if (!schema) throw new TypeError(`${operationId} has no success response`);
  return schema;
}

/** The schema of a list's items; undefined if the response is not a list. */
function itemSchema(operation: OperationObject): Schema | undefined {
  const { data, meta } = successSchema(operation).properties ?? {};
  return data?.type === 'array' && /\/(Sync)?ListMeta$/.test(meta?.$ref ?? '') ? data.items : undefined;
}

/**
 * Whether the same request may be sent again when the outcome of the first is unknown: reading, setting the same
 * values, and bookings, one or many, whose reference is the idempotency key.
 */
function isRepeatable(method: string, operation: OperationObject, document: Document): boolean {
  if (method === 'GET' || method === 'PATCH') return true;
  const propertiesOf = (schema: Schema | undefined) =>
    document.components.schemas[schema?.$ref?.split('/').at(-1) ?? '']?.properties ?? {};
  const fields = propertiesOf(operation.requestBody?.content['application/json'].schema);
  return [fields, ...Object.values(fields).map(({ items }) => propertiesOf(items))].some((each) => 'reference' in each);
}

function signature(path: string, operation: OperationObject): string {
  const { operationId, summary, description, security } = operation;
  const pathArguments = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => {
    const { description = '' } = operation.parameters?.find((parameter) => parameter.name === name) ?? {};
    return `${name}: ${ID_TYPES[/^Id of the (\w+)/.exec(description)?.[1] ?? ''] ?? 'string'}`;
  });
  const body = operation.requestBody?.content['application/json'].schema;
  const query = queryParameters(operation);
  const isQueryRequired = query.some(({ required }) => required);
  const scopes = security.flatMap(({ oauth2 = [] }) => oauth2);
  const parameters = [
    ...pathArguments,
    ...(body ? [`body: ${typeOf(body, true)}`] : []),
    ...(query.length > 0 ? [`query${isQueryRequired ? '' : '?'}: ${capital(operationId)}Query`] : []),
    'options?: CallOptions',
  ];
  const item = itemSchema(operation);
  const removed = item?.anyOf?.[1];
  const result = item
    ? `Paged<${typeOf(item)}${successSchema(operation).properties?.meta?.$ref?.endsWith('/SyncListMeta') ? ', SyncListMeta' : ''}>`
    : `Promise<Answer<${typeOf(successSchema(operation))}>>`;
  const text = comment(`${summary}.`, description, scopes.length > 0 ? `Scope: ${scopes.join(' or ')}.` : undefined);
  if (!removed) return `${text}${operationId}(${parameters.join(', ')}): ${result};`;
  // Only an answer to a sync token holds removed objects.
  const queryName = `${capital(operationId)}Query`;
  return [
    `${text}${operationId}(query?: Omit<${queryName}, 'sync_token'>, options?: CallOptions): Paged<${typeOf(item.anyOf?.[0] ?? {})}, SyncListMeta>;`,
    `${text}${operationId}(query: ${queryName}, options?: CallOptions): ${result};`,
  ].join('\n');
}

/**
 * The document with the bodies of answers written where they are: a method's type shows them, and the package exports
 * the objects inside. Only the two OAuth endpoints answer with an object of their own.
 */
function withBodies(document: Document): Document {
  const { schemas } = document.components;
  const bodies = Object.values(document.paths)
    .flatMap((methods) => Object.values(methods))
    .filter(({ tags }) => !tags.includes('OAuth'))
    .map((operation) => successSchema(operation).$ref?.split('/').at(-1) ?? '');
  const inline = new Set(Object.keys(schemas).filter((name) => bodies.some((body) => name.startsWith(body))));
  const written = (node: unknown): unknown => {
    if (typeof node !== 'object' || node === null) return node;
    if (Array.isArray(node)) return node.map(written);
    const name =
      String((node as Schema).$ref)
        .split('/')
        .at(-1) ?? '';
    if (!inline.has(name)) return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, written(value)]));
    const { description: _said, ...body } = schemas[name] as Schema;
    return written(body);
  };
  const kept = Object.entries(schemas).filter(([name]) => !inline.has(name));
  return { ...(written(document) as Document), components: { schemas: Object.fromEntries(kept) } };
}

/** The text of api.gen.ts, before formatting. */
function generate(document: Document): string {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  );
  // The two OAuth endpoints are written by hand: they authenticate the client, not a token.
  const calls = operations.filter(({ operation }) => !operation.tags.includes('OAuth'));
  const requests = new Set<string>();
  const addRequest = (node: unknown): void => {
    for (const [, name = ''] of JSON.stringify(node ?? {}).matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g)) {
      if (requests.has(name)) continue;
      requests.add(name);
      addRequest(document.components.schemas[name]);
    }
  };
  for (const { operation } of calls) addRequest(operation.requestBody);
  const events = Object.values(document.webhooks).map(
    ({ post }) => post.requestBody.content['application/json'].schema,
  );

  const components = Object.entries(document.components.schemas)
    .filter(([name]) => !(name in EVENTS) && !/^(TokenRe|Revoke)/.test(name))
    .concat(Object.entries(document.components.schemas).filter(([name]) => name === 'TokenResponse'))
    .map(([name, schema]) => {
      return `${comment(schema.description)}export interface ${nameOf(name)} ${objectType(schema, requests.has(name))}`;
    });
  const table = calls.map(({ path, method, operation }) => {
    const parts = {
      method,
      path,
      takesBody: operation.requestBody !== undefined,
      takesQuery: queryParameters(operation).length > 0,
      isList: itemSchema(operation) !== undefined,
      isRepeatable: isRepeatable(method, operation, document),
    };
    return `${operation.operationId}: ${JSON.stringify(parts)},`;
  });
  return [
    '// Generated from the contract by generate.ts (npm run generate -w client). Do not edit.',
    `import type { ${TYPES.sort().join(', ')} } from './types.ts';`,
    `/** Of the package. */\nexport const VERSION = ${JSON.stringify(version)};`,
    `/** Where every path starts. */\nexport const BASE_PATH = ${JSON.stringify(document.servers[0]?.url)};`,
    `/** How each call is sent. */\nexport const CALLS = {\n${table.join('\n')}\n} as const;`,
    ...components,
    `/** Any event; \`type\` says which. */\nexport type TimebankEvent = ${events.map((schema) => typeOf(schema)).join(' | ')};`,
    ...calls.map(({ operation }) => queryType(operation)).filter((text) => text !== undefined),
    `/** One method per operation of the API, by its operationId. */\nexport interface Operations {\n${calls
      .map(({ path, operation }) => signature(path, operation))
      .join('\n\n')}\n}`,
  ].join('\n\n');
}

/** The imports of the file. */
const TYPES = ['Answer', 'CallOptions', 'LaterWord', 'Paged', ...new Set(Object.values(ID_TYPES))];

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
const target = new URL('api.gen.ts', import.meta.url);
const biome = spawnSync('biome', ['format', '--stdin-file-path=client/src/api.gen.ts'], {
  input: generate(withBodies(openApiDocument() as unknown as Document)),
  cwd: new URL('../..', import.meta.url),
  env: { ...process.env, PATH: `${new URL('../../node_modules/.bin', import.meta.url).pathname}:${process.env.PATH}` },
  encoding: 'utf8',
});
if (biome.status !== 0) throw new Error(biome.error?.message ?? biome.stderr);
if (!process.argv.includes('--check')) {
  writeFileSync(target, biome.stdout);
} else if (readFileSync(target, 'utf8') !== biome.stdout) {
  console.error('client/src/api.gen.ts is not up to date: npm run generate -w client');
  process.exitCode = 1;
}
