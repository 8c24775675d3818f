/** What an office keeps of a member: how the person is reached, what was signed and checked, fields of its own. */
import { type Static, Type } from 'typebox';
import { consoleOperation } from '../../../console/desk/contract/operation.ts';
import { CHECK_FIELDS, fieldSchema, MEMBER_FIELDS, OWN_FIELD_FIELDS } from '../../../contract/src/fields.ts';
import {
  closedObject,
  component,
  dataOf,
  dayValue,
  idValue,
  nullable,
  ref,
  textValue,
  timeValue,
  wordValue,
} from '../../../contract/src/values.ts';
import { CONTACT_WAYS, OWN_FIELD_KINDS } from '../../../contract/src/words.ts';

/** How a member is called and reached, and what was agreed: what everybody with a look at members sees. */
export const memberDetails = {
  salutation: nullable(Type.String()),
  given_name: nullable(Type.String()),
  family_name: nullable(Type.String(), {
    description: 'Null: nothing is known but the name; it then sorts by the name.',
  }),
  phone: nullable(Type.String()),
  second_phone: nullable(Type.String()),
  street: nullable(Type.String()),
  postal_code: nullable(Type.String()),
  place: nullable(Type.String()),
  country: nullable(Type.String()),
  preferred_contact: nullable(wordValue(CONTACT_WAYS, 'How the member wants to be reached.')),
  birth_year: nullable(Type.String(), { description: 'Four digits.' }),
  agreement_signed_on: nullable(dayValue("When the community's agreement was signed.")),
  email_consent_on: nullable(dayValue('When the member agreed to mail from the community; null: no consent.')),
  email_is_bad: Type.Boolean({ description: 'A mail server knows no such mailbox: nothing is sent there.' }),
};

/** The fields as requests have them. */
export const memberDetailsIn = {
  salutation: Type.Optional(fieldSchema(MEMBER_FIELDS.salutation, 'Salutation of letters. Null or empty: none.')),
  given_name: Type.Optional(fieldSchema(MEMBER_FIELDS.given_name, 'Given name. Null or empty: unknown.')),
  family_name: Type.Optional(fieldSchema(MEMBER_FIELDS.family_name, 'Family name. Null or empty: unknown.')),
  phone: Type.Optional(fieldSchema(MEMBER_FIELDS.phone, 'Telephone number. Null or empty: none.')),
  second_phone: Type.Optional(fieldSchema(MEMBER_FIELDS.second_phone, 'Another telephone number.')),
  street: Type.Optional(fieldSchema(MEMBER_FIELDS.street, 'Street and number.')),
  postal_code: Type.Optional(fieldSchema(MEMBER_FIELDS.postal_code, 'Postal code.')),
  place: Type.Optional(fieldSchema(MEMBER_FIELDS.place, 'Town or village.')),
  country: Type.Optional(fieldSchema(MEMBER_FIELDS.country, 'Country, as on an envelope.')),
  preferred_contact: Type.Optional(
    fieldSchema(MEMBER_FIELDS.preferred_contact, 'How the member wants to be reached; null: not said.'),
  ),
  birth_year: Type.Optional(fieldSchema(MEMBER_FIELDS.birth_year, 'Year of birth, four digits.')),
  agreement_signed_on: Type.Optional(
    fieldSchema(MEMBER_FIELDS.agreement_signed_on, "`YYYY-MM-DD` on which the community's agreement was signed."),
  ),
  email_consent_on: Type.Optional(
    fieldSchema(MEMBER_FIELDS.email_consent_on, '`YYYY-MM-DD` on which the member agreed to mail from the community.'),
  ),
  emergency_contact: Type.Optional(
    fieldSchema(MEMBER_FIELDS.emergency_contact, 'Whom to call in an emergency. Read only with the file.'),
  ),
  notes: Type.Optional(fieldSchema(MEMBER_FIELDS.notes, 'Notes of the office. Read only with the file.')),
};

export const MemberCheck = component('MemberCheck', 'A check of a member. What was seen is not stored.', {
  id: Type.Integer(),
  kind: Type.String({ description: 'What was checked, such as a certificate of good conduct; never what it says.' }),
  checked_by: Type.String(),
  checked_on: dayValue('When it was checked.'),
  expires_on: nullable(dayValue('The last day on which it counts; null: it does not end.')),
  recorded_at: timeValue('When it was recorded.'),
});
export type MemberCheck = Static<typeof MemberCheck>;

const ownField = {
  number: Type.Integer({ description: 'Never given twice in a community.' }),
  name: Type.String(),
  kind: wordValue(OWN_FIELD_KINDS, 'What its values are.'),
};

export const MemberOwnField = component('MemberOwnField', 'A field that the community defines for its members.', {
  ...ownField,
  choices: Type.Array(Type.String(), { description: 'The values of the kind `choice`, in their order.' }),
  is_quarter: Type.Boolean({
    description: 'Whether it says in which quarter a member lives; members then read it beside listings.',
  }),
});
export type MemberOwnField = Static<typeof MemberOwnField>;

export const MemberFile = component('MemberFile', 'What only those see who may change members.', {
  emergency_contact: nullable(Type.String()),
  notes: nullable(Type.String()),
  status_reason: nullable(Type.String(), { description: 'Why the member was refused, suspended or left.' }),
  status_at: nullable(timeValue('When the status last changed; null: unknown.')),
  same_as: nullable(
    closedObject({
      id: idValue('usr', 'The member who stays.', 'usr_01jd3h6m8nfdwtv0k2x9q4z7ab'),
      name: Type.String(),
    }),
    { description: 'This member was marked as the same person as another one, and has left.' },
  ),
  letter_only: Type.Boolean({ description: 'Whether the member signs in by a printed letter only.' }),
  pages_used_at: nullable(timeValue("When the member was last on the members' pages; null: never, or long ago.")),
  own_fields: Type.Array(
    closedObject({
      ...ownField,
      value: nullable(Type.String(), { description: 'A day is `YYYY-MM-DD`; yes or no is `yes` or `no`.' }),
    }),
    { description: "All of the community's own fields." },
  ),
  checks: Type.Array(ref(MemberCheck), { description: 'Newest first.' }),
});
export type MemberFile = Static<typeof MemberFile>;

/** Own fields that a community may have. */
export const OWN_FIELDS_MAX = 20;
/** Values that a field of the kind `choice` may have. */
export const OWN_CHOICES_MAX = 100;
/** Checks that one member may have. */
export const CHECKS_MAX = 100;

const file = dataOf(MemberFile);
const fieldList = closedObject({ data: Type.Array(ref(MemberOwnField)) });

export const getMemberFile = consoleOperation('getMemberFile', {
  route: 'GET /communities/{slug}/members/{memberId}/file',
  access: 'members.write',
  answer: file,
});

export const addMemberCheck = consoleOperation('addMemberCheck', {
  route: 'POST /communities/{slug}/members/{memberId}/checks',
  access: 'members.write',
  body: component('MemberCheckCreate', 'A check.', {
    kind: fieldSchema(CHECK_FIELDS.kind, 'What was checked.'),
    checked_by: fieldSchema(CHECK_FIELDS.checked_by, 'Who looked at it.'),
    checked_on: fieldSchema(CHECK_FIELDS.checked_on, '`YYYY-MM-DD`.'),
    expires_on: Type.Optional(fieldSchema(CHECK_FIELDS.expires_on, 'The last day on which it counts.')),
  }),
  status: 201,
  answer: file,
  errors: ['state_conflict'],
  example: { kind: 'Certificate of good conduct', checked_by: 'Petra Kern', checked_on: '2026-11-20' },
});

export const removeMemberCheck = consoleOperation('removeMemberCheck', {
  route: 'DELETE /communities/{slug}/members/{memberId}/checks/{checkId}',
  access: 'members.write',
  answer: file,
});

export const setMemberOwnFields = consoleOperation('setMemberOwnFields', {
  route: 'POST /communities/{slug}/members/{memberId}/own-fields',
  access: 'members.write',
  body: component('MemberOwnValues', "Values of the community's own fields.", {
    values: Type.Array(
      closedObject({
        number: Type.Integer({ description: 'Number of the field.' }),
        value: fieldSchema(OWN_FIELD_FIELDS.value, 'Null or empty: none.'),
      }),
      { maxItems: OWN_FIELDS_MAX, description: 'The values to set.' },
    ),
  }),
  answer: file,
  errors: ['state_conflict'],
  example: { values: [] },
});

export const listMemberFields = consoleOperation('listMemberFields', {
  route: 'GET /communities/{slug}/member-fields',
  access: 'members.read',
  answer: fieldList,
});

export const createMemberField = consoleOperation('createMemberField', {
  route: 'POST /communities/{slug}/member-fields',
  access: 'settings.write',
  body: component('MemberFieldCreate', 'A new field.', {
    name: fieldSchema(OWN_FIELD_FIELDS.name, 'Name.'),
    kind: fieldSchema(OWN_FIELD_FIELDS.kind, 'What its values are; it stays.'),
    choices: Type.Optional(
      Type.Array(fieldSchema(OWN_FIELD_FIELDS.choices, 'A value.'), {
        maxItems: OWN_CHOICES_MAX,
        description: 'The values of the kind `choice`, at least one; others have none.',
      }),
    ),
  }),
  status: 201,
  answer: fieldList,
  errors: ['state_conflict'],
  example: { name: 'Driving licence', kind: 'yes_no' },
});

export const updateMemberField = consoleOperation('updateMemberField', {
  route: 'PATCH /communities/{slug}/member-fields/{fieldNumber}',
  access: 'settings.write',
  body: component('MemberFieldUpdate', 'What changes.', {
    name: Type.Optional(fieldSchema(OWN_FIELD_FIELDS.name, 'Name.')),
    choices: Type.Optional(
      Type.Array(
        closedObject({
          name: fieldSchema(OWN_FIELD_FIELDS.choices, 'The value.'),
          was: nullable(textValue(1, 100, 'The choice so far.'), {
            description: 'What it was so far: its members have the new name. Null: it is new.',
          }),
        }),
        {
          maxItems: OWN_CHOICES_MAX,
          description:
            'All values in their order. One that is not named goes with what members have of it; two of the same name become one.',
        },
      ),
    ),
    is_quarter: Type.Optional(
      Type.Boolean({
        description: 'Whether it is the quarter that members read; of one field at most: it leaves the other one.',
      }),
    ),
  }),
  answer: fieldList,
  example: { name: 'Has a car' },
});

export const removeMemberField = consoleOperation('removeMemberField', {
  route: 'DELETE /communities/{slug}/member-fields/{fieldNumber}',
  access: 'settings.write',
  answer: fieldList,
});
