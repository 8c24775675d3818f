/** Calls of the console's API, typed by its contract. */

import type { ConsoleAnswer, ConsoleBody, ConsoleQuery } from '../../desk/contract/calls.ts';
import type { ConsoleErrorBody } from '../../desk/contract/errors.ts';
import { CONSOLE_ROUTES, type ConsoleOperationId } from '../../desk/contract/operations.gen.ts';
import { CONSOLE_BASE_PATH, CSRF_HEADER } from '../../desk/contract/routes.ts';

const TIMEOUT_MS = 30_000;
const UPLOAD_TIMEOUT_MS = 180_000;

export type FieldError = NonNullable<ConsoleErrorBody['errors']>[number];

/** Failures of the browser or its authenticator with a passkey. */
export type PasskeyFault = 'passkey_cancelled' | 'passkey_known' | 'passkey_unfit' | 'passkey_refused';

/** The browser's own refusals. */
export type BrowserFault = PasskeyFault | 'window_blocked';

/** `network`: no answer. `timeout`: none in time. `unreadable`: not the service's own answer. `dismissed`: by the person. */
export type FailureCode = ConsoleErrorBody['error'] | BrowserFault | 'network' | 'timeout' | 'unreadable' | 'dismissed';

/** A call that did not succeed. */
export class ApiError extends Error {
  readonly code: FailureCode;
  readonly status: number;
  readonly fields: readonly FieldError[];
  readonly requestId: string | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(
    code: FailureCode,
    message: string,
    more: { status?: number; fields?: readonly FieldError[]; requestId?: string; retryAfterSeconds?: number } = {},
  ) {
    super(message);
    this.name = 'ApiError';
    this.code = code;
    this.status = more.status ?? 0;
    this.fields = more.fields ?? [];
    this.requestId = more.requestId;
    this.retryAfterSeconds = more.retryAfterSeconds;
  }
}

export interface Request<Id extends ConsoleOperationId> {
  /** Parts of the path by name. */
  readonly params?: Readonly<Record<string, string | number>>;
  readonly query?: ConsoleQuery<Id>;
  readonly body?: ConsoleBody<Id>;
  /** Sent as it is, where the operation takes a file. */
  readonly file?: Blob;
  readonly signal?: AbortSignal;
  /** The progress line ignores it: used for calls that repeat. */
  readonly quiet?: boolean;
}

/** Asks the person to sign in or to type the password again. Resolves false when the person declines. */
export interface Guard {
  signIn(): Promise<boolean>;
  confirmPassword(): Promise<boolean>;
}

interface State {
  csrfToken: string | undefined;
  guard: Guard | undefined;
  pending: number;
  readonly listeners: Set<() => void>;
}

// One page, one service: what belongs to all calls.
const state: State = { csrfToken: undefined, guard: undefined, pending: 0, listeners: new Set() };

export function setGuard(guard: Guard | undefined): void {
  state.guard = guard;
}

/** Number of calls under way, for `useSyncExternalStore`. */
export const pendingCalls = {
  subscribe(listener: () => void): () => void {
    state.listeners.add(listener);
    return () => state.listeners.delete(listener);
  },
  read: (): number => state.pending,
};

/** Path of an operation, from the origin. */
function pathOf(
  id: ConsoleOperationId,
  params: Readonly<Record<string, string | number>> = {},
  query: Readonly<Record<string, string | number | undefined>> = {},
): string {
  const path = CONSOLE_ROUTES[id][1].replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined) throw new TypeError(`${id} needs ${name}`);
    return encodeURIComponent(value);
  });
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== '') search.set(name, String(value));
  }
  return CONSOLE_BASE_PATH + path + (search.size > 0 ? `?${search}` : '');
}

/**
 * Calls an operation. Where a session or a recent password is missing the person is asked, then the call is repeated.
 * @throws ApiError
 */
export async function call<Id extends ConsoleOperationId>(
  id: Id,
  request: Request<Id> = {},
): Promise<ConsoleAnswer<Id>> {
  if (!request.quiet) count(1);
  try {
    return await callGuarded(id, request);
  } finally {
    if (!request.quiet) count(-1);
  }
}

async function callGuarded<Id extends ConsoleOperationId>(
  id: Id,
  request: Request<Id>,
  repeats = 0,
): Promise<ConsoleAnswer<Id>> {
  try {
    return await send(id, request);
  } catch (error) {
    if (!(error instanceof ApiError) || repeats >= 3) throw error;
    if (!(await overcome(error))) throw error;
    return await callGuarded(id, request, repeats + 1);
  }
}

/** Whether the reason of a refusal was removed, so that the call may be repeated. */
async function overcome(error: ApiError): Promise<boolean> {
  const { guard } = state;
  if (error.code === 'csrf_failed') {
    await send('getSession', {});
    return true;
  }
  if (!guard) return false;
  if (error.code !== 'not_signed_in' && error.code !== 'password_required') return false;
  const done = await (error.code === 'not_signed_in' ? guard.signIn() : guard.confirmPassword());
  if (!done) throw new ApiError('dismissed', '');
  return true;
}

async function send<Id extends ConsoleOperationId>(id: Id, request: Request<Id>): Promise<ConsoleAnswer<Id>> {
  const { params, query, body, file, signal } = request;
  const [method] = CONSOLE_ROUTES[id];
  const timeout = AbortSignal.timeout(file ? UPLOAD_TIMEOUT_MS : TIMEOUT_MS);
  const headers: Record<string, string> = { Accept: 'application/json' };
  if (method !== 'GET') headers[CSRF_HEADER] = state.csrfToken ?? '';
  if (body !== undefined) headers['Content-Type'] = 'application/json';
  if (file) headers['Content-Type'] = 'application/octet-stream';
  let response: Response;
  let text: string;
  try {
    response = await fetch(pathOf(id, params, query), {
      method,
      headers,
      body: file ?? (body === undefined ? null : JSON.stringify(body)),
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    });
    text = await response.text();
  } catch (error) {
    if (signal?.aborted) throw error;
    throw timeout.aborted ? new ApiError('timeout', 'no answer in time') : new ApiError('network', 'no answer');
  }
  const answer = parse(text);
  if (!response.ok) throw failure(response, answer);
  if (answer === undefined) throw new ApiError('unreadable', 'not the answer of the service');
  keepCsrfToken(answer);
  return answer as ConsoleAnswer<Id>;
}

function parse(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

function failure(response: Response, answer: object | undefined): ApiError {
  const body = answer as Partial<ConsoleErrorBody> | undefined;
  if (!body?.error) return new ApiError('unreadable', `status ${response.status}`, { status: response.status });
  const retryAfter = Number(response.headers.get('Retry-After') ?? Number.NaN);
  return new ApiError(body.error, body.error_description ?? '', {
    status: response.status,
    ...(body.errors ? { fields: body.errors } : {}),
    ...(body.request_id ? { requestId: body.request_id } : {}),
    ...(Number.isFinite(retryAfter) ? { retryAfterSeconds: retryAfter } : {}),
  });
}

/** The token changes with the session; every answer that tells it is heeded. */
function keepCsrfToken(answer: object): void {
  const { data } = answer as { data?: { csrf_token?: unknown } };
  if (data && typeof data === 'object' && typeof data.csrf_token === 'string') state.csrfToken = data.csrf_token;
}

function count(change: number): void {
  state.pending += change;
  for (const listener of state.listeners) listener();
}
