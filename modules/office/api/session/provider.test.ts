import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, beforeEach, test } from 'node:test';
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
import {
  type ProviderPerson,
  startIdentityProvider,
  type TestProvider,
} from '../../../../test-support/identity-provider.ts';
import { ADMINISTRATOR_JOBS } from '../../domain/administrators/clean-up.ts';
import { removeRoleIn } from '../../domain/administrators/remove.ts';
import { addSetupLinkIn } from '../../domain/administrators/setup-links.ts';
import { endSessionsOfClosedWays } from '../../domain/administrators/ways-in.ts';

let provider: TestProvider;
let service: TestService;
before(async () => {
  provider = await startIdentityProvider();
  service = await startTestService({ clock: systemClock, env: { ...provider.env, TRUST_PROXY: '127.0.0.1' } });
  provider.register(service.origin);
});
beforeEach(() => {
  provider.alteration = undefined;
  addresses++;
});
after(async () => {
  await service?.stop();
  await provider?.stop();
});

let addresses = 0;
/** Each test has an address of its own: attempts are counted by it. */
const headers = () => ({ 'X-Forwarded-For': `198.51.100.${addresses}` });

const codeOf = ({ status, body }: ConsoleResponse) =>
  [status, body.error, body.errors?.[0]?.code].filter((part) => part !== undefined).join(' ');

/** A new person at the provider. */
function person(more: ProviderPerson = {}): { readonly subject: string; readonly email: string } {
  const subject = `sub-${randomBytes(6).toString('hex')}`;
  const email = `${subject}@example.org`;
  provider.people.set(subject, { email, email_verified: true, name: 'Ada Riverside', ...more });
  return { subject, email };
}

type BeginOperation = 'beginProviderSignIn' | 'beginProviderConfirmation' | 'beginIdentity';

/** Goes to the provider and comes back with its answer, which is not handed over yet. */
async function fetchResponse(client: ConsoleClient, subject: string, how: BeginOperation = 'beginProviderSignIn') {
  const begun = await client.call(how, { headers: headers() });
  assert.equal(begun.status, 201, begun.text);
  return await provider.visit(begun.body.data.url, subject);
}

const finish = (client: ConsoleClient, response: string) =>
  client.call('finishProvider', { body: { response }, headers: headers() });

async function through(client: ConsoleClient, subject: string, how?: BeginOperation): Promise<ConsoleResponse> {
  return await finish(client, await fetchResponse(client, subject, how));
}

async function invited(
  email: string,
  role: 'owner' | 'auditor' = 'owner',
  inviter?: Awaited<ReturnType<typeof signedIn>>,
) {
  const owner = inviter ?? (await signedIn(service));
  const params = { slug: owner.slug };
  const answer = await owner.client.call('inviteAdministrator', { params, body: { email, role } });
  assert.equal(answer.status, 201, answer.text);
  return owner;
}

/** Signs an invited person in. */
async function newcomer(role?: 'owner' | 'auditor') {
  const { subject, email } = person();
  const owner = await invited(email, role);
  const client = await openConsole(service);
  const answer = await through(client, subject);
  assert.equal(answer.status, 200, answer.text);
  return { subject, email, owner, client, answer, id: answer.body.data.administrator.id as number };
}

const auditOf = (id: number | null) =>
  service.ownerQuery<{ action: string; details: Record<string, unknown> | null }>(
    `select action, details from audit_log where subject = 'administrator:' || $1 order by id`,
    [id],
  );

test('an invited person whose address the provider has verified gets account, role and session, and signs in again', async () => {
  const { subject, email, owner, client, answer, id } = await newcomer('auditor');
  const { administrator, communities, ways_in } = answer.body.data;
  assert.deepEqual(
    [administrator.email, administrator.name, administrator.has_password, administrator.has_identity],
    [email, 'Ada Riverside', false, true],
  );
  assert.equal(administrator.asked_for_second_factor, false);
  assert.deepEqual(ways_in, { local_accounts: true, provider: 'Town Hall', forgotten_by_mail: false });
  assert.deepEqual(
    communities.map(({ slug, role }: { slug: string; role: string }) => [slug, role]),
    [[owner.slug, 'auditor']],
  );
  const again = await openConsole(service);
  assert.equal((await through(again, subject)).body.data.administrator.id, id);
  assert.notEqual(again.cookie, client.cookie);
  const acts = await auditOf(id);
  assert.deepEqual(
    acts.map(({ action, details }) => [action, details?.how ?? details?.by]),
    [
      ['administrator.identity_linked', 'invitation'],
      ['administrator.invitation_accepted', undefined],
      ['sign_in.succeeded', 'identity provider'],
      ['sign_in.succeeded', 'identity provider'],
    ],
  );
  const sent = provider.tokenRequests.at(-1);
  assert.match(sent?.get('code_verifier') ?? '', /^[\w-]{43}$/, 'PKCE');
});

test('an administrator of one community stays out of another', async () => {
  const { client } = await newcomer();
  const other = await signedIn(service);
  const { status, body } = await client.call('listMembers', { params: { slug: other.slug } });
  assert.deepEqual([status, body.error], [404, 'community_not_found']);
});

test('a person without an invitation or with an unverified address is refused with the reason', async () => {
  const stranger = person();
  assert.equal(codeOf(await through(await openConsole(service), stranger.subject)), '403 provider_refused no_account');
  for (const more of [
    { email_verified: false },
    { email_verified: undefined },
    { email: undefined },
    { email: 'nobody' },
  ]) {
    const { subject, email } = person();
    provider.people.set(subject, { email, email_verified: true, ...more });
    await invited(email);
    const client = await openConsole(service);
    assert.equal(codeOf(await through(client, subject)), '403 provider_refused email_unverified', JSON.stringify(more));
    assert.equal((await client.call('getSession')).body.data.signed_in, false);
  }
});

test('an account is never found by its address: not with an invitation either, which makes another one', async () => {
  const ada = await signedIn(service);
  const { subject } = person({ email: ada.email });
  assert.equal(codeOf(await through(await openConsole(service), subject)), '403 provider_refused no_account');
  const owner = await invited(ada.email);
  const { status, body } = await through(await openConsole(service), subject);
  assert.equal(status, 200);
  assert.notEqual(body.data.administrator.id, ada.id);
  assert.equal(body.data.communities[0].slug, owner.slug);
  assert.equal((await ada.client.call('listIdentities')).body.data.length, 0);
});

test('an address that the provider vouches for is taken from accounts that call themselves so, and shuts nobody out', async () => {
  const squatter = await signedIn(service, { role: 'auditor' });
  const { subject, email } = person();
  assert.equal((await squatter.client.call('updateOwnAccount', { body: { email } })).status, 200);
  const owner = await invited(email);
  const boss = await openConsole(service);
  const { status, body } = await through(boss, subject);
  assert.deepEqual([status, body.data.administrator.email, body.data.communities[0].role], [200, email, 'owner']);
  const { administrator } = (await squatter.client.call('getSession')).body.data;
  assert.deepEqual([administrator.id, administrator.email], [squatter.id, '']);
  const again = await openConsole(service);
  assert.equal((await again.signIn(email)).body.data.administrator.id, squatter.id, 'by the name, which is no address');
  const { slug } = owner;
  const invitation = { params: { slug }, body: { email, role: 'auditor' } } as const;
  const second = await owner.client.call('inviteAdministrator', invitation);
  assert.deepEqual([second.status, second.body.errors[0].code], [422, 'taken'], 'a proved address says who it is');
  const other = person({ email });
  await invited(email);
  assert.equal(codeOf(await through(await openConsole(service), other.subject)), '403 provider_refused address_taken');
});

test('letters that merely look like those of an address, or fold to them, are another address or none', async () => {
  const name = `kate-${randomBytes(4).toString('hex')}@example.org`;
  const owner = await invited(name);
  for (const email of [name.replace('k', '\u212a'), name.replace('a', '\uff41'), name.replace('e', 'e\ufb01')]) {
    const { subject } = person({ email });
    const answer = await through(await openConsole(service), subject);
    assert.equal(codeOf(answer), '403 provider_refused email_unverified', email);
    const own = await owner.client.call('updateOwnAccount', { body: { email } });
    assert.deepEqual([own.status, own.body.errors[0].field], [422, 'email'], email);
    assert.equal((await (await openConsole(service)).signIn(email)).status, 401, email);
  }
  const { subject } = person({ email: name.toUpperCase() });
  assert.equal((await through(await openConsole(service), subject)).status, 200, 'A to Z are folded');
});

test('a sign-in of which the provider does not say when it was counts as no fresh proof', async () => {
  const { owner, subject } = await newcomer();
  provider.alteration = { claims: { auth_time: undefined } };
  const client = await openConsole(service);
  const { status, body } = await through(client, subject);
  assert.equal(status, 200);
  assert.ok(new Date(body.data.session.password_recent_until) < new Date());
  const params = { slug: owner.slug };
  const invitation = { email: 'accomplice@example.org', role: 'owner' } as const;
  const invite = await client.call('inviteAdministrator', { params, body: invitation });
  assert.deepEqual([invite.status, invite.body.error], [403, 'password_required']);
});

test('removing a link ends the sessions that it began', async () => {
  const ada = await signedIn(service);
  const { subject } = person();
  assert.equal((await through(ada.client, subject, 'beginIdentity')).status, 200);
  const other = await openConsole(service);
  assert.equal((await through(other, subject)).status, 200);
  const [link] = (await ada.client.call('listIdentities')).body.data;
  assert.equal((await ada.client.call('removeIdentity', { params: { identityId: link.id } })).status, 200);
  assert.equal((await other.call('getSession')).body.data.signed_in, false);
  assert.equal((await ada.client.call('getSession')).body.data.signed_in, true);
});

test('a way in that a setting closes takes its sessions along as the service starts', async () => {
  const { client: throughProvider, owner, id } = await newcomer();
  const stateOf = async (client: ConsoleClient) => (await client.call('getSession')).body.data.signed_in;
  await endSessionsOfClosedWays(service.deps);
  assert.deepEqual([await stateOf(throughProvider), await stateOf(owner.client)], [true, true]);
  await endSessionsOfClosedWays({ ...service.deps, config: { ...service.config, localAccounts: false } });
  assert.deepEqual([await stateOf(throughProvider), await stateOf(owner.client)], [true, false]);
  await endSessionsOfClosedWays({ ...service.deps, config: { ...service.config, oidc: undefined } });
  assert.equal(await stateOf(throughProvider), false);
  const rows = await service.ownerQuery(
    `select 1 from audit_log a join sessions s on a.subject = 'session:' || s.id
     where s.administrator_id = $1 and a.action = 'session.revoked' and a.actor = 'service'`,
    [id],
  );
  assert.equal(rows.length, 1);
});

test('a person links the account, signs in to it both ways, sees the link, and removes it', async () => {
  const ada = await signedIn(service);
  const { subject } = person({ email: 'another@example.org' });
  assert.equal(codeOf(await through(ada.client, subject, 'beginIdentity')), '200');
  const other = await openConsole(service);
  assert.equal((await through(other, subject)).body.data.administrator.email, ada.email);
  const list = async () => (await ada.client.call('listIdentities')).body.data;
  const [linked] = await list();
  assert.deepEqual(
    [linked.issuer, linked.subject, linked.current, linked.follows_claim, linked.last_used_at !== null],
    [provider.issuer, subject, true, false, true],
  );
  const ben = await signedIn(service);
  assert.equal(codeOf(await through(ben.client, subject, 'beginIdentity')), '409 state_conflict identity_linked');
  const second = person();
  assert.equal(
    codeOf(await through(ada.client, second.subject, 'beginIdentity')),
    '409 state_conflict identity_linked',
  );
  const remove = (client: ConsoleClient) => client.call('removeIdentity', { params: { identityId: linked.id } });
  assert.equal(codeOf(await remove(ben.client)), '404 identity_not_found');
  assert.equal((await remove(ada.client)).status, 200);
  assert.deepEqual(await list(), []);
  assert.equal(codeOf(await through(await openConsole(service), subject)), '403 provider_refused no_account');
  const acts = (await auditOf(ada.id)).map(({ action }) => action);
  assert.deepEqual(
    acts.filter((action) => action.includes('identity')),
    ['administrator.identity_linked', 'administrator.identity_unlinked'],
  );
});

test('the only way in is not removed', async () => {
  const { client } = await newcomer();
  const [{ id }] = (await client.call('listIdentities')).body.data;
  assert.equal(
    codeOf(await client.call('removeIdentity', { params: { identityId: id } })),
    '409 state_conflict only_way_in',
  );
});

test('an answer counts once, soon, in the browser that asked, and for what was asked', async () => {
  const { subject } = await newcomer();
  const late = '403 provider_refused too_late';
  const client = await openConsole(service);
  const response = await fetchResponse(client, subject);
  assert.equal(codeOf(await finish(await openConsole(service), response)), late, "another browser's");
  const wrongState = new URLSearchParams(response);
  wrongState.set('state', 'A'.repeat(43));
  assert.equal(codeOf(await finish(client, wrongState.toString())), late, 'another state');
  wrongState.delete('state');
  assert.equal(codeOf(await finish(client, wrongState.toString())), late, 'no state');
  const both = await Promise.all([finish(client, response), finish(client, response)]);
  assert.deepEqual(both.map(codeOf).sort(), ['200', late], 'at the same time');
  assert.equal(codeOf(await finish(client, response)), late, 'again');

  const slow = await openConsole(service);
  const old = await fetchResponse(slow, subject);
  await service.ownerQuery(`update provider_requests set created_at = created_at - interval '10 minutes'`);
  assert.equal(codeOf(await finish(slow, old)), late, 'too old');
});

test('a code that the provider has seen before, or knows of another request, is worth nothing', async () => {
  const { subject } = await newcomer();
  const client = await openConsole(service);
  const used = new URLSearchParams(await fetchResponse(client, subject)).get('code') ?? '';
  const fresh = new URLSearchParams(await fetchResponse(client, subject));
  fresh.set('code', used);
  // The code belongs to another verifier and another nonce.
  assert.equal(codeOf(await finish(client, fresh.toString())), '403 provider_refused not_verified');
});

test('an ID token that was not made for this sign-in opens nothing', async () => {
  const { subject } = await newcomer();
  const now = Math.floor(Date.now() / 1000);
  for (const [about, alteration] of Object.entries({
    'another nonce': { claims: { nonce: 'another' } },
    'no nonce': { claims: { nonce: undefined } },
    'another issuer': { claims: { iss: 'https://login.example.net' } },
    'another audience': { claims: { aud: 'another' } },
    expired: { claims: { exp: now - 61, iat: now - 700 } },
    'another key': { foreignKey: true },
  } as const)) {
    provider.alteration = alteration;
    const client = await openConsole(service);
    assert.equal(codeOf(await through(client, subject)), '403 provider_refused not_verified', about);
    assert.equal((await client.call('getSession')).body.data.signed_in, false, about);
  }
  // A clock that is a little off is none of these.
  provider.alteration = { claims: { exp: now - 30, iat: now - 700 } };
  assert.equal((await through(await openConsole(service), subject)).status, 200);
});

test('a cancellation at the provider is named, and is no failed attempt', async () => {
  const began = new Date();
  const client = await openConsole(service);
  assert.equal(codeOf(await through(client, '')), '403 provider_refused denied');
  const attempts = await service.ownerQuery('select from sign_in_attempts where failures > 0 and last_at >= $1', [
    began,
  ]);
  assert.equal(attempts.length, 0);
});

test('attempts that fail make the address wait, as those with a password do', async () => {
  const client = await openConsole(service);
  const answers: string[] = [];
  for (let tried = 0; tried < 32; tried++) answers.push(codeOf(await finish(client, 'code=x&state=y')));
  assert.equal(answers[0], '403 provider_refused too_late');
  assert.equal(answers.at(-1), '429 rate_limited');
});

test('an operation that needs a recent confirmation is confirmed by another sign-in at the provider, as the same person', async () => {
  const { client, subject, id } = await newcomer();
  const other = await newcomer();
  const makeOld = () =>
    service.ownerQuery(`update sessions set password_at = now() - interval '11 minutes' where administrator_id = $1`, [
      id,
    ]);
  const isAllowed = async () => (await client.call('beginIdentity')).status === 201;
  await makeOld();
  assert.equal(await isAllowed(), false);
  assert.equal(
    codeOf(await through(client, other.subject, 'beginProviderConfirmation')),
    '403 provider_refused other_person',
  );
  provider.alteration = { claims: { auth_time: Math.floor(Date.now() / 1000) - 120 } };
  assert.equal(codeOf(await through(client, subject, 'beginProviderConfirmation')), '403 provider_refused not_afresh');
  provider.alteration = { claims: { auth_time: undefined } };
  assert.equal(codeOf(await through(client, subject, 'beginProviderConfirmation')), '403 provider_refused not_afresh');
  assert.equal(await isAllowed(), false);
  provider.alteration = undefined;
  const begun = await client.call('beginProviderConfirmation');
  const asked = new URL(begun.body.data.url).searchParams;
  assert.deepEqual([asked.get('prompt'), asked.get('max_age')], ['login', '0']);
  assert.equal((await finish(client, await provider.visit(begun.body.data.url, subject))).status, 200);
  assert.equal(await isAllowed(), true);
  // A sign-in whose person was signed in at the provider long before proves nothing new.
  provider.alteration = { claims: { auth_time: Math.floor(Date.now() / 1000) - 11 * 60 } };
  const later = await openConsole(service);
  assert.equal((await through(later, subject)).status, 200);
  assert.equal(codeOf(await later.call('beginIdentity')), '403 password_required');
});

test('the last role takes the link along, and a reset by link too', async () => {
  const { subject, id, owner } = await newcomer();
  await testChange(service.deps, owner.communityId, (within) => removeRoleIn(within, owner.communityId, id, 'owner'));
  assert.equal(codeOf(await through(await openConsole(service), subject)), '403 provider_refused no_account');
  const ben = await newcomer();
  const { token } = await testChange(service.deps, ben.owner.communityId, (within) =>
    addSetupLinkIn(within, ben.owner.communityId, ben.id),
  );
  const body = { token, name: 'Ben', password: TEST_PASSWORD };
  assert.equal((await (await openConsole(service)).call('setUp', { body })).status, 200);
  assert.equal((await ben.client.call('getSession')).body.data.signed_in, false);
  assert.equal(codeOf(await through(await openConsole(service), ben.subject)), '403 provider_refused no_account');
});

test('requests that nobody finished are deleted', async () => {
  const client = await openConsole(service);
  await client.call('beginProviderSignIn');
  await service.ownerQuery(`update provider_requests set created_at = created_at - interval '11 minutes'`);
  for (const job of ADMINISTRATOR_JOBS)
    await job.run({ ...service.deps, clock: systemClock }, new AbortController().signal);
  const rows = await service.ownerQuery('select from provider_requests');
  assert.equal(rows.length, 0);
});
