/** `/listings`: what members offer and request. */
import { type Static, Type } from 'typebox';
import { operation } from './operation.ts';
import { oneOf, PAGING, SYNC, text } from './query.ts';
import { EXAMPLE_USER_ID } from './users.ts';
import {
  component,
  dataOf,
  hoursOut,
  idValue,
  nullable,
  removedOf,
  secondsOut,
  syncListOf,
  timeValue,
  wordValue,
} from './values.ts';
import { LISTING_TYPES } from './words.ts';

const EXAMPLE_LISTING_ID = 'lst_01jd3h6m8nfdwtv0k2x9q4z7ad';

/** What a listing says, as partners and the community's own programs read it. */
export const LISTING_VALUES = {
  type: wordValue(LISTING_TYPES, '`service`: offered; `request`: wanted.'),
  title: Type.String({ description: 'One line.', minLength: 1 }),
  description: Type.String({ description: 'Plain text; may be empty.' }),
  category: Type.String({ description: "The community's own category; may be empty.", examples: ['garden'] }),
  estimated_hours: nullable(hoursOut('Expected effort.', 2), {
    description: 'Expected effort in hours, or null when it was not estimated.',
  }),
};

export const Listing = component('Listing', 'A service or a request.', {
  id: idValue('lst', 'The listing.', EXAMPLE_LISTING_ID),
  user_id: idValue('usr', 'The member who published it.', EXAMPLE_USER_ID),
  ...LISTING_VALUES,
  estimated_seconds: nullable(secondsOut('Expected effort.', 7200), {
    description: 'Expected effort in whole seconds, or null when it was not estimated.',
  }),
  status: wordValue(['active'], 'Only active listings are shown.'),
  created_at: timeValue('When the listing was added.'),
  updated_at: timeValue('When the listing last changed.'),
});
export type Listing = Static<typeof Listing>;
export const RemovedListing = removedOf('RemovedListing', idValue('lst', 'The listing.', EXAMPLE_LISTING_ID));
export type RemovedListing = Static<typeof RemovedListing>;
export const ListingList = syncListOf(Listing, RemovedListing);
export type ListingList = Static<typeof ListingList>;
export const ListingResponse = dataOf(Listing);
export type ListingResponse = Static<typeof ListingResponse>;

const EXAMPLE_LISTING = {
  id: EXAMPLE_LISTING_ID,
  user_id: EXAMPLE_USER_ID,
  type: 'service',
  title: 'Pruning fruit trees',
  description: 'Apple and pear trees. I bring my own tools.',
  category: 'garden',
  estimated_hours: 2,
  estimated_seconds: 7200,
  status: 'active',
  created_at: '2026-10-01T07:00:00.000Z',
  updated_at: '2026-10-01T07:00:00.000Z',
} as const satisfies Listing;

/** `GET /listings` */
export const listListings = operation({
  id: 'listListings',
  tag: 'Listings',
  summary: 'List active listings',
  description:
    'Active listings, services and requests alike, of active members visible to this partner, by id ascending. Listings held for moderation are not active. A filter with an unknown member gives an empty list. To keep a copy, walk the list once and then send `meta.sync_token` from time to time.',
  method: 'GET',
  path: '/listings',
  authentication: { kind: 'bearer', scopes: ['listings.read'] },
  query: {
    type: oneOf(LISTING_TYPES, 'Only services or only requests.'),
    user_id: text('Only listings of this member.'),
    category: text('Only listings of this category, in upper or lower case.'),
    ...SYNC,
    ...PAGING,
  },
  body: undefined,
  responses: {
    200: {
      description: 'A page of listings.',
      schema: ListingList,
      headers: ['Link'],
      example: {
        data: [EXAMPLE_LISTING],
        meta: { per_page: 100, has_more: false, next_cursor: null, sync_token: 'c3luYw' },
      },
    },
  },
  errors: ['invalid_cursor', 'sync_token_expired'],
  cacheControl: 'private, no-cache',
});

/** `GET /listings/{id}` */
export const getListing = operation({
  id: 'getListing',
  tag: 'Listings',
  summary: 'Fetch one listing',
  description: 'One active listing of an active member visible to this partner.',
  method: 'GET',
  path: '/listings/{id}',
  authentication: { kind: 'bearer', scopes: ['listings.read'] },
  query: {},
  body: undefined,
  responses: {
    200: { description: 'The listing.', schema: ListingResponse, example: { data: EXAMPLE_LISTING } },
  },
  errors: ['listing_not_found'],
  cacheControl: 'private, no-cache',
});
