/** All listings of a community, visible to partners or not: created, changed, held for a moderator, closed. */
import { type Static, Type } from 'typebox';
import { countedListOf } from '../../../console/desk/contract/counted-list.ts';
import { consoleOperation } from '../../../console/desk/contract/operation.ts';
import { COMMUNITY_FIELDS, fieldSchema, LISTING_FIELDS, numberSchema } from '../../../contract/src/fields.ts';
import { LISTING_VALUES } from '../../../contract/src/listings.ts';
import { oneOf, PAGED, sortBy, text } from '../../../contract/src/query.ts';
import {
  closedObject,
  component,
  dataOf,
  dayValue,
  idText,
  idValue,
  memberNumber,
  nullable,
  optional,
  timeValue,
  wordValue,
} from '../../../contract/src/values.ts';
import { LISTING_ENDINGS, LISTING_STATUSES, LISTING_TYPES, MEMBER_STATUSES } from '../../../contract/src/words.ts';

const EXAMPLE_ID = 'lst_01jd3h6m8nfdwtv0k2x9q4z7ad';

export const CommunityListing = component('CommunityListing', 'A listing as its community sees it.', {
  id: idValue('lst', 'The listing.', EXAMPLE_ID),
  ...LISTING_VALUES,
  status: wordValue(LISTING_STATUSES, 'Partners do not see `held` and `closed` listings.'),
  back_as: nullable(wordValue(['active', 'held'], 'What a closed listing is again when the hold of its member ends.'), {
    description: 'Null: it is not hidden by a hold.',
  }),
  ends_on: nullable(dayValue('Its last day, unless it is renewed. Of a closed listing: the day on which it ended.'), {
    description: 'Null: it does not end, or a person has closed it.',
  }),
  member: closedObject({
    id: Type.String(),
    name: Type.String(),
    number: memberNumber(),
    status: wordValue(MEMBER_STATUSES, 'Status of the member.'),
    phone: nullable(Type.String(), { description: 'Telephone number, to ask about a listing that ends.' }),
  }),
  created_at: timeValue('When it was created.'),
  updated_at: timeValue('When it last changed.'),
});
export type CommunityListing = Static<typeof CommunityListing>;

const type = fieldSchema(LISTING_FIELDS.type, '`service`: offered. `request`: wanted.');
const title = fieldSchema(LISTING_FIELDS.title, 'One line.');
/** What is entered beside them. */
const further = {
  description: Type.Optional(fieldSchema(LISTING_FIELDS.description, 'Any number of lines.')),
  category: Type.Optional(
    fieldSchema(LISTING_FIELDS.category, 'A name of the list of categories. Empty: no category.'),
  ),
  add_category: Type.Optional(
    Type.Boolean({ description: 'Whether a category that the list lacks is added to it; otherwise it is refused.' }),
  ),
  estimated_hours: Type.Optional(
    fieldSchema(LISTING_FIELDS.estimated_hours, 'As people write it: `1:30`, `1.5`. Null or empty: not estimated.'),
  ),
} satisfies Record<Exclude<keyof typeof LISTING_VALUES, 'type' | 'title'> | 'add_category', unknown>;

const one = dataOf(CommunityListing);

export const listCommunityListings = consoleOperation('listCommunityListings', {
  route: 'GET /communities/{slug}/listings',
  access: 'listings.read',
  query: {
    search: text('Part of the title or category; case is ignored.', 200),
    status: oneOf(LISTING_STATUSES, 'Listings with this status.'),
    type: oneOf(LISTING_TYPES, 'Offers or requests.'),
    sort: sortBy(['created', 'title', 'ends'], '-created'),
    category: text('Listings of this category, in upper or lower case.', 100),
    ending: oneOf(
      LISTING_ENDINGS,
      '`soon`: those that end within 14 days. `ended`: those that have ended by themselves.',
    ),
    member: text('Listings of this member (`usr_…`).', 60),
    ...PAGED,
  },
  answer: countedListOf(CommunityListing),
});

export const createCommunityListing = consoleOperation('createCommunityListing', {
  route: 'POST /communities/{slug}/listings',
  access: 'listings.write',
  body: component('CommunityListingCreate', 'A new listing.', {
    member_id: idText('Id of the member.', 'usr_01jd3h6m8nfdwtv0k2x9q4z7ab'),
    type,
    title,
    ...further,
    held: Type.Optional(Type.Boolean({ description: 'Whether it is held for a moderator.' })),
  }),
  status: 201,
  answer: one,
  errors: ['user_not_found'],
  example: { member_id: 'usr_01jd3h6m8nfdwtv0k2x9q4z7ab', type: 'service', title: 'Bicycle repair' },
});

export const getCommunityListing = consoleOperation('getCommunityListing', {
  route: 'GET /communities/{slug}/listings/{listingId}',
  access: 'listings.read',
  answer: one,
});

export const updateCommunityListing = consoleOperation('updateCommunityListing', {
  route: 'PATCH /communities/{slug}/listings/{listingId}',
  access: 'listings.write',
  body: component('CommunityListingUpdate', 'Only the fields you send are changed.', {
    type: Type.Optional(type),
    title: Type.Optional(title),
    ...further,
  }),
  answer: one,
  example: { title: 'Bicycle repair at your door' },
});

export const setListingStatus = consoleOperation('setListingStatus', {
  route: 'POST /communities/{slug}/listings/{listingId}/status',
  access: 'listings.write',
  body: component('ListingStatusChange', 'A new status.', { status: wordValue(LISTING_STATUSES, 'The new status.') }),
  answer: one,
  example: { status: 'held' },
});

/** Listings that one call renews at most. */
const RENEWED_MAX = 100;

export const ListingsRenewed = component('ListingsRenewed', 'What became of the listings.', {
  renewed: Type.Integer({ minimum: 0, description: 'How many there were.' }),
  ends_on: nullable(dayValue('Their last day; null: listings of this community do not end.')),
});
export type ListingsRenewed = Static<typeof ListingsRenewed>;

export const renewCommunityListings = consoleOperation('renewCommunityListings', {
  route: 'POST /communities/{slug}/listing-renewals',
  access: 'listings.write',
  body: component('ListingRenewal', 'Which listings.', {
    listing_ids: Type.Array(idText('Id of a listing.', EXAMPLE_ID), {
      minItems: 1,
      maxItems: RENEWED_MAX,
      description: 'Those that the community lacks are left out.',
    }),
  }),
  answer: dataOf(ListingsRenewed),
  example: { listing_ids: [EXAMPLE_ID] },
});

const LISTING_SETTINGS = {
  listing_months: nullable(numberSchema(COMMUNITY_FIELDS.listing_months, 'Months; null: listings do not end.')),
  office_contact: fieldSchema(COMMUNITY_FIELDS.office_contact, 'How members reach the office, as the booklet says it.'),
};

export const ListingSettings = component(
  'ListingSettings',
  'How long listings are there, and what the booklet of offers and requests says of the office.',
  LISTING_SETTINGS,
);
export type ListingSettings = Static<typeof ListingSettings>;

export const getListingSettings = consoleOperation('getListingSettings', {
  route: 'GET /communities/{slug}/listing-settings',
  access: 'settings.read',
  answer: dataOf(ListingSettings),
});

export const updateListingSettings = consoleOperation('updateListingSettings', {
  route: 'PATCH /communities/{slug}/listing-settings',
  access: 'settings.write',
  body: component('ListingSettingsUpdate', 'Only the fields you send are changed.', optional(LISTING_SETTINGS)),
  answer: dataOf(ListingSettings),
  example: { listing_months: 6 },
});
