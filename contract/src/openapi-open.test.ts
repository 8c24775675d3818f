/** The published documents admit later additions to v1, and refuse what a request may not have. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { ERRORS } from './errors.ts';
import { EVENT_KINDS, EVENT_TYPES, eventTypeCatalogue } from './events.ts';
import { ErrorBody } from './index.ts';
import { openApiDocument } from './openapi.ts';
import { asOpenApi30 } from './openapi-3-0.ts';
import type { Json } from './public-schema.ts';
import { FORMATS } from './rules.ts';
import { createValidator } from './validation.ts';

const published = openApiDocument();
const OPTIONS = { strict: false, allErrors: true, formats: FORMATS };
const DOCUMENTS = [
  { name: 'openapi.json', document: published, ajv: new Ajv2020(OPTIONS) },
  { name: 'openapi-3.0.json', document: asOpenApi30(published), ajv: new Ajv(OPTIONS) },
];

interface Sample {
  /** The place of its schema in the document. */
  readonly pointer: string;
  readonly isRequest: boolean;
  readonly value: unknown;
}

const token = (name: string) => encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'));

/** Every example of a document, with its schema. */
function* samples(node: unknown, pointer = '', isRequest = false): Generator<Sample> {
  if (typeof node !== 'object' || node === null) return;
  const { schema, example, examples = {} } = node as { schema?: unknown; example?: unknown; examples?: Json };
  if (schema !== undefined && pointer.includes('/content/')) {
    const values = Object.values(examples).map((item) => (item as { value: unknown }).value);
    if (example !== undefined) values.push(example);
    for (const value of values) yield { pointer: `${pointer}/schema`, isRequest, value };
    return;
  }
  for (const [name, child] of Object.entries(node)) {
    if (name === 'schemas' || name === 'example') continue;
    // Deliveries are requests to the partner: for it they are what answers are.
    const request = name === 'requestBody' ? !pointer.startsWith('/webhooks') : isRequest;
    yield* samples(child, `${pointer}/${token(name)}`, request);
  }
}

/** The value with one more field in one of its objects, once for each object. */
function* withOneMoreField(value: unknown): Generator<unknown> {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) yield { ...value, field_of_a_later_version: { any: ['thing'] } };
  for (const [name, child] of Object.entries(value)) {
    for (const changed of withOneMoreField(child)) {
      yield Array.isArray(value)
        ? value.map((item, at) => (String(at) === name ? changed : item))
        : { ...value, [name]: changed };
    }
  }
}

/** The value with another word in one field of that name, once for each. */
function* withAnotherWord(value: unknown, field: string): Generator<unknown> {
  if (typeof value !== 'object' || value === null) return;
  for (const [name, child] of Object.entries(value)) {
    const changes =
      name === field && typeof child === 'string' ? ['word_of_a_later_version'] : withAnotherWord(child, field);
    for (const changed of changes) {
      yield Array.isArray(value)
        ? value.map((item, at) => (String(at) === name ? changed : item))
        : { ...value, [name]: changed };
    }
  }
}

test('openapi-3.0.json is valid OpenAPI 3.0 and has nothing that only 3.1 knows', async () => {
  const document = asOpenApi30(published);
  const result = await new Validator().validate(structuredClone(document));
  assert.deepEqual(result.errors ?? [], []);
  assert.ok(String(document.openapi).startsWith('3.0.') && !('webhooks' in document));
  const { responses: _values, ...components } = document.components as Json;
  assert.doesNotMatch(JSON.stringify(components), /"const":|"type":\[|"type":"null"|"examples":\[/);
  const operations = (paths: unknown) => Object.values(paths as Json).flatMap((item) => Object.keys(item as Json));
  assert.deepEqual(operations(document.paths), operations(published.paths));
});

for (const { name, document, ajv } of DOCUMENTS) {
  describe(name, () => {
    ajv.addSchema(document, 'document');
    const all = [...samples(document)];
    const answers = all.filter(({ isRequest }) => !isRequest);
    const errorsOf = ({ pointer, value }: Pick<Sample, 'pointer' | 'value'>) => {
      const validate = ajv.getSchema(`document#${pointer}`);
      assert.ok(validate, pointer);
      return validate(value) ? '' : ajv.errorsText(validate.errors);
    };
    const schemaOf = (component: string) => `/components/schemas/${component}`;

    test('every example is valid', () => {
      assert.ok(answers.length >= 75 && all.length >= answers.length + 8, `${answers.length} of ${all.length}`);
      for (const sample of all) assert.equal(errorsOf(sample), '', sample.pointer);
    });

    test('an answer or event may have a field more, in any of its objects', () => {
      let tried = 0;
      for (const { pointer, value } of answers) {
        for (const grown of withOneMoreField(value)) {
          assert.equal(errorsOf({ pointer, value: grown }), '', pointer);
          tried++;
        }
      }
      assert.ok(tried > 150, `${tried}`);
    });

    test('an answer may have a status, an error code, a code of a field or another word that is added later', () => {
      for (const [field, least] of Object.entries({ status: 10, error: 45, code: 10, environment: 1, token_type: 1 })) {
        let tried = 0;
        for (const { pointer, value } of answers) {
          for (const grown of withAnotherWord(value, field)) {
            assert.equal(errorsOf({ pointer, value: grown }), '', `${pointer} ${field}`);
            tried++;
          }
        }
        assert.ok(tried >= least, `${field}: ${tried}`);
      }
    });

    test('an event of an unknown type is an event, with any data but no other form', () => {
      const event = { ...EVENT_KINDS['wallet.credited'].example, type: 'wallet.frozen', data: { why: [1] } };
      const anyEvent = schemaOf('AnyEvent');
      assert.equal(errorsOf({ pointer: anyEvent, value: event }), '');
      for (const type of EVENT_TYPES)
        assert.equal(errorsOf({ pointer: anyEvent, value: EVENT_KINDS[type].example }), '');
      for (const part of ['id', 'type', 'timestamp', 'data']) {
        assert.notEqual(errorsOf({ pointer: anyEvent, value: { ...event, [part]: 5 } }), '', part);
      }
    });

    test('an id of another form is an id', () => {
      const { data } = EVENT_KINDS['user.updated'].example;
      const event = { ...EVENT_KINDS['user.updated'].example, id: 'e-1', data: { ...data, user_id: '7f0c' } };
      assert.equal(errorsOf({ pointer: schemaOf('UserUpdatedEvent'), value: event }), '');
    });

    test('a request with an unknown field is refused, except at the OAuth endpoints', () => {
      const requests = all.filter(({ isRequest, pointer }) => isRequest && !pointer.includes('oauth'));
      assert.ok(requests.length >= 5);
      for (const { pointer, value } of requests) {
        assert.notEqual(errorsOf({ pointer, value: { ...(value as object), unknown_field: 1 } }), '', pointer);
      }
    });

    test('null is allowed exactly where it was', () => {
      const credit = answers.find(({ pointer }) => pointer.includes('credits~1%7Bid%7D/get/responses/200'));
      assert.ok(credit);
      const { data } = credit.value as { data: Json };
      assert.deepEqual([data.note, data.reversal], [null, null]);
      for (const field of ['id', 'hours', 'status', 'created_at']) {
        assert.notEqual(errorsOf({ ...credit, value: { data: { ...data, [field]: null } } }), '', field);
      }
    });
  });
}

test('the catalogue of events is as open as the document', () => {
  const ajv = new Ajv2020(OPTIONS);
  for (const { type, schema, example } of eventTypeCatalogue()) {
    for (const grown of withOneMoreField(example)) assert.ok(ajv.validate(schema, grown), type);
    assert.ok(!ajv.validate(schema, { ...example, type: 'another.type' }), type);
  }
});

test('our own tests keep the closed form', () => {
  const validate = createValidator().compile(ErrorBody);
  const error = { error: 'not_found', error_description: 'x', error_uri: 'x', request_id: 'x' };
  assert.ok(validate(error) && 'not_found' in ERRORS);
  assert.ok(!validate({ ...error, more: 1 }));
  assert.ok(!validate({ ...error, error: 'word_of_a_later_version' }));
});
