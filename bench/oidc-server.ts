/** oidc-provider with its in-memory store, client credentials only: the peer of the token endpoint. */
// @ts-expect-error The package carries no types.
import Provider from 'oidc-provider';

const issuer = `http://127.0.0.1:${process.env.PORT}`;
const provider = new Provider(issuer, {
  clients: [
    {
      client_id: 'bench',
      client_secret: 'bench-secret-bench-secret-bench-secret',
      grant_types: ['client_credentials'],
      redirect_uris: [],
      response_types: [],
      token_endpoint_auth_method: 'client_secret_post',
    },
  ],
  features: { clientCredentials: { enabled: true }, devInteractions: { enabled: false } },
  scopes: ['users.read', 'wallet.read'],
});
provider.listen(Number(process.env.PORT), '127.0.0.1');
