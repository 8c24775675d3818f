import assert from 'node:assert/strict';
import { test } from 'node:test';
import { calculateJwkThumbprint } from 'jose';
import { createKey } from '../../test-support/signing.ts';
import { readKeySet } from './public-keys.ts';

/** Codes and fields of what is wrong; the keys' kinds where nothing is. */
function read(keys: unknown, others: 'refuse' | 'skip' = 'refuse') {
  const result = readKeySet({ keys }, others);
  return 'keys' in result
    ? result.keys.map(({ alg }) => alg)
    : result.errors.map(({ field, code }) => `${field} ${code}`);
}

test('a key set holds P-256, RSA and Ed25519 keys, known by their thumbprints, and nothing else of them is kept', async () => {
  const keys = await Promise.all([createKey('ES256'), createKey('PS256'), createKey('EdDSA')]);
  const given = keys.map(({ publicJwk }) => ({ ...publicJwk, use: 'sig', x5t: 'x', note: 'of no use' }));
  const result = readKeySet({ keys: given }, 'refuse');
  assert.ok('keys' in result);
  assert.deepEqual(
    result.keys.map(({ alg, kid, thumbprint }) => [alg, kid, thumbprint]),
    await Promise.all(keys.map(async ({ alg, kid, publicJwk }) => [alg, kid, await calculateJwkThumbprint(publicJwk)])),
  );
  assert.ok(!JSON.stringify(result.keys).includes('of no use'));
  const { alg: _, kid: __, ...bare } = keys[0].publicJwk;
  assert.deepEqual(read([bare]), ['ES256']);
  assert.deepEqual(read([{ ...keys[2].publicJwk, alg: 'Ed25519' }]), ['EdDSA']);
});

test('a private part and a symmetric key are refused by name, pasted or at a URL', async () => {
  for (const alg of ['ES256', 'PS256', 'EdDSA'] as const) {
    const { privateJwk, publicJwk, kid } = await createKey(alg);
    for (const others of ['refuse', 'skip'] as const) {
      const result = readKeySet({ keys: [(await createKey()).publicJwk, privateJwk] }, others);
      assert.ok('errors' in result);
      assert.deepEqual(
        result.errors.map(({ field, code, message }) => [field, code, message.includes(kid), message.includes('(d)')]),
        [['keys.1', 'private_key', true, true]],
      );
      assert.deepEqual(read([{ ...publicJwk, d: '' }], others), ['keys.0 private_key']);
      assert.deepEqual(read([{ kty: 'oct', k: 'c2VjcmV0' }], others), ['keys.0 private_key']);
    }
  }
});

test('other kinds of keys are refused when pasted, and passed over at a URL', async () => {
  const right = (await createKey()).publicJwk;
  const rsa = (await createKey('PS256')).publicJwk;
  for (const other of [
    (await createKey('ES384')).publicJwk,
    { ...right, use: 'enc' },
    { ...right, alg: 'PS256' },
    { ...rsa, alg: 'RS256' },
    { kty: 'OKP', crv: 'X25519', x: (await createKey('EdDSA')).publicJwk.x },
    { kty: 'new' },
    {},
  ]) {
    assert.deepEqual(read([right, other]), ['keys.1 unsupported_key'], JSON.stringify(other));
    assert.deepEqual(read([right, other], 'skip'), ['ES256']);
    assert.deepEqual(read([other], 'skip'), ['keys too_few_items']);
  }
});

test('broken, weak, repeated and too many keys are refused', async () => {
  const right = (await createKey()).publicJwk;
  const rsa = (await createKey('PS256')).publicJwk;
  const point = Buffer.alloc(32, 1).toString('base64url');
  for (const broken of [
    ...[null, 'x', [], 7, { kty: 'EC', crv: 'P-256' }, { ...right, x: point }, { ...right, kid: 7 }],
    ...[
      { ...right, kid: '' },
      { ...right, kid: 'x'.repeat(201) },
      { ...rsa, n: 'x'.repeat(5000) },
    ],
    ...[
      { ...rsa, e: 'Aw' },
      { ...rsa, n: Buffer.alloc(255, 255).toString('base64url') },
    ],
  ]) {
    assert.deepEqual(read([broken]), ['keys.0 invalid_key'], JSON.stringify(broken).slice(0, 200));
  }
  assert.deepEqual(read([right, { ...right, kid: 'again' }]), ['keys.1 repeated']);
  assert.deepEqual(read([right, { ...(await createKey()).publicJwk, kid: right.kid }]), ['keys.1 repeated']);
  const eleven = (await Promise.all(Array.from({ length: 11 }, () => createKey()))).map(({ publicJwk }) => publicJwk);
  assert.deepEqual(read(eleven), ['keys too_many_items']);
  assert.equal(read(eleven.slice(1)).length, 10);
  assert.deepEqual(read([]), ['keys too_few_items']);
  for (const value of [null, 'x', [], {}, { keys: {} }]) {
    assert.ok('errors' in readKeySet(value, 'skip'), JSON.stringify(value));
  }
});
