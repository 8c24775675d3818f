/** What an office keeps of members, apart from the rows that partners' lists are made from. */
import type { ContactWay, OwnFieldKind } from '@timebank/contract';
import { query, write } from '../../database/query.ts';

/** How the person is called, reached, and what was agreed. Null: unknown. */
export interface MemberDetails {
  readonly salutation: string | null;
  readonly givenName: string | null;
  readonly familyName: string | null;
  readonly phone: string | null;
  readonly secondPhone: string | null;
  readonly street: string | null;
  readonly postalCode: string | null;
  readonly place: string | null;
  readonly country: string | null;
  readonly preferredContact: ContactWay | null;
  /** Four digits. */
  readonly birthYear: string | null;
  /** `YYYY-MM-DD`. */
  readonly agreementSignedOn: string | null;
  /** `YYYY-MM-DD`. */
  readonly emailConsentOn: string | null;
  readonly emergencyContact: string | null;
  readonly notes: string | null;
}

/** Writes all fields of each member; own values, and why the member has its status, stay. */
export const upsertMemberDetails = write<
  {
    readonly rows: readonly {
      memberId: string;
      salutation: string | null;
      givenName: string | null;
      familyName: string | null;
      sortName: string | null;
      phone: string | null;
      secondPhone: string | null;
      street: string | null;
      postalCode: string | null;
      place: string | null;
      country: string | null;
      preferredContact: string | null;
      birthYear: number | null;
      emergencyContact: string | null;
      notes: string | null;
      agreementSignedOn: string | null;
      emailConsentOn: string | null;
      phoneKey: string | null;
      secondPhoneKey: string | null;
      addressKey: string | null;
    }[];
    communityId: number;
    updatedAt: Date;
  },
  never
>(
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

export const selectMemberDetails = query<{ communityId: number; memberId: string }, MemberDetails>(
  'select_member_details',
  `select salutation, given_name as "givenName", family_name as "familyName", phone, second_phone as "secondPhone", street,
     postal_code as "postalCode", place, country, preferred_contact as "preferredContact",
     birth_year::text as "birthYear", agreement_signed_on as "agreementSignedOn",
     email_consent_on as "emailConsentOn", emergency_contact as "emergencyContact", notes
   from member_details where community_id = $communityId and member_id = $memberId`,
);

/** Notes why these members have the status that they just got; null takes back what was noted before. */
export const upsertStatusReasons = write<
  { communityId: number; memberIds: readonly string[]; reason: string | null; at: Date },
  never
>(
  'upsert_status_reasons',
  `insert into member_details (community_id, member_id, status_reason, status_at, updated_at)
   select $communityId, member_id, $reason, $at, $at from unnest($memberIds::uuid[]) as member_id
   on conflict (community_id, member_id) do update set status_reason = excluded.status_reason,
     status_at = excluded.status_at, updated_at = excluded.updated_at`,
);

/** Of erased members nothing of this stays, nor that another entry is of the same person. */
export const deleteMemberFiles = write<{ communityId: number; memberIds: readonly string[] }>(
  'delete_member_files',
  `with details as (
     delete from member_details where community_id = $communityId and member_id = any($memberIds::uuid[])
   ), calls as (
     delete from member_calls where community_id = $communityId and member_id = any($memberIds::uuid[])
   ), pairs as (
     delete from member_pairs where community_id = $communityId
       and (member_id = any($memberIds::uuid[]) or other_id = any($memberIds::uuid[]))
   )
   delete from member_checks where community_id = $communityId and member_id = any($memberIds::uuid[])`,
);

export interface MemberFileRow {
  readonly emergencyContact: string | null;
  readonly notes: string | null;
  readonly statusReason: string | null;
  readonly statusAt: Date | null;
  /** Values by the number of the field. */
  readonly ownValues: Readonly<Record<string, string>>;
}

export const selectMemberFile = query<{ communityId: number; memberId: string }, MemberFileRow>(
  'select_member_file',
  `select emergency_contact as "emergencyContact", notes, status_reason as "statusReason", status_at as "statusAt",
     own_values as "ownValues"
   from member_details where community_id = $communityId and member_id = $memberId`,
);

/** How a member gets into the members' pages. */
export const selectPagesUse = query<
  { communityId: number; memberId: string },
  { letterOnly: boolean; usedAt: Date | null }
>(
  'select_pages_use',
  `select m.letter_only as "letterOnly", (
     select max(s.last_seen_at) from member_sessions s
     where s.community_id = m.community_id and s.member_id = m.id and s.deputy_id is null) as "usedAt"
   from members m where m.community_id = $communityId and m.id = $memberId`,
);

export interface MemberCheckRow {
  readonly id: number;
  readonly kind: string;
  readonly checkedBy: string;
  /** `YYYY-MM-DD`. */
  readonly checkedOn: string;
  /** The last day on which it counts; null: it does not end. */
  readonly expiresOn: string | null;
  readonly recordedAt: Date;
}

/** Newest first. */
export const selectMemberChecks = query<{ communityId: number; memberId: string; limit: number }, MemberCheckRow>(
  'select_member_checks',
  `select id::int, kind, checker as "checkedBy", checked_on as "checkedOn", expires_on as "expiresOn",
     recorded_at as "recordedAt"
   from member_checks where community_id = $communityId and member_id = $memberId order by id desc limit $limit`,
);

export const insertMemberCheck = write<
  {
    communityId: number;
    memberId: string;
    kind: string;
    checkedBy: string;
    checkedOn: string;
    expiresOn: string | null;
    recordedBy: string;
    recordedAt: Date;
  },
  { id: number }
>(
  'insert_member_check',
  `insert into member_checks (community_id, member_id, kind, checker, checked_on, expires_on, recorded_by, recorded_at)
   values ($communityId, $memberId, $kind, $checkedBy, $checkedOn, $expiresOn, $recordedBy, $recordedAt)
   returning id::int`,
);

export const deleteMemberCheck = write<{ communityId: number; memberId: string; checkId: number }, { kind: string }>(
  'delete_member_check',
  `delete from member_checks where community_id = $communityId and member_id = $memberId and id = $checkId
   returning kind`,
);

/** The member who stayed, of one who was marked as the same person. */
export const selectSamePerson = query<{ communityId: number; memberId: string }, { id: string; name: string }>(
  'select_same_person',
  `select m.id, m.name from member_pairs p
   join members m on m.community_id = p.community_id and m.id = p.member_id
   where p.community_id = $communityId and p.other_id = $memberId and p.decision = 'same'
   order by p.decided_at desc, m.id limit 1`,
);

export interface OwnFieldRow {
  readonly number: number;
  readonly name: string;
  readonly kind: OwnFieldKind;
}

/** In the order in which they were added. */
export const selectOwnFields = query<{ communityId: number }, OwnFieldRow>(
  'select_own_fields',
  `select number::int, name, kind from member_fields
   where community_id = $communityId and removed_at is null order by number`,
);

/** Of two that are added at once, the second gets the next number. */
export const lockOwnFields = write<{ communityId: number }, { number: number; isRemoved: boolean }>(
  'lock_own_fields',
  `with c as materialized (select id from communities where id = $communityId for no key update)
   select f.number::int, f.removed_at is not null as "isRemoved"
   from c join member_fields f on f.community_id = c.id where f.community_id = $communityId order by f.number`,
);

export const insertOwnField = write<
  { communityId: number; number: number; name: string; kind: OwnFieldKind; createdAt: Date },
  never
>(
  'insert_own_field',
  `insert into member_fields (community_id, number, name, kind, created_at)
   values ($communityId, $number, $name, $kind, $createdAt)`,
);

export const updateOwnField = write<{ communityId: number; number: number; name: string }, { number: number }>(
  'update_own_field',
  `update member_fields set name = $name
   where community_id = $communityId and number = $number and removed_at is null returning number::int`,
);

export const removeOwnFieldRow = write<{ communityId: number; number: number; removedAt: Date }, { number: number }>(
  'remove_own_field',
  `update member_fields set removed_at = $removedAt
   where community_id = $communityId and number = $number and removed_at is null returning number::int`,
);

/** The values of a field that was removed go with it, of so many members after one. */
export const dropOwnValues = write<
  { communityId: number; number: string; afterId: string; limit: number; updatedAt: Date },
  { memberId: string }
>(
  'drop_own_values',
  `with batch as materialized (
     select member_id from member_details where community_id = $communityId and member_id > $afterId
     order by member_id limit $limit for no key update
   ), dropped as (
     update member_details d set own_values = d.own_values - $number::text, updated_at = $updatedAt from batch b
     where d.community_id = $communityId and d.member_id = b.member_id and d.own_values ? $number::text
   )
   select member_id as "memberId" from batch order by member_id`,
);

/** Sets values; null takes one away. */
export const upsertOwnValues = write<{ communityId: number; memberId: string; values: string; at: Date }, never>(
  'upsert_own_values',
  `insert into member_details (community_id, member_id, own_values, updated_at)
   values ($communityId, $memberId, jsonb_strip_nulls($values::jsonb), $at)
   on conflict (community_id, member_id) do update
     set own_values = jsonb_strip_nulls(member_details.own_values || $values::jsonb), updated_at = excluded.updated_at`,
);
