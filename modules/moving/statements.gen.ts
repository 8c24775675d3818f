/** Made by tools/statements.ts from what PostgreSQL says of the statements. Do not edit. */
import type { Answers } from './domain/move-in/types.ts';

declare module '../../core/database/query.ts' {
  interface StatementTypes {
    close_undone_listings: {
      parameters: { undoneAt: Date; communityId: number; listingIds: readonly string[] };
      row: never;
    };
    delete_import_rows: {
      parameters: { communityId: number; importId: number };
      row: never;
    };
    insert_import: {
      parameters: { communityId: number; kind: 'members' | 'listings' | 'exchanges'; fileName: string | null; fileSha256: Buffer; rowCount: number; createdCount: number; importedBy: string; importedAt: Date };
      row: { readonly id: number };
    };
    insert_import_rows: {
      parameters: { communityId: number; importId: number; createdIds: readonly string[] };
      row: never;
    };
    insert_move: {
      parameters: { communityId: number; system: 'timeoverflow' | 'komunitin' | 'ces' | 'cyclos' | 'timebank'; fileNames: readonly string[]; planSha256: Buffer; answers: string; membersImportId: number | null; listingsImportId: number | null; exchangesImportId: number | null; fundOpeningId: string | null; movedBy: string; movedAt: Date };
      row: { readonly id: number };
    };
    lock_listings: {
      parameters: { communityId: number; listingIds: readonly string[] };
      row: { readonly id: string };
    };
    lock_members: {
      parameters: { communityId: number; memberIds: readonly string[] };
      row: { readonly id: string };
    };
    lock_opening_account: {
      parameters: { communityId: number };
      row: { readonly id: number };
    };
    lock_undoable: {
      parameters: { communityId: number; importId: number };
      row: { readonly id: number; readonly kind: 'members' | 'listings' | 'exchanges'; readonly undone: boolean; readonly createdCount: number; readonly followed: boolean };
    };
    mark_import_undone: {
      parameters: { by: string; at: Date; communityId: number; importId: number };
      row: { readonly id: number };
    };
    mark_move_undone: {
      parameters: { by: string; at: Date; communityId: number; moveId: number };
      row: { readonly id: number };
    };
    plan_for_any_community: {
      parameters: {  };
      row: { readonly set_config: string | null };
    };
    select_balances_by_number: {
      parameters: { communityId: number };
      row: { readonly externalId: string; readonly balanceSeconds: number };
    };
    select_changed_imported_listings: {
      parameters: { communityId: number; importId: number; namesMax: number };
      row: { readonly count: number; readonly names: readonly string[] };
    };
    select_changed_imported_members: {
      parameters: { communityId: number; importId: number; namesMax: number };
      row: { readonly count: number; readonly names: readonly string[] };
    };
    select_community_accounts: {
      parameters: { communityId: number };
      row: { readonly id: string; readonly kind: 'member' | 'organisation' | 'settlement' | 'chest' | 'opening'; readonly number: string; readonly name: string; readonly status: 'active' | 'pending' | 'suspended' | 'left'; readonly email: string | null; readonly language: string | null; readonly joinedOn: string | null; readonly createdAt: Date; readonly limitSeconds: number | null };
    };
    select_community_listings: {
      parameters: { communityId: number };
      row: { readonly accountId: string; readonly type: 'service' | 'request'; readonly title: string; readonly description: string; readonly category: string; readonly estimatedSeconds: number | null; readonly status: 'active' | 'held' | 'closed'; readonly createdAt: Date };
    };
    select_counting_transfers: {
      parameters: { communityId: number };
      row: { readonly id: string; readonly kind: 'opening' | 'opening_reversal' | 'credit' | 'credit_reversal' | 'exchange' | 'exchange_reversal' | 'gift' | 'gift_reversal'; readonly payerAccountId: string; readonly payeeAccountId: string; readonly seconds: number; readonly number: string; readonly reference: string | null; readonly note: string | null; readonly serviceDate: string | null; readonly bookedOn: string };
    };
    select_import: {
      parameters: { communityId: number; importId: number };
      row: { readonly id: number; readonly kind: 'members' | 'listings' | 'exchanges'; readonly fileName: string | null; readonly move: 'timeoverflow' | 'komunitin' | 'ces' | 'cyclos' | 'timebank' | null; readonly fileSha256: string; readonly rowCount: number; readonly createdCount: number; readonly importedAt: Date; readonly importedBy: string | null; readonly undoneAt: Date | null; readonly undoneBy: string | null };
    };
    select_import_page: {
      parameters: { communityId: number; beforeId: number; limit: number };
      row: { readonly id: number; readonly kind: 'members' | 'listings' | 'exchanges'; readonly fileName: string | null; readonly move: 'timeoverflow' | 'komunitin' | 'ces' | 'cyclos' | 'timebank' | null; readonly fileSha256: string; readonly rowCount: number; readonly createdCount: number; readonly importedAt: Date; readonly importedBy: string | null; readonly undoneAt: Date | null; readonly undoneBy: string | null };
    };
    select_import_rows: {
      parameters: { communityId: number; importId: number };
      row: { readonly id: string };
    };
    select_imported_listings: {
      parameters: { communityId: number; listingIds: readonly string[] };
      row: { readonly id: string; readonly memberId: string; readonly status: 'active' | 'held' | 'closed' };
    };
    select_imported_members: {
      parameters: { communityId: number; memberIds: readonly string[] };
      row: { readonly id: string; readonly status: 'active' | 'pending' | 'suspended' | 'left'; readonly visibility: 'hidden' | 'listed' | 'listed_with_email' | null; readonly defaultVisibility: 'hidden' | 'listed' | 'listed_with_email'; readonly openingId: string | null };
    };
    select_is_filled: {
      parameters: { communityId: number };
      row: { readonly filled: boolean };
    };
    select_known_members: {
      parameters: { communityId: number };
      row: { readonly externalId: string | null; readonly name: string };
    };
    select_leaving_exchanges: {
      parameters: { communityId: number };
      row: { readonly kind: 'exchange' | 'gift'; readonly number: string; readonly serviceDate: string; readonly providerKind: 'fund' | 'member' | 'organisation' | 'settlement' | 'chest' | 'opening'; readonly provider: string; readonly receiverKind: 'fund' | 'member' | 'organisation' | 'settlement' | 'chest' | 'opening'; readonly receiver: string; readonly listing: string | null; readonly seconds: number; readonly note: string | null; readonly category: string | null };
    };
    select_leaving_listings: {
      parameters: { communityId: number };
      row: { readonly number: string; readonly member: string; readonly type: 'service' | 'request'; readonly title: string; readonly description: string; readonly category: string; readonly estimatedSeconds: number | null; readonly status: 'active' | 'held' | 'closed'; readonly createdAt: Date };
    };
    select_leaving_members: {
      parameters: { communityId: number };
      row: { readonly number: string; readonly name: string; readonly status: 'active' | 'pending' | 'suspended' | 'left'; readonly email: string | null; readonly joinedOn: string | null; readonly language: string | null; readonly visibility: 'hidden' | 'listed' | 'listed_with_email' | null; readonly balanceSeconds: number };
    };
    select_leaving_organisations: {
      parameters: { communityId: number };
      row: { readonly name: string | null; readonly balanceSeconds: number };
    };
    select_listing_owners: {
      parameters: { communityId: number; listingIds: readonly string[] };
      row: { readonly memberId: string };
    };
    select_listings_by_external_id: {
      parameters: { communityId: number; externalIds: readonly string[] };
      row: { readonly id: string; readonly externalId: string; readonly memberId: string; readonly type: 'service' | 'request'; readonly title: string; readonly description: string; readonly category: string; readonly estimatedSeconds: number | null; readonly status: 'active' | 'held' | 'closed' };
    };
    select_members_by_external_id: {
      parameters: { communityId: number; externalIds: readonly string[] };
      row: { readonly id: string; readonly accountId: number; readonly externalId: string; readonly name: string; readonly email: string | null; readonly status: 'active' | 'pending' | 'suspended' | 'left'; readonly visibility: 'hidden' | 'listed' | 'listed_with_email' | null; readonly language: string | null; readonly joinedOn: string | null; readonly balanceSeconds: number; readonly salutation: string | null; readonly givenName: string | null; readonly familyName: string | null; readonly phone: string | null; readonly secondPhone: string | null; readonly street: string | null; readonly postalCode: string | null; readonly place: string | null; readonly country: string | null; readonly preferredContact: 'phone' | 'email' | 'letter' | 'in_person' | null; readonly birthYear: string | null; readonly agreementSignedOn: string | null; readonly emailConsentOn: string | null; readonly emergencyContact: string | null; readonly notes: string | null; readonly ownValues: Readonly<Record<string, string>> | null; readonly bookletContact: 'phone' | 'email' | 'both' | 'none' };
    };
    select_move_of_import: {
      parameters: { communityId: number; importId: number };
      row: { readonly id: number; readonly membersImportId: number | null; readonly listingsImportId: number | null; readonly exchangesImportId: number | null; readonly fundOpeningId: string | null };
    };
    select_move_to_undo: {
      parameters: { communityId: number };
      row: { readonly id: number; readonly membersImportId: number | null; readonly listingsImportId: number | null; readonly exchangesImportId: number | null; readonly fundOpeningId: string | null };
    };
    select_organisation_openings: {
      parameters: { communityId: number };
      row: { readonly id: string };
    };
    select_reversed_imported_exchanges: {
      parameters: { communityId: number; importId: number; namesMax: number };
      row: { readonly count: number; readonly names: readonly string[] };
    };
    select_shown_move: {
      parameters: { communityId: number };
      row: { readonly system: 'timeoverflow' | 'komunitin' | 'ces' | 'cyclos' | 'timebank'; readonly fileNames: readonly string[]; readonly answers: Answers; readonly membersImportId: number | null; readonly members: number; readonly listings: number; readonly exchanges: number; readonly movedAt: Date; readonly movedBy: string | null };
    };
    select_standing_move: {
      parameters: { communityId: number };
      row: { readonly id: number; readonly system: 'timeoverflow' | 'komunitin' | 'ces' | 'cyclos' | 'timebank'; readonly planSha256: Buffer; readonly answers: Answers; readonly movedAt: Date };
    };
    select_transfers_by_external_id: {
      parameters: { communityId: number; kinds: readonly string[]; externalIds: readonly string[] };
      row: { readonly externalId: string; readonly kind: 'opening' | 'opening_reversal' | 'credit' | 'credit_reversal' | 'exchange' | 'exchange_reversal' | 'gift' | 'gift_reversal'; readonly debitAccountId: number; readonly creditAccountId: number; readonly amountSeconds: number; readonly serviceDate: string | null; readonly listingId: string | null; readonly note: string | null; readonly categoryId: number | null };
    };
    select_undoable: {
      parameters: { communityId: number; importId: number };
      row: { readonly id: number; readonly kind: 'members' | 'listings' | 'exchanges'; readonly undone: boolean; readonly createdCount: number; readonly followed: boolean };
    };
  }
}
