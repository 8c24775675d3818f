/** Authorization server metadata (RFC 8414): what OAuth libraries discover. */
import { BASE_PATH, issueToken, revokeToken, SCOPES } from '@timebank/contract';
import { SIGNING_ALGORITHMS } from '../partners/public-keys.ts';

/** Its path at the origin, which is the issuer (section 3). */
export const METADATA_PATH = '/.well-known/oauth-authorization-server';

const AUTHENTICATION_METHODS = ['client_secret_basic', 'client_secret_post', 'private_key_jwt'];

/** The document's body. @param origin the one clients use: PUBLIC_URL, or the request's own */
export function authorizationServerMetadata(origin: string) {
  return {
    issuer: origin,
    token_endpoint: `${origin}${BASE_PATH}${issueToken.path}`,
    token_endpoint_auth_methods_supported: AUTHENTICATION_METHODS,
    token_endpoint_auth_signing_alg_values_supported: SIGNING_ALGORITHMS,
    revocation_endpoint: `${origin}${BASE_PATH}${revokeToken.path}`,
    revocation_endpoint_auth_methods_supported: [...AUTHENTICATION_METHODS, 'none'],
    revocation_endpoint_auth_signing_alg_values_supported: SIGNING_ALGORITHMS,
    dpop_signing_alg_values_supported: SIGNING_ALGORITHMS,
    grant_types_supported: ['client_credentials'],
    response_types_supported: [],
    scopes_supported: SCOPES,
    service_documentation: `${origin}/docs`,
  };
}
