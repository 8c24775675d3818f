/** An unproved address is a label: a person who takes it locks no other one out, and gains nothing by it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openConsole, signedIn, TEST_PASSWORD } from '../../../../test-support/console.ts';
import { testService } from '../../../../test-support/harness.ts';

const service = await testService();

const BOSS = 'the violet lamp hums at noon';
let count = 0;
const newAddress = () => `boss-${++count}@alpha.example`;
type Person = Awaited<ReturnType<typeof signedIn>>;

async function invite({ client, slug }: Person, email: string, role: 'owner' | 'auditor' = 'owner') {
  const { status, body } = await client.call('inviteAdministrator', { params: { slug }, body: { email, role } });
  assert.equal(status, 201);
  return new URL(body.data.setup_url).hash.slice(1);
}

async function open(token: string, password = BOSS) {
  const client = await openConsole(service);
  return { client, ...(await client.call('setUp', { body: { token, name: 'Boss', password } })) };
}

for (const where of ['another community', 'the same community'] as const) {
  test(`an auditor of ${where} who takes an address keeps its person from no invitation`, async () => {
    const owner = await signedIn(service);
    const place = where === 'the same community' ? { communityId: owner.communityId, slug: owner.slug } : {};
    const auditor = await signedIn(service, { ...place, role: 'auditor' });
    const email = newAddress();
    assert.equal((await auditor.client.call('updateOwnAccount', { body: { email } })).status, 200);

    const { status, body } = await open(await invite(owner, email));
    assert.deepEqual([status, body.data.administrator.email, body.data.communities[0].role], [200, email, 'owner']);
    const boss = body.data.administrator.id;
    for (const [password, id] of [
      [BOSS, boss],
      [TEST_PASSWORD, auditor.id],
    ] as const) {
      const again = await (await openConsole(service)).signIn(email, password);
      assert.equal(again.body.data.administrator.id, id, 'each by the own password');
    }
    assert.equal((await (await openConsole(service)).signIn(email, 'neither of the two')).status, 401);
    const people = await owner.client.call('listAdministrators', { params: { slug: owner.slug } });
    assert.ok(people.body.data.some((one: { id: number; email: string }) => one.id === boss && one.email === email));
  });
}

test('a role elsewhere under an invented address keeps its person from no invitation either', async () => {
  const [alpha, beta] = [await signedIn(service), await signedIn(service)];
  const email = newAddress();
  const squatter = await open(await invite(beta, email, 'auditor'), 'a walrus reads the harbour news');
  const boss = await open(await invite(alpha, email));
  assert.equal(boss.status, 200);
  assert.notEqual(boss.body.data.administrator.id, squatter.body.data.administrator.id);
  assert.deepEqual(
    boss.body.data.communities.map(({ slug }: { slug: string }) => slug),
    [alpha.slug],
  );
});

test('nobody gets an account that was left: who has its address now begins with one of their own', async () => {
  const [alpha, beta] = [await signedIn(service), await signedIn(service)];
  const email = newAddress();
  const left = await open(await invite(beta, email, 'auditor'));
  const administratorId = left.body.data.administrator.id;
  const params = { slug: beta.slug, administratorId };
  assert.equal((await beta.client.call('removeAdministrator', { params })).status, 200);
  const next = await open(await invite(alpha, email));
  assert.equal(next.status, 200);
  assert.notEqual(next.body.data.administrator.id, administratorId);
  assert.equal((await (await openConsole(service)).signIn(email, BOSS)).status, 200);
  const other = await signedIn(service);
  const taken = await other.client.call('updateOwnAccount', { body: { email } });
  assert.equal(taken.status, 409, 'an address in use is not taken by choice');
});

test('signing in to one account of an address clears no failures at another', async () => {
  const [alpha, beta] = [await signedIn(service), await signedIn(service)];
  const email = newAddress();
  await open(await invite(alpha, email));
  const own = 'a walrus reads the harbour news';
  await open(await invite(beta, email, 'auditor'), own);
  const guesser = await openConsole(service);
  await service.ownerQuery('update sessions set address = null');
  const answers: number[] = [];
  for (let tries = 0; tries < 4; tries++) {
    answers.push((await guesser.signIn(email, `guess number ${tries}`)).status);
    guesser.device = undefined;
    answers.push((await guesser.signIn(email, own)).status);
    guesser.device = undefined;
    answers.push((await guesser.signIn(email, `another guess ${tries}`)).status);
  }
  assert.ok(answers.includes(429), answers.join(' '));
});

test('a node of the release before that changes an address leaves nothing of the one before', async () => {
  const [alpha, beta] = [await signedIn(service), await signedIn(service)];
  const email = newAddress();
  await open(await invite(alpha, email));
  const second = await open(await invite(beta, email));
  const { id } = second.body.data.administrator;
  const next = newAddress();
  await service.ownerQuery('update administrators set email = $2 where id = $1', [id, next]);
  assert.equal((await second.client.call('getSession')).body.data.administrator.email, next);
  assert.equal((await (await openConsole(service)).signIn(next, BOSS)).body.data.administrator.id, id);
});
