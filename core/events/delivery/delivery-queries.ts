import type { AttemptError } from '@timebank/contract';
import { keysWaiting } from '../../database/fragments.ts';
import { query, type StatementRow, write } from '../../database/query.ts';
import { ENTITLED, PARTNER_OFF } from './entitlement.ts';

const SUBSCRIPTION = ['community_id', 'subscription_id'];

export type SubscriptionKey = StatementRow<'select_due_subscriptions'>;

/** An attempt as it is kept with its delivery. */
export interface KeptAttempt {
  /** From 1. */
  readonly number: number;
  /** The time as JSON writes it. */
  readonly startedAt: string;
  readonly latencyMs: number;
  /** Null when no answer came: then `error` says why. */
  readonly statusCode: number | null;
  readonly error: AttemptError | null;
  /** For the search for a fault: the first of each signature sent, and the beginning of the answer's text. */
  readonly signatureStart: string | null;
  readonly answerStart: string | null;
}

/** What waits for a worker, now or later; nothing of it most of the time. */
export const selectWaitingWork = query(
  'select_waiting_work',
  `select exists (select from event_queue) as queued,
     exists (select from deliveries where status = 'pending') as pending,
     exists (select from deliveries where status = 'held')
       or exists (select from subscriptions where missed_from is not null) as "behindOrHeld"`,
);

/** Subscriptions with a delivery that is due, after the given one. */
export const selectDueSubscriptions = query(
  'select_due_subscriptions',
  `${keysWaiting('deliveries', SUBSCRIPTION, `status = 'pending'`, '(community_id, subscription_id) > ($afterCommunityId, $afterSubscriptionId::uuid)')}
   select w.community_id as "communityId", w.subscription_id as "subscriptionId"
   from waiting w cross join lateral (
     select from deliveries d
     where d.status = 'pending' and d.community_id = w.community_id and d.subscription_id = w.subscription_id
       and d.next_attempt_at <= $now and (d.lease_until is null or d.lease_until <= $now)
     order by d.next_attempt_at
     limit 1) due
   limit $limit`,
);

/**
 * `lastNumber`: the number of its last attempt; 0 before the first. A replay restarts the count of attempts, and
 * continues their numbers. `finished`: it had succeeded or been given up before a person asked for this attempt.
 * `eventData`: JSON, as it is sent. `isSandbox`: only there are deliveries forced to be late or to come twice.
 * `secretEncrypted`: null: lost with SECRET_KEY. `previousSecretEncrypted`: while a rotation's overlap lasts.
 * `verdict`: only `pending` is claimed; `held` and `failed` are settled without an attempt.
 */
export type ClaimedRow = StatementRow<'claim_deliveries'>;

/**
 * Takes up to `limits[n]` due deliveries of each subscription until the lease ends: a claim whose worker died may be
 * claimed again. Only the lease is written, which no index holds. What may not be sent now is held, or finished when
 * the partner is no longer entitled: the verdict.
 */
export const claimDeliveries = query(
  'claim_deliveries',
  `with due as materialized (
     select d.* from unnest($communityIds::int[], $subscriptionIds::uuid[], $limits::int[]) as slot (community_id,
       subscription_id, free)
     cross join lateral (
       select community_id, id, event_id, subscription_id, attempt_count, manual, next_attempt_at,
         coalesce((attempts -> -1 ->> 'number')::int, 0) as last_number, finished_at is not null as finished
       from deliveries
       where status = 'pending' and community_id = slot.community_id and subscription_id = slot.subscription_id
         and next_attempt_at <= $now and (lease_until is null or lease_until <= $now)
       order by next_attempt_at
       limit slot.free
       for no key update skip locked) d
   ), judged as materialized (
     select d.*, s.partner_id, starts_with(p.client_id, 'tb_ci_test_') as is_sandbox, s.target_url, s.secret_encrypted,
       e.type, e.created_at, e.data,
            case when s.previous_secret_until > $now then s.previous_secret_encrypted end as previous_secret_encrypted,
            case when not ${ENTITLED} then 'failed'
                 when ${PARTNER_OFF} or (s.status <> 'active' and not d.manual) then 'held'
                 else 'pending' end as verdict
     from due d
     join events e on e.community_id = d.community_id and e.id = d.event_id
     join subscriptions s on s.community_id = d.community_id and s.id = d.subscription_id
     join partners p on p.community_id = s.community_id and p.id = s.partner_id
   ), moved as (
     update deliveries d set
       status = j.verdict,
       next_attempt_at = case when j.verdict = 'pending' then d.next_attempt_at end,
       lease_until = case when j.verdict = 'pending' then $leaseUntil!::timestamptz end,
       finished_at = case when j.verdict = 'failed' then $now::timestamptz end
     from judged j
     where d.community_id = j.community_id and d.subscription_id = j.subscription_id and d.id = j.id
   )
   select community_id as "communityId", id as "deliveryId", subscription_id as "subscriptionId",
     partner_id as "partnerId", attempt_count as "attemptCount",
     last_number as "lastNumber", manual, finished, event_id as "eventId", type as "eventType",
     created_at as "eventCreatedAt", data::text as "eventData", target_url as "targetUrl",
     is_sandbox as "isSandbox", secret_encrypted as "secretEncrypted",
       previous_secret_encrypted as "previousSecretEncrypted", verdict
   from judged
   order by next_attempt_at`,
);

/** Makes held deliveries due whose subscription, partner and community are all switched on again. */
export const releaseHeldDeliveries = query(
  'release_held_deliveries',
  `${keysWaiting('deliveries', SUBSCRIPTION, `status = 'held'`)}, ready as (
     select d.community_id, d.subscription_id, d.id from waiting w
     join subscriptions s on s.community_id = w.community_id and s.id = w.subscription_id and s.status = 'active'
     join partners p on p.community_id = s.community_id and p.id = s.partner_id
     join deliveries d
       on d.status = 'held' and d.community_id = w.community_id and d.subscription_id = w.subscription_id
     where not ${PARTNER_OFF}
     limit $limit
     for no key update of d skip locked
   ), released as (
     update deliveries d set status = 'pending', next_attempt_at = $now! from ready r
     where d.community_id = r.community_id and d.subscription_id = r.subscription_id and d.id = r.id
     returning 1
   )
   select count(*)::int as released from released`,
);

/** In one order, so that two workers cannot wait for each other. */
export const lockSubscriptions = write(
  'lock_subscriptions',
  `select s.community_id as "communityId", s.id as "subscriptionId", s.status from subscriptions s
   where (s.community_id, s.id) in (select * from unnest($communityIds::int[], $subscriptionIds::uuid[]))
   order by s.community_id, s.id
   for no key update`,
);

/** With this attempt: the latest so many are kept. Expects the aliases d (deliveries) and made. */
const ATTEMPTS = `case when jsonb_array_length(d.attempts) < 100 then d.attempts else d.attempts - 0 end || made.attempt`;

/**
 * Records attempts that were answered with success, in the same way and with the same locks as the transaction of
 * `lockSubscriptions`, `recordAttempts` and `updateSubscriptionHealth`, but in one statement: nothing is to be decided.
 */
export const recordDelivered = query<
  {
    readonly rows: readonly {
      communityId: number;
      subscriptionId: string;
      deliveryId: string;
      leaseUntil: Date;
      endedAt: Date;
      attempt: KeptAttempt;
    }[];
  },
  { deliveryId: string }
>(
  'record_delivered',
  {
    rows: {
      communityId: 'int',
      subscriptionId: 'uuid',
      deliveryId: 'uuid',
      leaseUntil: 'timestamptz',
      endedAt: 'timestamptz',
      attempt: 'jsonb',
    },
  },
  `with made as materialized (
     select * from unnest($rows) as made ($columns)
   ), locked as materialized (
     select s.community_id, s.id from subscriptions s
     where (s.community_id, s.id) in (select community_id, subscription_id from made)
     order by s.community_id, s.id
     for no key update
   ), moved as (
     update deliveries d set
       status = 'delivered',
       next_attempt_at = null,
       lease_until = null,
       attempt_count = d.attempt_count + 1,
       manual = false,
       finished_at = made.ended_at,
       attempts = ${ATTEMPTS}
     from locked s join made on made.community_id = s.community_id and made.subscription_id = s.id
     where d.community_id = made.community_id and d.subscription_id = made.subscription_id and d.id = made.delivery_id
       and d.lease_until = made.lease_until
     returning made.community_id, made.subscription_id, made.delivery_id, made.ended_at
   ), healthy as (
     update subscriptions s set
       consecutive_failures = 0,
       failing_since = null,
       last_success_at = greatest(s.last_success_at, h.ended_at)
     from (select community_id, subscription_id, max(ended_at) as ended_at from moved group by 1, 2) h
     where s.community_id = h.community_id and s.id = h.subscription_id
   )
   select delivery_id as "deliveryId" from moved`,
);

/** Records attempts on claims that are still held by the given lease; returns the deliveries for which that was so. */
export const recordAttempts = write<
  {
    readonly rows: readonly {
      communityId: number;
      subscriptionId: string;
      deliveryId: string;
      leaseUntil: Date;
      status: string;
      nextAttemptAt: Date | null;
      endedAt: Date;
      attempt: KeptAttempt;
    }[];
  },
  { deliveryId: string }
>(
  'record_attempts',
  {
    rows: {
      communityId: 'int',
      subscriptionId: 'uuid',
      deliveryId: 'uuid',
      leaseUntil: 'timestamptz',
      status: 'text',
      nextAttemptAt: 'timestamptz',
      endedAt: 'timestamptz',
      attempt: 'jsonb',
    },
  },
  `update deliveries d set
     status = made.status,
     next_attempt_at = made.next_attempt_at,
     lease_until = null,
     attempt_count = d.attempt_count + 1,
     manual = false,
     finished_at = case when made.status in ('delivered', 'failed') then made.ended_at end,
     attempts = ${ATTEMPTS}
   from unnest($rows) as made ($columns)
   where d.community_id = made.community_id and d.subscription_id = made.subscription_id and d.id = made.delivery_id
     and d.lease_until = made.lease_until
   returning d.id as "deliveryId"`,
);

/**
 * Adds up a batch's attempts. `failures` counts those after the last success of the batch, or all if it had none;
 * `failingSince` is when the first of them ended; `lastSuccessAt` is null if the batch had no success.
 */
export const updateSubscriptionHealth = write(
  'update_subscription_health',
  `update subscriptions s set
     consecutive_failures = case when h.last_success_at is null then s.consecutive_failures else 0 end + h.failures,
     failing_since = case when h.last_success_at is null then coalesce(s.failing_since, h.failing_since)
                          else h.failing_since end,
     last_success_at = greatest(s.last_success_at, h.last_success_at)
   from unnest($communityIds::int[], $subscriptionIds::uuid[], $failures::int[], $failingSince::timestamptz[],
     $lastSuccessAt::timestamptz[])
     as h (community_id, id, failures, failing_since, last_success_at)
   where s.community_id = h.community_id and s.id = h.id
   returning s.community_id as "communityId", s.id as "subscriptionId", s.failing_since as "failingSince"`,
);

/** Returns no row when it was disabled already or no longer points to that target. */
export const disableSubscription = write(
  'disable_subscription',
  `update subscriptions set status = 'disabled', disabled_reason = $reason!, updated_at = $now
   where community_id = $communityId and id = $subscriptionId and target_url = $targetUrl
     and status in ('active', 'paused')
   returning id`,
);

/** Holds what waits for a subscription that was switched off, but for claims: those end with their attempt. */
export const holdDeliveries = write(
  'hold_deliveries',
  `update deliveries set status = 'held', next_attempt_at = null, lease_until = null
   where community_id = $communityId and subscription_id = $subscriptionId and status = 'pending'
     and (lease_until is null or lease_until <= $now)`,
);

/** Gives claims back that were not attempted to the end, so that they need not wait for their lease. */
export const returnClaims = query(
  'return_claims',
  `update deliveries d set lease_until = null
   from unnest($communityIds::int[], $subscriptionIds::uuid[], $deliveryIds::uuid[],
     $leases::timestamptz[]) as r (community_id, subscription_id, id, lease_until)
   where d.community_id = r.community_id and d.subscription_id = r.subscription_id and d.id = r.id
     and d.lease_until = r.lease_until`,
);
