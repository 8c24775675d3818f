/** Two communities and one address: no act of one of them gives access to what the other granted. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type ConsoleClient, openConsole, signedIn, TEST_PASSWORD } from '../../../../test-support/console.ts';
import { testService } from '../../../../test-support/harness.ts';

const ATTACKERS_PASSWORD = 'a walrus reads the harbour news';

const service = await testService();

const tokenOf = (url: string) => new URL(url).hash.slice(1);
const codeOf = ({ status, body }: { status: number; body: { error?: string } }) =>
  `${status} ${body.error ?? ''}`.trim();

type Owner = Awaited<ReturnType<typeof signedIn>>;
let count = 0;

async function inviteTo(owner: Owner, email: string): Promise<string> {
  const { status, body } = await owner.client.call('inviteAdministrator', {
    params: { slug: owner.slug },
    body: { email, role: 'owner' },
  });
  assert.equal(status, 201);
  return tokenOf(body.data.setup_url);
}

async function create(token: string, password: string) {
  const client = await openConsole(service);
  const answer = await client.call('setUp', { body: { token, name: 'Ada Elm', password } });
  return { client, answer };
}

const slugs = async (client: ConsoleClient): Promise<string[]> => {
  const { body } = await client.call('getSession');
  return body.data.signed_in ? body.data.communities.map(({ slug }: { slug: string }) => slug) : [];
};

/** The state of the address in riverside, the community that trusts it, before harbour's owner acts. */
const STATES = ['pending', 'accepted', 'removed'] as const;
/** Actions of harbour's owner with the same address. */
const ACTS = ['invite', 'link', 'reset'] as const;

/** Accepts riverside's invitation; a removed administrator then has an account without a role. */
async function joined(token: string, state: 'accepted' | 'removed', riverside: Owner, email: string) {
  const { client, answer } = await create(token, TEST_PASSWORD);
  assert.equal(answer.status, 200);
  if (state === 'removed') {
    const { id } = answer.body.data.administrator;
    await riverside.client.call('removeAdministrator', { params: { slug: riverside.slug, administratorId: id } });
    assert.equal(codeOf(await client.signIn(email)), '401 sign_in_failed', 'an account without a role');
  }
  return client;
}

/** Invites the address to harbour and uses the links that harbour's owner gets. */
async function actAt(harbour: Owner, act: (typeof ACTS)[number], email: string): Promise<void> {
  const token = await inviteTo(harbour, email);
  if (act === 'invite') {
    // An invitation that nobody accepted changes nothing for anybody.
    const opened = await openConsole(service);
    assert.equal(codeOf(await opened.signIn(email, ATTACKERS_PASSWORD)), '401 sign_in_failed');
    return;
  }
  const { client, answer } = await create(token, ATTACKERS_PASSWORD);
  // An account of its own, independent of the owner of the address.
  assert.equal(answer.status, 200);
  assert.deepEqual(await slugs(client), [harbour.slug]);
  if (act === 'reset') await useResetLink(harbour, answer.body.data.administrator.id, email);
}

async function useResetLink(harbour: Owner, administratorId: number, email: string): Promise<void> {
  const { body } = await harbour.client.call('listAdministrators', { params: { slug: harbour.slug } });
  const found = body.data.find((person: { id: number }) => person.id === administratorId);
  assert.equal(found.email, email);
  const link = await harbour.client.call('createSetupLink', { params: { slug: harbour.slug, administratorId } });
  const { client } = await create(tokenOf(link.body.data.setup_url), ATTACKERS_PASSWORD);
  assert.deepEqual(await slugs(client), [harbour.slug]);
}

describe('riverside has invited a person; the owner of harbour invites the same address and uses every link he gets', () => {
  for (const state of STATES) {
    for (const act of ACTS) {
      test(`${state} at riverside, ${act} by harbour: nothing of riverside`, async () => {
        const [riverside, harbour] = [await signedIn(service), await signedIn(service)];
        const email = `target-${++count}@example.org`;
        const trusted = await inviteTo(riverside, email);
        const victim = state === 'pending' ? undefined : await joined(trusted, state, riverside, email);
        await actAt(harbour, act, email);

        // The communities that the attacker can sign in to.
        const attacker = await openConsole(service);
        await attacker.signIn(email, ATTACKERS_PASSWORD);
        assert.ok(!(await slugs(attacker)).includes(riverside.slug));
        if (state === 'accepted') {
          assert.ok((await slugs(victim as ConsoleClient)).includes(riverside.slug), 'who was in stays in');
          const again = await openConsole(service);
          assert.equal(codeOf(await again.signIn(email)), '200', 'and comes in again');
          assert.deepEqual(await slugs(again), [riverside.slug]);
        }
        if (state === 'pending') {
          const read = await attacker.call('readSetupLink', { body: { token: trusted } });
          assert.equal(codeOf(read), '200', "riverside's link still works");
        }
      });
    }
  }

  test('a password set through harbour before is worth nothing at riverside until the invitation is accepted', async () => {
    const [riverside, harbour] = [await signedIn(service), await signedIn(service)];
    const email = `ceo-${++count}@example.org`;
    const { client: attacker, answer } = await create(await inviteTo(harbour, email), ATTACKERS_PASSWORD);
    const trusted = await inviteTo(riverside, email);
    assert.deepEqual(await slugs(attacker), [harbour.slug]);
    await harbour.client.call('removeAdministrator', {
      params: { slug: harbour.slug, administratorId: answer.body.data.administrator.id },
    });
    const { client, answer: own } = await create(trusted, TEST_PASSWORD);
    assert.equal(own.status, 200);
    assert.deepEqual(await slugs(client), [riverside.slug]);
    assert.equal(codeOf(await attacker.signIn(email, ATTACKERS_PASSWORD)), '401 sign_in_failed');
  });

  test('a reset link made before the person joined riverside stops working then', async () => {
    const [riverside, harbour] = [await signedIn(service), await signedIn(service)];
    const email = `both-${++count}@example.org`;
    const { client, answer } = await create(await inviteTo(harbour, email), TEST_PASSWORD);
    const reset = await harbour.client.call('createSetupLink', {
      params: { slug: harbour.slug, administratorId: answer.body.data.administrator.id },
    });
    const token = await inviteTo(riverside, email);
    assert.equal((await client.call('acceptInvitation', { body: { token } })).status, 200);
    const { answer: used } = await create(tokenOf(reset.body.data.setup_url), ATTACKERS_PASSWORD);
    assert.equal(codeOf(used), '404 setup_link_invalid');
    await service.ownerQuery(
      `insert into setup_links (token_hash, administrator_id, community_id, created_at, expires_at)
       select sha256($1::text::bytea), id, $2, $3, $3::timestamptz + interval '1 hour' from administrators where email = $4`,
      ['tb_setup_left', harbour.communityId, service.clock.now(), email],
    );
    const { answer: left } = await create('tb_setup_left', ATTACKERS_PASSWORD);
    assert.equal(codeOf(left), '404 setup_link_invalid', 'whenever it was made');
  });
});
