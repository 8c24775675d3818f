import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HOUR_MS, MINUTE_MS } from '../../../../core/base/time.ts';
import { hashToken } from '../../../../core/partners/access-token.ts';
import { signedIn } from '../../../../test-support/console.ts';
import { type TestPartner, testService } from '../../../../test-support/harness.ts';

const service = await testService();

async function tokenOf({ clientId, clientSecret }: TestPartner, scope = 'users.read'): Promise<string> {
  const answer = await service.call('POST', '/oauth/token', {
    json: { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret, scope },
  });
  assert.equal(answer.status, 200, answer.text);
  return answer.body.access_token;
}

const idOf = (token: string) => hashToken(token).toString('hex', 0, 8);
const statusOf = async (token: string) => (await service.call('GET', '/users', { token })).status;

/** An administrator, and two partners of the community. */
async function atPartners() {
  const person = await signedIn(service);
  const { client, slug, communityId } = person;
  const scopes = ['users.read', 'wallet.read'] as const;
  const [bank, hall] = [
    await service.createPartner({ communityId, scopes: [...scopes] }),
    await service.createPartner({ communityId, scopes: [...scopes] }),
  ];
  const list = async ({ partnerId }: TestPartner, query = {}) =>
    (await client.call('listPartnerTokens', { params: { slug, partnerId }, query })).body;
  const ids = async (partner: TestPartner) => (await list(partner)).data.map(({ id }: { id: string }) => id);
  const revoke = async ({ partnerId }: TestPartner, tokenId: string) =>
    await client.call('revokePartnerToken', { params: { slug, partnerId, tokenId } });
  return { ...person, bank, hall, list, ids, revoke };
}

test('live tokens are listed newest first, each with what it may and what it was obtained with, never the token', async () => {
  const { bank, hall, list, ids } = await atPartners();
  const first = await tokenOf(bank, 'wallet.read');
  service.clock.advance(MINUTE_MS);
  const second = await tokenOf(bank, 'users.read wallet.read');
  const others = await tokenOf(hall);
  const { data } = await list(bank);
  assert.deepEqual(
    data.map(({ id, scopes }: { id: string; scopes: string[] }) => [id, ...scopes]),
    [
      [idOf(second), 'users.read', 'wallet.read'],
      [idOf(first), 'wallet.read'],
    ],
  );
  assert.equal(data[1].issued_at, new Date(service.clock.now().getTime() - MINUTE_MS).toISOString());
  assert.equal(Date.parse(data[0].expires_at) - service.clock.now().getTime(), HOUR_MS);
  assert.equal(data[0].credential_id, bank.credentialId);
  assert.equal(data[0].secret_hint, `tb_cs_…${bank.clientSecret.slice(-4)}`);
  assert.deepEqual(await ids(hall), [idOf(others)]);
  const text = JSON.stringify(data);
  for (const token of [first, second])
    assert.ok(!text.includes(token) && !text.includes(hashToken(token).toString('hex')));
});

test('tokens that were issued at the same moment come on pages without a gap or a repetition', async () => {
  const { bank, list } = await atPartners();
  const made = await Promise.all(Array.from({ length: 7 }, () => tokenOf(bank)));
  const seen: string[] = [];
  let cursor: string | null = null;
  do {
    const page: { data: { id: string }[]; meta: { next_cursor: string | null } } = await list(bank, {
      per_page: 2,
      ...(cursor === null ? {} : { cursor }),
    });
    seen.push(...page.data.map(({ id }) => id));
    cursor = page.meta.next_cursor;
  } while (cursor !== null);
  assert.deepEqual(seen.sort(), made.map(idOf).sort());
});

test('a revoked token is refused on the next request and listed no more; the others go on', async () => {
  const { bank, hall, ids, revoke, communityId, id } = await atPartners();
  const [one, two, others] = [await tokenOf(bank), await tokenOf(bank), await tokenOf(hall)];
  assert.equal(await statusOf(one), 200);
  const { status, body } = await revoke(bank, idOf(one));
  assert.deepEqual([status, body.data], [200, { id: idOf(one), deleted: true }]);
  assert.deepEqual([await statusOf(one), await statusOf(two), await statusOf(others)], [401, 200, 200]);
  assert.deepEqual(await ids(bank), [idOf(two)]);
  const rows = await service.ownerQuery(
    `select actor, action, details from audit_log where community_id = $1 and subject = $2`,
    [communityId, `token:${idOf(one)}`],
  );
  assert.deepEqual(rows, [
    { actor: `administrator:${id}`, action: 'token.revoked', details: { partner_id: bank.partnerId } },
  ]);
  assert.equal((await revoke(bank, idOf(one))).body.error, 'token_not_found', 'it is revoked once');
});

test('nobody revokes a token of another partner or community, or by an id that is none', async () => {
  const { bank, hall, revoke, client, slug } = await atPartners();
  const foreign = await service.createPartner();
  const tokens = [await tokenOf(hall), await tokenOf(foreign)];
  for (const token of tokens) assert.equal((await revoke(bank, idOf(token))).body.error, 'token_not_found');
  for (const id of ['', 'x', '0'.repeat(16), idOf(tokens[0] ?? '').slice(1), `${'f'.repeat(15)}'`]) {
    if (id !== '') assert.equal((await revoke(bank, id)).body.error, 'token_not_found', id);
  }
  for (const partnerId of [foreign.partnerId, 999_999]) {
    const answer = await client.call('revokePartnerTokens', { params: { slug, partnerId } });
    assert.equal(answer.body.error, 'partner_not_found');
  }
  for (const token of tokens) assert.equal(await statusOf(token), 200);
});

test('all tokens of one partner are revoked at once; it gets new ones, and no other partner notices', async () => {
  const { bank, hall, ids, client, slug, communityId } = await atPartners();
  const made = [await tokenOf(bank), await tokenOf(bank), await tokenOf(bank)];
  const others = await tokenOf(hall);
  const params = { slug, partnerId: bank.partnerId };
  assert.deepEqual((await client.call('revokePartnerTokens', { params })).body.data, { revoked: 3 });
  for (const token of made) assert.equal(await statusOf(token), 401);
  assert.deepEqual([await ids(bank), await statusOf(others)], [[], 200]);
  assert.equal(await statusOf(await tokenOf(bank)), 200);
  const [row] = await service.ownerQuery(
    `select subject, details from audit_log where community_id = $1 and action = 'tokens.revoked'`,
    [communityId],
  );
  assert.deepEqual(row, { subject: `partner:${bank.partnerId}`, details: { count: 3 } });
});

test('expired tokens and those of a revoked secret are listed no more', async () => {
  const { bank, hall, ids, client, slug, email } = await atPartners();
  await tokenOf(bank);
  await tokenOf(hall);
  const params = { slug, partnerId: hall.partnerId, credentialId: hall.credentialId };
  assert.equal((await client.call('revokeCredential', { params })).status, 200);
  assert.equal((await ids(bank)).length, 1);
  assert.deepEqual(await ids(hall), []);
  service.clock.advance(HOUR_MS);
  await client.signIn(email);
  assert.deepEqual(await ids(bank), []);
});
