/** The booklet of offers and requests: what members allow to be printed, and the entries. */
import { type Static, Type } from 'typebox';
import { chosenMembers } from '../../../console/desk/contract/chosen-members.ts';
import { consoleOperation } from '../../../console/desk/contract/operation.ts';
import { oneOf, PAGED } from '../../../contract/src/query.ts';
import {
  closedObject,
  component,
  dataOf,
  hoursOut,
  listOf,
  nullable,
  wordValue,
} from '../../../contract/src/values.ts';
import { BOOKLET_CONTACTS, LISTING_TYPES } from '../../../contract/src/words.ts';

export const BookletEntry = component('BookletEntry', 'An active listing of an active member, as it may be printed.', {
  id: Type.String({ description: 'The listing, `lst_…`.' }),
  type: wordValue(LISTING_TYPES, '`service`: offered. `request`: wanted.'),
  title: Type.String(),
  description: Type.String(),
  category: Type.String({ description: 'Empty: no category.' }),
  estimated_hours: nullable(hoursOut('Expected time.')),
  name: Type.String({ description: 'Name of the member.' }),
  quarter: nullable(Type.String(), {
    description: 'Where an own field is the quarter: that of a member whom others find by name.',
  }),
  phone: nullable(Type.String(), { description: 'Only where the member allows it.' }),
  email: nullable(Type.String(), { description: 'Only where the member allows it.' }),
});
export type BookletEntry = Static<typeof BookletEntry>;

export const BookletConsent = component('BookletConsent', 'What a member allows to be printed.', {
  contact: wordValue(BOOKLET_CONTACTS, 'What is printed beside the name. `none`: "through the office".'),
});
export type BookletConsent = Static<typeof BookletConsent>;

export const listBookletEntries = consoleOperation('listBookletEntries', {
  route: 'GET /communities/{slug}/booklet',
  access: 'listings.read',
  query: {
    type: oneOf(LISTING_TYPES, 'Offers or requests.'),
    ...PAGED,
  },
  answer: listOf(BookletEntry),
});

export const getBookletConsent = consoleOperation('getBookletConsent', {
  route: 'GET /communities/{slug}/members/{memberId}/booklet-consent',
  access: 'members.read',
  answer: dataOf(BookletConsent),
});

export const setBookletConsent = consoleOperation('setBookletConsent', {
  route: 'POST /communities/{slug}/members/{memberId}/booklet-consent',
  access: 'members.write',
  body: component('BookletConsentChange', 'What the member allows.', {
    contact: wordValue(BOOKLET_CONTACTS, 'What is printed beside the name.'),
  }),
  answer: dataOf(BookletConsent),
  example: { contact: 'phone' },
});

export const setBookletConsents = consoleOperation('setBookletConsents', {
  route: 'POST /communities/{slug}/booklet-consents',
  access: 'members.write',
  body: component('BookletConsentsChange', 'What these members allow.', {
    member_ids: chosenMembers(),
    contact: wordValue(BOOKLET_CONTACTS, 'What is printed beside each name.'),
  }),
  answer: closedObject({
    data: closedObject({ changed: Type.Integer({ description: 'Members for whom it is new.' }) }),
  }),
  errors: ['user_not_found'],
  example: { member_ids: ['usr_01jd3h6m8nfdwtv0k2x9q4z7ab'], contact: 'phone' },
});
