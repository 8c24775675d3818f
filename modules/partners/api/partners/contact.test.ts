/** The contact of a partner, and the members whose e-mail addresses the partner sees. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { signedIn } from '../../../../test-support/console.ts';
import { testService } from '../../../../test-support/harness.ts';

const service = await testService();

const CONTACT = {
  contact_name: 'Grace Quill',
  contact_email: 'grace@bank.example',
  contact_phone: '+44 20 7946 0991',
  note: 'Ask for the ledger team.\nContract 17.',
};

test('contact and note are kept from the creation on, changed one by one, and emptied by null', async () => {
  const { client, slug } = await signedIn(service);
  const created = await client.call('createPartner', {
    params: { slug },
    json: { name: 'Harbour Bank', scopes: ['users.read'], ...CONTACT, contact_name: '  Grace Quill ' },
  });
  const { partner } = created.body.data;
  const params = { slug, partnerId: partner.id };
  const shown = async () => {
    const { contact_name, contact_email, contact_phone, note } = (await client.call('getPartner', { params })).body
      .data;
    return { contact_name, contact_email, contact_phone, note };
  };
  assert.deepEqual(await shown(), CONTACT);
  await client.call('updatePartner', { params, json: { note: null, contact_phone: '' } });
  assert.deepEqual(await shown(), { ...CONTACT, note: null, contact_phone: null });
  const refused = await client.call('updatePartner', { params, json: { contact_email: 'grace at bank' } });
  assert.deepEqual([refused.status, refused.body.errors[0].field], [422, 'contact_email']);
  await client.call('updatePartner', { params, json: { name: 'New name' } });
  assert.deepEqual(await shown(), { ...CONTACT, note: null, contact_phone: null });
});

test('contact and note are the community’s own: no partner reads them, the audit log names only the fields', async () => {
  const { client, slug, communityId } = await signedIn(service);
  const scopes = ['users.read', 'wallet.read', 'webhooks.manage'];
  const created = await client.call('createPartner', { params: { slug }, json: { name: 'Bank', scopes, ...CONTACT } });
  const { partner, client_id, client_secret } = created.body.data;
  const params = { slug, partnerId: partner.id };
  await client.call('updatePartner', { params, json: { contact_name: 'Hugo Lane' } });
  const answer = await service.call('POST', '/oauth/token', {
    json: { grant_type: 'client_credentials', client_id, client_secret },
  });
  const token = answer.body.access_token;
  const audit = await service.ownerQuery('select action, details from audit_log where community_id = $1', [
    communityId,
  ]);
  const texts = [
    (await service.call('GET', '/me', { token })).text,
    (await service.call('GET', '/events', { token })).text,
    JSON.stringify(audit),
  ];
  for (const text of texts) {
    for (const value of ['Grace', 'grace@bank', '7946', 'ledger team', 'Hugo']) assert.ok(!text.includes(value), value);
  }
  const [update] = audit.filter(({ action }) => action === 'partner.updated');
  assert.deepEqual(update?.details, { after: {}, before: {}, fields: ['contact_name'] });
});

test('the count of addresses follows the default of the community, and the choices for all and for one partner', async () => {
  const { client, slug, communityId } = await signedIn(service);
  const bank = await service.createPartner({ communityId });
  const add = async (json: object) => {
    const { status, body, text } = await client.call('createMember', {
      params: { slug },
      json: { name: 'A', ...json },
    });
    assert.equal(status, 201, text);
    return body.data.id as string;
  };
  const email = (name: string) => ({ email: `${name}@example.org` });
  await add(email('a'));
  const b = await add({ ...email('b'), visibility: 'listed' });
  const c = await add({ ...email('c'), visibility: 'listed_with_email' });
  await add({});
  const left = await add(email('d'));
  await client.call('setMemberStatus', { params: { slug, memberId: left }, json: { status: 'left' } });
  const reach = async (query = {}) => {
    const { body } = await client.call('getEmailReach', { params: { slug }, query });
    return [body.data.shown, body.data.members, body.data.default_visibility];
  };
  const forBank = { partner_id: String(bank.partnerId) };
  assert.deepEqual([await reach(), await reach(forBank)], Array(2).fill([2, 4, 'listed_with_email']));
  const choose = async (memberId: string, visibility: string) =>
    await client.call('setMemberVisibility', {
      params: { slug, memberId },
      json: { partner_id: bank.partnerId, visibility },
    });
  await choose(b, 'listed_with_email');
  assert.deepEqual(
    [await reach(forBank), await reach()],
    [
      [3, 4, 'listed_with_email'],
      [2, 4, 'listed_with_email'],
    ],
  );
  await choose(c, 'hidden');
  await client.call('updateCommunitySettings', { params: { slug }, json: { default_visibility: 'listed' } });
  assert.deepEqual(
    [await reach(forBank), await reach()],
    [
      [1, 4, 'listed'],
      [1, 4, 'listed'],
    ],
  );
  const foreign = await service.createPartner();
  const missing = await client.call('getEmailReach', {
    params: { slug },
    query: { partner_id: String(foreign.partnerId) },
  });
  assert.equal(missing.body.error, 'partner_not_found');
});
