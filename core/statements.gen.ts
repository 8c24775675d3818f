/** Made by tools/statements.ts from what PostgreSQL says of the statements. Do not edit. */
import type { EventType } from '@timebank/contract';
import type { Totals } from './aggregates/totals.ts';
import type { SortedPage } from './database/statement-text.ts';
import type { PublicKey } from './partners/public-keys.ts';

declare module './database/query.ts' {
  interface StatementTypes {
    add_call_counts: {
      parameters: { readonly rows: readonly { readonly communityId: number | null; readonly partnerId: number | null; readonly clientId: string | null; readonly hour: Date; readonly calls: number; readonly clientErrors: number; readonly serverErrors: number; readonly latencyUs: number }[] };
      row: never;
    };
    beat: {
      parameters: { id: string; name: string; build: string; clockAheadMs: number; knownMigrations: readonly string[] };
      row: { readonly unknown: string | null; readonly by: string | null };
    };
    book_transfers: {
      parameters: { readonly rows: readonly { readonly communityId: number; readonly id: string; readonly kind: 'opening' | 'opening_reversal' | 'credit' | 'credit_reversal' | 'exchange' | 'exchange_reversal' | 'gift' | 'gift_reversal'; readonly debitAccountId: number; readonly creditAccountId: number; readonly amountSeconds: number; readonly partnerId: number; readonly memberId: string | null; readonly reference: string | null; readonly reversesId: string | null; readonly reason: string | null; readonly note: string | null; readonly paymentAmount: string | null; readonly paymentCurrency: string | null; readonly paymentValueDate: string | null; readonly paymentEndToEndId: string | null; readonly correctsId: string | null; readonly bookedOn: string; readonly serviceDate: string | null; readonly listingId: string | null; readonly categoryId: number | null; readonly slipId: string | null; readonly externalId: string | null; readonly recordedBy: string; readonly createdAt: Date; readonly eventType: EventType | null; readonly eventData: Readonly<Record<string, unknown>> | string; readonly isCapped: boolean }[]; accounts: number };
      row: { readonly moved: number | null; readonly isQueued: boolean };
    };
    claim_deliveries: {
      parameters: { communityIds: readonly number[]; subscriptionIds: readonly string[]; limits: readonly number[]; now: Date; leaseUntil: Date };
      row: { readonly communityId: number; readonly deliveryId: string; readonly subscriptionId: string; readonly partnerId: number; readonly attemptCount: number; readonly lastNumber: number; readonly manual: boolean; readonly finished: boolean; readonly eventId: string; readonly eventType: EventType; readonly eventCreatedAt: Date; readonly eventData: string; readonly targetUrl: string; readonly isSandbox: boolean; readonly secretEncrypted: Buffer | null; readonly previousSecretEncrypted: Buffer | null; readonly verdict: 'failed' | 'held' | 'pending' };
    };
    claim_key_url: {
      parameters: { at: Date; communityId: number; partnerId: number; triedBefore: Date };
      row: { readonly url: string };
    };
    clear_listing_ends: {
      parameters: { communityId: number; afterId: string; limit: number };
      row: { readonly id: string };
    };
    clear_other_quarter: {
      parameters: { communityId: number; number: number };
      row: never;
    };
    close_ended_listings: {
      parameters: { communityId: number; today: string; limit: number; updatedAt: Date };
      row: { readonly id: string; readonly memberId: string; readonly wasActive: boolean };
    };
    count_calls: {
      parameters: { communityId: number; limit: number; partnerId?: number | undefined; operation?: string | undefined; success?: number | undefined; errorClass?: number | undefined; anyError?: number | undefined; error?: string | undefined; cause?: string | undefined; requestId?: string | undefined; memberId?: string | undefined; reference?: string | undefined; since?: Date | undefined; before?: Date | undefined };
      row: { readonly count: number };
    };
    count_categories: {
      parameters: { communityId: number; limit: number; isClosed?: boolean | undefined; search?: string | undefined };
      row: { readonly count: number };
    };
    count_probe_rows: {
      parameters: { communityId: number };
      row: { readonly count: number };
    };
    count_replayable_events: {
      parameters: { communityId: number; partnerId: number; eventTypes: readonly string[]; since: Date; until: Date | null; limit: number };
      row: { readonly count: number };
    };
    count_requests: {
      parameters: { minute: number; communityIds: readonly number[]; partnerIds: readonly number[]; requests: readonly number[] };
      row: { readonly partnerId: number; readonly minute: number; readonly count: number; readonly previous: number };
    };
    count_subscriptions: {
      parameters: { communityId: number; partnerId: number };
      row: { readonly count: number };
    };
    delete_credit_days: {
      parameters: { limit: number };
      row: { readonly deleted: number };
    };
    delete_exchange_rates: {
      parameters: { communityId: number; partnerId: number | null; currency: string; validFrom: string | null };
      row: never;
    };
    delete_expired_proofs: {
      parameters: { before: Date; limit: number };
      row: { readonly deleted: number };
    };
    delete_expired_tokens: {
      parameters: { before: Date; limit: number };
      row: { readonly deleted: number };
    };
    delete_key_url: {
      parameters: { communityId: number; partnerId: number };
      row: never;
    };
    delete_member_check: {
      parameters: { communityId: number; memberId: string; checkId: number };
      row: { readonly kind: string };
    };
    delete_member_files: {
      parameters: { communityId: number; memberIds: readonly string[] };
      row: never;
    };
    delete_member_grams: {
      parameters: { communityId: number; memberIds: readonly string[] };
      row: never;
    };
    delete_member_words: {
      parameters: { communityId: number; memberIds: readonly string[] };
      row: never;
    };
    delete_node: {
      parameters: { id: string };
      row: never;
    };
    delete_old_call_counts: {
      parameters: { before: Date };
      row: { readonly deleted: number };
    };
    delete_old_calls: {
      parameters: { rowsKept: number; limit: number; before: Date };
      row: { readonly deleted: number };
    };
    delete_old_email_reads: {
      parameters: { before: Date; limit: number };
      row: { readonly deleted: number };
    };
    delete_old_events: {
      parameters: { before: Date; limit: number };
      row: { readonly deleted: number };
    };
    delete_old_sync_marks: {
      parameters: { before: Date; limit: number };
      row: { readonly deleted: number };
    };
    delete_partner_choice: {
      parameters: { communityId: number; memberId: string; partnerId: number };
      row: never;
    };
    delete_partner_choices: {
      parameters: { communityId: number; memberId: string };
      row: never;
    };
    delete_probe_rows: {
      parameters: { communityId: number };
      row: never;
    };
    delete_snapshots: {
      parameters: { communityId: number; before: string };
      row: never;
    };
    delete_subscription: {
      parameters: { communityId: number; id: string };
      row: never;
    };
    delete_subscription_deliveries: {
      parameters: { communityId: number; subscriptionId: string; limit: number };
      row: { readonly deleted: number };
    };
    disable_subscription: {
      parameters: { reason: string; now: Date; communityId: number; subscriptionId: string; targetUrl: string };
      row: { readonly id: string };
    };
    divide_by_zero: {
      parameters: { zero: number };
      row: { readonly quotient: number };
    };
    erase_ended_hand_overs: {
      parameters: { now: Date };
      row: { readonly erased: number };
    };
    erase_hand_over: {
      parameters: { communityId: number; credentialId: number };
      row: never;
    };
    fan_out_events: {
      parameters: { communityId: number; eventsMax: number; rowsMax: number; now: Date };
      row: { readonly events: number; readonly full: boolean; readonly deliveries: number; readonly fellBehind: number };
    };
    fill_credit_days: {
      parameters: { communityId: number; partnerId: number };
      row: never;
    };
    fold_tallies: {
      parameters: { rowsMax: number; limit: number };
      row: { readonly folded: number };
    };
    forget_backup_folder: {
      parameters: {  };
      row: { readonly id: boolean };
    };
    free_external_ids: {
      parameters: { communityId: number; transferIds: readonly string[] };
      row: never;
    };
    hide_listings: {
      parameters: { communityId: number; memberId: string; updatedAt: Date };
      row: { readonly id: string; readonly wasActive: boolean };
    };
    hold_deliveries: {
      parameters: { communityId: number; subscriptionId: string; now: Date };
      row: never;
    };
    insert_access_tokens: {
      parameters: { readonly rows: readonly { readonly tokenHash: Buffer; readonly communityId: number; readonly partnerId: number; readonly credentialId: number; readonly scopes: string; readonly keyThumbprint: string | null; readonly issuedAt: Date; readonly expiresAt: Date }[] };
      row: never;
    };
    insert_and_count_probe_rows: {
      parameters: { communityId: number; at: Date };
      row: { readonly count: number };
    };
    insert_audit_rows: {
      parameters: { readonly rows: readonly { readonly communityId: number | null; readonly at: Date; readonly actor: string; readonly action: string; readonly subject: string | null; readonly address: string | null; readonly requestId: string | null; readonly details: Readonly<Record<string, unknown>> | string }[] };
      row: never;
    };
    insert_calls: {
      parameters: { readonly rows: readonly { readonly communityId: number | null; readonly partnerId: number | null; readonly clientId: string | null; readonly tokenHash: Buffer | null; readonly at: Date; readonly operation: string; readonly status: number; readonly error: string | null; readonly description: string | null; readonly latencyUs: number; readonly requestId: string; readonly address: string | null; readonly memberId: string | null; readonly amountSeconds: number | null; readonly reference: string | null; readonly itemCount: number | null }[] };
      row: never;
    };
    insert_category: {
      parameters: { communityId: number; name: string; createdAt: Date };
      row: { readonly id: number };
    };
    insert_community: {
      parameters: { slug: string; name: string; kind: 'live' | 'sandbox'; defaultVisibility: 'hidden' | 'listed' | 'listed_with_email'; exchangeStepMinutes: number; upperBalanceSeconds: number | null; createdAt: Date };
      row: { readonly id: number };
    };
    insert_community_accounts: {
      parameters: { communityId: number; createdAt: Date };
      row: never;
    };
    insert_credential: {
      parameters: { communityId: number; partnerId: number; secretHash: Buffer; hint: string; createdAt: Date };
      row: { readonly id: number };
    };
    insert_events: {
      parameters: { readonly rows: readonly { readonly id: string; readonly communityId: number; readonly type: EventType; readonly partnerId: number | null; readonly memberId: string | null; readonly listingId: string | null; readonly data: Readonly<Record<string, unknown>> | string; readonly createdAt: Date; readonly audience: string | null }[] };
      row: never;
    };
    insert_exchange_rate: {
      parameters: { communityId: number; partnerId: number | null; currency: string; numerator: string; denominator: string; validFrom: string | null; at: Date; recordedBy: string };
      row: never;
    };
    insert_former_name: {
      parameters: { communityId: number; name: string; createdAt: Date; categoryId: number };
      row: never;
    };
    insert_hand_over: {
      parameters: { communityId: number; credentialId: number; tokenHash: Buffer; sealedSecret: Buffer; createdBy: number; createdAt: Date; expiresAt: Date };
      row: { readonly credentialId: number };
    };
    insert_keys: {
      parameters: { readonly rows: readonly { readonly communityId: number; readonly partnerId: number; readonly thumbprint: string; readonly key: PublicKey | string }[]; createdAt: Date };
      row: never;
    };
    insert_listings: {
      parameters: { readonly rows: readonly { readonly id: string; readonly externalId: string | null; readonly memberId: string; readonly type: 'service' | 'request'; readonly title: string; readonly description: string; readonly category: string; readonly estimatedSeconds: number | null; readonly status: 'active' | 'held' | 'closed'; readonly backAs: 'active' | 'held' | null; readonly createdAt: Date; readonly endsOn: string | null }[]; communityId: number; updatedAt: Date };
      row: never;
    };
    insert_member_accounts: {
      parameters: { communityId: number; createdAt: Date; memberIds: readonly string[] };
      row: { readonly id: number; readonly memberId: string };
    };
    insert_member_check: {
      parameters: { communityId: number; memberId: string; kind: string; checkedBy: string; checkedOn: string; expiresOn: string | null; recordedBy: string; recordedAt: Date };
      row: { readonly id: number };
    };
    insert_member_grams: {
      parameters: { communityId: number; memberIds: readonly string[]; grams: readonly string[] };
      row: never;
    };
    insert_member_words: {
      parameters: { communityId: number; memberIds: readonly string[]; words: readonly string[] };
      row: never;
    };
    insert_members: {
      parameters: { readonly rows: readonly { readonly id: string; readonly externalId: string | null; readonly name: string; readonly email: string | null; readonly status: 'active' | 'pending' | 'suspended' | 'left'; readonly visibility: 'hidden' | 'listed' | 'listed_with_email' | null; readonly language: string | null; readonly joinedOn: string | null; readonly paymentReference: string; readonly searchName: string }[]; communityId: number; createdAt: Date };
      row: never;
    };
    insert_missing_categories: {
      parameters: { communityId: number; createdAt: Date; names: readonly string[] };
      row: { readonly id: number; readonly name: string };
    };
    insert_own_field: {
      parameters: { communityId: number; number: number; name: string; kind: 'text' | 'date' | 'yes_no' | 'choice'; choices: readonly string[]; createdAt: Date };
      row: never;
    };
    insert_partner: {
      parameters: { communityId: number; name: string; status: 'pending' | 'active' | 'suspended'; clientId: string; scopes: readonly ('users.read' | 'users.pii' | 'listings.read' | 'wallet.read' | 'wallet.write' | 'aggregates.read' | 'webhooks.manage')[]; allowedAddresses: readonly string[]; rateLimitPerMinute: number; maxCreditSeconds: number; maxMemberDaySeconds: number | null; maxPartnerDaySeconds: number | null; contactName: string | null; contactEmail: string | null; contactPhone: string | null; note: string | null; createdAt: Date };
      row: { readonly id: number };
    };
    insert_partner_choice: {
      parameters: { communityId: number; memberId: string; partnerId: number; visibility: 'hidden' | 'listed' | 'listed_with_email' };
      row: never;
    };
    insert_probe_row: {
      parameters: { communityId: number; at: Date };
      row: never;
    };
    insert_settlement_account: {
      parameters: { communityId: number; partnerId: number; createdAt: Date };
      row: never;
    };
    insert_snapshot: {
      parameters: { communityId: number; day: string; asOf: Date; totals: string };
      row: never;
    };
    insert_statement_hashes: {
      parameters: { readonly rows: readonly { readonly communityId: number; readonly partnerId: number; readonly day: string; readonly previousHash: string; readonly hash: string; readonly inEvent: boolean }[] };
      row: never;
    };
    insert_statements: {
      parameters: { readonly rows: readonly { readonly communityId: number; readonly partnerId: number; readonly day: string; readonly openingSeconds: number; readonly creditsCount: number; readonly creditsSeconds: number; readonly reversalsCount: number; readonly reversalsSeconds: number; readonly closedAt: Date }[] };
      row: never;
    };
    insert_subscription: {
      parameters: { communityId: number; id: string; partnerId: number; eventTypes: readonly string[]; targetUrl: string; description: string | null; secretEncrypted: Buffer; createdAt: Date };
      row: never;
    };
    insert_sync_mark: {
      parameters: { id: string; createdAt: Date };
      row: { readonly xid: string };
    };
    insert_test_event: {
      parameters: { communityId: number; eventId: string; partnerId: number; data: string; at: Date; deliveryId: string; subscriptionId: string; manual: boolean };
      row: never;
    };
    insert_used_proofs: {
      parameters: { readonly rows: readonly { readonly communityId: number; readonly partnerId: number; readonly digest: Buffer; readonly expiresAt: Date }[] };
      row: { readonly partnerId: number; readonly digest: Buffer };
    };
    lock_accounts: {
      parameters: { accountCommunityIds: readonly number[]; accountIds: readonly number[]; partnerCommunityIds: readonly number[]; partnerIds: readonly number[]; memberCommunityIds: readonly number[]; memberIds: readonly string[]; transferCommunityIds: readonly number[]; transferIds: readonly string[] };
      row: { readonly communityId: number; readonly id: number; readonly kind: 'settlement' | 'member' | 'organisation' | 'chest' | 'opening'; readonly balanceSeconds: number; readonly lowerBalanceSeconds: number | null; readonly closedThrough: string | null; readonly isSandbox: boolean; readonly isMoving: boolean; readonly communityUpperSeconds: number | null; readonly communityLowerSeconds: number | null; readonly exchangeStepMinutes: number };
    };
    lock_categories: {
      parameters: { communityId: number; ids: readonly number[] };
      row: { readonly id: number; readonly name: string; readonly isClosed: boolean };
    };
    lock_community: {
      parameters: { communityId: number };
      row: { readonly id: number; readonly slug: string; readonly name: string; readonly kind: 'live' | 'sandbox'; readonly defaultVisibility: 'hidden' | 'listed' | 'listed_with_email'; readonly partnerApiDisabledReason: string | null; readonly exchangeStepMinutes: number; readonly lowerBalanceSeconds: number | null; readonly upperBalanceSeconds: number | null; readonly languages: readonly string[]; readonly hoursAs: 'decimal' | 'clock'; readonly timeZone: string; readonly createdAt: Date };
    };
    lock_community_mark: {
      parameters: { communityId: number };
      row: { readonly kind: 'live' | 'sandbox'; readonly tag: string };
    };
    lock_community_shared: {
      parameters: { communityId: number };
      row: never;
    };
    lock_default_visibility: {
      parameters: { communityId: number };
      row: never;
    };
    lock_free_accounts: {
      parameters: { accountCommunityIds: readonly number[]; accountIds: readonly number[]; partnerCommunityIds: readonly number[]; partnerIds: readonly number[]; memberCommunityIds: readonly number[]; memberIds: readonly string[]; transferCommunityIds: readonly number[]; transferIds: readonly string[] };
      row: { readonly communityId: number; readonly id: number; readonly kind: 'settlement' | 'member' | 'organisation' | 'chest' | 'opening'; readonly balanceSeconds: number; readonly lowerBalanceSeconds: number | null; readonly closedThrough: string | null; readonly isSandbox: boolean; readonly isMoving: boolean; readonly communityUpperSeconds: number | null; readonly communityLowerSeconds: number | null; readonly exchangeStepMinutes: number };
    };
    lock_free_probe_row: {
      parameters: { communityId: number };
      row: { readonly communityId: number };
    };
    lock_key_check: {
      parameters: {  };
      row: { readonly check: Buffer | null };
    };
    lock_listing: {
      parameters: { communityId: number; listingId: string };
      row: { readonly memberId: string; readonly type: 'service' | 'request'; readonly title: string; readonly description: string; readonly category: string; readonly estimatedSeconds: number | null; readonly status: 'active' | 'held' | 'closed'; readonly endsOn: string | null; readonly isAway: boolean };
    };
    lock_listing_member: {
      parameters: { communityId: number; listingId: string };
      row: { readonly memberId: string; readonly category: string };
    };
    lock_listing_settings: {
      parameters: { communityId: number };
      row: { readonly listingMonths: number | null; readonly officeContact: string | null };
    };
    lock_listings_to_renew: {
      parameters: { communityId: number; listingIds: readonly string[] };
      row: { readonly id: string; readonly memberId: string; readonly isClosed: boolean; readonly isAway: boolean };
    };
    lock_live_secret: {
      parameters: { communityId: number; partnerId: number; credentialId: number; at: Date };
      row: { readonly secretHash: Buffer };
    };
    lock_member: {
      parameters: { communityId: number; memberId: string };
      row: { readonly status: 'active' | 'pending' | 'suspended' | 'left'; readonly visibility: 'hidden' | 'listed' | 'listed_with_email' | null; readonly defaultVisibility: 'hidden' | 'listed' | 'listed_with_email'; readonly externalId: string | null; readonly name: string; readonly email: string | null; readonly language: string | null; readonly joinedOn: string | null; readonly paymentReference: string; readonly erasedAt: Date | null };
    };
    lock_members_of_listings: {
      parameters: { communityId: number; listingIds: readonly string[] };
      row: never;
    };
    lock_members_shared: {
      parameters: { communityId: number; memberIds: readonly string[] };
      row: never;
    };
    lock_own_fields: {
      parameters: { communityId: number };
      row: { readonly number: number; readonly isRemoved: boolean };
    };
    lock_parties: {
      parameters: { communityId: number; memberIds: readonly string[] };
      row: { readonly id: string; readonly status: 'active' | 'pending' | 'suspended' | 'left'; readonly undone: boolean };
    };
    lock_partner: {
      parameters: { communityId: number; partnerId: number };
      row: { readonly status: 'pending' | 'active' | 'suspended'; readonly communityKind: 'live' | 'sandbox' };
    };
    lock_probe_row: {
      parameters: { communityId: number };
      row: { readonly communityId: number };
    };
    lock_settlement: {
      parameters: { communityId: number; partnerId: number };
      row: { readonly id: number; readonly closedThrough: string | null; readonly unhashedThrough: string | null };
    };
    lock_subscriber: {
      parameters: { communityId: number; partnerId: number };
      row: { readonly scopes: readonly ('users.read' | 'users.pii' | 'listings.read' | 'wallet.read' | 'wallet.write' | 'aggregates.read' | 'webhooks.manage')[] };
    };
    lock_subscription: {
      parameters: { communityId: number; partnerId: number; subscriptionId: string };
      row: { readonly id: string; readonly eventTypes: readonly string[]; readonly targetUrl: string; readonly description: string | null; readonly status: 'active' | 'paused' | 'disabled'; readonly disabledReason: string | null; readonly secretLost: boolean; readonly createdAt: Date; readonly updatedAt: Date; readonly lastSuccessAt: Date | null; readonly consecutiveFailures: number; readonly partnerScopes: readonly ('users.read' | 'users.pii' | 'listings.read' | 'wallet.read' | 'wallet.write' | 'aggregates.read' | 'webhooks.manage')[] };
    };
    lock_subscription_behind: {
      parameters: { now: Date; communityId: number; subscriptionId: string };
      row: { readonly partnerId: number; readonly eventTypes: readonly string[]; readonly missedFrom: string; readonly room: number; readonly targetUrl: string; readonly isSandbox: boolean; readonly secretEncrypted: Buffer | null; readonly previousSecretEncrypted: Buffer | null };
    };
    lock_subscriptions: {
      parameters: { communityIds: readonly number[]; subscriptionIds: readonly string[] };
      row: { readonly communityId: number; readonly subscriptionId: string; readonly status: 'active' | 'paused' | 'disabled' };
    };
    lock_token: {
      parameters: { at: Date; tokenHash: Buffer };
      row: { readonly communityId: number; readonly partnerId: number; readonly isLive: boolean };
    };
    record_attempts: {
      parameters: { readonly rows: readonly { readonly communityId: number; readonly subscriptionId: string; readonly deliveryId: string; readonly leaseUntil: Date; readonly status: 'pending' | 'held' | 'delivered' | 'failed'; readonly nextAttemptAt: Date | null; readonly endedAt: Date | null; readonly attempt: unknown }[] };
      row: { readonly deliveryId: string };
    };
    record_delivered: {
      parameters: { readonly rows: readonly { readonly communityId: number; readonly subscriptionId: string; readonly deliveryId: string; readonly leaseUntil: Date; readonly endedAt: Date | null; readonly attempt: unknown }[] };
      row: { readonly deliveryId: string };
    };
    refresh_statistics: {
      parameters: {  };
      row: { readonly refreshed: string | null };
    };
    release_held_deliveries: {
      parameters: { limit: number; now: Date };
      row: { readonly released: number };
    };
    remember_key_check: {
      parameters: { check: Buffer };
      row: { readonly check: Buffer };
    };
    remove_own_field: {
      parameters: { removedAt: Date; communityId: number; number: number };
      row: { readonly number: number };
    };
    rename_listings: {
      parameters: { communityId: number; name: string; afterId: string; limit: number; newName: string; updatedAt: Date };
      row: { readonly id: string; readonly memberId: string; readonly isActive: boolean };
    };
    reopen_listings: {
      parameters: { endsOn: string | null; updatedAt: Date; listingIds: readonly string[]; away: readonly boolean[]; communityId: number };
      row: never;
    };
    replace_own_values: {
      parameters: { communityId: number; afterId: string; limit: number; number: string; became: string | null; updatedAt: Date };
      row: { readonly memberId: string };
    };
    replay_events: {
      parameters: { communityId: number; partnerId: number; eventTypes: readonly string[]; since: Date; until: Date | null; afterId: string; limit: number; now: Date; subscriptionId: string; status: 'pending' | 'held' | 'delivered' | 'failed'; manual: boolean };
      row: { readonly events: number; readonly deliveries: number; readonly lastAt: Date | null; readonly lastId: string | null };
    };
    retry_delivery_now: {
      parameters: { now: Date; communityId: number; subscriptionId: string; deliveryId: string };
      row: { readonly id: string };
    };
    return_claims: {
      parameters: { communityIds: readonly number[]; subscriptionIds: readonly string[]; deliveryIds: readonly string[]; leases: readonly Date[] };
      row: never;
    };
    revoke_tokens_issued_until: {
      parameters: { at: Date; until: Date };
      row: { readonly revoked: number };
    };
    select_active_listing_texts: {
      parameters: { communityId: number; memberId: string };
      row: { readonly id: string; readonly description: string };
    };
    select_applied_migrations: {
      parameters: {  };
      row: { readonly name: string; readonly sha256: string; readonly compatible: boolean; readonly build: string | null };
    };
    select_asked_to_join: {
      parameters: { communityId: number; memberId: string };
      row: { readonly id: string };
    };
    select_backlog: {
      parameters: { now: Date };
      row: { readonly oldestAt: Date | null; readonly events: number; readonly deliveries: number; readonly dueSince: Date | null; readonly disabled: number; readonly openFrom: string | null; readonly databaseBytes: number };
    };
    select_balances: {
      parameters: { communityIds: readonly number[]; partnerIds: readonly number[]; memberIds: readonly string[] };
      row: { readonly position: number; readonly balanceSeconds: number };
    };
    select_booked_references: {
      parameters: { communityIds: readonly number[]; partnerIds: readonly number[]; kinds: readonly ('credit' | 'credit_reversal')[]; references: readonly string[] };
      row: { readonly communityId: number; readonly partnerId: number; readonly kind: 'credit' | 'credit_reversal'; readonly reference: string };
    };
    select_call_counts: {
      parameters: { step: string; communityId: number; since: Date; before: Date; partnerId: number | null; limit: number };
      row: { readonly at: Date; readonly partnerId: number; readonly calls: number; readonly clientErrors: number; readonly serverErrors: number; readonly latencyUs: number };
    };
    select_call_page: {
      parameters: { communityId: number; partnerId?: number | undefined; operation?: string | undefined; success?: number | undefined; errorClass?: number | undefined; anyError?: number | undefined; error?: string | undefined; cause?: string | undefined; requestId?: string | undefined; memberId?: string | undefined; reference?: string | undefined; since?: Date | undefined; before?: Date | undefined } & SortedPage<'time' | 'duration'>;
      row: { readonly id: string; readonly at: Date; readonly partnerId: number; readonly partnerName: string; readonly operation: string; readonly status: number; readonly error: string | null; readonly errorDescription: string | null; readonly cause: string | null; readonly latencyUs: number; readonly requestId: string; readonly address: string | null; readonly memberId: string | null; readonly memberName: string | null; readonly amountSeconds: number | null; readonly reference: string | null; readonly itemCount: number | null; readonly sortKey: string };
    };
    select_categories_by_name: {
      parameters: { names: readonly string[]; communityId: number };
      row: { readonly asked: string; readonly id: number; readonly name: string; readonly isClosed: boolean };
    };
    select_category: {
      parameters: { communityId: number; categoryId: number };
      row: { readonly id: number; readonly name: string; readonly closedAt: Date | null; readonly createdAt: Date; readonly formerNames: readonly string[]; readonly offers: number; readonly requests: number; readonly exchanges: number };
    };
    select_category_page: {
      parameters: { communityId: number; isClosed?: boolean | undefined; search?: string | undefined } & SortedPage<'name'>;
      row: { readonly sortKey: string; readonly id: number; readonly name: string; readonly closedAt: Date | null; readonly createdAt: Date; readonly formerNames: readonly string[]; readonly offers: number; readonly requests: number; readonly exchanges: number };
    };
    select_changed_listings: {
      parameters: { type: 'service' | 'request' | null; category: string | null; partnerId: number; communityId: number; afterId: string; since: string; memberId: string | null; limit: number };
      row: { readonly id: string; readonly memberId: string; readonly type: 'service' | 'request'; readonly title: string; readonly description: string; readonly category: string; readonly estimatedSeconds: number | null; readonly createdAt: string; readonly updatedAt: string; readonly removed: boolean };
    };
    select_changed_users: {
      parameters: { partnerId: number; communityId: number; afterId: string; since: string; limit: number };
      row: { readonly id: string; readonly name: string; readonly createdAt: string; readonly updatedAt: string; readonly removed: boolean };
    };
    select_changed_users_with_email: {
      parameters: { partnerId: number; communityId: number; afterId: string; since: string; limit: number; at: Date; actor: string; address: string | null; requestId: string; token: string; answered: number };
      row: { readonly id: string; readonly name: string; readonly email: string | null; readonly createdAt: string; readonly updatedAt: string; readonly removed: boolean };
    };
    select_clients: {
      parameters: { clientIds: readonly string[]; at: Date };
      row: { readonly clientId: string; readonly communityId: number; readonly communityKind: 'live' | 'sandbox'; readonly communityTag: string; readonly communityDisabledReason: string | null; readonly isMoving: boolean; readonly movedTo: string | null; readonly partnerId: number; readonly status: 'pending' | 'active' | 'suspended'; readonly scopes: readonly ('users.read' | 'users.pii' | 'listings.read' | 'wallet.read' | 'wallet.write' | 'aggregates.read' | 'webhooks.manage')[]; readonly allowedAddresses: readonly string[]; readonly rateLimitPerMinute: number; readonly credentialId: number | null; readonly secretHash: Buffer | null; readonly lastUsedAt: Date | null; readonly publicKey: PublicKey | null; readonly keysOnly: boolean; readonly boundTokensOnly: boolean; readonly keyUrl: string | null; readonly keysFetchedAt: Date | null };
    };
    select_communities: {
      parameters: {  };
      row: { readonly id: number; readonly slug: string; readonly name: string; readonly kind: 'live' | 'sandbox'; readonly defaultVisibility: 'hidden' | 'listed' | 'listed_with_email'; readonly partnerApiDisabledReason: string | null; readonly exchangeStepMinutes: number; readonly lowerBalanceSeconds: number | null; readonly upperBalanceSeconds: number | null; readonly languages: readonly string[]; readonly hoursAs: 'decimal' | 'clock'; readonly timeZone: string; readonly createdAt: Date };
    };
    select_communities_to_tell: {
      parameters: { firstDay: string; lastDay: string };
      row: { readonly communityId: number };
    };
    select_community_by_slug: {
      parameters: { slug: string };
      row: { readonly id: number; readonly slug: string; readonly name: string; readonly kind: 'live' | 'sandbox'; readonly defaultVisibility: 'hidden' | 'listed' | 'listed_with_email'; readonly partnerApiDisabledReason: string | null; readonly exchangeStepMinutes: number; readonly lowerBalanceSeconds: number | null; readonly upperBalanceSeconds: number | null; readonly languages: readonly string[]; readonly hoursAs: 'decimal' | 'clock'; readonly timeZone: string; readonly createdAt: Date };
    };
    select_corrected: {
      parameters: { communityIds: readonly number[]; ids: readonly string[] };
      row: { readonly communityId: number; readonly id: string };
    };
    select_credentials: {
      parameters: { communityId: number };
      row: { readonly partnerId: number; readonly id: number; readonly hint: string | null; readonly createdAt: Date; readonly expiresAt: Date | null; readonly revokedAt: Date | null; readonly firstUsedAt: Date | null; readonly lastUsedAt: Date | null; readonly lastUsedAddress: string | null; readonly handOverExpiresAt: Date | null; readonly handOverOpenedAt: Date | null; readonly handOverAddress: string | null };
    };
    select_credit: {
      parameters: { communityId: number; partnerId: number; creditId: string };
      row: { readonly communityId: number; readonly id: string; readonly kind: 'credit'; readonly debitAccountId: number; readonly creditAccountId: number; readonly amountSeconds: number; readonly partnerId: number; readonly memberId: string | null; readonly reference: string | null; readonly reversesId: string | null; readonly reason: string | null; readonly note: string | null; readonly payment: unknown; readonly correctsId: string | null; readonly bookedOn: string; readonly serviceDate: string | null; readonly listingId: string | null; readonly categoryId: number | null; readonly slipId: string | null; readonly externalId: string | null; readonly recordedBy: string; readonly createdAt: Date; readonly reversalId: string | null; readonly reversalReference: string | null; readonly reversalReason: string | null; readonly reversalBookedOn: string | null; readonly reversalRecordedBy: string | null; readonly reversalCreatedAt: Date | null };
    };
    select_credit_page: {
      parameters: { communityId: number; partnerId: number; beforeId: string; limit: number; reference?: string | undefined; endToEndId?: string | undefined; memberId?: string | undefined; posted?: boolean | undefined; reversed?: boolean | undefined; reversedOn?: string | undefined; sinceId?: string | undefined; untilId?: string | undefined };
      row: { readonly communityId: number; readonly id: string; readonly kind: 'credit'; readonly debitAccountId: number; readonly creditAccountId: number; readonly amountSeconds: number; readonly partnerId: number; readonly memberId: string | null; readonly reference: string; readonly reversesId: string | null; readonly reason: string | null; readonly note: string | null; readonly payment: unknown; readonly correctsId: string | null; readonly bookedOn: string; readonly serviceDate: string | null; readonly listingId: string | null; readonly categoryId: number | null; readonly slipId: string | null; readonly externalId: string | null; readonly recordedBy: string; readonly createdAt: Date; readonly reversalId: string | null; readonly reversalReference: string | null; readonly reversalReason: string | null; readonly reversalBookedOn: string | null; readonly reversalRecordedBy: string | null; readonly reversalCreatedAt: Date | null };
    };
    select_credit_sums: {
      parameters: { lastMonth: string; communityId: number; partnerId: number | null; today: string; thisMonth: string; lastUntil: string };
      row: { readonly period: 'today' | 'thisMonth' | 'lastMonth'; readonly credits: number; readonly creditedSeconds: number; readonly reversedSeconds: number };
    };
    select_credit_targets: {
      parameters: { day: string; communityIds: readonly number[]; partnerIds: readonly number[]; memberIds: readonly string[] };
      row: { readonly communityId: number; readonly partnerId: number; readonly memberId: string; readonly accountId: number | null; readonly eligible: boolean; readonly settlementAccountId: number; readonly maxCreditSeconds: number; readonly maxMemberDaySeconds: number | null; readonly maxPartnerDaySeconds: number | null; readonly partnerDaySeconds: number; readonly memberDaySeconds: number };
    };
    select_credits_by_reference: {
      parameters: { communityIds: readonly number[]; partnerIds: readonly number[]; kinds: readonly ('opening' | 'opening_reversal' | 'credit' | 'credit_reversal' | 'exchange' | 'exchange_reversal' | 'gift' | 'gift_reversal')[]; references: readonly string[] };
      row: { readonly communityId: number; readonly id: string; readonly kind: 'opening' | 'opening_reversal' | 'credit' | 'credit_reversal' | 'exchange' | 'exchange_reversal' | 'gift' | 'gift_reversal'; readonly debitAccountId: number; readonly creditAccountId: number; readonly amountSeconds: number; readonly partnerId: number | null; readonly memberId: string | null; readonly reference: string | null; readonly reversesId: string | null; readonly reason: string | null; readonly note: string | null; readonly payment: unknown; readonly correctsId: string | null; readonly bookedOn: string; readonly serviceDate: string | null; readonly listingId: string | null; readonly categoryId: number | null; readonly slipId: string | null; readonly externalId: string | null; readonly recordedBy: string; readonly createdAt: Date; readonly reversalId: string | null; readonly reversalReference: string | null; readonly reversalReason: string | null; readonly reversalBookedOn: string | null; readonly reversalRecordedBy: string | null; readonly reversalCreatedAt: Date | null };
    };
    select_database_time: {
      parameters: {  };
      row: { readonly at: Date; readonly cautiousFrom: Date | null; readonly cautiousUntil: Date | null };
    };
    select_days_to_close: {
      parameters: { communityId: number; partnerId: number; first: string; last: string };
      row: { readonly day: string; readonly openingSeconds: number; readonly creditsCount: number; readonly creditsSeconds: number; readonly reversalsCount: number; readonly reversalsSeconds: number; readonly closingSeconds: number };
    };
    select_default_visibility: {
      parameters: { communityId: number };
      row: { readonly visibility: 'hidden' | 'listed' | 'listed_with_email' };
    };
    select_delivery: {
      parameters: { communityId: number; subscriptionId: string; deliveryId: string };
      row: { readonly id: string; readonly eventId: string; readonly eventType: EventType; readonly status: 'pending' | 'held' | 'delivered' | 'failed'; readonly createdAt: Date; readonly nextAttemptAt: Date | null; readonly finishedAt: Date | null; readonly attempts: unknown };
    };
    select_delivery_owner: {
      parameters: { deliveryId: string };
      row: { readonly communityId: number; readonly partnerId: number; readonly subscriptionId: string };
    };
    select_delivery_page: {
      parameters: { communityId: number; subscriptionId: string; beforeId: string; limit: number; status?: 'pending' | 'held' | 'delivered' | 'failed' | undefined; eventType?: EventType | undefined };
      row: { readonly id: string; readonly eventId: string; readonly eventType: EventType; readonly status: 'pending' | 'held' | 'delivered' | 'failed'; readonly createdAt: Date; readonly nextAttemptAt: Date | null; readonly finishedAt: Date | null; readonly attempts: unknown };
    };
    select_due_communities: {
      parameters: { day: string; afterId: number; limit: number };
      row: { readonly communityId: number; readonly previous: Totals | null };
    };
    select_due_holds: {
      parameters: { communityId: number; today: string; limit: number };
      row: { readonly memberId: string };
    };
    select_due_subscriptions: {
      parameters: { afterCommunityId: number; afterSubscriptionId: string; now: Date; limit: number };
      row: { readonly communityId: number; readonly subscriptionId: string };
    };
    select_ending_communities: {
      parameters: { today: string };
      row: { readonly communityId: number };
    };
    select_event_feed: {
      parameters: { partnerId: number; communityId: number; afterXid: string; afterId: string; limit: number; type?: EventType | undefined; typeButCredits?: EventType | undefined; since?: Date | undefined; before?: Date | undefined; types?: readonly string[] | undefined; below?: string | undefined; notBefore?: Date | undefined };
      row: { readonly id: string; readonly type: EventType; readonly createdAt: Date; readonly data: Readonly<Record<string, unknown>>; readonly xid: string };
    };
    select_event_page: {
      parameters: { partnerId: number; communityId: number; beforeId: string; notBefore: Date; limit: number; type?: EventType | undefined; typeButCredits?: EventType | undefined; since?: Date | undefined; before?: Date | undefined; types?: readonly string[] | undefined };
      row: { readonly id: string; readonly type: EventType; readonly createdAt: Date; readonly data: Readonly<Record<string, unknown>> };
    };
    select_exchange_rates: {
      parameters: { communityId: number; partnerId: number | null };
      row: { readonly currency: string; readonly numerator: string; readonly denominator: string; readonly validFrom: string | null; readonly own: boolean };
    };
    select_external_id: {
      parameters: { communityId: number; memberId: string };
      row: { readonly externalId: string | null };
    };
    select_figures: {
      parameters: { communityId: number; firstDay: string; lastDay: string };
      row: { readonly activeUsers: number; readonly activeServices: number; readonly activeRequests: number; readonly exchanges: number; readonly exchangedSeconds: number; readonly exchangeMembers: number; readonly exchangeLargestSeconds: number; readonly creditedSeconds: number; readonly creditMembers: number; readonly creditLargestSeconds: number };
    };
    select_first_facts: {
      parameters: {  };
      row: { readonly version: number; readonly encoding: string; readonly standby: boolean; readonly readOnly: boolean };
    };
    select_frozen_statement: {
      parameters: { communityId: number; partnerId: number; day: string };
      row: { readonly day: string; readonly openingSeconds: number; readonly creditsCount: number; readonly creditsSeconds: number; readonly reversalsCount: number; readonly reversalsSeconds: number; readonly hash: string | null; readonly previousHash: string | null };
    };
    select_functions: {
      parameters: {  };
      row: { readonly definition: string };
    };
    select_hand_over: {
      parameters: { now: Date; tokenHash: Buffer };
      row: { readonly community: string; readonly partner: string; readonly createdBy: string; readonly expiresAt: Date; readonly openedAt: Date | null; readonly isLive: boolean };
    };
    select_hold_communities: {
      parameters: { lastDay: string };
      row: { readonly communityId: number; readonly timeZone: string };
    };
    select_horizon: {
      parameters: { marks: readonly string[] };
      row: { readonly horizon: string; readonly known: readonly string[] };
    };
    select_installation_id: {
      parameters: {  };
      row: { readonly id: string; readonly check: Buffer | null; readonly backupFolder: string | null };
    };
    select_installation_switch: {
      parameters: {  };
      row: { readonly installationDisabled: boolean };
    };
    select_key_check: {
      parameters: {  };
      row: { readonly check: Buffer | null };
    };
    select_keys: {
      parameters: { communityId: number };
      row: { readonly partnerId: number; readonly key: PublicKey; readonly createdAt: Date };
    };
    select_last_hash: {
      parameters: { communityId: number; partnerId: number };
      row: { readonly hash: string };
    };
    select_latest_snapshot: {
      parameters: { day: string; communityId: number };
      row: { readonly asOf: Date; readonly day: string | null; readonly totals: Totals | null };
    };
    select_lines_to_hash: {
      parameters: { communityId: number; partnerId: number; day: string };
      row: { readonly kind: 'opening' | 'opening_reversal' | 'credit' | 'credit_reversal' | 'exchange' | 'exchange_reversal' | 'gift' | 'gift_reversal'; readonly creditId: string; readonly memberId: string | null; readonly amountSeconds: number; readonly reference: string | null };
    };
    select_listing: {
      parameters: { partnerId: number; communityId: number; listingId: string };
      row: { readonly id: string; readonly memberId: string; readonly type: 'service' | 'request'; readonly title: string; readonly description: string; readonly category: string; readonly estimatedSeconds: number | null; readonly createdAt: string; readonly updatedAt: string };
    };
    select_listing_months: {
      parameters: { communityId: number };
      row: { readonly months: number | null };
    };
    select_listing_page: {
      parameters: { partnerId: number; communityId: number; afterId: string; limit: number; type?: 'service' | 'request' | undefined; memberId?: string | undefined; category?: string | undefined };
      row: { readonly id: string; readonly memberId: string; readonly type: 'service' | 'request'; readonly title: string; readonly description: string; readonly category: string; readonly estimatedSeconds: number | null; readonly createdAt: string; readonly updatedAt: string };
    };
    select_listing_settings: {
      parameters: { communityId: number };
      row: { readonly listingMonths: number | null; readonly officeContact: string | null };
    };
    select_listings_to_tell: {
      parameters: { communityId: number; firstDay: string; lastDay: string; limit: number };
      row: { readonly id: string; readonly memberId: string; readonly endsOn: string };
    };
    select_live_credentials: {
      parameters: { communityId: number; partnerId: number; at: Date };
      row: { readonly id: number };
    };
    select_live_nodes: {
      parameters: { withinSeconds: number };
      row: { readonly name: string; readonly startedAt: Date; readonly build: string | null; readonly clockAheadMs: number | null };
    };
    select_live_tokens: {
      parameters: { communityId: number; partnerId: number; issuedAfter: Date; now: Date; beforeAt: Date; beforeHash: Buffer; limit: number };
      row: { readonly tokenHash: Buffer; readonly scopes: readonly string[]; readonly issuedAt: Date; readonly expiresAt: Date; readonly isBound: boolean; readonly credentialId: number; readonly secretHint: string | null; readonly keyId: string | null };
    };
    select_look_first: {
      parameters: { communityId: number };
      row: { readonly lookFirst: boolean };
    };
    select_mark_number: {
      parameters: { mark: string };
      row: { readonly xid: string };
    };
    select_member_checks: {
      parameters: { communityId: number; memberId: string; limit: number };
      row: { readonly id: number; readonly kind: string; readonly checkedBy: string; readonly checkedOn: string; readonly expiresOn: string | null; readonly recordedAt: Date };
    };
    select_member_details: {
      parameters: { communityId: number; memberId: string };
      row: { readonly salutation: string | null; readonly givenName: string | null; readonly familyName: string | null; readonly phone: string | null; readonly secondPhone: string | null; readonly street: string | null; readonly postalCode: string | null; readonly place: string | null; readonly country: string | null; readonly preferredContact: 'phone' | 'email' | 'letter' | 'in_person' | null; readonly birthYear: string | null; readonly agreementSignedOn: string | null; readonly emailConsentOn: string | null; readonly emergencyContact: string | null; readonly notes: string | null };
    };
    select_member_exists: {
      parameters: { communityId: number; memberId: string };
      row: { readonly id: string };
    };
    select_member_file: {
      parameters: { communityId: number; memberId: string };
      row: { readonly emergencyContact: string | null; readonly notes: string | null; readonly statusReason: string | null; readonly statusAt: Date | null; readonly ownValues: Readonly<Record<string, string>> };
    };
    select_member_hold: {
      parameters: { communityId: number; memberId: string };
      row: { readonly until: string | null; readonly beganAt: Date; readonly endedAt: Date | null; readonly shown: number | null; readonly hidden: number };
    };
    select_members_of_sandbox: {
      parameters: { communityId: number; externalIds: readonly string[] };
      row: { readonly id: string; readonly externalId: string };
    };
    select_members_on_hold: {
      parameters: { communityId: number; memberIds: readonly string[] };
      row: { readonly memberId: string };
    };
    select_migration_names: {
      parameters: {  };
      row: { readonly name: string };
    };
    select_migrations_table: {
      parameters: {  };
      row: { readonly found: boolean; readonly isOurs: boolean };
    };
    select_moving: {
      parameters: { communityIds: readonly number[] };
      row: { readonly id: number };
    };
    select_names_for_members: {
      parameters: { communityId: number; memberIds: readonly string[] };
      row: { readonly id: string; readonly name: string; readonly givenName: string | null; readonly familyName: string | null; readonly seenByMembers: boolean };
    };
    select_node_names: {
      parameters: { withinSeconds: number };
      row: { readonly name: string };
    };
    select_nodes_table: {
      parameters: {  };
      row: { readonly found: boolean };
    };
    select_opening_account: {
      parameters: { communityId: number };
      row: { readonly id: number };
    };
    select_other_connections: {
      parameters: {  };
      row: { readonly name: string; readonly count: number };
    };
    select_own: {
      parameters: { today: string; communityId: number; partnerId: number };
      row: { readonly name: string; readonly status: 'pending' | 'active' | 'suspended'; readonly clientId: string; readonly communityName: string; readonly slug: string; readonly kind: 'live' | 'sandbox'; readonly scopes: readonly ('users.read' | 'users.pii' | 'listings.read' | 'wallet.read' | 'wallet.write' | 'aggregates.read' | 'webhooks.manage')[]; readonly rateLimitPerMinute: number; readonly maxCreditSeconds: number; readonly maxMemberDaySeconds: number | null; readonly maxPartnerDaySeconds: number | null; readonly upperBalanceSeconds: number | null; readonly day: string; readonly creditedTodaySeconds: number; readonly keysOnly: boolean; readonly boundTokensOnly: boolean; readonly keyUrl: string | null; readonly keysFetchedAt: Date | null; readonly keysError: string | null };
    };
    select_own_fields: {
      parameters: { communityId: number };
      row: { readonly number: number; readonly name: string; readonly kind: 'text' | 'date' | 'yes_no' | 'choice'; readonly choices: readonly string[]; readonly isQuarter: boolean };
    };
    select_own_secrets: {
      parameters: { communityId: number; partnerId: number; at: Date };
      row: { readonly hint: string; readonly createdAt: Date; readonly expiresAt: Date | null };
    };
    select_pages_use: {
      parameters: { communityId: number; memberId: string };
      row: { readonly letterOnly: boolean; readonly usedAt: Date | null };
    };
    select_partner: {
      parameters: { communityId: number; partnerId: number };
      row: { readonly communityId: number; readonly communitySlug: string; readonly id: number; readonly name: string; readonly status: 'pending' | 'active' | 'suspended'; readonly clientId: string; readonly scopes: readonly ('users.read' | 'users.pii' | 'listings.read' | 'wallet.read' | 'wallet.write' | 'aggregates.read' | 'webhooks.manage')[]; readonly allowedAddresses: readonly string[]; readonly rateLimitPerMinute: number; readonly maxCreditSeconds: number; readonly maxMemberDaySeconds: number | null; readonly maxPartnerDaySeconds: number | null; readonly keysOnly: boolean; readonly boundTokensOnly: boolean; readonly keyUrl: string | null; readonly keysFetchedAt: Date | null; readonly keysError: string | null; readonly contactName: string | null; readonly contactEmail: string | null; readonly contactPhone: string | null; readonly note: string | null; readonly createdAt: Date; readonly updatedAt: Date };
    };
    select_partner_by_client_id: {
      parameters: { clientId: string };
      row: { readonly communityId: number; readonly communitySlug: string; readonly id: number; readonly name: string; readonly status: 'pending' | 'active' | 'suspended'; readonly clientId: string; readonly scopes: readonly ('users.read' | 'users.pii' | 'listings.read' | 'wallet.read' | 'wallet.write' | 'aggregates.read' | 'webhooks.manage')[]; readonly allowedAddresses: readonly string[]; readonly rateLimitPerMinute: number; readonly maxCreditSeconds: number; readonly maxMemberDaySeconds: number | null; readonly maxPartnerDaySeconds: number | null; readonly keysOnly: boolean; readonly boundTokensOnly: boolean; readonly keyUrl: string | null; readonly keysFetchedAt: Date | null; readonly keysError: string | null; readonly contactName: string | null; readonly contactEmail: string | null; readonly contactPhone: string | null; readonly note: string | null; readonly createdAt: Date; readonly updatedAt: Date };
    };
    select_partner_choices: {
      parameters: { memberId: string; communityId: number };
      row: { readonly partnerId: number; readonly choice: 'hidden' | 'listed' | 'listed_with_email' | null };
    };
    select_partner_credentials: {
      parameters: { communityId: number; partnerId: number };
      row: { readonly partnerId: number; readonly id: number; readonly hint: string | null; readonly createdAt: Date; readonly expiresAt: Date | null; readonly revokedAt: Date | null; readonly firstUsedAt: Date | null; readonly lastUsedAt: Date | null; readonly lastUsedAddress: string | null; readonly handOverExpiresAt: Date | null; readonly handOverOpenedAt: Date | null; readonly handOverAddress: string | null };
    };
    select_partner_ids: {
      parameters: { communityId: number };
      row: { readonly id: number };
    };
    select_partner_keys: {
      parameters: { communityId: number; partnerId: number };
      row: { readonly partnerId: number; readonly key: PublicKey; readonly createdAt: Date };
    };
    select_partners: {
      parameters: { communityId: number };
      row: { readonly communityId: number; readonly communitySlug: string; readonly id: number; readonly name: string; readonly status: 'pending' | 'active' | 'suspended'; readonly clientId: string; readonly scopes: readonly ('users.read' | 'users.pii' | 'listings.read' | 'wallet.read' | 'wallet.write' | 'aggregates.read' | 'webhooks.manage')[]; readonly allowedAddresses: readonly string[]; readonly rateLimitPerMinute: number; readonly maxCreditSeconds: number; readonly maxMemberDaySeconds: number | null; readonly maxPartnerDaySeconds: number | null; readonly keysOnly: boolean; readonly boundTokensOnly: boolean; readonly keyUrl: string | null; readonly keysFetchedAt: Date | null; readonly keysError: string | null; readonly contactName: string | null; readonly contactEmail: string | null; readonly contactPhone: string | null; readonly note: string | null; readonly createdAt: Date; readonly updatedAt: Date };
    };
    select_partners_to_close: {
      parameters: { through: string; limit: number };
      row: { readonly communityId: number; readonly partnerId: number };
    };
    select_place: {
      parameters: {  };
      row: { readonly database: string; readonly startedAt: Date; readonly role: string; readonly ownsAll: boolean };
    };
    select_quarter: {
      parameters: { memberId: string; communityId: number };
      row: { readonly name: string; readonly choices: readonly string[]; readonly own: string | null };
    };
    select_queued_communities: {
      parameters: { after: number; limit: number };
      row: { readonly communityId: number };
    };
    select_same_person: {
      parameters: { communityId: number; memberId: string };
      row: { readonly id: string; readonly name: string };
    };
    select_seers: {
      parameters: { communityId: number; memberIds: readonly string[] };
      row: { readonly memberId: string; readonly byDefault: boolean; readonly partnerIds: readonly number[] };
    };
    select_server_facts: {
      parameters: {  };
      row: { readonly fsync: string; readonly fullPageWrites: string; readonly synchronousCommit: string; readonly role: string; readonly superuser: boolean; readonly ownsTables: boolean };
    };
    select_settlement: {
      parameters: { communityId: number; partnerId: number };
      row: { readonly id: number; readonly closedThrough: string | null; readonly unhashedThrough: string | null };
    };
    select_snapshot: {
      parameters: { communityId: number; day: string };
      row: { readonly asOf: Date; readonly totals: Totals };
    };
    select_statement_day: {
      parameters: { communityId: number; partnerId: number; day: string };
      row: { readonly openingSeconds: number; readonly creditsCount: number; readonly creditsSeconds: number; readonly reversalsCount: number; readonly reversalsSeconds: number };
    };
    select_statement_lines: {
      parameters: { communityId: number; partnerId: number; day: string; afterId: string; limit: number };
      row: { readonly kind: 'opening' | 'opening_reversal' | 'credit' | 'credit_reversal' | 'exchange' | 'exchange_reversal' | 'gift' | 'gift_reversal'; readonly id: string; readonly creditId: string; readonly memberId: string; readonly externalId: string | null; readonly name: string; readonly amountSeconds: number; readonly reference: string | null; readonly text: string | null; readonly createdAt: Date };
    };
    select_subscription: {
      parameters: { communityId: number; partnerId: number; subscriptionId: string };
      row: { readonly id: string; readonly eventTypes: readonly string[]; readonly targetUrl: string; readonly description: string | null; readonly status: 'active' | 'paused' | 'disabled'; readonly disabledReason: string | null; readonly secretLost: boolean; readonly createdAt: Date; readonly updatedAt: Date; readonly lastSuccessAt: Date | null; readonly consecutiveFailures: number; readonly partnerScopes: readonly ('users.read' | 'users.pii' | 'listings.read' | 'wallet.read' | 'wallet.write' | 'aggregates.read' | 'webhooks.manage')[] };
    };
    select_subscription_overview: {
      parameters: { communityId: number; limit: number };
      row: { readonly id: string; readonly clientId: string; readonly partnerName: string; readonly targetUrl: string; readonly eventTypes: readonly string[]; readonly status: 'active' | 'paused' | 'disabled'; readonly disabledReason: string | null; readonly failingSince: Date | null; readonly lastSuccessAt: Date | null; readonly pending: number; readonly held: number };
    };
    select_subscription_owner: {
      parameters: { subscriptionId: string };
      row: { readonly communityId: number; readonly partnerId: number };
    };
    select_subscription_page: {
      parameters: { communityId: number; partnerId: number; beforeId: string; limit: number };
      row: { readonly id: string; readonly eventTypes: readonly string[]; readonly targetUrl: string; readonly description: string | null; readonly status: 'active' | 'paused' | 'disabled'; readonly disabledReason: string | null; readonly secretLost: boolean; readonly createdAt: Date; readonly updatedAt: Date; readonly lastSuccessAt: Date | null; readonly consecutiveFailures: number; readonly partnerScopes: readonly ('users.read' | 'users.pii' | 'listings.read' | 'wallet.read' | 'wallet.write' | 'aggregates.read' | 'webhooks.manage')[] };
    };
    select_subscriptions_behind: {
      parameters: { afterCommunityId: number; afterSubscriptionId: string; limit: number };
      row: { readonly communityId: number; readonly subscriptionId: string; readonly hasRoom: boolean };
    };
    select_tables: {
      parameters: {  };
      row: { readonly name: string; readonly options: readonly string[] | null; readonly columns: unknown; readonly constraints: readonly string[]; readonly indexes: readonly string[]; readonly triggers: readonly string[]; readonly oddities: readonly string[] };
    };
    select_time_zone: {
      parameters: { communityId: number };
      row: { readonly timeZone: string };
    };
    select_tokens: {
      parameters: { hashes: readonly Buffer[]; now: Date };
      row: { readonly position: number | null; readonly installationDisabled: boolean; readonly communityId: number; readonly partnerId: number; readonly clientId: string; readonly credentialId: number; readonly tokenScopes: string; readonly partnerScopes: string; readonly keyThumbprint: string | null; readonly allowedAddresses: string; readonly rateLimitPerMinute: number; readonly communityDisabled: boolean; readonly isSandbox: boolean; readonly resets: number; readonly isMoving: boolean; readonly movedTo: string | null };
    };
    select_transfers: {
      parameters: { communityIds: readonly number[]; ids: readonly string[] };
      row: { readonly communityId: number; readonly id: string; readonly kind: 'opening' | 'credit' | 'exchange' | 'gift'; readonly debitAccountId: number; readonly creditAccountId: number; readonly amountSeconds: number; readonly partnerId: number | null; readonly memberId: string | null; readonly reference: string | null; readonly reversesId: string | null; readonly reason: string | null; readonly note: string | null; readonly payment: unknown; readonly correctsId: string | null; readonly bookedOn: string; readonly serviceDate: string | null; readonly listingId: string | null; readonly categoryId: number | null; readonly slipId: string | null; readonly externalId: string | null; readonly recordedBy: string; readonly createdAt: Date; readonly reversalId: string | null; readonly reversalReference: string | null; readonly reversalReason: string | null; readonly reversalBookedOn: string | null; readonly reversalRecordedBy: string | null; readonly reversalCreatedAt: Date | null };
    };
    select_triggers_off: {
      parameters: {  };
      row: { readonly place: string };
    };
    select_unhashed_days: {
      parameters: { communityId: number; partnerId: number; limit: number };
      row: { readonly day: string; readonly openingSeconds: number; readonly creditsCount: number; readonly reversalsCount: number; readonly closingSeconds: number; readonly lastHash: string | null };
    };
    select_user_by_payment_reference: {
      parameters: { communityId: number; paymentReference: string; partnerId: number };
      row: { readonly id: string; readonly paymentReference: string };
    };
    select_user_page_with_email: {
      parameters: { partnerId: number; communityId: number; afterId: string; limit: number; at: Date; actor: string; address: string | null; requestId: string; token: string; answered: number };
      row: { readonly id: string; readonly name: string; readonly email: string | null; readonly createdAt: string; readonly updatedAt: string };
    };
    select_user_pages: {
      parameters: { readonly rows: readonly { readonly communityId: number; readonly partnerId: number; readonly afterId: string; readonly rowsMax: number }[] };
      row: { readonly rows: string | null };
    };
    select_users_by_id: {
      parameters: { communityIds: readonly number[]; partnerIds: readonly number[]; memberIds: readonly string[] };
      row: { readonly position: number; readonly id: string; readonly name: string; readonly createdAt: string; readonly updatedAt: string };
    };
    select_users_by_id_with_email: {
      parameters: { readonly rows: readonly { readonly communityId: number; readonly partnerId: number; readonly memberId: string; readonly actor: string; readonly subject: string; readonly address: string | null; readonly requestId: string; readonly token: string }[]; at: Date };
      row: { readonly position: number; readonly id: string; readonly name: string; readonly email: string | null; readonly createdAt: string; readonly updatedAt: string };
    };
    select_waiting_hand_over: {
      parameters: { tokenHash: Buffer; at: Date };
      row: { readonly communityId: number; readonly credentialId: number; readonly partnerId: number; readonly sealedSecret: Buffer; readonly secretExpiresAt: Date | null; readonly community: string; readonly environment: 'live' | 'sandbox'; readonly partner: string; readonly partnerStatus: 'pending' | 'active' | 'suspended'; readonly clientId: string; readonly scopes: readonly ('users.read' | 'users.pii' | 'listings.read' | 'wallet.read' | 'wallet.write' | 'aggregates.read' | 'webhooks.manage')[]; readonly allowedAddresses: readonly string[]; readonly rateLimitPerMinute: number };
    };
    select_waiting_work: {
      parameters: {  };
      row: { readonly queued: boolean; readonly pending: boolean; readonly behindOrHeld: boolean };
    };
    select_watched: {
      parameters: {  };
      row: { readonly serverVersion: number; readonly verifiedAt: Date | null; readonly holds: boolean | null };
    };
    select_written_reasons: {
      parameters: { communityId: number; reasonKeys: readonly string[] };
      row: { readonly reasonKey: string };
    };
    share_categories: {
      parameters: { communityId: number; ids: readonly number[] };
      row: never;
    };
    share_default_visibility: {
      parameters: { communityId: number };
      row: never;
    };
    show_listings: {
      parameters: { today: string; endsOn: string | null; communityId: number; memberId: string; updatedAt: Date | null; beganAt: Date };
      row: { readonly id: string; readonly isActive: boolean; readonly endsOn: string | null };
    };
    spread_listing_ends: {
      parameters: { communityId: number; afterId: string; limit: number; firstDay: string; days: number };
      row: { readonly id: string };
    };
    switch_subscription_off: {
      parameters: { reason: string; now: Date; communityId: number; id: string };
      row: never;
    };
    take_missed: {
      parameters: { communityId: number; from: string; eventsMax: number; partnerId: number; eventTypes: readonly string[]; subscriptionId: string; limit: number; now: Date; leaseUntil: Date };
      row: { readonly deliveryId: string; readonly eventId: string | null; readonly eventType: EventType; readonly eventCreatedAt: Date; readonly eventData: string; readonly isBehind: boolean };
    };
    touch_active_listings: {
      parameters: { communityId: number; memberIds: readonly string[]; afterMemberId: string; afterId: string; limit: number; updatedAt: Date };
      row: { readonly memberId: string; readonly id: string };
    };
    touch_credentials: {
      parameters: { usedAt: Date; communityIds: readonly number[]; credentialIds: readonly number[]; addresses: readonly (string | null)[]; unlessUsedSince: Date };
      row: never;
    };
    touch_member: {
      parameters: { updatedAt: Date; communityId: number; memberId: string };
      row: never;
    };
    touch_members_on_default: {
      parameters: { communityId: number; afterId: string; limit: number; updatedAt: Date };
      row: { readonly id: string; readonly choices: unknown };
    };
    update_backup_folder: {
      parameters: { folder: string };
      row: { readonly id: boolean };
    };
    update_category_closed: {
      parameters: { closedAt: Date | null; communityId: number; categoryId: number };
      row: never;
    };
    update_category_merged: {
      parameters: { intoId: number; at: Date; communityId: number; categoryId: number };
      row: never;
    };
    update_category_name: {
      parameters: { name: string; communityId: number; categoryId: number };
      row: { readonly id: number };
    };
    update_caution: {
      parameters: { from: Date; until: Date };
      row: never;
    };
    update_closed_through: {
      parameters: { day: string; communityId: number; accountId: number };
      row: never;
    };
    update_community: {
      parameters: { name: string; defaultVisibility: 'hidden' | 'listed' | 'listed_with_email'; upperBalanceSeconds: number | null; lowerBalanceSeconds: number | null; exchangeStepMinutes: number; languages: readonly string[]; hoursAs: 'decimal' | 'clock'; timeZone: string; communityId: number };
      row: never;
    };
    update_community_api_switch: {
      parameters: { reason: string | null; communityId: number };
      row: { readonly id: number };
    };
    update_credential_expiry: {
      parameters: { expiresAt: Date; communityId: number; partnerId: number; credentialId: number };
      row: never;
    };
    update_credential_revoked: {
      parameters: { revokedAt: Date; communityId: number; partnerId: number; credentialId: number };
      row: { readonly id: number };
    };
    update_email_trusted: {
      parameters: { communityId: number; memberId: string };
      row: { readonly id: string };
    };
    update_hand_over_opened: {
      parameters: { openedAt: Date; address: string | null; communityId: number; credentialId: number };
      row: { readonly credentialId: number };
    };
    update_installation_api_switch: {
      parameters: { reason: string | null };
      row: never;
    };
    update_key_rules: {
      parameters: { keysOnly: boolean; boundTokensOnly: boolean; updatedAt: Date; communityId: number; partnerId: number };
      row: never;
    };
    update_key_url_failed: {
      parameters: { error: string; communityId: number; partnerId: number; url: string };
      row: never;
    };
    update_key_url_fetched: {
      parameters: { fetchedAt: Date; communityId: number; partnerId: number; url: string };
      row: never;
    };
    update_keys_revoked: {
      parameters: { revokedAt: Date; communityId: number; partnerId: number; keptThumbprints: readonly string[] };
      row: never;
    };
    update_listing: {
      parameters: { type: 'service' | 'request'; title: string; description: string; category: string; estimatedSeconds: number | null; isAway: boolean; status: 'active' | 'held' | 'closed'; updatedAt: Date; endsOn: string | null; communityId: number; listingId: string };
      row: never;
    };
    update_listing_ends: {
      parameters: { endsOn: string | null; communityId: number; listingIds: readonly string[] };
      row: never;
    };
    update_listing_settings: {
      parameters: { listingMonths: number | null; officeContact: string | null; communityId: number };
      row: never;
    };
    update_member: {
      parameters: { externalId: string | null; name: string; email: string | null; visibility: 'hidden' | 'listed' | 'listed_with_email' | null; language: string | null; joinedOn: string | null; searchName: string; updatedAt: Date; communityId: number; memberId: string };
      row: never;
    };
    update_member_hold_ended: {
      parameters: { at: Date; shown: number | null; communityId: number; memberId: string };
      row: never;
    };
    update_member_status: {
      parameters: { status: 'active' | 'pending' | 'suspended' | 'left'; updatedAt: Date; communityId: number; memberId: string; expected: readonly ('active' | 'pending' | 'suspended' | 'left')[] };
      row: { readonly id: string };
    };
    update_own_field: {
      parameters: { name: string; choices: readonly string[]; isQuarter: boolean; communityId: number; number: number };
      row: never;
    };
    update_partner: {
      parameters: { name: string; scopes: readonly ('users.read' | 'users.pii' | 'listings.read' | 'wallet.read' | 'wallet.write' | 'aggregates.read' | 'webhooks.manage')[]; allowedAddresses: readonly string[]; rateLimitPerMinute: number; maxCreditSeconds: number; maxMemberDaySeconds: number | null; maxPartnerDaySeconds: number | null; contactName: string | null; contactEmail: string | null; contactPhone: string | null; note: string | null; updatedAt: Date; communityId: number; partnerId: number };
      row: never;
    };
    update_partner_status: {
      parameters: { status: 'pending' | 'active' | 'suspended'; updatedAt: Date; communityId: number; partnerId: number };
      row: never;
    };
    update_subscription: {
      parameters: { eventTypes: readonly string[]; targetUrl: string; description: string | null; status: 'active' | 'paused' | 'disabled'; disabledReason: string | null; healed: boolean; updatedAt: Date; communityId: number; id: string };
      row: never;
    };
    update_subscription_health: {
      parameters: { communityIds: readonly number[]; subscriptionIds: readonly string[]; failures: readonly number[]; failingSince: readonly (Date | null)[]; lastSuccessAt: readonly (Date | null)[] };
      row: { readonly communityId: number; readonly subscriptionId: string; readonly failingSince: Date | null };
    };
    update_subscription_secret: {
      parameters: { previousUntil: Date; secretEncrypted: Buffer; updatedAt: Date; communityId: number; id: string };
      row: never;
    };
    update_token_revoked: {
      parameters: { at: Date; tokenHash: Buffer };
      row: never;
    };
    update_token_revoked_by_id: {
      parameters: { at: Date; first: Buffer; last: Buffer; communityId: number; partnerId: number };
      row: { readonly tokenHash: Buffer };
    };
    update_tokens_revoked: {
      parameters: { at: Date; communityId: number; partnerId: number; issuedAfter: Date };
      row: { readonly revoked: number };
    };
    upsert_key_url: {
      parameters: { communityId: number; partnerId: number; url: string; fetchedAt: Date };
      row: never;
    };
    upsert_member_details: {
      parameters: { readonly rows: readonly { readonly memberId: string; readonly salutation: string | null; readonly givenName: string | null; readonly familyName: string | null; readonly sortName: string | null; readonly phone: string | null; readonly secondPhone: string | null; readonly street: string | null; readonly postalCode: string | null; readonly place: string | null; readonly country: string | null; readonly preferredContact: 'phone' | 'email' | 'letter' | 'in_person' | null; readonly birthYear: number | null; readonly emergencyContact: string | null; readonly notes: string | null; readonly agreementSignedOn: string | null; readonly emailConsentOn: string | null; readonly phoneKey: string | null; readonly secondPhoneKey: string | null; readonly addressKey: string | null }[]; communityId: number; updatedAt: Date };
      row: never;
    };
    upsert_member_hold: {
      parameters: { communityId: number; memberId: string; until: string | null; at: Date };
      row: never;
    };
    upsert_own_values: {
      parameters: { communityId: number; memberId: string; values: string; at: Date };
      row: never;
    };
    upsert_quarters: {
      parameters: { readonly rows: readonly { readonly memberId: string; readonly quarter: string }[]; communityId: number; at: Date };
      row: never;
    };
    upsert_status_reasons: {
      parameters: { communityId: number; reason: string | null; at: Date; memberIds: readonly string[] };
      row: never;
    };
    write_number: {
      parameters: {  };
      row: { readonly xid: string };
    };
    write_probe: {
      parameters: { at: Date; filler: Buffer };
      row: never;
    };
  }
}
