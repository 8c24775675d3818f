/** Made by tools/statements.ts from what PostgreSQL says of the statements. Do not edit. */
export {};

declare module '../../core/database/query.ts' {
  interface StatementTypes {
    count_code: {
      parameters: { free: number; at: Date; firstSeconds: number; longestSeconds: number; administratorId: number; failuresMax: number };
      row: { readonly failures: number };
    };
    count_reset: {
      parameters: { communityId: number };
      row: never;
    };
    delete_identity: {
      parameters: { administratorId: number; id: number };
      row: { readonly id: number };
    };
    delete_invitation: {
      parameters: { communityId: number; id: number };
      row: { readonly email: string; readonly role: 'owner' | 'administrator' | 'coordinator' | 'treasurer' | 'auditor' };
    };
    delete_linked_identities: {
      parameters: { administratorId: number };
      row: never;
    };
    delete_messages: {
      parameters: { communityId: number };
      row: never;
    };
    delete_old_invitations: {
      parameters: { before: Date };
      row: { readonly deleted: number };
    };
    delete_old_passkey_challenges: {
      parameters: { before: Date; limit: number };
      row: { readonly deleted: number };
    };
    delete_old_provider_requests: {
      parameters: { before: Date; limit: number };
      row: { readonly deleted: number };
    };
    delete_passkey: {
      parameters: { administratorId: number; id: number };
      row: { readonly id: number };
    };
    delete_passkeys: {
      parameters: { administratorId: number };
      row: never;
    };
    delete_recovery_codes: {
      parameters: { administratorId: number };
      row: never;
    };
    delete_role: {
      parameters: { communityId: number; administratorId: number };
      row: never;
    };
    delete_sandbox_rows: {
      parameters: { communityId: number; table: string; limit: number };
      row: { readonly deleted: number };
    };
    delete_setup_links: {
      parameters: { administratorId: number };
      row: never;
    };
    empty_accounts: {
      parameters: { today: string; communityId: number };
      row: never;
    };
    forget_missed_events: {
      parameters: { communityId: number };
      row: never;
    };
    has_other_roles: {
      parameters: { administratorId: number; communityId: number };
      row: { readonly elsewhere: boolean };
    };
    has_proved_address: {
      parameters: { communityId: number; email: string };
      row: { readonly found: boolean };
    };
    insert_administrator: {
      parameters: { handle: string; address: string | null; name: string; passwordHash: string | null; createdAt: Date; provedAt: Date | null; lostAt: Date | null };
      row: { readonly id: number };
    };
    insert_administrator_role: {
      parameters: { communityId: number; administratorId: number; role: 'owner' | 'administrator' | 'coordinator' | 'treasurer' | 'auditor' };
      row: { readonly administratorId: number };
    };
    insert_community_seal: {
      parameters: { communityId: number | null; throughId: number; rowsMax: number; day: string; sealedAt: Date };
      row: { readonly rowCount: number };
    };
    insert_identity: {
      parameters: { administratorId: number; issuer: string; subject: string; followsClaim: boolean; at: Date };
      row: { readonly id: number };
    };
    insert_installation_seal: {
      parameters: { throughId: number; rowsMax: number; communityId: number | null; day: string; sealedAt: Date };
      row: { readonly rowCount: number };
    };
    insert_invitation: {
      parameters: { communityId: number; email: string; role: 'owner' | 'administrator' | 'coordinator' | 'treasurer' | 'auditor'; tokenHash: Buffer; createdAt: Date; expiresAt: Date };
      row: { readonly id: number };
    };
    insert_passkey: {
      parameters: { administratorId: number; credentialId: Buffer; publicKey: Buffer; counter: number; transports: readonly string[]; name: string; createdAt: Date };
      row: { readonly id: number; readonly credentialId: Buffer; readonly name: string; readonly createdAt: Date; readonly lastUsedAt: Date | null };
    };
    insert_passkey_challenge: {
      parameters: { cookieHash: Buffer; purpose: 'add' | 'sign in'; challenge: string; at: Date };
      row: never;
    };
    insert_provider_request: {
      parameters: { stateHash: Buffer; cookieHash: Buffer; purpose: 'sign in' | 'confirm' | 'link'; at: Date };
      row: never;
    };
    insert_recovery_codes: {
      parameters: { administratorId: number; at: Date; hashes: readonly Buffer[] };
      row: never;
    };
    insert_setup_link: {
      parameters: { tokenHash: Buffer; administratorId: number; communityId: number; byOperator: boolean; createdAt: Date; expiresAt: Date };
      row: never;
    };
    lock_administrator: {
      parameters: { administratorId: number };
      row: { readonly id: number; readonly signInAddress: string; readonly email: string; readonly handle: string; readonly name: string; readonly passwordHash: string | null; readonly isOperator: boolean; readonly totpSecretEncrypted: Buffer | null; readonly totpConfirmedAt: Date | null; readonly totpLastStep: number | null; readonly hasRole: boolean };
    };
    lock_all_accounts: {
      parameters: { communityId: number };
      row: never;
    };
    lock_all_subscriptions: {
      parameters: { communityId: number };
      row: never;
    };
    lock_identity: {
      parameters: { issuer: string; subject: string };
      row: never;
    };
    lock_invitation: {
      parameters: { tokenHash: Buffer; now: Date };
      row: { readonly id: number; readonly communityId: number; readonly community: string; readonly email: string; readonly role: 'owner' | 'administrator' | 'coordinator' | 'treasurer' | 'auditor'; readonly createdAt: Date; readonly expiresAt: Date };
    };
    lock_invitations_of: {
      parameters: { email: string; now: Date };
      row: { readonly id: number; readonly communityId: number; readonly community: string; readonly email: string; readonly role: 'owner' | 'administrator' | 'coordinator' | 'treasurer' | 'auditor'; readonly createdAt: Date; readonly expiresAt: Date };
    };
    lock_roles: {
      parameters: { communityId: number };
      row: { readonly administratorId: number; readonly role: 'owner' | 'administrator' | 'coordinator' | 'treasurer' | 'auditor' };
    };
    lock_setup_link: {
      parameters: { tokenHash: Buffer; now: Date };
      row: { readonly administratorId: number; readonly communityId: number; readonly community: string; readonly email: string; readonly name: string; readonly expiresAt: Date; readonly byOperator: boolean };
    };
    select_active_listings_of: {
      parameters: { communityId: number; memberIds: readonly string[] };
      row: { readonly id: string; readonly memberId: string };
    };
    select_active_members_after: {
      parameters: { communityId: number; afterId: string; limit: number };
      row: { readonly id: string };
    };
    select_administrator: {
      parameters: { communityId: number; administratorId: number };
      row: { readonly id: number; readonly email: string; readonly name: string; readonly role: 'owner' | 'administrator' | 'coordinator' | 'treasurer' | 'auditor'; readonly totpEnabled: boolean; readonly lastSignInAt: Date | null; readonly createdAt: Date };
    };
    select_administrator_account: {
      parameters: { administratorId: number };
      row: { readonly id: number; readonly signInAddress: string; readonly email: string; readonly handle: string; readonly name: string; readonly passwordHash: string | null; readonly isOperator: boolean; readonly totpSecretEncrypted: Buffer | null; readonly totpConfirmedAt: Date | null; readonly totpLastStep: number | null; readonly hasRole: boolean };
    };
    select_administrators: {
      parameters: { communityId: number; limit: number };
      row: { readonly id: number; readonly email: string; readonly name: string; readonly role: 'owner' | 'administrator' | 'coordinator' | 'treasurer' | 'auditor'; readonly totpEnabled: boolean; readonly lastSignInAt: Date | null; readonly createdAt: Date };
    };
    select_administrators_by_address: {
      parameters: { address: string; limit: number };
      row: { readonly id: number; readonly signInAddress: string; readonly email: string; readonly handle: string; readonly name: string; readonly passwordHash: string | null; readonly isOperator: boolean; readonly totpSecretEncrypted: Buffer | null; readonly totpConfirmedAt: Date | null; readonly totpLastStep: number | null; readonly hasRole: boolean };
    };
    select_attention: {
      parameters: { communityId: number; now: Date; soon: Date; countLimit: number; recently: Date; limit: number };
      row: { readonly kind: 'webhook_disabled' | 'webhook_failing' | 'secret_expiring' | 'statement_unmatched' | 'bank_lines_open' | 'cap_reached' | 'payments_unmatched' | 'hours_to_settle' | 'answers_to_hand_on' | 'letters_to_print' | 'mails_refused' | 'listings_held' | 'listings_ending' | 'members_pending' | 'members_leaving' | 'partner_never_called'; readonly count: number; readonly partnerId: number | null; readonly partnerName: string | null; readonly subscriptionId: string | null; readonly targetUrl: string | null; readonly description: string | null; readonly day: string | null };
    };
    select_audit_page: {
      parameters: { communityId: number; beforeId: number; limit: number; actorKind?: 'administrator' | 'partner' | 'member' | 'deputy' | 'command' | 'anonymous' | 'system' | undefined; actor?: string | undefined; actionPrefix?: string | undefined; emailRead?: string | undefined; subject?: string | undefined; requestId?: string | undefined; since?: Date | undefined; before?: Date | undefined };
      row: { readonly id: string; readonly at: Date; readonly actor: string; readonly actorKind: 'administrator' | 'partner' | 'member' | 'deputy' | 'command' | 'anonymous' | 'system'; readonly actorName: string | null; readonly action: string; readonly subject: string; readonly subjectName: string | null; readonly address: string | null; readonly requestId: string; readonly details: Readonly<Record<string, unknown>> };
    };
    select_audit_writers: {
      parameters: {  };
      row: { readonly writer: string };
    };
    select_code_state: {
      parameters: { administratorId: number };
      row: { readonly failures: number; readonly blockedUntil: Date | null };
    };
    select_community_detail: {
      parameters: { communityId: number };
      row: { readonly partnerApiDisabledReason: string | null; readonly installationDisabledReason: string | null; readonly createdAt: Date; readonly partners: number; readonly administrators: number; readonly activeMembers: number };
    };
    select_community_figures: {
      parameters: { communityId: number; since: string; today: string; thisMonth: string; lastUntil: string; lastMonth: string };
      row: { readonly newMembers: number; readonly circulatingSeconds: number; readonly exchangedSeconds: number; readonly exchangedBeforeSeconds: number };
    };
    select_counts: {
      parameters: { communityId: number; monthAgo: string };
      row: { readonly activeMembers: number; readonly hasListings: boolean; readonly hasExchanges: boolean; readonly hasMonth: boolean; readonly settingsChanged: boolean; readonly stepsEnded: boolean; readonly hasSubscriptions: boolean; readonly begins: string; readonly disabled: boolean };
    };
    select_identities: {
      parameters: { administratorId: number; limit: number };
      row: { readonly id: number; readonly administratorId: number; readonly issuer: string; readonly subject: string; readonly followsClaim: boolean; readonly createdAt: Date; readonly lastUsedAt: Date | null };
    };
    select_identity: {
      parameters: { issuer: string; subject: string };
      row: { readonly id: number; readonly administratorId: number; readonly issuer: string; readonly subject: string; readonly followsClaim: boolean; readonly createdAt: Date; readonly lastUsedAt: Date | null };
    };
    select_installation: {
      parameters: {  };
      row: { readonly disabledReason: string | null };
    };
    select_installation_audit_page: {
      parameters: { beforeId: number; limit: number; actorKind?: 'administrator' | 'partner' | 'member' | 'deputy' | 'command' | 'anonymous' | 'system' | undefined; actor?: string | undefined; actionPrefix?: string | undefined; emailRead?: string | undefined; subject?: string | undefined; requestId?: string | undefined; since?: Date | undefined; before?: Date | undefined };
      row: { readonly id: string; readonly at: Date; readonly actor: string; readonly actorKind: 'administrator' | 'partner' | 'member' | 'deputy' | 'command' | 'anonymous' | 'system'; readonly actorName: string | null; readonly action: string; readonly subject: string; readonly subjectName: string | null; readonly address: string | null; readonly requestId: string; readonly details: Readonly<Record<string, unknown>> };
    };
    select_invitation: {
      parameters: { tokenHash: Buffer; now: Date };
      row: { readonly id: number; readonly communityId: number; readonly community: string; readonly email: string; readonly role: 'owner' | 'administrator' | 'coordinator' | 'treasurer' | 'auditor'; readonly createdAt: Date; readonly expiresAt: Date };
    };
    select_invitations: {
      parameters: { communityId: number; limit: number };
      row: { readonly id: number; readonly email: string; readonly role: 'owner' | 'administrator' | 'coordinator' | 'treasurer' | 'auditor'; readonly createdAt: Date; readonly expiresAt: Date; readonly mailState: 'due' | 'sent' | 'print' | 'printed' | 'dropped' | 'failed' | null; readonly mailError: 'unreachable' | 'refused' | 'no_mailbox' | 'not_accepted' | 'no_address' | 'mail_off' | 'sandbox' | 'stopped' | 'gone' | 'late' | null };
    };
    select_last_audit_id: {
      parameters: {  };
      row: { readonly lastId: number };
    };
    select_passkey: {
      parameters: { credentialId: Buffer };
      row: { readonly id: number; readonly administratorId: number; readonly publicKey: Buffer; readonly counter: number };
    };
    select_passkeys: {
      parameters: { administratorId: number; limit: number };
      row: { readonly id: number; readonly credentialId: Buffer; readonly name: string; readonly createdAt: Date; readonly lastUsedAt: Date | null };
    };
    select_proved_address: {
      parameters: { address: string; butAdministratorId: number | null };
      row: { readonly id: number };
    };
    select_roles_of: {
      parameters: { communityId: number; administratorIds: readonly number[] };
      row: { readonly administratorId: number; readonly role: 'owner' | 'administrator' | 'coordinator' | 'treasurer' | 'auditor' };
    };
    select_settings: {
      parameters: { communityId: number };
      row: { readonly name: string; readonly exchangeStepMinutes: number; readonly lowerBalanceSeconds: number | null; readonly upperBalanceSeconds: number | null; readonly defaultVisibility: 'hidden' | 'listed' | 'listed_with_email'; readonly languages: readonly string[]; readonly hoursAs: 'decimal' | 'clock'; readonly timeZone: string; readonly membersOnDefault: number };
    };
    select_setup_link: {
      parameters: { tokenHash: Buffer; now: Date };
      row: { readonly administratorId: number; readonly communityId: number; readonly community: string; readonly email: string; readonly name: string; readonly expiresAt: Date; readonly byOperator: boolean };
    };
    select_subject_names: {
      parameters: { communityId: number; members: readonly string[]; deputies: readonly string[]; listings: readonly string[]; subscriptions: readonly string[]; accounts: readonly number[]; categories: readonly number[] };
      row: { readonly subject: string; readonly name: string | null };
    };
    select_unsealed: {
      parameters: { day: string; throughId: number };
      row: { readonly communityId: number | null };
    };
    select_unusual_credits: {
      parameters: { usualFrom: string; recentFrom: string; today: string; limit: number; communityId: number };
      row: { readonly day: string; readonly partnerId: number; readonly partnerName: string; readonly memberId: string; readonly memberName: string; readonly amountSeconds: number; readonly usualSeconds: number | null; readonly maxCreditSeconds: number };
    };
    take_passkey_challenge: {
      parameters: { cookieHash: Buffer; purpose: 'add' | 'sign in' };
      row: { readonly challenge: string; readonly createdAt: Date };
    };
    take_provider_request: {
      parameters: { stateHash: Buffer; cookieHash: Buffer };
      row: { readonly purpose: 'sign in' | 'confirm' | 'link'; readonly createdAt: Date };
    };
    take_unseen_failures: {
      parameters: { administratorId: number };
      row: { readonly failures: number };
    };
    update_address_proved: {
      parameters: { administratorId: number; at: Date; address: string };
      row: { readonly id: number };
    };
    update_administrator_account: {
      parameters: { name: string; passwordHash: string; administratorId: number };
      row: never;
    };
    update_administrator_address: {
      parameters: { handle: string; address: string | null; administratorId: number };
      row: never;
    };
    update_administrator_name: {
      parameters: { name: string; administratorId: number };
      row: never;
    };
    update_code_right: {
      parameters: { administratorId: number };
      row: never;
    };
    update_code_uncounted: {
      parameters: { administratorId: number };
      row: never;
    };
    update_codes_forgotten: {
      parameters: { administratorId: number };
      row: never;
    };
    update_identity_used: {
      parameters: { at: Date; id: number; administratorId: number };
      row: { readonly id: number };
    };
    update_last_sign_in: {
      parameters: { at: Date; administratorId: number };
      row: never;
    };
    update_operator: {
      parameters: { isOperator: boolean; administratorId: number };
      row: never;
    };
    update_passkey_used: {
      parameters: { counter: number; at: Date; id: number };
      row: { readonly id: number };
    };
    update_password_hash: {
      parameters: { passwordHash: string | null; administratorId: number };
      row: never;
    };
    update_role: {
      parameters: { role: 'owner' | 'administrator' | 'coordinator' | 'treasurer' | 'auditor'; communityId: number; administratorId: number };
      row: never;
    };
    update_second_factor_put_off: {
      parameters: { at: Date; administratorId: number };
      row: never;
    };
    update_setup_link_used: {
      parameters: { at: Date; tokenHash: Buffer };
      row: never;
    };
    update_totp_confirmed: {
      parameters: { at: Date; step: number; administratorId: number };
      row: never;
    };
    update_totp_secret: {
      parameters: { secretEncrypted: Buffer | null; administratorId: number };
      row: never;
    };
    update_totp_step: {
      parameters: { step: number; administratorId: number };
      row: { readonly id: number };
    };
    upsert_role: {
      parameters: { communityId: number; administratorId: number; role: 'owner' | 'administrator' | 'coordinator' | 'treasurer' | 'auditor' };
      row: never;
    };
    use_recovery_code: {
      parameters: { at: Date; administratorId: number; codeHash: Buffer };
      row: { readonly used: boolean };
    };
  }
}
