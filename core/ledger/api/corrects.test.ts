/** `corrects`: the credit that replaces a reversed one. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { verifyLedger } from '../../../modules/operate/domain/ledger/invariants.ts';
import type { TestResponse } from '../../../test-support/call.ts';
import { startTestService, testService } from '../../../test-support/harness.ts';
import {
  creditBody,
  credited,
  creditWith,
  holdSettlement,
  newReference,
  reverse,
  sendCredits,
  tally,
} from '../../../test-support/wallet.ts';

const service = await testService();

async function setUp() {
  const partner = await service.createPartner();
  const [member, other] = [await service.createMember(partner), await service.createMember(partner)];
  return { partner, member, other, token: await service.token(partner) };
}

/** A credit that was taken back. */
async function reversed(token: string, userId: string, payment?: object): Promise<string> {
  const { status, body } = await creditWith(service, token, { user_id: userId, payment });
  assert.equal(status, 201);
  assert.equal((await reverse(service, token, body.data.id)).status, 201);
  return body.data.id;
}

function assertRefused({ status, body }: TestResponse, code: string): void {
  assert.deepEqual([status, body.error], [422, 'validation_failed'], JSON.stringify(body));
  assert.deepEqual(
    body.errors.map((error: { field: string; code: string }) => [error.field, error.code]),
    [['corrects', code]],
  );
}

const balanceOf = async (token: string, id: string) =>
  (await service.call('GET', `/wallet/balance/${id}`, { token })).body.data.balance_seconds;

test('a credit that replaces a reversed one names it, for any member and amount, also when it is replayed', async () => {
  const { member, other, token } = await setUp();
  const wrong = await reversed(token, member.id);
  const json = { user_id: other.id, hours: 2.5, reference: newReference(), corrects: wrong };
  const first = await creditWith(service, token, json);
  assert.deepEqual([first.status, first.body.data.corrects], [201, wrong]);
  // The credit that it corrects has a correction by now, and is not compared.
  for (const corrects of [wrong, 'crd_nothing', null]) {
    const again = await creditWith(service, token, { ...json, corrects });
    assert.deepEqual([again.status, again.body.meta.replayed, again.body.data.corrects], [200, true, wrong]);
  }
  const { body } = await service.call('GET', `/wallet/credits/${first.body.data.id}`, { token });
  assert.equal(body.data.corrects, wrong);
  assert.deepEqual([await balanceOf(token, member.id), await balanceOf(token, other.id)], [0, 9000]);
});

test('only an own, reversed credit that is not yet corrected can be corrected; a refused reference stays free', async () => {
  const { partner, member, token } = await setUp();
  const second = await service.token(await service.createPartner({ communityId: partner.communityId }));
  const elsewhere = await setUp();
  const reference = newReference();
  const send = (corrects: string) => creditWith(service, token, { user_id: member.id, reference, corrects });
  for (const unknown of [
    'crd_01jd3h6m8nfdwtv0k2x9q4z7ac',
    'nonsense',
    await reversed(second, member.id),
    await reversed(elsewhere.token, elsewhere.member.id),
  ]) {
    assertRefused(await send(unknown), 'unknown_credit');
  }
  assertRefused(await send((await credited(service, token, member.id, 1)).id), 'not_reversed');
  const wrong = await reversed(token, member.id);
  assert.equal((await creditWith(service, token, { user_id: member.id, corrects: wrong })).status, 201);
  assertRefused(await send(wrong), 'already_corrected');
  assert.equal((await send(await reversed(token, member.id))).status, 201);
});

test('a correction that was reversed is corrected in its turn, and what it replaced stays corrected', async () => {
  const { member, token } = await setUp();
  const first = await reversed(token, member.id);
  const second = await creditWith(service, token, { user_id: member.id, corrects: first });
  await reverse(service, token, second.body.data.id);
  assertRefused(await creditWith(service, token, { user_id: member.id, corrects: first }), 'already_corrected');
  assert.equal((await creditWith(service, token, { user_id: member.id, corrects: second.body.data.id })).status, 201);
});

test('credits of one transfer share its end-to-end id where both have one that is no placeholder', async () => {
  const { member, token } = await setUp();
  for (const [before, after, status] of [
    ['E2E-1', 'E2E-1', 201],
    ['E2E-1', 'e2e-1', 422],
    ['E2E-1', 'E2E-2', 422],
    ['E2E-1', undefined, 201],
    [undefined, 'E2E-2', 201],
    ['NOTPROVIDED', 'E2E-2', 201],
    ['E2E-1', 'notprovided', 201],
  ] as const) {
    const corrects = await reversed(token, member.id, { end_to_end_id: before });
    const payment = { end_to_end_id: after };
    const answer = await creditWith(service, token, { user_id: member.id, corrects, payment });
    assert.equal(answer.status, status, `${before} ${after}`);
    if (status === 422) {
      assertRefused(answer, 'unknown_credit');
      assert.match(answer.body.error_description, /another transfer/);
    }
  }
});

test('an unknown member is answered before the credit to correct, and that before the caps', async () => {
  const { member, token } = await setUp();
  const unknown = await creditWith(service, token, { user_id: 'usr_nobody', corrects: 'crd_nothing' });
  assert.equal(unknown.body.error, 'user_not_found');
  const capped = { user_id: member.id, hours: 1001 };
  assertRefused(await creditWith(service, token, { ...capped, corrects: 'crd_nothing' }), 'unknown_credit');
  const corrects = await reversed(token, member.id);
  assert.equal((await creditWith(service, token, { ...capped, corrects })).body.error, 'limit_exceeded');
});

test('exactly one of twenty corrections of one credit over two nodes is booked, the rest are already_corrected', async () => {
  const { partner, member, token } = await setUp();
  const corrects = await reversed(token, member.id);
  const node = await startTestService({ database: service.testDatabase });
  try {
    // All of them have read by the time the first one may write.
    const lock = await holdSettlement(service, partner);
    const racing = Array.from({ length: 20 }, (_, at) =>
      creditWith(at % 2 ? node : service, token, { user_id: member.id, corrects }),
    );
    await lock.waitedForBy(2);
    await lock.release();
    const answers = await Promise.all(racing);
    assert.deepEqual(tally(answers), { 201: 1, 422: 19 });
    for (const answer of answers) if (answer.status !== 201) assertRefused(answer, 'already_corrected');
    assert.equal(await balanceOf(token, member.id), 3600);
  } finally {
    await node.stop();
  }
});

test('the first of two corrections of one credit in one request is booked', async () => {
  const { member, token } = await setUp();
  const corrects = await reversed(token, member.id);
  const both = [1, 2].map((hours) => ({ ...creditBody(member.id, hours), corrects }));
  const { body } = await sendCredits(service, token, both);
  assert.deepEqual(
    body.data.map(({ status }: { status: number }) => status),
    [201, 422],
  );
  assert.equal(body.data[1].error.errors[0].code, 'already_corrected');
});

test('the database itself refuses a second correction and a payment that is none', async () => {
  const { member, token } = await setUp();
  const corrects = await reversed(token, member.id);
  const { body } = await creditWith(service, token, { user_id: member.id, corrects });
  const { body: plain } = await creditWith(service, token, { user_id: member.id });
  const copy = (changes: Record<string, string>) => {
    const columns = `community_id, kind, debit_account_id, credit_account_id, amount_seconds, partner_id, booked_on,
      recorded_by, created_at`;
    const [names, values] = [Object.keys(changes), Object.values(changes)];
    return service.ownerQuery(
      `insert into transfers (${columns}, id, reference, ${names})
       select ${columns}, gen_random_uuid(), 'copy', ${values.map((value) => `'${value}'`)}
       from transfers where reference = $1`,
      [plain.data.reference],
    );
  };
  const [{ id } = { id: '' }] = await service.ownerQuery<{ id: string }>(
    'select corrects_id as id from transfers where reference = $1',
    [body.data.reference],
  );
  await assert.rejects(copy({ corrects_id: id }), /transfers_corrected_once/);
  await assert.rejects(copy({ payment_amount: '0.00' }), /payment_amount_check/);
  await assert.rejects(copy({ payment_amount: '1.005' }), /payment_amount_check/);
  await assert.rejects(copy({ payment_currency: 'eur' }), /payment_currency_check/);
  await assert.rejects(copy({ payment_end_to_end_id: '' }), /end_to_end_id_check/);
});

test('the ledger holds after all of this', async () => {
  const { invariants } = await verifyLedger(service.deps.database, service.clock);
  assert.deepEqual(
    invariants.flatMap(({ offenders }) => offenders),
    [],
  );
});
