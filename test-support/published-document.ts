/** The OpenAPI document as a partner reads it: its operations, and whether an answer is what it says. */
import assert from 'node:assert/strict';
import { Ajv2020 } from 'ajv/dist/2020.js';

/** A schema of the document, in the words the generator understands. */
export interface PublishedSchema {
  readonly $ref?: string;
  /** In requests: a reference beside null. */
  readonly anyOf?: readonly PublishedSchema[];
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly format?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly items?: PublishedSchema;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, PublishedSchema>>;
  readonly additionalProperties?: boolean;
  readonly examples?: readonly unknown[];
}

export interface PublishedParameter {
  readonly name: string;
  readonly in: 'path' | 'query';
  readonly required?: boolean;
  readonly schema: PublishedSchema;
}

interface PublishedResponse {
  readonly $ref?: string;
  readonly headers?: Readonly<Record<string, unknown>>;
  readonly content?: Readonly<Record<string, { readonly examples?: Readonly<Record<string, unknown>> }>>;
}

export interface PublishedOperation {
  readonly id: string;
  /** Upper case. */
  readonly method: string;
  /** The path in the document, below the base path. */
  readonly path: string;
  readonly parameters: readonly PublishedParameter[];
  /** Undefined: the operation takes none. */
  readonly body: { readonly mediaTypes: readonly string[]; readonly schema: PublishedSchema } | undefined;
  /** Whether a client proves itself instead of a token. */
  readonly isForClients: boolean;
  readonly responses: Readonly<Record<string, PublishedResponse>>;
}

export interface PublishedAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

export interface PublishedDocument {
  readonly basePath: string;
  readonly operations: readonly PublishedOperation[];
  /** The schema that a reference leads to. */
  resolve(schema: PublishedSchema): PublishedSchema;
  /** The operation that answers the method at this path, if one does; HEAD is answered by GET. */
  operationAt(method: string, target: string): PublishedOperation | undefined;
  /**
   * Throws if the answer isn't one that the document announces.
   * @param isSwitchedOff whether 503 `partner_api_disabled` is due; no other answer of the 500s ever is
   */
  check(method: string, target: string, answer: PublishedAnswer, isSwitchedOff: boolean): void;
}

interface RawDocument {
  readonly servers: readonly [{ readonly url: string }];
  readonly paths: Readonly<Record<string, Readonly<Record<string, RawOperation>>>>;
}

interface RawOperation {
  readonly operationId: string;
  readonly parameters?: readonly PublishedParameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: PublishedSchema }>> };
  readonly security: readonly Readonly<Record<string, unknown>>[];
  readonly responses: Readonly<Record<string, PublishedResponse>>;
}

const JSON_TYPE = 'application/json';
const DOCUMENT = 'published';
/** The standard formats, without the service's own rules. */
const FORMATS = {
  'date-time': (text: string) => text.includes('T') && !Number.isNaN(Date.parse(text)),
  date: (text: string) => /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)),
  uri: (text: string) => URL.canParse(text),
  int32: { type: 'number', validate: (value: number) => value === (value | 0) },
  int64: { type: 'number', validate: Number.isSafeInteger },
  double: { type: 'number', validate: Number.isFinite },
} as const;
/** Headers of HTTP itself and of the defence of browsers, which say nothing about the operation. */
const UNANNOUNCED = new Set([
  ...['connection', 'content-length', 'content-security-policy', 'content-type', 'date', 'keep-alive'],
  ...['referrer-policy', 'strict-transport-security', 'x-content-type-options'],
]);
/** Announced headers without which no answer of theirs is complete; the others depend on the case. */
const ALWAYS = ['API-Version', 'X-Request-Id', 'Cache-Control', 'WWW-Authenticate', 'Retry-After', 'Location'];
/** Errors of HTTP itself, which a request that belongs to no operation may get. */
const OUTSIDE = ['invalid_request', 'uri_too_long', 'headers_too_large', 'expectation_failed', 'not_implemented'];

/** The document, compiled. */
interface CompiledDocument {
  readonly raw: RawDocument;
  readonly ajv: Ajv2020;
  readonly basePath: string;
  readonly operations: readonly PublishedOperation[];
}

/** @param document as it was served */
export function readPublishedDocument(document: unknown): PublishedDocument {
  const raw = document as RawDocument;
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateSchema: false, formats: FORMATS });
  ajv.addSchema(raw, DOCUMENT);
  const operations = Object.entries(raw.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => operationOf(path, method.toUpperCase(), operation)),
  );
  const reading = { raw, ajv, basePath: new URL(raw.servers[0].url, 'http://localhost').pathname, operations };
  return {
    basePath: reading.basePath,
    operations,
    resolve: (schema) => resolve(raw, schema),
    operationAt: (method, target) => operationAt(reading, method, target),
    check: (method, target, answer, isSwitchedOff) => checkAnswer(reading, method, target, answer, isSwitchedOff),
  };
}

function resolve(raw: RawDocument, schema: PublishedSchema): PublishedSchema {
  if (schema.$ref !== undefined) return at(raw, schema.$ref) as PublishedSchema;
  if (!schema.anyOf) return schema;
  const [one] = schema.anyOf.filter(({ type }) => type !== 'null');
  assert.ok(one && schema.anyOf.length === 2, 'a schema beside null');
  const { type, ...rest } = resolve(raw, one);
  return { ...rest, type: [...[type ?? []].flat(), 'null'] };
}

function at(raw: RawDocument, pointer: string): unknown {
  const keys = pointer.replace(/^#\//, '').split('/');
  return keys.reduce<unknown>((node, key) => (node as Record<string, unknown>)[unescapeKey(key)], raw);
}

/** The operations whose path fits the target; a path without parameters goes before one with them. */
function operationsOn({ basePath, operations }: CompiledDocument, target: string): PublishedOperation[] {
  const path = decodedPath(target);
  if (!path.startsWith(`${basePath}/`)) return [];
  const relative = path.slice(basePath.length);
  const fitting = operations.filter((operation) => templateOf(operation.path).test(relative));
  const fixed = fitting.filter(({ path: template }) => !template.includes('{'));
  return fixed.length > 0 ? fixed : fitting;
}

function operationAt(reading: CompiledDocument, method: string, target: string): PublishedOperation | undefined {
  return operationsOn(reading, target).find((operation) => operation.method === (method === 'HEAD' ? 'GET' : method));
}

function checkAnswer(
  reading: CompiledDocument,
  method: string,
  target: string,
  answer: PublishedAnswer,
  isSwitchedOff: boolean,
): void {
  const { status, headers, text } = answer;
  assert.equal(headers.get('content-type'), JSON_TYPE);
  assert.equal(headers.get('api-version'), '2.0');
  assert.ok(headers.get('x-request-id'), 'X-Request-Id');
  const isHead = method === 'HEAD';
  if (isHead) assert.equal(text, '', 'HEAD has no body');
  const body = isHead ? undefined : (JSON.parse(text) as Record<string, unknown>);
  if (body && status >= 400) assert.equal(body.request_id, headers.get('x-request-id'), 'request_id');
  if (status >= 500) {
    assert.ok(isSwitchedOff && status === 503, `${status} without cause`);
    if (body) assert.equal(body.error, 'partner_api_disabled');
  }
  const operation = operationAt(reading, method, target);
  if (operation) checkOfOperation(reading, operation, answer, body);
  else checkOutside(reading, operationsOn(reading, target), answer, body);
}

function checkOfOperation(
  reading: CompiledDocument,
  operation: PublishedOperation,
  { status, headers }: PublishedAnswer,
  body: unknown,
): void {
  assert.ok(operation.responses[status], `${operation.id} does not announce ${status}`);
  const pointer = pointerOf(operation, status);
  const response = at(reading.raw, pointer) as PublishedResponse;
  const announced = Object.keys(response.headers ?? {});
  const lower = new Set(announced.map((name) => name.toLowerCase()));
  const stray = [...headers.keys()].filter((name) => !lower.has(name) && !UNANNOUNCED.has(name));
  assert.deepEqual(stray, [], `headers that ${operation.id} does not announce with ${status}`);
  for (const name of ALWAYS) if (announced.includes(name)) assert.ok(headers.get(name), `${name} is missing`);
  if (body === undefined) return;
  const { error } = body as { error?: string };
  const codes = Object.keys(response.content?.[JSON_TYPE]?.examples ?? {});
  if (status >= 400) assert.ok(codes.includes(error ?? ''), `${operation.id} does not announce ${status} ${error}`);
  checkBody(reading, pointer, body);
}

/** Checks an answer where no operation is: nothing at this path, or not with this method. */
function checkOutside(
  reading: CompiledDocument,
  there: readonly PublishedOperation[],
  { status, headers }: PublishedAnswer,
  body: unknown,
): void {
  const { error = status === 405 ? 'method_not_allowed' : 'not_found' } = (body ?? {}) as { error?: string };
  if (status < 500 && !OUTSIDE.includes(error)) {
    assert.equal(error, there.length > 0 ? 'method_not_allowed' : 'not_found');
    assert.equal(status, there.length > 0 ? 405 : 404);
  }
  if (status === 405) {
    const methods = there.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
    assert.deepEqual(headers.get('allow')?.split(', ').toSorted(), methods.toSorted(), 'Allow');
  }
  assert.ok(status >= 400, `${status} where the document has no operation`);
  // Errors have one shape, whichever operation answers.
  const [any] = reading.operations as [PublishedOperation];
  if (body !== undefined) checkBody(reading, pointerOf(any, 400), body);
}

function checkBody({ ajv }: CompiledDocument, response: string, body: unknown): void {
  const pointer = `${response}/content/application~1json/schema`;
  const check = ajv.getSchema(`${DOCUMENT}${pointer}`) ?? ajv.compile({ $ref: `${DOCUMENT}${pointer}` });
  const faults = () => check.errors?.map(({ instancePath, message }) => `${instancePath} ${message}`).join('; ');
  assert.ok(check(body), `the body does not fit ${pointer}: ${faults()}`);
}

/** The pointer to a response: the operation's own, or the one that operations share. */
function pointerOf(operation: PublishedOperation, status: number): string {
  const path = `${escapeKey(operation.path)}/${operation.method.toLowerCase()}`;
  return operation.responses[status]?.$ref ?? `#/paths/${path}/responses/${status}`;
}

/** The path of a request target below its query, with what need not be encoded decoded (RFC 3986 section 6.2.2.2). */
export function decodedPath(target: string): string {
  const path = target.split('?', 1)[0] ?? '';
  return path.replace(/%[2-7][0-9a-f]/gi, (encoded) => {
    const text = String.fromCharCode(Number.parseInt(encoded.slice(1), 16));
    return /[A-Za-z0-9._~-]/.test(text) ? text : encoded;
  });
}

function operationOf(path: string, method: string, operation: RawOperation): PublishedOperation {
  const content = operation.requestBody?.content;
  const schema = content?.[JSON_TYPE]?.schema;
  return {
    id: operation.operationId,
    method,
    path,
    parameters: operation.parameters ?? [],
    body: content && schema ? { mediaTypes: Object.keys(content), schema } : undefined,
    isForClients: operation.security.some((scheme) => 'clientBasic' in scheme),
    responses: operation.responses,
  };
}

const templateOf = (path: string) => new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`);
const escapeKey = (key: string) => encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1'));
const unescapeKey = (key: string) => decodeURIComponent(key).replaceAll('~1', '/').replaceAll('~0', '~');
