/** The OpenAPI 3.1 document, made from the operations. Pure and deterministic. */
import type { TObject, TSchema } from 'typebox';
import { COMPONENTS } from './components.ts';
import { ERRORS, type ErrorCode, statusOf } from './errors.ts';
import { EVENT_KINDS, EVENT_TYPES } from './events.ts';
import { HEADERS, INTRODUCTION, SCOPE_TEXTS, TAGS } from './openapi-texts.ts';
import { API_VERSION, BASE_PATH, nullMeaningOf, type Operation, SCOPES, scopesOf } from './operation.ts';
import { errorsOf, OPERATIONS } from './operations.ts';
import { publicSchema } from './public-schema.ts';

type Json = Record<string, unknown>;

const componentRef = (id: string) => `#/components/schemas/${id}`;
const plain = (schema: TSchema) => publicSchema(schema, componentRef) as Json;
const headerRefs = (names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

const EVERY_RESPONSE = ['API-Version', 'X-Request-Id', 'Cache-Control'];
/** Headers of every response, errors too, by how the caller proves who it is. */
const OF_KIND: Readonly<Record<Operation['authentication']['kind'], readonly string[]>> = {
  bearer: ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset', 'DPoP-Nonce'],
  client: ['Pragma', 'DPoP-Nonce'],
};

/**
 * Builds the document of the operations that are implemented.
 * @param serverUrl the public origin without a trailing slash; left out, addresses are relative to the document's own
 */
export function openApiDocument(serverUrl = ''): Json {
  const errorResponses = new Map<string, Json>();
  const paths: Record<string, Json> = {};
  for (const operation of OPERATIONS) {
    const path = paths[operation.path] ?? {};
    path[operation.method.toLowerCase()] = operationObject(operation, errorResponses, serverUrl);
    paths[operation.path] = path;
  }
  const document = {
    openapi: '3.1.1',
    info: {
      title: 'Timebank Partner API',
      version: API_VERSION,
      description: INTRODUCTION,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: `${serverUrl}${BASE_PATH}` }],
    tags: Object.entries(TAGS)
      .filter(([name]) => OPERATIONS.some(({ tag }) => tag === name))
      .map(([name, description]) => ({ name, description })),
    paths,
    webhooks: Object.fromEntries(EVENT_TYPES.map((type) => [type, webhookObject(type)])),
  };
  const components = {
    responses: Object.fromEntries([...errorResponses].sort(([a], [b]) => (a < b ? -1 : 1))),
    headers: HEADERS,
    securitySchemes: securitySchemes(serverUrl),
  };
  return { ...document, components: { schemas: usedSchemas({ document, components }), ...components } };
}

/** The components that the document refers to, directly or by one another, in the order of `COMPONENTS`. */
function usedSchemas(root: unknown): Json {
  const byRef = new Map(COMPONENTS.map((schema) => [componentRef(idOf(schema)), schema]));
  const used = new Set<string>();
  const visit = (node: unknown): void => {
    for (const [, reference] of JSON.stringify(node).matchAll(/"\$ref":"([^"]+)"/g)) {
      const schema = byRef.get(reference ?? '');
      if (!schema || used.has(idOf(schema))) continue;
      used.add(idOf(schema));
      visit(plain(schema));
    }
  };
  visit(root);
  const schemas = COMPONENTS.filter((schema) => used.has(idOf(schema)));
  return Object.fromEntries(schemas.map((schema) => [idOf(schema), componentObject(schema)]));
}

function idOf(schema: TSchema): string {
  return String((schema as { $id?: string }).$id);
}

/** A component; in request bodies optional fields may be null as well where that counts as absent. */
function componentObject(schema: TSchema): Json {
  const result = plain(schema);
  const takesIt = OPERATIONS.find(({ body }) => body === schema);
  if (!takesIt || nullMeaningOf(takesIt) === 'clears') return result;
  const required = new Set((schema as TObject).required);
  const properties = Object.entries(result.properties as Record<string, Json>).map(([name, property]) => {
    if (required.has(name)) return [name, property];
    const values = Array.isArray(property.enum) ? { enum: [...property.enum, null] } : {};
    return [name, { ...property, type: [property.type, 'null'], ...values }];
  });
  return { ...result, properties: Object.fromEntries(properties) };
}

function operationObject(operation: Operation, errorResponses: Map<string, Json>, serverUrl: string): Json {
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
      ...successResponses(operation),
      ...errorResponseRefs(operation, errorResponses, serverUrl),
    },
  };
}

/** Each scope is an alternative: any one of them suffices. */
function securityOf(operation: Operation): Json[] {
  if (operation.authentication.kind === 'client') return [{ clientBasic: [] }, {}];
  return scopesOf(operation).map((scope) => ({ oauth2: [scope] }));
}

const PATH_PARAMETERS: Readonly<Record<string, string>> = {
  'users/{id}': 'Id of the member.',
  'balance/{userId}': 'Id of the member.',
  'listings/{id}': 'Id of the listing.',
  'credits/{id}': 'Id of the credit.',
  'statements/{date}': 'A UTC day, YYYY-MM-DD.',
  'subscriptions/{id}': 'Id of the subscription.',
  'deliveries/{delivery_id}': 'Id of the delivery.',
};

function pathParameters(path: string): Json[] {
  return [...path.matchAll(/([a-z-]+\/\{(\w+)\})/g)].map(([, segment, name]) => {
    const description = PATH_PARAMETERS[segment ?? ''];
    if (!description) throw new TypeError(`PATH_PARAMETERS in openapi.ts has no text for ${segment}`);
    return {
      name,
      in: 'path',
      required: true,
      description,
      schema: name === 'date' ? { type: 'string', format: 'date' } : { type: 'string' },
    };
  });
}

function queryParameters({ query }: Operation): Json[] {
  const published = Object.entries(query).filter(([, { unpublished }]) => !unpublished);
  return published.map(([name, { description, required, schema }]) => ({
    name,
    in: 'query',
    ...(required ? { required } : {}),
    description,
    schema: plain(schema),
  }));
}

function requestBody({ authentication, method, example }: Operation, body: TObject): Json {
  const content = { schema: { $ref: componentRef(idOf(body)) }, example };
  return {
    required: true,
    content: {
      'application/json': content,
      ...(method === 'PATCH' ? { 'application/merge-patch+json': content } : {}),
      ...(authentication.kind === 'client' ? { 'application/x-www-form-urlencoded': content } : {}),
    },
  };
}

function successResponses({ authentication, responses }: Operation): Json {
  const always = [...EVERY_RESPONSE, ...OF_KIND[authentication.kind]];
  return Object.fromEntries(
    Object.entries(responses).map(([status, { description, schema, example, headers = [] }]) => [
      status,
      {
        description,
        headers: headerRefs([...always, ...headers]),
        content: {
          'application/json': {
            schema: '$id' in schema ? { $ref: componentRef(idOf(schema)) } : plain(schema),
            example,
          },
        },
      },
    ]),
  );
}

/** One component per status, set of codes and kind of caller, since most operations share most of theirs. */
function errorResponseRefs(operation: Operation, errorResponses: Map<string, Json>, serverUrl: string): Json {
  const { kind } = operation.authentication;
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of errorsOf(operation)) {
    const status = statusOf(code, kind === 'bearer');
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  const refs = [...byStatus].map(([status, codes]): [string, Json] => {
    const name = `${kind === 'client' ? 'oauth_' : ''}${status}_${codes.join('-')}`;
    if (!errorResponses.has(name)) errorResponses.set(name, errorResponse(status, codes, OF_KIND[kind], serverUrl));
    return [String(status), { $ref: `#/components/responses/${name}` }];
  });
  return Object.fromEntries(refs);
}

function errorResponse(
  status: number,
  codes: readonly ErrorCode[],
  ofKind: readonly string[],
  serverUrl: string,
): Json {
  const headers = [
    ...EVERY_RESPONSE,
    ...ofKind,
    ...(status === 401 || codes.includes('insufficient_scope') ? ['WWW-Authenticate'] : []),
    ...(status === 429 || status === 503 ? ['Retry-After'] : []),
  ];
  return {
    description: codes.map((code) => `\`${code}\`: ${ERRORS[code].when} **Do:** ${ERRORS[code].action}`).join('\n\n'),
    headers: headerRefs(headers),
    content: {
      'application/json': {
        schema: {
          allOf: [{ $ref: componentRef('Error') }, { properties: { error: { enum: [...codes] } } }],
        },
        examples: Object.fromEntries(codes.map((code) => [code, { value: errorExample(code, serverUrl) }])),
      },
    },
  };
}

const FIELD_EXAMPLES: Partial<Record<ErrorCode, Json>> = {
  validation_failed: {
    field: 'hours',
    code: 'too_many_decimals',
    message: 'hours is 1.505; round it to two decimals.',
  },
  limit_exceeded: {
    field: 'hours',
    code: 'max_credit_hours',
    message: '15000 hours is more than the 1000 hours allowed per credit. Send hours, not cents or minutes.',
    limit: 1000,
    remaining: 1000,
    resets_at: null,
  },
  reference_conflict: {
    field: 'hours',
    code: 'differs',
    message: 'hours is 2 hours there, not 3.',
  },
  already_reversed: {
    field: 'reference',
    code: 'differs',
    message: 'reference is not the one of the reversal: it was reversed under the reference 2026112100004711-0003.',
  },
};
const CREDIT_EXAMPLES: readonly ErrorCode[] = ['reference_conflict', 'already_reversed'];

function errorExample(code: ErrorCode, serverUrl: string): Json {
  const field = FIELD_EXAMPLES[code];
  return {
    error: code,
    error_description: field ? field.message : ERRORS[code].when,
    error_uri: `${serverUrl || 'https://timebank.example'}/docs/errors#${code}`,
    ...(field ? { errors: [field] } : {}),
    ...(CREDIT_EXAMPLES.includes(code) ? { credit_id: 'crd_01jd3h6m8nfdwtv0k2x9q4z7ac' } : {}),
    request_id: 'req_01jd3h6m8nfdwtv0k2x9q4z7ah',
  };
}

function webhookObject(type: (typeof EVENT_TYPES)[number]): Json {
  const { description, scopes, schema, example } = EVENT_KINDS[type];
  const entitlement = scopes.length > 0 ? ` Needs ${scopes.join(' or ')}.` : '';
  const header = (name: string, text: string, value: string) => ({
    name,
    in: 'header',
    required: true,
    description: text,
    schema: { type: 'string' },
    example: value,
  });
  return {
    post: {
      operationId: `on.${type}`,
      tags: ['Webhooks'],
      summary: type,
      description: `${description}${entitlement}`,
      parameters: [
        header(
          'webhook-id',
          'Id of the event, the same in every retry and replay. Discard events you have already processed.',
          example.id,
        ),
        header(
          'webhook-timestamp',
          'Time of this attempt in Unix seconds. Reject it if it is off by more than 5 minutes.',
          '1795167000',
        ),
        header(
          'webhook-signature',
          'Space-separated `v1,<base64>` of HMAC-SHA256 over `id.timestamp.body`; two values while a secret is being rotated.',
          'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
        ),
      ],
      requestBody: {
        required: true,
        content: { 'application/json': { schema: { $ref: componentRef(idOf(schema)) }, example } },
      },
      responses: {
        '2XX': { description: 'Received. Respond within 15 seconds, before doing any long work.' },
        '410': { description: 'No longer wanted: the subscription is disabled.' },
        default: {
          description:
            'A failure; redirects are failures, too. The event is sent again, up to 10 attempts over about 75 hours.',
        },
      },
      security: [{}],
    },
  };
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
