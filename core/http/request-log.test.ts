/** One line for each answered request: its form, the data that it never has, and how many there are at most. */
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { BASE_PATH } from '@timebank/contract';
import { type Logger, pino } from 'pino';
import { CONSOLE_BASE_PATH } from '../../console/desk/contract/routes.ts';
import { ADDRESSES } from '../../console/pages/frame.ts';
import { openConsole, signedIn } from '../../test-support/console.ts';
import { createTestDatabase, type TestDatabase } from '../../test-support/database.ts';
import {
  startTestService,
  type TestPartner,
  type TestService,
  type TestServiceOptions,
} from '../../test-support/harness.ts';
import { sendRaw } from '../../test-support/raw-http.ts';
import { waitUntil } from '../../test-support/wait-until.ts';
import { DatabaseUnavailable } from '../database/connection.ts';

interface Line {
  readonly level: number;
  readonly msg: string;
  readonly requestId?: string;
  readonly status?: number;
  readonly error?: string | null;
  readonly leftOut?: Readonly<Record<string, number>>;
  readonly [name: string]: unknown;
}

const lines: Line[] = [];
const texts: string[] = [];
const log: Logger = pino(
  { level: 'info', base: null },
  {
    write(text: string) {
      texts.push(text);
      lines.push(JSON.parse(text));
    },
  },
);
const written = () => lines.filter(({ msg }) => msg === 'request');
const FORM = ['requestId', 'method', 'operation', 'status', 'error', 'ms', 'partner', 'address'];
const SECRET = 'Kirschkernkissen';
const INFO = 30;
const WARN = 40;
const ERROR = 50;

let database: TestDatabase;
let partner: TestPartner;
let token: string;

before(async () => {
  database = await createTestDatabase();
  await withNode({}, async (node) => {
    partner = await node.createPartner();
    token = await node.token(partner);
  });
});
after(() => database.drop());
beforeEach(() => {
  lines.length = 0;
  texts.length = 0;
});

/** Each is a new process to the log: what came before does not count in its second. */
async function withNode(options: TestServiceOptions, work: (node: TestService) => Promise<void>): Promise<void> {
  const node = await startTestService({ log, database, ...options });
  try {
    await work(node);
  } finally {
    await node.stop();
  }
}

/** A node whose look-ups fail. */
const failing = (error: Error): TestServiceOptions => ({
  changeDeps: (deps) => ({
    ...deps,
    database: { ...deps.database, reads: { kind: 'lane', run: () => Promise.reject(error) } },
  }),
});

const partnerPath = (path: string) => BASE_PATH + path;
const json = (body: unknown) => ({ body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } });

type Case = readonly [
  what: string,
  method: string,
  path: string,
  options: RequestInit,
  expected: {
    readonly status: number;
    readonly error: string;
    readonly operation: string | null;
    readonly partner: boolean;
  },
];

const bearer = () => ({ Authorization: `Bearer ${token}` });
/** Requests that are refused, each with what its line says. */
const cases = (): Case[] => [
  [
    'without a token',
    'GET',
    partnerPath(`/users?cursor=${SECRET}`),
    {},
    { status: 401, error: 'invalid_token', operation: 'listUsers', partner: false },
  ],
  [
    'with a token that is none',
    'GET',
    partnerPath('/users'),
    { headers: { Authorization: `Bearer tb_at_${SECRET}` } },
    { status: 401, error: 'invalid_token', operation: 'listUsers', partner: false },
  ],
  [
    'for what is not there',
    'GET',
    partnerPath('/users/usr_01jd3h6m8nfdwtv0k2x9q4z7ae'),
    { headers: bearer() },
    { status: 404, error: 'user_not_found', operation: 'getUser', partner: true },
  ],
  [
    'with a wrong parameter',
    'GET',
    partnerPath(`/users?limit=${SECRET}`),
    { headers: bearer() },
    { status: 400, error: 'invalid_request', operation: 'listUsers', partner: true },
  ],
  [
    'with a wrong body',
    'POST',
    partnerPath('/wallet/credit'),
    { body: JSON.stringify({ note: SECRET }), headers: { ...bearer(), 'Content-Type': 'application/json' } },
    { status: 422, error: 'validation_failed', operation: 'creditWallet', partner: true },
  ],
  [
    'with a wrong secret',
    'POST',
    partnerPath('/oauth/token'),
    json({ grant_type: 'client_credentials', client_id: partner.clientId, client_secret: SECRET }),
    { status: 401, error: 'invalid_client', operation: 'issueToken', partner: true },
  ],
  [
    'with a client id of no form',
    'POST',
    partnerPath('/oauth/token'),
    json({ grant_type: 'client_credentials', client_id: SECRET, client_secret: SECRET }),
    { status: 401, error: 'invalid_client', operation: 'issueToken', partner: false },
  ],
  [
    'of nobody in the console',
    'GET',
    `${CONSOLE_BASE_PATH}/communities/${SECRET}/members?search=${SECRET}`,
    {},
    { status: 401, error: 'not_signed_in', operation: 'listMembers', partner: false },
  ],
  [
    'for no path of ours',
    'GET',
    `/${SECRET}?secret=${SECRET}`,
    {},
    { status: 404, error: 'not_found', operation: null, partner: false },
  ],
  [
    'with another method',
    'DELETE',
    partnerPath(`/users?secret=${SECRET}`),
    { headers: bearer() },
    { status: 405, error: 'method_not_allowed', operation: null, partner: false },
  ],
  [
    'for a file of the console',
    'GET',
    `/console/assets/${SECRET}.js`,
    {},
    { status: 404, error: 'not_found', operation: '/console/*', partner: false },
  ],
];

describe('a request that is answered with an error', () => {
  test('leaves one line of one form, by which its request id leads to it', () =>
    withNode({}, async ({ origin }) => {
      for (const [what, method, path, options, { status, error, operation, partner: isNamed }] of cases()) {
        lines.length = 0;
        const response = await fetch(origin + path, { method, ...options });
        await response.text();
        assert.equal(response.status, status, what);
        assert.equal(written().length, 1, `${what}: ${JSON.stringify(lines)}`);
        const [{ level, time, msg, ms, ...line } = {} as Line] = written();
        assert.deepEqual(
          line,
          {
            requestId: response.headers.get('x-request-id'),
            method,
            operation,
            status,
            error,
            partner: isNamed ? partner.clientId : null,
            address: '127.0.0.1',
          },
          what,
        );
        assert.deepEqual(
          Object.keys(written()[0] ?? {}).filter((name) => !['level', 'time', 'msg'].includes(name)),
          FORM,
        );
        assert.equal(level, INFO);
        assert.ok(typeof ms === 'number' && ms >= 0 && ms < 60_000);
      }
      assert.doesNotMatch(texts.join(''), new RegExp(SECRET, 'i'));
    }));

  test('below HTTP leaves one as well', () =>
    withNode({}, async ({ origin }) => {
      const { responses } = await sendRaw(origin, `GET /${SECRET} HTTP/1.1\r\nHost: tb.example\r\nbad header\r\n\r\n`);
      const [line] = written();
      assert.equal(written().length, 1);
      assert.deepEqual([responses[0]?.status, responses[0]?.headers.get('x-request-id')], [400, line?.requestId]);
      assert.deepEqual([line?.method, line?.operation, line?.ms, line?.error], [null, null, null, 'invalid_request']);
      assert.doesNotMatch(texts.join(''), new RegExp(SECRET));
    }));

  test('in the console names nobody', () =>
    withNode({}, async (service) => {
      const { email } = await signedIn(service);
      const browser = await openConsole(service);
      await browser.call('getSession');
      await browser.signIn(email, SECRET);
      assert.deepEqual(
        written().map(({ operation, status, error }) => [operation, status, error]),
        [['signIn', 401, 'sign_in_failed']],
      );
      assert.doesNotMatch(texts.join(''), new RegExp(`${SECRET}|${email}`));
    }));

  test('of a caller behind a trusted proxy has the address of the client', () =>
    withNode({ env: { TRUST_PROXY: '127.0.0.1' } }, async ({ origin }) => {
      await fetch(`${origin}/nothing`, { headers: { 'X-Forwarded-For': '198.51.100.1, 203.0.113.9' } });
      assert.deepEqual(
        written().map(({ address }) => address),
        ['203.0.113.9'],
      );
    }));
});

describe('LOG_REQUESTS', () => {
  const pages = ['/health/live', '/console/', ADDRESSES.reference, '/robots.txt', '/openapi.json'];

  async function linesWith(logRequests: string): Promise<string[]> {
    await withNode({ env: { LOG_REQUESTS: logRequests } }, async (node) => {
      assert.equal((await node.call('GET', '/me', { token })).status, 200);
      for (const page of pages) {
        const response = await fetch(node.origin + page);
        assert.equal(response.status, 200, page);
        await response.arrayBuffer();
      }
      assert.equal((await node.call('GET', '/users/usr_01jd3h6m8nfdwtv0k2x9q4z7ae', { token })).status, 404);
    });
    return written().map(({ status, operation }) => `${status} ${operation}`);
  }

  test('failed, the default, leaves out what succeeds', async () => {
    assert.deepEqual(await linesWith(''), ['404 getUser']);
  });

  test('all has one line for every answer, also for pages and files', async () => {
    const found = await linesWith('all');
    const expected = ['/health/live', '/console/*', '/docs/reference', '/robots.txt', '/openapi.json'];
    assert.deepEqual(found, ['200 getMe', ...expected.map((page) => `200 ${page}`), '404 getUser']);
  });

  test('none leaves out all but faults of the service', async () => {
    assert.deepEqual(await linesWith('none'), []);
  });
});

describe('too many lines of a kind', () => {
  const times = 400;

  test('without a token: a few a second, the others are counted, and those of a partner are there', () =>
    withNode({}, async ({ origin, call }) => {
      const startedMs = performance.now();
      const send = () => fetch(origin + partnerPath('/users')).then((response) => response.text());
      for (let sent = 0; sent < times; sent += 20) await Promise.all(Array.from({ length: 20 }, send));
      await call('GET', '/users/usr_01jd3h6m8nfdwtv0k2x9q4z7ae', { token });
      const leftOut = () => lines.filter((line) => line.leftOut);
      await waitUntil('the number of left out lines is logged', () => {
        const unknown = written().filter(({ status }) => status === 401).length;
        return unknown + leftOut().reduce((sum, line) => sum + (line.leftOut?.unknown ?? 0), 0) === times;
      });
      const seconds = (performance.now() - startedMs) / 1000;
      assert.ok(written().length - 1 <= 10 * (seconds + 1), `${written().length} lines in ${seconds} s`);
      assert.ok(leftOut().length <= seconds + 1, 'the number of left out lines is logged once a second');
      assert.equal(written().filter(({ status }) => status === 404).length, 1);
    }));

  test('while the database is away: one a second, with the reason', () =>
    withNode(failing(new DatabaseUnavailable('database away: connect ECONNREFUSED')), async ({ origin, call }) => {
      const startedMs = performance.now();
      for (let sent = 0; sent < 50; sent++) {
        assert.equal((await call('GET', '/users', { token })).status, 503);
        await fetch(`${origin}/health/ready`).then((response) => response.text());
      }
      const seconds = (performance.now() - startedMs) / 1000;
      assert.ok(written().length >= 1 && written().length <= seconds + 1, `${written().length} lines in ${seconds} s`);
      for (const { level, error, reason } of written()) {
        assert.deepEqual(
          [level, error, reason],
          [WARN, 'temporarily_unavailable', 'database away: connect ECONNREFUSED'],
        );
      }
    }));
});

test('a fault of the service is an error with its cause, without the values of the row that the database names', () => {
  const fault = Object.assign(new Error('null value violates not-null constraint'), {
    code: '23502',
    table: 'members',
    detail: `Failing row contains (${SECRET}).`,
  });
  return withNode({ ...failing(fault), env: { LOG_REQUESTS: 'none' } }, async ({ call }) => {
    const { status, headers } = await call('GET', '/users', { token });
    assert.equal(status, 500);
    assert.equal(lines.length, 1);
    const [line] = lines;
    assert.deepEqual(
      [line?.level, line?.requestId, line?.status, line?.error],
      [ERROR, headers.get('x-request-id'), 500, 'server_error'],
    );
    const err = line?.err as { readonly message: string; readonly stack: string; readonly code: string };
    assert.match(err.stack, /request-log\.test\.ts/);
    assert.deepEqual([err.message, err.code], ['null value violates not-null constraint', '23502']);
    assert.doesNotMatch(texts.join(''), new RegExp(SECRET));
  });
});
