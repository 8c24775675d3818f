/** Made by tools/statements.ts from what PostgreSQL says of the statements. Do not edit. */
export {};

declare module '../../core/database/query.ts' {
  interface StatementTypes {
    clear_leave_asked: {
      parameters: { communityId: number; memberId: string };
      row: never;
    };
    count_address_requests: {
      parameters: { communityId: number; memberId: string; since: Date };
      row: { readonly count: number };
    };
    count_answers_since: {
      parameters: { communityId: number; memberId: string; since: Date };
      row: { readonly count: number };
    };
    count_joining: {
      parameters: { communityId: number; limit: number };
      row: { readonly count: number };
    };
    count_listing_forms: {
      parameters: { communityId: number; memberId: string; since: Date };
      row: { readonly count: number };
    };
    count_new_proposals: {
      parameters: { communityId: number; memberId: string; since: Date };
      row: { readonly count: number };
    };
    delete_letter_text: {
      parameters: { communityId: number; kind: 'welcome' | 'balance' | 'invitation'; language: 'en' | 'de' | 'es' | 'fr' | 'it' };
      row: never;
    };
    delete_mailbox_requests: {
      parameters: { communityId: number; mailbox: string };
      row: never;
    };
    delete_member_access: {
      parameters: { communityId: number; memberIds: readonly string[] };
      row: never;
    };
    delete_old_answers: {
      parameters: { before: Date; limit: number };
      row: { readonly deleted: number };
    };
    delete_old_listing_forms: {
      parameters: { before: Date; limit: number };
      row: { readonly deleted: number };
    };
    delete_old_member_sessions: {
      parameters: { before: Date; limit: number };
      row: { readonly deleted: number };
    };
    end_answers: {
      parameters: { communityId: number; memberIds: readonly string[] };
      row: never;
    };
    end_deputy_sessions: {
      parameters: { at: Date; communityId: number; deputyId: string };
      row: never;
    };
    end_letters: {
      parameters: { at: Date; communityId: number; memberIds: readonly string[]; deputyIds: readonly string[] };
      row: never;
    };
    end_letters_of_members: {
      parameters: { at: Date; communityId: number; memberIds: readonly string[] };
      row: never;
    };
    end_member_session: {
      parameters: { communityId: number; memberIds: readonly string[]; at: Date; sessionId: number; createdAfter: Date; seenAfter: Date; sharedSince: Date };
      row: { readonly wasLive: boolean };
    };
    end_member_sessions: {
      parameters: { communityId: number; memberIds: readonly string[]; at: Date; exceptId: number | null; createdAfter: Date; seenAfter: Date; sharedSince: Date };
      row: { readonly wasLive: boolean };
    };
    end_old_member_sessions: {
      parameters: { at: Date; communityId: number; memberId: string; deputyId: string | null; keep: number };
      row: never;
    };
    erase_answers: {
      parameters: { communityId: number; memberId: string };
      row: never;
    };
    erase_deputies: {
      parameters: { at: Date; communityId: number; memberId: string };
      row: never;
    };
    insert_address_request: {
      parameters: { communityId: number; memberId: string; mailbox: string; cookieHash: Buffer; at: Date; expiresAt: Date };
      row: { readonly id: number };
    };
    insert_answer: {
      parameters: { communityId: number; id: string; listingId: string; fromMember: string; fromDeputy: string | null; toMember: string; message: string; released: readonly ('email' | 'phone')[]; form: string; at: Date };
      row: never;
    };
    insert_answer_turn: {
      parameters: { communityId: number; answerId: string; number: number; fromMember: string; fromDeputy: string | null; message: string | null; day: string | null; dayOff: boolean; form: string; at: Date };
      row: never;
    };
    insert_deputy: {
      parameters: { communityId: number; id: string; memberId: string; deputyMemberId: string | null; name: string | null; email: string | null; personId: string; agreedOn: string; how: 'paper' | 'telephone' | 'in_person' | 'pages'; recordedBy: string; at: Date };
      row: { readonly id: string };
    };
    insert_letters: {
      parameters: { readonly rows: readonly { readonly memberId: string; readonly deputyId: string | null; readonly keyHash: Buffer }[]; communityId: number; at: Date; expiresAt: Date };
      row: never;
    };
    insert_listing_form: {
      parameters: { communityId: number; memberId: string; form: string; listingId: string; at: Date };
      row: never;
    };
    insert_member_session: {
      parameters: { communityId: number; tokenHash: Buffer; memberId: string; deputyId: string | null; way: 'letter' | 'mail' | 'number'; shared: boolean; userAgent: string; deviceHash: Buffer | null; at: Date };
      row: { readonly id: number };
    };
    insert_proposal: {
      parameters: { communityId: number; id: string; providerAccountId: number; receiverAccountId: number; createdBy: string; proposedPerson: string | null; waitsFor: string | null; amountSeconds: number; serviceDate: string; listingId: string | null; note: string | null; again: number; state: 'waiting' | 'office' | 'confirmed' | 'withdrawn' | 'ended'; officeReason: 'organisation' | 'limit' | 'rule' | 'contested' | 'silent' | null; form: string; oneMailbox: boolean; at: Date };
      row: never;
    };
    insert_proposal_step: {
      parameters: { communityId: number; proposalId: string; at: Date; actor: string; act: 'propose' | 'correct' | 'confirm' | 'contest' | 'withdraw' | 'remind' | 'silence' | 'refuse' | 'settle' | 'end' | 'leave'; amountSeconds: number | null; serviceDate: string | null; words: string | null };
      row: never;
    };
    lock_active_members: {
      parameters: { communityId: number; memberIds: readonly string[] };
      row: { readonly id: string };
    };
    lock_agreed_answer: {
      parameters: { communityId: number; answerId: string; memberId: string };
      row: { readonly fromMember: string; readonly toMember: string; readonly released: readonly ('email' | 'phone')[]; readonly ownerReleased: readonly ('email' | 'phone')[]; readonly day: string | null; readonly dayOff: boolean };
    };
    lock_answer: {
      parameters: { communityId: number; answerId: string; ownerId: string };
      row: { readonly state: 'open' | 'agreed' | 'declined' | 'ended'; readonly fromMember: string };
    };
    lock_letter_deputies: {
      parameters: { communityId: number; deputyIds: readonly string[] };
      row: { readonly id: string; readonly memberId: string; readonly name: string };
    };
    lock_letter_members: {
      parameters: { communityId: number; memberIds: readonly string[] };
      row: { readonly id: string; readonly name: string };
    };
    lock_listing_owner: {
      parameters: { communityId: number; listingId: string };
      row: { readonly memberId: string };
    };
    lock_member_page_rules: {
      parameters: { communityId: number };
      row: { readonly timeZone: string; readonly hoursAs: 'decimal' | 'clock'; readonly addressForm: 'formal' | 'familiar'; readonly officeNameEn: string | null; readonly officeNameDe: string | null; readonly namesWhole: boolean; readonly lookFirst: boolean; readonly mayJoin: boolean; readonly remindDays: number; readonly silentDays: number };
    };
    lock_member_pages: {
      parameters: { communityId: number };
      row: { readonly enabled: boolean; readonly kind: 'live' | 'sandbox' };
    };
    lock_proposal: {
      parameters: { communityId: number; proposalId: string };
      row: { readonly state: 'waiting' | 'office' | 'confirmed' | 'withdrawn' | 'ended'; readonly officeReason: 'organisation' | 'limit' | 'rule' | 'contested' | 'silent' | null; readonly revision: number; readonly createdBy: string; readonly proposedBy: string; readonly proposedPerson: string | null; readonly waitsFor: string | null; readonly amountSeconds: number; readonly serviceDate: string; readonly listingId: string | null; readonly note: string | null; readonly confirmedBy: string | null; readonly confirmedPerson: string | null; readonly transferId: string | null; readonly waitsSince: Date; readonly remindedAt: Date | null; readonly contestedBy: readonly string[] };
    };
    lock_signing_in: {
      parameters: { communityId: number; memberId: string; deputyId: string | null };
      row: { readonly isActive: boolean };
    };
    select_actable_members: {
      parameters: { communityId: number; personId: string; limit: number };
      row: { readonly deputyId: string; readonly memberId: string; readonly name: string };
    };
    select_active_member_by_id: {
      parameters: { communityId: number; memberId: string };
      row: { readonly id: string; readonly name: string };
    };
    select_address_asked: {
      parameters: { communityId: number; memberId: string; now: Date; cookieHash: Buffer };
      row: { readonly mailbox: string | null };
    };
    select_address_by_key: {
      parameters: { communityId: number; memberId: string; now: Date; keyHash: Buffer };
      row: { readonly id: number; readonly mailbox: string | null };
    };
    select_agreed_days: {
      parameters: { communityId: number; memberId: string; today: string; limit: number };
      row: { readonly id: string; readonly listingId: string; readonly listingType: 'service' | 'request'; readonly listingTitle: string; readonly fromMember: string; readonly toMember: string; readonly message: string; readonly released: readonly ('email' | 'phone')[]; readonly reply: string | null; readonly ownerReleased: readonly ('email' | 'phone')[]; readonly state: 'agreed'; readonly createdAt: Date; readonly day: string; readonly dayOff: boolean; readonly daySequence: number; readonly fromLanguage: string | null; readonly toLanguage: string | null; readonly fromName: string; readonly fromGiven: string | null; readonly fromFamily: string | null; readonly fromEmail: string | null; readonly fromPhone: string | null; readonly fromSeen: boolean; readonly toSeen: boolean; readonly toName: string; readonly toGiven: string | null; readonly toFamily: string | null; readonly toEmail: string | null; readonly toPhone: string | null; readonly fromDeputyName: string | null; readonly fromDeputyGiven: string | null; readonly fromDeputyFamily: string | null };
    };
    select_answer: {
      parameters: { communityId: number; answerId: string };
      row: { readonly id: string; readonly listingId: string; readonly listingType: 'service' | 'request'; readonly listingTitle: string; readonly fromMember: string; readonly toMember: string; readonly message: string; readonly released: readonly ('email' | 'phone')[]; readonly reply: string | null; readonly ownerReleased: readonly ('email' | 'phone')[]; readonly state: 'open' | 'agreed' | 'declined' | 'ended'; readonly createdAt: Date; readonly day: string | null; readonly dayOff: boolean; readonly daySequence: number; readonly fromLanguage: string | null; readonly toLanguage: string | null; readonly fromName: string; readonly fromGiven: string | null; readonly fromFamily: string | null; readonly fromEmail: string | null; readonly fromPhone: string | null; readonly fromSeen: boolean; readonly toSeen: boolean; readonly toName: string; readonly toGiven: string | null; readonly toFamily: string | null; readonly toEmail: string | null; readonly toPhone: string | null; readonly fromDeputyName: string | null; readonly fromDeputyGiven: string | null; readonly fromDeputyFamily: string | null };
    };
    select_answer_of_form: {
      parameters: { communityId: number; memberId: string; form: string };
      row: { readonly id: string; readonly listingId: string; readonly message: string; readonly released: readonly ('email' | 'phone')[] };
    };
    select_answer_page: {
      parameters: { communityId: number; beforeId: string; state: 'open' | 'agreed' | 'declined' | 'ended' | null; handOn: boolean; limit: number };
      row: { readonly id: string; readonly listingId: string; readonly listingType: 'service' | 'request'; readonly listingTitle: string; readonly fromMember: string; readonly toMember: string; readonly message: string; readonly released: readonly ('email' | 'phone')[]; readonly reply: string | null; readonly ownerReleased: readonly ('email' | 'phone')[]; readonly state: 'open' | 'agreed' | 'declined' | 'ended'; readonly createdAt: Date; readonly day: string | null; readonly dayOff: boolean; readonly daySequence: number; readonly fromLanguage: string | null; readonly toLanguage: string | null; readonly fromName: string; readonly fromGiven: string | null; readonly fromFamily: string | null; readonly fromEmail: string | null; readonly fromPhone: string | null; readonly fromSeen: boolean; readonly toSeen: boolean; readonly toName: string; readonly toGiven: string | null; readonly toFamily: string | null; readonly toEmail: string | null; readonly toPhone: string | null; readonly fromDeputyName: string | null; readonly fromDeputyGiven: string | null; readonly fromDeputyFamily: string | null; readonly fromByMail: boolean; readonly toByMail: boolean; readonly isToHandOn: boolean };
    };
    select_answer_turns: {
      parameters: { answerIds: readonly string[]; communityId: number };
      row: { readonly answerId: string; readonly number: number; readonly fromMember: string; readonly message: string | null; readonly day: string | null; readonly dayOff: boolean; readonly form: string; readonly createdAt: Date; readonly deputyName: string | null; readonly deputyGiven: string | null; readonly deputyFamily: string | null };
    };
    select_counterpart_by_name: {
      parameters: { communityId: number; name: string };
      row: { readonly name: string; readonly accountId: number };
    };
    select_counterpart_by_number: {
      parameters: { communityId: number; memberId: string | null; numbers: readonly string[]; wordOfNumber: string; limit: number };
      row: { readonly id: string; readonly name: string; readonly givenName: string | null; readonly familyName: string | null; readonly number: string | null; readonly listing: string | null; readonly accountId: number };
    };
    select_deputies_of_member: {
      parameters: { communityId: number; memberId: string; limit: number };
      row: { readonly id: string; readonly deputyMemberId: string | null; readonly name: string; readonly givenName: string | null; readonly familyName: string | null; readonly email: string | null; readonly agreedOn: string; readonly how: 'paper' | 'telephone' | 'in_person' | 'pages'; readonly recordedBy: string; readonly createdAt: Date; readonly endedAt: Date | null };
    };
    select_deputy_names: {
      parameters: { communityId: number; deputyIds: readonly string[] };
      row: { readonly id: string; readonly name: string; readonly givenName: string | null; readonly familyName: string | null };
    };
    select_hour_proposals: {
      parameters: { communityId: number; state: 'waiting' | 'office' | 'confirmed' | 'withdrawn' | 'ended' | null; beforeId: string; limit: number };
      row: { readonly id: string; readonly state: 'waiting' | 'office' | 'confirmed' | 'withdrawn' | 'ended'; readonly officeReason: 'organisation' | 'limit' | 'rule' | 'contested' | 'silent' | null; readonly revision: number; readonly createdBy: string; readonly proposedBy: string; readonly proposedPerson: string | null; readonly waitsFor: string | null; readonly amountSeconds: number; readonly serviceDate: string; readonly note: string | null; readonly providerId: string | null; readonly providerName: string; readonly providerNumber: string | null; readonly receiverId: string | null; readonly receiverName: string; readonly receiverNumber: string | null; readonly providerGiven: string | null; readonly providerFamily: string | null; readonly receiverGiven: string | null; readonly receiverFamily: string | null; readonly contestedBy: readonly string[]; readonly createdAt: Date; readonly oneMailbox: boolean };
    };
    select_is_one_mailbox: {
      parameters: { communityId: number; memberId: string; deputyId: string | null; proposedBy: string; proposedPerson: string | null };
      row: { readonly isOne: boolean };
    };
    select_is_own_hour: {
      parameters: { actor: string; communityId: number; memberIds: readonly string[] };
      row: { readonly isOwn: boolean };
    };
    select_join_mailed: {
      parameters: { communityId: number; email: string; since: Date; memberId: string };
      row: { readonly id: string };
    };
    select_joined: {
      parameters: { communityId: number; memberId: string };
      row: { readonly isPending: boolean };
    };
    select_letter: {
      parameters: { now: Date; communityId: number; keyHash: Buffer };
      row: { readonly id: number; readonly memberId: string; readonly deputyId: string | null; readonly name: string; readonly forName: string | null; readonly isOpen: boolean };
    };
    select_letter_members: {
      parameters: { ids: readonly string[]; communityId: number };
      row: { readonly id: string; readonly name: string; readonly externalId: string | null; readonly salutation: string | null; readonly familyName: string | null; readonly street: string | null; readonly postalCode: string | null; readonly place: string | null; readonly country: string | null; readonly paymentReference: string; readonly balanceSeconds: number; readonly language: 'en' | 'de' | 'es' | 'fr' | 'it' };
    };
    select_letter_texts: {
      parameters: { communityId: number };
      row: { readonly kind: 'welcome' | 'balance' | 'invitation'; readonly language: 'en' | 'de' | 'es' | 'fr' | 'it'; readonly title: string; readonly body: string };
    };
    select_listing_of_form: {
      parameters: { communityId: number; memberId: string; form: string };
      row: { readonly listingId: string };
    };
    select_listing_with_owner: {
      parameters: { communityId: number; listingId: string };
      row: { readonly id: string; readonly memberId: string; readonly type: 'service' | 'request'; readonly title: string; readonly description: string; readonly category: string; readonly estimatedSeconds: number | null; readonly status: 'active' | 'held' | 'closed'; readonly backAs: 'active' | 'held' | null; readonly endsOn: string | null; readonly createdAt: Date; readonly memberStatus: 'active' | 'pending' | 'suspended' | 'left'; readonly seenByMembers: boolean; readonly ownerLanguage: string | null; readonly name: string; readonly givenName: string | null; readonly familyName: string | null; readonly quarter: string | null };
    };
    select_mailbox_persons: {
      parameters: { communityId: number; mailbox: string; limit: number };
      row: { readonly memberId: string; readonly deputyId: string | null; readonly name: string | null; readonly forName: string | null; readonly email: string };
    };
    select_mailed_deputies: {
      parameters: { communityId: number; memberId: string; limit: number };
      row: { readonly id: string };
    };
    select_mailed_deputy: {
      parameters: { communityId: number; deputyId: string };
      row: { readonly id: string };
    };
    select_member_devices: {
      parameters: { communityId: number; memberIds: readonly string[]; createdAfter: Date; seenAfter: Date; limit: number };
      row: { readonly id: number; readonly userAgent: string; readonly createdAt: Date; readonly lastSeenAt: Date; readonly deputyName: string | null; readonly deputyGiven: string | null; readonly deputyFamily: string | null; readonly deputyIsMember: boolean; readonly forName: string | null };
    };
    select_member_of_card: {
      parameters: { communityId: number; card: string };
      row: { readonly id: string };
    };
    select_member_pages: {
      parameters: { communityId: number };
      row: { readonly enabled: boolean; readonly slug: string; readonly timeZone: string; readonly hoursAs: 'decimal' | 'clock'; readonly addressForm: 'formal' | 'familiar'; readonly officeNameEn: string | null; readonly officeNameDe: string | null; readonly namesWhole: boolean; readonly lookFirst: boolean; readonly mayJoin: boolean; readonly remindDays: number; readonly silentDays: number };
    };
    select_member_session: {
      parameters: { communityId: number; tokenHash: Buffer; createdAfter: Date; seenAfter: Date; sharedSince: Date };
      row: { readonly id: number; readonly memberId: string; readonly name: string; readonly language: string | null; readonly accountId: number; readonly creditsSeconds: number; readonly debitsSeconds: number; readonly shared: boolean; readonly lastSeenAt: Date; readonly deputyId: string | null; readonly deputyPersonId: string | null; readonly deputyName: string | null };
    };
    select_members_community: {
      parameters: { slug: string };
      row: { readonly id: number; readonly slug: string; readonly name: string; readonly languages: readonly string[]; readonly officeContact: string | null; readonly isMoving: boolean; readonly movedTo: string | null; readonly timeZone: string; readonly hoursAs: 'decimal' | 'clock'; readonly addressForm: 'formal' | 'familiar'; readonly officeNameEn: string | null; readonly officeNameDe: string | null; readonly namesWhole: boolean; readonly lookFirst: boolean; readonly mayJoin: boolean; readonly remindDays: number; readonly silentDays: number };
    };
    select_namesakes: {
      parameters: { communityId: number; memberIds: readonly string[]; exceptId: string; limit: number };
      row: { readonly id: string; readonly name: string; readonly givenName: string | null; readonly familyName: string | null; readonly number: string | null; readonly listing: string | null; readonly accountId: number };
    };
    select_new_deputies: {
      parameters: { memberId: string; personId: string; communityId: number; since: Date; limit: number };
      row: { readonly id: string; readonly isOwn: boolean; readonly isMember: boolean; readonly name: string; readonly givenName: string | null; readonly familyName: string | null; readonly forName: string; readonly createdAt: Date };
    };
    select_open_proposals_of_member: {
      parameters: { communityId: number; accountId: number; limit: number };
      row: { readonly id: string; readonly state: 'waiting' | 'office' | 'confirmed' | 'withdrawn' | 'ended'; readonly officeReason: 'organisation' | 'limit' | 'rule' | 'contested' | 'silent' | null; readonly revision: number; readonly createdBy: string; readonly proposedBy: string; readonly proposedPerson: string | null; readonly waitsFor: string | null; readonly amountSeconds: number; readonly serviceDate: string; readonly note: string | null; readonly providerId: string | null; readonly providerName: string; readonly providerNumber: string | null; readonly receiverId: string | null; readonly receiverName: string; readonly receiverNumber: string | null; readonly providerGiven: string | null; readonly providerFamily: string | null; readonly receiverGiven: string | null; readonly receiverFamily: string | null; readonly contestedBy: readonly string[]; readonly createdAt: Date; readonly oneMailbox: boolean };
    };
    select_own_choices: {
      parameters: { communityId: number; memberId: string };
      row: { readonly mailKinds: readonly ('hours' | 'listings' | 'messages' | 'digest' | 'alerts')[]; readonly letterOnly: boolean; readonly leaveAskedAt: Date | null; readonly card: string | null; readonly seenByMembers: boolean; readonly joinAskedAt: Date | null; readonly digestAskedAt: Date | null; readonly formerPaymentReference: string | null; readonly hasAddress: boolean };
    };
    select_own_room: {
      parameters: { otherId: string | null; communityId: number; accountId: number };
      row: { readonly balanceSeconds: number; readonly lowerSeconds: number | null; readonly upperSeconds: number | null; readonly stepMinutes: number; readonly oneMailbox: boolean };
    };
    select_people_of_before: {
      parameters: { accountId: number; communityId: number; lines: number; limit: number };
      row: { readonly id: string; readonly name: string; readonly givenName: string | null; readonly familyName: string | null; readonly number: string | null; readonly gave: boolean };
    };
    select_person_of_mailbox: {
      parameters: { communityId: number; mailbox: string };
      row: { readonly personId: string };
    };
    select_proposal: {
      parameters: { communityId: number; proposalId: string };
      row: { readonly id: string; readonly state: 'waiting' | 'office' | 'confirmed' | 'withdrawn' | 'ended'; readonly officeReason: 'organisation' | 'limit' | 'rule' | 'contested' | 'silent' | null; readonly revision: number; readonly createdBy: string; readonly proposedBy: string; readonly proposedPerson: string | null; readonly waitsFor: string | null; readonly amountSeconds: number; readonly serviceDate: string; readonly note: string | null; readonly providerId: string | null; readonly providerName: string; readonly providerNumber: string | null; readonly receiverId: string | null; readonly receiverName: string; readonly receiverNumber: string | null; readonly providerGiven: string | null; readonly providerFamily: string | null; readonly receiverGiven: string | null; readonly receiverFamily: string | null; readonly contestedBy: readonly string[]; readonly createdAt: Date; readonly oneMailbox: boolean };
    };
    select_proposal_of_form: {
      parameters: { communityId: number; memberId: string; form: string };
      row: { readonly id: string; readonly providerAccountId: number; readonly receiverAccountId: number; readonly amountSeconds: number; readonly serviceDate: string; readonly note: string | null; readonly listingId: string | null };
    };
    select_proposal_sides: {
      parameters: { communityId: number; proposalId: string };
      row: { readonly providerAccountId: number; readonly receiverAccountId: number; readonly providerId: string | null; readonly receiverId: string | null };
    };
    select_proposal_steps: {
      parameters: { communityId: number; proposalIds: readonly string[] };
      row: { readonly proposalId: string; readonly number: number; readonly at: Date; readonly actor: string; readonly act: 'propose' | 'correct' | 'confirm' | 'contest' | 'withdraw' | 'remind' | 'silence' | 'refuse' | 'settle' | 'end' | 'leave'; readonly amountSeconds: number | null; readonly serviceDate: string | null; readonly words: string | null };
    };
    select_proposals_alike: {
      parameters: { communityId: number; providerAccountId: number; receiverAccountId: number; serviceDate: string; amountSeconds: number; confirmedAfter: Date };
      row: { readonly id: string; readonly createdBy: string; readonly again: number; readonly isOpen: boolean };
    };
    select_proposals_of_account: {
      parameters: { communityId: number; accountId: number; limit: number };
      row: { readonly id: string; readonly state: 'waiting' | 'office' | 'confirmed' | 'withdrawn' | 'ended'; readonly officeReason: 'organisation' | 'limit' | 'rule' | 'contested' | 'silent' | null; readonly revision: number; readonly createdBy: string; readonly proposedBy: string; readonly proposedPerson: string | null; readonly waitsFor: string | null; readonly amountSeconds: number; readonly serviceDate: string; readonly note: string | null; readonly providerId: string | null; readonly providerName: string; readonly providerNumber: string | null; readonly receiverId: string | null; readonly receiverName: string; readonly receiverNumber: string | null; readonly providerGiven: string | null; readonly providerFamily: string | null; readonly receiverGiven: string | null; readonly receiverFamily: string | null; readonly contestedBy: readonly string[]; readonly createdAt: Date; readonly oneMailbox: boolean };
    };
    select_reach: {
      parameters: { communityId: number; memberId: string };
      row: { readonly email: string | null; readonly phone: string | null };
    };
    select_received_answers: {
      parameters: { communityId: number; memberId: string; limit: number };
      row: { readonly id: string; readonly listingId: string; readonly listingType: 'service' | 'request'; readonly listingTitle: string; readonly fromMember: string; readonly toMember: string; readonly message: string; readonly released: readonly ('email' | 'phone')[]; readonly reply: string | null; readonly ownerReleased: readonly ('email' | 'phone')[]; readonly state: 'open' | 'agreed' | 'declined' | 'ended'; readonly createdAt: Date; readonly day: string | null; readonly dayOff: boolean; readonly daySequence: number; readonly fromLanguage: string | null; readonly toLanguage: string | null; readonly fromName: string; readonly fromGiven: string | null; readonly fromFamily: string | null; readonly fromEmail: string | null; readonly fromPhone: string | null; readonly fromSeen: boolean; readonly toSeen: boolean; readonly toName: string; readonly toGiven: string | null; readonly toFamily: string | null; readonly toEmail: string | null; readonly toPhone: string | null; readonly fromDeputyName: string | null; readonly fromDeputyGiven: string | null; readonly fromDeputyFamily: string | null };
    };
    select_sent_answers: {
      parameters: { communityId: number; memberId: string; limit: number };
      row: { readonly id: string; readonly listingId: string; readonly listingType: 'service' | 'request'; readonly listingTitle: string; readonly fromMember: string; readonly toMember: string; readonly message: string; readonly released: readonly ('email' | 'phone')[]; readonly reply: string | null; readonly ownerReleased: readonly ('email' | 'phone')[]; readonly state: 'open' | 'agreed' | 'declined' | 'ended'; readonly createdAt: Date; readonly day: string | null; readonly dayOff: boolean; readonly daySequence: number; readonly fromLanguage: string | null; readonly toLanguage: string | null; readonly fromName: string; readonly fromGiven: string | null; readonly fromFamily: string | null; readonly fromEmail: string | null; readonly fromPhone: string | null; readonly fromSeen: boolean; readonly toSeen: boolean; readonly toName: string; readonly toGiven: string | null; readonly toFamily: string | null; readonly toEmail: string | null; readonly toPhone: string | null; readonly fromDeputyName: string | null; readonly fromDeputyGiven: string | null; readonly fromDeputyFamily: string | null };
    };
    select_sign_in_by_key: {
      parameters: { now: Date; communityId: number; keyHash: Buffer };
      row: { readonly id: number; readonly mailbox: string | null; readonly next: string | null; readonly isOpen: boolean };
    };
    select_signed_in_before: {
      parameters: { deviceHash: Buffer | null; communityId: number; memberId: string };
      row: { readonly hasAddress: boolean; readonly wasIn: boolean; readonly isKnown: boolean };
    };
    select_standing_answer: {
      parameters: { communityId: number; listingId: string; memberId: string };
      row: { readonly id: string };
    };
    select_telephones: {
      parameters: { communityId: number; memberIds: readonly string[] };
      row: { readonly id: string; readonly phone: string | null; readonly secondPhone: string | null };
    };
    select_unanswered_proposals: {
      parameters: { now: Date; limit: number };
      row: { readonly communityId: number; readonly id: string; readonly waitsSince: Date; readonly act: 'silence' | 'remind' };
    };
    select_waiting_answers: {
      parameters: { communityId: number; memberId: string; limit: number };
      row: { readonly id: string; readonly listingId: string; readonly listingType: 'service' | 'request'; readonly listingTitle: string; readonly fromMember: string; readonly toMember: string; readonly message: string; readonly released: readonly ('email' | 'phone')[]; readonly reply: string | null; readonly ownerReleased: readonly ('email' | 'phone')[]; readonly state: 'open'; readonly createdAt: Date; readonly day: string | null; readonly dayOff: boolean; readonly daySequence: number; readonly fromLanguage: string | null; readonly toLanguage: string | null; readonly fromName: string; readonly fromGiven: string | null; readonly fromFamily: string | null; readonly fromEmail: string | null; readonly fromPhone: string | null; readonly fromSeen: boolean; readonly toSeen: boolean; readonly toName: string; readonly toGiven: string | null; readonly toFamily: string | null; readonly toEmail: string | null; readonly toPhone: string | null; readonly fromDeputyName: string | null; readonly fromDeputyGiven: string | null; readonly fromDeputyFamily: string | null };
    };
    touch_member_session: {
      parameters: { at: Date; communityId: number; sessionId: number };
      row: never;
    };
    try_address_number: {
      parameters: { communityId: number; memberId: string; now: Date; cookieHash: Buffer; triesMax: number; numberHmac: Buffer };
      row: { readonly id: number; readonly isRight: boolean };
    };
    try_sign_in_number: {
      parameters: { communityId: number; cookieHash: Buffer; now: Date; triesMax: number; numberHmac: Buffer };
      row: { readonly id: number; readonly mailbox: string | null; readonly next: string | null; readonly isRight: boolean };
    };
    uncount_sign_in_try: {
      parameters: { communityId: number; requestIds: readonly number[] };
      row: never;
    };
    update_answer_replied: {
      parameters: { state: 'open' | 'agreed' | 'declined' | 'ended'; reply: string | null; ownerReleased: readonly ('email' | 'phone')[]; at: Date; communityId: number; answerId: string };
      row: never;
    };
    update_answer_turned: {
      parameters: { released: readonly ('email' | 'phone')[]; ownerReleased: readonly ('email' | 'phone')[]; day: string | null; dayOff: boolean; changesDay: boolean; communityId: number; answerId: string };
      row: never;
    };
    update_deputy_ended: {
      parameters: { at: Date; communityId: number; memberId: string; deputyId: string };
      row: { readonly id: string };
    };
    update_join_asked: {
      parameters: { at: Date; communityId: number; memberId: string };
      row: never;
    };
    update_leave_asked: {
      parameters: { at: Date; communityId: number; memberId: string };
      row: never;
    };
    update_member_card: {
      parameters: { card: string; communityId: number; memberId: string };
      row: never;
    };
    update_member_page_rules: {
      parameters: { addressForm: 'formal' | 'familiar'; officeNameEn: string | null; officeNameDe: string | null; namesWhole: boolean; lookFirst: boolean; mayJoin: boolean; remindDays: number; silentDays: number; communityId: number };
      row: never;
    };
    update_members_side: {
      parameters: { enabled: boolean; communityId: number };
      row: never;
    };
    update_own_choices: {
      parameters: { letterOnly: boolean; at: Date | null; communityId: number; memberId: string; among: readonly string[]; mailKinds: readonly string[] };
      row: never;
    };
    update_proposal: {
      parameters: { state: 'waiting' | 'office' | 'confirmed' | 'withdrawn' | 'ended'; officeReason: 'organisation' | 'limit' | 'rule' | 'contested' | 'silent' | null; revision: number; proposedBy: string; proposedPerson: string | null; waitsFor: string | null; amountSeconds: number; serviceDate: string; confirmedBy: string | null; confirmedPerson: string | null; contestedBy: readonly string[]; settledBy: string | null; how: 'telephone' | 'paper' | 'in_person' | null; endReason: string | null; transferId: string | null; waitsSince: Date; remindedAt: Date | null; at: Date; communityId: number; proposalId: string };
      row: never;
    };
    update_seen_by_members: {
      parameters: { seen: boolean; communityId: number; memberId: string };
      row: never;
    };
    update_session_member: {
      parameters: { tokenHash: Buffer; memberId: string; deputyId: string | null; communityId: number; sessionId: number };
      row: { readonly id: number };
    };
    upsert_letter_text: {
      parameters: { communityId: number; kind: 'welcome' | 'balance' | 'invitation'; language: 'en' | 'de' | 'es' | 'fr' | 'it'; title: string; body: string; at: Date };
      row: never;
    };
    use_address_request: {
      parameters: { now: Date; requestId: number; former: string | null; communityId: number; memberId: string };
      row: { readonly mailbox: string | null };
    };
    use_letter: {
      parameters: { at: Date; communityId: number; letterId: number };
      row: { readonly memberId: string };
    };
    use_sign_in_key: {
      parameters: { at: Date; communityId: number; requestId: number };
      row: { readonly mailbox: string | null };
    };
    use_sign_in_number: {
      parameters: { at: Date; communityId: number; requestId: number };
      row: { readonly mailbox: string | null };
    };
  }
}
