/** One community at the most that its partners may ask for, and another beside it. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { importMembers } from '../../../modules/moving/domain/import/members.ts';
import { startTestService, type TestPartner, type TestService } from '../../../test-support/harness.ts';
import { type Receiver, startReceiver } from '../../../test-support/receiver.ts';
import { patientMs } from '../../../test-support/speed.ts';
import { waitUntil } from '../../../test-support/wait-until.ts';
import { closeDueDays } from '../../statements/close-days.ts';
import { startWorker, type Worker } from './loop.ts';

const PATH = '/webhooks/subscriptions';
const SUBSCRIPTIONS = 200;
const MEMBERS = 5000;

let service: TestService;
let receiver: Receiver;
let worker: Worker;
let wake = () => {};
before(async () => {
  service = await startTestService({ env: { WEBHOOK_ALLOW_CIDR: '127.0.0.0/8' }, wakeWorker: () => wake() });
  receiver = await startReceiver();
});
after(async () => {
  await worker?.stop();
  await receiver?.stop();
  await service?.stop();
});

async function subscribe(partner: TestPartner, targetUrl: string, times: number): Promise<string[]> {
  const token = await service.token(partner);
  const ids = [];
  for (let time = 0; time < times; time++) {
    const { status, body } = await service.call('POST', PATH, {
      token,
      json: { event_types: ['*'], target_url: targetUrl },
    });
    assert.equal(status, 201);
    ids.push(body.data.id);
  }
  return ids;
}

test("400 subscriptions of one community and an import of 5,000 members: another's test arrives within 5 s, and its day closes", async (t) => {
  service.clock.set('2026-11-20T12:00:00.000Z');
  const crowded = await service.createPartner();
  const neighbour = await service.createPartner({ communityId: crowded.communityId });
  for (const partner of [crowded, neighbour]) await subscribe(partner, 'https://127.0.0.1:1/refused', SUBSCRIPTIONS);
  const quiet = await service.createPartner();
  const [id] = await subscribe(quiet, receiver.url, 1);

  service.clock.set('2026-11-21T00:15:00.000Z');
  const token = await service.token(quiet);
  const job = {
    name: 'close statement days',
    everyMs: 5000,
    run: async () => void (await closeDueDays(service.deps.database, service.clock)),
  };
  worker = startWorker(service.deps, { jobs: [job], sender: { extraCa: receiver.ca } });
  wake = worker.wake;
  const rows = Array.from({ length: MEMBERS }, (_, at) => `m${at},Member ${at},m${at}@example.org,active,0`);
  const file = Buffer.from(`external_id,name,email,status,balance_hours\n${rows.join('\n')}`);
  const imported = await importMembers(service.deps, crowded.communityId, file, { skipBad: false, recordedBy: 'test' });
  assert.equal(imported.created, MEMBERS);
  worker.wake();
  const waiting = async () =>
    (
      await service.ownerQuery<{ count: number }>(
        'select count(*)::int as count from deliveries where community_id = $1',
        [crowded.communityId],
      )
    )[0]?.count ?? 0;
  await waitUntil('the burst is on its way', async () => (await waiting()) > 0);

  const startedAt = performance.now();
  assert.equal((await service.call('POST', `${PATH}/${id}/test`, { token, json: {} })).status, 202);
  const arrived = () => receiver.requests.map(({ body }) => JSON.parse(body.toString()).type as string);
  await waitUntil('the test arrives', () => arrived().includes('webhook.test'));
  const tookMs = performance.now() - startedAt;
  await waitUntil('and so does the closing of the day', () => arrived().includes('statement.ready'));
  t.diagnostic(`the test arrived after ${Math.round(tookMs)} ms`);
  // The promised time, on a shared machine.
  assert.ok(tookMs < patientMs(5000), `${Math.round(tookMs)} ms`);
  assert.ok((await waiting()) <= 2 * 4000 + 400, 'what waits is bounded by partners, not by events');
});
