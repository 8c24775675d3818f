import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { systemClock } from '../../../core/base/clock.ts';
import { startWorker, type Worker } from '../../../core/events/delivery/loop.ts';
import { runCommand, runJson } from '../../../test-support/command.ts';
import { startTestService, type TestPartner, type TestService } from '../../../test-support/harness.ts';
import { type Receiver, startReceiver } from '../../../test-support/receiver.ts';
import { waitUntil } from '../../../test-support/wait-until.ts';

let service: TestService;
let receiver: Receiver;
let worker: Worker;
before(async () => {
  service = await startTestService({ clock: systemClock, env: { WEBHOOK_ALLOW_CIDR: '127.0.0.0/8' } });
  receiver = await startReceiver();
  // Nobody wakes it: commands run in another process.
  worker = startWorker(service.deps, { pollMs: 50, jobs: [], sender: { extraCa: receiver.ca } });
});
after(async () => {
  await worker?.stop();
  await receiver?.stop();
  await service?.stop();
});

let community: { id: number; slug: string };
let partner: TestPartner;
let id: string;
beforeEach(async () => {
  receiver.requests.length = 0;
  receiver.respondWith(200);
  community = await service.createCommunity();
  partner = await service.createPartner({ communityId: community.id, name: 'Harbour Bank' });
  const token = await service.token(partner);
  const json = { event_types: ['*'], target_url: receiver.url };
  ({ id } = (await service.call('POST', '/webhooks/subscriptions', { token, json })).body.data);
});

const run = (...args: string[]) => runJson(service.testDatabase, ['webhook', ...args]);
const list = async () => (await run('list', '--community', community.slug)).data[0];
const deliveries = async (...args: string[]) => (await run('deliveries', id, ...args)).data;
const arrived = (count: number) => waitUntil(`${count} arrive`, () => receiver.requests.length === count);

test('list and deliveries tell how a subscription does', async () => {
  await service.createMember(partner);
  await arrived(1);
  const recorded = 'select from subscriptions where partner_id = $1 and last_success_at is not null';
  await waitUntil('it is recorded', async () => (await service.ownerQuery(recorded, [partner.partnerId])).length > 0);
  const { last_success_at, ...row } = await list();
  assert.ok(Date.parse(last_success_at));
  assert.deepEqual(row, {
    ...{ id, client_id: partner.clientId, partner: 'Harbour Bank', target_url: receiver.url, event_types: ['*'] },
    ...{ status: 'active', disabled_reason: null, failing_since: null, deliveries: { pending: 0, held: 0 } },
  });
  const [delivery] = await deliveries();
  assert.deepEqual(
    [delivery.event_type, delivery.status, delivery.attempts[0].status_code],
    ['user.activated', 'delivered', 200],
  );
  const { stdout } = await runCommand(service.testDatabase, ['webhook', 'list', '--community', community.slug]);
  assert.match(stdout, new RegExp(`^subscription.*\n${id} +Harbour Bank +active +0 +0 `));
});

test('pause holds, resume sends, test, replay and retry send; all of it audited', async () => {
  const { subscription } = await run('pause', id);
  assert.deepEqual([subscription.id, subscription.status], [id, 'paused']);
  await service.createMember(partner);
  await waitUntil('it is held', async () => (await list()).deliveries.held === 1);
  const rows = 'select from deliveries where community_id = $1';
  assert.equal((await service.ownerQuery(rows, [community.id])).length, 0, 'no row is kept for it');
  assert.equal(receiver.requests.length, 0);
  await run('resume', id);
  await arrived(1);
  const { event_id } = await run('test', id);
  await arrived(2);
  assert.equal(receiver.requests[1]?.headers['webhook-id'], event_id);
  const since = new Date(Date.now() - 60_000).toISOString();
  const none = ['--event-type', 'wallet.credited', 'statement.ready'];
  assert.deepEqual(await run('replay', id, '--since', since, ...none), { since, deliveries: 0 });
  assert.deepEqual(await run('replay', id, '--since', since, '--until', since), { since, deliveries: 0 });
  assert.deepEqual(await run('replay', id, '--since', since), { since, deliveries: 1 });
  await arrived(3);
  assert.equal(receiver.requests[2]?.headers['webhook-id'], receiver.requests[0]?.headers['webhook-id']);
  const [delivery] = await deliveries('--per-page', '1', '--status', 'delivered');
  assert.deepEqual(await deliveries('--event-type', 'wallet.credited'), []);
  await run('retry', delivery.id);
  await arrived(4);
  const acts = await service.ownerQuery<{ action: string }>(
    `select action from audit_log where community_id = $1 and actor = 'command line' order by id`,
    [community.id],
  );
  assert.deepEqual(
    acts.map(({ action }) => action),
    [
      ...['updated', 'updated', 'tested', 'replayed', 'replayed', 'replayed'].map((what) => `subscription.${what}`),
      'delivery.retried',
    ],
  );
});

test('what does not exist is one sentence and exit code 1, what is no choice exit code 2', async () => {
  for (const [args, message, expected = 1] of [
    [['retry', 'dlv_01jd3h6m8nfdwtv0k2x9q4z7ag'], /no such delivery/],
    [['pause', 'whs_01jd3h6m8nfdwtv0k2x9q4z7af'], /No subscription/],
    [['pause', '1'], /No subscription/],
    [['replay', id, '--since', 'yesterday'], /must be an RFC 3339 time/],
    [['replay', id, '--since', '2026-11-20T00:00:00Z', '--event-type', 'rain'], /is invalid/, 2],
    [['replay', id, '--since', '2999-01-01T00:00:00Z'], /within the last 30 days/],
    [['replay', id, '--since', new Date().toISOString(), '--until', '2020-01-01T00:00:00Z'], /not be before since/],
  ] as const) {
    const { code, stderr } = await runCommand(service.testDatabase, ['webhook', ...args]);
    assert.equal(code, expected, args.join(' '));
    assert.match(stderr, message);
  }
});
