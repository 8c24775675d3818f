import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { totpCode } from '../../../../test-support/totp-code.ts';
import {
  acceptedStep,
  decryptTotpSecret,
  encryptTotpSecret,
  newRecoveryCodes,
  newTotpSecret,
  recoveryCodeHash,
  totpUri,
} from './totp.ts';

const NOW = new Date('2026-11-20T09:30:10Z');

test('the codes are those of RFC 6238, appendix B', () => {
  // The RFC's key is the ASCII text 12345678901234567890; its codes have 8 digits, ours are the last 6.
  const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
  for (const [seconds, code] of [
    [59, '287082'],
    [1111111109, '081804'],
    [2000000000, '279037'],
  ] as const) {
    const at = new Date(seconds * 1000);
    assert.equal(totpCode(secret, at), code);
    assert.equal(acceptedStep(secret, code, at, null), Math.floor(seconds / 30));
  }
});

test('a code is accepted one step early or late, once, and never again after a later one', () => {
  const secret = newTotpSecret();
  const step = Math.floor(NOW.getTime() / 30_000);
  const codeAt = (steps: number) => totpCode(secret, new Date(NOW.getTime() + steps * 30_000));
  assert.equal(acceptedStep(secret, codeAt(-1), NOW, null), step - 1);
  assert.equal(acceptedStep(secret, codeAt(1), NOW, null), step + 1);
  assert.equal(acceptedStep(secret, codeAt(2), NOW, null), undefined);
  assert.equal(acceptedStep(secret, codeAt(-2), NOW, null), undefined);
  assert.equal(acceptedStep(secret, codeAt(0), NOW, step), undefined);
  assert.equal(acceptedStep(secret, codeAt(-1), NOW, step), undefined);
  assert.equal(acceptedStep(secret, codeAt(1), NOW, step), step + 1);
  for (const code of ['', '12345', '1234567', 'abcdef', `${codeAt(0)} `]) {
    assert.equal(acceptedStep(secret, code, NOW, null), undefined);
  }
});

test('a stored secret opens only with its key and for its administrator', () => {
  const key = randomBytes(32);
  const secret = newTotpSecret();
  const stored = encryptTotpSecret(key, 3, secret);
  assert.equal(decryptTotpSecret(key, 3, stored), secret);
  assert.ok(!stored.toString('latin1').includes(secret));
  assert.throws(() => decryptTotpSecret(key, 4, stored));
  assert.throws(() => decryptTotpSecret(randomBytes(32), 3, stored));
  assert.match(totpUri(secret, 'ada@example.org'), /^otpauth:\/\/totp\/Timebank:ada%40example\.org\?.*secret=/);
});

test('recovery codes are ten, distinct, and recognised whatever the spelling', () => {
  const codes = newRecoveryCodes();
  assert.equal(new Set(codes).size, 10);
  const key = randomBytes(32);
  for (const code of codes) {
    assert.match(code, /^[2-9a-hjkmnp-z]{4}(-[2-9a-hjkmnp-z]{4}){2}$/);
    const typed = ` ${code.toUpperCase().replaceAll('-', ' ')} `;
    assert.deepEqual(recoveryCodeHash(key, 1, typed), recoveryCodeHash(key, 1, code));
    assert.notDeepEqual(recoveryCodeHash(key, 2, code), recoveryCodeHash(key, 1, code));
  }
});
