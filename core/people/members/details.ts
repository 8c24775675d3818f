/** What an office keeps of members beside the name: read by the rules of fields, written with the keys of likeness. */
import { MEMBER_FIELDS } from '@timebank/contract';
import type { Transaction } from '../../database/query.ts';
import { type MemberDetails, selectMemberDetails, upsertMemberDetails } from './detail-queries.ts';
import { addressKey, phoneKey, sortNameOf } from './likeness.ts';

/** The rules of these fields, the same as an import's. */
export const DETAIL_RULES = {
  salutation: MEMBER_FIELDS.salutation,
  givenName: MEMBER_FIELDS.given_name,
  familyName: MEMBER_FIELDS.family_name,
  phone: MEMBER_FIELDS.phone,
  secondPhone: MEMBER_FIELDS.second_phone,
  street: MEMBER_FIELDS.street,
  postalCode: MEMBER_FIELDS.postal_code,
  place: MEMBER_FIELDS.place,
  country: MEMBER_FIELDS.country,
  preferredContact: MEMBER_FIELDS.preferred_contact,
  birthYear: MEMBER_FIELDS.birth_year,
  agreementSignedOn: MEMBER_FIELDS.agreement_signed_on,
  emailConsentOn: MEMBER_FIELDS.email_consent_on,
  emergencyContact: MEMBER_FIELDS.emergency_contact,
  notes: MEMBER_FIELDS.notes,
} as const;

type DetailField = keyof MemberDetails;

export const DETAIL_NAMES = Object.keys(DETAIL_RULES) as readonly DetailField[];

const NO_DETAILS = Object.fromEntries(DETAIL_NAMES.map((name) => [name, null])) as Readonly<Record<DetailField, null>>;

export async function readDetails(
  transaction: Transaction,
  communityId: number,
  memberId: string,
): Promise<MemberDetails> {
  const [row] = await selectMemberDetails(transaction, { communityId, memberId });
  return row ?? NO_DETAILS;
}

/** Writes the details of members whose rows are locked or new; a field that is left out is null. */
export async function writeDetailsIn(
  transaction: Transaction,
  communityId: number,
  members: readonly (Partial<MemberDetails> & { readonly id: string })[],
  updatedAt: Date,
): Promise<void> {
  const known = members.filter((member) => DETAIL_NAMES.some((name) => member[name] != null));
  if (known.length === 0) return;
  await writeAllDetailsIn(transaction, communityId, known, updatedAt);
}

/** The same, also where all fields are null now. */
export async function writeAllDetailsIn(
  transaction: Transaction,
  communityId: number,
  members: readonly (Partial<MemberDetails> & { readonly id: string })[],
  updatedAt: Date,
): Promise<void> {
  await upsertMemberDetails(transaction, {
    rows: members.map((member) => {
      const details: MemberDetails = { ...NO_DETAILS, ...onlyDetails(member) };
      const { birthYear, givenName, familyName, phone, secondPhone, street, postalCode, place } = details;
      return {
        ...details,
        memberId: member.id,
        birthYear: birthYear === null ? null : Number(birthYear),
        sortName: sortNameOf(familyName, givenName),
        phoneKey: phoneKey(phone),
        secondPhoneKey: phoneKey(secondPhone),
        addressKey: addressKey(street, postalCode, place),
      };
    }),
    communityId,
    updatedAt,
  });
}

function onlyDetails(given: Partial<MemberDetails>): Partial<MemberDetails> {
  const entries = DETAIL_NAMES.filter((name) => given[name] !== undefined).map((name) => [name, given[name]]);
  return Object.fromEntries(entries) as Partial<MemberDetails>;
}
