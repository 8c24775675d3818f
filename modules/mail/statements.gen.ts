/** Made by tools/statements.ts from what PostgreSQL says of the statements. Do not edit. */
export {};

declare module '../../core/database/query.ts' {
  interface StatementTypes {
    claim_mails: {
      parameters: { now: Date; limit: number; leaseUntil: Date };
      row: { readonly deputyId: string | null; readonly deputyName: string | null; readonly deputyEmail: string | null; readonly deputyActs: boolean; readonly communityId: number; readonly id: number; readonly reasonKey: string; readonly language: 'en' | 'de' | 'es' | 'fr' | 'it'; readonly attempts: number; readonly createdAt: Date; readonly leaseUntil: Date; readonly messageUuid: string; readonly slug: string; readonly community: string; readonly communityKind: 'live' | 'sandbox'; readonly membersSide: boolean; readonly namesWhole: boolean; readonly officeContact: string | null; readonly timeZone: string; readonly hoursAs: 'decimal' | 'clock'; readonly addressForm: 'formal' | 'familiar'; readonly officeNameEn: string | null; readonly officeNameDe: string | null; readonly memberId: string | null; readonly memberName: string | null; readonly memberEmail: string | null; readonly memberStatus: 'active' | 'pending' | 'suspended' | 'left' | null; readonly requestEmail: string | null; readonly memberWants: readonly string[] | null; readonly memberIsOnHold: boolean; readonly administratorId: number | null; readonly administratorName: string | null; readonly administratorEmail: string | null; readonly hasRole: boolean; readonly emailState: 'bad' | null; readonly stopKey: Buffer | null; readonly invitationId: number | null; readonly invitationEmail: string | null; readonly invitationRole: 'owner' | 'administrator' | 'coordinator' | 'treasurer' | 'auditor' | null; readonly invitationCreatedAt: Date | null; readonly invitationExpiresAt: Date | null; readonly title: string | null; readonly body: string | null };
    };
    count_known_members: {
      parameters: { agreed: boolean; communityId: number; memberIds: readonly string[] };
      row: { readonly known: number; readonly differing: number };
    };
    count_mailbox_persons: {
      parameters: { communityId: number; mailbox: string };
      row: { readonly count: number };
    };
    count_mails: {
      parameters: { communityId: number; limit: number };
      row: { readonly waiting: number; readonly toPrint: number; readonly badAddresses: number };
    };
    count_mails_attempted_since: {
      parameters: { since: Date };
      row: { readonly attempted: number };
    };
    count_message_reach: {
      parameters: { communityId: number; memberIds: readonly string[] | null; language: string | null; joinedFrom: string | null };
      row: { readonly byMail: number; readonly agreed: number; readonly notAgreed: number };
    };
    count_refused_days: {
      parameters: { communityId: number; memberId: string | null; since: Date; administratorId: number | null };
      row: { readonly days: number };
    };
    count_refused_together: {
      parameters: { since: Date };
      row: { readonly recipients: number };
    };
    count_waiting_lines: {
      parameters: { now: Date; limit: number; communityId: number };
      row: { readonly lines: number; readonly days: number };
    };
    delete_old_mails: {
      parameters: { before: Date; limit: number };
      row: { readonly deleted: number };
    };
    delete_old_messages: {
      parameters: { before: Date };
      row: { readonly deleted: number };
    };
    delete_old_password_links: {
      parameters: { before: Date; limit: number };
      row: { readonly deleted: number };
    };
    delete_old_password_requests: {
      parameters: { before: Date; limit: number };
      row: { readonly deleted: number };
    };
    delete_old_sign_in_requests: {
      parameters: { before: Date; limit: number };
      row: { readonly deleted: number };
    };
    erase_mails: {
      parameters: { erasedAt: Date; communityId: number; memberId: string };
      row: never;
    };
    forget_refused_together: {
      parameters: { again: Date; since: Date };
      row: { readonly forgotten: number };
    };
    insert_address_changed: {
      parameters: { communityId: number; memberId: string; former: string; cookieHash: Buffer; at: Date };
      row: { readonly id: number };
    };
    insert_administrator_mails: {
      parameters: { readonly rows: readonly { readonly reasonKey: string; readonly administratorId: number }[]; urgent: boolean; at: Date; communityId: number };
      row: { readonly id: number };
    };
    insert_backup_alerts: {
      parameters: { lastOn: string; now: Date };
      row: { readonly written: number };
    };
    insert_bank_alerts: {
      parameters: { now: Date; roles: readonly ('owner' | 'administrator' | 'coordinator' | 'treasurer' | 'auditor')[] };
      row: { readonly written: number };
    };
    insert_invitation_mail: {
      parameters: { reasonKey: string; invitationId: number; urgent: boolean; at: Date; communityId: number };
      row: { readonly id: number };
    };
    insert_key_alerts: {
      parameters: { days: number; now: Date; until: Date; roles: readonly ('owner' | 'administrator' | 'coordinator' | 'treasurer' | 'auditor')[] };
      row: { readonly written: number };
    };
    insert_member_mails: {
      parameters: { readonly rows: readonly { readonly reasonKey: string; readonly memberId: string; readonly deputyId: string | null }[]; messageId: number | null; urgent: boolean; at: Date; communityId: number };
      row: { readonly id: number };
    };
    insert_message: {
      parameters: { communityId: number; title: string; body: string; writtenBy: string; at: Date; form: string; audience: Buffer };
      row: { readonly id: number };
    };
    insert_message_mails: {
      parameters: { messageId: number; at: Date; communityId: number; memberIds: readonly string[] | null; language: string | null; joinedFrom: string | null };
      row: { readonly written: number };
    };
    insert_news_mails: {
      parameters: { readonly rows: readonly { readonly reasonKey: string; readonly memberId: string }[]; at: Date; communityId: number };
      row: { readonly id: number };
    };
    insert_password_link: {
      parameters: { tokenHash: Buffer; administratorId: number; createdAt: Date; expiresAt: Date };
      row: never;
    };
    insert_password_request: {
      parameters: { address: string; at: Date };
      row: never;
    };
    insert_sign_in_request: {
      parameters: { communityId: number; mailbox: string; cookieHash: Buffer; deviceHash: Buffer | null; next: string | null; at: Date; expiresAt: Date };
      row: never;
    };
    insert_task_alerts: {
      parameters: { day: string; from: Date; to: Date; now: Date; roles: readonly ('owner' | 'administrator' | 'coordinator' | 'treasurer' | 'auditor')[] };
      row: { readonly written: number };
    };
    insert_webhook_alerts: {
      parameters: { now: Date; roles: readonly ('owner' | 'administrator' | 'coordinator' | 'treasurer' | 'auditor')[] };
      row: { readonly written: number };
    };
    keep_administrator_stop_key: {
      parameters: { key: Buffer; administratorId: number };
      row: { readonly key: Buffer };
    };
    keep_member_stop_key: {
      parameters: { key: Buffer; communityId: number; memberId: string };
      row: { readonly key: Buffer };
    };
    lock_password_link: {
      parameters: { tokenHash: Buffer; now: Date };
      row: { readonly administratorId: number; readonly email: string; readonly name: string; readonly expiresAt: Date };
    };
    return_mail: {
      parameters: { communityId: number; id: number; leaseUntil: Date };
      row: never;
    };
    select_answer_mailed: {
      parameters: { isReply: boolean; communityId: number; answerId: string };
      row: { readonly name: string; readonly givenName: string | null; readonly familyName: string | null; readonly seenByMembers: boolean; readonly title: string; readonly state: 'open' | 'agreed' | 'declined' | 'ended'; readonly message: string | null; readonly email: string | null; readonly phone: string | null };
    };
    select_category_readers: {
      parameters: { communityId: number; afterId: string; limit: number; from: Date; to: Date; recentMax: number };
      row: { readonly id: string; readonly hasNews: boolean };
    };
    select_dead_webhook: {
      parameters: { communityId: number; subscriptionId: string };
      row: { readonly partner: string; readonly targetUrl: string; readonly reason: string };
    };
    select_deputy_mailed: {
      parameters: { communityId: number; deputyId: string };
      row: { readonly name: string; readonly givenName: string | null; readonly familyName: string | null; readonly isMember: boolean; readonly memberName: string };
    };
    select_digest_readers: {
      parameters: { communityId: number; afterId: string; limit: number; from: Date; to: Date; recentMax: number };
      row: { readonly id: string; readonly hasNews: boolean };
    };
    select_failed_mails: {
      parameters: { communityId: number; limit: number };
      row: { readonly id: number; readonly reasonKey: string; readonly to: string; readonly memberId: string | null; readonly state: 'due' | 'sent' | 'print' | 'printed' | 'dropped' | 'failed'; readonly error: 'unreachable' | 'refused' | 'no_mailbox' | 'not_accepted'; readonly answer: string | null; readonly at: Date; readonly nextAttemptAt: Date | null };
    };
    select_fitting_listings_for_member: {
      parameters: { communityId: number; from: Date; to: Date; type: 'service' | 'request'; memberId: string; limit: number };
      row: { readonly id: string; readonly title: string; readonly seenByMembers: boolean; readonly name: string; readonly givenName: string | null; readonly familyName: string | null };
    };
    select_last_test_mail: {
      parameters: { communityId: number; administratorId: number };
      row: { readonly id: number; readonly reasonKey: string; readonly to: string; readonly memberId: string | null; readonly state: 'due' | 'sent' | 'print' | 'printed' | 'dropped' | 'failed'; readonly error: 'unreachable' | 'refused' | 'no_mailbox' | 'not_accepted' | 'no_address' | 'mail_off' | 'sandbox' | 'stopped' | 'gone' | 'late' | null; readonly answer: string | null; readonly at: Date; readonly nextAttemptAt: Date | null };
    };
    select_listing_title: {
      parameters: { communityId: number; listingId: string };
      row: { readonly title: string; readonly isActive: boolean };
    };
    select_mail_states: {
      parameters: { communityId: number; reasonKeys: readonly string[] };
      row: { readonly reasonKey: string; readonly state: 'due' | 'sent' | 'print' | 'printed' | 'dropped' | 'failed' };
    };
    select_mailed_proposal: {
      parameters: { memberId: string; communityId: number; proposalId: string };
      row: { readonly state: 'waiting' | 'office' | 'confirmed' | 'withdrawn' | 'ended'; readonly revision: number; readonly waits: boolean; readonly seconds: number; readonly day: string; readonly otherId: string | null; readonly name: string; readonly givenName: string | null; readonly familyName: string | null; readonly helped: boolean };
    };
    select_mailed_session: {
      parameters: { communityId: number; sessionId: number; memberId: string };
      row: { readonly userAgent: string; readonly createdAt: Date; readonly way: 'letter' | 'mail' | 'number' };
    };
    select_mails_to_print: {
      parameters: { communityId: number; limit: number };
      row: { readonly id: number; readonly communityId: number; readonly reasonKey: string; readonly language: 'en' | 'de' | 'es' | 'fr' | 'it'; readonly createdAt: Date; readonly error: 'unreachable' | 'refused' | 'no_mailbox' | 'not_accepted' | 'no_address' | 'mail_off' | 'sandbox' | 'stopped' | 'gone' | 'late' | null; readonly memberId: string; readonly memberName: string; readonly externalId: string | null; readonly title: string | null; readonly body: string | null; readonly namesWhole: boolean; readonly community: string; readonly timeZone: string; readonly hoursAs: 'decimal' | 'clock'; readonly addressForm: 'formal' | 'familiar'; readonly officeNameEn: string | null; readonly officeNameDe: string | null };
    };
    select_mails_waiting: {
      parameters: {  };
      row: { readonly waiting: boolean };
    };
    select_member_mails: {
      parameters: { communityId: number; memberId: string; limit: number };
      row: { readonly reasonKey: string; readonly title: string | null; readonly state: 'due' | 'sent' | 'print' | 'printed' | 'dropped' | 'failed'; readonly createdAt: Date; readonly finishedAt: Date | null; readonly answer: string | null };
    };
    select_message_of_form: {
      parameters: { communityId: number; form: string };
      row: { readonly id: number; readonly title: string; readonly body: string; readonly writtenBy: string | null; readonly createdAt: Date; readonly recipients: number; readonly waiting: number; readonly sent: number; readonly toPrint: number; readonly printed: number };
    };
    select_message_repeated: {
      parameters: { communityId: number; form: string; title: string; body: string; audience: Buffer };
      row: { readonly id: number };
    };
    select_messages: {
      parameters: { communityId: number; limit: number };
      row: { readonly id: number; readonly title: string; readonly body: string; readonly writtenBy: string | null; readonly createdAt: Date; readonly recipients: number; readonly waiting: number; readonly sent: number; readonly toPrint: number; readonly printed: number };
    };
    select_new_listings_for_member: {
      parameters: { communityId: number; from: Date; to: Date; type: 'service' | 'request'; memberId: string; limit: number };
      row: { readonly id: string; readonly title: string; readonly seenByMembers: boolean; readonly name: string; readonly givenName: string | null; readonly familyName: string | null };
    };
    select_news_communities: {
      parameters: {  };
      row: { readonly communityId: number };
    };
    select_not_reached_by_message: {
      parameters: { communityId: number; memberIds: readonly string[] | null; language: string | null; joinedFrom: string | null; isMailOn: boolean; limit: number };
      row: { readonly id: string; readonly name: string; readonly familyName: string | null; readonly externalId: string | null; readonly why: 'not_agreed' | 'no_address' | 'bad_address' | 'no_mail' };
    };
    select_office_tasks: {
      parameters: { communityId: number; countLimit: number; now: Date };
      row: { readonly kind: 'hours_to_settle' | 'answers_to_hand_on' | 'letters_to_print' | 'mails_refused' | 'listings_held' | 'listings_ending' | 'members_pending' | 'members_leaving'; readonly count: number };
    };
    select_partner_name_of_client: {
      parameters: { communityId: number; clientId: string };
      row: { readonly partner: string };
    };
    select_password_link: {
      parameters: { tokenHash: Buffer; now: Date };
      row: { readonly administratorId: number; readonly email: string; readonly name: string; readonly expiresAt: Date };
    };
    select_sign_in_request: {
      parameters: { communityId: number; requestId: number; now: Date };
      row: { readonly mailbox: string | null; readonly cookieHash: Buffer; readonly createdAt: Date };
    };
    select_stop_holder: {
      parameters: { key: Buffer; slug: string };
      row: { readonly communityId: number; readonly community: string; readonly memberId: string | null; readonly administratorId: number | null; readonly kinds: readonly string[]; readonly language: string | null; readonly languages: readonly string[]; readonly hasPages: boolean; readonly timeZone: string; readonly hoursAs: 'decimal' | 'clock'; readonly addressForm: 'formal' | 'familiar'; readonly officeNameEn: string | null; readonly officeNameDe: string | null };
    };
    select_turn_mailed: {
      parameters: { memberId: string; communityId: number; answerId: string; number: number };
      row: { readonly message: string | null; readonly day: string | null; readonly dayOff: boolean; readonly sequence: number; readonly title: string; readonly createdAt: Date; readonly isOwn: boolean; readonly name: string; readonly givenName: string | null; readonly familyName: string | null; readonly email: string | null; readonly phone: string | null };
    };
    select_waiting_hours_of_member: {
      parameters: { memberId: string; communityId: number; limit: number };
      row: { readonly id: string; readonly seconds: number; readonly day: string; readonly isMember: boolean; readonly name: string; readonly givenName: string | null; readonly familyName: string | null };
    };
    settle_unsendable_mails: {
      parameters: { printable: readonly string[]; now: Date; limit: number };
      row: { readonly settled: number };
    };
    update_administrator_address_bad: {
      parameters: { administratorId: number; email: string };
      row: { readonly id: number };
    };
    update_administrator_stopped: {
      parameters: { administratorId: number };
      row: { readonly id: number };
    };
    update_mail_attempted: {
      parameters: { state: 'due' | 'sent' | 'print' | 'printed' | 'dropped' | 'failed'; nextAttemptAt: Date | null; error: 'unreachable' | 'refused' | 'no_mailbox' | 'not_accepted' | 'no_address' | 'mail_off' | 'sandbox' | 'stopped' | 'gone' | 'late' | null; answer: string | null; finishedAt: Date | null; communityId: number; id: number; leaseUntil: Date };
      row: { readonly id: number };
    };
    update_mailed_token_hash: {
      parameters: { tokenHash: Buffer; communityId: number; invitationId: number; createdAt: Date };
      row: { readonly id: number };
    };
    update_mails_printed: {
      parameters: { at: Date; communityId: number; ids: readonly number[] };
      row: { readonly id: number };
    };
    update_member_address_bad: {
      parameters: { communityId: number; memberId: string; email: string };
      row: { readonly id: string };
    };
    update_member_stopped: {
      parameters: { at: Date; communityId: number; memberId: string; of: string };
      row: { readonly id: string };
    };
    update_password_links_used: {
      parameters: { at: Date; administratorId: number };
      row: { readonly used: boolean };
    };
    update_sign_in_digests: {
      parameters: { keyHash: Buffer; numberHmac: Buffer; communityId: number; requestId: number };
      row: { readonly id: number };
    };
    upsert_mail_consent: {
      parameters: { consentOn: string | null; at: Date; communityId: number; memberIds: readonly string[] };
      row: { readonly id: string };
    };
    write_password_mails: {
      parameters: { limit: number; now: Date; since: Date; perHour: number };
      row: { readonly written: number };
    };
    write_sign_in_mails: {
      parameters: { limit: number; since: Date; perHour: number; now: Date; expiresAt: Date };
      row: { readonly written: number };
    };
  }
}
