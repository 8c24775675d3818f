/** The two OAuth operations, sharing one count of failed authentications. */
import type { issueToken, revokeToken } from '@timebank/contract';
import type { Deps } from '../../deps.ts';
import type { ClientHandler } from '../call.ts';
import { createProofs } from '../dpop.ts';
import { clientAuthenticator } from './client-auth.ts';
import { revokeTokenHandler } from './revoke.ts';
import { issueTokenHandler } from './token.ts';

export interface OAuthHandlers {
  readonly issueToken: ClientHandler<typeof issueToken>;
  readonly revokeToken: ClientHandler<typeof revokeToken>;
}

/** Makes the handlers of one process; they hold its throttles and its batches, nothing else. */
export function createOAuthHandlers(deps: Deps): OAuthHandlers {
  const authenticate = clientAuthenticator(deps);
  const issueToken = issueTokenHandler(deps, authenticate, createProofs(deps));
  return { issueToken, revokeToken: revokeTokenHandler(deps, authenticate) };
}
