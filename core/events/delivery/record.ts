/** Records attempts, and their consequences for subscriptions. */
import { encodeId } from '@timebank/contract';
import { isoText } from '../../base/time.ts';
import { appendAudit } from '../../change/audit/append.ts';
import type { Database, Transaction } from '../../database/query.ts';
import type { Attempt, Claim } from './deliver.ts';
import {
  disableSubscription,
  holdDeliveries,
  type KeptAttempt,
  lockSubscriptions,
  recordAttempts,
  recordDelivered,
  updateSubscriptionHealth,
} from './delivery-queries.ts';
import { GONE_REASON, givenUpReason, isGivenUp } from './retry.ts';

export type AttemptStatus = 'pending' | 'held' | 'delivered' | 'failed';

/** The outcome as written; undefined: the claim had passed to another worker, or the subscription was deleted. */
export interface RecordedOutcome {
  readonly status: AttemptStatus | undefined;
  readonly disabledReason: string | null;
}

/**
 * Records attempts, those of one subscription in the order in which they ended; one answer per attempt. Subscriptions
 * that saw nothing but success share one statement: its loss in a crash costs a repeat.
 */
export async function record(database: Database, attempts: readonly Attempt[]): Promise<RecordedOutcome[]> {
  const faltering = new Set<string>();
  for (const { claim, outcome } of attempts) if (outcome.kind !== 'delivered') faltering.add(claim.subscriptionId);
  const mixed = attempts.filter(({ claim }) => faltering.has(claim.subscriptionId));
  const successes = attempts.filter(({ claim }) => !faltering.has(claim.subscriptionId));
  const answers = new Map<Claim, RecordedOutcome>();
  const answer = async (
    made: readonly Attempt[],
    write: (database: Database, attempts: readonly Attempt[]) => Promise<RecordedOutcome[]>,
  ) => {
    if (made.length === 0) return;
    for (const [at, recorded] of (await write(database, made)).entries()) {
      answers.set((made[at] as Attempt).claim, recorded);
    }
  };
  await Promise.all([answer(mixed, recordMixed), answer(successes, recordSuccesses)]);
  return attempts.map(({ claim }) => answers.get(claim) as RecordedOutcome);
}

function keptOf({ claim, startedAt, signatureStart, result }: Attempt): KeptAttempt {
  const { latencyMs, statusCode, error, answerStart = null } = result;
  return {
    number: claim.lastNumber + 1,
    startedAt: isoText(startedAt),
    ...{ latencyMs, statusCode, error, signatureStart, answerStart },
  };
}

function rowOf(made: Attempt) {
  const { communityId, subscriptionId, deliveryId, lease } = made.claim;
  const { endedAt } = made;
  return { communityId, subscriptionId, deliveryId, leaseUntil: lease.until, endedAt, attempt: keptOf(made) };
}

async function recordSuccesses(database: Database, attempts: readonly Attempt[]): Promise<RecordedOutcome[]> {
  const rows = await recordDelivered(database.outbox, { rows: attempts.map(rowOf) });
  const recorded = new Set(rows.map((row) => row.deliveryId));
  return attempts.map(({ claim }) => ({
    status: recorded.has(claim.deliveryId) ? 'delivered' : undefined,
    disabledReason: null,
  }));
}

/** In one transaction: what becomes of a failure depends on its subscription, and may disable it. */
async function recordMixed(database: Database, attempts: readonly Attempt[]): Promise<RecordedOutcome[]> {
  return database.transaction(async (transaction) => {
    const subscriptions = await lockSubscriptions(transaction, subscriptionKeys(attempts));
    const disabled = new Set(subscriptions.filter((s) => s.status === 'disabled').map((s) => s.subscriptionId));
    const statuses = attempts.map((made) => statusAfter(made, disabled.has(made.claim.subscriptionId)));
    const rows = await recordAttempts(transaction, {
      rows: attempts.map((made, at) => {
        const { outcome } = made;
        const status = statuses[at] as AttemptStatus;
        const nextAttemptAt = status === 'pending' && outcome.kind === 'retry' ? outcome.nextAttemptAt : null;
        return { ...rowOf(made), status, nextAttemptAt };
      }),
    });
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

function subscriptionKeys(attempts: readonly Attempt[]) {
  const distinct = [...new Map(attempts.map(({ claim }) => [claim.subscriptionId, claim])).values()];
  return {
    communityIds: distinct.map((claim) => claim.communityId),
    subscriptionIds: distinct.map((claim) => claim.subscriptionId),
  };
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
  const rows = await updateSubscriptionHealth(transaction, {
    communityIds: entries.map(({ last }) => last.claim.communityId),
    subscriptionIds: entries.map(({ last }) => last.claim.subscriptionId),
    failures: entries.map(({ failures }) => failures),
    failingSince: entries.map(({ failingSince }) => failingSince),
    lastSuccessAt: entries.map(({ lastSuccessAt }) => lastSuccessAt),
  });
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
  const rows = await disableSubscription(transaction, { communityId, subscriptionId, targetUrl, reason, now: at });
  if (rows.length === 0) return false;
  await holdDeliveries(transaction, { communityId, subscriptionId, now: at });
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
