import { query, type StatementRow, write } from '../../../../core/database/query.ts';
import { signInAddressOf } from '../../../../core/people/number-in.ts';

/** A new invitation of the same address replaces the earlier one. */
export const insertInvitation = write(
  'insert_invitation',
  `insert into invitations (community_id, email, role, token_hash, created_at, expires_at)
   values ($communityId, $email, $role, $tokenHash, $createdAt, $expiresAt)
   on conflict (community_id, email) do update set
     role = excluded.role, token_hash = excluded.token_hash, mailed_token_hash = null, created_at = excluded.created_at,
     expires_at = excluded.expires_at
   returning id`,
);

export type InvitationRow = StatementRow<'select_invitation'>;

const INVITATION = `select i.id, i.community_id as "communityId", c.name as community, i.email, i.role,
     i.created_at as "createdAt", i.expires_at as "expiresAt"
   from invitations i
   join communities c on c.id = i.community_id`;

/** Directory look-up: the token's digest tells the invitation. */
export const selectInvitation = query(
  'select_invitation',
  `${INVITATION} where (i.token_hash = $tokenHash or i.mailed_token_hash = $tokenHash) and i.expires_at > $now`,
);

export const lockInvitation = write(
  'lock_invitation',
  `${INVITATION} where (i.token_hash = $tokenHash or i.mailed_token_hash = $tokenHash) and i.expires_at > $now for update of i`,
);

/** The invitations of all communities to an address: a person who has proved the address needs no link. */
export const lockInvitationsOf = write(
  'lock_invitations_of',
  `${INVITATION} where i.email = $email and i.expires_at > $now order by i.community_id, i.id for update of i`,
);

/** Newest first, with what became of the mail of each: its reason is the invitation as it was last made. */
export const selectInvitations = query(
  'select_invitations',
  `select i.id, i.email, i.role, i.created_at as "createdAt", i.expires_at as "expiresAt", m.state as "mailState",
     m.error as "mailError"
   from invitations i
   left join mails m on m.community_id = i.community_id
     and m.reason_key = 'invitation:' || i.id || ':' || (extract(epoch from i.created_at) * 1000)::bigint
   where i.community_id = $communityId order by i.created_at desc, i.id desc limit $limit`,
);

export const deleteInvitation = write(
  'delete_invitation',
  'delete from invitations where community_id = $communityId and id = $id returning email, role',
);

export const deleteOldInvitations = query(
  'delete_old_invitations',
  `with deleted as (delete from invitations where expires_at < $before returning 1)
   select count(*)::int as deleted from deleted`,
);

/** Whether the person who has proved this address administers the community already. */
export const hasProvedAddress = query<'has_proved_address', { found: true }>(
  'has_proved_address',
  `select true as found from administrator_roles r
   join administrators a on a.id = r.administrator_id
   where r.community_id = $communityId and ${signInAddressOf('a')} = $email and a.address_proved_at is not null`,
);
