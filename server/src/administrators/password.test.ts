import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DatabaseUnavailable } from '../database/connection.ts';
import { checkNewPassword, hashPassword, isPassword, needsRehash } from './password.ts';

test('a password opens its own hash and no other; two hashes of one password differ', async () => {
  const [one, two] = await Promise.all([hashPassword('nine green kettles'), hashPassword('nine green kettles')]);
  assert.notEqual(one, two);
  assert.match(one, /^\$argon2id\$v=19\$m=47104,t=1,p=1\$/);
  assert.equal(await isPassword('nine green kettles', one), true);
  assert.equal(await isPassword('nine green kettles ', one), false);
  assert.equal(needsRehash(one), false);
  assert.equal(needsRehash(one.replace('m=47104', 'm=19456')), true);
  // Composed and decomposed letters are the same password.
  const umlaut = await hashPassword('\u00fcber neun gr\u00fcne Kessel');
  assert.equal(await isPassword('u\u0308ber neun gru\u0308ne Kessel', umlaut), true);
});

test('nobody has no password, and the answer takes the work of a real one', async () => {
  const hash = await hashPassword('nine green kettles');
  const timeOf = async (phc: string | null | undefined) => {
    const startedAt = performance.now();
    assert.equal(await isPassword('wrong', phc), false);
    return performance.now() - startedAt;
  };
  await timeOf(hash);
  const median = (times: number[]) => times.sort((a, b) => a - b)[2] ?? 0;
  const known: number[] = [];
  const unknown: number[] = [];
  for (let round = 0; round < 5; round++) {
    known.push(await timeOf(hash));
    unknown.push(await timeOf(undefined));
  }
  const ratio = median(unknown) / median(known);
  assert.ok(ratio > 0.4 && ratio < 2.5, `ratio ${ratio}`);
});

test('hashes wait for each other, and beyond what may wait there is an answer at once', async () => {
  const results = await Promise.allSettled(Array.from({ length: 60 }, () => isPassword('x', undefined)));
  const refused = results.filter(({ status }) => status === 'rejected');
  assert.equal(refused.length, 8);
  for (const result of refused) assert.ok((result as PromiseRejectedResult).reason instanceof DatabaseUnavailable);
  assert.equal(await isPassword('x', undefined), false);
});

test('a new password has 15 to 256 characters and is not easily guessed', () => {
  const codeOf = (password: string) => {
    try {
      checkNewPassword(password, ['ada@example.org']);
      return undefined;
    } catch (error) {
      return (error as { fields: { code: string; field: string }[] }).fields.map(({ code }) => code).join();
    }
  };
  assert.equal(codeOf('nine green kett'), undefined);
  assert.equal(codeOf('nine green ket'), 'too_short');
  assert.equal(codeOf('\u{1f33b}\u{1f422}\u{1f680}\u{1f4a1}\u{1f308}\u{1f34e}abcdxkqwz'), undefined);
  assert.equal(codeOf(`nine green kettles ${'whistle '.repeat(30)}`), 'too_long');
  assert.equal(codeOf('passwordpassword1'), 'too_common');
});
