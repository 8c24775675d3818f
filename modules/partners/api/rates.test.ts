import assert from 'node:assert/strict';
import { test } from 'node:test';
import { signedIn } from '../../../test-support/console.ts';
import { testService } from '../../../test-support/harness.ts';

const service = await testService();

test('rates are agreed by the community and with a partner, which reads them with its token', async () => {
  const person = await signedIn(service);
  const partner = await service.createPartner({ communityId: person.communityId });
  const { client, slug } = person;
  const params = { slug, partnerId: partner.partnerId };
  const me = async () =>
    (await service.call('GET', '/me', { token: await service.token(partner) })).body.data.exchange_rates;
  assert.deepEqual(await me(), []);

  const set = await client.call('updateCommunityRates', {
    params,
    body: { hours_per_unit: { EUR: '0.05', CHF: '3/7' } },
  });
  const euro = { currency: 'EUR', hours: 1, seconds: 3600, per_amount: '20.00', from: null };
  const franc = { currency: 'CHF', hours: 3, seconds: 10_800, per_amount: '7.00', from: null };
  const ofCommunity = [
    { ...franc, hours_per_unit: '3/7', agreed_by: 'community' },
    { ...euro, hours_per_unit: '1/20', agreed_by: 'community' },
  ];
  assert.deepEqual(set.body.data, ofCommunity);
  assert.deepEqual((await client.call('listCommunityRates', { params })).body.data, ofCommunity);
  assert.deepEqual((await client.call('listPartnerRates', { params })).body.data, ofCommunity);
  assert.deepEqual(await me(), [franc, euro]);

  const agreed = { hours_per_unit: { EUR: '1/22' }, from: '2026-11-21' };
  const own = { currency: 'EUR', hours: 1, seconds: 3600, per_amount: '22.00', from: '2026-11-21' };
  const { body } = await client.call('updatePartnerRates', { params, body: agreed });
  assert.deepEqual(body.data, [...ofCommunity, { ...own, hours_per_unit: '1/22', agreed_by: 'partner' }]);
  assert.deepEqual(await me(), [franc, euro, own]);
  service.clock.set('2026-11-21T00:00:00.000Z');
  assert.deepEqual(await me(), [franc, own]);
  service.clock.set('2026-11-20T09:30:00.000Z');
});

test('every rate at fault is named; a day is one of the calendar', async () => {
  const { client, slug, communityId } = await signedIn(service);
  const { partnerId } = await service.createPartner({ communityId });
  const params = { slug, partnerId };
  for (const [body, fields] of [
    [{ hours_per_unit: { EUR: 'x', gbp: '1/2' } }, ['hours_per_unit', 'hours_per_unit']],
    [{ hours_per_unit: { EUR: '1/20' }, from: '2026-02-30' }, ['from']],
    [{ hours_per_unit: { EUR: '1/20' }, from: '1815-06-18' }, ['from']],
    [{ hours_per_unit: {} }, ['hours_per_unit']],
    [{ from: '2026-11-21' }, ['hours_per_unit']],
  ] as const) {
    for (const operation of ['updateCommunityRates', 'updatePartnerRates'] as const) {
      const refused = await client.call(operation, { params, json: body });
      const found = refused.body.errors.map(({ field }: { field: string }) => field);
      assert.deepEqual([refused.status, found], [422, fields], JSON.stringify(body));
    }
  }
  const none = await client.call('listPartnerRates', { params: { ...params, partnerId: 999_999 } });
  assert.deepEqual([none.status, none.body.error], [404, 'partner_not_found']);
});
