import type { Visibility } from '@timebank/contract';
import { query, type StatementRow, write } from '../../database/query.ts';
import { seenBy, VISIBLE } from '../visibility.ts';

/** As others may meet these members. */
export const selectNamesForMembers = query(
  'select_names_for_members',
  `select m.id, m.name, d.given_name as "givenName", d.family_name as "familyName", m.seen_by_members as "seenByMembers"
   from members m
   left join member_details d on d.community_id = m.community_id and d.member_id = m.id
   where m.community_id = $communityId and m.id = any ($memberIds::uuid[])`,
);

export const insertMembers = write(
  'insert_members',
  {
    rows: {
      id: 'uuid',
      externalId: 'text',
      name: 'text',
      email: 'text',
      status: 'text',
      visibility: 'text',
      language: 'text',
      joinedOn: 'date',
      paymentReference: 'text',
      searchName: 'text',
    },
  },
  `insert into members (community_id, $columns, created_at, updated_at)
   select $communityId, row.*, $createdAt, $createdAt from unnest($rows) as row`,
);

/** One pair per word. */
export const insertMemberWords = write(
  'insert_member_words',
  `insert into member_words (community_id, member_id, word)
   select $communityId, pair.* from unnest($memberIds::uuid[], $words::text[]) as pair`,
);

/** One list for each member. Arrays of one length only are arrays in SQL, so the lists come as text: `{1,2}`. */
export const insertMemberGrams = write(
  'insert_member_grams',
  `insert into member_grams (community_id, member_id, grams)
   select $communityId, row.member_id, row.grams::integer[]
     from unnest($memberIds::uuid[], $grams::text[]) as row (member_id, grams)`,
);

export const deleteMemberGrams = write(
  'delete_member_grams',
  'delete from member_grams where community_id = $communityId and member_id = any($memberIds::uuid[])',
);

export const deleteMemberWords = write(
  'delete_member_words',
  'delete from member_words where community_id = $communityId and member_id = any($memberIds::uuid[])',
);

export const insertMemberAccounts = write(
  'insert_member_accounts',
  `insert into accounts (community_id, kind, member_id, created_at)
   select $communityId, 'member', member_id, $createdAt from unnest($memberIds!::uuid[]) as member_id
   returning id, member_id as "memberId!"`,
);

/** Zero rows: the member is not there or not in one of the expected states. */
export const updateMemberStatus = write(
  'update_member_status',
  `update members set status = $status, updated_at = $updatedAt
   where community_id = $communityId and id = $memberId and status = any($expected::text[])
   returning id`,
);

/** A member who asked to take part on the community's pages, where they are on. */
export const selectAskedToJoin = query(
  'select_asked_to_join',
  `select m.id from members m join communities c on c.id = m.community_id and c.members_side
   where m.community_id = $communityId and m.id = $memberId and m.join_asked_at is not null`,
);

export type MemberRow = StatementRow<'lock_member'>;

/**
 * Held while partners are named in events: none is created meanwhile, which would see the members as they were, and not
 * hear what becomes of them. Taken before members and listings, and before the partners are read.
 */
export const lockCommunityShared = write(
  'lock_community_shared',
  'select from communities where id = $communityId for share',
);

/**
 * Held to the end of the transaction: who sees the member before and after a change is decided under it. The
 * community is held first, as by `lockCommunityShared`, and as the change of its default does it.
 */
export const lockMember = write(
  'lock_member',
  `with c as materialized (select id, default_visibility from communities where id = $communityId for share)
   select m.status, m.visibility, c.default_visibility as "defaultVisibility", m.external_id as "externalId", m.name,
     m.email, m.language, m.joined_on as "joinedOn", m.payment_reference as "paymentReference",
     m.erased_at as "erasedAt"
   from c join members m on m.community_id = c.id
   where m.community_id = $communityId and m.id = $memberId and m.undone_at is null
   for no key update of m`,
);

/**
 * Held while listings of these members change, so that no change of who sees the members runs between the listing and
 * its event. In the order of all that lock members.
 */
export const lockMembersShared = write(
  'lock_members_shared',
  'select from members where community_id = $communityId and id = any($memberIds::uuid[]) order by id for share',
);

/** Who sees the members now: whether partners without a choice do, and which partners do. */
export const selectSeers = query(
  'select_seers',
  `select m.id as "memberId",
     m.status = 'active' and coalesce(m.visibility, min(c.default_visibility)) <> 'hidden' as "byDefault",
     coalesce(array_agg(p.id order by p.id) filter (where p.id is not null and ${VISIBLE}), '{}') as "partnerIds"
   from members m
   left join partners p on p.community_id = m.community_id
   ${seenBy('p.id')}
   where m.community_id = $communityId and m.id = any($memberIds::uuid[])
   group by m.community_id, m.id`,
);

/**
 * Marks the members' next active listings as changed, by member and id. The rows are found by their key: one that a renewal
 * has replaced lies elsewhere, where this statement does not see it yet.
 */
export const touchActiveListings = write(
  'touch_active_listings',
  `with batch as materialized (
     select member_id, id from listings
     where community_id = $communityId and member_id = any($memberIds)
       and (member_id, id) > ($afterMemberId, $afterId) and status = 'active'
     order by member_id, id
     limit $limit
     for no key update
   ), touched as (
     update listings set updated_at = $updatedAt
     where community_id = $communityId and id = any(array(select id from batch))
   )
   select member_id as "memberId", id from batch order by member_id, id`,
);

/** Every partner of the community with the member's choice for it, if there is one. */
export const selectPartnerChoices = query(
  'select_partner_choices',
  `select p.id as "partnerId", v.visibility as choice
   from partners p
   left join member_partner_visibility v
     on v.community_id = p.community_id and v.partner_id = p.id and v.member_id = $memberId
   where p.community_id = $communityId
   order by p.id`,
);

export const updateMemberRow = write(
  'update_member',
  `update members set external_id = $externalId, name = $name, email = $email, visibility = $visibility,
     email_state = case when email is not distinct from $email then email_state end,
     language = $language, joined_on = $joinedOn,
     search_name = $searchName, updated_at = $updatedAt
   where community_id = $communityId and id = $memberId`,
);

/** Zero rows: mails go there, or there is no such member. */
export const updateEmailTrusted = write(
  'update_email_trusted',
  `update members set email_state = null where community_id = $communityId and id = $memberId and email_state is not null
   returning id`,
);

export const touchMember = write(
  'touch_member',
  'update members set updated_at = $updatedAt where community_id = $communityId and id = $memberId',
);

export const insertPartnerChoice = write(
  'insert_partner_choice',
  `insert into member_partner_visibility (community_id, member_id, partner_id, visibility)
   values ($communityId, $memberId, $partnerId, $visibility)
   on conflict (community_id, partner_id, member_id) do update set visibility = excluded.visibility`,
);

export const deletePartnerChoice = write(
  'delete_partner_choice',
  `delete from member_partner_visibility
   where community_id = $communityId and member_id = $memberId and partner_id = $partnerId`,
);

// A lock of its own: an import holds it for long, and the community's switch must not wait for one.
const DEFAULT_VISIBILITY_LOCK = 0x74_63;

/** Held while members are created, so that a change of the default waits, and finds them. */
export const shareDefaultVisibility = write(
  'share_default_visibility',
  `select pg_advisory_xact_lock_shared(${DEFAULT_VISIBILITY_LOCK}, $communityId)`,
);

/** Held while the default changes, taken before the community's row. */
export const lockDefaultVisibility = write(
  'lock_default_visibility',
  `select pg_advisory_xact_lock(${DEFAULT_VISIBILITY_LOCK}, $communityId)`,
);

export const selectDefaultVisibility = query(
  'select_default_visibility',
  'select default_visibility as visibility from communities where id = $communityId',
);

export const selectPartnerIds = query(
  'select_partner_ids',
  'select id from partners where community_id = $communityId order by id',
);

/** Marks the next active members without a choice of their own as changed, with their choices for single partners. */
export const touchMembersOnDefault = write<
  'touch_members_on_default',
  { choices: Readonly<Record<string, Visibility>> | null }
>(
  'touch_members_on_default',
  `with batch as materialized (
     select id from members
     where community_id = $communityId and id > $afterId and status = 'active' and visibility is null
     order by id
     limit $limit
     for no key update
   ), touched as (
     update members m set updated_at = $updatedAt from batch where m.community_id = $communityId and m.id = batch.id
   )
   select b.id, (
     select json_object_agg(p.id, v.visibility) from partners p
     join member_partner_visibility v on v.community_id = p.community_id and v.partner_id = p.id and v.member_id = b.id
     where p.community_id = $communityId) as choices
   from batch b
   order by b.id`,
);

export const deletePartnerChoices = write(
  'delete_partner_choices',
  `delete from member_partner_visibility v using partners p
   where p.community_id = $communityId and v.community_id = p.community_id and v.partner_id = p.id
     and v.member_id = $memberId`,
);

/** Locks the two parties of an exchange until it is booked: no membership ends meanwhile. */
export const lockParties = write(
  'lock_parties',
  `select id, status, undone_at is not null as undone from members
   where community_id = $communityId and id = any($memberIds::uuid[]) order by id for share`,
);

/** Adds up the tallies of communities that have more than so many rows of them. */
export const foldTallies = query(
  'fold_tallies',
  `with many as (
     select community_id
       from member_tallies group by community_id having count(*) > $rowsMax order by community_id limit $limit
   ), gone as (
     delete from member_tallies t using many m where t.community_id = m.community_id
     returning t.community_id, t.active, t.on_default
   ), kept as (
     insert into member_tallies (community_id, active, on_default)
     select community_id, sum(active), sum(on_default) from gone group by community_id
     returning 1
   )
   select count(*)::int as folded from kept`,
);
