/** Made by tools/statements.ts from what PostgreSQL says of the statements. Do not edit. */
import type { SortedPage } from '../../core/database/statement-text.ts';

declare module '../../core/database/query.ts' {
  interface StatementTypes {
    count_activity: {
      parameters: { firstDays: readonly string[]; lastDays: readonly string[]; communityId: number; final: string; now: Date };
      row: { readonly firstDay: string; readonly activeMembers: number; readonly newListings: number };
    };
    count_booklet_members: {
      parameters: { communityId: number; memberIds: readonly string[] };
      row: { readonly count: number };
    };
    count_exchanges: {
      parameters: { communityId: number; limit: number; kind?: 'exchange' | 'gift' | undefined; note?: string | undefined; from?: string | undefined; to?: string | undefined; minSeconds?: number | undefined; maxSeconds?: number | undefined; recordedBy?: string | undefined; slipId?: string | undefined; categoryId?: number | undefined; accountId?: number | undefined; isCorrected?: boolean | undefined };
      row: { readonly count: number; readonly reversed: number; readonly seconds: number; readonly reversedSeconds: number; readonly gifts: number; readonly giftSeconds: number };
    };
    count_listings: {
      parameters: { communityId: number; limit: number; status?: 'active' | 'held' | 'closed' | undefined; type?: 'service' | 'request' | undefined; memberId?: string | undefined; category?: string | undefined; quarter?: string | undefined; endsBy?: string | undefined; endedBefore?: string | undefined; text?: string | undefined };
      row: { readonly count: number };
    };
    count_members: {
      parameters: { communityId: number; limit: number; status?: 'active' | 'pending' | 'suspended' | 'left' | undefined };
      row: { readonly count: number };
    };
    count_members_to_call: {
      parameters: { communityId: number; since: string; sinceId: string; checksUntil: string; settledBefore: string; today: string; reasons: readonly string[]; limit: number };
      row: { readonly count: number };
    };
    count_words: {
      parameters: { communityId: number; limit: number; terms: readonly string[]; ends: readonly string[] };
      row: { readonly words: number };
    };
    delete_old_activity_counts: {
      parameters: { before: Date; limit: number };
      row: { readonly deleted: number };
    };
    erase_listings: {
      parameters: { updatedAt: Date; communityId: number; memberId: string };
      row: never;
    };
    erase_members: {
      parameters: { readonly rows: readonly { readonly id: string; readonly mark: string; readonly paymentReference: string }[]; erasedAt: Date; undoneAt: Date | null; communityId: number };
      row: never;
    };
    insert_member_call: {
      parameters: { communityId: number; memberId: string; calledOn: string; calledBy: string; note: string | null; againOn: string; recordedAt: Date };
      row: never;
    };
    insert_organisation: {
      parameters: { communityId: number; name: string; lowerBalanceSeconds: number | null; createdAt: Date };
      row: { readonly id: number };
    };
    lock_listing_id: {
      parameters: { communityId: number; id: string | null; externalId: string };
      row: { readonly id: string; readonly category: string };
    };
    search_members: {
      parameters: { communityId: number; afterWord: string; afterId: string; termEnd: string; status: 'active' | 'pending' | 'suspended' | 'left' | null; term: string; furtherTerms: readonly string[]; furtherEnds: readonly string[]; limit: number };
      row: { readonly id: string; readonly name: string; readonly externalId: string | null; readonly email: string | null; readonly emailIsBad: boolean; readonly salutation: string | null; readonly givenName: string | null; readonly familyName: string | null; readonly phone: string | null; readonly secondPhone: string | null; readonly street: string | null; readonly postalCode: string | null; readonly place: string | null; readonly country: string | null; readonly preferredContact: 'phone' | 'email' | 'letter' | 'in_person' | null; readonly birthYear: string | null; readonly agreementSignedOn: string | null; readonly emailConsentOn: string | null; readonly status: 'active' | 'pending' | 'suspended' | 'left'; readonly visibility: 'hidden' | 'listed' | 'listed_with_email' | null; readonly bookletContact: 'phone' | 'email' | 'both' | 'none'; readonly quarter: string | null; readonly balanceSeconds: number; readonly onHoldSince: Date | null; readonly onHoldUntil: string | null; readonly joinedOn: string | null; readonly createdAt: Date; readonly updatedAt: Date; readonly word: string };
    };
    search_members_among: {
      parameters: { memberIds: readonly string[]; communityId: number; afterWord: string; termEnd: string; afterId: string; status: 'active' | 'pending' | 'suspended' | 'left' | null; term: string; furtherTerms: readonly string[]; furtherEnds: readonly string[]; limit: number };
      row: { readonly id: string; readonly name: string; readonly externalId: string | null; readonly email: string | null; readonly emailIsBad: boolean; readonly salutation: string | null; readonly givenName: string | null; readonly familyName: string | null; readonly phone: string | null; readonly secondPhone: string | null; readonly street: string | null; readonly postalCode: string | null; readonly place: string | null; readonly country: string | null; readonly preferredContact: 'phone' | 'email' | 'letter' | 'in_person' | null; readonly birthYear: string | null; readonly agreementSignedOn: string | null; readonly emailConsentOn: string | null; readonly status: 'active' | 'pending' | 'suspended' | 'left'; readonly visibility: 'hidden' | 'listed' | 'listed_with_email' | null; readonly bookletContact: 'phone' | 'email' | 'both' | 'none'; readonly quarter: string | null; readonly balanceSeconds: number; readonly onHoldSince: Date | null; readonly onHoldUntil: string | null; readonly joinedOn: string | null; readonly createdAt: Date; readonly updatedAt: Date; readonly word: string };
    };
    select_account_lines: {
      parameters: { communityId: number; accountId: number; beforeId: string; limit: number };
      row: { readonly id: string; readonly kind: 'opening' | 'opening_reversal' | 'credit' | 'credit_reversal' | 'exchange' | 'exchange_reversal' | 'gift' | 'gift_reversal'; readonly signedSeconds: number; readonly balanceSeconds: number; readonly otherKind: 'member' | 'organisation' | 'settlement' | 'chest' | 'opening'; readonly otherAccountId: number; readonly otherMemberId: string | null; readonly otherPartnerId: number | null; readonly otherName: string | null; readonly isOwn: boolean; readonly otherGiven: string | null; readonly otherFamily: string | null; readonly bookedOn: string; readonly serviceDate: string | null; readonly reference: string | null; readonly reversesId: string | null; readonly reversedById: string | null; readonly recordedBy: string; readonly recordedByName: string | null; readonly categoryName: string | null; readonly createdAt: Date; readonly correctsReference: string | null; readonly correctedByReference: string | null; readonly payment: unknown; readonly note: string | null; readonly reason: string | null };
    };
    select_account_of_member: {
      parameters: { communityId: number; memberId: string };
      row: { readonly id: number; readonly kind: 'member' | 'organisation' | 'settlement' | 'chest' | 'opening'; readonly memberId: string; readonly name: string | null; readonly balanceSeconds: number; readonly lowerBalanceSeconds: number | null };
    };
    select_accounts_by_name: {
      parameters: { communityId: number; name: string };
      row: { readonly id: number; readonly kind: 'member' | 'organisation' | 'settlement' | 'chest' | 'opening'; readonly memberId: string | null; readonly name: string | null; readonly balanceSeconds: number; readonly lowerBalanceSeconds: number | null };
    };
    select_balance_before: {
      parameters: { communityId: number; accountId: number; beforeId: string };
      row: { readonly seconds: number };
    };
    select_booklet_contact: {
      parameters: { communityId: number; memberId: string };
      row: { readonly contact: 'phone' | 'email' | 'both' | null };
    };
    select_booklet_page: {
      parameters: { communityId: number; afterId: string; limit: number; type?: 'service' | 'request' | undefined };
      row: { readonly id: string; readonly type: 'service' | 'request'; readonly title: string; readonly description: string; readonly category: string; readonly estimatedSeconds: number | null; readonly name: string; readonly quarter: string | null; readonly phone: string | null; readonly email: string | null };
    };
    select_busy_communities: {
      parameters: { afterId: number; since: string; transfers: number; limit: number };
      row: { readonly communityId: number };
    };
    select_community_listing: {
      parameters: { communityId: number; listingId: string };
      row: { readonly id: string; readonly type: 'service' | 'request'; readonly title: string; readonly description: string; readonly category: string; readonly estimatedSeconds: number | null; readonly status: 'active' | 'held' | 'closed'; readonly backAs: 'active' | 'held' | null; readonly memberId: string; readonly memberName: string; readonly memberNumber: string | null; readonly memberStatus: 'active' | 'pending' | 'suspended' | 'left'; readonly memberPhone: string | null; readonly givenName: string | null; readonly familyName: string | null; readonly seenByMembers: boolean; readonly ownerLanguage: string | null; readonly quarter: string | null; readonly createdAt: Date; readonly updatedAt: Date; readonly endsOn: string | null };
    };
    select_community_listing_page: {
      parameters: { communityId: number; status?: 'active' | 'held' | 'closed' | undefined; type?: 'service' | 'request' | undefined; memberId?: string | undefined; category?: string | undefined; quarter?: string | undefined; endsBy?: string | undefined; endedBefore?: string | undefined; text?: string | undefined } & SortedPage<'created' | 'title' | 'ends'>;
      row: { readonly sortKey: string; readonly id: string; readonly type: 'service' | 'request'; readonly title: string; readonly description: string; readonly category: string; readonly estimatedSeconds: number | null; readonly status: 'active' | 'held' | 'closed'; readonly backAs: 'active' | 'held' | null; readonly memberId: string; readonly memberName: string; readonly memberNumber: string | null; readonly memberStatus: 'active' | 'pending' | 'suspended' | 'left'; readonly memberPhone: string | null; readonly givenName: string | null; readonly familyName: string | null; readonly seenByMembers: boolean; readonly ownerLanguage: string | null; readonly quarter: string | null; readonly createdAt: Date; readonly updatedAt: Date; readonly endsOn: string | null };
    };
    select_credits_begun: {
      parameters: { from: readonly string[]; before: readonly string[]; limit: number; communityId: number };
      row: { readonly id: string; readonly partnerId: number; readonly partnerName: string; readonly reference: string; readonly reversalReference: string | null; readonly amountSeconds: number; readonly bookedOn: string; readonly userName: string };
    };
    select_exchange: {
      parameters: { communityId: number; id: string };
      row: { readonly id: string; readonly kind: 'exchange' | 'gift'; readonly providerKind: 'member' | 'organisation' | 'settlement' | 'chest' | 'opening'; readonly providerAccountId: number; readonly providerMemberId: string | null; readonly providerName: string | null; readonly providerNumber: string | null; readonly receiverKind: 'member' | 'organisation' | 'settlement' | 'chest' | 'opening'; readonly receiverAccountId: number; readonly receiverMemberId: string | null; readonly receiverName: string | null; readonly receiverNumber: string | null; readonly amountSeconds: number; readonly serviceDate: string | null; readonly recordedBy: string; readonly createdAt: Date; readonly correctionId: string | null; readonly correctedAt: Date | null; readonly correctedBy: string | null; readonly recordedByName: string | null; readonly correctedByName: string | null; readonly categoryName: string | null; readonly slipId: string | null; readonly slipSize: number; readonly note: string | null; readonly correctionReason: string | null };
    };
    select_exchange_by_key: {
      parameters: { communityId: number; externalId: string };
      row: { readonly id: string; readonly kind: 'opening' | 'opening_reversal' | 'credit' | 'credit_reversal' | 'exchange' | 'exchange_reversal' | 'gift' | 'gift_reversal'; readonly providerKind: 'member' | 'organisation' | 'settlement' | 'chest' | 'opening'; readonly providerAccountId: number; readonly providerMemberId: string | null; readonly providerName: string | null; readonly providerNumber: string | null; readonly receiverKind: 'member' | 'organisation' | 'settlement' | 'chest' | 'opening'; readonly receiverAccountId: number; readonly receiverMemberId: string | null; readonly receiverName: string | null; readonly receiverNumber: string | null; readonly amountSeconds: number; readonly serviceDate: string | null; readonly recordedBy: string; readonly createdAt: Date; readonly correctionId: string | null; readonly correctedAt: Date | null; readonly correctedBy: string | null; readonly recordedByName: string | null; readonly correctedByName: string | null; readonly categoryName: string | null; readonly slipId: string | null; readonly slipSize: number; readonly note: string | null; readonly correctionReason: string | null };
    };
    select_exchange_page: {
      parameters: { communityId: number; kind?: 'exchange' | 'gift' | undefined; note?: string | undefined; from?: string | undefined; to?: string | undefined; minSeconds?: number | undefined; maxSeconds?: number | undefined; recordedBy?: string | undefined; slipId?: string | undefined; categoryId?: number | undefined; accountId?: number | undefined; isCorrected?: boolean | undefined } & SortedPage<'recorded' | 'day' | 'hours'>;
      row: { readonly id: string; readonly kind: 'exchange' | 'gift'; readonly providerKind: 'member' | 'organisation' | 'settlement' | 'chest' | 'opening'; readonly providerAccountId: number; readonly providerMemberId: string | null; readonly providerName: string | null; readonly providerNumber: string | null; readonly receiverKind: 'member' | 'organisation' | 'settlement' | 'chest' | 'opening'; readonly receiverAccountId: number; readonly receiverMemberId: string | null; readonly receiverName: string | null; readonly receiverNumber: string | null; readonly amountSeconds: number; readonly serviceDate: string | null; readonly recordedBy: string; readonly createdAt: Date; readonly correctionId: string | null; readonly correctedAt: Date | null; readonly correctedBy: string | null; readonly recordedByName: string | null; readonly correctedByName: string | null; readonly categoryName: string | null; readonly slipId: string | null; readonly slipSize: number; readonly note: string | null; readonly correctionReason: string | null; readonly sortKey: string };
    };
    select_exchange_step: {
      parameters: { communityId: number };
      row: { readonly minutes: number };
    };
    select_exchanges_of_slip: {
      parameters: { communityId: number; slipId: string; limit: number };
      row: { readonly id: string; readonly kind: 'opening' | 'opening_reversal' | 'credit' | 'credit_reversal' | 'exchange' | 'exchange_reversal' | 'gift' | 'gift_reversal'; readonly providerKind: 'member' | 'organisation' | 'settlement' | 'chest' | 'opening'; readonly providerAccountId: number; readonly providerMemberId: string | null; readonly providerName: string | null; readonly providerNumber: string | null; readonly receiverKind: 'member' | 'organisation' | 'settlement' | 'chest' | 'opening'; readonly receiverAccountId: number; readonly receiverMemberId: string | null; readonly receiverName: string | null; readonly receiverNumber: string | null; readonly amountSeconds: number; readonly serviceDate: string | null; readonly recordedBy: string; readonly createdAt: Date; readonly correctionId: string | null; readonly correctedAt: Date | null; readonly correctedBy: string | null; readonly recordedByName: string | null; readonly correctedByName: string | null; readonly categoryName: string | null; readonly slipId: string; readonly slipSize: number; readonly note: string | null; readonly correctionReason: string | null };
    };
    select_found_calls: {
      parameters: { communityId: number; requestId: string; from: readonly string[]; before: readonly string[]; limit: number };
      row: { readonly requestId: string; readonly reference: string | null; readonly at: Date; readonly partnerId: number; readonly partnerName: string; readonly operation: string; readonly status: number };
    };
    select_kept_sessions: {
      parameters: { communityId: number; memberId: string; limit: number };
      row: { readonly way: 'letter' | 'mail' | 'number'; readonly browser: string; readonly shared: boolean; readonly createdAt: Date; readonly lastSeenAt: Date };
    };
    select_like_members: {
      parameters: { communityId: number; searchName: string; limit: number; email: string; phoneKeys: readonly string[]; addressKey: string };
      row: { readonly id: string; readonly by: readonly ('name' | 'email' | 'phone' | 'address')[] };
    };
    select_member_bank_lines: {
      parameters: { communityId: number; memberId: string; limit: number };
      row: { readonly importedAt: Date; readonly bookedOn: string | null; readonly reference: string | null; readonly endToEndId: string | null; readonly amount: string; readonly currency: string | null; readonly payer: string | null; readonly payerAccount: string | null; readonly texts: unknown; readonly note: string | null };
    };
    select_member_calls: {
      parameters: { communityId: number; memberId: string; limit: number };
      row: { readonly calledOn: string; readonly calledBy: string; readonly note: string | null; readonly againOn: string };
    };
    select_member_detail: {
      parameters: { communityId: number; memberId: string };
      row: { readonly id: string; readonly name: string; readonly externalId: string | null; readonly email: string | null; readonly emailIsBad: boolean; readonly salutation: string | null; readonly givenName: string | null; readonly familyName: string | null; readonly phone: string | null; readonly secondPhone: string | null; readonly street: string | null; readonly postalCode: string | null; readonly place: string | null; readonly country: string | null; readonly preferredContact: 'phone' | 'email' | 'letter' | 'in_person' | null; readonly birthYear: string | null; readonly agreementSignedOn: string | null; readonly emailConsentOn: string | null; readonly status: 'active' | 'pending' | 'suspended' | 'left'; readonly visibility: 'hidden' | 'listed' | 'listed_with_email' | null; readonly bookletContact: 'phone' | 'email' | 'both' | 'none'; readonly quarter: string | null; readonly balanceSeconds: number; readonly onHoldSince: Date | null; readonly onHoldUntil: string | null; readonly joinedOn: string | null; readonly createdAt: Date; readonly updatedAt: Date; readonly language: string | null; readonly paymentReference: string; readonly accountId: number; readonly erasedAt: Date | null; readonly mailKinds: readonly string[] | null; readonly defaultVisibility: 'hidden' | 'listed' | 'listed_with_email'; readonly lowerBalanceSeconds: number | null; readonly upperBalanceSeconds: number | null; readonly lastExchangeOn: string | null; readonly openListings: number };
    };
    select_member_lines: {
      parameters: { communityId: number; memberId: string; limit: number };
      row: { readonly comparedAt: Date; readonly bookedOn: string | null; readonly reference: string | null; readonly endToEndId: string | null; readonly amount: string | null; readonly currency: string | null; readonly payerText: string | null; readonly note: string | null };
    };
    select_member_page: {
      parameters: { communityId: number; status?: 'active' | 'pending' | 'suspended' | 'left' | undefined } & SortedPage<'name' | 'surname' | 'number' | 'balance' | 'joined'>;
      row: { readonly id: string; readonly name: string; readonly externalId: string | null; readonly email: string | null; readonly emailIsBad: boolean; readonly salutation: string | null; readonly givenName: string | null; readonly familyName: string | null; readonly phone: string | null; readonly secondPhone: string | null; readonly street: string | null; readonly postalCode: string | null; readonly place: string | null; readonly country: string | null; readonly preferredContact: 'phone' | 'email' | 'letter' | 'in_person' | null; readonly birthYear: string | null; readonly agreementSignedOn: string | null; readonly emailConsentOn: string | null; readonly status: 'active' | 'pending' | 'suspended' | 'left'; readonly visibility: 'hidden' | 'listed' | 'listed_with_email' | null; readonly bookletContact: 'phone' | 'email' | 'both' | 'none'; readonly quarter: string | null; readonly balanceSeconds: number; readonly onHoldSince: Date | null; readonly onHoldUntil: string | null; readonly joinedOn: string | null; readonly createdAt: Date; readonly updatedAt: Date; readonly sortKey: string };
    };
    select_member_pairs: {
      parameters: { communityId: number; afterEvidence: number; afterId: string; afterOther: string; limit: number };
      row: { readonly memberId: string; readonly otherId: string; readonly by: readonly ('name' | 'email' | 'phone' | 'address')[]; readonly evidence: number };
    };
    select_member_partners: {
      parameters: { memberId: string; communityId: number };
      row: { readonly partnerId: number; readonly name: string; readonly status: 'pending' | 'active' | 'suspended'; readonly readsAddresses: boolean; readonly choice: 'hidden' | 'listed' | 'listed_with_email' | null };
    };
    select_member_reads: {
      parameters: { communityId: number; subject: string; beforeId: number; limit: number };
      row: { readonly id: string; readonly at: Date; readonly partnerId: number | null; readonly partnerName: string | null; readonly address: string | null; readonly requestId: string | null };
    };
    select_members_by_ids: {
      parameters: { memberIds: readonly string[]; communityId: number };
      row: { readonly id: string; readonly name: string; readonly externalId: string | null; readonly email: string | null; readonly emailIsBad: boolean; readonly salutation: string | null; readonly givenName: string | null; readonly familyName: string | null; readonly phone: string | null; readonly secondPhone: string | null; readonly street: string | null; readonly postalCode: string | null; readonly place: string | null; readonly country: string | null; readonly preferredContact: 'phone' | 'email' | 'letter' | 'in_person' | null; readonly birthYear: string | null; readonly agreementSignedOn: string | null; readonly emailConsentOn: string | null; readonly status: 'active' | 'pending' | 'suspended' | 'left'; readonly visibility: 'hidden' | 'listed' | 'listed_with_email' | null; readonly bookletContact: 'phone' | 'email' | 'both' | 'none'; readonly quarter: string | null; readonly balanceSeconds: number; readonly onHoldSince: Date | null; readonly onHoldUntil: string | null; readonly joinedOn: string | null; readonly createdAt: Date; readonly updatedAt: Date };
    };
    select_members_called: {
      parameters: { communityId: number; numbers: readonly string[]; wordOfNumber: string; searchName: string; limit: number };
      row: { readonly id: string; readonly name: string; readonly externalId: string | null; readonly email: string | null; readonly emailIsBad: boolean; readonly salutation: string | null; readonly givenName: string | null; readonly familyName: string | null; readonly phone: string | null; readonly secondPhone: string | null; readonly street: string | null; readonly postalCode: string | null; readonly place: string | null; readonly country: string | null; readonly preferredContact: 'phone' | 'email' | 'letter' | 'in_person' | null; readonly birthYear: string | null; readonly agreementSignedOn: string | null; readonly emailConsentOn: string | null; readonly status: 'active' | 'pending' | 'suspended' | 'left'; readonly visibility: 'hidden' | 'listed' | 'listed_with_email' | null; readonly bookletContact: 'phone' | 'email' | 'both' | 'none'; readonly quarter: string | null; readonly balanceSeconds: number; readonly onHoldSince: Date | null; readonly onHoldUntil: string | null; readonly joinedOn: string | null; readonly createdAt: Date; readonly updatedAt: Date };
    };
    select_members_to_call: {
      parameters: { communityId: number; since: string; sinceId: string; checksUntil: string; settledBefore: string; today: string; reasons: readonly string[] } & SortedPage<'surname' | 'silent'>;
      row: { readonly id: string; readonly name: string; readonly familyName: string | null; readonly externalId: string | null; readonly phone: string | null; readonly secondPhone: string | null; readonly email: string | null; readonly balanceSeconds: number; readonly reasons: readonly string[]; readonly lastExchangeOn: string | null; readonly checkEndsOn: string | null; readonly calledOn: string | null; readonly calledBy: string | null; readonly note: string | null; readonly sortKey: string };
    };
    select_members_with_grams: {
      parameters: { communityId: number; grams: readonly number[]; limit: number };
      row: { readonly id: string };
    };
    select_members_with_word: {
      parameters: { communityId: number; term: string; termEnd: string };
      row: { readonly id: string };
    };
    select_near_members: {
      parameters: { communityId: number; inside: readonly number[]; slips: readonly number[]; otherInside: readonly number[]; otherSlips: readonly number[]; status: 'active' | 'pending' | 'suspended' | 'left' | null; furtherTerms: readonly string[]; furtherEnds: readonly string[]; limit: number };
      row: { readonly id: string; readonly name: string };
    };
    select_near_members_among: {
      parameters: { memberIds: readonly string[]; communityId: number; status: 'active' | 'pending' | 'suspended' | 'left' | null; furtherTerms: readonly string[]; furtherEnds: readonly string[]; limit: number };
      row: { readonly id: string; readonly name: string };
    };
    select_own_listings: {
      parameters: { communityId: number; memberId: string; limit: number };
      row: { readonly id: string; readonly type: 'service' | 'request'; readonly title: string; readonly description: string; readonly category: string; readonly estimatedSeconds: number | null; readonly externalId: string | null; readonly publishedAt: Date | null; readonly endsOn: string | null; readonly status: 'active' | 'held' | 'closed'; readonly backAs: 'active' | 'held' | null; readonly createdAt: Date; readonly updatedAt: Date };
    };
    select_partner_names: {
      parameters: { communityId: number; limit: number };
      row: { readonly id: number; readonly name: string; readonly clientId: string; readonly status: 'pending' | 'active' | 'suspended' };
    };
    select_payer_accounts: {
      parameters: { communityId: number; memberId: string; limit: number };
      row: { readonly account: string; readonly chosenAt: Date };
    };
    select_periods: {
      parameters: { first: string; unit: string; last: string; communityId: number };
      row: { readonly from: string; readonly firstDay: string; readonly lastDay: string; readonly exchangedSeconds: number; readonly creditedSeconds: number; readonly transfers: number; readonly activeMembers: number | null; readonly newListings: number | null };
    };
    select_recorders: {
      parameters: { communityId: number; limit: number };
      row: { readonly recordedBy: string; readonly name: string | null };
    };
    select_same_openings: {
      parameters: { memberIds: readonly string[]; otherIds: readonly string[]; communityId: number };
      row: { readonly memberId: string; readonly otherId: string; readonly seconds: number; readonly fileName: string | null; readonly secondId: string; readonly openingAccountId: number };
    };
    select_shared_account: {
      parameters: { communityId: number; accountId: number };
      row: { readonly id: number; readonly kind: 'organisation' | 'chest'; readonly memberId: string | null; readonly name: string | null; readonly balanceSeconds: number; readonly lowerBalanceSeconds: number | null };
    };
    select_shared_accounts: {
      parameters: { communityId: number };
      row: { readonly id: number; readonly kind: 'organisation' | 'chest'; readonly memberId: string | null; readonly name: string | null; readonly balanceSeconds: number; readonly lowerBalanceSeconds: number | null };
    };
    select_slip: {
      parameters: { communityId: number; id: string };
      row: { readonly id: string };
    };
    select_words_of: {
      parameters: { communityId: number; memberIds: readonly string[] };
      row: { readonly id: string; readonly words: readonly string[] };
    };
    sum_exchanges: {
      parameters: { communityId: number; from?: string | undefined; to?: string | undefined };
      row: { readonly count: number; readonly seconds: number; readonly reversed: number; readonly reversedSeconds: number; readonly gifts: number; readonly giftSeconds: number };
    };
    update_booklet_contacts: {
      parameters: { readonly rows: readonly { readonly memberId: string; readonly contact: string }[]; communityId: number };
      row: { readonly id: string; readonly before: 'phone' | 'email' | 'both' | 'none' };
    };
    update_lower_balance: {
      parameters: { lowerBalanceSeconds: number | null; communityId: number; accountId: number };
      row: never;
    };
    upsert_member_pair: {
      parameters: { communityId: number; memberId: string; otherId: string; decision: 'same' | 'different'; decidedBy: string; decidedAt: Date };
      row: never;
    };
  }
}
