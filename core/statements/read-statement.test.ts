import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startTestService, type TestService } from '../../test-support/harness.ts';
import { DAY_MS } from '../base/time.ts';
import { readStatement } from './read-statement.ts';

let service: TestService;
let wakes = 0;
before(async () => {
  service = await startTestService({ wakeWorker: () => wakes++ });
});
after(() => service.stop());

test('the first reading of a final day closes it and wakes the worker for its event; later readings do not wake it', async () => {
  const { communityId, partnerId } = await service.createPartner();
  const day = service.clock.now().toISOString().slice(0, 10);
  wakes = 0;
  assert.equal((await readStatement(service.deps, communityId, partnerId, day)).status, 'open');
  assert.equal(wakes, 0);
  service.clock.advance(2 * DAY_MS);
  assert.equal((await readStatement(service.deps, communityId, partnerId, day)).status, 'final');
  assert.equal(wakes, 1);
  const events = await service.ownerQuery(
    `select data ->> 'date' as date from events where community_id = $1 and type = 'statement.ready'`,
    [communityId],
  );
  assert.deepEqual(events, [{ date: day }]);
  assert.equal((await readStatement(service.deps, communityId, partnerId, day)).status, 'final');
  assert.equal(wakes, 1);
});
