import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testService } from '../../test-support/harness.ts';
import { FIRST_ID } from '../database/keyset.ts';
import { openLane } from '../database/lanes.ts';
import { followPrimary } from '../database/primary.ts';
import { selectBalances } from '../ledger/partner-queries.ts';
import { selectTokens } from '../partners/access-queries.ts';
import { selectUserPages, selectUsersById } from '../people/members/partner-queries.ts';

const service = await testService();

/** Left to itself, PostgreSQL makes five plans for values before it compares them with one for all. */
const CALLS = 8;
const PLANS = {
  name: 'test_plans',
  text: `select name, custom_plans as planned from pg_prepared_statements
    where generic_plans > 0 and name <> 'test_plans' order by name`,
};

test('look-ups that are batched are planned once, and never for their values', async () => {
  const settings = { connections: 1, pendingMax: 100, answerTimeoutMs: 5000, statementTimeoutMs: 3500, prepare: true };
  const lane = await openLane(followPrimary(service.testDatabase.appConnection), { ...settings, byKey: true });
  try {
    for (let call = 0; call < CALLS; call++) {
      await selectTokens(lane, { hashes: [Buffer.alloc(32)], now: service.clock.now() });
      await selectUsersById(lane, { communityIds: [1], partnerIds: [1], memberIds: [FIRST_ID] });
      await selectBalances(lane, { communityIds: [1], partnerIds: [1], memberIds: [FIRST_ID] });
      await selectUserPages(lane, { rows: [{ communityId: 1, partnerId: 1, afterId: FIRST_ID, rowsMax: 26 }] });
    }
    assert.deepEqual(
      await lane.run(PLANS, []),
      ['select_balances', 'select_tokens', 'select_user_pages', 'select_users_by_id'].map((name) => ({
        name,
        planned: 0,
      })),
    );
  } finally {
    await lane.close();
  }
});
