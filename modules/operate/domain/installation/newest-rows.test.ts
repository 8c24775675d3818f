/**
 * A start on a database whose clock is wrong together with the machine's, as that of an embedded one is: only the rows
 * that are there tell the time.
 */

import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, test } from 'node:test';
import type { NodeClock } from '../../../../core/base/nodes/node-clock.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../../core/base/time.ts';
import { DatabaseOpenError } from '../../../../core/database/open-error.ts';
import { startWorker } from '../../../../core/events/delivery/loop.ts';
import { startTestService, type TestPartner, type TestService } from '../../../../test-support/harness.ts';
import { TEST_JOBS } from '../../../../test-support/modules.ts';
import { nodeClockOf } from '../../../../test-support/node-clock.ts';
import { waitUntil } from '../../../../test-support/wait-until.ts';
import { credited } from '../../../../test-support/wallet.ts';
import { checkClockAtStart } from './newest-rows.ts';

const BEGAN = new Date('2026-11-20T09:30:00.000Z');

let service: TestService;
let partner: TestPartner;
let member: string;
let logged: { level: string; message: string }[];
const to = (level: string) => (_: object, message: string) => void logged.push({ level, message });
const log = { info: to('info'), warn: to('warn'), error: to('error') };

/** The newest row is of BEGAN. */
beforeEach(async () => {
  logged = [];
  service = await startTestService({ machine: { aheadMs: 0 } });
  partner = await service.createPartner();
  member = (await service.createMember({ communityId: partner.communityId })).id;
  await credited(service, await service.token(partner), member, 1);
});
afterEach(() => service.stop());

/** A service that starts at that time; its machine and its database agree. */
async function startAt(aheadMs: number, clockIsRight = false): Promise<NodeClock> {
  service.clock.set(new Date(BEGAN.getTime() + aheadMs));
  const clock = await nodeClockOf(service.deps.database, service.clock, { aheadMs: 0 }, log);
  await checkClockAtStart(service.deps.database.reads, clock, log, clockIsRight);
  return clock;
}

const OF_NOW = ['events', 'access_tokens', 'sync_marks', 'call_log', 'statements', 'audit_log'];
async function kept(): Promise<Record<string, string>> {
  const counts = OF_NOW.map((table) => `(select count(*) from ${table}) as ${table}`).join(', ');
  const [row] = await service.ownerQuery<Record<string, string>>(
    `select ${counts}, (select max(closed_through)::text from accounts) as closed`,
  );
  return row ?? {};
}

for (const [name, behindMs] of [
  ['61 seconds', 61 * SECOND_MS],
  ['2 hours', 2 * HOUR_MS],
  ['30 days', 30 * DAY_MS],
] as const) {
  test(`a start ${name} before the newest row is refused in one sentence, and goes on if the operator says so`, async () => {
    await assert.rejects(startAt(-behindMs), (error: Error) => {
      assert.ok(error instanceof DatabaseOpenError);
      assert.match(
        error.message,
        /^The newest (event|transfer|audit row) is of 2026-11-20T09:30:00\.000Z, and the database's/,
      );
      assert.match(error.message, /: set the clock .* right; if it is right, start once more with --clock-is-right\.$/);
      return true;
    });
    const clock = await startAt(-behindMs, true);
    assert.equal(clock.fault(), undefined);
    assert.deepEqual(
      logged.map(({ level }) => level),
      ['warn'],
    );
  });
}

test('a start within a minute of the newest row, or within a week after it, is like any other', async () => {
  for (const aheadMs of [-59 * SECOND_MS, 0, 12 * HOUR_MS, 6 * DAY_MS]) {
    const clock = await startAt(aheadMs);
    assert.equal(clock.cautiousUntil(), undefined);
  }
  assert.deepEqual(logged, []);
});

for (const [what, change] of [
  ['transfer', 'update transfers set created_at = $1'],
  ['event', 'update events set created_at = $1'],
  ['audit row', 'update audit_log set at = $1'],
  ['sign of life of a node', `insert into nodes (id, name, seen_at) values (gen_random_uuid(), 'elm:1', $1)`],
  ['final day', `update accounts set closed_through = $1::timestamptz::date where kind = 'settlement'`],
] as const) {
  test(`by itself a ${what} refuses a clock that lies before it`, async () => {
    await service.ownerQuery('alter table transfers disable trigger user');
    await service.ownerQuery('alter table audit_log disable trigger user');
    await service.ownerQuery(change, [new Date(BEGAN.getTime() + HOUR_MS)]);
    await assert.rejects(startAt(0), new RegExp(`The newest ${what} is of`));
  });
}

test('the days of a sandbox may run ahead of the clock, and tell nothing', async () => {
  const sandbox = await service.createCommunity({ kind: 'sandbox' });
  const { partnerId } = await service.createPartner({ communityId: sandbox.id });
  await service.ownerQuery(`update accounts set closed_through = '2026-12-24' where partner_id = $1`, [partnerId]);
  assert.equal((await startAt(0)).fault(), undefined);
});

for (const [name, aheadMs] of [
  ['8 days', 8 * DAY_MS],
  ['40 days', 40 * DAY_MS],
  ['400 days', 400 * DAY_MS],
] as const) {
  describe(`a start ${name} after the newest row`, () => {
    test('closes and deletes nothing for an hour, says so, and does it afterwards', async () => {
      const before = await kept();
      const clock = await startAt(aheadMs);
      assert.match(
        logged.map(({ level, message }) => `${level} ${message}`).join(),
        new RegExp(`^warn nothing was written for ${name}: .* nothing is closed or deleted for an hour`),
      );
      const jobs = TEST_JOBS.map((job) => ({ ...job, everyMs: 0 }));
      let looked = 0;
      const cautiousUntil = () => {
        looked++;
        return clock.cautiousUntil();
      };
      const worker = startWorker(
        { ...service.deps, clock, clockState: { ...clock, cautiousUntil } },
        { pollMs: 5, jobs },
      );
      try {
        await waitUntil('each job was looked at', () => looked >= 2 * jobs.length);
        service.clock.advance(59 * MINUTE_MS);
        const soFar = looked;
        await waitUntil('each job was looked at again', () => looked >= soFar + 2 * jobs.length);
        assert.deepEqual(await kept(), before);
        service.clock.advance(MINUTE_MS);
        await waitUntil('the days are closed', async () => (await kept()).closed !== before.closed);
      } finally {
        await worker.stop();
      }
    });

    test('says until when at /health/ready, shows days that are due as open, and books into none of them', async () => {
      await startAt(aheadMs);
      const clock = service.nodeClock as NodeClock;
      await clock.measure();
      const ready = await fetch(`${service.origin}/health/ready`);
      assert.equal(ready.status, 200);
      const { status, detail } = (await ready.json()) as { status: string; detail: string };
      assert.equal(status, 'ok');
      assert.match(detail, /^Until 202\d-.* nothing is closed or deleted/);
      const statement = async (day: string) => {
        const token = await service.token(partner);
        return (await service.call('GET', `/wallet/statements/${day}`, { token })).body.data;
      };
      assert.deepEqual(
        [(await statement('2026-11-20')).status, (await statement('2026-11-19')).status],
        ['open', 'final'],
      );
      const { booked_on } = await credited(service, await service.token(partner), member, 1);
      assert.equal(booked_on, service.clock.now().toISOString().slice(0, 10));
      assert.equal((await kept()).statements, '0');
      service.clock.advance(HOUR_MS);
      await clock.measure();
      assert.equal((await statement('2026-11-20')).status, 'final');
      assert.deepEqual(Object.keys((await (await fetch(`${service.origin}/health/ready`)).json()) as object), [
        'status',
      ]);
    });

    test('is cautious for all nodes, and for a start within the hour that finds rows of now', async () => {
      await startAt(aheadMs);
      const other = await nodeClockOf(service.deps.database, service.clock, { aheadMs: 0 }, log);
      assert.ok(other.cautiousUntil(), 'on a node beside it');
      await credited(service, await service.token(partner), member, 1);
      const again = await startAt(aheadMs + 30 * MINUTE_MS);
      assert.ok(again.cautiousUntil());
      assert.equal((await startAt(aheadMs + HOUR_MS)).cautiousUntil(), undefined);
    });
  });
}

test('an installation in which nothing has happened yet starts at any time', async () => {
  const empty = await startTestService({ machine: { aheadMs: 0 } });
  try {
    for (const aheadMs of [-400 * DAY_MS, 400 * DAY_MS]) {
      empty.clock.set(new Date(BEGAN.getTime() + aheadMs));
      const clock = await nodeClockOf(empty.deps.database, empty.clock, { aheadMs: 0 }, log);
      await checkClockAtStart(empty.deps.database.reads, clock, log, false);
      assert.deepEqual([clock.fault(), clock.cautiousUntil()], [undefined, undefined]);
    }
  } finally {
    await empty.stop();
  }
});
