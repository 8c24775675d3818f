import { query, write } from '../../../core/database/query.ts';

/** An account that takes part in exchanges. */
export interface AccountRow {
  readonly id: number;
  readonly kind: 'member' | 'organisation' | 'chest';
  readonly memberId: string | null;
  /** The member's or the organisation's; null for the chest. */
  readonly name: string | null;
  readonly balanceSeconds: number;
  /** Null: the community's. */
  readonly lowerBalanceSeconds: number | null;
}

const COLUMNS = `a.id, a.kind, a.member_id as "memberId", coalesce(m.name, a.name) as name,
  a.credits_seconds - a.debits_seconds as "balanceSeconds", a.lower_balance_seconds as "lowerBalanceSeconds"`;

const FROM = `from accounts a left join members m on m.community_id = a.community_id and m.id = a.member_id`;

export const selectAccountOfMember = query<{ communityId: number; memberId: string }, AccountRow>(
  'select_account_of_member',
  `select ${COLUMNS} ${FROM} where a.community_id = $communityId and a.member_id = $memberId and m.undone_at is null`,
);

/** Members by their external id, organisations by their name, the chest by the word `chest`. */
export const selectAccountsByName = query<{ communityId: number; name: string }, AccountRow>(
  'select_accounts_by_name',
  `select ${COLUMNS} ${FROM}
   where a.community_id = $communityId and (
     (a.kind = 'member' and m.external_id = $name) or (a.kind = 'organisation' and a.name = $name)
     or (a.kind = 'chest' and $name = 'chest'))
   order by a.id`,
);

/** The chest or an organisation by the number of its account. */
export const selectSharedAccount = query<{ communityId: number; accountId: number }, AccountRow>(
  'select_shared_account',
  `select ${COLUMNS} ${FROM}
   where a.community_id = $communityId and a.id = $accountId and a.kind in ('chest', 'organisation')`,
);

/** The accounts of a community beside its members'. */
export const selectSharedAccounts = query<{ communityId: number }, AccountRow>(
  'select_shared_accounts',
  `select ${COLUMNS} ${FROM} where a.community_id = $communityId and a.kind in ('chest', 'organisation') order by a.id`,
);

/** Returns no row when the name is taken. */
export const insertOrganisation = write<
  { communityId: number; name: string; lowerBalanceSeconds: number | null; createdAt: Date },
  { id: number }
>(
  'insert_organisation',
  `insert into accounts (community_id, kind, name, lower_balance_seconds, created_at)
   values ($communityId, 'organisation', $name, $lowerBalanceSeconds, $createdAt)
   on conflict (community_id, name) where kind = 'organisation' do nothing
   returning id`,
);

export const updateLowerBalance = write<{ communityId: number; accountId: number; lowerBalanceSeconds: number | null }>(
  'update_lower_balance',
  `update accounts set lower_balance_seconds = $lowerBalanceSeconds
   where community_id = $communityId and id = $accountId`,
);
