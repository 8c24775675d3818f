import { deletesRows } from '../../database/fragments.ts';
import { query, type StatementRow, write } from '../../database/query.ts';

/**
 * `secretLost`: it has no secret, and cannot be anything but disabled. `partnerScopes`: the partner's scopes now, which
 * may differ from those of the token.
 */
export type SubscriptionRow = StatementRow<'select_subscription_page'>;

const SUBSCRIPTION = `select s.id, s.event_types as "eventTypes", s.target_url as "targetUrl", s.description, s.status,
     s.disabled_reason as "disabledReason", s.secret_encrypted is null as "secretLost", s.created_at as "createdAt",
     s.updated_at as "updatedAt", s.last_success_at as "lastSuccessAt",
     s.consecutive_failures as "consecutiveFailures", p.scopes as "partnerScopes"
   from subscriptions s
   join partners p on p.community_id = s.community_id and p.id = s.partner_id`;

export const selectSubscriptionPage = query(
  'select_subscription_page',
  `${SUBSCRIPTION}
   where s.community_id = $communityId and s.partner_id = $partnerId and s.id < $beforeId
   order by s.id desc
   limit $limit`,
);

export const selectSubscription = query(
  'select_subscription',
  `${SUBSCRIPTION} where s.community_id = $communityId and s.partner_id = $partnerId and s.id = $subscriptionId`,
);

/** The same lock that the worker takes before it records attempts. */
export const lockSubscription = write(
  'lock_subscription',
  `${SUBSCRIPTION} where s.community_id = $communityId and s.partner_id = $partnerId and s.id = $subscriptionId
   for no key update of s`,
);

/** Serialises what counts a partner's rows; does not hold up tokens and transfers, which only refer to the partner. */
export const lockSubscriber = write(
  'lock_subscriber',
  'select scopes from partners where community_id = $communityId and id = $partnerId for no key update',
);

export const countSubscriptions = query(
  'count_subscriptions',
  'select count(*)::int as count from subscriptions where community_id = $communityId and partner_id = $partnerId',
);

export const insertSubscription = write(
  'insert_subscription',
  `insert into subscriptions
     (community_id, id, partner_id, event_types, target_url, description, secret_encrypted, created_at, updated_at,
      created_xid)
   values ($communityId, $id, $partnerId, $eventTypes, $targetUrl, $description, $secretEncrypted!, $createdAt,
     $createdAt,
     pg_current_xact_id())`,
);

/** With `healed`, earlier failures no longer count. */
export const updateSubscriptionRow = write(
  'update_subscription',
  `update subscriptions
   set event_types = $eventTypes, target_url = $targetUrl, description = $description, status = $status,
     disabled_reason = $disabledReason, failing_since = case when $healed then null else failing_since end,
     consecutive_failures = case when $healed then 0 else consecutive_failures end, updated_at = $updatedAt
   where community_id = $communityId and id = $id`,
);

export const updateSubscriptionSecret = write(
  'update_subscription_secret',
  `update subscriptions set previous_secret_encrypted = secret_encrypted,
     previous_secret_until = case when secret_encrypted is not null then $previousUntil!::timestamptz end,
     secret_encrypted = $secretEncrypted!, updated_at = $updatedAt
   where community_id = $communityId and id = $id`,
);

export const switchSubscriptionOff = write(
  'switch_subscription_off',
  `update subscriptions set status = 'disabled', disabled_reason = $reason!, updated_at = $now
   where community_id = $communityId and id = $id`,
);

/** Deliveries that are being claimed or recorded right now are left to `deleteSubscriptionRow`. */
export const deleteSubscriptionDeliveries = write(
  'delete_subscription_deliveries',
  deletesRows(
    'deliveries',
    ['community_id', 'subscription_id', 'id'],
    `community_id = $communityId and subscription_id = $subscriptionId`,
  ),
);

export const deleteSubscriptionRow = write(
  'delete_subscription',
  'delete from subscriptions where community_id = $communityId and id = $id',
);
