/** Every outcome that a sandbox forces, over HTTP with a worker that really delivers; and none of them in a live community. */
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { createMembersIn } from '../../../modules/members/domain/members/create.ts';
import { verifyLedger } from '../../../modules/operate/domain/ledger/invariants.ts';
import { testChange } from '../../../test-support/changes.ts';
import {
  startTestService,
  type TestPartner,
  type TestResponse,
  type TestService,
} from '../../../test-support/harness.ts';
import { type Receiver, startReceiver } from '../../../test-support/receiver.ts';
import { waitUntil } from '../../../test-support/wait-until.ts';
import { credit, creditBody, credited, sendCredits } from '../../../test-support/wallet.ts';
import { DOCUMENTED_MEMBERS, DOCUMENTED_REFERENCES } from '../../communities/outcomes.ts';
import { startWorker, type Worker } from '../../events/delivery/loop.ts';
import { changePartner } from '../../partners/provision.ts';

let service: TestService;
let receiver: Receiver;
let worker: Worker;
before(async () => {
  let wake = () => {};
  service = await startTestService({ env: { WEBHOOK_ALLOW_CIDR: '127.0.0.0/8' }, wakeWorker: () => wake() });
  receiver = await startReceiver();
  worker = startWorker(service.deps, { pollMs: 50, jobs: [], random: () => 0.5, sender: { extraCa: receiver.ca } });
  wake = worker.wake;
});
after(async () => {
  await worker?.stop();
  await receiver?.stop();
  await service?.stop();
});

const HOUR = 3600;
const MIDNIGHT = '2026-11-21T00:00:00.000Z';
let partner: TestPartner;
let token: string;
/** `usr_…` of the active documented members by their first names. */
let members: Readonly<Record<string, string>>;

async function lookUp(paymentReference: string): Promise<TestResponse> {
  return service.call('GET', '/users/lookup', { token, query: { payment_reference: paymentReference } });
}

async function enter(communityId: number): Promise<void> {
  partner = await service.createPartner({ communityId });
  token = await service.token(partner);
  const found: Record<string, string> = {};
  for (const { name, paymentReference } of DOCUMENTED_MEMBERS) {
    const { status, body } = await lookUp(paymentReference);
    if (status === 200) found[name.split(' ')[0] ?? ''] = body.data.user_id;
  }
  members = found;
}

beforeEach(async () => {
  service.clock.set('2026-11-20T09:30:00.000Z');
  receiver.requests.length = 0;
  receiver.respondWith(200);
  await enter((await service.createCommunity({ kind: 'sandbox' })).id);
});

const member = (name = 'Olga') => members[name] as string;
const balance = async (name = 'Olga') =>
  (await service.call('GET', `/wallet/balance/${member(name)}`, { token })).body.data.balance_hours;

function assertLimit({ status, body }: TestResponse, code: string, limit: number, left: number, resets: string | null) {
  assert.deepEqual([status, body.error], [422, 'limit_exceeded'], JSON.stringify(body));
  const [{ message, ...fault }] = body.errors;
  const values = { limit_hours: limit, limit_seconds: limit * 3600, remaining_hours: left };
  const expected = { field: 'hours', code, ...values, remaining_seconds: left * 3600, resets_at: resets };
  assert.deepEqual(fault, expected);
  assert.equal(message, body.error_description);
}

async function subscribe(): Promise<string> {
  const json = { event_types: ['wallet.credited'], target_url: receiver.url };
  return (await service.call('POST', '/webhooks/subscriptions', { token, json })).body.data.id;
}

const arrived = () =>
  receiver.requests.map(({ headers, body }) => ({
    id: headers['webhook-id'],
    reference: JSON.parse(body.toString()).data.reference,
  }));
const references = () => arrived().map(({ reference }) => reference);
const attempts = async (of: string): Promise<(string | number)[]> => {
  const path = `/webhooks/subscriptions/${of}/deliveries`;
  const { data } = (await service.call('GET', path, { token })).body;
  return data.flatMap((delivery: { attempts: { error: string | null; status_code: number | null }[] }) =>
    delivery.attempts.map(({ error, status_code }) => error ?? status_code),
  );
};

test('members: one can be credited, one is suspended, one vanishes after the look-up', async () => {
  assert.equal((await credit(service, token, member('Olga'), 1)).status, 201);
  assert.equal((await lookUp('RF5950000000000002')).status, 404);
  const [sam] = await service.ownerQuery<{ id: string }>(
    `select id from members where community_id = $1 and external_id = 'S002'`,
    [partner.communityId],
  );
  assert.ok(sam);
  const gone = await credit(service, token, member('Vera'), 1);
  assert.deepEqual([gone.status, gone.body.error], [404, 'user_not_found']);
  const unknown = await credit(service, token, 'usr_01jd3h6m8nfdwtv0k2x9q4z7ae', 1);
  assert.equal(
    gone.body.error_description.replace(member('Vera'), ''),
    unknown.body.error_description.replace('usr_01jd3h6m8nfdwtv0k2x9q4z7ae', ''),
    'as if it had never been',
  );
});

test('members: one has reached the upper limit, one the cap of its day, also where the community has neither', async () => {
  assert.equal(await balance('Uma'), 100);
  assertLimit(await credit(service, token, member('Uma'), 1), 'upper_balance', 100, 0, null);
  assertLimit(await credit(service, token, member('Dan'), 1), 'max_member_day_hours', 10, 0, MIDNIGHT);
  await service.ownerQuery('update communities set upper_balance_seconds = null where id = $1', [partner.communityId]);
  await changePartner(service.deps, { ...partner, actor: 'test' }, { maxMemberDaySeconds: 7 * HOUR });
  assertLimit(await credit(service, token, member('Uma'), 1), 'upper_balance', 100, 0, null);
  const refused = await credit(service, token, member('Dan'), 1);
  assertLimit(refused, 'max_member_day_hours', 7, 0, MIDNIGHT);
  assert.match(refused.body.error_description, /cap of 7 hours per member and day leaves 0 h\. It resets at/);
  assert.deepEqual([await balance('Uma'), await balance('Dan')], [100, 0]);
});

test('members are forced in a list of credits as well, each by itself', async () => {
  const names = ['Olga', 'Vera', 'Uma', 'Dan'];
  const { body } = await sendCredits(
    service,
    token,
    names.map((name) => creditBody(member(name), 1)),
  );
  assert.deepEqual(
    body.data.map(({ status, error }: { status: number; error?: { error: string } }) => [status, error?.error]),
    [
      [201, undefined],
      [404, 'user_not_found'],
      [422, 'limit_exceeded'],
      [422, 'limit_exceeded'],
    ],
  );
});

test("references: the cap per credit and the partner's cap of the day are met", async () => {
  const perCredit = await credit(service, token, member(), 3, 'sandbox-credit-cap-1');
  assertLimit(perCredit, 'max_credit_hours', 1.5, 1.5, null);
  assert.match(perCredit.body.error_description, /^3 hours is more than the 1\.5 hours allowed per credit\./);
  assertLimit(await credit(service, token, member(), 1, 'sandbox-day-cap-1'), 'max_partner_day_hours', 10, 0, MIDNIGHT);
  await changePartner(service.deps, { ...partner, actor: 'test' }, { maxPartnerDaySeconds: 500 * HOUR });
  assertLimit(
    await credit(service, token, member(), 1, 'sandbox-day-cap-1'),
    'max_partner_day_hours',
    500,
    0,
    MIDNIGHT,
  );
  assert.equal(await balance(), 0);
});

test('references: 429 and 503 come once, with Retry-After, and the repeat books', async () => {
  for (const [status, code, waitSeconds] of [
    [429, 'rate_limited', '1'],
    [503, 'temporarily_unavailable', '2'],
  ] as const) {
    const reference = `sandbox-${status}-1`;
    const refused = await credit(service, token, member(), 1, reference);
    assert.deepEqual([refused.status, refused.body.error], [status, code]);
    assert.equal(refused.headers.get('Retry-After'), waitSeconds);
    assert.equal((await credit(service, token, member(), 1, reference)).status, 201);
    assert.equal((await credit(service, token, member(), 1, reference)).status, 200);
    assert.equal((await credit(service, token, member(), 1, `sandbox-${status}-2`)).status, status);
  }
  assert.equal(await balance(), 2);
});

test('references: an answer is lost after the booking, and the repeat answers that it was booked', async () => {
  await assert.rejects(credit(service, token, member(), 1, 'sandbox-lost-1'), TypeError);
  assert.equal(await balance(), 1);
  const repeat = await credit(service, token, member(), 1, 'sandbox-lost-1');
  assert.deepEqual([repeat.status, repeat.body.meta.replayed], [200, true]);
  assert.equal(await balance(), 1);
});

test('references: an event comes twice under one id, five seconds apart', async () => {
  const id = await subscribe();
  await credited(service, token, member(), 1, 'sandbox-duplicate-1');
  await waitUntil('the first attempt is recorded', async () => (await attempts(id)).length === 1);
  service.clock.advance(6000);
  worker.wake();
  await waitUntil('the second one, too', async () => (await attempts(id)).length === 2);
  assert.deepEqual(references(), ['sandbox-duplicate-1', 'sandbox-duplicate-1']);
  assert.equal(new Set(arrived().map((one) => one.id)).size, 1);
  assert.deepEqual((await attempts(id)).sort(), [200, 'forced_by_sandbox']);
});

test('references: an event arrives after a younger one', async () => {
  const id = await subscribe();
  await credited(service, token, member(), 1, 'sandbox-late-1');
  await waitUntil('the first attempt is recorded', async () => (await attempts(id)).length === 1);
  await credited(service, token, member(), 1, 'younger');
  await waitUntil('the younger one arrives', () => references().includes('younger'));
  service.clock.advance(6000);
  worker.wake();
  await waitUntil('the late one arrives', () => references().length === 2);
  assert.deepEqual(references(), ['younger', 'sandbox-late-1']);
});

test('references: the current day becomes final at once, and what follows counts to the next day', async () => {
  const statement = async (day: string) =>
    (await service.call('GET', `/wallet/statements/${day}`, { token })).body.data;
  await credited(service, token, member(), 1, 'before');
  assert.equal((await statement('2026-11-20')).status, 'open');
  const last = await credited(service, token, member(), 2, 'sandbox-final-1');
  assert.equal(last.booked_on, '2026-11-20');
  const closed = await statement('2026-11-20');
  assert.deepEqual([closed.status, closed.credits.count, closed.closing_hours], ['final', 2, 3]);
  assert.equal((await credited(service, token, member(), 4, 'after')).booked_on, '2026-11-21');
  assert.equal((await credited(service, token, member(), 1, 'sandbox-final-2')).booked_on, '2026-11-21');
  assert.equal(
    (await credited(service, token, member(), 1, 'still')).booked_on,
    '2026-11-22',
    'each makes a day final',
  );
  assert.deepEqual(await statement('2026-11-20'), closed);
  const events = (await service.call('GET', '/events', { token, query: { type: 'statement.ready' } })).body.data;
  assert.deepEqual(
    events.map(({ data }: { data: { date: string } }) => data.date),
    ['2026-11-21', '2026-11-20'],
  );
  service.clock.set('2026-11-21T10:00:00.000Z');
  token = await service.token(partner);
  const next = await statement('2026-11-22');
  assert.deepEqual([next.status, next.opening_hours, next.credits.count], ['open', 8, 1]);
  const { holds, invariants } = await verifyLedger(service.deps.database, service.clock);
  assert.ok(holds, JSON.stringify(invariants.filter((one) => !one.holds)));
});

test('references make a member leave and come back, and change, each once, with the events of the listings', async () => {
  const listings = (await service.call('GET', '/listings', { token })).body.data as { user_id: string }[];
  const userId = listings[0]?.user_id ?? '';
  const count = listings.filter((listing) => listing.user_id === userId).length;
  const typesSince = async () => {
    const { data } = (await service.call('GET', '/events', { token, query: { order: 'asc', per_page: '500' } })).body;
    return data
      .map(({ type }: { type: string }) => type)
      .filter((type: string) => /^(user|listing)/.test(type)) as string[];
  };
  // The feed ends where a transaction is open, also one of another database of the server.
  const typesAfter = async (start: number, count: number) => {
    await waitUntil('the events are below the horizon', async () => (await typesSince()).length >= start + count);
    return (await typesSince()).slice(start).sort();
  };
  const [written] = await service.ownerQuery<{ count: number }>(
    `select count(*)::int as count from events where community_id = $1 and type ~ '^(user|listing)'`,
    [partner.communityId],
  );
  await waitUntil('earlier events are below the horizon', async () => (await typesSince()).length === written?.count);
  const before = (await typesSince()).length;
  for (let times = 0; times < 2; times++) await credit(service, token, userId, 1, 'sandbox-away-1');
  const often = (type: string) => Array.from({ length: count }, () => type);
  const expected = ['user.deactivated', ...often('listing.closed'), 'user.activated', ...often('listing.published')];
  assert.deepEqual(await typesAfter(before, expected.length), expected.sort());
  assert.equal((await service.call('GET', `/users/${userId}`, { token })).status, 200);
  for (const reference of ['sandbox-edited-1', 'sandbox-edited-1', 'sandbox-edited-2']) {
    await credit(service, token, userId, 1, reference);
  }
  const edited = ['user.updated', ...often('listing.updated'), 'user.updated', ...often('listing.updated')];
  assert.deepEqual(await typesAfter(before + expected.length, edited.length), edited.sort());
});

test('in a live community the same members and references force nothing', async () => {
  const { id: communityId } = await service.createCommunity();
  await testChange(service.deps, communityId, (within) =>
    createMembersIn(
      within,
      communityId,
      DOCUMENTED_MEMBERS.map((one) => ({ ...one, status: 'active' })),
    ),
  );
  await enter(communityId);
  assert.equal(Object.keys(members).length, DOCUMENTED_MEMBERS.length);
  const subscription = await subscribe();
  for (const name of Object.keys(members)) assert.equal((await credit(service, token, member(name), 1)).status, 201);
  const listed = await sendCredits(
    service,
    token,
    Object.keys(members).map((name) => creditBody(member(name), 1)),
  );
  assert.ok(listed.body.data.every(({ status }: { status: number }) => status === 201));
  for (const { prefix } of DOCUMENTED_REFERENCES) {
    const { status, body } = await credit(service, token, member(), 1, `${prefix}1`);
    assert.deepEqual([status, body.data?.booked_on], [201, '2026-11-20'], prefix);
  }
  const { body } = await service.call('GET', '/wallet/statements/2026-11-20', { token });
  assert.equal(body.data.status, 'open');
  const credits = 2 * DOCUMENTED_MEMBERS.length + DOCUMENTED_REFERENCES.length;
  await waitUntil('all events are delivered', async () => (await attempts(subscription)).length === credits);
  assert.deepEqual(new Set(await attempts(subscription)), new Set([200]));
  assert.equal(receiver.requests.length, credits);
});
