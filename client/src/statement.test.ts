import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testService } from '../../test-support/harness.ts';
import { createClient } from './index.ts';

const service = await testService();

/** Two final days with credits and a reversal. */
async function setUp(alter: (path: string, text: string) => string = (_, text) => text) {
  service.clock.set('2026-11-01T08:00:00.000Z');
  const partner = await service.createPartner();
  const member = await service.createMember(partner);
  const at = (time: string) => {
    service.clock.set(time);
    return createClient({
      baseUrl: service.origin,
      ...partner,
      async fetch(input, init) {
        const response = await fetch(input, init);
        const { status, headers } = response;
        return new Response(alter(String(input), await response.text()), { status, headers });
      },
    });
  };
  const credit = (reference: string) => ({ user_id: member.id, seconds: 1200, reference });
  const first = await at('2026-11-01T09:00:00.000Z').creditWallet(credit('one "ü€😀"'));
  const second = at('2026-11-02T09:00:00.000Z');
  await second.creditWallet(credit('two'));
  await second.creditWallet(credit('three'));
  await second.reverseCredit(first.data.id, { reference: 'two' });
  return at('2026-11-03T09:00:00.000Z');
}

test('final days are what their hashes say, one after the other', async () => {
  const client = await setUp();
  const first = await client.verifyStatement('2026-11-01');
  assert.equal(first.fault, undefined);
  const previousHash = first.statement.hash ?? '';
  const { fault, statement } = await client.verifyStatement('2026-11-02', { previousHash });
  assert.deepEqual([fault, statement.credits.count, statement.reversals.count], [undefined, 2, 1]);
  assert.equal((await client.verifyStatement('2026-11-02', { hash: statement.hash ?? '' })).fault, undefined);
});

test('a line that was changed, left out or added shows', async () => {
  for (const alter of [
    (text: string) => text.replace('"seconds":1200', '"seconds":1201'),
    (text: string) => text.replace('"reference":"three"', '"reference":"four"'),
    (text: string) => text.replace(/"user_id":"usr_[^"]+"/, '"user_id":"usr_other"'),
    (text: string) => JSON.stringify({ ...JSON.parse(text), data: JSON.parse(text).data.slice(1) }),
    (text: string) =>
      JSON.stringify({ ...JSON.parse(text), data: [...JSON.parse(text).data, JSON.parse(text).data[0]] }),
  ]) {
    const client = await setUp((path, text) => (path.includes('booked_on=2026-11-02') ? alter(text) : text));
    assert.equal((await client.verifyStatement('2026-11-02')).fault, 'hash_differs', String(alter));
  }
  const reversed = await setUp((path, text) =>
    path.includes('reversed_on=') ? text.replace('"reference":"two"', '"reference":"six"') : text,
  );
  assert.equal((await reversed.verifyStatement('2026-11-02')).fault, 'hash_differs');
});

test('another day before, another hash than the kept one, and a day without a hash show', async () => {
  const client = await setUp();
  const check = (options: object) => client.verifyStatement('2026-11-02', options);
  assert.equal((await check({ previousHash: '0'.repeat(64) })).fault, 'previous_hash_differs');
  assert.equal((await check({ hash: '0'.repeat(64) })).fault, 'hash_differs');
  assert.equal((await client.verifyStatement('2026-11-03')).fault, 'no_hash');
});
