/** One delivery's way: claimed, sent with no transaction open, recorded. A claim past its lease may be claimed again. */
import { type AttemptError, encodeId } from '@timebank/contract';
import type { Clock } from '../../platform/base/clock.ts';
import type { Database, Transaction } from '../../platform/database/query.ts';
import { appendAudit } from '../audit/append.ts';
import { forcedByReference } from '../sandbox/outcomes.ts';
import {
  type ClaimedRow,
  claimDeliveries,
  disableSubscription,
  holdDeliveries,
  type KeptAttempt,
  lockSubscriptions,
  recordAttempts,
  recordDelivered,
  returnClaims,
  updateSubscriptionHealth,
} from './delivery-queries.ts';
import type { Keyring } from './keyring.ts';
import {
  type AttemptOutcome,
  type AttemptResult,
  decideOutcome,
  GONE_REASON,
  givenUpReason,
  isGivenUp,
  isSuccess,
} from './retry.ts';
import type { Sender } from './send.ts';
import { presentEvent, signatureStart, signedHeaders } from './sign.ts';

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

export type AttemptStatus = 'pending' | 'held' | 'delivered' | 'failed';

/** What was written; undefined: the claim had passed to somebody else, or the subscription was deleted. */
export interface Recorded {
  readonly status: AttemptStatus | undefined;
  readonly disabledReason: string | null;
}

export interface Claimed {
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
): Promise<Claimed> {
  const leaseUntil = new Date(now.getTime() + leaseMs);
  const rows = await claimDeliveries(
    database.outbox,
    now,
    leaseUntil,
    grants.map((grant) => grant.communityId),
    grants.map((grant) => grant.subscriptionId),
    grants.map((grant) => grant.limit),
  );
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
  const event = presentEvent({
    id: claim.eventId,
    type: claim.eventType,
    createdAt: claim.eventCreatedAt,
    data: claim.eventData,
  });
  const body = Buffer.from(JSON.stringify(event));
  const keys = keyring(claim);
  const headers = keys && signedHeaders(keys, event.id, startedAt, body);
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
  const outcome = isFirst ? forcedByReference(String(eventData.reference)) : undefined;
  if (outcome?.kind !== 'delivery') return send();
  if (outcome.delivery === 'late') return failure('forced_by_sandbox');
  const result = await send();
  return result && isSuccess(result) ? failure('forced_by_sandbox') : result;
}

/**
 * Records attempts, those of one subscription in the order in which they ended; one answer per attempt. Subscriptions
 * that saw nothing but success share one statement: its loss in a crash costs a repeat.
 */
export async function record(database: Database, attempts: readonly Attempt[]): Promise<Recorded[]> {
  const faltering = new Set<string>();
  for (const { claim, outcome } of attempts) if (outcome.kind !== 'delivered') faltering.add(claim.subscriptionId);
  if (faltering.size === 0) return recordSuccesses(database, attempts);
  const isFaltering = ({ claim }: Attempt) => faltering.has(claim.subscriptionId);
  const [mixed, successes] = await Promise.all([
    recordMixed(database, attempts.filter(isFaltering)),
    recordSuccesses(
      database,
      attempts.filter((made) => !isFaltering(made)),
    ),
  ]);
  const [nextMixed, nextSuccess] = [mixed.values(), successes.values()];
  return attempts.map((made) => (isFaltering(made) ? nextMixed : nextSuccess).next().value as Recorded);
}

/** What is recorded of every attempt. */
function rowOf({ claim, startedAt, endedAt, signatureStart, result }: Attempt) {
  const { communityId, subscriptionId, deliveryId, lease, lastNumber } = claim;
  const { latencyMs, statusCode, error, answerStart = null } = result;
  const attempt: KeptAttempt = {
    number: lastNumber + 1,
    startedAt: startedAt.toISOString(),
    ...{ latencyMs, statusCode, error, signatureStart, answerStart },
  };
  return { communityId, subscriptionId, deliveryId, leaseUntil: lease.until, endedAt, attempt };
}

async function recordSuccesses(database: Database, attempts: readonly Attempt[]): Promise<Recorded[]> {
  if (attempts.length === 0) return [];
  const rows = await recordDelivered(database.outbox, attempts.map(rowOf));
  const recorded = new Set(rows.map((row) => row.deliveryId));
  return attempts.map(({ claim }) => ({
    status: recorded.has(claim.deliveryId) ? 'delivered' : undefined,
    disabledReason: null,
  }));
}

/** In one transaction: what becomes of a failure depends on its subscription, and may disable it. */
async function recordMixed(database: Database, attempts: readonly Attempt[]): Promise<Recorded[]> {
  return database.transaction(async (transaction) => {
    const subscriptions = await lockSubscriptions(transaction, ...subscriptionKeys(attempts));
    const disabled = new Set(subscriptions.filter((s) => s.status === 'disabled').map((s) => s.subscriptionId));
    const statuses = attempts.map((made) => statusAfter(made, disabled.has(made.claim.subscriptionId)));
    const rows = await recordAttempts(
      transaction,
      attempts.map((made, at) => {
        const { outcome } = made;
        const status = statuses[at] as AttemptStatus;
        const nextAttemptAt = status === 'pending' && outcome.kind === 'retry' ? outcome.nextAttemptAt : null;
        return { ...rowOf(made), status, nextAttemptAt };
      }),
    );
    const recorded = new Set(rows.map((row) => row.deliveryId));
    const reasons = await updateHealth(
      transaction,
      attempts.filter(({ claim }) => recorded.has(claim.deliveryId)),
    );
    return attempts.map(({ claim }, at) => ({
      status: recorded.has(claim.deliveryId) ? statuses[at] : undefined,
      disabledReason: reasons.get(claim.subscriptionId) ?? null,
    }));
  });
}

function subscriptionKeys(attempts: readonly Attempt[]): [number[], string[]] {
  const distinct = [...new Map(attempts.map(({ claim }) => [claim.subscriptionId, claim])).values()];
  return [distinct.map((claim) => claim.communityId), distinct.map((claim) => claim.subscriptionId)];
}

function statusAfter({ claim, outcome }: Attempt, disabled: boolean): AttemptStatus {
  if (outcome.kind === 'delivered') return 'delivered';
  if (outcome.kind !== 'retry') return 'failed';
  // A person's attempt is one attempt: what waited goes on waiting.
  if (claim.manual) return claim.finished ? 'failed' : 'held';
  return disabled ? 'held' : 'pending';
}

interface Health {
  readonly last: Attempt;
  failures: number;
  failingSince: Date | null;
  lastSuccessAt: Date | null;
  gone: Attempt | undefined;
}

/** Keeps the subscriptions' figures, and disables those that are to be given up. Returns the reasons of the latter. */
async function updateHealth(transaction: Transaction, attempts: readonly Attempt[]): Promise<Map<string, string>> {
  const reasons = new Map<string, string>();
  const healthBySubscription = new Map<string, Health>();
  for (const made of attempts) {
    // A person's retry does not count against the subscription.
    if (made.claim.manual && made.outcome.kind !== 'delivered') continue;
    const before = healthBySubscription.get(made.claim.subscriptionId);
    healthBySubscription.set(made.claim.subscriptionId, addToHealth(before, made));
  }
  const entries = [...healthBySubscription.values()];
  if (entries.length === 0) return reasons;
  const rows = await updateSubscriptionHealth(
    transaction,
    entries.map(({ last }) => last.claim.communityId),
    entries.map(({ last }) => last.claim.subscriptionId),
    entries.map(({ failures }) => failures),
    entries.map(({ failingSince }) => failingSince),
    entries.map(({ lastSuccessAt }) => lastSuccessAt),
  );
  for (const row of rows) {
    const health = healthBySubscription.get(row.subscriptionId) as Health;
    const { claim, endedAt, result } = health.gone ?? health.last;
    const givenUp = health.failures > 0 && row.failingSince !== null && isGivenUp(row.failingSince, endedAt);
    const reason = health.gone ? GONE_REASON : givenUp ? givenUpReason(row.failingSince, result) : undefined;
    if (reason !== undefined && (await disable(transaction, claim, endedAt, reason))) {
      reasons.set(claim.subscriptionId, reason);
    }
  }
  return reasons;
}

function addToHealth(before: Health | undefined, made: Attempt): Health {
  const { endedAt, outcome } = made;
  if (outcome.kind === 'delivered') {
    return { last: made, failures: 0, failingSince: null, lastSuccessAt: endedAt, gone: undefined };
  }
  return {
    last: made,
    failures: (before?.failures ?? 0) + 1,
    failingSince: before?.failingSince ?? endedAt,
    lastSuccessAt: before?.lastSuccessAt ?? null,
    gone: outcome.kind === 'gone' ? made : before?.gone,
  };
}

async function disable(transaction: Transaction, claim: Claim, at: Date, reason: string): Promise<boolean> {
  const { communityId, subscriptionId, targetUrl } = claim;
  const rows = await disableSubscription(transaction, communityId, subscriptionId, targetUrl, reason, at);
  if (rows.length === 0) return false;
  await holdDeliveries(transaction, communityId, subscriptionId, at);
  await appendAudit(transaction, [
    {
      communityId,
      at,
      actor: 'worker',
      action: 'subscription.disabled',
      subject: encodeId('whs', subscriptionId),
      details: { reason },
    },
  ]);
  return true;
}

/** Makes claims due again that were not attempted to the end. */
export async function giveBack(database: Database, claims: readonly Claim[]): Promise<void> {
  if (claims.length === 0) return;
  await returnClaims(
    database.outbox,
    claims.map((claim) => claim.communityId),
    claims.map((claim) => claim.deliveryId),
    claims.map((claim) => claim.lease.until),
  );
}

/** The one line that tells all about an attempt. */
export function attemptLogLine({ claim, result, outcome }: Attempt, recorded: Recorded): Record<string, unknown> {
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
