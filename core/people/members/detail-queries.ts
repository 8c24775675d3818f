import { query, type StatementRow, write } from '../../database/query.ts';

/** How the person is called, reached, and what was agreed. Null: unknown. `birthYear`: four digits. */
export type MemberDetails = StatementRow<'select_member_details'>;

/** Writes all fields of each member; own values, and why the member has its status, stay. */
export const upsertMemberDetails = write(
  'upsert_member_details',
  {
    rows: {
      memberId: 'uuid',
      salutation: 'text',
      givenName: 'text',
      familyName: 'text',
      sortName: 'text',
      phone: 'text',
      secondPhone: 'text',
      street: 'text',
      postalCode: 'text',
      place: 'text',
      country: 'text',
      preferredContact: 'text',
      birthYear: 'int',
      emergencyContact: 'text',
      notes: 'text',
      agreementSignedOn: 'date',
      emailConsentOn: 'date',
      phoneKey: 'text',
      secondPhoneKey: 'text',
      addressKey: 'text',
    },
  },
  `insert into member_details (community_id, $columns, updated_at)
   select $communityId, row.*, $updatedAt from unnest($rows) as row
   on conflict (community_id, member_id) do update set salutation = excluded.salutation,
     given_name = excluded.given_name, family_name = excluded.family_name, sort_name = excluded.sort_name,
     phone = excluded.phone, second_phone = excluded.second_phone, street = excluded.street,
     postal_code = excluded.postal_code, place = excluded.place, country = excluded.country,
     preferred_contact = excluded.preferred_contact, birth_year = excluded.birth_year,
     emergency_contact = excluded.emergency_contact, notes = excluded.notes,
     agreement_signed_on = excluded.agreement_signed_on, email_consent_on = excluded.email_consent_on,
     phone_key = excluded.phone_key, second_phone_key = excluded.second_phone_key,
     address_key = excluded.address_key, updated_at = excluded.updated_at`,
);

export const selectMemberDetails = query(
  'select_member_details',
  `select salutation, given_name as "givenName", family_name as "familyName", phone, second_phone as "secondPhone", street,
     postal_code as "postalCode", place, country, preferred_contact as "preferredContact",
     birth_year::text as "birthYear", agreement_signed_on as "agreementSignedOn",
     email_consent_on as "emailConsentOn", emergency_contact as "emergencyContact", notes
   from member_details where community_id = $communityId and member_id = $memberId`,
);

/** Notes why these members have the status that they just got; null takes back what was noted before. */
export const upsertStatusReasons = write(
  'upsert_status_reasons',
  `insert into member_details (community_id, member_id, status_reason, status_at, updated_at)
   select $communityId, member_id, $reason, $at!, $at from unnest($memberIds::uuid[]) as member_id
   on conflict (community_id, member_id) do update set status_reason = excluded.status_reason,
     status_at = excluded.status_at, updated_at = excluded.updated_at`,
);

/** Of erased members nothing of this stays, nor that another entry is of the same person. */
export const deleteMemberFiles = write(
  'delete_member_files',
  `with details as (
     delete from member_details where community_id = $communityId and member_id = any($memberIds::uuid[])
   ), calls as (
     delete from member_calls where community_id = $communityId and member_id = any($memberIds::uuid[])
   ), holds as (
     delete from member_holds where community_id = $communityId and member_id = any($memberIds::uuid[])
   ), pairs as (
     delete from member_pairs where community_id = $communityId
       and (member_id = any($memberIds::uuid[]) or other_id = any($memberIds::uuid[]))
   )
   delete from member_checks where community_id = $communityId and member_id = any($memberIds::uuid[])`,
);

/** `ownValues` are by the number of the field. */
export const selectMemberFile = query(
  'select_member_file',
  `select emergency_contact as "emergencyContact", notes, status_reason as "statusReason", status_at as "statusAt",
     own_values as "ownValues"
   from member_details where community_id = $communityId and member_id = $memberId`,
);

/** How a member gets into the members' pages. */
export const selectPagesUse = query(
  'select_pages_use',
  `select m.letter_only as "letterOnly", (
     select max(s.last_seen_at) from member_sessions s
     where s.community_id = m.community_id and s.member_id = m.id and s.deputy_id is null) as "usedAt"
   from members m where m.community_id = $communityId and m.id = $memberId`,
);

/** Newest first. `expiresOn` is the last day on which it counts; null: it does not end. */
export const selectMemberChecks = query(
  'select_member_checks',
  `select id::int, kind, checker as "checkedBy", checked_on as "checkedOn", expires_on as "expiresOn",
     recorded_at as "recordedAt"
   from member_checks where community_id = $communityId and member_id = $memberId order by id desc limit $limit`,
);

export const insertMemberCheck = write(
  'insert_member_check',
  `insert into member_checks (community_id, member_id, kind, checker, checked_on, expires_on, recorded_by, recorded_at)
   values ($communityId, $memberId, $kind, $checkedBy, $checkedOn, $expiresOn, $recordedBy, $recordedAt)
   returning id::int`,
);

export const deleteMemberCheck = write(
  'delete_member_check',
  `delete from member_checks where community_id = $communityId and member_id = $memberId and id = $checkId
   returning kind`,
);

/** The member who stayed, of one who was marked as the same person. */
export const selectSamePerson = query(
  'select_same_person',
  `select m.id, m.name from member_pairs p
   join members m on m.community_id = p.community_id and m.id = p.member_id
   where p.community_id = $communityId and p.other_id = $memberId and p.decision = 'same'
   order by p.decided_at desc, m.id limit 1`,
);

export type OwnFieldRow = StatementRow<'select_own_fields'>;

/** In the order in which they were added. */
export const selectOwnFields = query(
  'select_own_fields',
  `select number::int, name, kind, choices, is_quarter as "isQuarter" from member_fields
   where community_id = $communityId and removed_at is null order by number`,
);

export type QuarterRow = StatementRow<'select_quarter'>;

/** The field that is the quarter, and what a member has of it. */
export const selectQuarter = query(
  'select_quarter',
  `select f.name, f.choices, (select d.own_values ->> f.number::text from member_details d
     where d.community_id = f.community_id and d.member_id = $memberId) as own
   from member_fields f where f.community_id = $communityId and f.is_quarter`,
);

/** Of two that are added at once, the second gets the next number; values wait for a change of their field. */
export const lockOwnFields = write(
  'lock_own_fields',
  `with c as materialized (select id from communities where id = $communityId for no key update)
   select f.number::int, f.removed_at is not null as "isRemoved"
   from c join member_fields f on f.community_id = c.id where f.community_id = $communityId order by f.number`,
);

export const insertOwnField = write(
  'insert_own_field',
  `insert into member_fields (community_id, number, name, kind, choices, created_at)
   values ($communityId, $number, $name, $kind, $choices, $createdAt)`,
);

export const updateOwnField = write(
  'update_own_field',
  `update member_fields set name = $name, choices = $choices, is_quarter = $isQuarter
   where community_id = $communityId and number = $number and removed_at is null`,
);

/** A community has one quarter at most: the mark leaves the field that had it. */
export const clearOtherQuarter = write(
  'clear_other_quarter',
  `update member_fields set is_quarter = false
   where community_id = $communityId and is_quarter and number <> $number`,
);

export const removeOwnFieldRow = write(
  'remove_own_field',
  `update member_fields set removed_at = $removedAt!, is_quarter = false
   where community_id = $communityId and number = $number and removed_at is null returning number::int`,
);

/**
 * Replaces values of a field, of so many members after one. `became`: the new one by the old one, null takes it away; null
 * alone takes all away.
 */
export const replaceOwnValues = write(
  'replace_own_values',
  `with batch as materialized (
     select member_id from member_details where community_id = $communityId and member_id > $afterId
     order by member_id limit $limit for no key update
   ), replaced as (
     update member_details d set own_values = jsonb_strip_nulls(d.own_values ||
       jsonb_build_object($number::text, $became::jsonb -> (d.own_values ->> $number::text))), updated_at = $updatedAt
     from batch b
     where d.community_id = $communityId and d.member_id = b.member_id and d.own_values ? $number::text
       and ($became::jsonb is null or $became::jsonb ? (d.own_values ->> $number::text))
   )
   select member_id as "memberId" from batch order by member_id`,
);

/** What members have of the field that is the quarter. */
export const upsertQuarters = write(
  'upsert_quarters',
  { rows: { memberId: 'uuid', quarter: 'text' } },
  `insert into member_details (community_id, member_id, own_values, updated_at)
   select $communityId, row.member_id, jsonb_build_object(f.number::text, row.quarter), $at
   from unnest($rows) as row ($columns), member_fields f where f.community_id = $communityId and f.is_quarter
   on conflict (community_id, member_id) do update
     set own_values = member_details.own_values || excluded.own_values, updated_at = excluded.updated_at`,
);

/** Sets values; null takes one away. */
export const upsertOwnValues = write(
  'upsert_own_values',
  `insert into member_details (community_id, member_id, own_values, updated_at)
   values ($communityId, $memberId, jsonb_strip_nulls($values::jsonb), $at)
   on conflict (community_id, member_id) do update
     set own_values = jsonb_strip_nulls(member_details.own_values || $values::jsonb), updated_at = excluded.updated_at`,
);
