/** The messages on the wire: behind a pooler one statement at a time, and answers that arrive in any pieces. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { describe, test } from 'node:test';
import { verifyLedger } from '../../modules/operate/domain/ledger/invariants.ts';
import type { TestResponse } from '../../test-support/call.ts';
import { startTestService, type TestMember, type TestService, testService } from '../../test-support/harness.ts';
import { noPooler, startPooler } from '../../test-support/pgbouncer.ts';
import { noPostgresServer, startPostgresServer } from '../../test-support/postgres-server.ts';
import { createTwoRoles } from '../../test-support/two-roles.ts';
import { creditBody, creditWith, reverse, sendCredits } from '../../test-support/wallet.ts';
import { startWireProxy, type WireProxy } from '../../test-support/wire-proxy.ts';
import { systemClock } from '../base/clock.ts';
import { connectDatabase } from './connect.ts';
import { migrate } from './migrate.ts';
import { query } from './query.ts';

const BEHIND_POOLER = { DATABASE_PREPARE: 'off' };
/** A message of pgbouncer's buffer, which is where it begins to go wrong. */
const BUFFER_BYTES = 4096;
const NOTE = 'n'.repeat(490);

const direct = await testService();

/** A service behind the proxy that was asked for everything at once, several times. */
async function asked(proxy: WireProxy, env: Readonly<Record<string, string>>, rounds: number): Promise<void> {
  const service = await startTestService({ database: proxy.database, env });
  try {
    await askEverything(service, rounds);
  } finally {
    await service.stop();
  }
}

/** Each answer is that to its own question; on a slow machine some come too late, as 503. */
async function askEverything(service: TestService, rounds: number): Promise<void> {
  const partner = await service.createPartner();
  const members = await Promise.all(Array.from({ length: 4 }, () => service.createMember(partner)));
  const token = await service.token(partner);
  let right = 0;
  const isRight = ({ status, body }: TestResponse, expected: number, userId?: string) => {
    if (status === 503) return false;
    assert.deepEqual(
      [status, userId && (body.data?.user_id ?? body.data?.id)],
      [expected, userId],
      JSON.stringify(body),
    );
    right++;
    return true;
  };
  for (let round = 0; round < rounds; round++) {
    await Promise.all(
      Array.from({ length: 12 }, (_, n) => members[n % members.length] as TestMember).flatMap(({ id }, n) => [
        creditWith(service, token, { user_id: id, note: NOTE }).then(async (answer) => {
          const isReversed = isRight(answer, 201, id) && n % 6 === 0;
          if (isReversed) isRight(await reverse(service, token, answer.body.data.id), 201, id);
        }),
        service.call('GET', `/users/${id}`, { token }).then((answer) => isRight(answer, 200, id)),
        service.call('GET', `/wallet/balance/${id}`, { token }).then((answer) => isRight(answer, 200, id)),
        service.call('GET', '/wallet/credits', { token }).then((answer) => isRight(answer, 200)),
      ]),
    );
    const items = Array.from({ length: 60 }, (_, n) => {
      const { id } = members[n % members.length] as TestMember;
      return { ...creditBody(id, 0.01), note: NOTE };
    });
    const many = await sendCredits(service, token, items);
    if (!isRight(many, 200)) continue;
    for (const [index, { status, data }] of many.body.data.entries()) {
      assert.deepEqual([status, data?.reference], [201, items[index]?.reference]);
    }
  }
  assert.ok(right > 0);
  const { holds } = await verifyLedger(service.deps.database, service.clock);
  assert.equal(holds, true);
}

describe('without prepared statements', () => {
  test('nothing is sent before the server is ready for it, whatever is asked at once', async () => {
    const proxy = await startWireProxy(direct.testDatabase);
    try {
      await asked(proxy, BEHIND_POOLER, 2);
      assert.equal(proxy.ahead, 0);
      assert.ok(proxy.answers > 50, String(proxy.answers));
      assert.ok(proxy.longest > BUFFER_BYTES, String(proxy.longest));
      const seen = proxy.answers;
      await asked(proxy, {}, 1);
      assert.ok(proxy.answers > seen && proxy.ahead > 10, 'the proxy sees what is sent ahead');
    } finally {
      await proxy.stop();
    }
  });

  test('a long statement keeps its connection, and those that wait find another', async () => {
    const database = await connectDatabase(direct.testDatabase.appConnection, false);
    const sleep = query<{ seconds: number }, { slept: number }>(
      'test_sleep',
      'select 1 as slept from pg_sleep($seconds)',
    );
    try {
      let done = 0;
      const long = Array.from({ length: 2 }, () => sleep(database.reads, { seconds: 3 }).then(() => done++));
      // More than there are connections: they wait for those that take the place of the two.
      const short = await Promise.all(Array.from({ length: 20 }, () => sleep(database.reads, { seconds: 0 })));
      assert.equal(short.length, 20);
      assert.equal(done, 0);
      await Promise.all(long);
    } finally {
      await database.close();
    }
  });
});

test('messages that arrive byte by byte, in both directions, are understood', async () => {
  const proxy = await startWireProxy(direct.testDatabase, 1);
  try {
    await asked(proxy, {}, 1);
    await asked(proxy, BEHIND_POOLER, 1);
  } finally {
    await proxy.stop();
  }
});

const skip = noPostgresServer() || noPooler();
test('behind pgbouncer, long messages under load leave no protocol error in the log of PostgreSQL', {
  skip,
}, async () => {
  const log: string[] = [];
  const server = await startPostgresServer({
    password: randomBytes(12).toString('hex'),
    onLog: (line) => log.push(line),
  });
  assert.ok(server);
  const roles = await createTwoRoles(server);
  const owner = { connectionString: roles.url('owner', server.port) };
  const app = { connectionString: roles.url('app', server.port) };
  await migrate({ ownerConnection: owner, appConnection: app, clock: systemClock });
  const pooler = await startPooler(app.connectionString);
  const appUrl = roles.url('app', pooler.port);
  const database = {
    ...{ ownerConnection: owner, appConnection: { connectionString: appUrl } },
    ...{ appUrl, ownerUrl: owner.connectionString, drop: async () => {} },
  };
  const services: TestService[] = [];
  try {
    for (let n = 0; n < 2; n++) services.push(await startTestService({ database, env: BEHIND_POOLER }));
    await Promise.all(services.flatMap((service) => [askEverything(service, 3), askEverything(service, 3)]));
  } finally {
    for (const service of services) await service.stop();
    await pooler.stop();
    await server.stop();
  }
  assert.ok(log.some((line) => /ready to accept connections/.test(line)));
  assert.deepEqual(
    log.filter((line) => /invalid|protocol|insufficient|unexpected|does not exist/.test(line)),
    [],
  );
});
