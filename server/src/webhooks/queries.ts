import type { Scope } from '@timebank/contract';
import { query, write } from '../database/query.ts';

export interface SubscriptionRow {
  readonly id: string;
  readonly event_types: readonly string[];
  readonly target_url: string;
  readonly description: string | null;
  readonly status: 'active' | 'paused' | 'disabled';
  readonly disabled_reason: string | null;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly last_success_at: Date | null;
  readonly consecutive_failures: number;
  /** What the partner may do now, whatever the token was given. */
  readonly partner_scopes: readonly Scope[];
}

export const selectSubscriptionPage = query<
  [communityId: number, partnerId: number, beforeId: string, limit: number],
  SubscriptionRow
>(
  'select_subscription_page',
  `select s.id, s.event_types, s.target_url, s.description, s.status, s.disabled_reason, s.created_at, s.updated_at,
     s.last_success_at, s.consecutive_failures, p.scopes as partner_scopes
   from subscriptions s
   join partners p on p.community_id = s.community_id and p.id = s.partner_id
   where s.community_id = $1 and s.partner_id = $2 and s.id < $3
   order by s.id desc
   limit $4`,
);

/** Serialises what counts a partner's rows; does not hold up tokens and transfers, which only refer to the partner. */
export const lockSubscriber = write<[communityId: number, partnerId: number], { scopes: readonly Scope[] }>(
  'lock_subscriber',
  'select scopes from partners where community_id = $1 and id = $2 for no key update',
);

export const countSubscriptions = query<[communityId: number, partnerId: number], { count: number }>(
  'count_subscriptions',
  'select count(*)::int as count from subscriptions where community_id = $1 and partner_id = $2',
);

export const insertSubscription = write<
  [
    communityId: number,
    id: string,
    partnerId: number,
    eventTypes: readonly string[],
    targetUrl: string,
    description: string | null,
    secretEncrypted: Buffer,
    createdAt: Date,
  ]
>(
  'insert_subscription',
  `insert into subscriptions
     (community_id, id, partner_id, event_types, target_url, description, secret_encrypted, created_at, updated_at)
   values ($1, $2, $3, $4::text[], $5, $6, $7, $8, $8)`,
);
