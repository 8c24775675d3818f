import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkNewPassword, createPasswords } from './password.ts';

const passwords = createPasswords();

test('a password opens its own hash and no other; two hashes of one password differ', async () => {
  const [one, two] = await Promise.all([passwords.hash('nine green kettles'), passwords.hash('nine green kettles')]);
  assert.notEqual(one, two);
  assert.match(one, /^\$argon2id\$v=19\$m=47104,t=1,p=1\$/);
  assert.equal(await passwords.matches('nine green kettles', one), true);
  assert.equal(await passwords.matches('nine green kettles ', one), false);
  assert.equal(passwords.needsRehash(one), false);
  assert.equal(passwords.needsRehash(one.replace('m=47104', 'm=19456')), true);
  // Composed and decomposed letters are the same password.
  const umlaut = await passwords.hash('\u00fcber neun gr\u00fcne Kessel');
  assert.equal(await passwords.matches('u\u0308ber neun gru\u0308ne Kessel', umlaut), true);
});

test('nobody has no password, and the answer takes the work of a real one', async () => {
  const light = `$argon2id$v=19$m=8,t=1,p=1$${'A'.repeat(22)}$${'A'.repeat(43)}`;
  /** How many light hashes are done before the answer is there: an order, which a busy machine does not change. */
  const doneBefore = async (phc: string | null | undefined) => {
    let answered = false;
    const answer = passwords.matches('wrong', phc).finally(() => {
      answered = true;
    });
    let count = 0;
    for (; !answered; count++) await passwords.matches('wrong', light);
    assert.equal(await answer, false);
    return count;
  };
  for (const phc of [await passwords.hash('nine green kettles'), undefined, null]) {
    const count = await doneBefore(phc);
    assert.ok(count > 3, `${phc}: ${count}`);
  }
});

test('hashes wait for each other, and beyond what may wait there is an answer at once', async () => {
  const results = await Promise.allSettled(Array.from({ length: 60 }, () => passwords.matches('x', undefined)));
  const refused = results.filter(({ status }) => status === 'rejected');
  assert.equal(refused.length, 8);
  for (const result of refused) assert.equal((result as PromiseRejectedResult).reason.code, 'rate_limited');
  assert.equal(await passwords.matches('x', undefined), false);
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
