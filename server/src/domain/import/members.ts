/** Importing members: each with its account, its payment reference and the balance it brings along. */
import { filled, MEMBER_FIELDS } from '@timebank/contract';
import { createMembersIn } from '../members/create.ts';
import type { MemberDetails } from '../members/detail-queries.ts';
import { MADE_HERE } from './filled-columns.ts';
import { compare, createExamined, type FileKind, importFile, lookUp, valuesOf } from './import-file.ts';
import { postAll } from './post-all.ts';
import { type ImportedMemberRow, selectMembersByExternalId, selectTransfersByExternalId } from './queries.ts';
import { column, type RowOf } from './read-rows.ts';
import type { ImportOptions, ImportResult, ImportTools } from './types.ts';

/** `visible_to_partners`: yes follows the community's default, no hides the member. */
export const MEMBER_COLUMNS = {
  external_id: column('required', filled(MEMBER_FIELDS.external_id), undefined, MADE_HERE),
  name: column('required', MEMBER_FIELDS.name),
  email: column('optional', MEMBER_FIELDS.email),
  status: column('required', MEMBER_FIELDS.status, 'member_status', 'active'),
  joined_on: column('optional', MEMBER_FIELDS.joined_on),
  // Required, since an opening balance can be imported only once.
  balance_hours: column('required', MEMBER_FIELDS.balance_hours, undefined, '0'),
  language: column('optional', MEMBER_FIELDS.language, 'language'),
  salutation: column('optional', MEMBER_FIELDS.salutation),
  given_name: column('optional', MEMBER_FIELDS.given_name),
  family_name: column('optional', MEMBER_FIELDS.family_name),
  phone: column('optional', MEMBER_FIELDS.phone),
  second_phone: column('optional', MEMBER_FIELDS.second_phone),
  street: column('optional', MEMBER_FIELDS.street),
  postal_code: column('optional', MEMBER_FIELDS.postal_code),
  place: column('optional', MEMBER_FIELDS.place),
  country: column('optional', MEMBER_FIELDS.country),
  preferred_contact: column('optional', MEMBER_FIELDS.preferred_contact, 'contact_way'),
  birth_year: column('optional', MEMBER_FIELDS.birth_year),
  agreement_signed_on: column('optional', MEMBER_FIELDS.agreement_signed_on),
  email_consent_on: column('optional', MEMBER_FIELDS.email_consent_on),
  emergency_contact: column('optional', MEMBER_FIELDS.emergency_contact),
  notes: column('optional', MEMBER_FIELDS.notes),
  visible_to_partners: column('optional', MEMBER_FIELDS.visible_to_partners, 'visible_to_partners'),
} as const;

type MemberRow = RowOf<typeof MEMBER_COLUMNS>;

const MEMBERS: FileKind<typeof MEMBER_COLUMNS, MemberRow> = {
  kind: 'members',
  columns: MEMBER_COLUMNS,

  async examine(transaction, communityId, rows) {
    const examined = createExamined<MemberRow>();
    const known = await lookUp(
      rows.map((row) => row.values.external_id),
      (externalIds) => selectMembersByExternalId(transaction, { communityId, externalIds }),
    );
    const openings = await lookUp(
      rows.map((row) => openingId(row.values.external_id)),
      (externalIds) => selectTransfersByExternalId(transaction, { communityId, kinds: ['opening'], externalIds }),
    );
    for (const row of rows) {
      if (row.bad) continue;
      const member = valuesOf(row);
      const existing = known.get(member.external_id);
      if (!existing) {
        examined.fresh.push(member);
        continue;
      }
      const opening = openings.get(openingId(member.external_id));
      const toMember = opening?.creditAccountId === existing.accountId;
      const openingSeconds = (opening?.amountSeconds ?? 0) * (toMember ? 1 : -1);
      compare(examined, row.line, {
        name: existing.name === member.name,
        email: existing.email === member.email,
        status: existing.status === member.status,
        joined_on: existing.joinedOn === member.joined_on,
        balance_hours: openingSeconds === member.balance_hours,
        language: existing.language === member.language,
        ...sameDetails(existing, member),
        visible_to_partners: (existing.visibility !== 'hidden') === (member.visible_to_partners === 'yes'),
      });
    }
    return examined;
  },

  async write(within, { communityId, openingAccountId, recordedBy }, fresh) {
    const created = await createMembersIn(
      within,
      communityId,
      fresh.map((member) => ({
        externalId: member.external_id,
        name: member.name,
        email: member.email,
        status: member.status,
        visibility: member.visible_to_partners === 'no' ? 'hidden' : null,
        language: member.language,
        joinedOn: member.joined_on,
        ...detailsOf(member),
      })),
    );
    const openings = fresh.flatMap((member, at) => {
      const accountId = created[at]?.accountId;
      if (member.balance_hours === 0 || accountId === undefined) return [];
      return [
        {
          kind: 'opening' as const,
          communityId,
          accountId,
          openingAccountId,
          balanceSeconds: member.balance_hours,
          externalId: openingId(member.external_id),
          recordedBy,
        },
      ];
    });
    await postAll(within, openings);
    return created.map(({ id }) => id);
  },
};

/** What an office keeps of a member, from the names of columns to the domain's. */
function detailsOf(member: MemberRow): MemberDetails {
  const { salutation, phone, street, place, country, notes } = member;
  return {
    ...{ salutation, phone, street, place, country, notes },
    givenName: member.given_name,
    familyName: member.family_name,
    secondPhone: member.second_phone,
    postalCode: member.postal_code,
    preferredContact: member.preferred_contact,
    birthYear: member.birth_year,
    agreementSignedOn: member.agreement_signed_on,
    emailConsentOn: member.email_consent_on,
    emergencyContact: member.emergency_contact,
  };
}

/** Which of them an existing member has just as the file, by column. A column that the file does not have says nothing. */
function sameDetails(existing: ImportedMemberRow, member: MemberRow): Record<string, boolean> {
  const details = Object.entries(detailsOf(member)) as [keyof MemberDetails, string | null][];
  return Object.fromEntries(
    details.map(([name, value]) => [
      name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      value === null || existing[name] === value,
    ]),
  );
}

/** The external id of the transfer that is a member's opening balance. */
function openingId(externalId: string | undefined): string {
  return `opening:${externalId ?? ''}`;
}

/**
 * Imports members (`external_id`, `name`, `status`, `balance_hours`; optionally `email`, `joined_on`, `language`,
 * `visible_to_partners`, and what an office keeps of a member). All of the file or nothing, unless `skipBad`; members who are there already stay as they are.
 */
export function importMembers(
  tools: ImportTools,
  communityId: number,
  bytes: Buffer,
  options: ImportOptions,
): Promise<ImportResult> {
  return importFile(MEMBERS, tools, communityId, bytes, options);
}
