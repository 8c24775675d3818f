import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ConsoleClient, openConsole, signedIn } from '../../test-support/console.ts';
import { CONSOLE_OPERATIONS } from '../../test-support/console-contract/operations.ts';
import { testService } from '../../test-support/harness.ts';
import { PERMISSIONS, type Permission, ROLE_PERMISSIONS } from './contract/routes.ts';

const service = await testService();
const owner = await signedIn(service);

const PARAMS = {
  ...{
    partnerId: 1,
    credentialId: 1,
    sessionId: 999,
    passkeyId: 999,
    identityId: 999,
    administratorId: 999,
    invitationId: 999,
    date: '2026-11-20',
  },
  ...{
    memberId: 'usr_01jd3h6m8nfdwtv0k2x9q4z7ab',
    listingId: 'lst_01jd3h6m8nfdwtv0k2x9q4z7ad',
    accountId: 999,
    categoryId: 999,
    proposalId: 'prp_01jd3h6m8nfdwtv0k2x9q4z7ah',
    deputyId: 'dpt_01jd3h6m8nfdwtv0k2x9q4z7ai',
  },
  ...{ checkId: 999, fieldNumber: 999 },
  ...{ tokenId: '0123456789abcdef', importId: 999 },
  ...{ reconciliationId: 999, lineNumber: 1, lineId: 1, exchangeId: '0197f9a0-3b1c-7c4e-9d2a-4b6f8a1c2d3e' },
  ...{ subscriptionId: 'whs_01jd3h6m8nfdwtv0k2x9q4z7af', deliveryId: 'dlv_01jd3h6m8nfdwtv0k2x9q4z7ag' },
};
const isPermission = (access: string): access is Permission => (PERMISSIONS as readonly string[]).includes(access);

function call(client: ConsoleClient, operation: (typeof CONSOLE_OPERATIONS)[number], slug: string, headers = {}) {
  const body = operation.body ? { json: operation.example } : {};
  const params = { ...PARAMS, slug };
  for (const [, name = ''] of operation.path.matchAll(/\{(\w+)\}/g)) assert.ok(name in params, `PARAMS has no ${name}`);
  return client.call(operation.id, { params, ...body, headers });
}

for (const operation of CONSOLE_OPERATIONS) {
  if (operation.authentication.access !== 'visitor') {
    test(`${operation.id}: without a session nobody gets an answer`, async () => {
      const client = await openConsole(service);
      for (const cookie of [client.cookie, undefined, 'A'.repeat(43), 'x']) {
        client.cookie = cookie;
        const { status, body } = await call(client, operation, owner.slug);
        assert.deepEqual([status, body.error], [401, 'not_signed_in']);
      }
    });
  }

  if (operation.method !== 'GET') {
    test(`${operation.id}: only the console's own pages, with the token of the session, may ask`, async () => {
      const client = operation.authentication.access === 'visitor' ? await openConsole(service) : owner.client;
      const other = await openConsole(service);
      for (const headers of [
        { 'X-CSRF-Token': undefined },
        { 'X-CSRF-Token': '' },
        { 'X-CSRF-Token': other.csrf },
        { 'X-CSRF-Token': `${client.csrf}x` },
        { 'Sec-Fetch-Site': 'same-site' },
        { 'Sec-Fetch-Site': 'cross-site' },
        { 'Sec-Fetch-Site': 'none' },
        { 'Sec-Fetch-Site': undefined },
        { 'Sec-Fetch-Site': undefined, Origin: 'https://evil.example' },
        { 'Sec-Fetch-Site': undefined, Origin: 'null' },
        { 'Sec-Fetch-Site': 'cross-site', Origin: service.origin },
      ]) {
        const { status, body } = await call(client, operation, owner.slug, headers);
        assert.deepEqual([status, body.error], [403, 'csrf_failed'], JSON.stringify(headers));
      }
    });
  }

  const { access } = operation.authentication;
  if (isPermission(access)) {
    test(`${operation.id}: a community one does not belong to is an unknown one`, async () => {
      const foreign = await service.createCommunity();
      for (const slug of [foreign.slug, 'nowhere', '%00', 'a b']) {
        const { status, body } = await call(owner.client, operation, slug);
        assert.deepEqual([status, body.error], [404, 'community_not_found'], slug);
      }
    });
  }
}

for (const role of ['administrator', 'coordinator', 'treasurer', 'auditor'] as const) {
  test(`the role ${role} is refused exactly what it does not include`, async () => {
    const { client } = await signedIn(service, { communityId: owner.communityId, slug: owner.slug, role });
    for (const operation of CONSOLE_OPERATIONS) {
      const { access } = operation.authentication;
      if (!isPermission(access)) continue;
      const { body } = await call(client, operation, owner.slug);
      const permitted = ROLE_PERMISSIONS[role].includes(access);
      assert.equal(body.error === 'not_permitted', !permitted, operation.id);
    }
  });
}

test('an operation that needs a recent password is refused without one, before any other check', async () => {
  const person = await signedIn(service);
  await service.ownerQuery(
    `update sessions set password_at = password_at - interval '1 hour' where administrator_id = $1`,
    [person.id],
  );
  for (const operation of CONSOLE_OPERATIONS.filter(({ authentication }) => authentication.recentPassword)) {
    const { status, body } = await call(person.client, operation, person.slug);
    assert.deepEqual([status, body.error], [403, 'password_required'], operation.id);
  }
});

test('without Sec-Fetch-Site the Origin header decides', async () => {
  const { client } = await signedIn(service);
  const { status } = await client.call('revokeOtherSessions', {
    headers: { 'Sec-Fetch-Site': undefined, Origin: service.origin },
  });
  assert.equal(status, 200);
});

test('a partner, a secret and a subscription of another community do not exist', async () => {
  const person = await signedIn(service);
  const foreign = await service.createPartner();
  for (const operation of CONSOLE_OPERATIONS) {
    if (!operation.path.includes('{partnerId}')) continue;
    const params = { ...PARAMS, slug: person.slug, partnerId: foreign.partnerId, credentialId: foreign.credentialId };
    const body = operation.body ? { json: operation.example } : {};
    for (const partnerId of [foreign.partnerId, 'x', '0', '99999999999999999999']) {
      const answer = await person.client.call(operation.id, { params: { ...params, partnerId }, ...body });
      assert.deepEqual([answer.status, answer.body.error], [404, 'partner_not_found'], `${operation.id} ${partnerId}`);
    }
  }
});

test('bodies are judged strictly: unknown members, wrong types and other media types are refused', async () => {
  const person = await signedIn(service);
  const { client, slug } = person;
  const call = (json: unknown) => client.call('createPartner', { params: { slug }, json });
  const answer = await call({ name: 1, scopes: ['x'], max_member_day_hours: '1', surprise: true });
  assert.equal(answer.status, 422);
  assert.deepEqual(answer.body.errors.map(({ field }: { field: string }) => field).sort(), [
    'max_member_day_hours',
    'name',
    'scopes.0',
    'surprise',
  ]);
  assert.deepEqual([(await call([])).status, (await call([])).body.error], [400, 'invalid_request']);
  const form = await client.call('createPartner', {
    params: { slug },
    json: {},
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
  });
  assert.equal(form.body.error, 'unsupported_media_type');
  const extra = await client.call('revokeOtherSessions', { json: { surprise: 1 } });
  assert.deepEqual([extra.status, extra.body.errors[0].code], [400, 'unknown_field']);
  const query = await client.call('listPartners', { params: { slug }, query: { surprise: 1 } as object });
  assert.deepEqual([query.status, query.body.errors[0].field], [400, 'surprise']);
});

test('unknown paths and wrong methods of the console are answered as everywhere', async () => {
  const missing = await fetch(`${service.origin}/api/console/v1/nothing`);
  assert.deepEqual([missing.status, JSON.parse(await missing.text()).error], [404, 'not_found']);
  const wrong = await fetch(`${service.origin}/api/console/v1/session`, { method: 'PUT' });
  assert.equal(wrong.status, 405);
  assert.equal(wrong.headers.get('allow'), 'GET, HEAD, POST, DELETE');
  const doubled = await fetch(`${service.origin}/api/console/v1/communities//partners`);
  assert.equal(doubled.status, 404);
});
