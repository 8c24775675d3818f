import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import pg from 'pg';
import type { ChangeDeps } from '../../../../core/change/change.ts';
import { NO_HOOKS } from '../../../../core/change/hooks.ts';
import { findCommunity, listCommunities } from '../../../../core/communities/find.ts';
import { connectDatabase } from '../../../../core/database/connect.ts';
import type { Database } from '../../../../core/database/query.ts';
import { createTestDatabase, type TestDatabase } from '../../../../test-support/database.ts';
import { addCommunity, switchCommunityApi, switchInstallationApi } from './create.ts';

const clock = { now: () => new Date('2026-11-20T09:00:00Z') };
const actor = 'command';
let testDatabase: TestDatabase;
let database: Database;
let wakes = 0;
let deps: ChangeDeps;
let owner: pg.Client;

before(async () => {
  testDatabase = await createTestDatabase();
  database = await connectDatabase(testDatabase.appConnection);
  deps = { database, clock, wakeWorker: () => wakes++, hooks: NO_HOOKS };
  owner = new pg.Client(testDatabase.ownerConnection);
  await owner.connect();
});

after(async () => {
  await database?.close();
  await owner?.end();
  await testDatabase?.drop();
});

test('a community is created with its chest and its opening account', async () => {
  const community = await addCommunity(deps, { actor }, { slug: 'hill-side', name: 'Hillside' });
  assert.equal(community.kind, 'live');
  assert.equal(community.defaultVisibility, 'listed', 'no address leaves a live community before it decides so');
  const sandbox = await addCommunity(deps, { actor }, { slug: 'hill-sand', name: 'Sand', kind: 'sandbox' });
  assert.equal(sandbox.defaultVisibility, 'listed_with_email');
  const { rows } = await owner.query('select kind from accounts where community_id = $1 order by kind', [community.id]);
  assert.deepEqual(rows, [{ kind: 'chest' }, { kind: 'opening' }]);
  assert.deepEqual(await findCommunity(database, 'hill-side'), community);
  assert.ok((await listCommunities(database)).some((row) => row.id === community.id));
});

test('a slug that is taken or unreadable, an empty name and an odd step are refused by field', async () => {
  await addCommunity(deps, { actor }, { slug: 'taken', name: 'First' });
  for (const [field, community] of [
    ['slug', { slug: 'taken', name: 'Second' }],
    ['slug', { slug: 'Not A Slug', name: 'Second' }],
    ['name', { slug: 'free', name: '  ' }],
    ['exchange_step_minutes', { slug: 'free', name: 'Free', exchangeStepMinutes: 7 }],
  ] as const) {
    await assert.rejects(
      addCommunity(deps, { actor }, community),
      (error: { code?: string; fields?: { field: string }[] }) =>
        error.code === 'validation_failed' && error.fields?.[0]?.field === field,
    );
  }
  await assert.rejects(findCommunity(database, 'free'), { code: 'not_found' });
});

test('both switches keep their reason and are audited', async () => {
  const { id } = await addCommunity(deps, { actor }, { slug: 'switched', name: 'Switched' });
  await switchCommunityApi(deps, { communityId: id, actor }, ' audit by the bank ');
  assert.equal((await findCommunity(database, 'switched')).partnerApiDisabledReason, 'audit by the bank');
  wakes = 0;
  await switchCommunityApi(deps, { communityId: id, actor }, null);
  assert.equal(wakes, 1, 'what was held is sent');
  await switchInstallationApi(deps, { actor }, 'maintenance');
  const { rows } = await owner.query(
    `select action, details ->> 'reason' as reason from audit_log where action like 'partner_api.%' order by id`,
  );
  assert.deepEqual(rows, [
    { action: 'partner_api.disabled', reason: 'audit by the bank' },
    { action: 'partner_api.enabled', reason: null },
    { action: 'partner_api.disabled', reason: 'maintenance' },
  ]);
  await assert.rejects(switchInstallationApi(deps, { actor }, ' '), {
    code: 'validation_failed',
  });
  await assert.rejects(switchCommunityApi(deps, { communityId: 999_999, actor }, null), {
    code: 'not_found',
  });
});
