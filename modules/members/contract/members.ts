/** Members of a community: found, read, changed and erased. */

import { type Static, Type } from 'typebox';
import { countedListOf } from '../../../console/desk/contract/counted-list.ts';
import { consoleOperation } from '../../../console/desk/contract/operation.ts';
import { fieldSchema, HOLD_FIELDS, MEMBER_FIELDS } from '../../../contract/src/fields.ts';
import { oneOf, PAGED, sortBy, text } from '../../../contract/src/query.ts';
import {
  closedObject,
  component,
  dataOf,
  dayValue,
  hoursOut,
  idValue,
  listOf,
  nullable,
  optional,
  timeValue,
  wordValue,
} from '../../../contract/src/values.ts';
import {
  BOOKLET_CONTACTS,
  MEMBER_MAIL_KINDS,
  MEMBER_STATUSES,
  PARTNER_STATUSES,
  VISIBILITIES,
} from '../../../contract/src/words.ts';
import { AccountLine } from './accounts.ts';
import { memberDetails, memberDetailsIn } from './member-file.ts';

const EXAMPLE_ID = 'usr_01jd3h6m8nfdwtv0k2x9q4z7ab';

const summary = {
  id: idValue('usr', 'The member.', EXAMPLE_ID),
  name: Type.String(),
  external_id: nullable(Type.String(), { description: "The community's own number for the member." }),
  email: nullable(Type.String()),
  ...memberDetails,
  status: wordValue(MEMBER_STATUSES, 'Only active members take part and are visible to partners.'),
  visibility: nullable(wordValue(VISIBILITIES, 'What partners see.'), {
    description: "Null: the community's default applies.",
  }),
  booklet_contact: wordValue(BOOKLET_CONTACTS, 'What may be printed beside the name in the booklet.'),
  quarter: nullable(Type.String(), {
    description: 'In which the member lives; null: no field is marked as it, or not known.',
  }),
  balance_hours: hoursOut('Hours on the account.'),
  on_hold_since: nullable(
    timeValue('Since when the membership is on hold, else null: the listings are hidden meanwhile.'),
  ),
  on_hold_until: nullable(dayValue("The day on which the member is back, by the community's time zone."), {
    description: 'Null: not on hold, or until not known yet.',
  }),
  joined_on: nullable(dayValue('When the person joined.')),
  created_at: timeValue('When the member was created here.'),
  updated_at: timeValue('When something about the member last changed.'),
};

export const MemberSummary = component('MemberSummary', 'A member as a list shows it.', summary);
export type MemberSummary = Static<typeof MemberSummary>;

export const Member = component('Member', 'A member with all details.', {
  ...summary,
  language: nullable(Type.String(), { description: 'Language tag.' }),
  last_exchange_on: nullable(dayValue('Last day of help, given or received.')),
  payment_reference: Type.String({
    description: 'The reference that payers put on a transfer (ISO 11649), without spaces.',
  }),
  account_id: Type.Integer(),
  erased_at: nullable(timeValue('When the personal data was erased, else null.')),
  default_visibility: wordValue(VISIBILITIES, "The community's default."),
  lower_balance_hours: nullable(hoursOut('How far below zero exchanges may take the account; null: no limit.', -25)),
  upper_balance_hours: nullable(hoursOut('Maximum balance of the account; null: no limit.', 100)),
  open_listings: Type.Integer({ minimum: 0, description: 'Listings that are active or held.' }),
  mail_kinds: Type.Array(wordValue(MEMBER_MAIL_KINDS, 'A kind of mail.'), {
    description: 'Kinds of mail that the member gets; `messages` of the office only with consent.',
  }),
  partners: Type.Array(
    closedObject({
      partner_id: Type.Integer(),
      name: Type.String(),
      status: wordValue(PARTNER_STATUSES, 'Status of the partner.'),
      choice: nullable(wordValue(VISIBILITIES, 'The choice for this partner.'), {
        description: 'Null: the general rule applies.',
      }),
      effective: wordValue(VISIBILITIES, 'What this partner sees, given the choices and the status of the member.'),
      email: wordValue(
        ['shown', 'not_chosen', 'no_address', 'no_scope'],
        'Whether this partner reads the e-mail address, and why not.',
      ),
    }),
    { description: 'Every partner of the community.' },
  ),
});
export type Member = Static<typeof Member>;

export const MemberRead = component('MemberRead', "A partner's read of the member's e-mail address.", {
  id: Type.String({ description: 'Id of the audit row.' }),
  at: timeValue('When it was read.'),
  partner_id: nullable(Type.Integer()),
  partner_name: nullable(Type.String()),
  address: nullable(Type.String(), { description: 'The address the call came from.' }),
  request_id: nullable(Type.String()),
});
export type MemberRead = Static<typeof MemberRead>;

const name = fieldSchema(MEMBER_FIELDS.name, 'Name.');
const fieldsIn = {
  external_id: fieldSchema(
    MEMBER_FIELDS.external_id,
    "The community's own number for the member; unique. Null or empty: none.",
  ),
  email: fieldSchema(MEMBER_FIELDS.email, 'E-mail address. Null or empty: none.'),
  language: fieldSchema(MEMBER_FIELDS.language, 'Language tag such as `de`. Null or empty: none.'),
  joined_on: fieldSchema(MEMBER_FIELDS.joined_on, '`YYYY-MM-DD`. Null or empty: unknown.'),
  visibility: fieldSchema(MEMBER_FIELDS.visibility, "What partners see; null: the community's default applies."),
};

export const MemberCreate = component('MemberCreate', 'A new member.', {
  name,
  ...optional(fieldsIn),
  ...memberDetailsIn,
  status: Type.Optional(wordValue(['active', 'pending'], '`pending`: does not take part yet. Default `active`.')),
});
export type MemberCreate = Static<typeof MemberCreate>;

export const MemberUpdate = component('MemberUpdate', 'Only the fields you send are changed; null clears a field.', {
  ...optional({ name, ...fieldsIn }),
  ...memberDetailsIn,
});
export type MemberUpdate = Static<typeof MemberUpdate>;

const one = dataOf(Member);

export const listMembers = consoleOperation('listMembers', {
  route: 'GET /communities/{slug}/members',
  access: 'members.read',
  query: {
    search: text('Words, their beginnings, or parts of a name; case and accents are ignored.', 200),
    status: oneOf(MEMBER_STATUSES, 'Members with this status.'),
    sort: sortBy(['name', 'surname', 'number', 'balance', 'joined'], 'name'),
    exact: oneOf(
      ['first'],
      'Only with search: members whose number or full name is exactly the text come first, whatever their status, then only those whose words begin with the text. The response is one page.',
    ),
    ...PAGED,
  },
  answer: countedListOf(MemberSummary),
});

export const createMember = consoleOperation('createMember', {
  route: 'POST /communities/{slug}/members',
  access: 'members.write',
  recentPassword: 'widening',
  isWayIn: true,
  body: MemberCreate,
  status: 201,
  answer: one,
  example: { name: 'Anna Berger', email: 'anna@example.org' },
});

export const getMember = consoleOperation('getMember', {
  route: 'GET /communities/{slug}/members/{memberId}',
  access: 'members.read',
  answer: one,
});

export const updateMember = consoleOperation('updateMember', {
  route: 'PATCH /communities/{slug}/members/{memberId}',
  access: 'members.write',
  recentPassword: 'widening',
  isWayIn: true,
  body: MemberUpdate,
  answer: one,
  errors: ['state_conflict'],
  example: { email: null },
});

export const setMemberStatus = consoleOperation('setMemberStatus', {
  route: 'POST /communities/{slug}/members/{memberId}/status',
  access: 'members.write',
  body: component('MemberStatusChange', 'A new status.', {
    status: wordValue(['active', 'suspended', 'left'], 'The new status.'),
    reason: Type.Optional(
      fieldSchema(MEMBER_FIELDS.reason, 'Why; kept with the member, and shown to those who may change members.'),
    ),
  }),
  answer: one,
  errors: ['state_conflict'],
  example: { status: 'suspended' },
});

export const beginMemberHold = consoleOperation('beginMemberHold', {
  route: 'POST /communities/{slug}/members/{memberId}/hold',
  access: 'members.write',
  body: component('MemberHoldBegin', 'A hold, or another day of the one that is on.', {
    until: Type.Optional(
      fieldSchema(
        HOLD_FIELDS.until,
        "`YYYY-MM-DD`, by the community's time zone: the day on which the member is back, after today and within two years. Null or empty: not known yet.",
      ),
    ),
  }),
  answer: one,
  errors: ['state_conflict'],
  example: { until: '2027-03-12' },
});

export const endMemberHold = consoleOperation('endMemberHold', {
  route: 'DELETE /communities/{slug}/members/{memberId}/hold',
  access: 'members.write',
  answer: one,
});

export const setMemberVisibility = consoleOperation('setMemberVisibility', {
  route: 'POST /communities/{slug}/members/{memberId}/visibility',
  access: 'members.write',
  recentPassword: 'widening',
  body: component('MemberVisibilityChange', 'A choice for one partner.', {
    partner_id: Type.Integer({ description: 'Id of the partner.' }),
    visibility: nullable(wordValue(VISIBILITIES, 'What the partner sees; null: the general rule applies.')),
  }),
  answer: one,
  errors: ['partner_not_found', 'state_conflict'],
  example: { partner_id: 3, visibility: 'hidden' },
});

export const listMemberTransfers = consoleOperation('listMemberTransfers', {
  route: 'GET /communities/{slug}/members/{memberId}/transfers',
  access: 'members.read',
  query: PAGED,
  answer: listOf(AccountLine),
});

export const listMemberReads = consoleOperation('listMemberReads', {
  route: 'GET /communities/{slug}/members/{memberId}/reads',
  access: 'members.read',
  query: PAGED,
  answer: listOf(MemberRead),
});

export const eraseMember = consoleOperation('eraseMember', {
  route: 'POST /communities/{slug}/members/{memberId}/erasure',
  access: 'members.erase',
  recentPassword: true,
  body: component('MemberErasure', 'The confirmation of an erasure.', {
    name: fieldSchema(MEMBER_FIELDS.name, "The member's name, typed again to confirm that it is the right person."),
  }),
  answer: one,
  errors: ['state_conflict'],
  example: { name: 'Anna Berger' },
});
