/** Calls the API in tests and holds every answer against the contract: status, headers, and the body's schema. */
import assert from 'node:assert/strict';
import {
  API_VERSION,
  BASE_PATH,
  createValidator,
  ErrorBody,
  errorStatus,
  errorsOf,
  FIELD_CODES,
  OPERATIONS,
  type Operation,
  openApiDocument,
} from '@timebank/contract';

export interface CallOptions {
  readonly token?: string;
  /** Sent as JSON. */
  readonly json?: unknown;
  /** Sent as a form. */
  readonly form?: Readonly<Record<string, string>>;
  /** Sent as it is. */
  readonly body?: string | Uint8Array | ReadableStream;
  readonly headers?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

export interface TestResponse {
  readonly status: number;
  readonly headers: Headers;
  /** Parsed JSON; undefined for HEAD. */
  // biome-ignore lint/suspicious/noExplicitAny: tests read bodies by member; the schema was checked before.
  readonly body: any;
  readonly text: string;
}

const validator = createValidator();
const isErrorBody = validator.getSchema('ApiError') ?? validator.compile(ErrorBody);
const DOCUMENT = openApiDocument() as unknown as PublishedHeaders;

interface PublishedHeaders {
  readonly paths: Readonly<
    Record<string, Readonly<Record<string, { readonly responses: Readonly<Record<string, DocumentedHeaders>> }>>>
  >;
  readonly components: { readonly headers: object; readonly responses: Readonly<Record<string, DocumentedHeaders>> };
}
interface DocumentedHeaders {
  readonly $ref?: string;
  readonly headers?: object;
}
const REQUEST_ID = /^req_[0-9a-z]{10,40}$/;

/** The operation that a method and path (below the base path, without query) belong to. */
function operationOf(method: string, path: string): Operation | undefined {
  const wanted = method === 'HEAD' ? 'GET' : method;
  const matches = OPERATIONS.filter(
    (operation) =>
      operation.method === wanted &&
      new RegExp(`^${operation.path.replace(/\{\w+\}/g, '[^/]+')}$`).test(path.split('?', 1)[0] ?? ''),
  );
  return matches.find((operation) => !operation.path.includes('{')) ?? matches[0];
}

/** Returns a function that sends one request and checks the answer; it throws an AssertionError on any mismatch. */
export function createCaller(origin: string) {
  return async (method: string, path: string, options: CallOptions = {}): Promise<TestResponse> => {
    const outside = /^\/(api\/|health\/|openapi(-3\.0)?\.json|docs|\.well-known\/)/.test(path);
    const query = options.query ? `?${new URLSearchParams(options.query)}` : '';
    const { body, type } = bodyOf(options);
    const response = await fetch(`${origin}${outside ? '' : BASE_PATH}${path}${query}`, {
      method,
      redirect: 'manual',
      headers: {
        ...(options.token === undefined ? {} : { Authorization: `Bearer ${options.token}` }),
        ...(type === undefined ? {} : { 'Content-Type': type }),
        ...options.headers,
      },
      ...(body === undefined ? {} : { body, duplex: 'half' }),
      ...(options.signal ? { signal: options.signal } : {}),
    } as RequestInit);
    const text = await response.text();
    const relative = path.startsWith(BASE_PATH) ? path.slice(BASE_PATH.length) : outside ? undefined : path;
    return checkResponse(method, relative, response.status, response.headers, text);
  };
}

/**
 * Checks an answer, however it was received.
 * @param path below the base path; undefined outside, where only errors have a schema
 */
export function checkResponse(
  method: string,
  path: string | undefined,
  status: number,
  headers: Headers,
  text: string,
): TestResponse {
  const about = `${method} ${path ?? '(outside)'} -> ${status} ${text.slice(0, 500)}`;
  const isError = status >= 400;
  if (path !== undefined || isError) {
    assert.equal(headers.get('content-type'), 'application/json', about);
    assert.equal(headers.get('api-version'), API_VERSION, about);
    assert.match(headers.get('x-request-id') ?? '', REQUEST_ID, about);
    assert.equal(headers.get('x-content-type-options'), 'nosniff', about);
    assert.ok(headers.get('cache-control'), about);
  }
  const json = /^application\/json/.test(headers.get('content-type') ?? '');
  const body = method === 'HEAD' || !json ? undefined : JSON.parse(text);
  if (method === 'HEAD') assert.equal(text, '', about);
  else if (isError) checkError(method, path, status, headers, body, about);
  else if (path !== undefined) checkSuccess(method, path, status, body, about);
  if (path !== undefined) checkHeaders(method, path, status, headers, about);
  return { status, headers, body, text };
}

/** An answer has no documented header but those that the document names for its operation and status. */
function checkHeaders(method: string, path: string, status: number, headers: Headers, about: string): void {
  const operation = operationOf(method, path);
  const responses = operation && DOCUMENT.paths[operation.path]?.[operation.method.toLowerCase()]?.responses;
  const response = responses?.[status];
  if (!response) return;
  const { headers: documented = {} } = response.$ref
    ? (DOCUMENT.components.responses[response.$ref.split('/').at(-1) ?? ''] ?? {})
    : response;
  for (const name of Object.keys(DOCUMENT.components.headers)) {
    if (headers.has(name)) assert.ok(name in documented, `${name} is not documented: ${about}`);
  }
}

function checkSuccess(method: string, path: string, status: number, body: unknown, about: string): void {
  const operation = operationOf(method, path);
  assert.ok(operation, `success at an undocumented operation: ${about}`);
  const response = operation.responses[status];
  assert.ok(response, `undocumented status: ${about}`);
  const check = validator.compile(response.schema);
  assert.ok(
    check(body),
    `${about}\n${JSON.stringify(check.errors?.map(({ instancePath, message }) => [instancePath, message]))}`,
  );
}

function checkError(
  method: string,
  path: string | undefined,
  status: number,
  headers: Headers,
  body: ErrorBody,
  about: string,
): void {
  assert.ok(isErrorBody(body), `${about}\n${JSON.stringify(isErrorBody.errors)}`);
  const operation = path === undefined ? undefined : operationOf(method, path);
  assert.equal(errorStatus(body.error, operation?.authentication.kind === 'bearer'), status, about);
  for (const { code } of body.errors ?? []) assert.ok(Object.hasOwn(FIELD_CODES, code), `${code}: ${about}`);
  assert.equal(body.request_id, headers.get('x-request-id'), about);
  assert.match(body.error_description, /^[\x20\x21\x23-\x5b\x5d-\x7e]+$/, about);
  assert.match(body.error_uri, new RegExp(`^https?://[^/]+/docs/errors#${body.error}$`), about);
  assert.equal(headers.get('cache-control'), 'no-store', about);
  if (status === 401 || body.error === 'insufficient_scope') assert.ok(headers.get('www-authenticate'), about);
  if (status === 429 || status === 503) assert.match(headers.get('retry-after') ?? '', /^[1-9]\d*$/, about);
  if (status === 405) assert.ok(headers.get('allow'), about);
  // A path or method that does not exist has no operation to document it.
  if (operation && body.error !== 'not_found' && body.error !== 'method_not_allowed') {
    assert.ok(errorsOf(operation).includes(body.error), `undocumented error of ${operation.id}: ${about}`);
  }
}

function bodyOf({ json, form, body }: CallOptions): { body: unknown; type: string | undefined } {
  if (json !== undefined) return { body: JSON.stringify(json), type: 'application/json' };
  if (form) return { body: new URLSearchParams(form).toString(), type: 'application/x-www-form-urlencoded' };
  return { body, type: undefined };
}
