import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PARTNER_PRESETS } from '@timebank/contract';
import { runCommand, runJson } from '../../../test-support/command.ts';
import { signedIn } from '../../../test-support/console.ts';
import { testService } from '../../../test-support/harness.ts';

const service = await testService();
// The commands have the clock of the machine.
service.clock.set(new Date());

test('what a partner command prints as JSON is what the console reads, without a name of the program', async () => {
  const { client, slug } = await signedIn(service);
  const json = (...args: string[]) => runJson(service.testDatabase, ['partner', ...args]);
  const settings = [
    '--scopes',
    'users.read wallet.write',
    '--max-member-day-hours',
    'none',
    '--allow-ip',
    '192.0.2.0/24',
  ];
  const created = await json('create', '--community', slug, '--name', ' Bank ', ...settings, '--note', 'By telephone');
  const { client_id: clientId, client_secret: secret, partner } = created;
  assert.ok(secret.length > 20 && clientId === partner.client_id);
  const read = async () =>
    (await client.call('getPartner', { params: { slug, partnerId: String(partner.id) } })).body.data;
  assert.deepEqual(partner, await read());
  assert.deepEqual(
    [partner.name, partner.scopes, partner.max_member_day_hours, partner.allowed_addresses, partner.note],
    ['Bank', ['users.read', 'wallet.write'], null, ['192.0.2.0/24'], 'By telephone'],
  );

  const changes = ['--rate-limit', '30', '--allow-any-ip', '--max-credit-hours', '2.5', '--contact-name', 'Ada'];
  const updated = await json('update', clientId, ...changes, '--hours-per-unit', 'EUR=1/20');
  assert.deepEqual(updated, await read());
  assert.deepEqual(
    [updated.rate_limit_per_minute, updated.allowed_addresses, updated.max_credit_hours, updated.contact_name],
    [30, [], 2.5, 'Ada'],
  );
  const rotated = await json('rotate', clientId, '--overlap-hours', '0');
  const [live, revoked] = (await read()).credentials;
  assert.deepEqual([rotated.credential_id, live?.status, revoked?.status], [live?.id, 'live', 'revoked']);
  assert.deepEqual(await json('revoke', clientId, '--credential', String(live?.id)), { id: live?.id, deleted: true });
  assert.equal((await json('suspend', clientId)).status, 'suspended');
  assert.deepEqual(await json('activate', clientId), await read());
  const listed = await json('list', '--community', slug, '--search', 'bank');
  assert.deepEqual(listed, (await client.call('listPartners', { params: { slug }, query: { search: 'bank' } })).body);
  assert.deepEqual(listed.data, [await json('show', clientId)]);
  assert.doesNotMatch(JSON.stringify(listed), /"[a-z]+[A-Z]\w*":/);
});

test('a preset gives a new partner its permissions and limits, and each can be changed', async () => {
  const { slug } = await signedIn(service);
  const create = async (name: string, ...args: string[]) => {
    const given = ['partner', 'create', '--community', slug, '--name', name, ...args];
    const { partner } = await runJson(service.testDatabase, given);
    const { scopes, max_credit_hours, max_member_day_hours, max_partner_day_hours } = partner;
    return { scopes: [...scopes].sort(), caps: [max_credit_hours, max_member_day_hours, max_partner_day_hours] };
  };
  for (const [preset, { scopes }] of Object.entries(PARTNER_PRESETS)) {
    assert.deepEqual((await create(preset, '--preset', preset)).scopes, [...scopes].sort(), preset);
  }
  assert.deepEqual((await create('Bank', '--preset', 'bank')).caps, [20, 40, 200]);
  const changed = ['--preset', 'bank', '--scopes', 'wallet.write', '--max-credit-hours', '8'];
  assert.deepEqual(await create('Small bank', ...changed, '--max-partner-day-hours', 'none'), {
    scopes: ['wallet.write'],
    caps: [8, 40, null],
  });
  const wrong = ['partner', 'create', '--community', slug, '--name', 'X', '--preset', 'club', '--json'];
  const { code, stderr } = await runCommand(service.testDatabase, wrong);
  assert.ok(code !== 0 && /--preset/.test(stderr), stderr);
});

test('a partner command refuses what the console refuses, naming the same fields', async () => {
  const { client, slug } = await signedIn(service);
  const given = ['--community', slug, '--name', ' ', '--scopes', 'fly', '--rate-limit', '999999999'];
  const { code, stdout, stderr } = await runCommand(service.testDatabase, ['partner', 'create', ...given, '--json']);
  const body = { name: ' ', scopes: ['fly'], rate_limit_per_minute: 999_999_999 } as never;
  const refused = (await client.call('createPartner', { params: { slug }, json: body })).body as never;
  const { error, errors } = JSON.parse(stderr);
  const { error: expected, errors: expectedErrors } = refused as { error: string; errors: unknown };
  assert.deepEqual([code, stdout, error, errors], [1, '', expected, expectedErrors]);
});

test('none takes the limits of a community and of a partner away', async () => {
  const { slug } = await signedIn(service);
  const json = (...args: string[]) => runJson(service.testDatabase, args);
  const limits = (upper: string, lower: string) => ['--upper-hours', upper, '--lower-hours', lower];
  const update = (...args: string[]) => json('community', 'update', '--community', slug, ...args);
  const set = await update(...limits('40', '-25'));
  assert.deepEqual([set.upper_balance_hours, set.lower_balance_hours], [40, -25]);
  const gone = await update(...limits('none', 'none'));
  assert.deepEqual([gone.upper_balance_hours, gone.lower_balance_hours], [null, null]);
});

test('a community chooses on the command line how its hours are written', async () => {
  const { slug } = await signedIn(service);
  const update = (...args: string[]) =>
    runJson(service.testDatabase, ['community', 'update', '--community', slug, ...args]);
  assert.equal((await runJson(service.testDatabase, ['community', 'show', '--community', slug])).hours_as, 'decimal');
  assert.equal((await update('--hours-as', 'clock')).hours_as, 'clock');
  assert.equal((await update('--time-zone', 'Europe/Berlin')).time_zone, 'Europe/Berlin');
  const wrong = ['community', 'update', '--community', slug, '--hours-as', 'sundial', '--json'];
  const { code, stderr } = await runCommand(service.testDatabase, wrong);
  assert.ok(code !== 0 && /hours_as|--hours-as/.test(stderr), stderr);
  assert.equal((await update('--hours-as', 'decimal')).hours_as, 'decimal');
});
