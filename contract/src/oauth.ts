/** `/oauth`: the two endpoints of the client-credentials grant. They return flat objects, as RFC 6749 and RFC 7009 require. */
import { type Static, Type } from 'typebox';
import { operation, SCOPES } from './operation.ts';
import { component, wordValue } from './values.ts';

/** Seconds an access token lives. */
export const TOKEN_LIFETIME_SECONDS = 3600;

/** The other proof of a client: signed with a key that the community has registered (RFC 7523 section 2.2). */
const assertionIn = () => ({
  client_assertion_type: Type.Optional(
    wordValue(
      ['urn:ietf:params:oauth:client-assertion-type:jwt-bearer'],
      'Beside client_assertion, its only supported type.',
    ),
  ),
  client_assertion: Type.Optional(
    Type.String({
      description:
        'Instead of a secret: a JWT signed with one of your registered keys by ES256, PS256 or EdDSA. iss and sub are your client id, aud is the issuer of the metadata, exp is at most 5 minutes ahead, and each jti counts once.',
    }),
  ),
});

// The server reads both bodies itself: unknown fields are ignored, empty or null means omitted (RFC 6749 section 3.2).
export const TokenRequest = Type.Object(
  {
    grant_type: wordValue(['client_credentials'], 'The only supported grant type.'),
    client_id: Type.Optional(Type.String({ description: 'Public client id. Omit it when you use HTTP Basic.' })),
    client_secret: Type.Optional(
      Type.String({ description: 'Secret. Send it here or with HTTP Basic, never both, and never in the URL.' }),
    ),
    ...assertionIn(),
    scope: Type.Optional(
      Type.String({
        description: `Space-separated scopes, from: ${SCOPES.join(', ')}. If omitted, all scopes of the client are granted. Scopes that are not available are not granted; scope in the response lists those that are.`,
        examples: ['users.read wallet.write'],
      }),
    ),
  },
  { $id: 'TokenRequest', additionalProperties: true, description: 'Unknown fields are ignored.' },
);
export type TokenRequest = Static<typeof TokenRequest>;

export const TokenResponse = component('TokenResponse', 'An access token (RFC 6749 section 5.1).', {
  access_token: Type.String({ description: 'Opaque token.', pattern: '^[A-Za-z0-9_]+$' }),
  token_type: wordValue(
    ['Bearer', 'DPoP'],
    'The scheme the token is sent with. DPoP: it is bound to the key of the proof that was sent with this request.',
  ),
  expires_in: Type.Integer({
    description: 'Lifetime in seconds.',
    enum: [TOKEN_LIFETIME_SECONDS],
  }),
  scope: Type.String({ description: 'The granted scopes, space-separated, in the requested order.' }),
});
export type TokenResponse = Static<typeof TokenResponse>;

export const RevokeRequest = Type.Object(
  {
    token: Type.String({ description: 'The access token to revoke.' }),
    token_type_hint: Type.Optional(
      Type.String({ description: 'Ignored: all token types are searched.', examples: ['access_token'] }),
    ),
    client_id: Type.Optional(Type.String({ description: 'Public client id, if credentials are sent in the body.' })),
    client_secret: Type.Optional(Type.String({ description: 'Secret, if credentials are sent in the body.' })),
    ...assertionIn(),
  },
  { $id: 'RevokeRequest', additionalProperties: true, description: 'Unknown fields are ignored.' },
);
export type RevokeRequest = Static<typeof RevokeRequest>;

export const RevokeResponse = component('RevokeResponse', 'Always an empty object.', {});
export type RevokeResponse = Static<typeof RevokeResponse>;

/** `POST /oauth/token` */
export const issueToken = operation({
  id: 'issueToken',
  tag: 'OAuth',
  summary: 'Get an access token',
  description:
    'Client credentials grant (RFC 6749 section 4.4), as JSON or as a form. The client authenticates with `client_id` and `client_secret` in the body, with HTTP Basic, or with an assertion signed with its registered key (`private_key_jwt`, RFC 7523). A token is valid for 3600 seconds; a new token does not revoke earlier tokens. Removing a scope, suspending the partner or revoking the secret or key takes effect on the next request, not when the token expires. With a proof in the header DPoP (RFC 9449) the token is bound to its key and is of no use without it; the proof needs the nonce of a DPoP-Nonce header, which the first refusal brings.',
  method: 'POST',
  path: '/oauth/token',
  authentication: { kind: 'client' },
  query: {},
  body: TokenRequest,
  responses: {
    200: {
      description: 'The token.',
      schema: TokenResponse,
      headers: ['Pragma'],
      example: {
        access_token: 'tb_at_4VhZ1mKc8QxT0sRb7LwYpN3dGfJ6uEaXi2oCk9vBtHrM5zS1nQW',
        token_type: 'Bearer',
        expires_in: TOKEN_LIFETIME_SECONDS,
        scope: 'users.read wallet.write',
      },
    },
  },
  errors: [
    'unsupported_grant_type',
    'invalid_scope',
    'invalid_client',
    'ip_not_allowed',
    'invalid_dpop_proof',
    'use_dpop_nonce',
  ],
  cacheControl: 'no-store',
  example: {
    grant_type: 'client_credentials',
    client_id: '<CLIENT_ID>',
    client_secret: '<CLIENT_SECRET>',
    scope: 'users.read wallet.write',
  },
});

/** `POST /oauth/revoke` */
export const revokeToken = operation({
  id: 'revokeToken',
  tag: 'OAuth',
  summary: 'Revoke an access token',
  description:
    "RFC 7009, as JSON or as a form. The response is 200 and `{}` for any token value. A token that is unknown, expired or another partner's is left unchanged. Credentials are checked when they are sent. Without them, possession of the token is enough, so that anyone who finds a leaked token can revoke it (a deviation from section 2.1). A revoked token is refused on the next request.",
  method: 'POST',
  path: '/oauth/revoke',
  authentication: { kind: 'client' },
  query: {},
  body: RevokeRequest,
  responses: {
    200: {
      description: 'The token is revoked, or there was nothing to revoke.',
      schema: RevokeResponse,
      headers: ['Pragma'],
      example: {},
    },
  },
  errors: ['invalid_client'],
  cacheControl: 'no-store',
  example: { token: '<ACCESS_TOKEN>', client_id: '<CLIENT_ID>', client_secret: '<CLIENT_SECRET>' },
});
