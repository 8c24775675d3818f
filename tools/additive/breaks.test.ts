import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { breaks } from './breaks.ts';

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const json = (schema: object) => ({ content: { 'application/json': { schema } } });

/** A small API: a thing is read and written, and an event tells of it. */
function document() {
  return {
    paths: {
      '/things/{id}': {
        get: {
          operationId: 'getThing',
          security: [{ oauth2: ['read'] }, { oauth2: ['write'] }],
          parameters: [
            { name: 'id', in: 'path', required: true, schema: { type: 'string' } },
            { name: 'sort', in: 'query', schema: { type: 'string', enum: ['up', 'down'], maxLength: 9 } },
          ] as object[],
          responses: {
            200: { headers: { ETag: {} }, ...json({ type: 'object', properties: { data: ref('Thing') } }) },
            404: { $ref: '#/components/responses/NotFoundResponse' },
          } as Record<string, object>,
        },
        patch: {
          operationId: 'changeThing',
          requestBody: { required: false, ...json(ref('ThingChange')) },
          responses: { 200: json(ref('Thing')) },
        },
      } as Record<string, object>,
    },
    webhooks: { 'thing.changed': { post: { operationId: 'onThingChanged', requestBody: json(ref('AnyEvent')) } } },
    components: {
      responses: { NotFoundResponse: { headers: { 'X-Request-Id': {} }, ...json(ref('ApiError')) } },
      schemas: {
        Thing: {
          type: 'object',
          properties: {
            id: { type: 'string' },
            size: { type: 'integer', format: 'int64' },
            kind: { type: 'string', enum: ['a', 'b'] },
            note: { type: ['string', 'null'] },
            parent: { anyOf: [ref('Thing'), { type: 'null' }] },
            parts: { type: 'array', items: { type: 'object', properties: { name: { type: 'string' } } } },
          } as Record<string, object>,
          required: ['id', 'size'],
        },
        ThingChange: {
          type: 'object',
          properties: { note: { type: 'string', maxLength: 100 }, kind: { enum: ['a', 'b'] } } as Record<
            string,
            object
          >,
          required: ['note'],
          additionalProperties: false,
        },
        ApiError: { type: 'object', properties: { error: { type: 'string' } } as Record<string, object> },
        AnyEvent: { anyOf: [ref('ThingEvent'), ref('LaterEvent')] },
        ThingEvent: { type: 'object', properties: { type: { const: 'thing.changed' } } },
        LaterEvent: { type: 'object' },
      } as Record<string, Record<string, unknown>>,
    },
  };
}

// biome-ignore lint/suspicious/noExplicitAny: each case reaches into the small document by name.
type Change = (document: any) => void;

function breaksOf(change: Change, earlier: Change = () => undefined): string[] {
  const before = document();
  earlier(before);
  const after = structuredClone(before);
  change(after);
  return breaks(before, after);
}

const REFUSED: Readonly<Record<string, readonly [change: Change, line: string, earlier?: Change]>> = {
  'a path is removed': [(d) => delete d.paths['/things/{id}'], 'GET /things/{id} is removed'],
  'an operation is removed': [(d) => delete d.paths['/things/{id}'].patch, 'PATCH /things/{id} is removed'],
  'an operation is renamed': [
    (d) => {
      d.paths['/things/{id}'].get.operationId = 'readThing';
    },
    'GET /things/{id}: operationId changed from getThing to readThing',
  ],
  'a scope suffices no more': [
    (d) => d.paths['/things/{id}'].get.security.pop(),
    'GET /things/{id}: security {"oauth2":["write"]} is removed',
  ],
  'a response is removed': [
    (d) => delete d.paths['/things/{id}'].get.responses[404],
    'GET /things/{id}: response 404 is removed',
  ],
  'a header of a response is removed': [
    (d) => delete d.components.responses.NotFoundResponse.headers['X-Request-Id'],
    'GET /things/{id} 404: header X-Request-Id is removed',
  ],
  'a parameter is removed': [
    (d) => d.paths['/things/{id}'].get.parameters.pop(),
    'GET /things/{id}: query parameter sort is removed',
  ],
  'a parameter is newly required': [
    (d) => {
      d.paths['/things/{id}'].get.parameters[1].required = true;
    },
    'GET /things/{id}: query parameter sort is newly required',
  ],
  'a new parameter is required': [
    (d) => d.paths['/things/{id}'].get.parameters.push({ name: 'x', in: 'query', required: true, schema: {} }),
    'GET /things/{id}: query parameter x is newly required',
  ],
  'the list of words of a parameter is narrowed': [
    (d) => d.paths['/things/{id}'].get.parameters[1].schema.enum.pop(),
    'GET /things/{id}: query parameter sort: the list of words changed from up,down to up',
  ],
  'a limit of a parameter is tightened': [
    (d) => {
      d.paths['/things/{id}'].get.parameters[1].schema.maxLength = 8;
    },
    'GET /things/{id}: query parameter sort: maxLength changed from 9 to 8',
  ],
  'a body is newly required': [
    (d) => {
      d.paths['/things/{id}'].patch.requestBody.required = true;
    },
    'PATCH /things/{id}: the body is newly required',
  ],
  'a field of an answer is removed': [
    (d) => delete d.components.schemas.Thing.properties.size,
    'Thing.size is removed',
  ],
  'a field of an answer within a list is removed': [
    (d) => delete d.components.schemas.Thing.properties.parts.items.properties.name,
    'Thing.parts[].name is removed',
  ],
  'a field of an answer may be missing': [
    (d) => d.components.schemas.Thing.required.pop(),
    'Thing.size is no longer always there',
  ],
  'a field of an answer may be null': [
    (d) => {
      d.components.schemas.Thing.properties.id.type = ['string', 'null'];
    },
    'Thing.id: type changed from string to string,null',
  ],
  'a type is changed': [
    (d) => {
      d.components.schemas.Thing.properties.size.type = 'string';
    },
    'Thing.size: type changed from integer to string',
  ],
  'a format is changed': [
    (d) => {
      d.components.schemas.Thing.properties.size.format = 'int32';
    },
    'Thing.size: format changed from int64 to int32',
  ],
  'a closed list of words in an answer grows': [
    (d) => d.components.schemas.Thing.properties.kind.enum.push('c'),
    'Thing.kind: the list of words changed from a,b to a,b,c',
  ],
  'an open list of words in an answer is closed': [
    (d) => {
      d.components.schemas.ApiError.properties.error.enum = ['x'];
    },
    'ApiError.error: the list of words changed from none to x',
  ],
  'an answer is closed to further fields': [
    (d) => {
      d.components.schemas.Thing.additionalProperties = false;
    },
    'Thing is closed to further fields',
  ],
  'a field of a request is newly required': [
    (d) => d.components.schemas.ThingChange.required.push('kind'),
    'ThingChange.kind is newly required',
  ],
  'a field of a request is removed': [
    (d) => delete d.components.schemas.ThingChange.properties.kind,
    'ThingChange.kind is removed',
  ],
  'the list of words of a request is narrowed': [
    (d) => d.components.schemas.ThingChange.properties.kind.enum.pop(),
    'ThingChange.kind: the list of words changed from a,b to a',
  ],
  'a field of a request loses null': [
    (d) => {
      d.components.schemas.ThingChange.properties.note.type = 'string';
    },
    'ThingChange.note: type changed from string,null to string',
    (d) => {
      d.components.schemas.ThingChange.properties.note.type = ['string', 'null'];
    },
  ],
  'a component is renamed': [
    (d) => {
      d.components.schemas.Fault = d.components.schemas.ApiError;
      delete d.components.schemas.ApiError;
      d.components.responses.NotFoundResponse.content['application/json'].schema = ref('Fault');
    },
    'components/schemas/ApiError is removed',
  ],
  'a branch of a union is removed': [
    (d) => d.components.schemas.AnyEvent.anyOf.pop(),
    'AnyEvent: LaterEvent is removed',
  ],
  'one thing becomes one of two': [
    (d) => {
      const { properties } = d.paths['/things/{id}'].get.responses[200].content['application/json'].schema;
      properties.data = { anyOf: [ref('Thing'), ref('LaterEvent')] };
    },
    'GET /things/{id} 200.data changed from Thing to one of Thing,LaterEvent',
  ],
  'a webhook is removed': [(d) => delete d.webhooks['thing.changed'], 'webhooks/thing.changed post is removed'],
};

const ADDITIVE: Readonly<Record<string, Change>> = {
  nothing: () => undefined,
  'an operation': (d) => {
    d.paths['/others'] = { get: { operationId: 'listOthers', responses: {} } };
  },
  'a response and a header': (d) => {
    d.paths['/things/{id}'].get.responses[409] = json(ref('ApiError'));
    d.components.responses.NotFoundResponse.headers.Allow = {};
  },
  'an optional parameter': (d) =>
    d.paths['/things/{id}'].get.parameters.push({ name: 'x', in: 'query', schema: { type: 'string' } }),
  'a field of an answer, always there': (d) => {
    d.components.schemas.Thing.properties.more = { type: 'string' };
    d.components.schemas.Thing.required.push('more');
  },
  'a field of an answer that is never null any more': (d) => {
    d.components.schemas.Thing.properties.note.type = 'string';
  },
  'an optional field of a request, and a word': (d) => {
    d.components.schemas.ThingChange.properties.more = { type: 'string' };
    d.components.schemas.ThingChange.properties.kind.enum.push('c');
  },
  'a wider limit, and null in a request': (d) => {
    d.components.schemas.ThingChange.properties.note = { type: ['string', 'null'], maxLength: 200 };
  },
  'an open list of words': (d) => {
    d.components.schemas.Thing.properties.kind = { type: 'string', 'x-extensible-enum': ['a', 'b', 'c'] };
  },
  'a type of event': (d) => d.components.schemas.AnyEvent.anyOf.unshift({ type: 'object' }, ref('Thing')),
  'other texts and examples': (d) => {
    d.components.schemas.Thing.description = 'Better.';
    d.components.schemas.Thing.properties.id.examples = ['x'];
  },
};

describe('what is not additive is refused, once', () => {
  for (const [name, [change, line, earlier]] of Object.entries(REFUSED)) {
    test(name, () => {
      const found = breaksOf(change, earlier);
      assert.ok(found.includes(line), found.join('\n'));
      assert.equal(new Set(found).size, found.length);
    });
  }
});

describe('what is additive passes', () => {
  for (const [name, change] of Object.entries(ADDITIVE)) test(name, () => assert.deepEqual(breaksOf(change), []));
});

test('every schema of the published document can be compared', () => {
  const published = JSON.parse(readFileSync(new URL('../../openapi.json', import.meta.url), 'utf8'));
  assert.deepEqual(breaks(published, structuredClone(published)), []);
  for (const name of ['Credit', 'ApiError', 'Statement', 'UserUpdatedEvent']) {
    const changed = structuredClone(published);
    const [field = ''] = Object.keys(changed.components.schemas[name].properties);
    delete changed.components.schemas[name].properties[field];
    assert.deepEqual(breaks(published, changed), [`${name}.${field} is removed`]);
  }
});
