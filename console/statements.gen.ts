/** Made by tools/statements.ts from what PostgreSQL says of the statements. Do not edit. */
import type { ChosenColumns } from './desk/session-queries.ts';

declare module '../core/database/query.ts' {
  interface StatementTypes {
    delete_old_sessions: {
      parameters: { before: Date; limit: number };
      row: { readonly deleted: number };
    };
    delete_old_setup_links: {
      parameters: { before: Date };
      row: { readonly deleted: number };
    };
    delete_old_sign_in_attempts: {
      parameters: { before: Date; limit: number };
      row: { readonly deleted: number };
    };
    delete_sign_in_attempts: {
      parameters: { keys: readonly Buffer[] };
      row: never;
    };
    end_session: {
      parameters: { at: Date; administratorId: number; sessionId: number };
      row: { readonly id: number };
    };
    end_sessions: {
      parameters: { at: Date; administratorId: number; butSessionId: number | null };
      row: { readonly id: number };
    };
    end_sessions_begun_until: {
      parameters: { at: Date; until: Date };
      row: { readonly id: number };
    };
    end_sessions_of_identity: {
      parameters: { at: Date; administratorId: number; identityId: number };
      row: { readonly id: number };
    };
    end_sessions_of_other_ways: {
      parameters: { at: Date; issuer: string | null; localAccounts: boolean };
      row: { readonly id: number };
    };
    end_sessions_of_passkey: {
      parameters: { at: Date; administratorId: number; passkeyId: number };
      row: { readonly id: number };
    };
    insert_session: {
      parameters: { administratorId: number; tokenHash: Buffer; at: Date; provedAt: Date; address: string | null; userAgent: string; begunBy: 'password' | 'passkey' | 'identity provider' | 'operator link'; passkeyId: number | null; identityId: number | null; failedCodes: number };
      row: { readonly id: number };
    };
    lock_sign_in_attempts: {
      parameters: { now: Date; keys: readonly Buffer[] };
      row: { readonly key: Buffer; readonly failures: number; readonly lastAt: Date; readonly blockedUntil: Date | null };
    };
    renew_session: {
      parameters: { tokenHash: Buffer; at: Date; passwordAt: Date; sessionId: number };
      row: never;
    };
    select_membership: {
      parameters: { administratorId: number; slug: string };
      row: { readonly communityId: number; readonly slug: string; readonly name: string; readonly kind: 'live' | 'sandbox'; readonly hoursAs: 'decimal' | 'clock'; readonly role: 'owner' | 'administrator' | 'coordinator' | 'treasurer' | 'auditor' };
    };
    select_memberships: {
      parameters: { administratorId: number };
      row: { readonly communityId: number; readonly slug: string; readonly name: string; readonly kind: 'live' | 'sandbox'; readonly hoursAs: 'decimal' | 'clock'; readonly role: 'owner' | 'administrator' | 'coordinator' | 'treasurer' | 'auditor'; readonly hasPartners: boolean };
    };
    select_protection: {
      parameters: { administratorId: number };
      row: { readonly recoveryCodes: number; readonly hasPasskey: boolean; readonly hasPassword: boolean; readonly hasIdentity: boolean; readonly secondFactorPutOffAt: Date | null };
    };
    select_session: {
      parameters: { tokenHash: Buffer; createdAfter: Date; seenAfter: Date };
      row: { readonly id: number; readonly administratorId: number; readonly email: string; readonly name: string; readonly isOperator: boolean; readonly totpEnabled: boolean; readonly language: 'en' | 'de' | null; readonly columns: ChosenColumns; readonly mails: readonly ('tasks' | 'webhooks' | 'keys' | 'bank' | 'backup')[]; readonly createdAt: Date; readonly lastSeenAt: Date; readonly passwordAt: Date; readonly failedCodes: number };
    };
    select_sessions: {
      parameters: { administratorId: number; createdAfter: Date; seenAfter: Date; limit: number };
      row: { readonly id: number; readonly createdAt: Date; readonly lastSeenAt: Date; readonly address: string; readonly userAgent: string };
    };
    select_sign_in_addresses: {
      parameters: { email: string; now: Date; limit: number };
      row: { readonly address: string };
    };
    touch_session: {
      parameters: { at: Date; address: string | null; sessionId: number; unlessSince: Date };
      row: never;
    };
    uncount_sign_in_attempt: {
      parameters: { keys: readonly Buffer[]; blockedUntil: readonly (Date | null)[] };
      row: never;
    };
    update_preferences: {
      parameters: { setsLanguage: boolean; language: 'en' | 'de' | null; columns: string; mails: readonly ('tasks' | 'webhooks' | 'keys' | 'bank' | 'backup')[] | null; administratorId: number };
      row: { readonly language: 'en' | 'de' | null; readonly columns: ChosenColumns; readonly mails: readonly ('tasks' | 'webhooks' | 'keys' | 'bank' | 'backup')[] };
    };
    update_session_password_at: {
      parameters: { at: Date; sessionId: number };
      row: never;
    };
    update_sign_in_attempts: {
      parameters: { now: Date; keys: readonly Buffer[]; failures: readonly number[]; blockedUntil: readonly (Date | null)[] };
      row: never;
    };
  }
}
