import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { signedIn } from '../../../../test-support/console.ts';
import { testService } from '../../../../test-support/harness.ts';
import { verifyLedger } from '../../../operate/domain/ledger/invariants.ts';

const service = await testService();

type Person = Awaited<ReturnType<typeof signedIn>>;

interface Booking {
  readonly id: string;
  readonly kind: string;
  readonly hours: number;
  readonly provider: { readonly id: string };
  readonly receiver: { readonly id: string };
  readonly slip: { readonly id: string; readonly size: number } | null;
  readonly correction: object | null;
}

async function course(settings: object = {}) {
  const person = await signedIn(service);
  const { client, slug, communityId } = person;
  if (Object.keys(settings).length > 0) {
    await client.call('updateCommunitySettings', { params: { slug }, json: settings });
  }
  const names = ['Tara', 'Ada', 'Ben', 'Cleo'];
  const members = [];
  for (const [index, name] of names.entries()) {
    members.push(await service.createMember({ communityId, name, externalId: `M-${index + 1}` }));
  }
  const [tara, ada, ben, cleo] = members.map(({ id }) => id) as [string, string, string, string];
  return { ...person, tara, ada, ben, cleo };
}

function record({ client, slug }: Person, body: object) {
  const json = { key: randomUUID(), service_date: '2026-11-01', ...body };
  return client.call('recordGroupSlip', { params: { slug }, json });
}

const balanceOf = async ({ client, slug }: Person, memberId: string) =>
  (await client.call('getMember', { params: { slug, memberId } })).body.data.balance_hours;
const fundOf = async ({ client, slug }: Person) =>
  (await client.call('listAccounts', { params: { slug } })).body.data.find(
    ({ kind }: { kind: string }) => kind === 'chest',
  ).balance_hours;
const listed = async ({ client, slug }: Person): Promise<{ data: Booking[]; meta: { count: object } }> =>
  (await client.call('listExchanges', { params: { slug } })).body;

async function assertHolds() {
  const report = await verifyLedger(service.deps.database, service.clock);
  assert.ok(report.holds, JSON.stringify(report.invariants.filter(({ holds }) => !holds)));
}

test('one who helped many gets what was agreed; the rest of what each gives goes to the community fund', async () => {
  const person = await course({ exchange_step_minutes: 15 });
  const { tara, ada, ben, cleo } = person;
  const body = {
    key: randomUUID(),
    many: 'receivers',
    one: tara,
    others: [ada, ben, cleo],
    each: '1:00',
    total: '2:00',
  };
  const answer = await record(person, body);
  assert.equal(answer.status, 201, answer.text);
  const { id, exchanges } = answer.body.data as { id: string; exchanges: Booking[] };
  assert.deepEqual(
    exchanges.map(({ kind, hours, provider, receiver }) => [kind, hours, provider.id, receiver.id]),
    [
      ['exchange', 0.75, tara, ada],
      ['gift', 0.25, 'chest', ada],
      ['exchange', 0.75, tara, ben],
      ['gift', 0.25, 'chest', ben],
      ['exchange', 0.5, tara, cleo],
      ['gift', 0.5, 'chest', cleo],
    ],
  );
  assert.deepEqual(new Set(exchanges.map(({ slip }) => slip?.id)), new Set([id]));
  assert.deepEqual(
    [await balanceOf(person, tara), await balanceOf(person, ada), await balanceOf(person, cleo), await fundOf(person)],
    [2, -1, -1, 1],
  );
  const again = await record(person, body);
  assert.deepEqual(again.body.data, answer.body.data);
  assert.equal((await listed(person)).data.length, 6);
  assert.deepEqual((await listed(person)).meta.count, {
    ...{ rows: 6, more: false, hours: 2, reversed: 0, reversed_hours: 0, gifts: 3, gift_hours: 1 },
  });
  await assertHolds();
});

test('one who was helped by many gives each the same, and the rest to the community fund', async () => {
  const person = await course();
  const { tara, ada, ben, cleo } = person;
  const slip = { many: 'providers', one: tara, others: [ada, ben, cleo], each: '1:00' };
  assert.equal((await record(person, slip)).body.data.exchanges.length, 3);
  const { exchanges } = (await record(person, { ...slip, total: '3:30' })).body.data;
  assert.deepEqual(
    exchanges.map(({ kind, hours, provider }: Booking) => [kind, hours, provider.id]),
    [
      ['exchange', 1, ada],
      ['exchange', 1, ben],
      ['exchange', 1, cleo],
      ['gift', 0.5, 'chest'],
    ],
  );
  assert.deepEqual([await balanceOf(person, tara), await balanceOf(person, ben), await fundOf(person)], [-6.5, 2, 0.5]);
  await assertHolds();
});

test('one correction takes back all of a slip, from whichever of its bookings it is begun', async () => {
  const person = await course();
  const { client, slug, tara, ada, ben } = person;
  const { exchanges } = (
    await record(person, { many: 'receivers', one: tara, others: [ada, ben], each: '1', total: '1' })
  ).body.data;
  const other = (await record(person, { many: 'receivers', one: tara, others: [ada, ben], each: '1' })).body.data;
  const correct = (exchangeId: string) =>
    client.call('correctExchange', { params: { slug, exchangeId }, json: { reason: 'Another day' } });
  const corrected = await correct(exchanges[1].id);
  assert.equal(corrected.status, 200, corrected.text);
  assert.equal(corrected.body.data.id, exchanges[1].id);
  assert.equal(corrected.body.data.correction.reason, 'Another day');
  const states = new Map((await listed(person)).data.map(({ id, correction }) => [id, correction !== null]));
  assert.ok(exchanges.every(({ id }: Booking) => states.get(id) === true));
  assert.ok(other.exchanges.every(({ id }: Booking) => states.get(id) === false));
  assert.deepEqual([await balanceOf(person, tara), await balanceOf(person, ada), await fundOf(person)], [2, -1, 0]);
  assert.equal((await correct(exchanges[0].id)).body.error, 'already_reversed');
  const { count } = (await listed(person)).meta;
  assert.deepEqual(count, {
    ...{ rows: 6, more: false, hours: 2, reversed: 4, reversed_hours: 2, gifts: 0, gift_hours: 0 },
  });
  await assertHolds();
});

test('a slip of which a part is refused leaves nothing, and the refusal names the party or the time at fault', async () => {
  const person = await course({ exchange_step_minutes: 15, lower_balance_hours: -2, upper_balance_hours: 5 });
  const { tara, ada, ben, cleo, communityId } = person;
  await service.createMember({ communityId, name: 'Gone', externalId: 'M-9', status: 'left' });
  const good = { many: 'receivers', one: tara, others: [ada, ben, cleo], each: '1:00' };
  for (const [change, code, fault] of [
    [{ others: [ada, 'M-404'] }, 'user_not_found', ['others.1', 'unknown_account']],
    [{ others: [ada, 'M-9'] }, 'validation_failed', ['others.1', 'not_active']],
    [{ others: [ada, ben, ada] }, 'validation_failed', ['others.2', 'named_twice']],
    [{ others: [ada, tara] }, 'validation_failed', ['others.1', 'named_twice']],
    [{ others: [ada] }, 'validation_failed', ['others', 'too_few_items']],
    [{ each: '0:20' }, 'validation_failed', ['each', 'wrong_step']],
    [{ each: 'soon' }, 'validation_failed', ['each', 'invalid_hours']],
    [{ total: '0:20' }, 'validation_failed', ['total', 'wrong_step']],
    [{ total: '3:15' }, 'validation_failed', ['total', 'above_sum']],
    [{ many: 'providers', total: '2:45' }, 'validation_failed', ['total', 'below_sum']],
    [{ each: '2:00' }, 'limit_exceeded', ['one', 'upper_balance']],
    [{ each: '2:15', total: '1:30' }, 'limit_exceeded', ['others.0', 'lower_balance']],
    [{ many: 'providers' }, 'limit_exceeded', ['one', 'lower_balance']],
    [{ category: 'Juggling' }, 'validation_failed', ['category', 'unknown_category']],
    [{ service_date: '2199-01-01' }, 'validation_failed', ['service_date', 'in_the_future']],
  ] as const) {
    const answer = await record(person, { ...good, ...change });
    assert.equal(answer.body.error, code, `${JSON.stringify(change)} ${answer.text}`);
    const [first] = answer.body.errors;
    assert.deepEqual([first.field, first.code], fault, answer.text);
  }
  assert.deepEqual((await listed(person)).data, []);
});

test('a slip leaves one row in the audit log when it is recorded and one when it is reversed, with who did it', async () => {
  const person = await course();
  const { client, slug, tara, ada, ben } = person;
  const { exchanges } = (await record(person, { many: 'receivers', one: tara, others: [ada, ben], each: '1' })).body
    .data;
  const exchangeId: string = exchanges[0].id;
  await client.call('correctExchange', { params: { slug, exchangeId }, json: { reason: 'Another day' } });
  const { data } = (await client.call('listAudit', { params: { slug }, query: { subject: `exchange:${exchangeId}` } }))
    .body;
  assert.deepEqual(
    data.map(({ action, details, actor }: { action: string; details: object; actor: { id: number } }) => [
      action,
      details,
      actor.id,
    ]),
    [
      ['exchange.reversed', { kind: 'exchange', transfers: 2 }, person.id],
      ['exchange.recorded', { kind: 'exchange', transfers: 2 }, person.id],
    ],
  );
});
