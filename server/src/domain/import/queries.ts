import type { MemberStatus, Visibility } from '@timebank/contract';
import { query, type SqlStatement, type Transaction, write } from '../../platform/database/query.ts';

/** One import at a time per community: the second waits here, and then sees what the first has written. */
export const lockOpeningAccount = write<[communityId: number], { id: number }>(
  'lock_opening_account',
  `select id from accounts where community_id = $1 and kind = 'opening' for no key update`,
);

/**
 * Until the transaction ends, plans do not depend on which community it is. Statistics know nothing yet of a community
 * that is being filled, and a plan that takes it for empty reads all its rows for each foreign key.
 */
export const planForAnyCommunity = write<[], never>(
  'plan_for_any_community',
  `select set_config('plan_cache_mode', 'force_generic_plan', true)`,
);

const DISCARD_PLANS: SqlStatement = { name: 'discard_plans', text: 'discard plans' };

/** Plans the connection's statements anew, those of foreign keys too: plans made for empty tables stay otherwise. */
export async function discardPlans(transaction: Transaction): Promise<void> {
  await transaction.run(DISCARD_PLANS, []);
}

export interface ImportedMemberRow {
  readonly id: string;
  readonly account_id: number;
  readonly external_id: string;
  readonly name: string;
  readonly email: string | null;
  readonly status: MemberStatus;
  readonly visibility: Visibility | null;
  readonly language: string | null;
  readonly joined_on: string | null;
}

export const selectMembersByExternalId = query<
  [communityId: number, externalIds: readonly string[]],
  ImportedMemberRow
>(
  'select_members_by_external_id',
  `select m.id, a.id as account_id, m.external_id, m.name, m.email, m.status, m.visibility, m.language, m.joined_on
   from members m
   join accounts a on a.community_id = m.community_id and a.member_id = m.id
   where m.community_id = $1 and m.external_id = any($2::text[])`,
);

export interface ImportedTransferRow {
  readonly external_id: string;
  readonly debit_account_id: number;
  readonly credit_account_id: number;
  readonly amount_seconds: number;
  readonly service_date: string | null;
  readonly listing_id: string | null;
  readonly note: string | null;
}

/** Opening balances or exchanges. */
export const selectTransfersByExternalId = query<
  [communityId: number, kind: 'opening' | 'exchange', externalIds: readonly string[]],
  ImportedTransferRow
>(
  'select_transfers_by_external_id',
  `select external_id, debit_account_id, credit_account_id, amount_seconds, service_date, listing_id, note
   from transfers
   where community_id = $1 and kind = $2 and external_id = any($3::text[])`,
);

export interface ImportedListingRow {
  readonly id: string;
  readonly external_id: string;
  readonly member_id: string;
  readonly type: string;
  readonly title: string;
  readonly description: string;
  readonly category: string;
  readonly estimated_seconds: number | null;
  readonly status: string;
}

export const selectListingsByExternalId = query<
  [communityId: number, externalIds: readonly string[]],
  ImportedListingRow
>(
  'select_listings_by_external_id',
  `select id, external_id, member_id, type, title, description, category, estimated_seconds, status
   from listings
   where community_id = $1 and external_id = any($2::text[])`,
);
