import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../time.ts';
import { createNodeClock } from './node-clock.ts';

const START_MS = Date.parse('2026-11-25T12:00:00.000Z');

/** Clocks in milliseconds; true time passes by `pass`, and each clock is off by what a test says. */
async function clocks({ machineMs = 0, databaseMs = 0 } = {}) {
  const off = { machineMs, databaseMs };
  const noted: { from: Date; until: Date }[] = [];
  const logged: string[] = [];
  let trueMs = START_MS;
  let asleepMs = 0;
  let roundTripMs = 0;
  const log = (level: string) => (_: object, message: string) => void logged.push(`${level} ${message}`);
  const clock = await createNodeClock(
    { clock: { now: () => new Date(trueMs + off.machineMs) }, steadyMs: () => trueMs - START_MS - asleepMs + 5000 },
    {
      async ask() {
        const last = noted.at(-1);
        trueMs += roundTripMs / 10;
        const at = new Date(trueMs + off.databaseMs);
        trueMs += (roundTripMs * 9) / 10;
        return { at, cautiousFrom: last?.from ?? null, cautiousUntil: last?.until ?? null };
      },
      beCautious: async (from, until) => void noted.push({ from, until }),
    },
    { info: log('info'), warn: log('warn'), error: log('error') },
  );
  return {
    clock,
    off,
    noted,
    logged,
    /** Time passes, and the clocks are compared. */
    async pass(ms: number, { roundTrip = 0 } = {}) {
      trueMs += ms;
      roundTripMs = roundTrip;
      await clock.measure();
    },
    sleep(ms: number) {
      trueMs += ms;
      asleepMs += ms;
    },
    /** By how much the clock is ahead of the true time. */
    aheadMs: () => clock.now().getTime() - trueMs,
  };
}

describe("a node's clock", () => {
  test("shows the database's time, whatever the machine's clock says within a minute", async () => {
    for (const machineMs of [-59 * SECOND_MS, 0, 40 * SECOND_MS]) {
      const { clock, aheadMs, pass } = await clocks({ machineMs });
      assert.equal(clock.fault(), undefined);
      assert.equal(clock.differenceMs(), machineMs);
      await pass(10 * MINUTE_MS);
      assert.equal(aheadMs(), 0);
    }
  });

  for (const [name, machineMs] of [
    ['61 seconds ahead', 61 * SECOND_MS],
    ['12 hours ahead', 12 * HOUR_MS],
    ['40 days ahead', 40 * DAY_MS],
    ['400 days ahead', 400 * DAY_MS],
    ['2 hours behind', -2 * HOUR_MS],
    ['30 days behind', -30 * DAY_MS],
  ] as const) {
    test(`${name} is a fault from the start, logged once, and right again by itself`, async () => {
      const { clock, off, logged, pass, aheadMs, noted } = await clocks({ machineMs });
      assert.match(
        clock.fault() ?? '',
        new RegExp(`This machine's clock is ${name.replace('ahead', 'ahead of')} the data`),
      );
      await pass(2000);
      await pass(2000);
      assert.deepEqual(logged.length, 1);
      off.machineMs = 0;
      await pass(2000);
      assert.equal(clock.fault(), undefined);
      assert.equal(aheadMs(), 0);
      assert.deepEqual(logged.slice(1), ['info the clock is right again']);
      assert.deepEqual(noted, []);
    });

    test(`a machine whose clock is set ${name} dates nothing from that moment on, and its time stays the database's`, async () => {
      const { clock, off, pass, aheadMs } = await clocks();
      await pass(MINUTE_MS);
      off.machineMs = machineMs;
      assert.match(clock.fault() ?? '', /was just set/);
      await pass(2000);
      assert.match(clock.fault() ?? '', /the database's: set both by a time server/);
      assert.equal(aheadMs(), 0);
      off.machineMs = 0;
      await pass(2000);
      assert.deepEqual([clock.fault(), aheadMs(), clock.cautiousUntil()], [undefined, 0, undefined]);
    });
  }

  test('a slow round trip is not taken for a wrong clock, and moves the time by less than it took', async () => {
    const { clock, pass, aheadMs } = await clocks({ machineMs: 30 * SECOND_MS });
    await pass(1000, { roundTrip: 10 * MINUTE_MS });
    assert.equal(clock.fault(), undefined);
    assert.ok(Math.abs(aheadMs()) <= 1, 'what was known before is better');
  });

  test("a database whose clock jumps away from the machine's is not followed", async () => {
    for (const databaseMs of [40 * DAY_MS, -30 * DAY_MS]) {
      const { clock, off, pass, aheadMs } = await clocks();
      off.databaseMs = databaseMs;
      await pass(2000);
      assert.ok(clock.fault());
      assert.equal(aheadMs(), 0);
      off.databaseMs = 0;
      await pass(2000);
      assert.deepEqual([clock.fault(), aheadMs()], [undefined, 0]);
    }
  });
});

describe('clocks that jump together', () => {
  test('clocks that jump ahead together are followed, with an hour in which nothing is closed or deleted', async () => {
    const { clock, off, logged, noted, pass } = await clocks();
    off.machineMs = 40 * DAY_MS;
    off.databaseMs = 40 * DAY_MS;
    await pass(2000);
    assert.equal(clock.fault(), undefined);
    assert.match(logged.join(), /^warn the database's clock has gone on by 40 days more than time has passed/);
    assert.equal(clock.now().toISOString(), '2027-01-04T12:00:02.000Z');
    assert.deepEqual(
      noted.map(({ until }) => until.toISOString()),
      ['2027-01-04T13:00:02.000Z'],
    );
    await pass(59 * MINUTE_MS);
    assert.ok(clock.cautiousUntil());
    await pass(MINUTE_MS);
    assert.equal(clock.cautiousUntil(), undefined);
  });

  test('a machine that was asleep dates nothing before the clocks are compared, and is cautious for an hour', async () => {
    const { clock, sleep, pass, aheadMs } = await clocks();
    sleep(9 * DAY_MS);
    assert.match(clock.fault() ?? '', /the machine was asleep/);
    await pass(0);
    assert.deepEqual([clock.fault(), aheadMs()], [undefined, 0]);
    assert.ok(clock.cautiousUntil());
  });

  test('clocks that go back together date nothing: it ends with a restart, or when they are as they were', async () => {
    const { clock, off, pass, aheadMs } = await clocks();
    off.machineMs = -2 * HOUR_MS;
    off.databaseMs = -2 * HOUR_MS;
    await pass(2000);
    assert.match(clock.fault() ?? '', /gone back by 2 hours while the service ran: if it is right now, restart/);
    assert.equal(aheadMs(), 0);
    off.machineMs = 0;
    off.databaseMs = 0;
    await pass(2000);
    assert.equal(clock.fault(), undefined);
  });

  test('an hour of caution that was noted under a wrong clock is over once the clock is right', async () => {
    const { clock, noted, pass } = await clocks();
    noted.push({ from: new Date(START_MS + 40 * DAY_MS), until: new Date(START_MS + 40 * DAY_MS + HOUR_MS) });
    await pass(2000);
    assert.equal(clock.cautiousUntil(), undefined);
  });
});
