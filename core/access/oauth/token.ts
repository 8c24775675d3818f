/** `POST /oauth/token`: the client-credentials grant (RFC 6749 section 4.4). */
import {
  type issueToken,
  nearest,
  SCOPES,
  type Scope,
  TOKEN_LIFETIME_SECONDS,
  type TokenResponse,
} from '@timebank/contract';
import { plainAddress } from '../../base/address.ts';
import { moving, rateLimited, refusal } from '../../base/refusal.ts';
import { createThrottle } from '../../base/throttle.ts';
import { batch } from '../../database/batcher.ts';
import type { Deps } from '../../deps.ts';
import { hashToken, newAccessToken } from '../../partners/access-token.ts';
import { insertAccessTokens, touchCredentials } from '../../partners/oauth-queries.ts';
import { disabled } from '../authenticate.ts';
import type { ClientCall, ClientHandler } from '../call.ts';
import { presentedCredentials } from '../client-credentials.ts';
import type { DpopProof, Proofs } from '../dpop.ts';
import type { AuthenticateClient, Client } from './client-auth.ts';
import { textParameters } from './parameters.ts';

const BATCH_MAX = 256;
const USE_NOTED_EVERY_MS = 60_000;
/**
 * Tokens of one secret per minute, at least. A client that takes a new token for each call needs as many tokens as calls; a
 * client without a limit of calls has no limit of tokens either.
 */
const TOKENS_PER_MINUTE_MIN = 60;
/** RFC 6749 section 3.3: one space between names, no control characters, no `"` and no `\`. */
const SCOPE_SYNTAX = /^[\x21\x23-\x5b\x5d-\x7e]+(?: [\x21\x23-\x5b\x5d-\x7e]+)*$/;

interface NewToken {
  readonly hash: Buffer;
  readonly client: Client;
  readonly scope: string;
  readonly issuedAt: Date;
  readonly address: string;
  /** The thumbprint of the key that it is bound to. */
  readonly keyThumbprint: string | null;
}

/** The handler; it inserts the tokens of concurrent requests with one statement. */
export function issueTokenHandler(
  deps: Pick<Deps, 'database' | 'clock' | 'log'>,
  authenticate: AuthenticateClient,
  proofs: Proofs,
): ClientHandler<typeof issueToken> {
  const issued = createThrottle(TOKENS_PER_MINUTE_MIN);

  function countToken({ credentialId, rateLimitPerMinute }: Client): void {
    if (rateLimitPerMinute === 0) return;
    const limit = Math.max(rateLimitPerMinute, TOKENS_PER_MINUTE_MIN);
    const waitSeconds = issued.count(String(credentialId), deps.clock.now().getTime(), limit);
    if (waitSeconds === 0) return;
    throw rateLimited(`More than ${limit} tokens in a minute: keep a token until it expires.`, waitSeconds);
  }

  async function readProof({ dpop, url }: ClientCall): Promise<DpopProof | undefined> {
    if (dpop === undefined) return undefined;
    const proof = await proofs.read(dpop, { method: 'POST', url });
    if ('code' in proof) throw refusal(proof.code, proof.message);
    return proof;
  }

  async function useProof(client: Client, proof: DpopProof | undefined): Promise<void> {
    if (!proof && client.boundTokensOnly) {
      throw refusal('invalid_dpop_proof', 'Tokens of this client must be bound to a key: send a DPoP proof.');
    }
    if (proof && !(await proofs.use(client, proof))) {
      throw refusal('invalid_dpop_proof', 'The DPoP proof was used before.');
    }
  }

  const saveToken = batch<NewToken, undefined>((tokens) => saveTokens(deps, tokens), BATCH_MAX);

  return async (call) => {
    const parameters = textParameters(call);
    const presented = presentedCredentials(call.authorization, parameters);
    // Before the client, so that an assertion is not used up by a proof that lacks the nonce.
    const proof = await readProof(call);
    const client = await authenticate(presented, call);
    await useProof(client, proof);
    if (client.isMoving) throw moving();
    if (client.communityDisabled) throw disabled('by the community');
    if (parameters.grant_type === undefined) throw refusal('invalid_request', 'grant_type is missing.');
    if (parameters.grant_type !== 'client_credentials') {
      throw refusal('unsupported_grant_type', 'grant_type must be client_credentials.');
    }
    const scope = grantedScopes(parameters.scope, client.scopes).join(' ');
    countToken(client);
    const token = newAccessToken(client.community);
    const keyThumbprint = proof?.thumbprint ?? null;
    const { address } = call;
    await saveToken({ hash: hashToken(token), client, scope, issuedAt: deps.clock.now(), address, keyThumbprint });
    const body: TokenResponse = {
      access_token: token,
      token_type: proof ? 'DPoP' : 'Bearer',
      expires_in: TOKEN_LIFETIME_SECONDS,
      scope,
    };
    return { body };
  };
}

/**
 * The scopes asked for that the client may have, in the order asked; all it may have when none are named.
 * @throws refusal invalid_scope when the text is malformed or nothing is left
 */
function grantedScopes(asked: string | undefined, available: readonly Scope[]): Scope[] {
  if (asked !== undefined && !SCOPE_SYNTAX.test(asked)) {
    throw refusal('invalid_scope', 'scope is malformed. Separate scopes by one space each.');
  }
  const granted =
    asked === undefined
      ? SCOPES.filter((scope) => available.includes(scope))
      : ([...new Set(asked.split(' '))].filter((name) => (available as string[]).includes(name)) as Scope[]);
  if (granted.length === 0) {
    const none = 'None of the scopes asked for is available to this client.';
    throw refusal('invalid_scope', `${none} ${scopeHint(asked ?? '')}`.trim());
  }
  return granted;
}

function scopeHint(asked: string): string {
  if (asked.includes(',')) return 'Separate scopes by spaces, not commas.';
  const unknown = asked.split(' ').filter((name) => !(SCOPES as readonly string[]).includes(name));
  const meant = unknown.flatMap((name) => nearest(name, SCOPES) ?? []);
  return meant.length === 0 ? '' : `Did you mean ${[...new Set(meant)].join(' ')}?`;
}

async function saveTokens(
  { database, log }: Pick<Deps, 'database' | 'log'>,
  tokens: readonly NewToken[],
): Promise<undefined[]> {
  const used = new Map<number, NewToken>();
  for (const token of tokens) {
    const { credentialId, lastUsedAt } = token.client;
    const sinceMs = token.issuedAt.getTime() - (lastUsedAt?.getTime() ?? 0);
    if (sinceMs >= USE_NOTED_EVERY_MS) used.set(credentialId, token);
  }
  await Promise.all([
    // A token lost in a crash costs its client a new one, so the row need not wait for the disk.
    insertAccessTokens(database.relaxed, {
      rows: tokens.map(
        ({ hash, client: { communityId, partnerId, credentialId }, scope, issuedAt, keyThumbprint }) => ({
          tokenHash: hash,
          communityId,
          partnerId,
          credentialId,
          scopes: scope,
          keyThumbprint,
          issuedAt,
          expiresAt: new Date(issuedAt.getTime() + TOKEN_LIFETIME_SECONDS * 1000),
        }),
      ),
    }),
    noteUse(database, [...used.values()]).catch((err: unknown) => log.warn({ err }, 'use of a secret not noted')),
  ]);
  return tokens.map(() => undefined);
}

async function noteUse(database: Deps['database'], tokens: readonly NewToken[]): Promise<void> {
  const [first] = tokens;
  if (!first) return;
  const usedAt = first.issuedAt;
  // In the same order on all nodes, so that two of them never deadlock.
  const sorted = tokens.toSorted((a, b) => a.client.credentialId - b.client.credentialId);
  await touchCredentials(database.relaxed, {
    communityIds: sorted.map(({ client }) => client.communityId),
    credentialIds: sorted.map(({ client }) => client.credentialId),
    usedAt,
    unlessUsedSince: new Date(usedAt.getTime() - USE_NOTED_EVERY_MS),
    addresses: sorted.map(({ address }) => plainAddress(address)),
  });
}
