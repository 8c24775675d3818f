import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { DAY_MS } from '../../../../core/base/time.ts';
import { closeDueDays } from '../../../../core/statements/close-days.ts';
import { signedIn } from '../../../../test-support/console.ts';
import { testService } from '../../../../test-support/harness.ts';
import { credited } from '../../../../test-support/wallet.ts';

const service = await testService();

async function setUp() {
  service.clock.set('2026-10-05T10:00:00.000Z');
  const person = await signedIn(service);
  const { communityId, slug } = person;
  const partner = await service.createPartner({ communityId, name: 'Harbour Bank', maxCreditSeconds: 360_000 });
  const anna = await service.createMember({ communityId, name: 'Anna' });
  const credit = async (hours: number, reference: string) =>
    await credited(service, await service.token(partner), anna.id, hours, reference);
  const figures = async () => {
    const { client } = await signedIn(service, { communityId, slug });
    return { client, data: (await client.call('getCommunityFigures', { params: { slug } })).body.data };
  };
  return { communityId, slug, partner, anna, credit, figures };
}

test('the figures tell members, hours in circulation, and this month beside the same days of the last', async () => {
  const { communityId, slug, anna, credit, figures } = await setUp();
  await credit(5, 'oct-5');
  service.clock.set('2026-11-20T10:00:00.000Z');
  while ((await closeDueDays(service.deps.database, service.deps.clock)) > 0);
  await credit(2, 'nov-20');
  const ben = await service.createMember({ communityId, name: 'Ben' });
  await service.createMember({ communityId, name: 'Cleo', status: 'pending' });
  const { client } = await figures();
  for (const [time, service_date] of [
    ['1', '2026-11-20'],
    ['2', '2026-10-20'],
    ['4', '2026-10-21'],
  ]) {
    const json = { key: randomUUID(), provider: anna.id, receiver: ben.id, time, service_date };
    assert.equal((await client.call('recordExchange', { params: { slug }, json })).status, 201);
  }
  const { data } = await figures();
  assert.deepEqual(data, {
    new_members: 1,
    circulating_hours: 7,
    exchanged: { this_month: 1, last_month: 2 },
    credited: { this_month: 2, last_month: 5 },
    until: '2026-11-20',
    unusual_credits: [],
  });
});

test('new members are those who joined in the last 30 days, whenever they were entered', async () => {
  const { slug, figures } = await setUp();
  service.clock.set('2026-11-20T10:00:00.000Z');
  const { client } = await figures();
  for (const [name, joined_on] of [
    ['An old hand, imported today', '2008-03-01'],
    ['Joined 30 days before', '2026-10-21'],
    ['Joined on the first of 30 days', '2026-10-22'],
    ['Joined today', '2026-11-20'],
    ['On a day that nobody knows', undefined],
  ]) {
    const added = await client.call('createMember', { params: { slug }, json: { name, joined_on } });
    assert.equal(added.status, 201, name);
  }
  assert.equal((await figures()).data.new_members, 3);
});

test('a credit of more than ten times what is usual is named, until it is reversed', async () => {
  const { partner, credit, figures, anna } = await setUp();
  for (let day = 0; day < 5; day++) {
    service.clock.set(new Date(Date.UTC(2026, 9, 6 + day, 10)).toISOString());
    await credit(2, `usual-${day}`);
  }
  service.clock.set('2026-11-20T10:00:00.000Z');
  while ((await closeDueDays(service.deps.database, service.deps.clock)) > 0);
  await credit(20, 'ten-times');
  const large = await credit(20.5, 'more');
  const { data } = await figures();
  assert.deepEqual(data.unusual_credits, [
    {
      day: '2026-11-20',
      partner: { id: partner.partnerId, name: 'Harbour Bank' },
      member: { id: anna.id, name: 'Anna' },
      hours: 20.5,
      usual_hours: 2,
      max_credit_hours: 100,
    },
  ]);
  const token = await service.token(partner);
  await service.call('POST', `/wallet/credits/${large.id}/reversal`, { token, json: { reference: 'back' } });
  assert.deepEqual((await figures()).data.unusual_credits, []);
});

test('a credit near the cap of a partner that has credited little is named, for a week', async () => {
  const { credit, figures } = await setUp();
  await credit(79, 'below');
  await credit(80, 'near');
  const hours = async () => (await figures()).data.unusual_credits.map((one: { hours: number }) => one.hours);
  assert.deepEqual(await hours(), [80]);
  service.clock.advance(8 * DAY_MS);
  assert.deepEqual(await hours(), []);
});
