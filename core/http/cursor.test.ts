import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { deriveKeys } from '../base/keys.ts';
import { Refusal } from '../base/refusal.ts';
import { atOneLength, encodeCursor, openCursor } from './cursor.ts';

const keys = deriveKeys(Buffer.alloc(32, 1).toString('base64'));
const scope = {
  partnerId: 7,
  operation: 'listUsers',
  filters: { created_since: '2026-01-01T00:00:00.000Z', type: 'x' },
};
const LAST = '01930a3c-0000-7000-8000-0123456789ab';

const isInvalid = (error: unknown) => error instanceof Refusal && error.code === 'invalid_cursor';

test('a cursor opens to what was sealed, whatever the order of the filters', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', minLength: 1, maxLength: 200 }), (last) => {
      const filters = { type: 'x', created_since: scope.filters.created_since };
      assert.equal(openCursor(keys, { ...scope, filters }, encodeCursor(keys, scope, last)).text, last);
    }),
  );
});

test('one changed character anywhere makes a cursor invalid', () => {
  const cursor = encodeCursor(keys, scope, LAST);
  for (let at = 0; at < cursor.length; at++) {
    for (const character of ['A', 'b', '-', '=', '+']) {
      if (cursor[at] === character) continue;
      const changed = cursor.slice(0, at) + character + cursor.slice(at + 1);
      assert.throws(() => openCursor(keys, scope, changed), isInvalid, changed);
    }
  }
  for (const changed of ['', 'x', `${cursor}A`, `${cursor}=`, cursor.slice(0, -1), cursor.repeat(40)]) {
    assert.throws(() => openCursor(keys, scope, changed), isInvalid, changed);
  }
});

test('a cursor belongs to one partner, operation, set of filters and key', () => {
  const cursor = encodeCursor(keys, scope, LAST);
  for (const other of [
    { ...scope, partnerId: 8 },
    { ...scope, operation: 'listListings' },
    { ...scope, filters: {} },
    { ...scope, filters: { ...scope.filters, type: 'y' } },
    { ...scope, filters: { ...scope.filters, category: '' } },
  ]) {
    assert.throws(() => openCursor(keys, other, cursor), isInvalid);
  }
  const otherKeys = deriveKeys(Buffer.alloc(32, 2).toString('base64'));
  assert.throws(() => openCursor(otherKeys, scope, cursor), isInvalid);
});

test('a cursor tells its holder nothing: not the text, not how long its number is, not that two are of the same place', () => {
  const number = (xid: string) => encodeCursor(keys, scope, JSON.stringify([atOneLength(xid), LAST]));
  const [one, another] = [number('38636'), number('38636')];
  assert.notEqual(one, another);
  for (const text of ['38636', LAST]) {
    const bytes = Buffer.from(one, 'base64url');
    assert.ok(!bytes.includes(text) && !bytes.includes(Buffer.from(text, 'hex')) && !one.includes(text));
  }
  assert.equal(number('9').length, number(String(2n ** 64n - 1n)).length);
});

/** Made by the release 0.1.0+f844f4bd under this key. */
const SIGNED = 'ZEoVH_BDtF5ur25591-X27RNqn8wMTkzMGEzYy0wMDAwLTcwMDAtODAwMC0wMTIzNDU2Nzg5YWI';

test('a cursor that the release 0.1 signed is still taken, and is bound and tamper-checked as it was', () => {
  assert.deepEqual(openCursor(keys, scope, SIGNED), { text: LAST, isSigned: true });
  for (let at = 0; at < SIGNED.length; at++) {
    const changed = `${SIGNED.slice(0, at)}${SIGNED[at] === 'A' ? 'B' : 'A'}${SIGNED.slice(at + 1)}`;
    assert.throws(() => openCursor(keys, scope, changed), isInvalid, changed);
  }
  assert.throws(() => openCursor(keys, { ...scope, partnerId: 8 }, SIGNED), isInvalid);
  assert.throws(() => openCursor(keys, { ...scope, filters: {} }, SIGNED), isInvalid);
});
