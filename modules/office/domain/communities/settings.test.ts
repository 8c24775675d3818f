import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findCommunity } from '../../../../core/communities/find.ts';
import { DatabaseUnavailable } from '../../../../core/database/connection.ts';
import { testChange } from '../../../../test-support/changes.ts';
import { testService } from '../../../../test-support/harness.ts';
import { createMembersIn } from '../../../members/domain/members/create.ts';
import { switchCommunityApi } from './create.ts';
import { changeCommunity } from './settings.ts';

const service = await testService();

test('settings are changed one by one; the rest stays, and each change is audited with what was before', async () => {
  const { id, slug } = await service.createCommunity();
  const { database } = service.deps;
  const act = { communityId: id, actor: 'administrator:1' };
  await changeCommunity(service.deps, act, { upperBalanceSeconds: 360_000, exchangeStepMinutes: 15 });
  await changeCommunity(service.deps, act, {
    lowerBalanceSeconds: 0,
    upperBalanceSeconds: null,
    name: ' Hillside ',
  });
  const row = await findCommunity(database, slug);
  assert.deepEqual(
    [row.name, row.upperBalanceSeconds, row.lowerBalanceSeconds, row.exchangeStepMinutes],
    ['Hillside', null, 0, 15],
  );
  const audited = await service.ownerQuery<{ details: unknown }>(
    `select details from audit_log where community_id = $1 and action = 'community.updated' order by id`,
    [id],
  );
  assert.deepEqual(audited[0]?.details, {
    upperBalanceSeconds: { before: null, after: 360_000 },
    exchangeStepMinutes: { before: 1, after: 15 },
  });
  assert.equal(audited.length, 2);
});

test('every setting out of range is named, and nothing is changed', async () => {
  const { id, slug } = await service.createCommunity();
  const before = await findCommunity(service.deps.database, slug);
  const changes = { name: ' ', upperBalanceSeconds: 0, lowerBalanceSeconds: 1, exchangeStepMinutes: 7 };
  const act = { communityId: id, actor: 'test' };
  await assert.rejects(
    changeCommunity(service.deps, act, changes),
    (error: { code?: string; fields?: { field: string }[] }) => {
      assert.equal(error.code, 'validation_failed');
      assert.deepEqual(
        error.fields?.map(({ field }) => field),
        ['name', 'upper_balance_hours', 'lower_balance_hours', 'exchange_step_minutes'],
      );
      return true;
    },
  );
  assert.deepEqual(await findCommunity(service.deps.database, slug), before);
});

test('another default visibility tells partners whom they no longer see', async () => {
  const partner = await service.createPartner();
  const member = await service.createMember(partner);
  await service.createMember({ ...partner, visibility: 'listed' });
  const act = { communityId: partner.communityId, actor: 'test' };
  await changeCommunity(service.deps, act, { defaultVisibility: 'hidden' });
  const events = await service.ownerQuery<{ data: { user_id: string } }>(
    `select data from events where community_id = $1 and type = 'user.deactivated'`,
    [partner.communityId],
  );
  assert.deepEqual(
    events.map(({ data }) => data.user_id),
    [member.id],
  );
  const { status } = await service.call('GET', `/users/${member.id}`, { token: await service.token(partner) });
  assert.equal(status, 404);
});

test('while members are imported the default waits, and the switch of the partner API does not', async () => {
  const { id } = await service.createCommunity();
  const act = { communityId: id, actor: 'test' };
  const imported = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  const importing = testChange(service.deps, id, async (within) => {
    await createMembersIn(within, id, [{ name: 'Anna' }]);
    begun.resolve();
    await imported.promise;
  });
  await begun.promise;
  try {
    await switchCommunityApi(service.deps, act, 'An incident.');
    await switchCommunityApi(service.deps, act, null);
    await assert.rejects(changeCommunity(service.deps, act, { defaultVisibility: 'hidden' }), DatabaseUnavailable);
  } finally {
    imported.resolve();
    await importing;
  }
  await changeCommunity(service.deps, act, { defaultVisibility: 'hidden' });
});
