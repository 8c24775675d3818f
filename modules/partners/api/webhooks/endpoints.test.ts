/** An administrator's own endpoints for a partner: the partner API's rules, in the administrator's name. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { signedIn } from '../../../../test-support/console.ts';
import { testService } from '../../../../test-support/harness.ts';

const service = await testService();

const HOOK = { event_types: ['wallet.credited'], target_url: 'https://bank.example/hook', description: 'Ledger' };

async function setUp() {
  const person = await signedIn(service);
  const partner = await service.createPartner({ communityId: person.communityId });
  const params = { slug: person.slug, partnerId: partner.partnerId };
  const token = await service.token(partner);
  const own = async () => (await service.call('GET', '/webhooks/subscriptions', { token })).body.data;
  const audited = async (action: string) =>
    (await person.client.call('listAudit', { params, query: { action } })).body.data;
  return { ...person, partner, params, token, own, audited };
}

test('an endpoint is added, changed and deleted as if by the partner, and audited as the administrator', async () => {
  const { client, params, own, audited, id } = await setUp();
  const added = await client.call('createPartnerSubscription', { params, body: HOOK });
  assert.equal(added.status, 201);
  const { subscription, secret } = added.body.data;
  assert.match(secret, /^whsec_[A-Za-z0-9+/]{43}=$/);
  assert.deepEqual([subscription.health, subscription.subscription.target_url], ['unused', HOOK.target_url]);
  const subscriptionId: string = subscription.subscription.id;
  const [seen] = await own();
  assert.deepEqual([seen.id, seen.event_types, seen.description], [subscriptionId, HOOK.event_types, 'Ledger']);
  const [entry] = await audited('subscription.created');
  assert.deepEqual([entry.actor.kind, entry.actor.id, entry.subject], ['administrator', id, subscriptionId]);
  assert.ok(!JSON.stringify(entry).includes(secret.slice(6)), 'the secret is in no log');

  const one = { ...params, subscriptionId };
  const changed = await client.call('updatePartnerSubscription', {
    params: one,
    body: { target_url: 'https://bank.example/other', event_types: ['*'], description: null },
  });
  const { target_url, event_types, description } = changed.body.data.subscription;
  assert.deepEqual([target_url, event_types, description], ['https://bank.example/other', ['*'], null]);
  assert.ok(!changed.text.includes('whsec_'));
  assert.equal((await audited('subscription.updated')).length, 1);

  const deleted = await client.call('deletePartnerSubscription', { params: one });
  assert.deepEqual(deleted.body.data, { id: subscriptionId, deleted: true });
  assert.deepEqual(await own(), []);
  assert.equal((await audited('subscription.deleted'))[0].actor.id, id);
  assert.equal((await client.call('deletePartnerSubscription', { params: one })).body.error, 'subscription_not_found');
});

test('the console refuses the same values as the partner API, at the same field with the same code', async () => {
  const { client, params, token } = await setUp();
  const { body } = await client.call('createPartnerSubscription', { params, body: HOOK });
  const subscriptionId: string = body.data.subscription.subscription.id;
  const faultsOf = ({ body: { errors } }: { body: { errors: { field: string; code: string }[] } }) =>
    errors.map(({ field, code }) => [field, code]);
  for (const bad of [
    { target_url: 'http://bank.example/hook' },
    { target_url: 'https://10.0.0.1/hook' },
    { target_url: 'https://db.internal/hook' },
    { target_url: 'https://user:pass@bank.example/' },
    { event_types: [] },
    { event_types: ['wallet.stolen'] },
    { description: 'x'.repeat(201) },
  ]) {
    const json = { ...HOOK, ...bad };
    const [ours, theirs, changed] = await Promise.all([
      client.call('createPartnerSubscription', { params, json }),
      service.call('POST', '/webhooks/subscriptions', { token, json }),
      client.call('updatePartnerSubscription', { params: { ...params, subscriptionId }, json: bad }),
    ]);
    assert.equal(ours.status, 422, JSON.stringify(bad));
    assert.deepEqual(faultsOf(ours), faultsOf(theirs));
    assert.deepEqual(faultsOf(changed), faultsOf(theirs));
  }
});

test('a partner that may not receive events gets no endpoint, and another partner or community is out of reach', async () => {
  const { client, params, communityId } = await setUp();
  const silent = await service.createPartner({ communityId, scopes: ['users.read'] });
  const refused = await client.call('createPartnerSubscription', {
    params: { ...params, partnerId: silent.partnerId },
    body: HOOK,
  });
  assert.deepEqual([refused.status, refused.body.error], [409, 'state_conflict']);

  const { body } = await client.call('createPartnerSubscription', { params, body: HOOK });
  const subscriptionId: string = body.data.subscription.subscription.id;
  const other = await setUp();
  const reach = async (on: typeof client, where: object) => {
    const to = { ...params, subscriptionId, ...where };
    const changed = await on.call('updatePartnerSubscription', { params: to, body: { description: 'mine now' } });
    const deleted = await on.call('deletePartnerSubscription', { params: to });
    return [changed.body.error, deleted.body.error];
  };
  const twice = (code: string) => [code, code];
  assert.deepEqual(await reach(client, { partnerId: silent.partnerId }), twice('subscription_not_found'));
  assert.deepEqual(await reach(other.client, other.params), twice('subscription_not_found'));
  assert.deepEqual(await reach(other.client, { slug: other.slug }), twice('partner_not_found'));
  assert.deepEqual(await reach(other.client, {}), twice('community_not_found'));
  const kept = await client.call('getPartnerSubscription', { params: { ...params, subscriptionId } });
  assert.equal(kept.body.data.subscription.description, 'Ledger');
});
