/** The OpenAPI 3.1 document, made from the operations. Pure and deterministic. */
import type { TObject, TSchema } from 'typebox';
import { COMPONENTS } from './components.ts';
import { EXAMPLE_CREDIT_ID } from './credits.ts';
import { ErrorBody } from './errors.ts';
import {
  AnyEvent,
  EVENT_KINDS,
  EVENT_TYPES,
  EXAMPLE_LISTING_ID,
  EXAMPLE_SUBSCRIPTION_ID,
  LATER_EVENT,
} from './events.ts';
import { type NamedAnswers, nameAnswers } from './openapi-answers.ts';
import {
  type ErrorResponse,
  EXAMPLE_ORIGIN,
  errorResponseObject,
  errorResponsesOf,
  RATE_LIMIT,
} from './openapi-errors.ts';
import { HEADERS, INTRODUCTION, SCOPE_TEXTS, TAGS } from './openapi-texts.ts';
import { webhookObject } from './openapi-webhooks.ts';
import { API_VERSION, BASE_PATH, nullMeaningOf, type Operation, SCOPES, scopesOf } from './operation.ts';
import { OPERATIONS } from './operations.ts';
import { isClassedObject, type Json, openSchema, publicSchema } from './public-schema.ts';
import { EXAMPLE_USER_ID } from './users.ts';
import { EXAMPLE_DELIVERY } from './webhooks.ts';

const componentRef = (id: string) => `#/components/schemas/${id}`;
const refTo = (schema: TSchema): Json => ({ $ref: componentRef(idOf(schema)) });
const plain = (schema: TSchema) => publicSchema(schema, componentRef);
const headerRefs = (names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

const LATER_EVENT_ID = 'LaterEvent';
const EVERY_RESPONSE = ['API-Version', 'X-Request-Id'];

/**
 * Builds the document of the operations that are implemented.
 * @param serverUrl the public origin without a trailing slash; left out, addresses are relative to the document's own
 */
export function openApiDocument(serverUrl = ''): Json {
  const errorResponses = new Map<string, ErrorResponse>();
  const answers = nameAnswers(componentRef);
  const paths: Record<string, Json> = {};
  for (const operation of OPERATIONS) {
    const path = paths[operation.path] ?? {};
    path[operation.method.toLowerCase()] = operationObject(operation, errorResponses, answers);
    paths[operation.path] = path;
  }
  const document = {
    openapi: '3.1.1',
    info: {
      title: 'Timebank Partner API',
      version: API_VERSION,
      description: INTRODUCTION,
      contact: { name: 'The administrators of the community', url: `${serverUrl || EXAMPLE_ORIGIN}/docs` },
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    externalDocs: {
      description: 'Guides with samples, the reference, and a page for every error.',
      url: `${serverUrl || EXAMPLE_ORIGIN}/docs`,
    },
    servers: [{ url: `${serverUrl}${BASE_PATH}` }],
    tags: Object.entries(TAGS)
      .filter(([name]) => OPERATIONS.some(({ tag }) => tag === name))
      .map(([name, description]) => ({ name, description })),
    paths,
    webhooks: Object.fromEntries(
      EVENT_TYPES.map((type) => [type, webhookObject(type, refTo(EVENT_KINDS[type].schema))]),
    ),
  };
  const components = {
    responses: Object.fromEntries(
      [...errorResponses.values()]
        .sort((a, b) => a.status - b.status || (a.name < b.name ? -1 : 1))
        .map((response) => {
          const headers = headerRefs([...EVERY_RESPONSE, ...response.headers]);
          return [response.name, errorResponseObject(response, headers, refTo(ErrorBody), serverUrl)];
        }),
    ),
    headers: HEADERS,
    securitySchemes: securitySchemes(serverUrl),
  };
  const named = Object.fromEntries(answers.schemas);
  const all = Object.entries({ ...usedSchemas({ document, components, named }), ...named });
  const schemas: Json = {};
  for (const [id, schema] of all.flatMap(([id, schema]) => withParts(id, schema as Json, componentRef))) {
    if (id in schemas) throw new TypeError(`two components are named ${id}`);
    schemas[id] = schema;
  }
  return { ...document, components: { schemas, ...components } };
}

/** The components that the document refers to, directly or by one another, in the order of `COMPONENTS`. */
function usedSchemas(document: unknown): Json {
  const requests = reachable(OPERATIONS.flatMap(({ body }) => (body ? [refTo(body)] : [])));
  const schemas = COMPONENTS.map((schema): [string, Json] => {
    const id = idOf(schema);
    return [id, requests.has(id) ? requestComponent(schema) : openSchema(plain(schema))];
  });
  const published = Object.fromEntries([...schemas, [LATER_EVENT_ID, LATER_EVENT]]);
  const any = published[idOf(AnyEvent)] as Json;
  published[idOf(AnyEvent)] = { ...any, anyOf: [...(any.anyOf as Json[]), { $ref: componentRef(LATER_EVENT_ID) }] };
  const used = reachable(document);
  return Object.fromEntries(Object.entries(published).filter(([id]) => id === LATER_EVENT_ID || used.has(id)));
}

/** The ids of the components that something refers to, directly or by one another. */
function reachable(root: unknown): ReadonlySet<string> {
  const byRef = new Map(COMPONENTS.map((schema) => [componentRef(idOf(schema)), schema]));
  const found = new Set<string>();
  const visit = (node: unknown): void => {
    for (const [, reference] of JSON.stringify(node).matchAll(/"\$ref":"([^"]+)"/g)) {
      const schema = byRef.get(reference ?? '');
      if (!schema || found.has(idOf(schema))) continue;
      found.add(idOf(schema));
      visit(plain(schema));
    }
  };
  visit(root);
  return found;
}

function idOf(schema: TSchema): string {
  return String((schema as { $id?: string }).$id);
}

/** Optional fields of request bodies may be null as well, where null counts as absent. */
function requestComponent(schema: TSchema): Json {
  const result = plain(schema);
  const takesIt = OPERATIONS.find(({ body }) => body === schema);
  return !takesIt || nullMeaningOf(takesIt) === 'clears' ? result : withNulls(result);
}

function withNulls(schema: Json): Json {
  if (!schema.properties) return schema;
  const required = new Set(schema.required as readonly string[] | undefined);
  const properties = Object.entries(schema.properties as Record<string, Json>).map(([name, property]) => {
    const inner = withNulls(property);
    if (required.has(name)) return [name, inner];
    const values = Array.isArray(inner.enum) ? { enum: [...inner.enum, null] } : {};
    return [name, { ...inner, type: [inner.type, 'null'], ...values }];
  });
  return { ...schema, properties: Object.fromEntries(properties) };
}

function operationObject(
  operation: Operation,
  errorResponses: Map<string, ErrorResponse>,
  answers: NamedAnswers,
): Json {
  const parameters = [...pathParameters(operation.path), ...queryParameters(operation)];
  return {
    operationId: operation.id,
    tags: [operation.tag],
    summary: operation.summary,
    description: operation.description,
    security: securityOf(operation),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(operation.body ? { requestBody: requestBody(operation, operation.body) } : {}),
    responses: {
      ...successResponses(operation, answers),
      ...errorResponseRefs(operation, errorResponses),
    },
  };
}

/**
 * Each scope is an alternative: any one of them suffices. The two OAuth endpoints take the client's credentials in the
 * body, so first no header at all: what shows the first alternative would send them twice, which is refused.
 */
function securityOf(operation: Operation): Json[] {
  if (operation.authentication.kind === 'client') return [{}, { clientBasic: [] }];
  return scopesOf(operation).map((scope) => ({ oauth2: [scope] }));
}

const PATH_PARAMETERS: Readonly<Record<string, readonly [text: string, example: string]>> = {
  'users/{id}': ['Id of the member.', EXAMPLE_USER_ID],
  'balance/{userId}': ['Id of the member.', EXAMPLE_USER_ID],
  'listings/{id}': ['Id of the listing.', EXAMPLE_LISTING_ID],
  'credits/{id}': ['Id of the credit.', EXAMPLE_CREDIT_ID],
  'statements/{date}': ['A UTC day, YYYY-MM-DD.', '2026-11-20'],
  'subscriptions/{id}': ['Id of the subscription.', EXAMPLE_SUBSCRIPTION_ID],
  'deliveries/{delivery_id}': ['Id of the delivery.', EXAMPLE_DELIVERY.id],
};

function pathParameters(path: string): Json[] {
  return [...path.matchAll(/([a-z-]+\/\{(\w+)\})/g)].map(([, segment, name]) => {
    const [description, example] = PATH_PARAMETERS[segment ?? ''] ?? [];
    if (!description) throw new TypeError(`PATH_PARAMETERS in openapi.ts has no text for ${segment}`);
    return {
      name,
      in: 'path',
      required: true,
      description,
      schema: name === 'date' ? { type: 'string', format: 'date' } : { type: 'string' },
      example,
    };
  });
}

function queryParameters({ query }: Operation): Json[] {
  const published = Object.entries(query).filter(([, { unpublished }]) => !unpublished);
  return published.map(([name, { description, required, schema, example }]) => ({
    name,
    in: 'query',
    ...(required ? { required } : {}),
    description,
    schema: plain(schema),
    ...(example === undefined ? {} : { example }),
    ...unsentWord(schema),
  }));
}

/** The viewer would send the first word of a list: a sample that narrows the answer, and says nothing of it. */
function unsentWord(schema: TSchema): Json {
  const [first] = (schema as { readonly enum?: readonly string[] }).enum ?? [];
  return first === undefined ? {} : { examples: { default: { value: first, 'x-disabled': true } } };
}

function requestBody({ authentication, method, example }: Operation, body: TObject): Json {
  const content = { schema: refTo(body), example };
  return {
    required: true,
    content: {
      'application/json': content,
      ...(method === 'PATCH' ? { 'application/merge-patch+json': content } : {}),
      ...(authentication.kind === 'client' ? { 'application/x-www-form-urlencoded': content } : {}),
    },
  };
}

function successResponses({ id, authentication, responses }: Operation, answers: NamedAnswers): Json {
  const always = [
    ...EVERY_RESPONSE,
    'Cache-Control',
    'DPoP-Nonce',
    ...(authentication.kind === 'bearer' ? RATE_LIMIT : []),
  ];
  return Object.fromEntries(
    Object.entries(responses).map(([status, { description, schema, example, headers = [] }]) => [
      status,
      {
        description,
        headers: headerRefs([...always, ...headers]),
        content: {
          'application/json': {
            schema: '$id' in schema ? refTo(schema) : answers.refTo(openSchema(plain(schema)), id),
            example: publishedExample(example),
          },
        },
      },
    ]),
  );
}

/** Linters take any object that has a member `example` for a schema. So the catalogue of events is published without items. */
function publishedExample(example: unknown): unknown {
  const { data } = example as { readonly data?: unknown };
  const hasExample = (item: unknown) => typeof item === 'object' && item !== null && 'example' in item;
  return Array.isArray(data) && data.some(hasExample) ? { ...(example as Json), data: [] } : example;
}

/** One component per kind of caller and set of codes, since most operations share most of theirs. */
function errorResponseRefs(operation: Operation, known: Map<string, ErrorResponse>): Json {
  const refs = errorResponsesOf(operation).map((response): [string, Json] => {
    const { name, status, codes } = response;
    const same = known.get(name) ?? response;
    if (same.codes.join() !== codes.join()) throw new TypeError(`${name}: ${same.codes} and ${codes}`);
    known.set(name, same);
    return [String(status), { $ref: `#/components/responses/${name}` }];
  });
  return Object.fromEntries(refs);
}

function securitySchemes(serverUrl: string): Json {
  return {
    oauth2: {
      type: 'oauth2',
      description:
        'The client credentials grant returns a token that is valid for 3600 seconds: a bearer token, or one that is bound to a key by DPoP (RFC 9449) and sent as `Authorization: DPoP …` with a proof.',
      flows: {
        clientCredentials: {
          tokenUrl: `${serverUrl}${BASE_PATH}/oauth/token`,
          scopes: Object.fromEntries(SCOPES.map((scope) => [scope, SCOPE_TEXTS[scope]])),
        },
      },
    },
    clientBasic: {
      type: 'http',
      scheme: 'basic',
      description:
        'client_id and client_secret, each form-encoded; or send both in the body instead, or an assertion signed with your key.',
    },
  };
}

/**
 * A component and, each as a component of its own, the objects in it: `Me.partner` is `MePartner`, one of `Me.secrets` is
 * `MeSecret`.
 * @param componentRef the address of a component
 */
function withParts(id: string, schema: Json, componentRef: (id: string) => string): [id: string, schema: Json][] {
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
