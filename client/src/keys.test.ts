/** Keys instead of secrets, and tokens bound to a key, against the service. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { systemClock } from '../../core/base/clock.ts';
import { startTestService, testService } from '../../test-support/harness.ts';
import { createKey, createPartnerWithKey, setKeys } from '../../test-support/signing.ts';
import { createClient, TimebankError } from './index.ts';
import { apiError, recordingFetch } from './test-support.ts';

const service = await testService({ clock: systemClock });

const refusedAs = (code: string) => (error: unknown) => error instanceof TimebankError && error.code === code;

for (const alg of ['ES256', 'PS256', 'EdDSA'] as const) {
  describe(`a key of the kind ${alg}`, () => {
    it('replaces the secret, at token and revocation, and each assertion is used once', async () => {
      const key = await createKey(alg);
      const { clientId } = await createPartnerWithKey(service, key, { keysOnly: true });
      const { fetch, requests } = recordingFetch();
      const privateKey = { key: key.privateKey, kid: key.kid };
      const client = createClient({ baseUrl: service.origin, clientId, privateKey, fetch });
      const token = await client.accessToken();
      await client.listUsers();
      await client.revokeToken();
      assert.equal((await service.call('GET', '/users', { token })).status, 401);
      await client.listUsers();
      const oauth = requests.filter((request) => request.includes('/oauth/'));
      assert.deepEqual(oauth, ['POST /oauth/token', 'POST /oauth/revoke', 'POST /oauth/token']);
      const stranger = await createKey(alg);
      const wrong = createClient({ baseUrl: service.origin, clientId, privateKey: { key: stranger.privateKey } });
      await assert.rejects(wrong.accessToken(), refusedAs('invalid_client'));
    });

    it('binds tokens, which are refused without it', async () => {
      const own = await createKey(alg);
      const { clientId, clientSecret, ...partner } = await service.createPartner();
      await setKeys(service, { clientId, clientSecret, ...partner }, { boundTokensOnly: true });
      const options = { baseUrl: service.origin, clientId, clientSecret };
      await assert.rejects(createClient(options).accessToken(), refusedAs('invalid_dpop_proof'));
      const client = createClient({ ...options, dpop: own });
      const member = await service.createMember(partner);
      const { data } = await client.creditWallet({ user_id: member.id, hours: 2, reference: 'BOUND-1' });
      assert.equal((await client.getCredit(data.id)).data.reference, 'BOUND-1');
      const token = await client.accessToken();
      assert.equal((await service.call('GET', '/users', { token })).status, 401);
    });
  });
}

describe('tokens that are bound', () => {
  it('to a key that the client makes need one nonce for all calls, and a proof for each', async () => {
    const { communityId, clientId, clientSecret } = await service.createPartner();
    await service.createMember({ communityId });
    const { fetch, requests } = recordingFetch();
    const client = createClient({ baseUrl: service.origin, clientId, clientSecret, dpop: true, fetch });
    for await (const user of client.listUsers({ per_page: 1 })) await client.getUser(user.id);
    await Promise.all(Array.from({ length: 10 }, () => client.listUsers()));
    // The first proof has no nonce; all later ones have it.
    assert.deepEqual(requests.slice(0, 3), ['POST /oauth/token', 'POST /oauth/token', 'GET /users']);
    assert.equal(requests.length, 3 + 1 + 10);
  });

  it('get the new nonce when theirs is refused, and a credit is booked once', async () => {
    const { communityId, clientId, clientSecret } = await service.createPartner();
    const member = await service.createMember({ communityId });
    const { fetch, requests, answer } = recordingFetch();
    const client = createClient({ baseUrl: service.origin, clientId, clientSecret, dpop: true, fetch });
    await client.listUsers();
    answer('/wallet/credit', apiError(401, 'use_dpop_nonce'));
    const { meta } = await client.creditWallet({ user_id: member.id, hours: 2, reference: 'NONCE-1' });
    assert.equal(meta.replayed, false);
    answer('/users', apiError(401, 'use_dpop_nonce'), apiError(401, 'use_dpop_nonce'));
    await assert.rejects(async () => await client.listUsers(), refusedAs('use_dpop_nonce'));
    assert.equal(requests.filter((request) => request === 'POST /wallet/credit').length, 2);
  });

  it('work with a key instead of a secret, and after the token was revoked', async () => {
    const key = await createKey();
    const partner = await createPartnerWithKey(service, key, { keysOnly: true, boundTokensOnly: true });
    const privateKey = { key: key.privateKey, kid: key.kid };
    const client = createClient({ baseUrl: service.origin, clientId: partner.clientId, privateKey, dpop: true });
    await client.listUsers();
    await client.revokeToken();
    await client.listUsers({ per_page: 3 });
    const { data } = await client.getMe();
    assert.equal(data.partner.client_id, partner.clientId);
  });

  it('are asked for under the name of the service, when it is reached at another address', async (t) => {
    const issuer = 'https://timebank.example';
    const named = await startTestService({ clock: systemClock, env: { PUBLIC_URL: issuer } });
    t.after(() => named.stop());
    const key = await createKey();
    const { clientId } = await createPartnerWithKey(named, key);
    const options = { baseUrl: named.origin, clientId, privateKey: { key: key.privateKey }, dpop: true };
    await createClient({ ...options, issuer: `${issuer}/` }).listUsers({ per_page: 1 });
    await assert.rejects(createClient(options).accessToken(), refusedAs('invalid_dpop_proof'));
  });
});

describe('a community that has moved', () => {
  // Node's own fetch repeats a request that is answered 421, as it is, and shows the second answer alone.
  it('reaches partners with keys and bound tokens as it reaches others, by its new address, also on a repeat', async () => {
    const key = await createKey();
    const partner = await createPartnerWithKey(service, key);
    const privateKey = { key: key.privateKey, kid: key.kid };
    const options = { baseUrl: service.origin, clientId: partner.clientId, privateKey };
    const [bound, bearer] = [createClient({ ...options, dpop: true }), createClient(options)];
    await Promise.all([bound.getMe(), bearer.getMe()]);
    const movedTo = 'https://new.example.org';
    await service.ownerQuery(
      `update communities set move_state = 'left', move_id = gen_random_uuid(), moved_to = $2 where id = $1`,
      [partner.communityId, movedTo],
    );
    for (const client of [bound, bearer, createClient({ ...options, dpop: true }), createClient(options)]) {
      await assert.rejects(client.getMe(), (error: unknown) => {
        assert.ok(error instanceof TimebankError);
        assert.deepEqual([error.code, error.movedTo], ['misdirected_request', movedTo]);
        return true;
      });
    }
  });
});
