import { query, type RowFrom, write } from '../../../core/database/query.ts';

/**
 * An account that takes part in exchanges. `name`: the member's or the organisation's; null for the chest.
 * `lowerBalanceSeconds`: null: the community's.
 */
export type AccountRow = RowFrom<typeof selectAccountsByName>;

/** Only these take part in exchanges. */
interface KindOfSide {
  readonly kind: 'member' | 'organisation' | 'chest';
}

const COLUMNS = `a.id, a.kind, a.member_id as "memberId", coalesce(m.name, a.name) as name,
  a.credits_seconds - a.debits_seconds as "balanceSeconds", a.lower_balance_seconds as "lowerBalanceSeconds"`;

const FROM = `from accounts a left join members m on m.community_id = a.community_id and m.id = a.member_id`;

export const selectAccountOfMember = query<'select_account_of_member', KindOfSide>(
  'select_account_of_member',
  `select ${COLUMNS} ${FROM} where a.community_id = $communityId and a.member_id = $memberId and m.undone_at is null`,
);

/** Members by their external id, organisations by their name, the chest by the word `chest`. */
export const selectAccountsByName = query<'select_accounts_by_name', KindOfSide>(
  'select_accounts_by_name',
  `select ${COLUMNS} ${FROM}
   where a.community_id = $communityId and (
     (a.kind = 'member' and m.external_id = $name) or (a.kind = 'organisation' and a.name = $name)
     or (a.kind = 'chest' and $name = 'chest'))
   order by a.id`,
);

/** The chest or an organisation by the number of its account. */
export const selectSharedAccount = query(
  'select_shared_account',
  `select ${COLUMNS} ${FROM}
   where a.community_id = $communityId and a.id = $accountId and a.kind in ('chest', 'organisation')`,
);

/** The accounts of a community beside its members'. */
export const selectSharedAccounts = query(
  'select_shared_accounts',
  `select ${COLUMNS} ${FROM} where a.community_id = $communityId and a.kind in ('chest', 'organisation') order by a.id`,
);

/** Returns no row when the name is taken. */
export const insertOrganisation = write(
  'insert_organisation',
  `insert into accounts (community_id, kind, name, lower_balance_seconds, created_at)
   values ($communityId, 'organisation', $name!, $lowerBalanceSeconds, $createdAt)
   on conflict (community_id, name) where kind = 'organisation' do nothing
   returning id`,
);

export const updateLowerBalance = write(
  'update_lower_balance',
  `update accounts set lower_balance_seconds = $lowerBalanceSeconds
   where community_id = $communityId and id = $accountId`,
);
