import assert from 'node:assert/strict';
import { test } from 'node:test';
import { closeDueDays } from '../../../../core/statements/close-days.ts';
import { monthsAt } from '../../../../core/statements/sums.ts';
import { signedIn } from '../../../../test-support/console.ts';
import { testService } from '../../../../test-support/harness.ts';
import { waitUntil } from '../../../../test-support/wait-until.ts';
import { credited } from '../../../../test-support/wallet.ts';

const service = await testService();

test('a partner’s activity counts today, this month and the same days of the last, across closed and open days', async () => {
  service.clock.set('2026-10-05T10:00:00.000Z');
  const { communityId, slug } = await signedIn(service);
  const partner = await service.createPartner({ communityId, maxPartnerDaySeconds: 36_000 });
  const other = await service.createPartner({ communityId });
  const anna = await service.createMember({ communityId, name: 'Anna' });
  const credit = async (hours: number, reference: string, who = partner) =>
    await credited(service, await service.token(who), anna.id, hours, reference);
  await credit(1, 'oct-5');
  await credit(50, 'other', other);
  service.clock.set('2026-10-25T10:00:00.000Z');
  await credit(2, 'oct-25');
  service.clock.set('2026-11-03T10:00:00.000Z');
  const wrong = await credit(4, 'nov-3');
  service.clock.set('2026-11-20T10:00:00.000Z');
  while ((await closeDueDays(service.deps.database, service.deps.clock)) > 0);
  await credit(3, 'nov-20');
  const token = await service.token(partner);
  await service.call('POST', `/wallet/credits/${wrong.id}/reversal`, { token, json: { reference: 'back' } });
  await service.call('POST', '/wallet/credit', { token, json: { user_id: anna.id, hours: 8, reference: 'much' } });
  await service.call('GET', '/users/usr_x', { token });
  const { body: hook } = await service.call('POST', '/webhooks/subscriptions', {
    token,
    json: { event_types: ['*'], target_url: 'https://hooks.example.org/x', description: 'Ledger' },
  });
  await service.ownerQuery('update subscriptions set failing_since = now() where community_id = $1', [communityId]);
  const { client } = await signedIn(service, { communityId, slug });
  const params = { slug, partnerId: partner.partnerId };
  const read = async () => (await client.call('getPartnerActivity', { params })).body.data;
  await waitUntil('the calls are logged', async () => {
    const { calls } = await read();
    return calls.total === 7 && calls.reasons.length === 2;
  });
  const sum = (credits: number, credited_hours: number, reversed_hours: number) => ({
    credits,
    credited_hours,
    reversed_hours,
  });
  assert.deepEqual(await read(), {
    today: sum(1, 3, 4),
    this_month: sum(2, 7, 4),
    last_month: sum(1, 1, 0),
    last_credit: {
      at: '2026-11-20T10:00:00.000Z',
      hours: 3,
      reference: 'nov-20',
      member: { id: anna.id, name: 'Anna' },
    },
    live_tokens: 2,
    failing_subscriptions: [{ id: hook.data.id, description: 'Ledger', target_url: 'https://hooks.example.org/x' }],
    differences: 0,
    calls: {
      total: 7,
      refused: 2,
      failed: 0,
      reasons: [
        { error: 'limit_exceeded', calls: 1 },
        { error: 'user_not_found', calls: 1 },
      ],
    },
  });
});

test('a role that may not read calls or webhooks sees none of them, and a new partner has no activity', async () => {
  const { client, slug, communityId } = await signedIn(service, { role: 'coordinator' });
  const partner = await service.createPartner({ communityId });
  const { body } = await client.call('getPartnerActivity', { params: { slug, partnerId: partner.partnerId } });
  const { calls, failing_subscriptions, last_credit, today } = body.data;
  assert.deepEqual([calls, failing_subscriptions, last_credit], [null, null, null]);
  assert.deepEqual(today, { credits: 0, credited_hours: 0, reversed_hours: 0 });
});

test('a month is compared with as many days of the one before, or all of a shorter one', () => {
  assert.deepEqual(monthsAt(new Date('2026-03-31T12:00:00Z')), {
    today: '2026-03-31',
    thisMonth: '2026-03-01',
    lastMonth: '2026-02-01',
    lastUntil: '2026-02-28',
  });
  assert.equal(monthsAt(new Date('2026-01-05T12:00:00Z')).lastUntil, '2025-12-05');
});
