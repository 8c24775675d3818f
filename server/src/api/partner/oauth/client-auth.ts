/** Who asks at the OAuth endpoints: client credentials in the body or by HTTP Basic (RFC 6749 section 2.3.1). */
import { timingSafeEqual } from 'node:crypto';
import type { CommunityKind, Scope } from '@timebank/contract';
import type { Deps } from '../../../domain/deps.ts';
import { isAllowedAddress } from '../../../domain/partners/allowed-addresses.ts';
import { isWellFormedClientId, isWellFormedSecret, sha256 } from '../../../domain/partners/secrets.ts';
import { batch } from '../../../platform/database/batcher.ts';
import { refusal } from '../../../platform/refusal.ts';
import { createThrottle, throttleAddress } from '../../../platform/throttle.ts';
import type { ClientCall } from '../../http/handler.ts';
import type { Parameters } from './parameters.ts';
import { type ClientRow, selectClients } from './queries.ts';

/** A client that has proved itself. */
export interface Client {
  readonly clientId: string;
  readonly communityId: number;
  readonly communityKind: CommunityKind;
  readonly communityDisabled: boolean;
  readonly partnerId: number;
  readonly credentialId: number;
  readonly scopes: readonly Scope[];
  /** Requests of the partner; 0: no limit. */
  readonly rateLimitPerMinute: number;
  readonly lastUsedAt: Date | null;
}

/** Credentials as they were sent, unchecked; either half may be missing or broken. */
export interface Presented {
  readonly clientId: string;
  readonly clientSecret: string;
}

/** Proves the credentials. */
export type AuthenticateClient = (presented: Presented | undefined, call: ClientCall) => Promise<Client>;

const BATCH_MAX = 256;
const FAILURES_PER_CLIENT_AND_ADDRESS = 30;
const FAILURES_PER_ADDRESS = 300;
/** Compared where there is no stored digest, so that every attempt does the same work. */
const NO_DIGEST = Buffer.alloc(32);
const LIVE_SECRETS_MAX = 2;

/**
 * Takes the credentials from the one place they are in; undefined when none are sent.
 * @throws refusal invalid_request when they are in two places
 */
export function presentedCredentials(call: ClientCall, parameters: Parameters): Presented | undefined {
  const { client_id: bodyId, client_secret: bodySecret } = parameters;
  const basic = /^basic(?: +(.*))?$/i.exec(call.authorization ?? '');
  if (!basic) {
    if (bodyId === undefined && bodySecret === undefined) return undefined;
    return { clientId: bodyId ?? '', clientSecret: bodySecret ?? '' };
  }
  if (bodySecret !== undefined) {
    throw refusal('invalid_request', 'Send the secret in one place: by HTTP Basic or in the body.');
  }
  const credentials = readBasic(basic[1] ?? '');
  if (bodyId !== undefined && bodyId !== credentials.clientId) {
    throw refusal('invalid_request', 'The client_id in the body is not the one sent by HTTP Basic.');
  }
  return credentials;
}

/** The client id that was sent, if it has the form of one; for the call log, which only asks whose call it was. */
export function clientIdOf(
  authorization: string | undefined,
  parameters: Readonly<Record<string, unknown>>,
): string | undefined {
  const basic = /^basic +(.*)$/i.exec(authorization ?? '')?.[1];
  const clientId = basic === undefined ? parameters.client_id : readBasic(basic).clientId;
  return typeof clientId === 'string' && isWellFormedClientId(clientId) ? clientId : undefined;
}

/** Each half is form-encoded before it is joined (RFC 6749 section 2.3.1). What cannot be read matches no client. */
function readBasic(base64: string): Presented {
  const unreadable = { clientId: '', clientSecret: '' };
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(base64)) return unreadable;
  const text = Buffer.from(base64, 'base64').toString('utf8');
  const colon = text.indexOf(':');
  if (colon < 0) return unreadable;
  try {
    const [clientId, clientSecret] = [text.slice(0, colon), text.slice(colon + 1)].map(formDecode);
    return { clientId: clientId ?? '', clientSecret: clientSecret ?? '' };
  } catch {
    return unreadable;
  }
}

function formDecode(text: string): string {
  return decodeURIComponent(text.replaceAll('+', ' '));
}

/**
 * Returns the check of one process. An unknown client, a wrong, revoked or expired secret, and a partner that is pending
 * or suspended get one answer for the same work; failures beyond the limit get 429, the right secret never does.
 */
export function clientAuthenticator({ database, clock, log }: Deps): AuthenticateClient {
  const perClientAndAddress = createThrottle(FAILURES_PER_CLIENT_AND_ADDRESS);
  const perAddress = createThrottle(FAILURES_PER_ADDRESS);

  const findClient = batch<string, readonly ClientRow[]>(async (clientIds) => {
    const rows = await selectClients(database.reads, [...new Set(clientIds)], clock.now());
    const byId = Map.groupBy(rows, (row) => row.clientId);
    return clientIds.map((clientId) => byId.get(clientId) ?? []);
  }, BATCH_MAX);

  function failure(clientId: string, call: ClientCall) {
    const nowMs = clock.now().getTime();
    const address = throttleAddress(call.address);
    const knownForm = isWellFormedClientId(clientId) ? clientId : '';
    const waitSeconds = Math.max(
      perClientAndAddress.count(`${knownForm} ${address}`, nowMs),
      perAddress.count(address, nowMs),
    );
    log.info(
      { requestId: call.requestId, clientId: knownForm, address: call.address, throttled: waitSeconds > 0 },
      'client authentication failed',
    );
    if (waitSeconds === 0) {
      return refusal('invalid_client', 'The client credentials are missing, unknown, wrong or revoked.');
    }
    return refusal('rate_limited', 'Too many failed authentications.', undefined, {
      'Retry-After': String(waitSeconds),
    });
  }

  return async (presented, call) => {
    const { clientId, clientSecret } = presented ?? { clientId: '', clientSecret: '' };
    if (!isWellFormedClientId(clientId) || !isWellFormedSecret(clientSecret)) throw failure(clientId, call);
    const rows = await findClient(clientId);
    const match = matching(rows, sha256(clientSecret));
    if (!match || match.credentialId === null || match.status !== 'active') throw failure(clientId, call);
    if (!isAllowedAddress(call.address, match.allowedAddresses)) {
      throw refusal('ip_not_allowed', "The request comes from an address outside the partner's allow-list.");
    }
    return {
      clientId,
      communityId: match.communityId,
      communityKind: match.communityKind,
      communityDisabled: match.communityDisabledReason !== null,
      partnerId: match.partnerId,
      credentialId: match.credentialId,
      scopes: match.scopes,
      rateLimitPerMinute: match.rateLimitPerMinute,
      lastUsedAt: match.lastUsedAt,
    };
  };
}

/** The row whose secret it is; always as many comparisons as a partner may have live secrets. */
function matching(rows: readonly ClientRow[], digest: Buffer): ClientRow | undefined {
  let match: ClientRow | undefined;
  for (let index = 0; index < Math.max(rows.length, LIVE_SECRETS_MAX); index++) {
    const row = rows[index];
    if (timingSafeEqual(row?.secretHash ?? NO_DIGEST, digest) && row?.secretHash) match = row;
  }
  return match;
}
