import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HOUR_MS } from '../../../../core/base/time.ts';
import { openConsole, signedIn, TEST_PASSWORD } from '../../../../test-support/console.ts';
import { testService } from '../../../../test-support/harness.ts';
import { totpCode } from '../../../../test-support/totp-code.ts';

const NEXT_PASSWORD = 'a walrus reads the harbour news';
const service = await testService();

const codeOf = ({ status, body }: { status: number; body: { error?: string } }) =>
  `${status} ${body.error ?? ''}`.trim();
const tokenOf = (url: string) => new URL(url).hash.slice(1);
let invited = 0;

async function invite(role: 'owner' | 'auditor' = 'auditor') {
  const owner = await signedIn(service);
  const email = `invited-${++invited}@example.org`;
  const { body, headers } = await owner.client.call('inviteAdministrator', {
    params: { slug: owner.slug },
    body: { email, role },
  });
  assert.equal(headers.get('cache-control'), 'no-store');
  return { owner, email, invitationId: body.data.invitation_id as number, url: body.data.setup_url as string };
}

/** An invited person who has accepted by creating an account. */
async function accepted(role: 'owner' | 'auditor' = 'auditor') {
  const { owner, email, url } = await invite(role);
  const client = await openConsole(service);
  const { body } = await client.call('setUp', { body: { token: tokenOf(url), name: 'Ben', password: TEST_PASSWORD } });
  return { owner, email, client, id: body.data.administrator.id as number };
}

test('an invited person creates an account by the link and is in; the link works once', async () => {
  const { owner, email, url } = await invite();
  assert.match(url, new RegExp(`^${service.origin}/console/set-up\\?community=${owner.slug}#tb_invite_`));
  const token = tokenOf(url);
  const client = await openConsole(service);
  assert.equal(codeOf(await client.signIn(email)), '401 sign_in_failed', 'without an account nobody gets in');
  const link = await client.call('readSetupLink', { body: { token } });
  assert.deepEqual(
    [link.body.data.purpose, link.body.data.email, link.body.data.community, link.body.data.role],
    ['invitation', email, 'Test', 'auditor'],
  );
  for (const [name, password, field] of [
    ['Ben', 'short', 'password'],
    ['Ben', `${email}${email}`, 'password'],
    [' ', TEST_PASSWORD, 'name'],
  ] as const) {
    const refused = await client.call('setUp', { body: { token, name, password } });
    assert.deepEqual([refused.status, refused.body.errors[0].field], [422, field]);
  }
  const cookie = client.cookie;
  const { status, body } = await client.call('setUp', { body: { token, name: ' Ben ', password: TEST_PASSWORD } });
  assert.equal(status, 200);
  assert.equal(body.data.administrator.name, 'Ben');
  assert.deepEqual(
    body.data.communities.map(({ slug, role }: { slug: string; role: string }) => [slug, role]),
    [[owner.slug, 'auditor']],
  );
  assert.notEqual(client.cookie, cookie);
  for (const operation of ['readSetupLink', 'setUp'] as const) {
    const used = { token, ...(operation === 'setUp' ? { name: 'Eve', password: NEXT_PASSWORD } : {}) };
    assert.equal(codeOf(await (await openConsole(service)).call(operation, { json: used })), '404 setup_link_invalid');
  }
  assert.equal((await (await openConsole(service)).signIn(email)).status, 200);
});

test('only one of two people who use one link at once gets in', async () => {
  const { url } = await invite();
  const answers = await Promise.all(
    ['Ben', 'Eve'].map(async (name) => {
      const client = await openConsole(service);
      return await client.call('setUp', { body: { token: tokenOf(url), name, password: TEST_PASSWORD } });
    }),
  );
  assert.deepEqual(answers.map(codeOf).sort(), ['200', '404 setup_link_invalid']);
});

test('an invitation ends after 72 hours, with the next one, and when it is withdrawn', async () => {
  const { owner, email, url } = await invite();
  const params = { slug: owner.slug };
  const inviteAgain = () => owner.client.call('inviteAdministrator', { params, body: { email, role: 'auditor' } });
  const list = async () => (await owner.client.call('listInvitations', { params })).body.data;
  const client = await openConsole(service);
  const read = async (link: string) => codeOf(await client.call('readSetupLink', { body: { token: tokenOf(link) } }));
  const second = (await inviteAgain()).body.data;
  assert.equal(await read(url), '404 setup_link_invalid');
  assert.equal(await read(second.setup_url), '200');
  assert.deepEqual(
    (await list()).map((row: { email: string; status: string }) => [row.email, row.status]),
    [[email, 'pending']],
  );
  const invitationParams = { ...params, invitationId: second.invitation_id };
  assert.equal(codeOf(await owner.client.call('withdrawInvitation', { params: invitationParams })), '200');
  assert.equal(
    codeOf(await owner.client.call('withdrawInvitation', { params: invitationParams })),
    '404 invitation_not_found',
  );
  assert.equal(await read(second.setup_url), '404 setup_link_invalid');
  const third = (await inviteAgain()).body.data;
  const stored = await service.ownerQuery<{ found: boolean }>(
    `select exists (select from invitations where encode(token_hash, 'escape') like '%' || $1 || '%') as found`,
    [tokenOf(third.setup_url)],
  );
  assert.equal(stored[0]?.found, false);
  service.clock.advance(72 * HOUR_MS);
  assert.equal(await read(third.setup_url), '404 setup_link_invalid');
  await owner.client.signIn(owner.email);
  assert.equal((await list())[0].status, 'expired');
});

test('a reset ends every session and disables one-time codes; only the operator resets an account of several communities', async () => {
  const { owner, id, client: ben } = await accepted('owner');
  const { body } = await ben.call('beginTotp');
  await ben.call('confirmTotp', { body: { code: totpCode(body.data.secret, service.clock.now()) } });
  const params = { slug: owner.slug, administratorId: id };
  const reset = await owner.client.call('createSetupLink', { params });
  const link = await ben.call('readSetupLink', { body: { token: tokenOf(reset.body.data.setup_url) } });
  assert.equal(link.body.data.purpose, 'reset');
  const fresh = await openConsole(service);
  const token = tokenOf(reset.body.data.setup_url);
  const back = await fresh.call('setUp', { body: { token, name: 'Ben', password: NEXT_PASSWORD } });
  assert.equal(back.body.data.administrator.totp_enabled, false);
  assert.equal(codeOf(await ben.call('listSessions')), '401 not_signed_in');

  const other = await service.createCommunity();
  await service.ownerQuery(`insert into administrator_roles values ($1, $2, 'auditor')`, [other.id, id]);
  assert.equal(codeOf(await owner.client.call('createSetupLink', { params })), '409 state_conflict');
});

test('a person with an account accepts an invitation signed in to it, whatever its address, and once', async () => {
  const person = await signedIn(service);
  const owner = await signedIn(service);
  const call = (email: string) =>
    owner.client.call('inviteAdministrator', { params: { slug: owner.slug }, body: { email, role: 'auditor' } });
  const first = await call(person.email.toUpperCase());
  assert.equal(first.status, 201);
  const token = tokenOf(first.body.data.setup_url);
  const known = await owner.client.call('acceptInvitation', { body: { token } });
  assert.deepEqual([known.status, known.body.errors[0].code], [409, 'has_role'], 'who has a role there keeps it');
  const { status, body } = await person.client.call('acceptInvitation', { body: { token } });
  assert.equal(status, 200);
  assert.deepEqual(
    body.data.communities.map(({ slug, role }: { slug: string; role: string }) => [slug, role]).sort(),
    [
      [person.slug, 'owner'],
      [owner.slug, 'auditor'],
    ].sort(),
  );
  assert.equal(codeOf(await person.client.call('acceptInvitation', { body: { token } })), '404 setup_link_invalid');
  const second = await call('another-person@example.org');
  const other = await signedIn(service);
  const accepted = await other.client.call('acceptInvitation', {
    body: { token: tokenOf(second.body.data.setup_url) },
  });
  assert.equal(accepted.status, 200);
  assert.equal(accepted.body.data.administrator.email, other.email);
  assert.equal((await call(person.email)).status, 201, 'an address that nobody has proved says nothing');
  const bad = await call('no address');
  assert.deepEqual([bad.status, bad.body.errors[0].field], [422, 'email']);
});

test('inviting tells nobody whether an account exists', async () => {
  const person = await signedIn(service);
  const owner = await signedIn(service);
  const shapes = [];
  for (const email of [person.email, 'nobody-knows@example.org']) {
    const { status, body } = await owner.client.call('inviteAdministrator', {
      params: { slug: owner.slug },
      body: { email, role: 'auditor' },
    });
    const token = tokenOf(body.data.setup_url);
    const link = await (await openConsole(service)).call('readSetupLink', { body: { token } });
    const { invitation_id, setup_url, expires_at, ...rest } = body.data;
    assert.equal(link.body.data.email, email);
    shapes.push({ status, rest, expires_at, link: { ...link.body.data, email: '' } });
    assert.ok(invitation_id && setup_url);
  }
  assert.deepEqual(shapes[0], shapes[1]);
});

test('roles change at once, and a community never loses its last owner', async () => {
  const { owner, id, client: ben } = await accepted('auditor');
  const params = { slug: owner.slug };
  const benParams = { ...params, administratorId: id };
  assert.equal(codeOf(await ben.call('switchCommunity', { params, body: { enabled: true } })), '403 not_permitted');
  const changed = await owner.client.call('changeAdministratorRole', { params: benParams, body: { role: 'owner' } });
  assert.equal(changed.body.data.role, 'owner');
  assert.equal((await ben.call('switchCommunity', { params, body: { enabled: true } })).status, 200);

  const ownParams = { ...params, administratorId: owner.id };
  assert.equal((await ben.call('removeAdministrator', { params: ownParams })).status, 200);
  assert.equal(codeOf(await owner.client.call('listSessions')), '401 not_signed_in');
  assert.equal(codeOf(await ben.call('removeAdministrator', { params: benParams })), '409 state_conflict');
  const demoted = await ben.call('changeAdministratorRole', { params: benParams, body: { role: 'auditor' } });
  assert.equal(codeOf(demoted), '409 state_conflict');
  assert.equal(codeOf(await ben.call('removeAdministrator', { params: ownParams })), '404 administrator_not_found');
});
