/** The statement of an account: what was before, every line of the days, and what is after. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { signedIn } from '../../../../test-support/console.ts';
import { testService } from '../../../../test-support/harness.ts';

const service = await testService();

test('a statement begins with the balance before its days, has each line of them, and ends with their sum', async () => {
  const person = await signedIn(service);
  const { client, slug, communityId } = person;
  const anna = await service.createMember({ communityId, name: 'Anna' });
  const ben = await service.createMember({ communityId, name: 'Ben' });
  const record = async (provider: string, receiver: string, time: string) => {
    const json = { key: randomUUID(), service_date: '2026-11-01', provider, receiver, time };
    const { body, text } = await client.call('recordExchange', { params: { slug }, json });
    return (body.data?.id ?? text) as string;
  };
  await record(anna.id, ben.id, '2:01');
  const wrong = await record(anna.id, 'chest', '3');
  const params = { slug, exchangeId: wrong };
  await client.call('correctExchange', { params, json: { reason: 'Twice' } });
  await record('chest', anna.id, '0:45');
  const statement = async (id: string, from: string, to: string) =>
    await client.call('getMemberStatement', { params: { slug, memberId: id }, query: { from, to } });
  const { body } = await statement(anna.id, '2026-11-20', '2026-11-20');
  const { lines, ...sums } = body.data;
  assert.deepEqual(sums, {
    ...{ from: '2026-11-20', to: '2026-11-20', opening_hours: 0 },
    ...{ added_hours: 5.0167, taken_hours: 3.75, closing_hours: 1.2667 },
  });
  assert.deepEqual(
    lines.map(({ hours }: { hours: number }) => Math.round(hours * 3600)),
    [7260, 10_800, -10_800, -2700],
  );
  assert.equal(lines.at(-1).balance_after_hours, sums.closing_hours);
  const later = (await statement(anna.id, '2026-11-21', '2026-12-31')).body.data;
  assert.deepEqual(
    [later.opening_hours, later.closing_hours, later.lines],
    [sums.closing_hours, sums.closing_hours, []],
  );
  const earlier = (await statement(anna.id, '2020-01-01', '2026-11-19')).body.data;
  assert.deepEqual([earlier.opening_hours, earlier.closing_hours, earlier.lines], [0, 0, []]);
});

test('days the wrong way round, and days that are none are refused by name; without days it is this year', async () => {
  const { client, slug, communityId } = await signedIn(service);
  const { id: memberId } = await service.createMember({ communityId, name: 'Anna' });
  for (const [query, field] of [
    [{ from: '2026-12-01', to: '2026-11-30' }, 'from'],
    [{ from: '2026-02-30', to: '2026-11-30' }, 'from'],
  ] as const) {
    const { status, body } = await client.call('getMemberStatement', { params: { slug, memberId }, query });
    assert.deepEqual(
      [status, body.error, body.errors[0].field],
      [400, 'invalid_request', field],
      JSON.stringify(query),
    );
  }
  const { body } = await client.call('getMemberStatement', { params: { slug, memberId } });
  assert.deepEqual([body.data.from, body.data.to], ['2026-01-01', '2026-11-20']);
});

test('the statement of a community is out of reach of another', async () => {
  const { communityId } = await signedIn(service);
  const { id: memberId } = await service.createMember({ communityId, name: 'Anna' });
  const { client, slug } = await signedIn(service);
  const query = { from: '2026-01-01', to: '2026-12-31' };
  const member = await client.call('getMemberStatement', { params: { slug, memberId }, query });
  assert.deepEqual([member.status, member.body.error], [404, 'user_not_found']);
  const account = await client.call('getAccountStatement', { params: { slug, accountId: 1 }, query });
  assert.deepEqual([account.status, account.body.error], [404, 'account_not_found']);
});
