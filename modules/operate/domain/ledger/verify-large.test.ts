/** How long `timebank ledger verify` takes on a large ledger. Part of `npm run soak`, which sets VERIFY_TRANSFERS. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import pg from 'pg';
import { startTestService } from '../../../../test-support/harness.ts';
import { fillLargeCommunity, queryableOn } from '../../../../test-support/large-community.ts';
import { patientMs } from '../../../../test-support/speed.ts';
import { verifyLedger } from './invariants.ts';

const TRANSFERS = Number(process.env.VERIFY_TRANSFERS ?? 0);
const MEMBERS = 1000;
const VERIFY_MAX_MS = 30_000;
/** For a million transfers; less of them are given less. */
const limitMs = Math.max(2000, (VERIFY_MAX_MS * TRANSFERS) / 1_000_000);

test(`${TRANSFERS} transfers are verified within ${limitMs / 1000} s`, {
  skip: TRANSFERS > 0 ? false : 'part of npm run soak',
}, async (t) => {
  const service = await startTestService();
  try {
    service.clock.set('2026-11-20T09:30:00.000Z');
    const { communityId } = await service.createPartner();
    const owner = new pg.Client(service.testDatabase.ownerConnection);
    await owner.connect();
    await owner.query(`set time zone 'UTC'`);
    // Without the checks of foreign keys, row by row; refused where the owner is no superuser.
    await owner.query('set session_replication_role = replica').catch(() => {});
    const size = { members: MEMBERS, listings: MEMBERS, transfers: TRANSFERS };
    await fillLargeCommunity(queryableOn(owner), communityId, size, service.clock.now());
    // As autovacuum has done on a table that grew to this size.
    await owner.query('analyze');
    await owner.end();
    const startedAt = performance.now();
    const report = await verifyLedger(service.deps.database, service.clock);
    const tookMs = performance.now() - startedAt;
    t.diagnostic(`${report.transfers} transfers and ${report.events} events in ${(tookMs / 1000).toFixed(1)} s`);
    assert.deepEqual(
      report.invariants.filter(({ holds }) => !holds),
      [],
    );
    assert.ok(report.transfers >= TRANSFERS);
    assert.ok(tookMs < patientMs(limitMs), `${Math.round(tookMs)} ms`);
  } finally {
    await service.stop();
  }
});
