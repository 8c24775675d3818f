/**
 * One delivery's way: claimed, sent with no transaction open, recorded. A claim past its lease may be claimed again.
 */
import { type AttemptError, encodeId } from '@timebank/contract';
import type { Clock } from '../../base/clock.ts';
import { forcedByReference } from '../../communities/outcomes.ts';
import type { Database } from '../../database/query.ts';
import { type ClaimedRow, claimDeliveries, returnClaims } from './delivery-queries.ts';
import type { Keyring } from './keyring.ts';
import type { RecordedOutcome } from './record.ts';
import { type AttemptOutcome, type AttemptResult, decideOutcome, isSuccess } from './retry.ts';
import type { Sender } from './send.ts';
import { bodyOf, signatureStart, signedHeaders } from './sign.ts';

/** How long a claim is this worker's. A later claim of the same delivery by the same worker makes it longer. */
export interface Lease {
  until: Date;
}

/** A delivery that this worker, and no other, may attempt until the lease ends. */
export interface Claim extends ClaimedRow {
  readonly lease: Lease;
}

/** A subscription's part of a claim. */
export interface Grant {
  readonly communityId: number;
  readonly subscriptionId: string;
  readonly limit: number;
}

/** An attempt that was made, with what follows from it. */
export interface Attempt {
  readonly claim: Claim;
  readonly startedAt: Date;
  readonly endedAt: Date;
  readonly result: AttemptResult;
  readonly outcome: AttemptOutcome;
  /** Null: nothing was sent. */
  readonly signatureStart: string | null;
}

export interface ClaimResult {
  readonly claims: Claim[];
  /** Grants of which nothing was left: there is probably more. */
  readonly usedUp: Grant[];
  /** Some due deliveries were held or finished without an attempt. */
  readonly settled: boolean;
}

/** Claims due deliveries in one statement, at most `limit` of each grant. */
export async function claim(
  database: Database,
  now: Date,
  leaseMs: number,
  grants: readonly Grant[],
): Promise<ClaimResult> {
  const leaseUntil = new Date(now.getTime() + leaseMs);
  const rows = await claimDeliveries(database.outbox, {
    now,
    leaseUntil,
    communityIds: grants.map((grant) => grant.communityId),
    subscriptionIds: grants.map((grant) => grant.subscriptionId),
    limits: grants.map((grant) => grant.limit),
  });
  const counts = Map.groupBy(rows, (row) => row.subscriptionId);
  return {
    claims: rows.filter((row) => row.verdict === 'pending').map((row) => ({ ...row, lease: { until: leaseUntil } })),
    usedUp: grants.filter((grant) => counts.get(grant.subscriptionId)?.length === grant.limit),
    settled: rows.some((row) => row.verdict !== 'pending'),
  };
}

/** Makes the attempt. Never throws; undefined: given up because the sender was closed. */
export async function attempt(
  claim: Claim,
  sender: Sender,
  keyring: Keyring,
  clock: Clock,
  random: () => number,
): Promise<Attempt | undefined> {
  const startedAt = clock.now();
  const id = encodeId('evt', claim.eventId);
  const body = bodyOf(id, claim.eventType, claim.eventCreatedAt, claim.eventData);
  const keys = keyring(claim);
  const headers = keys && signedHeaders(keys, id, startedAt, body);
  const send = () => (headers ? sender.send(claim.targetUrl, headers, body) : failure('secret_unreadable'));
  const result = await (claim.isSandbox ? forcedSend(claim, send) : send());
  if (!result) return undefined;
  const endedAt = clock.now();
  const outcome = decideOutcome(claim.attemptCount + 1, result, endedAt, random);
  return { claim, startedAt, endedAt, result, outcome, signatureStart: headers ? signatureStart(headers) : null };
}

const failure = (error: AttemptError): AttemptResult => ({ statusCode: null, error, retryAfter: null, latencyMs: 0 });

/** A sandbox's first attempt may be forced not to arrive, or to have arrived in vain; the next one is real. */
async function forcedSend(
  { attemptCount, manual, eventType, eventData }: Claim,
  send: () => Promise<AttemptResult | undefined> | AttemptResult,
): Promise<AttemptResult | undefined> {
  const isFirst = attemptCount === 0 && !manual && eventType === 'wallet.credited';
  const outcome = isFirst ? forcedByReference(String(JSON.parse(eventData).reference)) : undefined;
  if (outcome?.kind !== 'delivery') return send();
  if (outcome.delivery === 'late') return failure('forced_by_sandbox');
  const result = await send();
  return result && isSuccess(result) ? failure('forced_by_sandbox') : result;
}

/** Makes claims due again that were not attempted to the end. */
export async function giveBack(database: Database, claims: readonly Claim[]): Promise<void> {
  if (claims.length === 0) return;
  await returnClaims(database.outbox, {
    communityIds: claims.map((claim) => claim.communityId),
    subscriptionIds: claims.map((claim) => claim.subscriptionId),
    deliveryIds: claims.map((claim) => claim.deliveryId),
    leases: claims.map((claim) => claim.lease.until),
  });
}

/** The one line that tells all about an attempt. */
export function attemptLogLine(
  { claim, result, outcome }: Attempt,
  recorded: RecordedOutcome,
): Record<string, unknown> {
  return {
    event_id: encodeId('evt', claim.eventId),
    event_type: claim.eventType,
    delivery_id: encodeId('dlv', claim.deliveryId),
    subscription_id: encodeId('whs', claim.subscriptionId),
    community_id: claim.communityId,
    partner_id: claim.partnerId,
    attempt: claim.attemptCount + 1,
    manual: claim.manual,
    status_code: result.statusCode,
    error: result.error,
    latency_ms: result.latencyMs,
    delivery_status: recorded.status ?? 'claim_lost',
    ...(outcome.kind === 'retry' && recorded.status === 'pending'
      ? { next_attempt_at: outcome.nextAttemptAt.toISOString() }
      : {}),
    ...(recorded.disabledReason !== null ? { subscription_disabled: recorded.disabledReason } : {}),
  };
}
