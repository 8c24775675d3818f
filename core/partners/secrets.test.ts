import assert from 'node:assert/strict';
import { test } from 'node:test';
import { crc32 } from 'node:zlib';
import { hashToken, isWellFormedToken, newAccessToken } from './access-token.ts';
import {
  isWellFormedClientId,
  isWellFormedSecret,
  newClientId,
  newSecret,
  SECRET_PATTERN,
  secretHint,
} from './secrets.ts';

const FORMS = {
  live: { id: /^tb_ci_[0-9A-Za-z]{22}$/, secret: /^tb_cs_[0-9A-Za-z]{49}$/, token: /^tb_at_[0-9A-Za-z]{49}$/ },
  sandbox: {
    id: /^tb_ci_test_[0-9A-Za-z]{22}$/,
    secret: /^tb_cs_test_[0-9A-Za-z]{49}$/,
    token: /^tb_at_test_[0-9A-Za-z]{49}$/,
  },
} as const;

const LIVE = { kind: 'live', tag: '00000' } as const;

test('10,000 generated ids, secrets and tokens have the published form, and none comes twice', () => {
  const scanner = new RegExp(SECRET_PATTERN);
  const seen = new Set<string>();
  for (let round = 0; round < 5000; round++) {
    for (const kind of ['live', 'sandbox'] as const) {
      const community = { kind, tag: 'aZ09x' };
      const [id, secret, token] = [newClientId(community), newSecret(kind), newAccessToken(community)];
      for (const text of [id, token]) assert.equal(text.slice(text.lastIndexOf('_') + 1).slice(0, 5), 'aZ09x');
      assert.match(id, FORMS[kind].id);
      assert.match(secret, FORMS[kind].secret);
      assert.match(token, FORMS[kind].token);
      assert.ok(isWellFormedClientId(id) && isWellFormedSecret(secret) && isWellFormedToken(token));
      assert.ok(scanner.test(`key: ${secret};`) && scanner.test(`"${token}"`) && !scanner.test(id));
      for (const text of [id, secret, token]) seen.add(text);
    }
  }
  assert.equal(seen.size, 30_000);
});

test('one changed character anywhere breaks the form or the checksum', () => {
  for (let round = 0; round < 200; round++) {
    for (const [text, wellFormed] of [
      [newSecret('live'), isWellFormedSecret],
      [newAccessToken({ kind: 'sandbox', tag: '00000' }), isWellFormedToken],
    ] as const) {
      const at = round % text.length;
      const changed = text.slice(0, at) + (text[at] === 'x' ? 'y' : 'x') + text.slice(at + 1);
      assert.equal(wellFormed(changed), false, changed);
    }
  }
});

test('the checksum is the CRC-32 of all before it, in six base62 digits', () => {
  const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
  for (let round = 0; round < 100; round++) {
    const token = newAccessToken(LIVE);
    const value = [...token.slice(-6)].reduce((sum, digit) => sum * 62 + digits.indexOf(digit), 0);
    assert.equal(value, crc32(token.slice(0, -6)));
  }
});

test('a token, a secret and a client id are not taken for one another', () => {
  assert.equal(isWellFormedToken(newSecret('live')), false);
  assert.equal(isWellFormedSecret(newAccessToken(LIVE)), false);
  assert.equal(isWellFormedClientId(newSecret('live')), false);
  assert.equal(isWellFormedToken(`${newAccessToken(LIVE)}\n`), false);
  assert.equal(isWellFormedToken(''), false);
});

test('every base62 character is about equally frequent', () => {
  const counts = new Map<string, number>();
  const rounds = 4000;
  for (let round = 0; round < rounds; round++) {
    for (const character of newClientId(LIVE).slice(11)) counts.set(character, (counts.get(character) ?? 0) + 1);
  }
  assert.equal(counts.size, 62);
  const expected = (rounds * 17) / 62;
  for (const [character, count] of counts) {
    assert.ok(Math.abs(count - expected) < expected * 0.2, `${character}: ${count} of about ${expected}`);
  }
});

test('a hint shows the prefix and the last four characters only', () => {
  const secret = newSecret('sandbox');
  assert.equal(secretHint(secret), `tb_cs_test_…${secret.slice(-4)}`);
  assert.equal(hashToken('abc').toString('hex').slice(0, 8), 'ba7816bf');
});
