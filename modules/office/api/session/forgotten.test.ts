/** A forgotten password: a link by mail that sets a password and nothing else, and an answer that tells nothing. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { enrolled, openConsole, signedIn, TEST_PASSWORD } from '../../../../test-support/console.ts';
import { headerOf, textOfMail } from '../../../../test-support/mail-server.ts';
import { testMailService } from '../../../../test-support/mailing.ts';
import { waitUntil } from '../../../../test-support/wait-until.ts';
import { startMailer } from '../../../mail/domain/mailer.ts';

const NEW_PASSWORD = 'a walrus reads the harbour news';
const MINUTE_MS = 60_000;

const { server, service } = await testMailService();

/** Handles all requests, and sends what is due. */
async function mailing(): Promise<void> {
  const mailer = startMailer(service.deps, { origin: service.origin, pollMs: 20 });
  const open = `select 1 from password_requests where handled_at is null union all select 1 from mails where state = 'due'`;
  await waitUntil('all is done', async () => (await service.ownerQuery(open)).length === 0).finally(() =>
    mailer.stop(),
  );
}

/** Asks as a visitor from an address of its own: the throttle counts by network. */
async function ask(email: string) {
  service.clock.advance(MINUTE_MS);
  const client = await openConsole(service);
  return { client, answer: await client.call('requestPassword', { body: { email } }) };
}

const mailsTo = (email: string) => server.mails.filter(({ to }) => to === email);
const tokenOf = (mail: (typeof server.mails)[0] | undefined) =>
  /console\/new-password\?community=[\w-]+#(tb_reset_[\w-]+)/.exec(mail ? textOfMail(mail) : '')?.[1] ?? '';

test('known and unknown addresses get one answer; the mail has a link that sets a password once and ends all sessions', async () => {
  const { client: signed, email } = await signedIn(service);
  const known = await ask(` ${email.toUpperCase()} `);
  const unknown = await ask('nobody@example.org');
  assert.deepEqual(
    [known.answer.status, known.answer.body.data, known.answer.headers.get('content-length')],
    [unknown.answer.status, unknown.answer.body.data, unknown.answer.headers.get('content-length')],
  );
  await mailing();
  assert.deepEqual([mailsTo(email).length, mailsTo('nobody@example.org').length], [1, 0]);
  assert.equal(headerOf(mailsTo(email)[0] as never, 'List-Unsubscribe'), undefined);
  const token = tokenOf(mailsTo(email)[0]);
  const { client } = known;
  const weak = await client.call('resetPassword', { body: { token, password: 'password' } });
  assert.equal(weak.status, 422);
  const { status, body } = await client.call('resetPassword', { body: { token, password: NEW_PASSWORD } });
  assert.deepEqual([status, body.data], [200, { changed: true }]);
  assert.equal((await signed.call('listSessions')).status, 401, 'sessions have ended');
  assert.equal((await client.signIn(email)).status, 401);
  assert.equal((await client.signIn(email, NEW_PASSWORD)).status, 200);
  const again = await (await openConsole(service)).call('resetPassword', { body: { token, password: TEST_PASSWORD } });
  assert.deepEqual([again.status, again.body.error], [404, 'setup_link_invalid']);
});

test('wrong codes stay counted when the password is set by mail: who reads the mailbox gets no new tries', async () => {
  const { email, code } = await enrolled(service);
  await service.ownerQuery('update administrators set code_failures = 100 where email = $1', [email]);
  await ask(email);
  await mailing();
  const client = await openConsole(service);
  const body = { token: tokenOf(mailsTo(email).at(-1)), password: NEW_PASSWORD };
  assert.equal((await client.call('resetPassword', { body })).status, 200);
  const refused = await client.signIn(email, NEW_PASSWORD, code());
  assert.deepEqual([refused.status, refused.body.errors?.[0]?.code], [409, 'codes_exhausted']);
});

test('the link ends after 30 minutes, and with every other one once a password was set', async () => {
  const { email } = await signedIn(service);
  const { client } = await ask(email);
  await ask(email);
  await mailing();
  const [first, second] = mailsTo(email).map(tokenOf);
  assert.notEqual(first, second);
  assert.equal(
    (await client.call('resetPassword', { body: { token: second ?? '', password: NEW_PASSWORD } })).status,
    200,
  );
  assert.equal(
    (await client.call('resetPassword', { body: { token: first ?? '', password: NEW_PASSWORD } })).status,
    404,
  );
  await ask(email);
  await mailing();
  service.clock.advance(31 * MINUTE_MS);
  const late = tokenOf(mailsTo(email).at(-1));
  assert.equal((await client.call('resetPassword', { body: { token: late, password: TEST_PASSWORD } })).status, 404);
});

test('a mailbox gets six links an hour, silently, and a network ten requests a minute', async () => {
  const { email } = await signedIn(service);
  for (let at = 0; at < 8; at++) assert.equal((await ask(email)).answer.status, 202);
  await mailing();
  assert.equal(mailsTo(email).length, 6);
  service.clock.advance(10 * MINUTE_MS);
  const client = await openConsole(service);
  const answers = [];
  for (let at = 0; at < 12; at++) {
    answers.push((await client.call('requestPassword', { body: { email: `x${at}@example.org` } })).status);
  }
  assert.deepEqual(answers, [...Array(10).fill(202), 429, 429]);
});

test('an account without a role, without a password or whose address another has proved gets no link', async () => {
  const lost = await signedIn(service);
  const bare = await signedIn(service);
  const gone = await signedIn(service);
  await service.ownerQuery('update administrators set address_lost_at = now() where email = $1', [lost.email]);
  await service.ownerQuery('update administrators set password_hash = null where email = $1', [bare.email]);
  await service.ownerQuery(
    'delete from administrator_roles where administrator_id = (select id from administrators where email = $1)',
    [gone.email],
  );
  for (const { email } of [lost, bare, gone]) await ask(email);
  await mailing();
  for (const { email } of [lost, bare, gone]) assert.equal(mailsTo(email).length, 0);
});
