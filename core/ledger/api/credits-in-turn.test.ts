import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestService, testService } from '../../../test-support/harness.ts';
import { waitUntil } from '../../../test-support/wait-until.ts';
import { creditBody, sendCredits } from '../../../test-support/wallet.ts';

const service = await testService();

test('of two requests of a partner the first is booked before the second begins, also where the second is shorter', async () => {
  const partner = await service.createPartner();
  const [member, token] = [await service.createMember(partner), await service.token(partner)];
  const posted: string[] = [];
  const node = await startTestService({
    database: service.testDatabase,
    changeDeps: (deps) => ({
      ...deps,
      postTransfers: (request) => {
        if (request.kind === 'credit') posted.push(request.reference);
        return deps.postTransfers(request);
      },
    }),
  });
  try {
    const first = Array.from({ length: 260 }, () => creditBody(member.id, 0.01));
    const second = Array.from({ length: 130 }, () => creditBody(member.id, 0.01));
    const sent = sendCredits(node, token, first);
    await waitUntil('the first has begun', () => posted.length > 0);
    const responses = await Promise.all([sent, sendCredits(node, token, second)]);
    assert.deepEqual(
      posted,
      [...first, ...second].map(({ reference }) => reference),
    );
    const outcomes = responses.flatMap(({ body }) => body.data as { status: number }[]);
    assert.ok(outcomes.every(({ status }) => status === 201));
  } finally {
    await node.stop();
  }
});
