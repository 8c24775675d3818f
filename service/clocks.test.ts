/** Two nodes on one database, of which one has a clock that is wrong. */

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { BASE_PATH, OPERATIONS } from '@timebank/contract';
import { pino } from 'pino';
import { CONSOLE_ROUTES } from '../console/desk/contract/operations.gen.ts';
import { CONSOLE_BASE_PATH } from '../console/desk/contract/routes.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../core/base/time.ts';
import { startWorker } from '../core/events/delivery/loop.ts';
import { verifyLedger } from '../modules/operate/domain/ledger/invariants.ts';
import { startTestService, type TestPartner, type TestService } from '../test-support/harness.ts';
import { TEST_JOBS } from '../test-support/modules.ts';
import { waitUntil } from '../test-support/wait-until.ts';
import { credited } from '../test-support/wallet.ts';

const OFFSETS = {
  '61 seconds ahead': 61 * SECOND_MS,
  '12 hours ahead': 12 * HOUR_MS,
  '40 days ahead': 40 * DAY_MS,
  '400 days ahead': 400 * DAY_MS,
  '2 hours behind': -2 * HOUR_MS,
  '30 days behind': -30 * DAY_MS,
};
const TABLES = ['statements', 'events', 'access_tokens', 'sync_marks', 'call_log', 'audit_log', 'transfers'];

let right: TestService;
let wrong: TestService;
const machine = { aheadMs: 0 };
const logged: string[] = [];
let partner: TestPartner;
let member: string;

before(async () => {
  right = await startTestService();
  const log = pino({ level: 'info' }, { write: (line: string) => void logged.push(JSON.parse(line).msg) });
  wrong = await startTestService({ database: right.testDatabase, clock: right.clock, machine, log });
  partner = await right.createPartner();
  member = (await right.createMember({ communityId: partner.communityId })).id;
});
after(async () => {
  await wrong?.stop();
  await right?.stop();
});

async function setMachine(aheadMs: number): Promise<void> {
  machine.aheadMs = aheadMs;
  await wrong.nodeClock?.measure();
}

async function counts(): Promise<Record<string, string>> {
  const sums = TABLES.map((table) => `(select count(*) from ${table}) as ${table}`);
  const [row] = await right.ownerQuery<Record<string, string>>(
    `select ${sums.join(', ')}, (select max(closed_through)::text from accounts) as closed`,
  );
  return row ?? {};
}

for (const [name, aheadMs] of Object.entries(OFFSETS)) {
  describe(`a node ${name}`, () => {
    test('answers 503 on all of the base path, before anything else is looked at, and again when its clock is right', async () => {
      const token = await right.token(partner);
      await setMachine(aheadMs);
      const paths = OPERATIONS.map(({ method, path }) => [method, path.replaceAll(/\{\w+\}/g, 'x')] as const);
      for (const [method, path] of [
        ...paths,
        ['GET', '/nowhere'],
        ['PUT', '/users'],
        ['GET', '/oauth/revoke'],
      ] as const) {
        const answer = await wrong.call(method, path, { token, ...(method === 'POST' && { json: {} }) });
        assert.deepEqual([answer.status, answer.body.error], [503, 'temporarily_unavailable'], `${method} ${path}`);
        assert.ok(Number(answer.headers.get('retry-after')) > 0);
      }
      await setMachine(0);
      assert.equal((await wrong.call('GET', '/users', { token })).status, 200);
      assert.equal((await wrong.call('GET', '/nowhere', { token })).status, 404);
    });

    test('is alive, is not ready and says why, and is ready again by itself; it says so once in its log', async () => {
      logged.length = 0;
      await setMachine(aheadMs);
      await wrong.nodeClock?.measure();
      assert.equal((await fetch(`${wrong.origin}/health/live`)).status, 200);
      const ready = await fetch(`${wrong.origin}/health/ready`);
      assert.equal(ready.status, 503);
      const { error_description } = (await ready.json()) as { error_description: string };
      assert.match(error_description, new RegExp(`clock is ${name.replace('ahead', 'ahead of')}`));
      await setMachine(0);
      assert.equal((await fetch(`${wrong.origin}/health/ready`)).status, 200);
      assert.deepEqual(
        // The lines of requests come when their answers have gone out; those that the test before left out, when a second is over.
        logged.filter((line) => !line.startsWith('request')).map((line) => line.slice(0, 28)),
        [`This machine's clock is ${name.slice(0, 4)}`, 'the clock is right again'],
      );
    });

    test('changes nothing in the console, by whatever operation, and goes on to show', async () => {
      await setMachine(aheadMs);
      for (const [method, path] of Object.values(CONSOLE_ROUTES)) {
        if (method === 'GET') continue;
        const url = `${wrong.origin}${CONSOLE_BASE_PATH}${path.replaceAll(/\{\w+\}/g, '1')}`;
        const answer = await fetch(url, { method });
        const body = (await answer.json()) as { error: string };
        assert.deepEqual([answer.status, body.error], [503, 'temporarily_unavailable'], `${method} ${path}`);
      }
      assert.equal((await fetch(`${wrong.origin}${CONSOLE_BASE_PATH}/session`)).status, 200);
      await setMachine(0);
    });

    test('runs no job, so that nothing is closed or deleted; what the right node books is dated by the database', async () => {
      await setMachine(aheadMs);
      const before = await counts();
      let ran = 0;
      const jobs = TEST_JOBS.map((job) => ({
        ...job,
        everyMs: 0,
        run: async (...given: Parameters<typeof job.run>) => {
          ran++;
          await job.run(...given);
        },
      }));
      const worker = startWorker({ ...wrong.deps, log: pino({ level: 'silent' }) }, { pollMs: 5, jobs });
      const token = await right.token(partner);
      const { booked_on, created_at } = await credited(right, token, member, 1);
      assert.equal(created_at, right.clock.now().toISOString());
      assert.equal(booked_on, created_at.slice(0, 10));
      assert.equal(ran, 0);
      // The log of calls is written behind the answers: it grows.
      const { access_tokens, events, transfers, call_log, ...rest } = await counts();
      assert.ok(Number(call_log) >= Number(before.call_log));
      const grown = { access_tokens, events, transfers, call_log };
      assert.deepEqual({ ...before, ...grown }, { ...rest, ...grown });
      assert.equal(Number(events), Number(before.events) + 1);
      await setMachine(0);
      await waitUntil('its jobs run once the clock is right', () => ran >= jobs.length);
      await worker.stop();
      assert.equal((await counts()).events, events, 'nothing was due');
    });
  });
}

test('nodes within a minute date alike, by the database', async () => {
  for (const aheadMs of [-50 * SECOND_MS, 50 * SECOND_MS]) {
    await setMachine(aheadMs);
    const token = await wrong.token(partner);
    assert.equal((await credited(wrong, token, member, 1)).created_at, right.clock.now().toISOString());
    right.clock.advance(MINUTE_MS);
  }
  await setMachine(0);
  const { holds, invariants } = await verifyLedger(right.deps.database, right.clock);
  assert.ok(holds, JSON.stringify(invariants.filter((one) => !one.holds)));
});

test('a message that is no request is refused before the clock is looked at', async () => {
  await setMachine(DAY_MS);
  const answer = await fetch(`${wrong.origin}${BASE_PATH}/users?${'x'.repeat(9000)}`);
  assert.notEqual(answer.status, 503);
  await setMachine(0);
});
