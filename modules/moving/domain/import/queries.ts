import type { ExchangeKind } from '@timebank/contract';
import {
  query,
  type SqlStatement,
  type StatementRow,
  type Transaction,
  write,
} from '../../../../core/database/query.ts';
import { OWN_STATUS } from '../../../../core/people/listings/queries.ts';

/** One import at a time per community: the second waits here, and then sees what the first has written. */
export const lockOpeningAccount = write(
  'lock_opening_account',
  `select id from accounts where community_id = $communityId and kind = 'opening' for no key update`,
);

/**
 * Until the transaction ends, plans do not depend on which community it is. Statistics know nothing yet of a community
 * that is being filled, and a plan that takes it for empty reads all its rows for each foreign key.
 */
export const planForAnyCommunity = write(
  'plan_for_any_community',
  `select set_config('plan_cache_mode', 'force_generic_plan', true)`,
);

const DISCARD_PLANS: SqlStatement = { name: 'discard_plans', text: 'discard plans' };

/** Discards the connection's plans, those of foreign keys too: plans made for empty tables stay otherwise. */
export async function discardPlans(transaction: Transaction): Promise<void> {
  await transaction.run(DISCARD_PLANS, []);
}

export type ImportedMemberRow = StatementRow<'select_members_by_external_id'>;

export const selectMembersByExternalId = query(
  'select_members_by_external_id',
  `select m.id, a.id as "accountId", m.external_id as "externalId", m.name, m.email, m.status, m.visibility,
     m.language, m.joined_on as "joinedOn", a.credits_seconds - a.debits_seconds as "balanceSeconds", d.salutation, d.given_name as "givenName", d.family_name as "familyName", d.phone,
     d.second_phone as "secondPhone", d.street, d.postal_code as "postalCode", d.place, d.country,
     d.preferred_contact as "preferredContact", d.birth_year::text as "birthYear",
     d.agreement_signed_on as "agreementSignedOn", d.email_consent_on as "emailConsentOn",
     d.emergency_contact as "emergencyContact", d.notes, d.own_values as "ownValues", coalesce(m.booklet_contact, 'none') as "bookletContact"
   from members m
   join accounts a on a.community_id = m.community_id and a.member_id = m.id
   left join member_details d on d.community_id = m.community_id and d.member_id = m.id
   where m.community_id = $communityId and m.external_id = any($externalIds::text[])`,
);

/** Whom a file may mean under another number. */
export type KnownMemberRow = StatementRow<'select_known_members'>;

export const selectKnownMembers = query(
  'select_known_members',
  `select external_id as "externalId", name from members where community_id = $communityId and erased_at is null
   order by id`,
);

/** Opening balances, or exchanges and gifts, with the category as the list has it now. */
export const selectTransfersByExternalId = query<'select_transfers_by_external_id', { kind: 'opening' | ExchangeKind }>(
  'select_transfers_by_external_id',
  `select x.external_id as "externalId", t.kind, t.debit_account_id as "debitAccountId",
     t.credit_account_id as "creditAccountId",
     t.amount_seconds as "amountSeconds", t.service_date as "serviceDate", t.listing_id as "listingId", t.note,
     (select coalesce(c.merged_into, c.id) from categories c
      where c.community_id = t.community_id and c.id = t.category_id) as "categoryId"
   from transfer_external_ids x
   join transfers t on t.community_id = x.community_id and t.id = x.transfer_id
   where x.community_id = $communityId and x.kind = any($kinds::text[]) and x.external_id = any($externalIds::text[])`,
);

/** With the status that each has when its member is not on hold: that is what a file says. */
export const selectListingsByExternalId = query(
  'select_listings_by_external_id',
  `select l.id, l.external_id as "externalId", l.member_id as "memberId", l.type, l.title, l.description, l.category,
     l.estimated_seconds as "estimatedSeconds", ${OWN_STATUS} as "status!"
   from listings l
   where l.community_id = $communityId and l.external_id = any($externalIds::text[])`,
);
