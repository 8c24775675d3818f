import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SECOND_FACTOR_PUT_OFF_DAYS } from '../../../../console/desk/contract/routes.ts';
import { DAY_MS } from '../../../../core/base/time.ts';
import { type ConsoleClient, enrolled, openConsole, signedIn } from '../../../../test-support/console.ts';
import { testService } from '../../../../test-support/harness.ts';
import { totpCode } from '../../../../test-support/totp-code.ts';

const service = await testService();

const codeOf = ({ status, body }: { status: number; body: { error?: string } }) =>
  `${status} ${body.error ?? ''}`.trim();
const asked = async (client: ConsoleClient): Promise<boolean> =>
  (await client.call('getSession')).body.data.administrator.asked_for_second_factor;

test('after a change of address a person signs in with the new one and no more with the old one, and every session stays', async () => {
  const { client, email, id } = await signedIn(service);
  const other = await openConsole(service);
  await other.signIn(email);
  const next = `Renamed-${id}@Example.org`;
  const changed = await client.call('updateOwnAccount', { body: { email: ` ${next} `, name: ' Ada Elm ' } });
  const { email: shown, name } = changed.body.data.administrator;
  assert.deepEqual([changed.status, shown, name], [200, next.toLowerCase(), 'Ada Elm']);
  for (const session of [client, other]) {
    assert.equal((await session.call('getSession')).body.data.administrator.email, next.toLowerCase());
  }
  assert.equal(codeOf(await (await openConsole(service)).signIn(email)), '401 sign_in_failed');
  assert.equal(codeOf(await (await openConsole(service)).signIn(next)), '200');
});

test('another address needs a recent password, a name does not', async () => {
  const { client, email } = await signedIn(service);
  service.clock.advance(10 * 60_000);
  const address = await client.call('updateOwnAccount', {
    body: { email: 'elsewhere@example.org', name: 'Elsewhere' },
  });
  assert.equal(codeOf(address), '403 password_required');
  const same = await client.call('updateOwnAccount', { body: { email: email.toUpperCase(), name: 'Ada Ash' } });
  assert.deepEqual([same.status, same.body.data.administrator.name], [200, 'Ada Ash']);
});

test("another account's address is refused at its field, in whatever case, and addresses are not tried without end", async () => {
  const { client, email } = await signedIn(service);
  const known = await signedIn(service);
  const taken = await client.call('updateOwnAccount', { body: { email: known.email.toUpperCase(), name: 'Lost' } });
  assert.equal(codeOf(taken), '409 state_conflict');
  assert.deepEqual(
    taken.body.errors.map(({ field, code }: { field: string; code: string }) => [field, code]),
    [['email', 'taken']],
  );
  assert.doesNotMatch(taken.text, /Person|person-/, 'nothing of the other account');
  const { administrator } = (await client.call('getSession')).body.data;
  assert.equal(administrator.email, email);
  assert.notEqual(administrator.name, 'Lost', 'all or nothing');
  const answers: string[] = [];
  for (let count = 0; count < 5; count++) {
    answers.push(codeOf(await client.call('updateOwnAccount', { body: { email: known.email } })));
  }
  assert.deepEqual(answers, [...Array(4).fill('409 state_conflict'), '429 rate_limited']);
});

test('a malformed address and an empty name are refused at their fields', async () => {
  const { client } = await signedIn(service);
  for (const [field, body] of [
    ['email', { email: 'nowhere' }],
    ['name', { name: '  ' }],
  ] as const) {
    const refused = await client.call('updateOwnAccount', { body });
    assert.deepEqual([refused.status, refused.body.errors[0].field], [422, field]);
  }
});

test('a changed account is audited by the names of the fields, and what changes nothing is not', async () => {
  const { client, id } = await signedIn(service);
  await client.call('updateOwnAccount', { body: { email: `audited-${id}@example.org` } });
  await client.call('updateOwnAccount', { body: { email: `audited-${id}@example.org` } });
  const rows = await service.ownerQuery<{ details: object; actor: string }>(
    `select actor, details from audit_log where subject = $1 and action = 'administrator.account_updated'`,
    [`administrator:${id}`],
  );
  assert.deepEqual(rows, [{ actor: `administrator:${id}`, details: { fields: ['email'] } }]);
});

test('owners and administrators without a second factor are asked for one, coordinators and auditors are not', async () => {
  const { communityId, slug, client } = await signedIn(service);
  assert.equal(await asked(client), true);
  for (const [role, wanted] of [
    ['administrator', true],
    ['coordinator', false],
    ['auditor', false],
  ] as const) {
    assert.equal(await asked((await signedIn(service, { communityId, slug, role })).client), wanted, role);
  }
  assert.equal(await asked((await enrolled(service)).client), false);
});

test('a person who puts the second factor off is asked again after 30 days, on every device, and never once there is one', async () => {
  const { client, email } = await signedIn(service);
  const answer = await client.call('putOffSecondFactor');
  assert.deepEqual([answer.status, answer.body.data.administrator.asked_for_second_factor], [200, false]);
  const other = await openConsole(service);
  await other.signIn(email);
  assert.equal(await asked(other), false);
  service.clock.advance(SECOND_FACTOR_PUT_OFF_DAYS * DAY_MS - 60_000);
  await other.signIn(email);
  assert.equal(await asked(other), false);
  service.clock.advance(60_000);
  await other.signIn(email);
  assert.equal(await asked(other), true);
  const { body } = await other.call('beginTotp');
  await other.call('confirmTotp', { body: { code: totpCode(body.data.secret, service.clock.now()) } });
  assert.equal(await asked(other), false);
});
