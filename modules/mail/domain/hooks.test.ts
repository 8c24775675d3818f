/** What mail adds to acts of the core. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { change } from '../../../core/change/change.ts';
import { startTestService } from '../../../test-support/harness.ts';

test('the service writes the mails of the reasons, of several kinds at once', async (t) => {
  const service = await startTestService();
  t.after(() => service.stop());
  const { id: communityId } = await service.createCommunity();
  const { uuid: memberId } = await service.createMember({ communityId });
  const actor = 'test';
  const reasonKeys = [`join.accepted:${memberId}`, `proposal.done:${memberId}`];
  await change(service.deps, { communityId, actor }, async ({ due, audit }) => {
    due(reasonKeys.map((reasonKey) => ({ reasonKey, memberId })));
    audit('test.noted');
  });
  const mails = await service.ownerQuery(
    'select reason_key, urgent, state from mails where member_id = $1 order by reason_key',
    [memberId],
  );
  assert.deepEqual(mails, [
    { reason_key: reasonKeys[0], urgent: true, state: 'due' },
    { reason_key: reasonKeys[1], urgent: false, state: 'due' },
  ]);
});
