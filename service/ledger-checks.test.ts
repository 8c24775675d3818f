/** The ledger verified by the service: once a day, by one node, remembered, and given up when the service stops. */
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import pg from 'pg';
import { pino } from 'pino';
import { DAY_MS, HOUR_MS } from '../core/base/time.ts';
import type { Lane } from '../core/database/query.ts';
import { claimLedgerCheck } from '../modules/operate/domain/ledger/check-queries.ts';
import { runCommand } from '../test-support/command.ts';
import { startTestService, type TestService } from '../test-support/harness.ts';
import { waitUntil } from '../test-support/wait-until.ts';
import { credited } from '../test-support/wallet.ts';
import { startLedgerChecks } from './ledger-checks.ts';

interface Line {
  readonly level: number;
  readonly msg: string;
  readonly broken?: readonly string[];
}

let service: TestService;
const lines: Line[] = [];
const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(JSON.parse(line)) });
const stops: (() => Promise<void>)[] = [];

before(async () => {
  service = await startTestService();
  const partner = await service.createPartner();
  const member = await service.createMember(partner);
  await credited(service, await service.token(partner), member.id, 2, 'REF-1');
});
after(async () => {
  await Promise.all(stops.map((stop) => stop()));
  await service.stop();
});
beforeEach(async () => {
  await Promise.all(stops.splice(0).map((stop) => stop()));
  await service.ownerQuery('delete from ledger_check');
  lines.length = 0;
});

/** The number of checks whether a verification is due. */
let looks = 0;

/** Looks again and again, as often as a test can wish for. */
function startNode(): void {
  const { database } = service.deps;
  const heavy: Lane = {
    kind: 'lane',
    run(statement, values) {
      if (statement === claimLedgerCheck.statement) looks++;
      return database.heavy.run(statement, values);
    },
  };
  stops.push(startLedgerChecks({ ...service.deps, database: { ...database, heavy }, log }, 5));
}
async function looksAgain(): Promise<void> {
  const before = looks;
  await waitUntil('it is looked again, more than once by each', () => looks > before + 2 * stops.length);
}
async function noted() {
  const rows = await service.ownerQuery<{ verified_at: Date | null; holds: boolean | null }>(
    'select verified_at, holds from ledger_check',
  );
  return rows[0];
}
const isNotedAt = (at: Date) => async () => (await noted())?.verified_at?.getTime() === at.getTime();

test('one of several nodes verifies the ledger, and the next day one of them again', async () => {
  for (let node = 0; node < 3; node++) startNode();
  const first = service.clock.now();
  await waitUntil('it is verified', isNotedAt(first));
  service.clock.advance(DAY_MS - 1);
  await looksAgain();
  service.clock.advance(1);
  await waitUntil('it is verified again', isNotedAt(service.clock.now()));
  await waitUntil('both are logged', () => lines.length >= 2);
  assert.deepEqual(
    lines.map(({ level, msg }) => [level, msg]),
    Array.from({ length: 2 }, () => [30, 'the ledger was verified and holds']),
  );
});

test('a ledger that does not hold is an error that names the rule', async () => {
  await service.ownerQuery(`update accounts set credits_seconds = credits_seconds + 36 where kind = 'member'`);
  try {
    startNode();
    await waitUntil('it is verified', isNotedAt(service.clock.now()));
    assert.equal((await noted())?.holds, false);
    await waitUntil('it is logged', () => lines.length > 0);
    assert.deepEqual(
      lines.map(({ level }) => level),
      [50],
    );
    assert.ok(lines[0]?.broken?.includes("I2: An account's running totals equal the sum of its transfers."));
  } finally {
    await service.ownerQuery(`update accounts set credits_seconds = credits_seconds - 36 where kind = 'member'`);
  }
});

/** Nobody reads the transfers for as long as `work` takes. */
async function whileItWaits(work: () => Promise<void>): Promise<void> {
  const holder = new pg.Client(service.testDatabase.ownerConnection);
  await holder.connect();
  try {
    await holder.query('begin');
    await holder.query('lock table transfers in access exclusive mode');
    startNode();
    await waitUntil('the verification waits', async () => {
      const { rows } = await holder.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      return rows.length > 0;
    });
    await work();
  } finally {
    await holder.end();
  }
}

test('a service that stops does not wait for a verification, and another node begins it an hour later', async () => {
  await whileItWaits(async () => {
    const [stop] = stops.splice(0);
    await stop?.();
  });
  assert.deepEqual(await noted(), { verified_at: null, holds: null });
  assert.deepEqual(lines, []);
  startNode();
  service.clock.advance(HOUR_MS - 1);
  await looksAgain();
  assert.equal((await noted())?.verified_at, null);
  service.clock.advance(1);
  await waitUntil('it is verified', isNotedAt(service.clock.now()));
});

test('timebank ledger verify is remembered as well', async () => {
  const { code, stderr } = await runCommand(service.testDatabase, ['ledger', 'verify']);
  assert.deepEqual([code, stderr], [0, '']);
  assert.equal((await noted())?.holds, true);
});
