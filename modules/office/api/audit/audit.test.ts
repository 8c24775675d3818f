import assert from 'node:assert/strict';
import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { EVENT_TYPES, SCOPES } from '@timebank/contract';
import { PERMISSIONS } from '../../../../console/desk/contract/routes.ts';
import { type ConsoleResponse, signedIn } from '../../../../test-support/console.ts';
import { testService } from '../../../../test-support/harness.ts';
import { AUDIT_ACTIONS } from './actions.ts';

const service = await testService();

interface Entry {
  readonly id: string;
  readonly action: string;
  readonly actor: {
    readonly kind: string;
    readonly id: number | null;
    readonly name: string | null;
    readonly role: string | null;
  };
  readonly request_id: string | null;
}

test('the list of actions is what the code writes', async () => {
  const folder = join(import.meta.dirname, '../../../..');
  const listed: readonly string[] = AUDIT_ACTIONS;
  const others: readonly string[] = [...EVENT_TYPES, ...SCOPES, ...PERMISSIONS];
  const written = new Set<string>();
  for await (const file of glob('{core,console/desk,console/pages,modules,service}/**/*.ts', { cwd: folder })) {
    if (/\.test\.|\/(?:screens|texts|contract)\//.test(file) || file === 'modules/office/api/audit/actions.ts')
      continue;
    const text = await readFile(join(folder, file), 'utf8');
    if (!/audit/i.test(text)) continue;
    // In SQL a table's column is written alike, elsewhere a file, a library or a table of the schema.
    const inSql = file.endsWith('queries.ts');
    for (const [, action = ''] of text.matchAll(/'((?!public\.)[a-z_]+\.(?!js'|json')[a-z_]+)'/g))
      if (listed.includes(action) || !(inSql || others.includes(action))) written.add(action);
  }
  // Their names are put together.
  for (const kind of ['members', 'listings', 'exchanges']) written.add(`${kind}.imported`);
  const rows = await service.ownerQuery<{ action: string }>(
    `select distinct action from audit_log where actor <> 'test'`,
  );
  for (const { action } of rows) written.add(action);
  assert.deepEqual([...written].sort(), [...listed].sort(), 'actions.ts lists what the code writes');
});

test('filters by actor, action, subject, request and time, in pages; other communities stay unseen', async () => {
  const person = await signedIn(service);
  const { client, slug, id } = person;
  const params = { slug };
  const created = await client.call('createPartner', { params, body: { name: 'Bank', scopes: [] } });
  const partnerId: number = created.body.data.partner.id;
  service.clock.advance(60_000);
  const since = service.clock.now().toISOString();
  const body = { scopes: ['users.read', 'users.pii'] };
  await client.call('updatePartner', { params: { slug, partnerId }, json: body });
  const member = await service.createMember({ communityId: person.communityId, email: 'anna@example.org' });
  const { client_id: clientId, client_secret: clientSecret, credential_id: credentialId } = created.body.data;
  const token = await service.token({
    communityId: person.communityId,
    partnerId,
    credentialId,
    clientId,
    clientSecret,
  });
  await service.call('GET', `/users/${member.id}`, { token });

  const find = async (query: object = {}): Promise<Entry[]> => {
    const answer = await client.call('listAudit', { params, query });
    assert.equal(answer.status, 200, answer.text);
    return answer.body.data;
  };
  const actions = async (query: object) => (await find(query)).map(({ action }) => action);
  assert.deepEqual(await actions({}), [
    // The member is a change of the test's own.
    ...['email.read', 'test.changed', 'partner.updated', 'credential.issued', 'partner.created'],
    ...['administrator.created', 'community.created'],
  ]);
  assert.deepEqual(await actions({ action: 'partner' }), ['partner.updated', 'partner.created']);
  assert.deepEqual(await actions({ action: 'partner.created' }), ['partner.created']);
  assert.deepEqual(await actions({ action: 'part' }), []);
  assert.deepEqual(await actions({ action: 'email.read' }), ['email.read']);
  assert.deepEqual(await actions({ actor_kind: 'partner' }), ['email.read']);
  assert.deepEqual(await actions({ actor_kind: 'partner', actor_id: partnerId }), ['email.read']);
  assert.equal((await find({ actor_kind: 'administrator', actor_id: id })).length, 3);
  assert.equal((await find({ actor_kind: 'administrator', actor_id: id + 1000 })).length, 0);
  assert.deepEqual(await actions({ actor_kind: 'system' }), [
    'test.changed',
    'administrator.created',
    'community.created',
  ]);
  assert.deepEqual(await actions({ subject: `partner:${partnerId}` }), ['partner.updated', 'partner.created']);
  assert.deepEqual(await actions({ since }), ['email.read', 'test.changed', 'partner.updated']);
  assert.equal((await find({ before: since })).length, 4);
  const [read] = await find();
  assert.deepEqual(read?.actor, { kind: 'partner', id: partnerId, name: 'Bank', role: null });
  const [updated] = await find({ subject: `partner:${partnerId}` });
  assert.equal(updated?.actor.role, 'owner', 'an administrator is named with the role');
  assert.deepEqual(await actions({ request_id: read?.request_id }), ['email.read']);
  assert.equal((await client.call('listAudit', { params, query: { actor_id: 1 } })).status, 400);

  const seen: string[] = [];
  let cursor: string | undefined;
  do {
    const page: ConsoleResponse = await client.call('listAudit', {
      params,
      query: { per_page: 2, ...(cursor ? { cursor } : {}) },
    });
    seen.push(...page.body.data.map((entry: Entry) => entry.id));
    cursor = page.body.meta.next_cursor ?? undefined;
  } while (cursor);
  assert.deepEqual(
    seen,
    (await find()).map((entry) => entry.id),
  );

  const other = await signedIn(service);
  const foreign = await other.client.call('listAudit', { params: { slug: other.slug } });
  assert.ok(!foreign.text.includes('partner.created'));
});

test('an entry names the member, listing, account or endpoint that it is about, and none of another community', async () => {
  const { client, slug } = await signedIn(service);
  const params = { slug };
  const { body: member } = await client.call('createMember', { params, json: { name: 'Anna Berger' } });
  const listing = { member_id: member.data.id, type: 'service', title: 'Bread' };
  await client.call('createCommunityListing', { params, json: listing });
  await client.call('createAccount', { params, json: { name: 'Library' } });
  const named = async (person: Awaited<ReturnType<typeof signedIn>>) =>
    (await person.client.call('listAudit', { params: { slug: person.slug } })).body.data.flatMap(
      ({ action, subject_name }: { action: string; subject_name: string | null }) =>
        /^(member|listing|account)\.created$/.test(action) ? [[action, subject_name]] : [],
    );
  assert.deepEqual(await named({ client, slug } as Awaited<ReturnType<typeof signedIn>>), [
    ['account.created', 'Library'],
    ['listing.created', 'Bread'],
    ['member.created', 'Anna Berger'],
  ]);
  assert.deepEqual(await named(await signedIn(service)), []);
});

test('acts of the installation are for its operators', async () => {
  const [operator] = await service.ownerQuery<{ email: string }>('select email from administrators where is_operator');
  const person = await signedIn(service);
  assert.notEqual(person.email, operator?.email);
  assert.equal((await person.client.call('listInstallationAudit')).body.error, 'not_permitted');
  await service.ownerQuery('update administrators set is_operator = true where id = $1', [person.id]);
  const list = await person.client.call('listInstallationAudit', { query: { action: 'sign_in' } });
  assert.equal(list.body.data[0].action, 'sign_in.succeeded');
  assert.deepEqual(list.body.data[0].actor.id, person.id);
});

test('the kill switches: off with a reason, from the next request on, for one community or for all', async () => {
  const person = await signedIn(service);
  const { client, slug, communityId } = person;
  const partner = await service.createPartner({ communityId });
  const elsewhere = await service.createPartner();
  const [token, other] = [await service.token(partner), await service.token(elsewhere)];
  const params = { slug };
  const status = async (bearer: string) => (await service.call('GET', '/users', { token: bearer })).status;
  for (const body of [{ enabled: false }, { enabled: false, reason: '  ' }]) {
    const refused = await client.call('switchCommunity', { params, body });
    assert.deepEqual([refused.status, refused.body.errors[0].field], [422, 'reason']);
  }
  const off = await client.call('switchCommunity', { params, body: { enabled: false, reason: 'Audit by the bank' } });
  assert.deepEqual(off.body.data.partner_api, {
    enabled: false,
    reason: 'Audit by the bank',
    installation_enabled: true,
    installation_reason: null,
  });
  assert.deepEqual([await status(token), await status(other)], [503, 200]);
  await client.call('switchCommunity', { params, body: { enabled: true } });
  assert.equal(await status(token), 200);

  const everywhere = (enabled: boolean) =>
    client.call('switchInstallation', { body: { enabled, ...(enabled ? {} : { reason: 'Maintenance' }) } });
  assert.equal((await everywhere(false)).body.error, 'not_permitted');
  await service.ownerQuery('update administrators set is_operator = true where id = $1', [person.id]);
  assert.deepEqual((await everywhere(false)).body.data.partner_api, { enabled: false, reason: 'Maintenance' });
  assert.deepEqual([await status(token), await status(other)], [503, 503]);
  const community = await client.call('getCommunity', { params });
  assert.equal(community.body.data.partner_api.installation_reason, 'Maintenance');
  assert.equal((await everywhere(true)).status, 200);
  assert.equal(await status(other), 200);
  const { body } = await client.call('listAudit', { params, query: { action: 'partner_api' } });
  assert.deepEqual(
    body.data.map(({ action, details }: { action: string; details: object }) => [action, details]),
    [
      ['partner_api.enabled', { reason: null }],
      ['partner_api.disabled', { reason: 'Audit by the bank' }],
    ],
  );
});
