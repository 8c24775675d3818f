/** A fault of the program is 500, in the log and counted, whatever its words; a fault of the database is 503. */
import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { type Logger, pino } from 'pino';
import { Registry } from 'prom-client';
import { type CuttingProxy, startCuttingProxy } from '../../test-support/cutting-proxy.ts';
import {
  startTestService,
  type TestService,
  type TestServiceOptions,
  testService,
} from '../../test-support/harness.ts';
import { waitUntil } from '../../test-support/wait-until.ts';
import { credit, creditBody, credited, holdLock, reverse, sendCredits } from '../../test-support/wallet.ts';
import { countIn } from '../base/metrics/metrics.ts';
import { DatabaseBusy, DatabaseUnavailable } from './connection.ts';
import type { Queryable, Transaction } from './query.ts';

const planted = () =>
  new TypeError("Cannot read properties of undefined (reading 'connection'): socket timeout ECONNRESET");
const ERROR = 50;

interface Line {
  readonly level: number;
  readonly requestId?: string;
  readonly err?: { readonly message: string };
}

const lines: Line[] = [];
const log: Logger = pino({ level: 'warn', base: null }, { write: (text: string) => lines.push(JSON.parse(text)) });

const direct = await testService();
const partner = await direct.createPartner();
const member = await direct.createMember(partner);
const token = await direct.token(partner);
beforeEach(() => {
  lines.length = 0;
});

async function withNode(options: TestServiceOptions, work: (node: TestService) => Promise<void>): Promise<void> {
  const node = await startTestService({ log, database: direct.testDatabase, ...options });
  try {
    await work(node);
  } finally {
    await node.stop();
  }
}

/** A node whose transactions meet the planted fault at this statement, and which counts. */
function faultyAt(statement: string, metrics = countIn(new Registry())): TestServiceOptions {
  const breaking = <On extends Queryable>(on: On): On => ({
    ...on,
    run: (...given: Parameters<Queryable['run']>) => {
      if (given[0].name?.startsWith(statement)) throw planted();
      return on.run(...given);
    },
  });
  return {
    changeDeps: (deps) => {
      const { database } = deps;
      const transaction: typeof database.transaction = (work, options) =>
        database.transaction((open: Transaction) => work(breaking(open)), options);
      const [reads, relaxed] = [breaking(database.reads), breaking(database.relaxed)];
      return { ...deps, metrics, database: { ...database, reads, relaxed, transaction } };
    },
  };
}

async function faultsIn(registry: Registry): Promise<number | undefined> {
  const found = (await registry.getMetricsAsJSON()).find(({ name }) => name === 'timebank_faults_total');
  return found?.values[0]?.value as number | undefined;
}

describe('a planted TypeError that speaks of connections', () => {
  test('in a query function of a read is 500, an error in the log, and counted', () => {
    const registry = new Registry();
    const metrics = countIn(registry);
    return withNode(faultyAt('select_users_by_id', metrics), async (node) => {
      assert.equal(await faultsIn(registry), 0);
      const { status, body, headers } = await node.call('GET', `/users/${member.id}`, { token });
      assert.deepEqual([status, body.error], [500, 'server_error']);
      const [line] = lines;
      assert.deepEqual([line?.level, line?.requestId], [ERROR, headers.get('x-request-id')]);
      assert.equal(line?.err?.message, planted().message);
      assert.equal(await faultsIn(registry), 1);
    });
  });

  test('in a handler is 500', () =>
    withNode({ changeDeps: (deps) => ({ ...deps, postTransfers: () => Promise.reject(planted()) }) }, async (node) => {
      const { status, body } = await credit(node, token, member.id, 1);
      assert.deepEqual([status, body.error, lines[0]?.level], [500, 'server_error', ERROR]);
    }));

  test('in the middle of a transaction is 500, and the connection is used again', () =>
    withNode(faultyAt('update_subscription'), async (node) => {
      const made = await node.call('POST', '/webhooks/subscriptions', {
        token,
        json: { target_url: 'https://hooks.example/x', event_types: ['*'] },
      });
      const path = `/webhooks/subscriptions/${made.body.data.id}`;
      const { status, body } = await node.call('PATCH', path, { token, json: { description: 'x' } });
      assert.deepEqual([status, body.error], [500, 'server_error']);
      assert.equal((await node.call('GET', path, { token })).status, 200);
    }));

  test('in one of many credits is 500 for that one, an error in the log, and counted', () => {
    const registry = new Registry();
    const metrics = countIn(registry);
    const options: TestServiceOptions = {
      changeDeps: (deps) => ({
        ...deps,
        metrics,
        postTransfers: (request) =>
          'amountSeconds' in request && request.amountSeconds === 7200
            ? Promise.reject(planted())
            : direct.deps.postTransfers(request),
      }),
    };
    return withNode(options, async (node) => {
      const { body } = await sendCredits(node, token, [creditBody(member.id, 1), creditBody(member.id, 2)]);
      const outcomes = body.data as { status: number; error?: { error: string } }[];
      assert.deepEqual(
        outcomes.map(({ status, error }) => [status, error?.error]),
        [
          [201, undefined],
          [500, 'server_error'],
        ],
      );
      assert.deepEqual([lines[0]?.level, lines[0]?.err?.message], [ERROR, planted().message]);
      assert.equal(await faultsIn(registry), 1);
    });
  });
});

test('a TypeError in a value that the driver cannot send is thrown as it is, and no answer goes to another query', async () => {
  const { database } = direct.deps;
  const echo = (on: Queryable, value: unknown) =>
    on.run<{ value: string }>({ name: 'test_echo', text: 'select $1::text as value' }, [value]);
  const bad = {
    toPostgres() {
      throw planted();
    },
  };
  for (const run of [
    (value: unknown) => echo(database.reads, value),
    (value: unknown) => database.transaction((on) => echo(on, value)),
    (value: unknown) => database.transaction((on) => echo(on, value), { isBooking: true }),
  ]) {
    const settled = await Promise.allSettled(['a', bad, 'b', 'c'].map(run));
    assert.ok(settled[1]?.status === 'rejected' && settled[1].reason instanceof TypeError, String(settled[1]));
    for (const [index, value] of ['a', undefined, 'b', 'c'].entries()) {
      const answer = settled[index];
      if (answer?.status === 'fulfilled') assert.deepEqual(answer.value, [{ value }]);
      else if (index !== 1) assert.ok(answer?.reason instanceof DatabaseUnavailable);
    }
    await waitUntil('it is answered again', () =>
      run('d').then(
        ([row]) => row?.value === 'd',
        () => false,
      ),
    );
  }
});

describe('a fault of the database is 503', () => {
  const away = { status: 503, error: 'temporarily_unavailable' };
  const answerOf = ({ status, body }: Awaited<ReturnType<typeof credit>>) => ({ status, error: body.error });

  test('a backend that is killed while it waits', async () => {
    const held = await holdLock(direct, 'select from accounts where id = $1 for no key update', [member.accountId]);
    try {
      const asked = credit(direct, token, member.id, 1);
      const waiting = `select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock' and application_name = 'timebank'`;
      await waitUntil('it waits and is killed', async () => (await direct.ownerQuery(waiting)).length > 0);
      assert.deepEqual(answerOf(await asked), away);
    } finally {
      await held.release();
    }
    await waitUntil('it books again', async () => (await credit(direct, token, member.id, 1)).status === 201);
  });

  test('a server that has stopped, and one that falls silent', async () => {
    const proxy: CuttingProxy = await startCuttingProxy(direct.testDatabase);
    try {
      await withNode({ database: proxy.database }, async (node) => {
        assert.equal((await credit(node, token, member.id, 1)).status, 201);
        proxy.refuse();
        assert.deepEqual(answerOf(await credit(node, token, member.id, 1)), away);
        assert.deepEqual(answerOf(await node.call('GET', `/users/${member.id}`, { token })), away);
        proxy.heal();
        await waitUntil('it books again', async () => (await credit(node, token, member.id, 1)).status === 201);
        proxy.silence();
        assert.deepEqual(answerOf(await credit(node, token, member.id, 1)), away);
        proxy.heal();
      });
    } finally {
      await proxy.stop();
    }
  });

  test('all connections are in use for too long; credits have their own', async () => {
    const { database } = direct.deps;
    const gate = Promise.withResolvers<void>();
    const { id } = await credited(direct, token, member.id, 1);
    const holders = Array.from({ length: 5 }, () => database.transaction(() => gate.promise));
    try {
      const waiting = database.transaction(async () => {}).catch((error: unknown) => error);
      assert.equal((await credit(direct, token, member.id, 1)).status, 201);
      assert.equal((await reverse(direct, token, id)).status, 201);
      assert.ok((await waiting) instanceof DatabaseBusy);
    } finally {
      gate.resolve();
      await Promise.all(holders);
    }
  });
});
