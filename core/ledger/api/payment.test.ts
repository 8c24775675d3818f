/** `payment`: the transfer in the bank's terms. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testService } from '../../../test-support/harness.ts';
import { creditWith, newReference } from '../../../test-support/wallet.ts';
import { LAST_ID } from '../../database/keyset.ts';
import type { Queryable, SqlStatement } from '../../database/query.ts';
import { selectCreditPage } from '../credit-queries.ts';

const service = await testService();

async function setUp(communityId?: number) {
  const partner = await service.createPartner(communityId === undefined ? {} : { communityId });
  const member = await service.createMember(partner);
  return { partner, member, token: await service.token(partner) };
}

const WHOLE = { amount: '125.00', currency: 'EUR', value_date: '2026-11-19', end_to_end_id: 'RENT 2026/11' };

test('a payment, whole or in parts, is stored and returned exactly as it was sent', async () => {
  const { member, token } = await setUp();
  for (const payment of [
    WHOLE,
    { amount: '0.5' },
    { amount: '007.10' },
    { amount: '999999999999999.99' },
    { currency: 'JPY' },
    { value_date: '2024-02-29' },
    { value_date: '0001-01-01' },
    { end_to_end_id: 'NOTPROVIDED' },
    { end_to_end_id: ' ' },
    { end_to_end_id: '\u{1f600}'.repeat(35), amount: '1' },
  ]) {
    const { status, body } = await creditWith(service, token, { user_id: member.id, payment });
    assert.equal(status, 201, JSON.stringify(body));
    assert.deepEqual(body.data.payment, payment);
    const read = await service.call('GET', `/wallet/credits/${body.data.id}`, { token });
    assert.deepEqual(read.body.data.payment, payment);
  }
});

test('no payment, null, an empty object and one of nulls are the same: none', async () => {
  const { member, token } = await setUp();
  for (const payment of [undefined, null, {}, { amount: null, end_to_end_id: null }]) {
    const { status, body } = await creditWith(service, token, { user_id: member.id, payment });
    assert.deepEqual([status, body.data.payment], [201, null]);
  }
  const { body } = await creditWith(service, token, { user_id: member.id, payment: { ...WHOLE, currency: null } });
  const { currency, ...rest } = WHOLE;
  assert.deepEqual(body.data.payment, rest);
});

test('a malformed payment is 422 by name and code, and uses no reference up', async () => {
  const { member, token } = await setUp();
  const reference = newReference();
  const e2e = (end_to_end_id: unknown) => ({ end_to_end_id });
  for (const [payment, fault] of [
    [{ iban: 'DE02' }, 'payment.iban unknown_field'],
    ['125.00', 'payment wrong_type'],
    [[], 'payment wrong_type'],
    [{ amount: 125 }, 'payment.amount wrong_type'],
    [{ amount: '' }, 'payment.amount invalid_amount'],
    [{ amount: '1,50' }, 'payment.amount invalid_amount'],
    [{ amount: '.5' }, 'payment.amount invalid_amount'],
    [{ amount: '1e2' }, 'payment.amount invalid_amount'],
    [{ amount: ' 1' }, 'payment.amount invalid_amount'],
    [{ amount: '+1' }, 'payment.amount invalid_amount'],
    [{ amount: '1\n' }, 'payment.amount invalid_amount'],
    [{ amount: '\u0661' }, 'payment.amount invalid_amount'],
    [{ amount: '0.00' }, 'payment.amount not_positive'],
    [{ amount: '-1' }, 'payment.amount not_positive'],
    [{ amount: '1.005' }, 'payment.amount too_many_decimals'],
    [{ amount: '1000000000000000' }, 'payment.amount too_large'],
    [{ currency: 'eur' }, 'payment.currency unknown_currency'],
    [{ currency: 'EURO' }, 'payment.currency unknown_currency'],
    [{ currency: 'XQX' }, 'payment.currency unknown_currency'],
    [{ currency: 'EUR\n' }, 'payment.currency unknown_currency'],
    [{ value_date: '2026-02-29' }, 'payment.value_date invalid_date'],
    [{ value_date: '2026-11-20T00:00:00Z' }, 'payment.value_date invalid_date'],
    [{ value_date: '0000-01-01' }, 'payment.value_date invalid_date'],
    [e2e(''), 'payment.end_to_end_id too_short'],
    [e2e('\u{1f600}'.repeat(36)), 'payment.end_to_end_id too_long'],
    [e2e('a\tb'), 'payment.end_to_end_id invalid_characters'],
    [e2e('a\u200bb'), 'payment.end_to_end_id invalid_characters'],
    [e2e('a\u2028b'), 'payment.end_to_end_id invalid_characters'],
    [e2e('\ud800'), 'payment.end_to_end_id invalid_characters'],
    [e2e('a\0'), 'payment.end_to_end_id invalid_characters'],
    [e2e(7), 'payment.end_to_end_id wrong_type'],
  ] as [unknown, string][]) {
    const { status, body } = await creditWith(service, token, { user_id: member.id, reference, payment });
    assert.equal(status, 422, JSON.stringify([payment, body]));
    const [{ field, code }, ...more] = body.errors;
    assert.deepEqual([`${field} ${code}`, more], [fault, []], JSON.stringify(payment));
  }
  const twice = `{"user_id":"x","hours":1,"reference":"r","payment":{"amount":"1","amount":"2"}}`;
  const headers = { 'Content-Type': 'application/json' };
  const { status, body } = await service.call('POST', '/wallet/credit', { token, body: twice, headers });
  assert.deepEqual([status, body.errors[0].field], [400, 'payment.amount']);
  assert.equal((await creditWith(service, token, { user_id: member.id, reference })).status, 201);
});

test('all faults of a payment are reported at once', async () => {
  const { member, token } = await setUp();
  const payment = { amount: '1.234', currency: 'x', value_date: 'today', end_to_end_id: '', bic: 1 };
  const { body } = await creditWith(service, token, { user_id: member.id, hours: 0, payment });
  assert.deepEqual(body.errors.map(({ field }: { field: string }) => field).sort(), [
    'hours',
    'payment.amount',
    'payment.bic',
    'payment.currency',
    'payment.end_to_end_id',
    'payment.value_date',
  ]);
});

test('a replay with another payment or note is the same credit, and keeps the first ones', async () => {
  const { member, token } = await setUp();
  const json = { user_id: member.id, reference: newReference(), note: 'first', payment: WHOLE };
  assert.equal((await creditWith(service, token, json)).status, 201);
  for (const other of [{ payment: { amount: '1.00' } }, { payment: null }, { note: 'second' }, { note: null }]) {
    const { status, body } = await creditWith(service, token, { ...json, ...other });
    assert.deepEqual([status, body.meta, body.data.payment, body.data.note], [200, { replayed: true }, WHOLE, 'first']);
  }
});

test('end_to_end_id filters the partner\u2019s own credits, byte by byte', async () => {
  const { partner, member, token } = await setUp();
  const other = await service.token(await service.createPartner({ communityId: partner.communityId }));
  const pay = async (use: string, reference: string, end_to_end_id?: string) => {
    const json = { user_id: member.id, reference, payment: { amount: '1', end_to_end_id } };
    assert.equal((await creditWith(service, use, json)).status, 201);
  };
  await pay(token, 'one', 'E2E-1');
  await pay(token, 'two', 'e2e-1');
  await pay(token, 'three');
  await pay(token, 'four', 'E2E-1');
  await pay(other, 'theirs', 'E2E-1');
  const list = async (query: Record<string, string>) => {
    const { status, body } = await service.call('GET', '/wallet/credits', { token, query });
    assert.equal(status, 200);
    return body.data.map(({ reference }: { reference: string }) => reference);
  };
  assert.deepEqual(await list({ end_to_end_id: 'E2E-1' }), ['four', 'one']);
  assert.deepEqual(await list({ end_to_end_id: 'E2E-1', reference: 'one' }), ['one']);
  assert.deepEqual(await list({ end_to_end_id: 'E2E-2' }), []);
  for (const bad of ['', 'x'.repeat(36)]) {
    const { status, body } = await service.call('GET', '/wallet/credits', { token, query: { end_to_end_id: bad } });
    assert.deepEqual([status, body.errors[0].field], [400, 'end_to_end_id']);
  }
});

test('the look-up by end-to-end id reads its index and not all credits of the partner', async () => {
  const { partner, member, token } = await setUp();
  const { body } = await creditWith(service, token, { user_id: member.id, payment: WHOLE });
  await service.ownerQuery(
    `insert into transfers (community_id, id, kind, debit_account_id, credit_account_id, amount_seconds, partner_id,
       reference, payment_end_to_end_id, booked_on, recorded_by, created_at)
     select community_id, gen_random_uuid(), kind, debit_account_id, credit_account_id, amount_seconds, partner_id,
       'many ' || n, 'E2E ' || n % 5000, booked_on, recorded_by, created_at
     from transfers, generate_series(1, 20000) n where reference = $1`,
    [body.data.reference],
  );
  await service.ownerQuery('analyze transfers');
  const explaining: Queryable = {
    run: <Row>({ text }: SqlStatement, values: readonly unknown[]) =>
      service.ownerQuery(`explain ${text}`, [...values]) as Promise<Row[]>,
  };
  const { communityId, partnerId } = partner;
  const asked = { communityId, partnerId, beforeId: LAST_ID, limit: 101, endToEndId: 'E2E 7' };
  const plan = (await selectCreditPage(explaining, asked)) as unknown as Record<string, string>[];
  assert.match(plan.map((row) => row['QUERY PLAN']).join('\n'), /transfers_by_end_to_end_id/);
});

test('the events of a credit carry nothing of its payment', async () => {
  const { partner, member, token } = await setUp();
  await creditWith(service, token, { user_id: member.id, payment: WHOLE });
  const events = await service.ownerQuery<{ data: Record<string, unknown> }>(
    'select data from events where community_id = $1 and type like $2',
    [partner.communityId, 'wallet.%'],
  );
  assert.equal(events.length, 1);
  assert.ok(!/RENT|EUR|125|payment|corrects/.test(JSON.stringify(events)));
});
