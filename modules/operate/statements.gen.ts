/** Made by tools/statements.ts from what PostgreSQL says of the statements. Do not edit. */
import type { EventType } from '@timebank/contract';

declare module '../../core/database/query.ts' {
  interface StatementTypes {
    allow_idle: {
      parameters: {  };
      row: { readonly ok: string | null };
    };
    allow_memory: {
      parameters: { workMemory: string };
      row: { readonly workMemory: string };
    };
    claim_ledger_check: {
      parameters: { now: Date; verifiedBefore: Date; begunBefore: Date };
      row: { readonly claimed: boolean };
    };
    count_ledger: {
      parameters: {  };
      row: { readonly transfers: number; readonly accounts: number; readonly events: number };
    };
    delete_all_recovery_codes: {
      parameters: {  };
      row: { readonly email: string };
    };
    end_access_begun_until: {
      parameters: { at: Date; until: Date };
      row: { readonly sessions: number; readonly links: number };
    };
    lose_subscription_secret: {
      parameters: { reason: string; at: Date; communityId: number; id: string };
      row: never;
    };
    note_ledger_check: {
      parameters: { verifiedAt: Date; holds: boolean };
      row: never;
    };
    replace_totp_secrets: {
      parameters: { ids: readonly number[]; secrets: readonly Buffer[] };
      row: never;
    };
    select_accounts_with_wrong_totals: {
      parameters: { limit: number };
      row: { readonly communityId: number; readonly subject: string; readonly problem: string };
    };
    select_activity_figures: {
      parameters: { triedSince: Date; untriedSince: Date; refusedSince: Date; dueSince: Date; now: Date; openSince: Date };
      row: { readonly id: number; readonly slug: string; readonly name: string; readonly kind: 'live' | 'sandbox'; readonly createdAt: Date; readonly membersSide: boolean; readonly moveState: 'leaving' | 'arriving' | 'left' | 'copy' | null; readonly disabledReason: string | null; readonly installationDisabledReason: string | null; readonly members: number; readonly administrators: number; readonly lastBookedAt: Date | null; readonly lastSignInAt: Date | null; readonly mailsWaiting: number; readonly mailsLate: number; readonly mailsRefused: number; readonly deliveriesWaiting: number; readonly deliveriesLate: number; readonly subscriptionsDisabled: number; readonly openDay: string | null };
    };
    select_all_balances: {
      parameters: { communityId: number };
      row: { readonly accountId: number; readonly kind: 'member' | 'organisation' | 'settlement' | 'chest' | 'opening'; readonly name: string; readonly balanceSeconds: number };
    };
    select_booked_before_partners: {
      parameters: { limit: number };
      row: { readonly communityId: number; readonly subject: string; readonly problem: string };
    };
    select_booked_lines: {
      parameters: { eventsSince: Date; communityId: number; partnerId: number };
      row: { readonly communityId: number; readonly partnerId: number; readonly day: string; readonly id: string; readonly kind: 'credit' | 'credit_reversal'; readonly creditId: string; readonly memberId: string | null; readonly amountSeconds: number; readonly reference: string | null; readonly creditReference: string | null; readonly isRecent: boolean; readonly eventType: EventType | null; readonly eventFits: boolean; readonly eventData: string | null };
    };
    select_broken_seals: {
      parameters: { limit: number };
      row: { readonly communityId: number | null; readonly subject: string; readonly problem: string };
    };
    select_clock: {
      parameters: {  };
      row: { readonly at: Date };
    };
    select_connections: {
      parameters: {  };
      row: { readonly used: number; readonly max: number };
    };
    select_disabled_subscriptions: {
      parameters: {  };
      row: { readonly partner: string; readonly community: string; readonly count: number };
    };
    select_duplicate_deliveries: {
      parameters: { limit: number };
      row: { readonly communityId: number; readonly subject: string; readonly problem: string };
    };
    select_duplicate_references: {
      parameters: { limit: number };
      row: { readonly communityId: number; readonly subject: string; readonly problem: string };
    };
    select_events_of_no_transfer: {
      parameters: {  };
      row: { readonly communityId: number; readonly id: string };
    };
    select_forgotten_proposals: {
      parameters: { now: Date; limit: number };
      row: { readonly communityId: number; readonly subject: string; readonly problem: string };
    };
    select_ids_of_other_times: {
      parameters: { limit: number };
      row: { readonly communityId: number; readonly subject: string; readonly problem: string };
    };
    select_journal_page: {
      parameters: { communityId: number; afterId: string; limit: number };
      row: { readonly id: string; readonly createdAt: Date; readonly bookedOn: string; readonly kind: 'opening' | 'opening_reversal' | 'credit' | 'credit_reversal' | 'exchange' | 'exchange_reversal' | 'gift' | 'gift_reversal'; readonly debitAccountId: number; readonly debitAccount: string; readonly creditAccountId: number; readonly creditAccount: string; readonly amountSeconds: number; readonly reference: string | null; readonly reversesId: string | null; readonly serviceDate: string | null; readonly text: string | null; readonly recordedBy: string };
    };
    select_newest_rows: {
      parameters: {  };
      row: { readonly what: 'transfer' | 'event' | 'audit row' | 'final day' | 'sign of life of a node'; readonly at: Date };
    };
    select_oldest_due: {
      parameters: { now: Date };
      row: { readonly dueAt: Date; readonly partner: string; readonly community: string };
    };
    select_oldest_open_day: {
      parameters: {  };
      row: { readonly partner: string; readonly community: string; readonly day: string };
    };
    select_oldest_transaction: {
      parameters: {  };
      row: { readonly role: string; readonly maySee: boolean; readonly oldest: unknown };
    };
    select_plain_events: {
      parameters: {  };
      row: { readonly communityId: number; readonly id: string; readonly type: EventType; readonly partnerId: number | null; readonly memberId: string | null; readonly listingId: string | null; readonly ownerId: string | null; readonly data: string };
    };
    select_readable_secrets: {
      parameters: { limit: number };
      row: { readonly communityId: number | null; readonly subject: string; readonly problem: 'its secret is not encrypted' | 'the client id looks like a secret' | 'holds something that looks like a secret or token' };
    };
    select_recovery_code_owners: {
      parameters: {  };
      row: { readonly email: string };
    };
    select_restored_until: {
      parameters: {  };
      row: { readonly until: Date };
    };
    select_settlements: {
      parameters: {  };
      row: { readonly communityId: number; readonly partnerId: number; readonly isSandbox: boolean; readonly createdOn: string | null; readonly closedThrough: string | null; readonly unhashedThrough: string | null; readonly restored: unknown };
    };
    select_standby_state: {
      parameters: {  };
      row: { readonly names: string; readonly maySee: boolean; readonly count: number; readonly lagSeconds: number | null };
    };
    select_statement_states: {
      parameters: { communityId: number; partnerId: number };
      row: { readonly communityId: number; readonly partnerId: number; readonly day: string | null; readonly openingSeconds: number | null; readonly creditsCount: number; readonly creditsSeconds: number; readonly reversalsCount: number; readonly reversalsSeconds: number; readonly closingSeconds: number; readonly closedAt: Date; readonly hash: string | null; readonly previousHash: string | null; readonly inEvent: boolean; readonly events: number; readonly eventData: string | null };
    };
    select_statements_of_no_partner: {
      parameters: { limit: number };
      row: { readonly communityId: number; readonly subject: string; readonly problem: 'is statement.ready of no partner' };
    };
    select_stopped_communities: {
      parameters: {  };
      row: { readonly slug: string; readonly isPutBack: boolean };
    };
    select_subscription_secrets: {
      parameters: { afterCommunityId: number; afterId: string; limit: number };
      row: { readonly communityId: number; readonly id: string; readonly secret: Buffer; readonly previousSecret: Buffer | null; readonly community: string; readonly clientId: string; readonly partner: string; readonly targetUrl: string };
    };
    select_switches_off: {
      parameters: {  };
      row: { readonly community: string | null; readonly reason: string };
    };
    select_totp_secrets: {
      parameters: { afterId: number; limit: number };
      row: { readonly id: number; readonly email: string; readonly secret: Buffer; readonly confirmed: boolean };
    };
    select_unbalanced_communities: {
      parameters: { limit: number };
      row: { readonly communityId: number; readonly subject: string; readonly problem: string };
    };
    select_undistributed_events: {
      parameters: { before: Date; limit: number; since: Date };
      row: { readonly communityId: number; readonly subject: string; readonly problem: string };
    };
    select_unfaithful_corrections: {
      parameters: { limit: number };
      row: { readonly communityId: number; readonly subject: string; readonly problem: string };
    };
    select_unfaithful_external_ids: {
      parameters: { limit: number };
      row: { readonly communityId: number | null; readonly subject: string; readonly problem: 'names no such transfer' | 'does not name its transfer, which stands' };
    };
    select_unfaithful_proposals: {
      parameters: { limit: number };
      row: { readonly communityId: number; readonly subject: string; readonly problem: 'is confirmed, and its transfer is another' | 'is of a proposal that is not confirmed' };
    };
    select_unfaithful_reversals: {
      parameters: { limit: number };
      row: { readonly communityId: number; readonly subject: string; readonly problem: string };
    };
    select_vacuum_state: {
      parameters: {  };
      row: { readonly age: number; readonly table: string | null; readonly dead: number | null; readonly live: number | null };
    };
    select_version: {
      parameters: {  };
      row: { readonly version: string };
    };
    select_wrong_activity: {
      parameters: { limit: number };
      row: { readonly communityId: number; readonly subject: string; readonly problem: string };
    };
    select_wrong_booking_days: {
      parameters: { limit: number };
      row: { readonly communityId: number; readonly subject: string; readonly problem: string };
    };
    select_wrong_credit_days: {
      parameters: { limit: number };
      row: { readonly communityId: number | null; readonly subject: string; readonly problem: string };
    };
    select_wrong_exchange_days: {
      parameters: { limit: number };
      row: { readonly communityId: number | null; readonly subject: string; readonly problem: string };
    };
    select_wrong_partners: {
      parameters: { limit: number };
      row: { readonly communityId: number; readonly subject: string; readonly problem: string };
    };
    select_wrong_tallies: {
      parameters: { limit: number };
      row: { readonly communityId: number | null; readonly subject: string; readonly problem: string };
    };
    update_key_check: {
      parameters: { after: Buffer; before: Buffer | null };
      row: { readonly id: boolean };
    };
    update_subscription_secrets: {
      parameters: { communityIds: readonly number[]; ids: readonly string[]; secrets: readonly Buffer[]; previous: readonly (Buffer | null)[] };
      row: never;
    };
  }
}
