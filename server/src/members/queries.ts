import { write } from '../database/query.ts';
import type { MemberStatus, Visibility } from './member.ts';

type Nullable<T> = readonly (T | null)[];

export const insertMembers = write<
  [
    communityId: number,
    ids: readonly string[],
    externalIds: Nullable<string>,
    names: readonly string[],
    emails: Nullable<string>,
    statuses: readonly MemberStatus[],
    visibilities: Nullable<Visibility>,
    languages: Nullable<string>,
    joinedOn: Nullable<string>,
    paymentReferences: readonly string[],
    createdAt: Date,
  ]
>(
  'insert_members',
  `insert into members (community_id, id, external_id, name, email, status, visibility, language, joined_on,
     payment_reference, created_at, updated_at)
   select $1, row.*, $11, $11
   from unnest($2::uuid[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::date[],
     $10::text[]) as row`,
);

export const insertMemberAccounts = write<
  [communityId: number, memberIds: readonly string[], createdAt: Date],
  { id: number; member_id: string }
>(
  'insert_member_accounts',
  `insert into accounts (community_id, kind, member_id, created_at)
   select $1, 'member', member_id, $3 from unnest($2::uuid[]) as member_id
   returning id, member_id`,
);

/** Zero rows: the member is not there or not in one of the expected states. */
export const updateMemberStatus = write<
  [communityId: number, memberId: string, status: MemberStatus, expected: readonly MemberStatus[], updatedAt: Date],
  { id: string }
>(
  'update_member_status',
  `update members set status = $3, updated_at = $5
   where community_id = $1 and id = $2 and status = any($4::text[])
   returning id`,
);
