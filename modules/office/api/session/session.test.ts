import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MINUTE_MS } from '../../../../core/base/time.ts';
import { openConsole, signedIn, TEST_PASSWORD } from '../../../../test-support/console.ts';
import { testService } from '../../../../test-support/harness.ts';

const service = await testService();

const codeOf = ({ status, body }: { status: number; body: { error?: string } }) =>
  `${status} ${body.error ?? ''}`.trim();

test('the cookie is __Host-, Secure, HttpOnly, SameSite=Strict, for the whole origin, and ends with the browser', async () => {
  const { origin } = service;
  const response = await fetch(`${origin}/api/console/v1/session`);
  assert.match(
    response.headers.get('set-cookie') ?? '',
    /^__Host-timebank=[A-Za-z0-9_-]{43}; Path=\/; Secure; HttpOnly; SameSite=Strict$/,
  );
});

test('sign-in replaces the visitor cookie and the token; the old ones are worth nothing', async () => {
  const { email } = await signedIn(service);
  const client = await openConsole(service);
  const [cookie, csrf] = [client.cookie, client.csrf];
  const { status, body } = await client.signIn(email);
  assert.equal(status, 200);
  assert.equal(body.data.administrator.email, email);
  assert.notEqual(client.cookie, cookie);
  assert.notEqual(client.csrf, csrf);
  assert.equal((await client.call('listSessions')).status, 200);
  const old = await openConsole(service);
  old.cookie = cookie;
  assert.equal((await old.call('getSession')).body.data.signed_in, false);
  // Only the digest is stored (I7).
  const rows = await service.ownerQuery<{ found: boolean }>(
    `select exists (select from sessions where encode(token_hash, 'escape') like '%' || $1 || '%') as found`,
    [client.cookie],
  );
  assert.equal(rows[0]?.found, false);
});

test('signing in ends the session that the browser held, also of another person', async () => {
  const { client, email } = await signedIn(service);
  const other = await signedIn(service);
  for (const next of [email, other.email]) {
    const held = await openConsole(service);
    held.cookie = client.cookie;
    assert.equal((await held.call('listSessions')).status, 200);
    assert.equal((await client.signIn(next)).status, 200);
    assert.equal(codeOf(await held.call('listSessions')), '401 not_signed_in', next);
  }
  assert.equal((await client.call('getSession')).body.data.administrator.email, other.email);
});

test('the device cookie is guarded like the session’s, outlives it, and opens nothing', async () => {
  const { client, email } = await signedIn(service);
  const { headers } = await client.signIn(email);
  const [, device] = headers.getSetCookie();
  assert.match(
    device ?? '',
    /^__Host-timebank-device=[\w.-]+; Path=\/; Secure; HttpOnly; SameSite=Strict; Max-Age=15552000$/,
  );
  const known = client.device;
  await client.call('signOut');
  assert.equal(client.device, known);
  const alone = await openConsole(service);
  alone.device = known;
  assert.equal(codeOf(await alone.call('listSessions')), '401 not_signed_in');
  assert.equal(codeOf(await alone.signIn(email, 'wrong password here')), '401 sign_in_failed');
});

test('e-mail address and password: case of the address aside, nothing is forgiven, and every failure reads the same', async () => {
  const { email } = await signedIn(service);
  const client = await openConsole(service);
  const wrong = [
    await client.signIn(email, 'nine green kettles whistl'),
    await client.signIn(email, `${TEST_PASSWORD} `),
    await client.signIn('nobody@example.org'),
  ];
  for (const answer of wrong) assert.equal(codeOf(answer), '401 sign_in_failed');
  assert.equal(new Set(wrong.map(({ body }) => body.error_description)).size, 1);
  assert.equal((await client.signIn(`  ${email.toUpperCase()} `)).status, 200);
});

test('a person who has lost the last role can neither go on nor sign in', async () => {
  const { client, email, id } = await signedIn(service);
  await service.ownerQuery('delete from administrator_roles where administrator_id = $1', [id]);
  assert.equal(codeOf(await client.call('listSessions')), '401 not_signed_in');
  assert.equal(codeOf(await (await openConsole(service)).signIn(email)), '401 sign_in_failed');
});

test('a session ends after 30 minutes without use, and after 8 hours whatever happens', async () => {
  const { client, email } = await signedIn(service);
  service.clock.advance(29 * MINUTE_MS);
  assert.equal((await client.call('listSessions')).status, 200);
  service.clock.advance(29 * MINUTE_MS);
  assert.equal((await client.call('listSessions')).status, 200);
  service.clock.advance(30 * MINUTE_MS);
  assert.equal(codeOf(await client.call('listSessions')), '401 not_signed_in');

  await client.call('getSession');
  assert.equal((await client.signIn(email)).status, 200);
  for (let minutes = 0; minutes < 8 * 60 - 20; minutes += 20) {
    service.clock.advance(20 * MINUTE_MS);
    assert.equal((await client.call('getSession')).body.data.signed_in, true, `${minutes} minutes`);
  }
  service.clock.advance(20 * MINUTE_MS);
  assert.equal((await client.call('getSession')).body.data.signed_in, false);
});

test('signing out ends the session on the server', async () => {
  const { client } = await signedIn(service);
  const { cookie } = client;
  const out = await client.call('signOut');
  assert.equal(out.status, 200);
  assert.ok(out.headers.get('clear-site-data'));
  assert.notEqual(client.cookie, cookie);
  client.cookie = cookie;
  assert.equal(codeOf(await client.call('listSessions')), '401 not_signed_in');
});

test('sessions are listed and revoked one by one or all but this one; those of others are unknown', async () => {
  const { client, email } = await signedIn(service);
  const second = await openConsole(service);
  const third = await openConsole(service);
  await second.signIn(email);
  await third.signIn(email);
  const other = await signedIn(service);
  const list = await client.call('listSessions');
  assert.deepEqual(
    list.body.data.map(({ current }: { current: boolean }) => current),
    [false, false, true],
  );
  const [newest, middle] = list.body.data as { id: number }[];
  for (const sessionId of [newest?.id ?? 0, 'x', 999_999]) {
    const foreign = await other.client.call('revokeSession', { params: { sessionId } });
    assert.equal(codeOf(foreign), '404 session_not_found');
  }
  assert.equal((await client.call('revokeSession', { params: { sessionId: middle?.id ?? 0 } })).status, 200);
  assert.equal(codeOf(await second.call('listSessions')), '401 not_signed_in');
  assert.equal((await third.call('listSessions')).status, 200);
  assert.deepEqual((await client.call('revokeOtherSessions')).body.data, { revoked: 1 });
  assert.equal(codeOf(await third.call('listSessions')), '401 not_signed_in');
  assert.equal((await client.call('listSessions')).status, 200);
});

test('changing the password needs the old one, ends all other sessions and renews this one', async () => {
  const { client, email } = await signedIn(service);
  const second = await openConsole(service);
  await second.signIn(email);
  const next = 'a walrus reads the harbour news';
  const wrong = await client.call('changePassword', {
    body: { current_password: 'not at all the password', new_password: next },
  });
  assert.deepEqual([wrong.status, wrong.body.errors[0].field], [422, 'current_password']);
  for (const new_password of ['short', 'passwordpassword', email + email, TEST_PASSWORD]) {
    const refused = await client.call('changePassword', { body: { current_password: TEST_PASSWORD, new_password } });
    assert.deepEqual([refused.status, refused.body.errors[0].field], [422, 'new_password'], new_password);
  }
  const { cookie, csrf } = client;
  const body = { current_password: TEST_PASSWORD, new_password: next };
  assert.equal((await client.call('changePassword', { body })).status, 200);
  assert.notEqual(client.cookie, cookie);
  assert.notEqual(client.csrf, csrf);
  assert.equal((await client.call('listSessions')).body.data.length, 1);
  assert.equal(codeOf(await second.call('listSessions')), '401 not_signed_in');
  const again = await openConsole(service);
  assert.equal(codeOf(await again.signIn(email)), '401 sign_in_failed');
  assert.equal((await again.signIn(email, next)).status, 200);
});

test('credentials need a password of the last ten minutes, typed again by the same person', async () => {
  const { client, slug } = await signedIn(service);
  const create = () => client.call('createPartner', { params: { slug }, body: { name: 'Bank', scopes: [] } });
  assert.equal((await create()).status, 201);
  service.clock.advance(10 * MINUTE_MS);
  assert.equal(codeOf(await create()), '403 password_required');
  assert.equal((await client.call('listPartners', { params: { slug } })).status, 200);
  const wrong = await client.call('confirmPassword', { body: { password: 'something else entirely' } });
  assert.equal(codeOf(wrong), '401 sign_in_failed');
  assert.equal(codeOf(await create()), '403 password_required');
  assert.equal((await client.call('confirmPassword', { body: { password: TEST_PASSWORD } })).status, 200);
  assert.equal((await create()).status, 201);
});

test('sign-ins, failures and ends are audited without what was typed', async () => {
  const { client, email, id } = await signedIn(service);
  const other = await openConsole(service);
  await other.signIn(email, 'my secret typed in wrongly');
  await other.signIn('my-password-in-the-wrong-field');
  await client.call('signOut');
  const rows = await service.ownerQuery<{ action: string; details: Record<string, unknown> }>(
    `select action, details from audit_log where subject = $1 or actor = $1 or action = 'sign_in.failed' order by id`,
    [`administrator:${id}`],
  );
  assert.ok(rows.some(({ action }) => action === 'sign_in.succeeded'));
  assert.ok(rows.some(({ action, details }) => action === 'sign_in.failed' && details.reason === 'wrong password'));
  assert.ok(rows.some(({ action, details }) => action === 'sign_in.failed' && details.reason === 'unknown account'));
  assert.ok(rows.some(({ action }) => action === 'session.ended'));
  assert.ok(!JSON.stringify(rows).includes('secret typed') && !JSON.stringify(rows).includes('wrong-field'));
});
