/** Made by tools/statements.ts from what PostgreSQL says of the statements. Do not edit. */
import type { EventType } from '@timebank/contract';
import type { SortedPage } from '../../core/database/statement-text.ts';
import type { KeptAttempt } from '../../core/events/delivery/delivery-queries.ts';

declare module '../../core/database/query.ts' {
  interface StatementTypes {
    count_email_reach: {
      parameters: { partnerId: number | null; communityId: number };
      row: { readonly defaultVisibility: 'hidden' | 'listed' | 'listed_with_email'; readonly members: number; readonly shown: number };
    };
    count_live_tokens: {
      parameters: { communityId: number; partnerId: number; at: Date };
      row: { readonly tokens: number };
    };
    count_partners: {
      parameters: { communityId: number; limit: number; name?: string | undefined; status?: 'pending' | 'active' | 'suspended' | undefined };
      row: { readonly count: number };
    };
    select_credential_use: {
      parameters: { failedSince: Date; communityId: number; partnerId: number; credentialId: number };
      row: { readonly firstUsedAt: Date | null; readonly lastUsedAt: Date | null; readonly lastUsedAddress: string | null; readonly failedAt: Date | null; readonly error: string | null; readonly cause: string | null; readonly failedAddress: string | null };
    };
    select_differences: {
      parameters: { communityId: number; partnerId: number };
      row: { readonly differences: number };
    };
    select_failing_subscriptions: {
      parameters: { communityId: number; partnerId: number; limit: number };
      row: { readonly id: string; readonly description: string | null; readonly targetUrl: string };
    };
    select_held: {
      parameters: { communityId: number; partnerId: number; subscriptionId: string };
      row: { readonly held: 'all' | 'automatic' | 'none' };
    };
    select_last_credit: {
      parameters: { communityId: number; partnerId: number };
      row: { readonly createdAt: Date; readonly amountSeconds: number; readonly reference: string | null; readonly memberId: string; readonly memberName: string };
    };
    select_last_use: {
      parameters: { communityId: number; partnerId: number };
      row: { readonly calledAt: Date | null; readonly creditedAt: Date | null };
    };
    select_partner_page: {
      parameters: { communityId: number; name?: string | undefined; status?: 'pending' | 'active' | 'suspended' | undefined } & SortedPage<'added' | 'name' | 'call' | 'credit'>;
      row: { readonly id: string; readonly calledAt: Date | null; readonly creditedAt: Date | null; readonly sortKey: string };
    };
    select_recent_call_counts: {
      parameters: { communityId: number; partnerId: number; since: Date };
      row: { readonly total: number; readonly refused: number; readonly failed: number };
    };
    select_refusal_reasons: {
      parameters: { communityId: number; partnerId: number; since: Date; limit: number };
      row: { readonly error: string; readonly calls: number };
    };
    select_shown_deliveries: {
      parameters: { held: string; communityId: number; subscriptionId: string; beforeId: string; limit: number; status?: 'held' | 'pending' | 'delivered' | 'failed' | undefined; eventType?: EventType | undefined };
      row: { readonly id: string; readonly eventId: string; readonly eventType: EventType; readonly eventAt: Date; readonly eventData: Readonly<Record<string, unknown>>; readonly status: 'held' | 'pending' | 'delivered' | 'failed'; readonly createdAt: Date; readonly nextAttemptAt: Date | null; readonly attemptCount: number; readonly manual: boolean; readonly attempts: unknown };
    };
    select_shown_delivery: {
      parameters: { held: string; communityId: number; subscriptionId: string; deliveryId: string };
      row: { readonly id: string; readonly eventId: string; readonly eventType: EventType; readonly eventAt: Date; readonly eventData: Readonly<Record<string, unknown>>; readonly status: 'held' | 'pending' | 'delivered' | 'failed'; readonly createdAt: Date; readonly nextAttemptAt: Date | null; readonly attemptCount: number; readonly manual: boolean; readonly attempts: readonly KeptAttempt[] };
    };
    select_subscription_health: {
      parameters: { subscriptionIds: readonly string[]; communityId: number; sinceId: string };
      row: { readonly id: string; readonly failingSince: Date | null; readonly pending: number; readonly held: number; readonly delivered: number; readonly failed: number; readonly medianLatencyMs: number | null };
    };
  }
}
