/** Roles from the provider's claim; an installation without accounts of its own; a provider that is not there. */
import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import { after, before, test } from 'node:test';
import { systemClock } from '../../../../core/base/clock.ts';
import { testChange } from '../../../../test-support/changes.ts';
import {
  type ConsoleClient,
  type ConsoleResponse,
  openConsole,
  signedIn,
  TEST_PASSWORD,
} from '../../../../test-support/console.ts';
import { startTestService, type TestService } from '../../../../test-support/harness.ts';
import { startIdentityProvider, type TestProvider } from '../../../../test-support/identity-provider.ts';
import { patientMs } from '../../../../test-support/speed.ts';
import { addAdministrator } from '../../domain/administrators/create.ts';
import { addSetupLinkIn } from '../../domain/administrators/setup-links.ts';

const ROLES = {
  OIDC_ROLE_CLAIM: 'groups',
  OIDC_ROLES:
    'ops=operator, river-staff=coordinator:riverside, river-owners=owner:riverside,hill-staff=auditor:hillside,gone=owner:nowhere',
};

let provider: TestProvider;
/** One service with roles by claim, and one without accounts of its own, on the same database. */
let service: TestService;
let closed: TestService;
let riverside: number;
/** Of the first person that the installation has ever seen. */
let first: ConsoleResponse;
before(async () => {
  provider = await startIdentityProvider();
  const env = { ...provider.env, TRUST_PROXY: '127.0.0.1' };
  service = await startTestService({ clock: systemClock, env: { ...env, ...ROLES } });
  closed = await startTestService({
    clock: systemClock,
    env: { ...env, LOCAL_ACCOUNTS: 'off' },
    database: service.testDatabase,
  });
  provider.register(service.origin, closed.origin);
  riverside = (await service.createCommunity({ slug: 'riverside' })).id;
  await service.createCommunity({ slug: 'hillside' });
  first = await signInAs(person('hill-staff').subject);
});
after(async () => {
  await closed?.stop();
  await service?.stop();
  await provider?.stop();
});

const codeOf = ({ status, body }: ConsoleResponse) =>
  [status, body.error, body.errors?.[0]?.code].filter((part) => part !== undefined).join(' ');

let people = 0;
function person(groups: readonly string[] | string, more = {}): { readonly subject: string; readonly email: string } {
  people++;
  const subject = `person-of-claim-${people}`;
  const email = `${subject}@example.org`;
  provider.people.set(subject, { email, email_verified: true, name: `Person ${people}`, groups, ...more });
  return { subject, email };
}

async function through(
  client: ConsoleClient,
  subject: string,
  how: 'beginProviderSignIn' | 'beginIdentity' = 'beginProviderSignIn',
) {
  const headers = { 'X-Forwarded-For': `198.51.100.${people}` };
  const begun = await client.call(how, { headers });
  assert.equal(begun.status, 201, begun.text);
  const response = await provider.visit(begun.body.data.url, subject);
  return await client.call('finishProvider', { body: { response }, headers });
}

const signInAs = async (subject: string, at = service) => await through(await openConsole(at), subject);
const rolesIn = ({ body }: ConsoleResponse): readonly string[] =>
  body.data.communities.map(({ slug, role }: { slug: string; role: string }) => `${role}:${slug}`);

test('the claim makes the account with its roles, and with each sign-in they are what it says then', async () => {
  const { subject, email } = person(['river-staff', 'hill-staff', 'gone', 'unknown']);
  const first = await signInAs(subject);
  assert.equal(first.status, 200, first.text);
  assert.deepEqual(rolesIn(first).toSorted(), ['auditor:hillside', 'coordinator:riverside']);
  provider.people.set(subject, { email, groups: ['river-staff', 'river-owners', 'ops'] });
  const second = await signInAs(subject);
  assert.deepEqual(rolesIn(second), ['owner:riverside'], 'the highest of two');
  assert.equal(second.body.data.administrator.is_operator, true);
  provider.people.set(subject, { email, groups: 'hill-staff' });
  const third = await signInAs(subject);
  assert.deepEqual(rolesIn(third), ['auditor:hillside'], 'a claim with one value');
  assert.equal(third.body.data.administrator.is_operator, false);
  const { id } = third.body.data.administrator;
  const acts = await service.ownerQuery<{ action: string; slug: string | null; actor: string }>(
    `select action, c.slug, actor from audit_log a left join communities c on c.id = a.community_id
     where subject = 'administrator:' || $1 and actor = 'identity provider' order by a.id`,
    [id],
  );
  assert.deepEqual(
    acts.map(({ action, slug }) => `${action} ${slug}`),
    [
      ...['administrator.role_changed riverside', 'administrator.role_changed hillside'],
      ...[
        'administrator.role_changed riverside',
        'administrator.removed hillside',
        'administrator.operator_changed null',
      ],
      ...[
        'administrator.role_changed hillside',
        'administrator.removed riverside',
        'administrator.operator_changed null',
      ],
    ],
  );
});

test('with roles by claim the first person does not become operator, as the first administrator does without it', async () => {
  assert.deepEqual([rolesIn(first), first.body.data.administrator.is_operator], [['auditor:hillside'], false]);
});

test('a person without a group is refused, every session ends, and a group brings the account back', async () => {
  const { subject, email } = person(['river-owners']);
  const client = await openConsole(service);
  const { id } = (await through(client, subject)).body.data.administrator;
  provider.people.set(subject, { email, groups: ['unknown'] });
  assert.equal(codeOf(await signInAs(subject)), '403 provider_refused no_role');
  assert.equal((await client.call('getSession')).body.data.signed_in, false);
  const open = await service.ownerQuery('select from sessions where administrator_id = $1 and ended_at is null', [id]);
  assert.equal(open.length, 0);
  provider.people.set(subject, { email, groups: ['river-staff'] });
  const back = await signInAs(subject);
  assert.deepEqual([back.body.data.administrator.id, rolesIn(back)], [id, ['coordinator:riverside']]);
});

test('the claim gives nobody the account of another; an address that is not verified is refused', async () => {
  const ada = await signedIn(service);
  const taken = person(['river-owners'], { email: ada.email });
  const made = await signInAs(taken.subject);
  assert.deepEqual(rolesIn(made), ['owner:riverside']);
  assert.notEqual(made.body.data.administrator.id, ada.id);
  assert.equal((await ada.client.call('getSession')).body.data.administrator.email, '', 'it is proved for another');
  const second = person(['river-owners'], { email: ada.email });
  assert.equal(codeOf(await signInAs(second.subject)), '403 provider_refused address_taken');
  const unverified = person(['river-owners'], { email_verified: false });
  assert.equal(codeOf(await signInAs(unverified.subject)), '403 provider_refused email_unverified');
  const nobody = person([]);
  assert.equal(codeOf(await signInAs(nobody.subject)), '403 provider_refused no_role');
});

test('roles that people gave stay what they are: the claim decides on the accounts that it made', async () => {
  const ada = await signedIn(service, { communityId: riverside, slug: 'riverside', role: 'auditor' });
  const { subject } = person([]);
  assert.equal((await through(ada.client, subject, 'beginIdentity')).status, 200);
  assert.deepEqual(rolesIn(await signInAs(subject)), ['auditor:riverside']);
});

test('several first sign-ins of one person at the same time meet in one account', async () => {
  const { subject } = person(['river-owners']);
  const brought = await Promise.all(
    Array.from({ length: 4 }, async () => {
      const client = await openConsole(service);
      const begun = await client.call('beginProviderSignIn');
      return { client, response: await provider.visit(begun.body.data.url, subject) };
    }),
  );
  const answers = await Promise.all(
    brought.map(({ client, response }) => client.call('finishProvider', { body: { response } })),
  );
  assert.deepEqual(answers.map(codeOf), ['200', '200', '200', '200']);
  assert.equal(new Set(answers.map(({ body }) => body.data.administrator.id)).size, 1);
});

test('without accounts of its own an installation refuses passwords, passkeys and links, and names the way in', async () => {
  const ada = await signedIn(service);
  const { client: member } = ada;
  const visitor = await openConsole(closed);
  const signedInThere = await openConsole(closed);
  Object.assign(signedInThere, { cookie: member.cookie });
  await signedInThere.call('getSession');
  const { slug, communityId } = ada;
  const link = (byOperator: boolean) =>
    testChange(service.deps, communityId, (within) => addSetupLinkIn(within, communityId, ada.id, byOperator));
  const { token } = await link(false);
  const password = TEST_PASSWORD;
  const invitation = await signedInThere.call('inviteAdministrator', {
    params: { slug },
    body: { email: 'new@example.org', role: 'owner' },
  });
  const invited = new URL(invitation.body.data.setup_url).hash.slice(1);
  for (const answer of [
    await visitor.call('signIn', { body: { email: ada.email, password } }),
    await visitor.call('beginPasskeySignIn'),
    await visitor.call('readSetupLink', { body: { token } }),
    await visitor.call('setUp', { body: { token, name: 'Ada', password } }),
    await visitor.call('setUp', { body: { token: invited, name: 'New', password } }),
    await signedInThere.call('confirmPassword', { body: { password } }),
    await signedInThere.call('changePassword', {
      body: { current_password: password, new_password: `${password} twice` },
    }),
    await signedInThere.call('beginPasskey'),
    await signedInThere.call('createSetupLink', { params: { slug, administratorId: ada.id } }),
  ]) {
    assert.equal(codeOf(answer), '403 local_accounts_off');
    assert.match(answer.body.error_description, /sign in through Town Hall\.$/);
  }
  const { data } = (await visitor.call('getSession')).body;
  assert.deepEqual(data.ways_in, { local_accounts: false, provider: 'Town Hall', forgotten_by_mail: false });
});

test('without accounts of its own the operator still makes a link, by which a person gets in and links the account', async () => {
  const ada = await signedIn(service);
  const { token } = await testChange(service.deps, ada.communityId, (within) =>
    addSetupLinkIn(within, ada.communityId, ada.id, true),
  );
  const client = await openConsole(closed);
  assert.equal((await client.call('readSetupLink', { body: { token } })).status, 200);
  const opened = await client.call('setUp', { body: { token, name: 'Ada', password: TEST_PASSWORD } });
  assert.equal(opened.status, 200, opened.text);
  const { subject } = person([]);
  assert.equal((await through(client, subject, 'beginIdentity')).status, 200);
  assert.equal((await signInAs(subject, closed)).body.data.administrator.id, ada.id);
  const [{ id }] = (await client.call('listIdentities')).body.data;
  const removed = await client.call('removeIdentity', { params: { identityId: id } });
  assert.equal(codeOf(removed), '409 state_conflict only_way_in', 'its password opens nothing here');
});

test('an installation without identity provider says so', async () => {
  const alone = await startTestService({ database: service.testDatabase });
  const client = await openConsole(alone);
  const none = '409 state_conflict no_provider';
  assert.equal(codeOf(await client.call('beginProviderSignIn')), none);
  assert.equal(codeOf(await client.call('finishProvider', { body: { response: 'code=x' } })), none);
  await alone.stop();
});

test('a provider that is away, hangs or is none delays a sign-in by seconds, and says so', async () => {
  const hanging = createServer((socket) => socket.on('error', () => {})).listen(0, '127.0.0.1');
  await new Promise((listening) => hanging.once('listening', listening));
  const { port } = hanging.address() as { port: number };
  for (const issuer of [`http://127.0.0.1:${port}`, 'http://127.0.0.1:1', `${service.origin}/docs`]) {
    const broken = await startTestService({
      clock: systemClock,
      env: { ...provider.env, OIDC_ISSUER: issuer },
      database: service.testDatabase,
    });
    const client = await openConsole(broken);
    const beganMs = performance.now();
    const answer = await client.call('beginProviderSignIn');
    assert.equal(codeOf(answer), '503 provider_away', issuer);
    assert.equal(answer.headers.get('retry-after'), '60');
    assert.ok(performance.now() - beganMs < patientMs(8000), issuer);
    // Passwords do not need it.
    await addAdministrator(
      broken.deps,
      { communityId: riverside, actor: 'test' },
      { email: `local-${issuer.length}-${port}@example.org`, name: 'Local', password: TEST_PASSWORD, role: 'auditor' },
    );
    assert.equal((await client.signIn(`local-${issuer.length}-${port}@example.org`)).status, 200);
    await broken.stop();
  }
  hanging.close();
});

test('a provider that hangs in the middle is away as well, and the next sign-in works', async () => {
  const { subject } = person(['river-staff']);
  const client = await openConsole(service);
  const begun = await client.call('beginProviderSignIn');
  const response = await provider.visit(begun.body.data.url, subject);
  provider.hangs = true;
  const answer = await client.call('finishProvider', { body: { response } });
  provider.hangs = false;
  assert.equal(codeOf(answer), '503 provider_away');
  assert.equal((await signInAs(subject)).status, 200);
});
