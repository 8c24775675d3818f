import assert from 'node:assert/strict';
import { test } from 'node:test';
import { enrolled, openConsole, signedIn, TEST_PASSWORD } from '../../../../test-support/console.ts';
import { testService } from '../../../../test-support/harness.ts';
import { totpCode } from '../../../../test-support/totp-code.ts';

const STEP_MS = 30_000;
const service = await testService();

const codeOf = ({ status, body }: { status: number; body: { error?: string } }) =>
  `${status} ${body.error ?? ''}`.trim();

test('codes are asked for only after the enrolment was confirmed with one', async () => {
  const { client, email } = await signedIn(service);
  const begun = await client.call('beginTotp');
  assert.match(begun.body.data.otpauth_uri, /^otpauth:\/\/totp\//);
  assert.equal((await (await openConsole(service)).signIn(email)).status, 200);
  const wrong = await client.call('confirmTotp', { body: { code: '000000' } });
  assert.deepEqual([wrong.status, wrong.body.errors[0].field], [422, 'code']);
  assert.equal((await (await openConsole(service)).signIn(email)).status, 200);
  for (const operation of ['disableTotp', 'renewRecoveryCodes'] as const) {
    assert.equal(codeOf(await client.call(operation)), '409 state_conflict');
  }
});

test('with codes enabled the password alone is not enough, and a code works once', async () => {
  const { email, code, client: first } = await enrolled(service);
  const session = (await first.call('getSession')).body.data.administrator;
  assert.deepEqual([session.totp_enabled, session.recovery_codes_left], [true, 10]);
  assert.equal(codeOf(await first.call('beginTotp')), '409 state_conflict');

  const client = await openConsole(service);
  assert.equal(codeOf(await client.signIn(email)), '401 code_required');
  assert.equal(codeOf(await client.signIn(email, 'wrong password here', code())), '401 sign_in_failed');
  const wrong = await client.signIn(email, TEST_PASSWORD, '000000');
  assert.deepEqual([codeOf(wrong), wrong.body.errors[0].field], ['401 sign_in_failed', 'code']);
  assert.equal((await client.signIn(email, TEST_PASSWORD, ` ${code().slice(0, 3)} ${code().slice(3)}`)).status, 200);
  assert.equal(codeOf(await (await openConsole(service)).signIn(email, TEST_PASSWORD, code())), '401 sign_in_failed');
  service.clock.advance(STEP_MS);
  const both = await Promise.all(
    [1, 2].map(async () => codeOf(await (await openConsole(service)).signIn(email, TEST_PASSWORD, code()))),
  );
  assert.deepEqual(both.sort(), ['200', '401 sign_in_failed']);
});

test('an enrolment is audited from its beginning, as an act on the own account', async () => {
  const { client, id } = await signedIn(service);
  const { body } = await client.call('beginTotp');
  await client.call('confirmTotp', { body: { code: totpCode(body.data.secret, service.clock.now()) } });
  await client.call('disableTotp');
  const rows = await service.ownerQuery(
    `select community_id, actor, action from audit_log where subject = $1 and action like 'administrator.totp%' order by id`,
    [`administrator:${id}`],
  );
  assert.deepEqual(
    rows.map((row) => Object.values(row)),
    ['begun', 'enabled', 'disabled'].map((step) => [null, `administrator:${id}`, `administrator.totp_${step}`]),
  );
});

test('enabling codes ends the other sessions', async () => {
  const { client, email } = await signedIn(service);
  const other = await openConsole(service);
  await other.signIn(email);
  const { body } = await client.call('beginTotp');
  await client.call('confirmTotp', { body: { code: totpCode(body.data.secret, service.clock.now()) } });
  assert.equal(codeOf(await other.call('listSessions')), '401 not_signed_in');
  assert.equal((await client.call('listSessions')).status, 200);
});

test('a recovery code signs in once; new ones replace the old', async () => {
  const { client, email, codes } = await enrolled(service);
  const [one = '', two = ''] = codes;
  assert.equal((await (await openConsole(service)).signIn(email, TEST_PASSWORD, one.toUpperCase())).status, 200);
  assert.equal(codeOf(await (await openConsole(service)).signIn(email, TEST_PASSWORD, one)), '401 sign_in_failed');
  assert.equal((await client.call('getSession')).body.data.administrator.recovery_codes_left, 9);
  const renewed = await client.call('renewRecoveryCodes');
  const [fresh = ''] = renewed.body.data.recovery_codes as string[];
  assert.equal(codeOf(await (await openConsole(service)).signIn(email, TEST_PASSWORD, two)), '401 sign_in_failed');
  assert.equal((await (await openConsole(service)).signIn(email, TEST_PASSWORD, fresh)).status, 200);
});

test('disabled codes are not asked for any more, and everything of them is gone', async () => {
  const { client, email, id, secret, codes } = await enrolled(service);
  const stored = await service.ownerQuery<{ text: string }>(
    `select encode(totp_secret_encrypted, 'escape') ||
       (select string_agg(encode(code_hash, 'escape'), '') from recovery_codes where administrator_id = $1) as text
     from administrators where id = $1`,
    [id],
  );
  // I7: nothing readable is kept.
  for (const text of [secret, ...codes]) assert.ok(!stored[0]?.text.includes(text));
  assert.equal((await client.call('disableTotp')).status, 200);
  assert.equal((await (await openConsole(service)).signIn(email)).status, 200);
  const left = await service.ownerQuery('select from recovery_codes where administrator_id = $1', [id]);
  assert.equal(left.length, 0);
});

test('one-time codes cannot be tried without end', async () => {
  const { email } = await enrolled(service);
  const client = await openConsole(service);
  const answers: number[] = [];
  for (let count = 0; count < 7; count++) {
    answers.push((await client.signIn(email, TEST_PASSWORD, String(count).padStart(6, '0'))).status);
  }
  assert.deepEqual(answers, [401, 401, 401, 401, 401, 429, 429]);
});

test('a stolen session and the password get nowhere without a code, and a code confirms once', async () => {
  const { client, slug, code, codes } = await enrolled(service);
  const partner = () => client.call('createPartner', { params: { slug }, body: { name: 'Bank', scopes: [] } });
  const change = (current_password: string) =>
    client.call('changePassword', { body: { current_password, new_password: 'a walrus reads the harbour news' } });
  const confirm = (password: string, typed?: string) =>
    client.call('confirmPassword', { body: { password, ...(typed === undefined ? {} : { code: typed }) } });
  const refused = async () => {
    for (const answer of [
      await client.call('disableTotp'),
      await client.call('renewRecoveryCodes'),
      await partner(),
      await change(TEST_PASSWORD),
    ]) {
      assert.equal(codeOf(answer), '403 password_required');
    }
  };
  service.clock.advance(10 * 60_000);
  await refused();
  const asked = await confirm(TEST_PASSWORD);
  assert.equal(codeOf(asked), '401 code_required');
  assert.match(asked.body.error_description, /code/);
  assert.equal(codeOf(await confirm('wrong password here')), '401 sign_in_failed');
  const wrong = await confirm(TEST_PASSWORD, '000000');
  assert.deepEqual([codeOf(wrong), wrong.body.errors[0].field], ['401 sign_in_failed', 'code']);
  await refused();

  assert.equal((await confirm(TEST_PASSWORD, code())).status, 200);
  assert.equal((await partner()).status, 201);
  assert.equal(codeOf(await confirm(TEST_PASSWORD, code())), '401 sign_in_failed');
  // A new password is no new confirmation.
  service.clock.advance(9 * 60_000);
  assert.equal((await change(TEST_PASSWORD)).status, 200);
  service.clock.advance(60_000);
  assert.equal(codeOf(await partner()), '403 password_required');

  const [recovery = ''] = codes;
  const next = 'a walrus reads the harbour news';
  assert.equal((await confirm(next, recovery)).status, 200);
  assert.equal(codeOf(await confirm(next, recovery)), '401 sign_in_failed');
  assert.equal((await client.call('disableTotp')).status, 200);
});

test('codes for a confirmation cannot be tried without end', async () => {
  const { client } = await enrolled(service);
  const answers: number[] = [];
  for (let count = 0; count < 6; count++) {
    const body = { password: TEST_PASSWORD, code: String(count).padStart(6, '0') };
    answers.push((await client.call('confirmPassword', { body })).status);
  }
  assert.deepEqual(answers, [401, 401, 401, 401, 401, 429]);
});
