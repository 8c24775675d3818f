import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testService } from '../../../test-support/harness.ts';
import { writeRate } from './rate.ts';
import { changeRates, ratesOf } from './rates.ts';

const service = await testService();

async function setUp() {
  const { communityId, partnerId } = await service.createPartner();
  const change = (partner: number | null, hoursPerUnit: Record<string, string | null>, from: string | null = null) =>
    changeRates(service.deps, { communityId, partnerId: partner, actor: 'administrator:1' }, { hoursPerUnit, from });
  const read = async (partner: number | null = partnerId) =>
    (await ratesOf(service.deps.database.reads, communityId, partner)).map(
      (rate) => `${rate.currency} ${writeRate(rate)} ${rate.validFrom} ${rate.own ? 'own' : 'community'}`,
    );
  return { communityId, partnerId, change, read };
}

test('a partner has the rates it has agreed on, and the community\u2019s otherwise', async () => {
  const { communityId, partnerId, change, read } = await setUp();
  const other = await service.createPartner({ communityId });
  assert.deepEqual(await read(), []);
  await change(null, { EUR: '1/20', GBP: '0.0625' });
  await change(partnerId, { EUR: '1/25' });
  assert.deepEqual(await read(), ['EUR 1/25 null own', 'GBP 1/16 null community']);
  const ofAll = ['EUR 1/20 null community', 'GBP 1/16 null community'];
  assert.deepEqual([await read(null), await read(other.partnerId)], [ofAll, ofAll]);
  assert.deepEqual(await (await setUp()).read(), []);
});

test('a rate of a day holds beside the others; one without takes their place; none removes', async () => {
  const { partnerId, change, read } = await setUp();
  await change(partnerId, { EUR: '1/20' });
  await change(partnerId, { EUR: '1/22' }, '2027-01-01');
  await change(partnerId, { EUR: '1/23', GBP: '1/18' }, '2027-01-01');
  const both = ['EUR 1/20 null own', 'EUR 1/23 2027-01-01 own'];
  assert.deepEqual(await read(), [...both, 'GBP 1/18 2027-01-01 own']);
  await change(partnerId, { GBP: null }, '2027-01-01');
  assert.deepEqual(await read(), both);
  await change(partnerId, { EUR: null }, '2027-01-02');
  assert.deepEqual(await read(), both);
  await change(partnerId, { EUR: '3/7' });
  assert.deepEqual(await read(), ['EUR 3/7 null own']);
  await change(partnerId, { EUR: null });
  assert.deepEqual(await read(), []);
});

test('who agreed on a rate, when, and what was before is kept', async () => {
  const { communityId, partnerId, change } = await setUp();
  await change(partnerId, { EUR: '1/20' });
  await change(partnerId, { EUR: '1/22' }, '2027-01-01');
  await change(null, { EUR: '1/21' });
  const rows = await service.ownerQuery(
    `select partner_id is null as common, recorded_by, created_at from exchange_rates
     where community_id = $1 order by partner_id nulls first, valid_from nulls first`,
    [communityId],
  );
  const by = { recorded_by: 'administrator:1', created_at: service.clock.now() };
  assert.deepEqual(rows, [
    { common: true, ...by },
    { common: false, ...by },
    { common: false, ...by },
  ]);
  const audited = await service.ownerQuery(
    `select action, subject, details from audit_log where community_id = $1 and action like '%.rates_changed' order by id`,
    [communityId],
  );
  assert.deepEqual(audited.slice(1), [
    {
      action: 'partner.rates_changed',
      subject: `partner:${partnerId}`,
      details: {
        before: { hours_per_unit: ['EUR 1/20'] },
        after: { hours_per_unit: ['EUR 1/20', 'EUR 1/22 from 2027-01-01'] },
      },
    },
    {
      action: 'community.rates_changed',
      subject: `community:${communityId}`,
      details: { before: { hours_per_unit: [] }, after: { hours_per_unit: ['EUR 1/21'] } },
    },
  ]);
});

test('what is no rate, no currency or no day of this age is refused, and nothing is written', async () => {
  const { communityId, partnerId, change, read } = await setUp();
  const faulty: [Record<string, string>, string | null, string][] = [
    [{ EUR: 'x' }, null, 'hours_per_unit invalid_rate'],
    [{ EUR: '1/0' }, null, 'hours_per_unit invalid_rate'],
    [{ eur: '1/20' }, null, 'hours_per_unit invalid_rate'],
    [{ EUR: '1/20', EURO: '1/20' }, null, 'hours_per_unit invalid_rate'],
    [{ EUR: '1/20' }, '1999-12-31', 'from invalid_date'],
    [{ EUR: '1/20' }, '2200-01-01', 'from invalid_date'],
  ];
  for (const [rates, from, expected] of faulty) {
    await assert.rejects(change(partnerId, rates, from), (error: { fields?: { field: string; code: string }[] }) => {
      assert.deepEqual(
        error.fields?.map(({ field, code }) => `${field} ${code}`),
        [expected],
      );
      return true;
    });
  }
  assert.deepEqual(await read(), []);
  const act = { communityId, partnerId: 999_999, actor: 'test' };
  await assert.rejects(
    changeRates(service.deps, act, { hoursPerUnit: { EUR: '1/20' }, from: null }),
    /no such partner/,
  );
});

test('the rates that a release before had written are taken over', async () => {
  const { communityId, partnerId, read } = await setUp();
  const { readFile } = await import('node:fs/promises');
  const file = new URL('../../database/migrations/0009_exchange_rates.sql', import.meta.url);
  const text = await readFile(file, 'utf8');
  const takeOver = text.slice(text.indexOf('insert into'));
  await service.ownerQuery('update partners set hours_per_unit = $2 where id = $1', [
    partnerId,
    { EUR: '1/20', CHF: '2/41', '': '1/2', JPY: 'x' },
  ]);
  await service.ownerQuery(takeOver.replace('where', `where p.community_id = ${communityId} and`));
  assert.deepEqual(await read(), ['CHF 2/41 null own', 'EUR 1/20 null own']);
});
