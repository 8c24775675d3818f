import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Validator } from '@seriousme/openapi-schema-validator';
import { COMPONENTS } from './components.ts';
import { ERRORS } from './errors.ts';
import { EVENT_KINDS, EVENT_TYPES, eventTypeCatalogue } from './events.ts';
import * as contract from './index.ts';
import { openApiDocument } from './openapi.ts';
import { BASE_PATH, type Operation, SCOPES, scopesOf } from './operation.ts';
import { errorsOf, OPERATIONS } from './operations.ts';
import { compileBody, createValidator } from './validation.ts';

const validator = createValidator();
const document = openApiDocument();

/** Every operation there is, published or not yet. */
const ALL_OPERATIONS = Object.values<unknown>(contract).filter(
  (value): value is Operation =>
    typeof value === 'object' && value !== null && 'method' in value && 'responses' in value,
);

/** All nodes of a JSON tree. */
function* nodes(node: unknown): Generator<Record<string, unknown>> {
  if (typeof node !== 'object' || node === null) return;
  if (!Array.isArray(node)) yield node as Record<string, unknown>;
  for (const child of Object.values(node)) yield* nodes(child);
}

test('the document is valid OpenAPI 3.1', async () => {
  const result = await new Validator().validate(structuredClone(document));
  assert.deepEqual(result.errors ?? [], []);
  assert.equal(result.valid, true);
});

test('every component and operation has a name that is a word in every language', () => {
  const named = ['schemas', 'responses'].flatMap((section) =>
    Object.keys((document.components as Record<string, object>)[section] ?? {}),
  );
  const taken = ['Error', 'Event', 'Object', 'Date', 'Response', 'Request', 'Exception'];
  for (const name of named) assert.match(name, /^[A-Z][A-Za-z]*$/);
  assert.deepEqual(
    named.filter((name) => taken.includes(name)),
    [],
  );
  assert.equal(new Set(named.map((name) => name.toLowerCase())).size, named.length);
  const ids = [...nodes([document.paths, document.webhooks])].flatMap(({ operationId }) => operationId ?? []);
  assert.ok(ids.length === OPERATIONS.length + EVENT_TYPES.length && new Set(ids).size === ids.length);
  for (const id of ids) assert.match(String(id), /^[a-z][A-Za-z]*$/);
});

test('every number says how large it may be, and every list how many items a page has', () => {
  const { schemas } = document.components as Record<string, unknown>;
  let integers = 0;
  for (const node of nodes([schemas, document.paths, (document.components as { headers: unknown }).headers])) {
    if ([node.type].flat().includes('number')) assert.equal(node.format, 'double', JSON.stringify(node));
    if (![node.type].flat().includes('integer')) continue;
    assert.match(String(node.format), /^int(32|64)$/, JSON.stringify(node));
    integers++;
  }
  assert.ok(integers > 20, `${integers}`);
  const lists = [...nodes(schemas)].filter(
    ({ properties }) => (properties as { data?: { type?: string } } | undefined)?.data?.type === 'array',
  );
  assert.ok(lists.length >= 7, `${lists.length}`);
  for (const { properties } of lists) {
    assert.equal((properties as { data: { maxItems?: number } }).data.maxItems, 500);
  }
});

test('every body of an answer, its parts and the items of its lists have a name', () => {
  const { schemas } = document.components as { schemas: Record<string, Record<string, unknown>> };
  const paths = document.paths as Record<string, Record<string, { responses: Record<string, { content?: object }> }>>;
  for (const { responses } of Object.values(paths).flatMap((methods) => Object.values(methods))) {
    for (const { content = {} } of Object.values(responses)) {
      for (const { schema } of Object.values(content) as { schema: { $ref?: string } }[]) {
        const name = schema.$ref?.split('/').at(-1) ?? assert.fail(JSON.stringify(schema));
        for (const part of Object.values(
          (schemas[name]?.properties ?? {}) as Record<string, Record<string, unknown>>,
        )) {
          const item = (part.items ?? part) as Record<string, unknown>;
          if (/Response$|Result$|List$|Deleted$/.test(name) && !/^(Token|Revoke)/.test(name))
            assert.ok(item.$ref, name);
        }
      }
    }
  }
  for (const name of ['UserList', 'CreditResult', 'Payment', 'CreditReversal']) assert.ok(schemas[name], name);
});

test('the document is the same each time, and with a server address differs only in addresses', () => {
  assert.equal(JSON.stringify(openApiDocument()), JSON.stringify(document));
  const served = openApiDocument('https://api.example.org');
  assert.deepEqual(served.servers, [{ url: `https://api.example.org${BASE_PATH}` }]);
  assert.deepEqual(Object.keys(served.paths as object), Object.keys(document.paths as object));
});

test('exactly the listed operations are published, each under its own id', () => {
  const published = Object.entries(document.paths as Record<string, Record<string, { operationId: string }>>).flatMap(
    ([path, methods]) => Object.entries(methods).map(([method, { operationId }]) => `${operationId} ${method} ${path}`),
  );
  const listed = OPERATIONS.map(({ id, method, path }) => `${id} ${method.toLowerCase()} ${path}`);
  assert.deepEqual(published.sort(), listed.sort());
  assert.equal(new Set(ALL_OPERATIONS.map(({ id }) => id)).size, ALL_OPERATIONS.length);
  assert.equal(new Set(ALL_OPERATIONS.map(({ method, path }) => `${method} ${path}`)).size, ALL_OPERATIONS.length);
});

test('every operation is exported under its id and listed', () => {
  const exported: Readonly<Record<string, unknown>> = contract;
  for (const operation of OPERATIONS)
    assert.equal(exported[operation.id], operation, `index.ts does not export ${operation.id}`);
  const unlisted = ALL_OPERATIONS.filter((operation) => !OPERATIONS.includes(operation)).map(({ id }) => id);
  assert.deepEqual(unlisted, [], 'operations.ts does not list them');
});

test('every reference resolves, nothing is unused, and no own keyword or $id leaks', () => {
  const text = JSON.stringify(document);
  const components = document.components as Record<string, Record<string, unknown>>;
  for (const [, section, name] of text.matchAll(/"\$ref":"#\/components\/(\w+)\/([^"]+)"/g)) {
    assert.ok(
      components[section ?? '']?.[name ?? ''],
      `${section}/${name}: components.ts lists every schema with an $id`,
    );
  }
  assert.equal([...text.matchAll(/"\$ref":"(?!#\/components\/)/g)].length, 0);
  for (const name of Object.keys(components.schemas ?? {})) assert.ok(text.includes(`schemas/${name}"`), name);
  for (const name of Object.keys(components.headers ?? {})) assert.ok(text.includes(`headers/${name}"`), name);
  for (const node of nodes(components.schemas)) {
    for (const keyword of ['$id', 'httpsUrl', '~kind']) assert.ok(!(keyword in node), keyword);
    for (const keyword of ['hours', 'text', 'reference', 'time']) assert.notEqual(node[keyword], true, keyword);
  }
});

test('every response announces that it says how it may be cached', () => {
  interface Response {
    readonly $ref?: string;
    readonly headers?: Readonly<Record<string, unknown>>;
  }
  const paths = document.paths as Record<string, Record<string, { responses: Record<string, Response> }>>;
  const { responses: shared } = document.components as { responses: Record<string, Response> };
  for (const { id, method, path } of OPERATIONS) {
    const responses = Object.entries(paths[path]?.[method.toLowerCase()]?.responses ?? {});
    assert.ok(responses.length > 5, id);
    for (const [status, response] of responses) {
      const { headers = {} } = response.$ref ? (shared[response.$ref.split('/').at(-1) ?? ''] ?? {}) : response;
      assert.ok(headers['Cache-Control'], `${id} ${status}`);
    }
  }
});

test('every example validates against the schema it illustrates', () => {
  for (const operation of ALL_OPERATIONS) {
    for (const [status, { schema, example }] of Object.entries(operation.responses)) {
      const validate = validator.compile(schema);
      assert.ok(validate(example), `${operation.id} ${status}: ${validator.errorsText(validate.errors)}`);
    }
    assert.equal(operation.example !== undefined, operation.body !== undefined, operation.id);
    if (operation.body) assert.ok('value' in compileBody(operation.body, validator)(operation.example), operation.id);
  }
  for (const type of EVENT_TYPES) {
    const validate = validator.compile(EVENT_KINDS[type].schema);
    assert.ok(validate(EVENT_KINDS[type].example), `${type}: ${validator.errorsText(validate.errors)}`);
  }
});

test('every error example has the one error shape, in the characters of RFC 6749 section 5.2', () => {
  const validate = validator.compile(contract.ErrorBody);
  const seen = new Set<string>();
  const { responses } = document.components as { responses: Record<string, unknown> };
  for (const node of nodes(responses)) {
    if (typeof node.request_id !== 'string') continue;
    assert.ok(validate(node), validator.errorsText(validate.errors));
    assert.match(String(node.error_description), /^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/);
    seen.add(String(node.error));
  }
  for (const operation of OPERATIONS) for (const code of errorsOf(operation)) assert.ok(seen.has(code), code);
  for (const { when, action } of Object.values(ERRORS)) {
    for (const text of [when, action]) assert.match(text, /^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/);
  }
});

test('every object of every schema is closed, but for the OAuth requests and the catalogue', () => {
  const open = new Set(['TokenRequest', 'RevokeRequest', 'EventTypeDescription']);
  for (const component of COMPONENTS) {
    const { $id = '', ...schema } = component as { $id?: string };
    assert.ok('description' in schema, $id);
    if (open.has($id)) continue;
    for (const node of nodes(schema)) {
      if (node.type === 'object') assert.equal(node.additionalProperties, false, $id);
    }
  }
  for (const { id, responses } of ALL_OPERATIONS) {
    for (const { schema } of Object.values(responses)) {
      for (const node of nodes(schema)) if (node.type === 'object') assert.equal(node.additionalProperties, false, id);
    }
  }
});

test('scopes: any one suffices, the OAuth endpoints need none', () => {
  for (const operation of ALL_OPERATIONS) {
    const scopes = scopesOf(operation);
    assert.equal(scopes.length === 0, operation.authentication.kind === 'client', operation.id);
    for (const scope of scopes) assert.ok(SCOPES.includes(scope));
  }
  const { paths } = JSON.parse(JSON.stringify(document));
  assert.deepEqual(paths['/wallet/credit'].post.security, [{ oauth2: ['wallet.write'] }]);
  assert.deepEqual(paths['/oauth/token'].post.security, [{}, { clientBasic: [] }]);
});

test('optional fields of request bodies are documented as nullable, required ones and those of a patch are not', () => {
  const { schemas } = JSON.parse(JSON.stringify(document.components));
  assert.deepEqual(schemas.CreditRequest.properties.note.type, ['string', 'null']);
  assert.equal(schemas.CreditRequest.properties.reference.type, 'string');
  const { description, target_url, status } = schemas.SubscriptionUpdateRequest.properties;
  assert.deepEqual([description.type, target_url.type, status.type], [['string', 'null'], 'string', 'string']);
  assert.ok(!status.enum.includes(null));
  assert.equal(schemas.CreditRequest.properties.hours.minimum, 0.01);
});

test('in answers and events every amount in hours has its exact seconds beside it, a 64-bit whole number', () => {
  const requests = new Set(OPERATIONS.flatMap(({ body }) => (body ? [(body as { $id?: string }).$id] : [])));
  const { schemas } = JSON.parse(JSON.stringify(document.components));
  const answers = Object.keys(schemas).filter((name) => !requests.has(name));
  let amounts = 0;
  for (const name of answers) {
    for (const { properties } of nodes(schemas[name])) {
      for (const [field, hours] of Object.entries((properties ?? {}) as Record<string, Record<string, unknown>>)) {
        // Bands of totals are no amounts.
        if (!/(^|_)hours$/.test(field) || hours.$ref) continue;
        const seconds = (properties as Record<string, Record<string, unknown>>)[field.replace(/hours$/, 'seconds')];
        const types = [hours.type].flat().map((type) => (type === 'number' ? 'integer' : type));
        assert.deepEqual([[seconds?.type].flat(), seconds?.format], [types, 'int64'], `${name}.${field}`);
        amounts++;
      }
    }
  }
  assert.ok(amounts >= 14, `${amounts} amounts`);
});

test('the event catalogue carries self-contained schemas that its examples satisfy', () => {
  const alone = createValidator();
  for (const { type, schema, example } of eventTypeCatalogue()) {
    assert.ok(!JSON.stringify(schema).includes('$ref'), type);
    assert.ok(alone.validate(schema, example), type);
  }
});
