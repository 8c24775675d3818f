/** Authenticates clients at the OAuth endpoints. */
import { timingSafeEqual } from 'node:crypto';
import type { Scope } from '@timebank/contract';
import { misdirected, rateLimited, refusal } from '../../base/refusal.ts';
import { createThrottle, throttleAddress } from '../../base/throttle.ts';
import { batchReads } from '../../database/batcher.ts';
import type { Deps } from '../../deps.ts';
import { isAllowedAddress } from '../../partners/allowed-addresses.ts';
import { type ClientRow, selectClients } from '../../partners/oauth-queries.ts';
import { type CommunityMark, isWellFormedClientId, isWellFormedSecret, sha256 } from '../../partners/secrets.ts';
import type { ClientCall } from '../call.ts';
import type { PresentedCredentials } from '../client-credentials.ts';
import type { StatementFault } from '../jws.ts';
import { createKeyProof } from './key-proof.ts';

/** A client that has proved itself. */
export interface Client {
  readonly clientId: string;
  readonly communityId: number;
  readonly community: CommunityMark;
  readonly communityDisabled: boolean;
  readonly isMoving: boolean;
  readonly partnerId: number;
  readonly credentialId: number;
  readonly scopes: readonly Scope[];
  /** The partner's requests per minute; 0: no limit. */
  readonly rateLimitPerMinute: number;
  readonly lastUsedAt: Date | null;
  readonly boundTokensOnly: boolean;
}

/** Proves the credentials. */
export type AuthenticateClient = (presented: PresentedCredentials | undefined, call: ClientCall) => Promise<Client>;

const BATCH_MAX = 256;
const FAILURES_PER_CLIENT_AND_ADDRESS = 30;
const FAILURES_PER_ADDRESS = 300;
/** Compared where there is no stored digest, so that every attempt does the same work. */
const NO_DIGEST = Buffer.alloc(32);
const LIVE_SECRETS_MAX = 2;
const UNPROVEN = 'The client credentials are missing, unknown, wrong or revoked.';

/**
 * Returns the check of one process. An unknown client, a wrong, revoked or expired secret, an assertion that its key has
 * not signed, and a partner that is pending or suspended get one answer for the same work; an assertion that its key
 * has signed gets the name of its fault. Failures beyond the limit get 429, the right secret or key never does.
 */
export function clientAuthenticator(deps: Deps): AuthenticateClient {
  const { database, clock, metrics } = deps;
  const perClientAndAddress = createThrottle(FAILURES_PER_CLIENT_AND_ADDRESS);
  const perAddress = createThrottle(FAILURES_PER_ADDRESS);

  const findClient = batchReads<string, readonly ClientRow[]>(async (clientIds) => {
    const rows = await selectClients(database.reads, { clientIds: [...new Set(clientIds)], at: clock.now() });
    const byId = Map.groupBy(rows, (row) => row.clientId);
    return clientIds.map((clientId) => byId.get(clientId) ?? []);
  }, BATCH_MAX);
  const proveByKey = createKeyProof(deps, findClient);

  function failure(clientId: string, call: ClientCall, fault?: string) {
    const nowMs = clock.now().getTime();
    const address = throttleAddress(call.address);
    const knownForm = isWellFormedClientId(clientId) ? clientId : '';
    const waitSeconds = Math.max(
      perClientAndAddress.count(`${knownForm} ${address}`, nowMs),
      perAddress.count(address, nowMs),
    );
    metrics?.countFailedClient();
    if (waitSeconds === 0) return refusal('invalid_client', fault ?? UNPROVEN);
    return rateLimited('Too many failed authentications.', waitSeconds);
  }

  /** The client's row if the credentials prove it, or what is wrong with them. Malformed ones cost no query. */
  async function prove(
    presented: PresentedCredentials,
    call: ClientCall,
  ): Promise<ClientRow | StatementFault | undefined> {
    const { clientId } = presented;
    if (!isWellFormedClientId(clientId)) return undefined;
    if ('assertion' in presented) {
      if (!presented.assertion) return undefined;
      const { assertion, clientIdBeside } = presented;
      return await proveByKey({ clientId, clientIdBeside, assertion, issuer: call.origin });
    }
    if (!isWellFormedSecret(presented.clientSecret)) return undefined;
    return matching(await findClient(clientId), sha256(presented.clientSecret));
  }

  return async (presented, call) => {
    const clientId = presented?.clientId ?? '';
    const match = presented && (await prove(presented, call));
    if (match && 'fault' in match) throw failure(clientId, call, `The client assertion ${match.fault}.`);
    if (!match || match.credentialId === null || match.status !== 'active') throw failure(clientId, call);
    if (match.movedTo !== null) throw misdirected(match.movedTo, call.origin);
    if (!isAllowedAddress(call.address, match.allowedAddresses)) {
      throw refusal('ip_not_allowed', "The request comes from an address outside the partner's allow-list.");
    }
    return {
      clientId,
      communityId: match.communityId,
      community: { kind: match.communityKind, tag: match.communityTag },
      communityDisabled: match.communityDisabledReason !== null,
      isMoving: match.isMoving,
      partnerId: match.partnerId,
      credentialId: match.credentialId,
      scopes: match.scopes,
      rateLimitPerMinute: match.rateLimitPerMinute,
      lastUsedAt: match.lastUsedAt,
      boundTokensOnly: match.boundTokensOnly,
    };
  };
}

/**
 * The row whose secret it is; always as many comparisons as a partner may have live secrets. A partner with keys only
 * has none that counts.
 */
function matching(rows: readonly ClientRow[], digest: Buffer): ClientRow | undefined {
  const secrets = rows.filter(({ secretHash }) => secretHash);
  let match: ClientRow | undefined;
  for (let index = 0; index < Math.max(secrets.length, LIVE_SECRETS_MAX); index++) {
    const row = secrets[index];
    if (timingSafeEqual(row?.secretHash ?? NO_DIGEST, digest) && row?.secretHash && !row.keysOnly) match = row;
  }
  return match;
}
