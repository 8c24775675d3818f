/** Two independent OAuth clients, unchanged, with keys instead of secrets: private_key_jwt and DPoP with its nonces. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BASE_PATH } from '@timebank/contract';
import * as oauth4webapi from 'oauth4webapi';
import * as openid from 'openid-client';
import { type TestPartner, testService } from '../../../test-support/harness.ts';
import { createKey, createPartnerWithKey, setKeys } from '../../../test-support/signing.ts';
import { systemClock } from '../../base/clock.ts';

const SCOPE = 'users.read listings.read';
const service = await testService({ clock: systemClock });

async function isAccepted(token: string): Promise<boolean> {
  return (await service.call('GET', '/users', { token })).status === 200;
}

/** A pair of keys for proofs of requests, not for assertions. */
const pairOf = (alg: string) => openid.randomDPoPKeyPair(alg);

for (const alg of ['ES256', 'PS256', 'EdDSA'] as const) {
  test(`openid-client gets, uses and revokes tokens with a key, bearer and bound: ${alg}`, async () => {
    const key = await createKey(alg);
    const partner = await createPartnerWithKey(service, key, { keysOnly: true });
    const discover = (by: typeof key) =>
      openid.discovery(
        ...([
          new URL(service.origin),
          partner.clientId,
          undefined,
          openid.PrivateKeyJwt({ key: by.privateKey, kid: by.kid }),
        ] as const),
        { algorithm: 'oauth2', execute: [openid.allowInsecureRequests] },
      );
    const client = await discover(key);
    const bearer = await openid.clientCredentialsGrant(client, { scope: SCOPE });
    assert.deepEqual([bearer.token_type, bearer.scope], ['bearer', SCOPE]);
    assert.ok(await isAccepted(bearer.access_token));
    await openid.tokenRevocation(client, bearer.access_token);
    assert.equal(await isAccepted(bearer.access_token), false);

    await setKeys(service, partner, { boundTokensOnly: true });
    await assert.rejects(openid.clientCredentialsGrant(client), { error: 'invalid_dpop_proof' });
    const DPoP = openid.getDPoPHandle(client, await pairOf(alg));
    const bound = await openid.clientCredentialsGrant(client, { scope: SCOPE }, { DPoP });
    assert.equal(bound.token_type, 'dpop');
    assert.equal(await isAccepted(bound.access_token), false);
    const users = new URL(`${service.origin}${BASE_PATH}/users?per_page=1`);
    for (let count = 0; count < 2; count++) {
      const answer = await openid.fetchProtectedResource(
        ...([client, bound.access_token, users, 'GET', undefined, undefined, { DPoP }] as const),
      );
      assert.equal(answer.status, 200, await answer.text());
    }
    const thief = openid.getDPoPHandle(client, await pairOf(alg));
    await assert.rejects(
      openid.fetchProtectedResource(client, bound.access_token, users, 'GET', undefined, undefined, { DPoP: thief }),
      openid.WWWAuthenticateChallengeError,
    );
    await assert.rejects(
      openid.clientCredentialsGrant(await discover(await createKey(alg)), {}, { DPoP }),
      (error: Error) => {
        assert.ok(error instanceof openid.WWWAuthenticateChallengeError, String(error));
        assert.equal(error.cause[0]?.parameters.error, 'invalid_client');
        return true;
      },
    );
  });

  test(`oauth4webapi gets, uses and revokes tokens with a key, bearer and bound: ${alg}`, async () => {
    const options = { [oauth4webapi.allowInsecureRequests]: true };
    const key = await createKey(alg);
    const partner: TestPartner = await createPartnerWithKey(service, key, { keysOnly: true });
    const issuer = new URL(service.origin);
    const server = await oauth4webapi.processDiscoveryResponse(
      issuer,
      await oauth4webapi.discoveryRequest(issuer, { ...options, algorithm: 'oauth2' }),
    );
    const client = { client_id: partner.clientId };
    const proof = oauth4webapi.PrivateKeyJwt({ key: key.privateKey, kid: key.kid });
    const ask = async (more: { DPoP?: oauth4webapi.DPoPHandle } = {}) =>
      oauth4webapi.processClientCredentialsResponse(
        server,
        client,
        await oauth4webapi.clientCredentialsGrantRequest(
          ...([server, client, proof, new URLSearchParams({ scope: SCOPE }), { ...options, ...more }] as const),
        ),
      );
    const bearer = await ask();
    assert.ok(await isAccepted(bearer.access_token));
    await oauth4webapi.processRevocationResponse(
      await oauth4webapi.revocationRequest(server, client, proof, bearer.access_token, options),
    );
    assert.equal(await isAccepted(bearer.access_token), false);

    const DPoP = oauth4webapi.DPoP({}, await pairOf(alg));
    await assert.rejects(ask({ DPoP }), (error) => oauth4webapi.isDPoPNonceError(error));
    const bound = await ask({ DPoP });
    assert.equal(bound.token_type, 'dpop');
    const url = new URL(`${service.origin}${BASE_PATH}/users`);
    const call = (handle: oauth4webapi.DPoPHandle) =>
      oauth4webapi.protectedResourceRequest(
        ...([bound.access_token, 'GET', url, undefined, null, { ...options, DPoP: handle }] as const),
      );
    assert.equal((await call(DPoP)).status, 200);
    const fresh = oauth4webapi.DPoP({}, await pairOf(alg));
    await assert.rejects(
      call(fresh),
      (error) => oauth4webapi.isDPoPNonceError(error),
      'the nonce is asked for with 401',
    );
    await assert.rejects(call(fresh), oauth4webapi.WWWAuthenticateChallengeError);
  });
}
