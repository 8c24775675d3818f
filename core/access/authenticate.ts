/** Authenticates callers: tokens are read on every request, many at once, never cached, so a revoked token is dead at once. */
import type { Scope } from '@timebank/contract';
import { misdirected, refusal } from '../base/refusal.ts';
import { batchReads } from '../database/batcher.ts';
import { DatabaseUnavailable } from '../database/connection.ts';
import type { Deps } from '../deps.ts';
import { BARE_BEARER_CHALLENGE, dpopChallenge } from '../http/errors.ts';
import type { HttpExchange } from '../http/http-exchange.ts';
import { selectInstallationSwitch, selectTokens, type TokenRow } from '../partners/access-queries.ts';
import { hashToken, isWellFormedToken } from '../partners/access-token.ts';
import { SIGNING_ALGORITHMS } from '../partners/public-keys.ts';
import type { Caller } from './call.ts';
import type { DpopProof, ProofFault, Proofs } from './dpop.ts';

/** A valid token's partner, with what the next checks need. */
export interface TokenHolder {
  readonly caller: Caller;
  readonly allowedAddresses: readonly string[];
  readonly rateLimitPerMinute: number;
  readonly communityDisabled: boolean;
  readonly isMoving: boolean;
}

export interface Authenticator {
  /**
   * Notes the next nonce among the headers of the answer when the token comes with the scheme DPoP.
   * @throws Refusal `partner_api_disabled` (installation), then `invalid_token`, `invalid_dpop_proof`, `use_dpop_nonce`
   */
  authenticate(exchange: Pick<HttpExchange, 'req' | 'peer' | 'headers'>): Promise<TokenHolder>;
  /** @throws Refusal `partner_api_disabled` when the operator has switched the partner API off */
  checkInstallation(): Promise<void>;
}

/** Look-ups of one statement. */
const BATCH_MAX = 256;
const PRESENTED = /^(?:bearer|dpop)(?: +([A-Za-z0-9\-._~+/]+=*))?$/i;
const BOUND = /^dpop(?:[ \t]|$)/i;
const HOW_TO_SEND = 'Send Authorization: Bearer, a space, the token.';
const NO_ADDRESSES: readonly string[] = [];

type TokenLookup = TokenRow | 'disabled' | 'unknown';

export function createAuthenticator(
  { database, clock }: Pick<Deps, 'database' | 'clock'>,
  proofs: Proofs,
): Authenticator {
  const findToken = batchReads<Buffer, TokenLookup>(async (hashes) => {
    // Concurrent calls of a partner have the same token: one look-up of it answers all of them.
    const places = new Map<string, number>();
    const distinct: Buffer[] = [];
    const placeOf = hashes.map((hash) => {
      const key = hash.toString('latin1');
      const known = places.get(key);
      if (known !== undefined) return known;
      places.set(key, distinct.length);
      return distinct.push(hash) - 1;
    });
    const rows = await selectTokens(database.reads, { hashes: distinct, now: clock.now() });
    const found = new Array<TokenLookup>(distinct.length).fill(rows[0]?.installationDisabled ? 'disabled' : 'unknown');
    for (const row of rows) {
      if (row.position !== null && !row.installationDisabled) found[row.position - 1] = row;
    }
    return placeOf.map((place) => found[place] as TokenLookup);
  }, BATCH_MAX);
  const isDisabled = batchReads<undefined, boolean>(async (keys) => {
    const [row] = await selectInstallationSwitch(database.reads);
    return new Array<boolean>(keys.length).fill(row?.installationDisabled ?? false);
  }, BATCH_MAX);
  const scopesOf = createScopes();

  type Sent = Pick<HttpExchange, 'req' | 'peer'>;
  async function readProof({ req, peer }: Sent, found: TokenRow, tokenHash: Buffer): Promise<DpopProof> {
    const request = { method: req.method ?? '', url: peer.origin + (req.url ?? ''), tokenHash };
    const proof = await proofs.read(req.headers.dpop, request);
    if ('code' in proof) throw invalidProof(proof);
    if (proof.thumbprint !== found.keyThumbprint) throw invalidToken(true);
    return proof;
  }

  async function useProof(found: TokenRow, proof: DpopProof): Promise<void> {
    if (!(await proofs.use(found, proof))) {
      throw invalidProof({ code: 'invalid_dpop_proof', message: 'The DPoP proof was used before.' });
    }
  }

  async function checkInstallation(): Promise<void> {
    if (await isDisabled(undefined)) throw disabled('by the operator');
  }

  return {
    checkInstallation,
    async authenticate(exchange) {
      const { authorization } = exchange.req.headers;
      const token = tokenOf(authorization);
      const isBound = token !== undefined && BOUND.test(authorization as string);
      if (isBound) exchange.headers = ['DPoP-Nonce', proofs.nonce()];
      if (token === undefined || !isWellFormedToken(token)) {
        // The answer needs no look-up of the token; the switch goes first where it can be read.
        await unlessAway(checkInstallation());
        throw token === undefined ? missingToken() : malformedToken(authorization ?? '', isBound);
      }
      const tokenHash = hashToken(token);
      const found = await findToken(tokenHash);
      if (found === 'disabled') throw disabled('by the operator');
      if (found === 'unknown') throw invalidToken(isBound);
      if (isBound !== (found.keyThumbprint !== null)) throw invalidToken(isBound);
      const proof = isBound ? await readProof(exchange, found, tokenHash) : undefined;
      // Before the proof is used up: some clients repeat a request that is answered 421 by themselves, as it is.
      if (found.movedTo !== null) throw misdirected(found.movedTo, exchange.peer.origin);
      if (proof) await useProof(found, proof);
      return {
        caller: {
          communityId: found.communityId,
          partnerId: found.partnerId,
          clientId: found.clientId,
          credentialId: found.credentialId,
          tokenHash,
          scopes: scopesOf(found.tokenScopes, found.partnerScopes),
          isSandbox: found.isSandbox,
          resets: found.resets,
        },
        allowedAddresses: found.allowedAddresses === '' ? NO_ADDRESSES : found.allowedAddresses.split(' '),
        rateLimitPerMinute: found.rateLimitPerMinute,
        communityDisabled: found.communityDisabled,
        isMoving: found.isMoving,
      };
    },
  };
}

/** Ignores that the database is away, for answers that do not depend on it. */
export async function unlessAway(check: Promise<void>): Promise<void> {
  try {
    await check;
  } catch (error) {
    if (!(error instanceof DatabaseUnavailable)) throw error;
  }
}

/** The refusal while a kill switch is on. */
export function disabled(by: 'by the operator' | 'by the community') {
  return refusal('partner_api_disabled', `The partner API is switched off ${by} for the time being.`);
}

/** The token; undefined if there is none, '' if it is malformed. Schemes other than Bearer and DPoP count as none. */
function tokenOf(authorization: string | undefined): string | undefined {
  if (authorization === undefined) return undefined;
  if (authorization.startsWith('Bearer tb_')) return authorization.slice('Bearer '.length);
  if (!/^(?:bearer|dpop)(?:[ \t]|$)/i.test(authorization)) return undefined;
  return PRESENTED.exec(authorization)?.[1] ?? '';
}

function missingToken() {
  return refusal('invalid_token', `The request carries no bearer token. ${HOW_TO_SEND}`, undefined, {
    'WWW-Authenticate': BARE_BEARER_CHALLENGE,
  });
}

/** Names the mistake in a malformed token by its form, without a look-up; the text repeats nothing of the token. */
function malformedToken(authorization: string, isBound: boolean) {
  const [, first = ''] = /^(?:bearer|dpop)[ \t]+(?:bearer[ \t]+)?(\S*)/i.exec(authorization) ?? [];
  if (first === '') {
    return invalidToken(
      isBound,
      'The bearer token is empty. Check that /oauth/token answered with one, and send that.',
    );
  }
  if (first.startsWith('tb_cs_')) {
    const way = 'Get a token at /oauth/token, and replace the secret if it was logged.';
    return invalidToken(isBound, `This is a client secret. ${way}`);
  }
  if (first.startsWith('tb_ci_')) {
    return invalidToken(isBound, 'This is a client id. Get a token at /oauth/token with it and its secret.');
  }
  if (!PRESENTED.test(authorization)) return invalidToken(isBound, `The token is malformed. ${HOW_TO_SEND}`);
  return invalidToken(isBound);
}

/** @param isBound whether it was sent with the scheme DPoP */
function invalidToken(isBound: boolean, message = 'The token is expired or invalid.') {
  return refusal('invalid_token', message, undefined, isBound ? challengeOf('invalid_token', message) : {});
}

function invalidProof({ code, message }: ProofFault) {
  return refusal(code, message, undefined, challengeOf(code, message), { withToken: true });
}

function challengeOf(code: 'invalid_token' | ProofFault['code'], message: string) {
  return { 'WWW-Authenticate': dpopChallenge(code, message, SIGNING_ALGORITHMS) };
}

/** Scopes of the token that the partner still has; the few combinations in use are remembered. */
function createScopes(): (token: string, partner: string) => readonly Scope[] {
  const known = new Map<string, readonly Scope[]>();
  return (token, partner) => {
    const key = `${token}|${partner}`;
    let scopes = known.get(key);
    if (!scopes) {
      const held = new Set(partner.split(' '));
      scopes = token.split(' ').filter((scope) => held.has(scope)) as Scope[];
      if (known.size >= 1000) known.clear();
      known.set(key, scopes);
    }
    return scopes;
  };
}
