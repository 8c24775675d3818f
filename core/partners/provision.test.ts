import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import pg from 'pg';
import { addCommunity } from '../../modules/office/domain/communities/create.ts';
import { createTestDatabase, type TestDatabase } from '../../test-support/database.ts';
import { HOUR_MS } from '../base/time.ts';
import type { ChangeDeps } from '../change/change.ts';
import { NO_HOOKS } from '../change/hooks.ts';
import { connectDatabase } from '../database/connect.ts';
import type { Database } from '../database/query.ts';
import { issueSecret, revokeSecret, rotateSecret } from './credentials.ts';
import {
  activatePartner,
  addPartner,
  changePartner,
  findPartnerByClientId,
  readPartners,
  suspendPartner,
} from './provision.ts';
import { sha256 } from './secrets.ts';

const START = Date.parse('2026-11-20T09:00:00Z');

let testDatabase: TestDatabase;
let database: Database;
let owner: pg.Client;
let communityId: number;
let deps: ChangeDeps;
let wakes = 0;
const time = { ms: START };
const clock = { now: () => new Date(time.ms) };
const actor = 'administrator:1';

before(async () => {
  testDatabase = await createTestDatabase();
  database = await connectDatabase(testDatabase.appConnection);
  deps = { database, clock, wakeWorker: () => wakes++, hooks: NO_HOOKS };
  owner = new pg.Client(testDatabase.ownerConnection);
  await owner.connect();
  communityId = (await addCommunity(deps, { actor }, { slug: 'riverside', name: 'Riverside' })).id;
});

after(async () => {
  await database?.close();
  await owner?.end();
  await testDatabase?.drop();
});

async function newPartner(settings: object = {}, of = communityId) {
  const created = await addPartner(deps, { communityId: of, actor }, { name: 'Bank', scopes: [], ...settings });
  return { ...created, act: { communityId, partnerId: created.partnerId, actor } };
}

async function auditOf(partnerId: number): Promise<string[]> {
  const { rows } = await owner.query<{ action: string }>(
    `select action from audit_log
     where subject = 'partner:' || $1::text or details ->> 'partner_id' = $1::text order by id`,
    [partnerId],
  );
  return rows.map((row) => row.action);
}

async function listed(partnerId: number) {
  const partner = (await readPartners(database, communityId)).find((candidate) => candidate.id === partnerId);
  assert.ok(partner);
  return partner;
}

const refusedBy = (field: string) => (error: { code?: string; fields?: { field: string }[] }) =>
  error.code === 'validation_failed' && error.fields?.[0]?.field === field;

test('a new partner has a settlement account, one secret kept as a hash, no money scope, and an audit trail', async () => {
  const partner = await newPartner({ name: ' Bank of Riverside ' });
  const accounts = await owner.query('select kind from accounts where partner_id = $1', [partner.partnerId]);
  assert.deepEqual(accounts.rows, [{ kind: 'settlement' }]);
  const { rows } = await owner.query('select * from credentials where partner_id = $1', [partner.partnerId]);
  assert.equal(rows.length, 1);
  assert.deepEqual(rows[0].secret_hash, sha256(partner.clientSecret));
  assert.ok(!JSON.stringify(rows).includes(partner.clientSecret));
  assert.deepEqual(await auditOf(partner.partnerId), ['partner.created', 'credential.issued']);
  const row = await listed(partner.partnerId);
  assert.equal(row.name, 'Bank of Riverside');
  assert.deepEqual(row.scopes, []);
  assert.equal(row.rateLimitPerMinute, 600);
  assert.equal(row.maxCreditSeconds, 3_600_000);
  assert.equal((await findPartnerByClientId(database, partner.clientId)).id, partner.partnerId);
});

test("a sandbox's partner gets ids and secrets that say so", async () => {
  const sandbox = await addCommunity(deps, { actor }, { slug: 'sand', name: 'Sand', kind: 'sandbox' });
  const partner = await addPartner(deps, { communityId: sandbox.id, actor }, { name: 'Bank', scopes: [] });
  assert.match(partner.clientId, /^tb_ci_test_/);
  assert.match(partner.clientSecret, /^tb_cs_test_/);
});

test('a scope that does not exist is refused by name, and nothing is created', async () => {
  const before = (await readPartners(database, communityId)).length;
  await assert.rejects(newPartner({ scopes: ['users.read', 'users.write'] }), refusedBy('scopes.1'));
  await assert.rejects(newPartner({ name: ' ' }), refusedBy('name'));
  await assert.rejects(newPartner({ rateLimitPerMinute: -1 }), refusedBy('rate_limit_per_minute'));
  await assert.rejects(newPartner({ maxCreditSeconds: 0 }), refusedBy('max_credit_hours'));
  await assert.rejects(newPartner({}, 999_999), { code: 'not_found' });
  assert.equal((await readPartners(database, communityId)).length, before);
});

test('settings change one by one, and the audit log holds the new values', async () => {
  const { partnerId, act } = await newPartner({ scopes: ['wallet.read'] });
  await changePartner(deps, act, { scopes: ['wallet.write', 'users.read', 'wallet.write'] });
  await changePartner(deps, act, {
    allowedAddresses: ['192.0.2.7', '2001:db8::/48'],
    maxMemberDaySeconds: 36_000,
  });
  const row = await listed(partnerId);
  assert.deepEqual(row.scopes, ['users.read', 'wallet.write']);
  assert.deepEqual(row.allowedAddresses, ['192.0.2.7/32', '2001:db8::/48']);
  assert.equal(row.maxMemberDaySeconds, 36_000);
  assert.equal(row.name, 'Bank');
  const { rows } = await owner.query(
    `select details from audit_log where action = 'partner.updated' and subject = $1 order by id`,
    [`partner:${partnerId}`],
  );
  assert.deepEqual(rows[0].details.after, { scopes: ['users.read', 'wallet.write'] });
  assert.deepEqual(Object.keys(rows[0].details.before), ['scopes']);
  await assert.rejects(changePartner(deps, { ...act, partnerId: 999_999 }, {}), { code: 'not_found' });
  await assert.rejects(changePartner(deps, act, { allowedAddresses: ['0.0.0.0/0'] }), refusedBy('allowed_addresses.0'));
});

test('suspending and activating are audited once each, however often they are repeated', async () => {
  const { partnerId, act } = await newPartner({ status: 'pending' });
  assert.equal((await listed(partnerId)).status, 'pending');
  wakes = 0;
  for (const change of [activatePartner, activatePartner, suspendPartner, suspendPartner]) await change(deps, act);
  assert.equal((await listed(partnerId)).status, 'suspended');
  assert.equal(wakes, 1, 'what was held is sent when the partner is let in');
  const trail = await auditOf(partnerId);
  assert.deepEqual(trail.slice(2), ['partner.activated', 'partner.suspended']);
  await assert.rejects(suspendPartner(deps, { ...act, communityId: communityId + 1 }), {
    code: 'not_found',
  });
});

test('a partner has at most two live secrets, also when two are issued at once', async () => {
  const { act, credentialId } = await newPartner();
  const results = await Promise.allSettled([1, 2, 3].map(() => issueSecret(deps, act)));
  assert.equal(results.filter((result) => result.status === 'fulfilled').length, 1);
  await assert.rejects(issueSecret(deps, act), refusedBy('credentials'));
  await revokeSecret(deps, act, credentialId);
  await issueSecret(deps, act);
  await assert.rejects(revokeSecret(deps, act, credentialId), { code: 'not_found' });
});

test('rotation lets the older secret expire after the overlap; without overlap it is revoked', async () => {
  const { partnerId, act, credentialId } = await newPartner();
  const second = await rotateSecret(deps, act, 24);
  const [older, newer] = (await listed(partnerId)).credentials;
  assert.equal(older?.id, credentialId);
  assert.equal(older?.expiresAt?.getTime(), time.ms + 24 * HOUR_MS);
  assert.equal(newer?.expiresAt, null);
  await assert.rejects(rotateSecret(deps, act, 24), refusedBy('credentials'));
  await assert.rejects(rotateSecret(deps, act, -1), refusedBy('overlap_hours'));
  time.ms += 25 * HOUR_MS;
  await rotateSecret(deps, act, 0);
  const credentials = (await listed(partnerId)).credentials;
  assert.ok(credentials.find((credential) => credential.id === second.credentialId)?.revokedAt);
  assert.equal(credentials.length, 3);
  assert.deepEqual((await auditOf(partnerId)).slice(2), [
    'credential.issued',
    'credential.expiry_set',
    'credential.issued',
    'credential.revoked',
  ]);
});

test('a rotation never prolongs a secret that expires sooner', async () => {
  const { partnerId, act, credentialId } = await newPartner();
  const expiryOf = async (id: number) =>
    (await listed(partnerId)).credentials.find((credential) => credential.id === id)?.expiresAt?.getTime();
  const second = await rotateSecret(deps, act, 24);
  const soon = time.ms + 24 * HOUR_MS;
  await revokeSecret(deps, act, second.credentialId);
  time.ms += HOUR_MS;
  const third = await rotateSecret(deps, act, 48);
  assert.equal(await expiryOf(credentialId), soon);
  await revokeSecret(deps, act, third.credentialId);
  await rotateSecret(deps, act, 2);
  assert.equal(await expiryOf(credentialId), time.ms + 2 * HOUR_MS);
});
