/** A property that is invisible over HTTP: how many statements an attempt costs. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import pino from 'pino';
import { addCommunity } from '../../../modules/office/domain/communities/create.ts';
import { createTestDatabase, type TestDatabase } from '../../../test-support/database.ts';
import { deriveKeys } from '../../base/keys.ts';
import type { ChangeDeps } from '../../change/change.ts';
import { NO_HOOKS } from '../../change/hooks.ts';
import { connectDatabase } from '../../database/connect.ts';
import type { Database, Lane, Queryable } from '../../database/query.ts';
import type { Deps } from '../../deps.ts';
import { issueSecret, revokeSecret } from '../../partners/credentials.ts';
import { addPartner, suspendPartner } from '../../partners/provision.ts';
import { newClientId, newSecret } from '../../partners/secrets.ts';
import type { ClientCall } from '../call.ts';
import { createOAuthHandlers, type OAuthHandlers } from './handlers.ts';

const actor = 'command';
const time = { ms: Date.parse('2026-11-20T09:00:00Z') };
const clock = { now: () => new Date(time.ms) };

let testDatabase: TestDatabase;
let database: Database;
let oauth: OAuthHandlers;
let communityId: number;
let deps: ChangeDeps;
let statements: string[] = [];

/** The database, noting the name of every statement. */
function noting(inner: Database): Database {
  const note = <Q extends Queryable>(on: Q): Q => ({
    ...on,
    run: (statement, values) => {
      statements.push(statement.name ?? statement.text);
      return on.run(statement, values);
    },
  });
  const lane = (on: Lane) => note(on);
  return {
    ...inner,
    reads: lane(inner.reads),
    heavy: lane(inner.heavy),
    relaxed: lane(inner.relaxed),
    outbox: lane(inner.outbox),
    transaction: (work) => inner.transaction((transaction) => work(note(transaction))),
  };
}

before(async () => {
  testDatabase = await createTestDatabase();
  database = await connectDatabase(testDatabase.appConnection);
  deps = { database, clock, wakeWorker() {}, hooks: NO_HOOKS };
  communityId = (await addCommunity(deps, { actor }, { slug: 'riverside', name: 'Riverside' })).id;
  const keys = deriveKeys(Buffer.alloc(32).toString('base64'));
  const noted = { clock, database: noting(database), log: pino({ level: 'silent' }), keys };
  oauth = createOAuthHandlers(noted as unknown as Deps);
});

after(async () => {
  await database?.close();
  await testDatabase?.drop();
});

async function newPartner() {
  const created = await addPartner(deps, { communityId, actor }, { name: 'Bank', scopes: ['users.read'] });
  return { ...created, act: { communityId, partnerId: created.partnerId, actor } };
}

function askForToken(clientId: string, clientSecret: string, address = '192.0.2.1') {
  statements = [];
  const call: ClientCall = {
    parameters: { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret },
    authorization: undefined,
    dpop: undefined,
    url: 'http://127.0.0.1/api/partner/v1/oauth/token',
    requestId: 'req_test',
    address,
    origin: 'http://127.0.0.1',
  };
  return oauth.issueToken(call, {} as Deps);
}

test('every kind of failure is the same answer for the same statements', async () => {
  const known = await newPartner();
  const suspended = await newPartner();
  await suspendPartner(deps, suspended.act);
  const pending = await addPartner(
    deps,
    { communityId, actor },
    { name: 'Bank', scopes: ['users.read'], status: 'pending' },
  );
  const revoked = await newPartner();
  await issueSecret(deps, revoked.act);
  await revokeSecret(deps, revoked.act, revoked.credentialId);
  const bare = await newPartner();
  await revokeSecret(deps, bare.act, bare.credentialId);

  const answers = new Set<string>();
  for (const [kind, clientId, clientSecret] of [
    ['unknown client', newClientId({ kind: 'live', tag: '00000' }), newSecret('live')],
    ['wrong secret', known.clientId, newSecret('live')],
    ["another partner's secret", known.clientId, suspended.clientSecret],
    ['suspended partner', suspended.clientId, suspended.clientSecret],
    ['pending partner', pending.clientId, pending.clientSecret],
    ['revoked secret', revoked.clientId, revoked.clientSecret],
    ['no live secret at all', bare.clientId, bare.clientSecret],
  ] as const) {
    await assert.rejects(askForToken(clientId, clientSecret), (error: { code: string; message: string }) => {
      answers.add(`${error.code} ${error.message}`);
      return true;
    });
    assert.deepEqual(statements, ['select_clients'], kind);
  }
  assert.equal(answers.size, 1);
  assert.match([...answers][0] ?? '', /^invalid_client /);
});

test('a secret with one flipped character is refused without a statement', async () => {
  const { clientId, clientSecret } = await newPartner();
  for (let at = 0; at < clientSecret.length; at += 5) {
    const flipped = clientSecret.slice(0, at) + (clientSecret[at] === 'x' ? 'y' : 'x') + clientSecret.slice(at + 1);
    await assert.rejects(askForToken(clientId, flipped, `192.0.2.${at}`), { code: 'invalid_client' });
    assert.deepEqual(statements, []);
  }
});

test('tokens asked for at the same time share their statements', async () => {
  const partners = await Promise.all([newPartner(), newPartner(), newPartner()]);
  const replies = partners.flatMap((partner) =>
    Array.from({ length: 40 }, () => askForToken(partner.clientId, partner.clientSecret)),
  );
  const tokens = (await Promise.all(replies)).map((reply) => (reply.body as { access_token: string }).access_token);
  assert.equal(new Set(tokens).size, 120);
  assert.ok(statements.length < 20, statements.join(' '));
});

test('the use of a secret is noted at most once a minute', async () => {
  const { clientId, clientSecret } = await newPartner();
  await askForToken(clientId, clientSecret);
  assert.ok(statements.includes('touch_credentials'));
  time.ms += 59_000;
  await askForToken(clientId, clientSecret);
  assert.ok(!statements.includes('touch_credentials'));
  time.ms += 1000;
  await askForToken(clientId, clientSecret);
  assert.ok(statements.includes('touch_credentials'));
});

test('failures beyond 30 a minute per client and address get 429; the right secret is always answered', async () => {
  time.ms += 600_000;
  const { clientId, clientSecret } = await newPartner();
  const fail = (id: string, address: string) =>
    askForToken(id, newSecret('live'), address).then(
      () => assert.fail('must be refused'),
      (error: { code: string; headers: Record<string, string> }) => error,
    );
  for (let attempt = 1; attempt <= 30; attempt++) {
    assert.equal((await fail(clientId, '198.51.100.1')).code, 'invalid_client', String(attempt));
  }
  const refused = await fail(clientId, '198.51.100.1');
  assert.equal(refused.code, 'rate_limited');
  assert.match(refused.headers['Retry-After'] ?? '', /^[1-9]\d*$/);
  assert.ok((await askForToken(clientId, clientSecret, '198.51.100.1')).body);
  assert.equal((await fail(clientId, '198.51.100.1')).code, 'rate_limited', 'a success clears nothing');
  assert.equal((await fail(clientId, '198.51.100.2')).code, 'invalid_client', 'another address');
  assert.equal(
    (await fail(newClientId({ kind: 'live', tag: '00000' }), '198.51.100.1')).code,
    'invalid_client',
    'another client',
  );
  time.ms += 180_000;
  assert.equal((await fail(clientId, '198.51.100.1')).code, 'invalid_client', 'three minutes later');
});

test('failures beyond 300 a minute from one address get 429, whatever client ids they try', async () => {
  time.ms += 600_000;
  const codes: string[] = [];
  for (let attempt = 1; attempt <= 302; attempt++) {
    await askForToken(newClientId({ kind: 'live', tag: '00000' }), 'guess', '203.0.113.5').catch(
      (error: { code: string }) => codes.push(error.code),
    );
  }
  assert.equal(codes.indexOf('rate_limited'), 300);
  const { clientId, clientSecret } = await newPartner();
  assert.ok((await askForToken(clientId, clientSecret, '203.0.113.5')).body);
});
