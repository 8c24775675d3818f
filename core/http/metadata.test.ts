import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { SCOPES } from '@timebank/contract';
import { startTestService, type TestService } from '../../test-support/harness.ts';

let service: TestService;
let behindName: TestService;

before(async () => {
  service = await startTestService();
  behindName = await startTestService({ env: { PUBLIC_URL: 'https://timebank.example.org' } });
});
after(async () => {
  await service?.stop();
  await behindName?.stop();
});

test('the metadata names the endpoints under the origin that was asked, which is the issuer', async () => {
  const { status, headers, body } = await service.call('GET', '/.well-known/oauth-authorization-server');
  assert.equal(status, 200);
  assert.equal(headers.get('content-type'), 'application/json');
  const methods = ['client_secret_basic', 'client_secret_post', 'private_key_jwt'];
  const algorithms = ['ES256', 'PS256', 'EdDSA', 'Ed25519'];
  assert.deepEqual(body, {
    issuer: service.origin,
    token_endpoint: `${service.origin}/api/partner/v1/oauth/token`,
    token_endpoint_auth_methods_supported: methods,
    token_endpoint_auth_signing_alg_values_supported: algorithms,
    revocation_endpoint: `${service.origin}/api/partner/v1/oauth/revoke`,
    revocation_endpoint_auth_methods_supported: [...methods, 'none'],
    revocation_endpoint_auth_signing_alg_values_supported: algorithms,
    dpop_signing_alg_values_supported: algorithms,
    grant_types_supported: ['client_credentials'],
    response_types_supported: [],
    scopes_supported: [...SCOPES],
    service_documentation: `${service.origin}/docs`,
  });
});

test('PUBLIC_URL is the issuer, whatever host was asked', async () => {
  const { body } = await behindName.call('GET', '/.well-known/oauth-authorization-server');
  assert.equal(body.issuer, 'https://timebank.example.org');
  assert.equal(body.token_endpoint, 'https://timebank.example.org/api/partner/v1/oauth/token');
});
