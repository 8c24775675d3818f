import type { Scope } from '@timebank/contract';
import { query, write } from '../../database/query.ts';

export interface SubscriptionRow {
  readonly id: string;
  readonly eventTypes: readonly string[];
  readonly targetUrl: string;
  readonly description: string | null;
  readonly status: 'active' | 'paused' | 'disabled';
  readonly disabledReason: string | null;
  /** It has no secret, and cannot be anything but disabled. */
  readonly secretLost: boolean;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly lastSuccessAt: Date | null;
  readonly consecutiveFailures: number;
  /** The partner's scopes now, which may differ from those of the token. */
  readonly partnerScopes: readonly Scope[];
}

const SUBSCRIPTION = `select s.id, s.event_types as "eventTypes", s.target_url as "targetUrl", s.description, s.status,
     s.disabled_reason as "disabledReason", s.secret_encrypted is null as "secretLost", s.created_at as "createdAt",
     s.updated_at as "updatedAt", s.last_success_at as "lastSuccessAt",
     s.consecutive_failures as "consecutiveFailures", p.scopes as "partnerScopes"
   from subscriptions s
   join partners p on p.community_id = s.community_id and p.id = s.partner_id`;

export const selectSubscriptionPage = query<
  { communityId: number; partnerId: number; beforeId: string; limit: number },
  SubscriptionRow
>(
  'select_subscription_page',
  `${SUBSCRIPTION}
   where s.community_id = $communityId and s.partner_id = $partnerId and s.id < $beforeId
   order by s.id desc
   limit $limit`,
);

interface SubscriptionId {
  communityId: number;
  partnerId: number;
  subscriptionId: string;
}

export const selectSubscription = query<SubscriptionId, SubscriptionRow>(
  'select_subscription',
  `${SUBSCRIPTION} where s.community_id = $communityId and s.partner_id = $partnerId and s.id = $subscriptionId`,
);

/** The same lock that the worker takes before it records attempts. */
export const lockSubscription = write<SubscriptionId, SubscriptionRow>(
  'lock_subscription',
  `${SUBSCRIPTION} where s.community_id = $communityId and s.partner_id = $partnerId and s.id = $subscriptionId
   for no key update of s`,
);

/** Serialises what counts a partner's rows; does not hold up tokens and transfers, which only refer to the partner. */
export const lockSubscriber = write<{ communityId: number; partnerId: number }, { scopes: readonly Scope[] }>(
  'lock_subscriber',
  'select scopes from partners where community_id = $communityId and id = $partnerId for no key update',
);

export const countSubscriptions = query<{ communityId: number; partnerId: number }, { count: number }>(
  'count_subscriptions',
  'select count(*)::int as count from subscriptions where community_id = $communityId and partner_id = $partnerId',
);

export const insertSubscription = write<{
  communityId: number;
  id: string;
  partnerId: number;
  eventTypes: readonly string[];
  targetUrl: string;
  description: string | null;
  secretEncrypted: Buffer;
  createdAt: Date;
}>(
  'insert_subscription',
  `insert into subscriptions
     (community_id, id, partner_id, event_types, target_url, description, secret_encrypted, created_at, updated_at,
      created_xid)
   values ($communityId, $id, $partnerId, $eventTypes, $targetUrl, $description, $secretEncrypted, $createdAt,
     $createdAt,
     pg_current_xact_id())`,
);

/** With `healed`, earlier failures no longer count. */
export const updateSubscriptionRow = write<{
  communityId: number;
  id: string;
  eventTypes: readonly string[];
  targetUrl: string;
  description: string | null;
  status: SubscriptionRow['status'];
  disabledReason: string | null;
  healed: boolean;
  updatedAt: Date;
}>(
  'update_subscription',
  `update subscriptions
   set event_types = $eventTypes, target_url = $targetUrl, description = $description, status = $status,
     disabled_reason = $disabledReason, failing_since = case when $healed then null else failing_since end,
     consecutive_failures = case when $healed then 0 else consecutive_failures end, updated_at = $updatedAt
   where community_id = $communityId and id = $id`,
);

export const updateSubscriptionSecret = write<{
  communityId: number;
  id: string;
  secretEncrypted: Buffer;
  previousUntil: Date;
  updatedAt: Date;
}>(
  'update_subscription_secret',
  `update subscriptions set previous_secret_encrypted = secret_encrypted,
     previous_secret_until = case when secret_encrypted is not null then $previousUntil::timestamptz end,
     secret_encrypted = $secretEncrypted, updated_at = $updatedAt
   where community_id = $communityId and id = $id`,
);

export const switchSubscriptionOff = write<{ communityId: number; id: string; reason: string; now: Date }>(
  'switch_subscription_off',
  `update subscriptions set status = 'disabled', disabled_reason = $reason, updated_at = $now
   where community_id = $communityId and id = $id`,
);

/** Deliveries that are being claimed or recorded right now are left to `deleteSubscriptionRow`. */
export const deleteSubscriptionDeliveries = write<
  { communityId: number; subscriptionId: string; limit: number },
  { deleted: number }
>(
  'delete_subscription_deliveries',
  `with batch as (
     select community_id, subscription_id, id
       from deliveries where community_id = $communityId and subscription_id = $subscriptionId
     limit $limit
     for update skip locked
   ), deleted as (
     delete from deliveries d using batch
     where d.community_id = batch.community_id and d.subscription_id = batch.subscription_id and d.id = batch.id
     returning 1
   )
   select count(*)::int as deleted from deleted`,
);

export const deleteSubscriptionRow = write<{ communityId: number; id: string }>(
  'delete_subscription',
  'delete from subscriptions where community_id = $communityId and id = $id',
);
