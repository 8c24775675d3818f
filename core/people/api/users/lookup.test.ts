import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testService } from '../../../../test-support/harness.ts';
import { isPaymentReference } from '../../members/payment-reference.ts';

const service = await testService();
const partner = await service.createPartner();
const member = await service.createMember(partner);
const token = await service.token(partner);

const lookUp = (payment_reference: string, as = token) =>
  service.call('GET', '/users/lookup', { token: as, query: { payment_reference } });

test('a payment reference names its member, however it is spaced and cased', async () => {
  const reference = member.paymentReference;
  assert.ok(isPaymentReference(reference));
  const printed = reference.replace(/(.{4})/g, '$1 ');
  const spellings = [
    ...[reference, printed, reference.toLowerCase(), ` ${printed.toLowerCase()}`, printed.replaceAll(' ', '-')],
    ...[
      printed.replaceAll(' ', '\u2013'),
      printed.replaceAll(' ', '\u00a0'),
      `RF${reference.slice(2, 4)}000${reference.slice(4)}`,
    ],
  ];
  for (const text of spellings) {
    const { status, body, headers } = await lookUp(text);
    assert.equal(status, 200, text);
    assert.deepEqual(body, { data: { user_id: member.id, payment_reference: reference } });
    assert.equal(headers.get('cache-control'), 'private, no-store');
  }
});

test('the reference that a member had before finds it, and the answer has the present one', async () => {
  const { id, uuid, paymentReference } = await service.createMember(partner);
  await service.ownerQuery(`update members set former_payment_reference = 'RF471234567890' where id = $1`, [uuid]);
  const { status, body } = await lookUp('rf47 1234 5678 90');
  assert.equal(status, 200);
  assert.deepEqual(body, { data: { user_id: id, payment_reference: paymentReference } });
});

test('a wrong check digit is 400 by name, never a near match', async () => {
  const last = Number(member.paymentReference.at(-1));
  const mistyped = member.paymentReference.slice(0, -1) + ((last + 1) % 10);
  const wrong = await lookUp(mistyped);
  assert.equal(wrong.status, 400);
  assert.equal(wrong.body.error, 'invalid_request');
  assert.deepEqual(
    wrong.body.errors.map(({ field, code }: { field: string; code: string }) => [field, code]),
    [['payment_reference', 'wrong_check_digits']],
  );
  for (const text of ['RF18', 'XX18539007547034', 'RF1853900754703\u0664', 'R\u017f18539007547034']) {
    const { status, body } = await lookUp(text);
    assert.equal(status, 400, text);
    assert.equal(body.errors[0].code, 'invalid_payment_reference');
  }
});

test('a letter that only folds to an ASCII one makes it no reference, whatever its check digits are', async () => {
  const withCheckDigits = (body: string) =>
    Array.from({ length: 100 }, (_, digits) => `RF${String(digits).padStart(2, '0')}${body}`).filter(
      isPaymentReference,
    );
  // Long s, dotless i, sharp s and a ligature: what toUpperCase makes of them is ASCII.
  for (const [letter, folded] of [
    ['\u017f', 'S'],
    ['\u0131', 'I'],
    ['\u00df', 'SS'],
    ['\ufb00', 'FF'],
  ] as const) {
    const references = withCheckDigits(`${folded}539007547034`);
    assert.ok(references.length > 0);
    for (const reference of references) {
      assert.equal((await lookUp(reference)).status, 404, reference);
      const { status, body } = await lookUp(reference.replace(folded, letter));
      assert.deepEqual([status, body.errors?.[0]?.code], [400, 'invalid_payment_reference'], reference);
    }
  }
});

test('a missing, empty, repeated or unknown parameter is 400 by name', async () => {
  for (const [query, field] of [
    ['', 'payment_reference'],
    ['?payment_reference=', 'payment_reference'],
    ['?payment_reference=RF18539007547034&payment_reference=RF18539007547034', 'payment_reference'],
    ['?payment_reference=RF18539007547034&near=1', 'near'],
  ] as const) {
    const { status, body } = await service.call('GET', `/users/lookup${query}`, { token });
    assert.equal(status, 400, query);
    assert.equal(body.error, 'invalid_request');
    assert.equal(body.errors[0].field, field);
  }
});

test('unknown, suspended, hidden, and another community\u2019s members get one answer', async () => {
  const suspended = await service.createMember({ ...partner, status: 'suspended' });
  const hidden = await service.createMember({ ...partner, visibility: 'hidden' });
  const foreign = await service.createMember(await service.createPartner());
  for (const reference of ['RF18539007547034', ...[suspended, hidden, foreign].map((m) => m.paymentReference)]) {
    const { status, body } = await lookUp(reference);
    assert.equal(status, 404);
    assert.equal(body.error, 'user_not_found');
  }
});

test('wallet.write or users.read suffices, and nothing else does', async () => {
  for (const scope of ['wallet.write', 'users.read'] as const) {
    assert.equal((await lookUp(member.paymentReference, await service.token(partner, [scope]))).status, 200);
  }
  const { status, body } = await lookUp(member.paymentReference, await service.token(partner, ['wallet.read']));
  assert.equal(status, 403);
  assert.equal(body.error, 'insufficient_scope');
});
