/** Five independent OAuth clients, unchanged, and one that knows only the description: token, error, revocation, refusal. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { OAuth2Client, OAuth2HttpError } from '@badgateway/oauth2-client';
import { BASE_PATH } from '@timebank/contract';
import ClientOAuth2 from 'client-oauth2';
import * as oauth4webapi from 'oauth4webapi';
import * as openid from 'openid-client';
// @ts-expect-error the package has no types
import simpleOAuth2 from 'simple-oauth2';
import { testService } from '../../../test-support/harness.ts';
import { newSecret } from '../../partners/secrets.ts';

const SCOPE = 'users.read listings.read';

const service = await testService();
const partner = await service.createPartner();
const wrongSecret = newSecret('live');

/** Whether the API accepts the token; the library has it by its own reading of the response. */
async function isAccepted(token: unknown): Promise<boolean> {
  assert.equal(typeof token, 'string');
  const { status, body } = await service.call('GET', '/users', { token: token as string });
  if (status === 401) assert.equal(body.error, 'invalid_token');
  else assert.equal(status, 200);
  return status === 200;
}

for (const { place, openidSecret, webapiSecret } of [
  { place: 'Basic', openidSecret: openid.ClientSecretBasic, webapiSecret: oauth4webapi.ClientSecretBasic },
  { place: 'body', openidSecret: openid.ClientSecretPost, webapiSecret: oauth4webapi.ClientSecretPost },
]) {
  test(`openid-client discovers, gets a token, revokes it and reads the error, secret by ${place}`, async () => {
    const discover = (secret: string) =>
      openid.discovery(new URL(service.origin), partner.clientId, undefined, openidSecret(secret), {
        algorithm: 'oauth2',
        execute: [openid.allowInsecureRequests],
      });
    const client = await discover(partner.clientSecret);
    const answer = await openid.clientCredentialsGrant(client, { scope: SCOPE });
    assert.equal(answer.expires_in, 3600);
    assert.equal(answer.scope, SCOPE);
    assert.ok(await isAccepted(answer.access_token));
    await openid.tokenRevocation(client, answer.access_token);
    assert.equal(await isAccepted(answer.access_token), false);

    await assert.rejects(openid.clientCredentialsGrant(await discover(wrongSecret)), (error: Error) => {
      assert.ok(error instanceof openid.WWWAuthenticateChallengeError, String(error));
      assert.equal(error.cause[0]?.parameters.error, 'invalid_client');
      assert.ok(error.cause[0]?.parameters.error_description);
      return true;
    });
    await assert.rejects(openid.clientCredentialsGrant(client, { scope: 'no.such' }), { error: 'invalid_scope' });
  });

  test(`oauth4webapi discovers, gets a token, revokes it and reads the error, secret by ${place}`, async () => {
    const options = { [oauth4webapi.allowInsecureRequests]: true };
    const issuer = new URL(service.origin);
    const server = await oauth4webapi.processDiscoveryResponse(
      issuer,
      await oauth4webapi.discoveryRequest(issuer, { ...options, algorithm: 'oauth2' }),
    );
    const client = { client_id: partner.clientId };
    const ask = async (secret: string) =>
      oauth4webapi.processClientCredentialsResponse(
        server,
        client,
        await oauth4webapi.clientCredentialsGrantRequest(
          ...([server, client, webapiSecret(secret), new URLSearchParams({ scope: SCOPE }), options] as const),
        ),
      );
    const answer = await ask(partner.clientSecret);
    assert.equal(answer.scope, SCOPE);
    const users = await oauth4webapi.protectedResourceRequest(
      ...([
        answer.access_token,
        'GET',
        new URL(`${service.origin}${BASE_PATH}/users`),
        undefined,
        null,
        options,
      ] as const),
    );
    assert.equal(users.status, 200);
    await users.text();
    const credentials = webapiSecret(partner.clientSecret);
    await oauth4webapi.processRevocationResponse(
      await oauth4webapi.revocationRequest(server, client, credentials, answer.access_token, options),
    );
    assert.equal(await isAccepted(answer.access_token), false);

    await assert.rejects(ask(wrongSecret), (error: Error) => {
      assert.ok(error instanceof oauth4webapi.WWWAuthenticateChallengeError, String(error));
      assert.equal(error.cause[0]?.parameters.error, 'invalid_client');
      return true;
    });
  });
}

interface SimpleToken {
  readonly token: { readonly access_token: string; readonly expires_in: number; readonly scope: string };
  revoke(kind: 'access_token'): Promise<unknown>;
}
interface SimpleOAuth2 {
  readonly ClientCredentials: new (
    configuration: object,
  ) => { getToken(parameters: { scope: string }): Promise<SimpleToken> };
}

for (const bodyFormat of ['form', 'json']) {
  for (const authorizationMethod of ['header', 'body']) {
    test(`simple-oauth2 gets and revokes a token and reads the error: ${bodyFormat}, secret in the ${authorizationMethod}`, async () => {
      const { ClientCredentials } = simpleOAuth2 as SimpleOAuth2;
      const client = (secret: string) =>
        new ClientCredentials({
          client: { id: partner.clientId, secret },
          auth: {
            tokenHost: service.origin,
            tokenPath: `${BASE_PATH}/oauth/token`,
            revokePath: `${BASE_PATH}/oauth/revoke`,
          },
          options: { bodyFormat, authorizationMethod },
        });
      const answer = await client(partner.clientSecret).getToken({ scope: SCOPE });
      assert.deepEqual([answer.token.expires_in, answer.token.scope], [3600, SCOPE]);
      assert.ok(await isAccepted(answer.token.access_token));
      await answer.revoke('access_token');
      assert.equal(await isAccepted(answer.token.access_token), false);

      await assert.rejects(
        client(wrongSecret).getToken({ scope: SCOPE }),
        (error: { data: { isResponseError: boolean; payload: { error: string } }; output: { statusCode: number } }) =>
          error.output.statusCode === 401 && error.data.payload.error === 'invalid_client',
      );
    });
  }
}

test('client-oauth2 gets a token, signs a request with it, reads the error; the token is revoked over its request', async () => {
  const client = (clientSecret: string) =>
    new ClientOAuth2({
      clientId: partner.clientId,
      clientSecret,
      accessTokenUri: `${service.origin}${BASE_PATH}/oauth/token`,
      scopes: SCOPE.split(' '),
    });
  const token = await client(partner.clientSecret).credentials.getToken();
  assert.equal(token.data.scope, SCOPE);
  const signed = token.sign({ url: `${service.origin}${BASE_PATH}/users`, headers: {} });
  const users = await fetch(signed.url, { headers: signed.headers as Record<string, string> });
  assert.equal(users.status, 200);
  await users.text();
  // It has no revocation of its own; its signed request carries the token as a bearer, which counts for nothing there.
  const { headers } = token.sign({ url: '', headers: {} });
  const form = { token: token.accessToken, client_id: partner.clientId, client_secret: partner.clientSecret };
  assert.equal(
    (await service.call('POST', '/oauth/revoke', { form, headers: headers as Record<string, string> })).status,
    200,
  );
  assert.equal(await isAccepted(token.accessToken), false);

  await assert.rejects(client(wrongSecret).credentials.getToken(), (error: Error & { body?: { error?: string } }) => {
    assert.equal(error.body?.error, 'invalid_client');
    return true;
  });
});

for (const authenticationMethod of [
  'client_secret_basic',
  'client_secret_basic_interop',
  'client_secret_post',
  undefined,
] as const) {
  test(`@badgateway/oauth2-client discovers, gets and revokes a token and reads the error: ${authenticationMethod ?? 'its own choice'}`, async () => {
    const client = (clientSecret: string) =>
      new OAuth2Client({
        server: service.origin,
        clientId: partner.clientId,
        clientSecret,
        ...(authenticationMethod ? { authenticationMethod } : {}),
      });
    const token = await client(partner.clientSecret).clientCredentials({ scope: SCOPE.split(' ') });
    assert.ok(await isAccepted(token.accessToken));
    await client(partner.clientSecret).revoke(token);
    assert.equal(await isAccepted(token.accessToken), false);

    await assert.rejects(client(wrongSecret).clientCredentials(), (error: Error) => {
      assert.ok(error instanceof OAuth2HttpError, String(error));
      assert.equal(error.oauth2Code, 'invalid_client');
      return true;
    });
  });
}

test('a client that knows only the description gets a token, uses it, hits the missing scope, and revokes', async () => {
  const base = `${service.origin}/api/partner/v1`;
  const post = (path: string, body: unknown) =>
    fetch(base + path, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) });
  const credentials = { client_id: partner.clientId, client_secret: partner.clientSecret };

  const response = await post('/oauth/token', { grant_type: 'client_credentials', ...credentials, scope: SCOPE });
  assert.equal(response.status, 200);
  assert.equal(response.headers.get('API-Version'), '2.0');
  const answer = (await response.json()) as { access_token: string; expires_in: number; scope: string };
  assert.equal(answer.expires_in, 3600);
  assert.equal(answer.scope, SCOPE);

  const get = (path: string) => fetch(base + path, { headers: { Authorization: `Bearer ${answer.access_token}` } });
  const listings = await get('/listings');
  assert.equal(listings.status, 200);
  await listings.text();
  const aggregates = await get('/aggregates/community');
  assert.equal(aggregates.status, 403);
  assert.equal(((await aggregates.json()) as { error: string }).error, 'insufficient_scope');

  const revoked = await post('/oauth/revoke', { token: answer.access_token, ...credentials });
  assert.equal(revoked.status, 200);
  assert.deepEqual(await revoked.json(), {});
  const refused = await get('/listings');
  assert.equal(refused.status, 401);
  await refused.text();
});
