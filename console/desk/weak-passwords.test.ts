import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { isWeakPassword } from './password.ts';

test('passwords that people try first are refused, in every disguise', () => {
  for (const password of [
    'passwordpassword',
    'Password123456!',
    'P@ssw0rd-P@ssw0rd',
    'Timebank2026Timebank',
    'timebank console admin',
    '123456789012345',
    'aaaaaaaaaaaaaaaaaaaa',
    'qwertyuiopasdfgh',
    'qwertz1234567890',
    'abcdefghijklmnopqrs',
    'correct horse battery staple',
    'letmeinletmein2026',
    'xyzxyzxyzxyzxyzxyz',
    'Winter2025Winter2026',
  ]) {
    assert.equal(isWeakPassword(password), true, password);
  }
});

test("the account's own words do not make a password", () => {
  const own = ['ada.lovelace@riverside.example', 'Ada Lovelace', 'Riverside Time Bank'];
  for (const password of ['AdaLovelace1815!!', 'riverside-time-bank-1', 'lovelacelovelace']) {
    assert.equal(isWeakPassword(password, own), true, password);
  }
  assert.equal(isWeakPassword('ada counts walnuts at dusk', own), false);
});

test('several unrelated words pass, without rules on characters; so does what a generator makes', () => {
  for (const password of [
    'nine green kettles whistle',
    'der rote fuchs trinkt tee',
    'ЯблокоПадаетНеДалеко',
    '839201748203948',
  ]) {
    assert.equal(isWeakPassword(password), false, password);
  }
  for (let count = 0; count < 2000; count++) {
    const password = randomBytes(18).toString('base64url');
    assert.equal(isWeakPassword(password), false, password);
  }
});
