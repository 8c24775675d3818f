import assert from 'node:assert/strict';
import { createDecipheriv } from 'node:crypto';
import { test } from 'node:test';
import { HOUR_MS } from '../../../../core/base/time.ts';
import { sha256 } from '../../../../core/partners/secrets.ts';
import { openConsole, signedIn } from '../../../../test-support/console.ts';
import { testService } from '../../../../test-support/harness.ts';
import { holdLock } from '../../../../test-support/wallet.ts';
import { PARTNER_JOBS } from '../../domain/partner-clean-up.ts';

const service = await testService({ env: { TRUST_PROXY: '127.0.0.1' } });

/** A new partner whose secret is on its way by a link, and a developer's browser. */
async function onItsWay() {
  const person = await signedIn(service);
  const { client, slug } = person;
  const created = await client.call('createPartner', {
    params: { slug },
    json: { name: 'Harbour Bank', scopes: ['users.read', 'wallet.write'], allowed_addresses: ['192.0.2.0/24'] },
  });
  const { partner, credential_id: credentialId, client_secret: secret } = created.body.data;
  const params = { slug, partnerId: partner.id, credentialId };
  const make = async () => await client.call('createHandOver', { params, body: { client_secret: secret } });
  const link = (await make()).body.data;
  const developer = await openConsole(service);
  const token: string = link.url.split('#')[1];
  const open = async (which = token) =>
    await developer.call('openHandOver', {
      body: { token: which },
      headers: { 'X-Forwarded-For': '192.0.2.7' },
    });
  const read = async (which = token) => (await developer.call('readHandOver', { body: { token: which } })).body;
  const credential = async () => (await client.call('getPartner', { params })).body.data.credentials.at(-1);
  return { ...person, params, partner, credentialId, secret, make, link, token, open, read, credential };
}

const rowOf = async (communityId: number) =>
  await service.ownerQuery('select * from hand_overs where community_id = $1', [communityId]);

test('a link shows the whole kit once, tells when and from where it was opened, and then nothing more', async () => {
  const { open, read, link, secret, partner, credential, communityId, credentialId } = await onItsWay();
  assert.match(link.url, /^http:\/\/[^/]+\/console\/hand-over\?community=[a-z0-9-]+#tb_handover_[\w-]{32}$/);
  assert.equal(Date.parse(link.expires_at) - service.clock.now().getTime(), 72 * HOUR_MS);
  assert.deepEqual(
    [(await read()).data.status, (await read()).data.partner, (await credential()).hand_over.status],
    ['waiting', 'Harbour Bank', 'waiting'],
  );
  const { data } = (await open()).body;
  assert.deepEqual(
    [data.client_id, data.client_secret, data.scopes, data.allowed_addresses, data.partner_status],
    [partner.client_id, secret, ['users.read', 'wallet.write'], ['192.0.2.0/24'], 'active'],
  );
  assert.equal(data.token_url, `${data.api_url}/oauth/token`);
  const answer = await fetch(data.token_url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': '192.0.2.7' },
    body: JSON.stringify({ grant_type: 'client_credentials', client_id: data.client_id, client_secret: secret }),
  });
  assert.equal(answer.status, 200, 'the kit is what a first call needs');
  assert.deepEqual([(await open()).body.error, (await read()).data.status], ['hand_over_invalid', 'opened']);
  const state = (await credential()).hand_over;
  assert.deepEqual([state.status, state.opened_address], ['opened', '192.0.2.7']);
  assert.equal(state.opened_at, service.clock.now().toISOString());
  const audit = await service.ownerQuery(
    `select action, actor, subject, host(address) as address from audit_log
     where community_id = $1 and action like 'hand_over.%' order by id`,
    [communityId],
  );
  assert.deepEqual(
    audit.map((row) => [row.action, row.subject]),
    [
      ['hand_over.created', `credential:${credentialId}`],
      ['hand_over.opened', `credential:${credentialId}`],
    ],
  );
  assert.deepEqual([audit[1]?.actor, audit[1]?.address], ['anonymous', '192.0.2.7']);
});

test('only one of several simultaneous openings gets the secret', async () => {
  const { token, communityId } = await onItsWay();
  const browsers = await Promise.all([1, 2, 3].map(() => openConsole(service)));
  const lock = await holdLock(service, 'select from hand_overs where community_id = $1 for update', [communityId]);
  const answers = browsers.map((one) => one.call('openHandOver', { body: { token } }));
  await lock.waitedForBy(2);
  await lock.release();
  const statuses = (await Promise.all(answers)).map(({ status }) => status);
  assert.deepEqual(statuses.sort(), [200, 404, 404]);
});

test('the database reveals neither the secret nor the link, and keeps nothing of the secret once it is opened', async () => {
  const { token, secret, open, communityId, client, slug, params } = await onItsWay();
  const [row] = await rowOf(communityId);
  const bytes = JSON.stringify(row, (_, value) =>
    value?.type === 'Buffer' ? Buffer.from(value.data).toString('latin1') : value,
  );
  for (const hidden of [secret, secret.slice(6, 30), token, token.slice(12)]) assert.ok(!bytes.includes(hidden));
  assert.deepEqual(row?.token_hash, sha256(token));
  const sealed = Buffer.from(row?.sealed_secret);
  // The stored values do not open it.
  for (const key of [row?.token_hash, sha256(secret)]) {
    const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, 12), { authTagLength: 16 });
    decipher.setAAD(Buffer.from(`hand-over ${communityId}/${row?.credential_id}`)).setAuthTag(sealed.subarray(-16));
    assert.ok(!decipher.update(sealed.subarray(12, -16)).includes('tb_cs_'));
  }
  const shown = [await client.call('listAudit', { params: { slug } }), await client.call('getPartner', { params })];
  for (const { text } of shown) for (const hidden of [secret, token]) assert.ok(!text.includes(hidden));
  await open();
  assert.equal((await rowOf(communityId))[0]?.sealed_secret, null);
});

test('after three days a link opens nothing, and the job erases the secret', async () => {
  const { open, read, communityId, client, email, credential } = await onItsWay();
  service.clock.advance(72 * HOUR_MS);
  assert.deepEqual([(await open()).status, (await read()).data.status], [404, 'expired']);
  assert.notEqual((await rowOf(communityId))[0]?.sealed_secret, null);
  const job = PARTNER_JOBS.find(({ name }) => name.includes('hand-over'));
  await job?.run(service.deps, AbortSignal.timeout(10_000));
  assert.equal((await rowOf(communityId))[0]?.sealed_secret, null);
  await client.call('getSession');
  await client.signIn(email);
  assert.equal((await credential()).hand_over.status, 'expired');
});

test('a link to a revoked secret opens nothing, and the secret is erased at once', async () => {
  const { open, read, client, params, communityId } = await onItsWay();
  assert.equal((await client.call('revokeCredential', { params })).status, 200);
  assert.equal((await rowOf(communityId))[0]?.sealed_secret, null);
  assert.deepEqual([(await open()).status, (await read()).data.status], [404, 'revoked']);
});

test('a wrong token opens nothing, and an address that tries many must wait', async () => {
  const { open, read, token, credential } = await onItsWay();
  const wrong = `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`;
  for (const one of [wrong, 'x', token.slice(0, -1)]) {
    assert.equal((await open(one)).body.error, 'hand_over_invalid');
    assert.equal((await read(one)).error, 'hand_over_invalid');
  }
  const stranger = await openConsole(service);
  const statuses = new Set<number>();
  for (let tries = 0; tries < 61; tries++) {
    const headers = { 'X-Forwarded-For': '198.51.100.9' };
    statuses.add((await stranger.call('openHandOver', { body: { token: wrong }, headers })).status);
  }
  assert.deepEqual([...statuses], [404, 429]);
  assert.equal((await credential()).hand_over.status, 'waiting');
  assert.equal((await open()).status, 200);
});

test('a new link replaces the earlier one; after one was opened there is no other', async () => {
  const { open, read, make, token } = await onItsWay();
  const second: string = (await make()).body.data.url.split('#')[1];
  assert.deepEqual([(await open()).status, (await read()).error], [404, 'hand_over_invalid']);
  assert.notEqual(second, token);
  assert.equal((await open(second)).status, 200);
  assert.equal((await make()).body.error, 'state_conflict');
  assert.equal((await read(second)).data.status, 'opened');
});

test('only who holds the secret makes a link to it, and only in its own community', async () => {
  const { client, params, secret, slug, communityId } = await onItsWay();
  const other = await onItsWay();
  const wrong = await client.call('createHandOver', { params, body: { client_secret: other.secret } });
  assert.deepEqual([wrong.status, wrong.body.errors[0].field], [422, 'client_secret']);
  const body = { client_secret: other.secret };
  const foreign = { ...other.params, slug };
  assert.equal((await client.call('createHandOver', { params: foreign, body })).body.error, 'partner_not_found');
  const mixed = { ...params, credentialId: other.credentialId };
  assert.equal((await client.call('createHandOver', { params: mixed, body })).body.error, 'credential_not_found');
  for (const role of ['coordinator', 'auditor'] as const) {
    const reader = await signedIn(service, { communityId, slug, role });
    const refused = await reader.client.call('createHandOver', { params, body: { client_secret: secret } });
    assert.equal(refused.body.error, 'not_permitted');
  }
});
