/** A browser's view of the console's API in tests: cookie, CSRF token, and every answer held against the contract. */

import assert from 'node:assert/strict';
import type { AdministratorRole } from '@timebank/contract';
import type { ConsoleBody, ConsoleQuery } from '../console/desk/contract/calls.ts';
import { ALL_ERRORS } from '../console/desk/contract/errors.ts';
import type { ConsoleOperation } from '../console/desk/contract/operation.ts';
import { CONSOLE_ROUTES, type ConsoleOperationId } from '../console/desk/contract/operations.gen.ts';
import { CONSOLE_BASE_PATH, CSRF_HEADER } from '../console/desk/contract/routes.ts';
import { addAdministrator } from '../modules/office/domain/administrators/create.ts';
import { createConsoleValidator } from './console-contract/components.ts';
import { consoleErrorsOf, consoleOperations } from './console-contract/operations.ts';
import type { TestService } from './harness.ts';
import { totpCode } from './totp-code.ts';

export const TEST_PASSWORD = 'nine green kettles whistle';

export interface ConsoleCallOptions<Id extends ConsoleOperationId> {
  /** Path parameters by name. */
  readonly params?: Readonly<Record<string, string | number>>;
  readonly query?: ConsoleQuery<Id>;
  readonly body?: ConsoleBody<Id>;
  /** Instead of `body`: whatever a browser would never send. */
  readonly json?: unknown;
  /** A file as the body. */
  readonly file?: Uint8Array<ArrayBuffer> | string;
  /** Added to those of a browser; undefined leaves one out. */
  readonly headers?: Readonly<Record<string, string | undefined>>;
}

export interface ConsoleResponse {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests read bodies by member; the schema was checked before.
  readonly body: any;
  readonly text: string;
}

export interface ConsoleClient {
  /** The cookie and the token as they are now; a test may change them. */
  cookie: string | undefined;
  csrf: string | undefined;
  /** The cookie of a device that has signed in. */
  device: string | undefined;
  call<Id extends ConsoleOperationId>(id: Id, options?: ConsoleCallOptions<Id>): Promise<ConsoleResponse>;
  signIn(email: string, password?: string, code?: string): Promise<ConsoleResponse>;
}

const validator = createConsoleValidator();
const checks = new Map<string, ReturnType<typeof validator.compile>>();
const isError = validator.getSchema('ConsoleError');

/** A browser that has opened the console. */
export async function openConsole({ origin }: Pick<TestService, 'origin'>): Promise<ConsoleClient> {
  const client: ConsoleClient = {
    cookie: undefined,
    csrf: undefined,
    device: undefined,
    async call(id, { params = {}, query = {}, body, json, file, headers = {} } = {}) {
      const [method, pattern] = CONSOLE_ROUTES[id];
      const path = pattern.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])));
      const filters = new URLSearchParams();
      for (const [name, value] of Object.entries(query)) if (value !== undefined) filters.set(name, String(value));
      const sentBody = file ?? (json === undefined && body === undefined ? undefined : JSON.stringify(json ?? body));
      const sent = {
        'Sec-Fetch-Site': 'same-origin',
        Cookie: cookies(client),
        [CSRF_HEADER]: method === 'GET' ? undefined : client.csrf,
        'Content-Type':
          file !== undefined ? 'application/octet-stream' : sentBody === undefined ? undefined : 'application/json',
        ...headers,
      };
      const url = `${origin}${CONSOLE_BASE_PATH}${path}?${filters}`;
      const response = await fetch(url, {
        method,
        headers: Object.entries(sent).filter((entry): entry is [string, string] => entry[1] !== undefined),
        ...(sentBody === undefined ? {} : { body: sentBody }),
      });
      const text = await response.text();
      const answer = check(consoleOperations[id], response, text);
      for (const set of response.headers.getSetCookie()) {
        const [, name, value] = /^([^=]+)=([^;]+)/.exec(set) ?? [];
        if (name === '__Host-timebank') client.cookie = value;
        if (name === '__Host-timebank-device') client.device = value;
      }
      if (response.ok && answer.body.data?.csrf_token) client.csrf = answer.body.data.csrf_token;
      return answer;
    },
    async signIn(email, password = TEST_PASSWORD, code) {
      if (client.csrf === undefined) await client.call('getSession');
      return await client.call('signIn', { body: { email, password, ...(code === undefined ? {} : { code }) } });
    },
  };
  await client.call('getSession');
  return client;
}

function cookies({ cookie, device }: ConsoleClient): string | undefined {
  const sent = [
    cookie === undefined ? [] : `__Host-timebank=${cookie}`,
    device === undefined ? [] : `__Host-timebank-device=${device}`,
  ].flat();
  return sent.length > 0 ? sent.join('; ') : undefined;
}

function check(operation: ConsoleOperation, { status, headers }: Response, text: string): ConsoleResponse {
  const about = `${operation.id} -> ${status} ${text.slice(0, 500)}`;
  assert.equal(headers.get('content-type'), 'application/json', about);
  assert.equal(headers.get('cache-control'), 'no-store', about);
  assert.equal(headers.get('x-content-type-options'), 'nosniff', about);
  const body = JSON.parse(text);
  if (status >= 400) {
    assert.ok(isError?.(body), `${about}\n${JSON.stringify(isError?.errors)}`);
    assert.equal(ALL_ERRORS[body.error as keyof typeof ALL_ERRORS].status, status, about);
    assert.equal(body.request_id, headers.get('x-request-id'), about);
    assert.ok((consoleErrorsOf(operation) as string[]).includes(body.error), `undocumented error: ${about}`);
    if (status === 401) assert.equal(headers.get('www-authenticate'), 'Session realm="console"', about);
    if (status === 429) assert.match(headers.get('retry-after') ?? '', /^[1-9]\d*$/, about);
  } else {
    assert.equal(status, operation.status, about);
    const known = checks.get(operation.id) ?? validator.compile(operation.answer);
    checks.set(operation.id, known);
    assert.ok(known(body), `${about}\n${JSON.stringify(known.errors?.map((e) => [e.instancePath, e.message]))}`);
  }
  return { status, headers, body, text };
}

let count = 0;

/** Creates an administrator and signs in. In a community of its own unless one is named. */
export async function signedIn(
  service: TestService,
  { communityId, slug, role = 'owner' }: { communityId?: number; slug?: string; role?: AdministratorRole } = {},
): Promise<{ client: ConsoleClient; email: string; id: number; communityId: number; slug: string }> {
  const community =
    communityId === undefined || slug === undefined ? await service.createCommunity() : { id: communityId, slug };
  count++;
  const email = `person-${count}@example.org`;
  const { id } = await addAdministrator(
    service.deps,
    { communityId: community.id, actor: 'test' },
    { email, name: `Person ${count}`, password: TEST_PASSWORD, role },
  );
  const client = await openConsole(service);
  const { status, text } = await client.signIn(email);
  assert.equal(status, 200, text);
  return { client, email, id, communityId: community.id, slug: community.slug };
}

/** Like `signedIn`, with one-time codes switched on. */
export async function enrolled(service: TestService) {
  const person = await signedIn(service);
  const begun = await person.client.call('beginTotp');
  const secret: string = begun.body.data.secret;
  const code = () => totpCode(secret, service.clock.now());
  const confirmed = await person.client.call('confirmTotp', { body: { code: code() } });
  assert.equal(confirmed.status, 200, confirmed.text);
  // A code works once.
  service.clock.advance(30_000);
  return { ...person, secret, code, codes: confirmed.body.data.recovery_codes as string[] };
}
