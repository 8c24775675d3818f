import assert from 'node:assert/strict';
import { test } from 'node:test';
import pg from 'pg';
import {
  type ConsoleClient,
  type ConsoleResponse,
  enrolled,
  openConsole,
  signedIn,
  TEST_PASSWORD,
} from '../../../../test-support/console.ts';
import { testService } from '../../../../test-support/harness.ts';
import { createSoftAuthenticator, type Deviation } from '../../../../test-support/soft-authenticator.ts';
import { waitUntil } from '../../../../test-support/wait-until.ts';
import { PASSKEYS_MAX } from '../../contract/passkeys.ts';
import { ADMINISTRATOR_JOBS } from '../../domain/administrators/clean-up.ts';
import { CHALLENGE_MS } from '../../domain/administrators/passkeys.ts';

const service = await testService({ env: { TRUST_PROXY: '127.0.0.1' } });
const origin = service.origin;

const codeOf = ({ status, body }: ConsoleResponse) => `${status} ${body.error ?? ''}`.trim();
const emailIn = async (client: ConsoleClient): Promise<string | undefined> =>
  (await client.call('getSession')).body.data.administrator?.email;

async function add(client: ConsoleClient, name = 'A key', authenticator = createSoftAuthenticator(origin)) {
  const begun = await client.call('beginPasskey');
  assert.equal(begun.status, 201, begun.text);
  const { challenge, user_id } = begun.body.data;
  const body = { ...authenticator.make(challenge), name, transports: ['internal'] };
  const answer = await client.call('addPasskey', { body });
  return { authenticator, answer, handle: user_id as string, body };
}

type PasskeyOwner = Pick<Awaited<ReturnType<typeof add>>, 'authenticator' | 'handle'>;

/** Signs in with a passkey, in a browser of its own unless one is given. */
async function signInWith({ authenticator, handle }: PasskeyOwner, deviation?: Deviation, client?: ConsoleClient) {
  const browser = client ?? (await openConsole(service));
  const begun = await browser.call('beginPasskeySignIn');
  const body = authenticator.sign(begun.body.data.challenge, handle, deviation);
  return { browser, body, answer: await browser.call('signInWithPasskey', { body }) };
}

test('a passkey signs its person in alone, where codes are asked for too, and is no second factor of the password', async () => {
  const ada = await enrolled(service);
  const ben = await signedIn(service);
  const adas = await add(ada.client, "Ada's key");
  const bens = await add(ben.client, "Ben's key");
  assert.deepEqual([adas.answer.status, adas.answer.body.data.name], [201, "Ada's key"]);
  for (const [person, passkey] of [
    [ada, adas],
    [ben, bens],
  ] as const) {
    const { browser, answer } = await signInWith(passkey);
    assert.deepEqual([answer.status, answer.body.data.administrator.email], [200, person.email]);
    assert.equal(await emailIn(browser), person.email);
  }
  const { administrator } = (await ben.client.call('getSession')).body.data;
  const { totp_enabled, has_passkey, asked_for_second_factor } = administrator;
  assert.deepEqual(
    { totp_enabled, has_passkey, asked_for_second_factor },
    {
      totp_enabled: false,
      has_passkey: true,
      asked_for_second_factor: true,
    },
  );
});

test('a person has several passkeys, sees only their own, and removes one, which ends only the sessions that it began', async () => {
  const { client, email } = await signedIn(service);
  const other = await signedIn(service);
  const phone = await add(client, 'Phone');
  const laptop = await add(client, ' Laptop ');
  await add(client, 'Tablet');
  const { browser } = await signInWith(phone);
  const { browser: onLaptop } = await signInWith(laptop);
  const list = async (of: ConsoleClient) => (await of.call('listPasskeys')).body.data;
  const rows = await list(client);
  assert.deepEqual(
    rows.map(({ name, last_used_at }: { name: string; last_used_at: string | null }) => [name, last_used_at !== null]),
    [
      ['Phone', true],
      ['Laptop', true],
      ['Tablet', false],
    ],
  );
  assert.deepEqual(await list(other.client), []);
  const params = { passkeyId: rows[0].id };
  assert.equal(codeOf(await other.client.call('removePasskey', { params })), '404 passkey_not_found');
  assert.equal(codeOf(await client.call('removePasskey', { params })), '200');
  assert.equal(codeOf(await client.call('removePasskey', { params })), '404 passkey_not_found');
  assert.equal(codeOf((await signInWith(phone)).answer), '401 sign_in_failed');
  assert.equal((await signInWith(laptop)).answer.status, 200);
  assert.equal(await emailIn(browser), undefined, 'the session that it began');
  assert.equal(await emailIn(onLaptop), email, 'the session of another passkey');
  assert.equal(await emailIn(client), email, 'the session of the password');
});

test('a challenge works once, soon, for the browser it was given to, and for what it was asked for', async () => {
  const { client } = await signedIn(service);
  const passkey = await add(client);
  const { browser, body } = await signInWith(passkey);
  const again = (of: ConsoleClient, sent: typeof body) => of.call('signInWithPasskey', { body: sent });
  assert.equal(codeOf(await again(browser, body)), '401 sign_in_failed', 'twice');
  assert.equal(codeOf(await again(await openConsole(service), body)), '401 sign_in_failed', 'elsewhere');

  const first = await openConsole(service);
  const second = await openConsole(service);
  const { challenge } = (await first.call('beginPasskeySignIn')).body.data;
  await second.call('beginPasskeySignIn');
  const foreign = passkey.authenticator.sign(challenge, passkey.handle);
  assert.equal(codeOf(await again(second, foreign)), '401 sign_in_failed', "another browser's");

  const late = (await first.call('beginPasskeySignIn')).body.data.challenge;
  service.clock.advance(CHALLENGE_MS);
  assert.equal(codeOf(await again(first, passkey.authenticator.sign(late, passkey.handle))), '401 sign_in_failed');

  const parallel = (await first.call('beginPasskeySignIn')).body.data.challenge;
  const bodies = [1, 2].map(() => passkey.authenticator.sign(parallel, passkey.handle));
  const answers = await Promise.all(bodies.map(async (sent) => codeOf(await again(first, sent))));
  assert.deepEqual(answers.sort(), ['200', '401 sign_in_failed']);

  const forSigningIn = (await client.call('beginPasskeySignIn')).body.data.challenge;
  const made = createSoftAuthenticator(origin).make(forSigningIn);
  const mixed = await client.call('addPasskey', { body: { ...made, name: 'Mixed', transports: [] } });
  assert.equal(codeOf(mixed), '409 state_conflict', 'made with a challenge for signing in');
});

test('an answer to another page, or without verification of the person, is refused: making a passkey and signing in', async () => {
  const { client } = await signedIn(service);
  const passkey = await add(client);
  const foreign = 'https://evil.example';
  for (const deviation of [{ origin: foreign }, { rpId: 'evil.example' }, { verified: false }]) {
    const about = JSON.stringify(deviation);
    assert.equal(codeOf((await signInWith(passkey, deviation)).answer), '401 sign_in_failed', about);
    const { challenge } = (await client.call('beginPasskey')).body.data;
    const made = createSoftAuthenticator(origin).make(challenge, deviation);
    const refused = await client.call('addPasskey', { body: { ...made, name: 'No', transports: [] } });
    assert.deepEqual([refused.status, refused.body.errors[0].field], [422, 'attestation_object'], about);
  }
  assert.equal((await signInWith(passkey)).answer.status, 200);
});

test("a passkey is its person's: another key, another person's name and a copied counter are refused", async () => {
  const ada = await signedIn(service);
  const ben = await signedIn(service);
  const adas = await add(ada.client);
  const bens = await add(ben.client);
  const renamed = await signInWith(adas, { userHandle: bens.handle });
  assert.equal(codeOf(renamed.answer), '401 sign_in_failed');
  const browser = await openConsole(service);
  const { challenge } = (await browser.call('beginPasskeySignIn')).body.data;
  const forged = { ...bens.authenticator.sign(challenge, adas.handle), id: adas.authenticator.id };
  assert.equal(codeOf(await browser.call('signInWithPasskey', { body: forged })), '401 sign_in_failed');
  assert.equal((await signInWith(adas, { counter: 9 })).answer.status, 200);
  for (const counter of [9, 3, 0]) {
    assert.equal(codeOf((await signInWith(adas, { counter })).answer), '401 sign_in_failed', `counter ${counter}`);
  }
  assert.equal((await signInWith(adas, { counter: 10 })).answer.status, 200);
});

test('one of two simultaneous sign-ins with the same count is refused: a copy of the passkey', async () => {
  const { client } = await signedIn(service);
  const passkey = await add(client);
  const holder = new pg.Client(service.testDatabase.ownerConnection);
  await holder.connect();
  try {
    await holder.query('begin; select from passkeys for update');
    const both = [1, 2].map(() => signInWith(passkey, { counter: 7 }));
    await waitUntil('both wait for the passkey', async () => {
      const waiting = await service.ownerQuery(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      return waiting.length === 2;
    });
    await holder.query('rollback');
    const answers = (await Promise.all(both)).map(({ answer }) => codeOf(answer));
    assert.deepEqual(answers.sort(), ['200', '401 sign_in_failed']);
  } finally {
    await holder.end();
  }
});

test('an authenticator that does not count signs in again and again', async () => {
  const { client } = await signedIn(service);
  const passkey = await add(client);
  for (let count = 0; count < 2; count++) {
    assert.equal((await signInWith(passkey, { counter: 0 })).answer.status, 200);
  }
});

test('a passkey is added once and has a name, and nobody has more than there may be', async () => {
  const { client, id } = await signedIn(service);
  const { authenticator } = await add(client);
  assert.equal(codeOf((await add(client, 'Again', authenticator)).answer), '409 state_conflict');
  assert.deepEqual(codeOf((await add(client, '  ')).answer), '422 validation_failed');
  await service.ownerQuery(
    `insert into passkeys (administrator_id, credential_id, public_key, counter, transports, name, created_at)
     select $1, decode(lpad(to_hex($1 * 100 + n), 8, '0'), 'hex'), ''::bytea, 0, '{}', 'One of many', now()
     from generate_series(1, $2) n`,
    [id, PASSKEYS_MAX - 1],
  );
  assert.equal(codeOf(await client.call('beginPasskey')), '409 state_conflict');
});

test('attempts with passkeys are counted and audited like those with a password', async () => {
  const { client, email, id } = await signedIn(service);
  const passkey = await add(client);
  const from = (address: string) => ({ 'X-Forwarded-For': address });
  const attempt = async (deviation: Deviation, headers = from('198.18.0.1')) => {
    const browser = await openConsole(service);
    const { challenge } = (await browser.call('beginPasskeySignIn')).body.data;
    const body = passkey.authenticator.sign(challenge, passkey.handle, deviation);
    return codeOf(await browser.call('signInWithPasskey', { body, headers }));
  };
  for (let count = 0; count < 5; count++) assert.equal(await attempt({ verified: false }), '401 sign_in_failed');
  assert.equal(await attempt({}), '429 rate_limited');
  assert.equal(await attempt({}, from('198.18.0.2')), '200');
  // The count of the same failures is written.
  await service.deps.failedSignIns.close();
  const rows = await service.ownerQuery<{
    action: string;
    details: { reason?: string; how?: string; count?: number };
  }>(`select action, details from audit_log where subject = $1 and action like 'sign_in.%' order by id`, [
    `administrator:${id}`,
  ]);
  const noted = rows.map(({ action, details }) => `${action} ${details.reason ?? details.how}`);
  assert.deepEqual(noted, [
    'sign_in.succeeded password',
    'sign_in.failed passkey refused',
    'sign_in.succeeded passkey',
    'sign_in.failed passkey refused',
  ]);
  assert.equal(rows.at(-1)?.details.count, 4, 'the rest of the five');
  const kept = await service.ownerQuery<{ action: string }>(
    `select action from audit_log where subject = $1 and action like 'administrator.passkey%'`,
    [`administrator:${id}`],
  );
  assert.deepEqual(kept, [{ action: 'administrator.passkey_added' }]);
  assert.equal((await (await openConsole(service)).signIn(email)).status, 200, 'the password still works');
});

test('a reset and the loss of the last role remove the passkeys', async () => {
  const owner = await signedIn(service);
  const { communityId, slug } = owner;
  const lost = await signedIn(service, { communityId, slug, role: 'auditor' });
  const leaver = await signedIn(service, { communityId, slug, role: 'auditor' });
  const [losts, leavers] = [await add(lost.client), await add(leaver.client)];
  const link = await owner.client.call('createSetupLink', { params: { slug, administratorId: lost.id } });
  const token = new URL(link.body.data.setup_url).hash.slice(1);
  const body = { token, name: 'Back', password: TEST_PASSWORD };
  assert.equal((await (await openConsole(service)).call('setUp', { body })).status, 200);
  await owner.client.call('removeAdministrator', { params: { slug, administratorId: leaver.id } });
  for (const passkey of [losts, leavers]) {
    assert.equal(codeOf((await signInWith(passkey)).answer), '401 sign_in_failed');
  }
  const left = await service.ownerQuery('select from passkeys where administrator_id in ($1, $2)', [
    lost.id,
    leaver.id,
  ]);
  assert.equal(left.length, 0);
});

test('challenges are not given without end, and what is left of them is deleted', async () => {
  const client = await openConsole(service);
  const headers = { 'X-Forwarded-For': '198.18.9.9' };
  const answers: number[] = [];
  for (let count = 0; count < 31; count++) answers.push((await client.call('beginPasskeySignIn', { headers })).status);
  assert.deepEqual(answers, [...Array(30).fill(201), 429]);
  service.clock.advance(CHALLENGE_MS + 1);
  const [job] = ADMINISTRATOR_JOBS;
  await job?.run(service.deps, new AbortController().signal);
  assert.equal((await service.ownerQuery('select from passkey_challenges')).length, 0);
});
