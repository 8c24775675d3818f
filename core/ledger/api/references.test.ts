/** References: which there are, and which are the same. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testService } from '../../../test-support/harness.ts';

const service = await testService();
const partner = await service.createPartner();
const member = await service.createMember({ communityId: partner.communityId });
const token = await service.token(partner);

function credit(json: Record<string, unknown>, use = token) {
  return service.call('POST', '/wallet/credit', { token: use, json: { user_id: member.id, hours: 1, ...json } });
}

test('a reference is any text that a bank may give a transfer, and comes back as it was sent', async () => {
  for (const reference of [
    'x',
    'r'.repeat(128),
    'A B',
    'Überweisung 7',
    '💶-1',
    'NTRF;--\'"<x>%00/\\',
    'NOTPROVIDED-1',
    '00000000000000000001',
  ]) {
    const { status, body } = await credit({ reference });
    assert.deepEqual([status, body.data?.reference], [201, reference]);
  }
});

test('references that name no settled transfer are refused', async () => {
  for (const [reference, code] of [
    ['', 'too_short'],
    ['x'.repeat(129), 'too_long'],
    [' leading', 'surrounding_space'],
    ['trailing ', 'surrounding_space'],
    ['no-break space\u00a0', 'surrounding_space'],
    ['\u3000ideographic space', 'surrounding_space'],
    ['tab\there', 'invalid_characters'],
    ['line\nfeed', 'invalid_characters'],
    ['delete\u007f', 'invalid_characters'],
    ['zero\u200bwidth', 'invalid_characters'],
    ['zero-width\u200djoiner', 'invalid_characters'],
    ['right to left\u202eoverride', 'invalid_characters'],
    ['\ufeffbyte order mark', 'invalid_characters'],
    ['tag\u{e0041}character', 'invalid_characters'],
    ['soft\u00adhyphen', 'invalid_characters'],
    ['NOTPROVIDED', 'placeholder'],
    ['notprovided', 'placeholder'],
    ['NONREF', 'placeholder'],
    ['NotAvailable', 'placeholder'],
    ['lone \ud800', 'invalid_characters'],
    ['nul \0', 'invalid_characters'],
    ['line\u2028separator', 'invalid_characters'],
    ['paragraph\u2029separator', 'invalid_characters'],
    ['\u2028', 'invalid_characters'],
    ['not\ufffe', 'invalid_characters'],
    ['not\uffff', 'invalid_characters'],
    ['not\ufdd0', 'invalid_characters'],
    ['not\u{1ffff}', 'invalid_characters'],
  ] as const) {
    const { status, body } = await credit({ reference });
    assert.equal(status, 422, reference);
    assert.deepEqual([body.errors[0].field, body.errors[0].code], ['reference', code], JSON.stringify(reference));
  }
});

test('lengths count code points: 128 astral characters are a reference, 500 are a note', async () => {
  const reference = '🏦'.repeat(128);
  const { status, body } = await credit({ reference, note: '🙂'.repeat(500) });
  assert.equal(status, 201);
  assert.equal(body.data.reference, reference);
});

test('references are compared byte by byte and belong to one partner', async () => {
  const lucky = await service.createMember({ communityId: partner.communityId });
  const reference = 'Case-1';
  const second = await service.createPartner({ communityId: partner.communityId });
  const secondToken = await service.token(second);
  for (const [sent, use] of [
    [reference, token],
    [reference.toLowerCase(), token],
    [`${reference}é`, token],
    [`${reference}e\u0301`, token],
    [`${reference} a b`, token],
    [`${reference} a  b`, token],
    [`${reference}１`, token],
    [`${reference}1`, token],
    [reference, secondToken],
  ] as const) {
    assert.equal((await credit({ user_id: lucky.id, reference: sent }, use)).status, 201);
  }
  const { body } = await service.call('GET', `/wallet/balance/${lucky.id}`, { token });
  assert.equal(body.data.balance_hours, 9);
});
