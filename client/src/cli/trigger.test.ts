/** `trigger` in a sandbox. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EVENT_TYPES } from '@timebank/contract';
import { systemClock } from '../../../core/base/clock.ts';
import { type TestPartner, testService } from '../../../test-support/harness.ts';
import { waitUntil } from '../../../test-support/wait-until.ts';
import { createClient } from '../index.ts';
import { apiError, recordingFetch } from '../test-support.ts';
import { main } from './main.ts';
import { createTerminal, startLocalReceiver } from './test-support.ts';
import { trigger } from './trigger.ts';

const service = await testService({ clock: systemClock });
const community = await service.createCommunity({ kind: 'sandbox' });
const partner = await service.createPartner({ communityId: community.id });
const memberIds: string[] = [];
for (let count = 0; count < 3; count++) memberIds.push((await service.createMember(partner)).id);

const envOf = ({ clientId, clientSecret }: TestPartner) => ({
  TIMEBANK_URL: service.origin,
  TIMEBANK_CLIENT_ID: clientId,
  TIMEBANK_CLIENT_SECRET: clientSecret,
});
const clientOf = (of: TestPartner, more = {}) => createClient({ baseUrl: service.origin, ...of, ...more });

async function run(args: readonly string[], of = partner) {
  const terminal = createTerminal(envOf(of));
  const code = await main(['trigger', ...args], terminal);
  return { code, ...terminal };
}

test('a credit is booked, and listen brings its events', async (t) => {
  const received: string[] = [];
  const receiver = await startLocalReceiver(({ body }) => {
    const { type } = JSON.parse(body.toString());
    if (type.startsWith('wallet.')) received.push(type);
    return 200;
  });
  const listening = createTerminal(envOf(partner));
  const ended = main(['listen', '--forward-to', receiver.url], listening);
  t.after(async () => {
    listening.stop();
    await ended;
    await receiver.stop();
  });
  await waitUntil('it listens', () => listening.lines.length > 0);
  const { code, lines } = await run(['wallet.credited']);
  assert.equal(code, 0);
  assert.match(lines[0] ?? '', /^crd_\w{26}: 0\.25 hours for usr_\w{26}, reference TRIGGER-/);
  await waitUntil('the event arrives', () => received.length === 1);
  const [, , last] = memberIds;
  const reversed = await run(['wallet.credit_reversed', '--user', last ?? '']);
  assert.deepEqual([reversed.code, reversed.lines.length], [0, 2]);
  assert.ok(reversed.lines[0]?.includes(last ?? ''));
  await waitUntil('both events arrive', () => received.length === 3);
  assert.deepEqual(received, ['wallet.credited', 'wallet.credited', 'wallet.credit_reversed']);
});

test('every type of event can be triggered, and the event is then in the feed', async () => {
  const client = clientOf(partner);
  await client.createSubscription({ event_types: ['*'], target_url: 'https://bank.example/hook' });
  for (const type of EVENT_TYPES) {
    const since = (await client.listEvents({ type })).data.length;
    const { code, lines, errors } = await run([type]);
    assert.deepEqual([code, errors], [0, []], type);
    assert.ok(lines.length > 0, type);
    assert.ok((await client.listEvents({ type })).data.length > since, type);
  }
});

test('in a live community nothing is booked', async () => {
  const live = await service.createPartner();
  await service.createMember(live);
  const { code, errors, lines } = await run(['wallet.credited'], live);
  assert.deepEqual([code, lines], [2, []]);
  assert.match(errors[0] ?? '', /only in a sandbox, whose secrets begin with tb_cs_test_/);
  assert.deepEqual((await clientOf(live).listCredits()).data, []);
});

test('a member who is refused is passed over, unless it is the one who was named', async () => {
  const { fetch, answer } = recordingFetch();
  const client = clientOf(partner, { fetch });
  const { data } = await clientOf(partner).listUsers({ per_page: 3 });
  const [first, , third] = data.map(({ id }) => id);
  answer('/wallet/credit', apiError(422, 'limit_exceeded'), apiError(404, 'user_not_found'));
  const terminal = createTerminal();
  await trigger(client, { type: 'wallet.credited' }, terminal);
  assert.ok(terminal.lines[0]?.includes(third ?? ''), String(terminal.lines));
  answer('/wallet/credit', apiError(422, 'limit_exceeded'));
  await assert.rejects(trigger(client, { type: 'wallet.credited', memberId: first }, terminal), {
    code: 'limit_exceeded',
  });
  answer('/wallet/credit', apiError(403, 'insufficient_scope'));
  await assert.rejects(trigger(client, { type: 'wallet.credited' }, terminal), { code: 'insufficient_scope' });
});

test('an event that it cannot trigger is named with those that it can, and so is a sandbox without visible members', async () => {
  for (const args of [[], ['user.deleted'], ['wallet.credited', 'wallet.credited']]) {
    const { code, errors } = await run(args);
    assert.equal(code, 2);
    assert.match(errors[0] ?? '', /one of wallet\.credited, wallet\.credit_reversed/);
  }
  const { id } = await service.createCommunity({ kind: 'sandbox', defaultVisibility: 'hidden' });
  const empty = await run(['wallet.credited'], await service.createPartner({ communityId: id }));
  assert.equal(empty.code, 2);
  assert.match(empty.errors[0] ?? '', /no member/);
});
