/** `timebank listing …`: what members offer and need, as in the console. */

import { labelled } from '../../../console/desk/commands/one.ts';
import {
  asTable,
  type CommonOptions,
  inCommunity,
  inCommunityBy,
  operationCommand,
} from '../../../console/desk/commands/operation.ts';
import {
  type CommunityListing,
  createCommunityListing,
  getCommunityListing,
  listCommunityListings,
  setListingStatus,
  updateCommunityListing,
} from '../contract/listings.ts';
import { findMember, MEMBER_ARGUMENT } from './member.ts';

const STATUS_COMMANDS = [
  ['publish', 'active', 'publish a listing that is held or closed'],
  ['hold', 'held', 'hold a listing for a moderator; partners no longer see it'],
  ['close', 'closed', 'close a listing; it can be published again'],
] as const;

const onListing = inCommunityBy('listingId', 'listing', 'lst_ id');

export const LISTING_COMMANDS = [
  operationCommand({
    words: 'listing list',
    description: 'list listings, newest first unless sorted otherwise',
    operation: listCommunityListings,
    on: inCommunity,
    lines: asTable(
      ['listing', 'type', 'title', 'status', 'member'],
      ({ id, type, title, status, member }: CommunityListing) => [id, type, title, status, member.name],
    ),
  }),
  operationCommand({
    words: 'listing show',
    description: 'show one listing',
    operation: getCommunityListing,
    on: onListing,
    lines: describe,
  }),
  operationCommand({
    words: 'listing add',
    description: 'add a listing for a member',
    operation: createCommunityListing,
    on: inCommunity,
    shape: (command) => command.requiredOption('--member <member>', MEMBER_ARGUMENT[1]),
    own: {
      member_id: ({ member }: CommonOptions & { readonly member: string }, { community }, { database }) =>
        findMember(database, community.id, member),
    },
    lines: describe,
  }),
  operationCommand({
    words: 'listing update',
    description: "change a listing; fields you omit stay the same, '' clears one",
    operation: updateCommunityListing,
    on: onListing,
    lines: describe,
  }),
  ...STATUS_COMMANDS.map(([name, status, description]) =>
    operationCommand({
      words: `listing ${name}`,
      description,
      operation: setListingStatus,
      on: onListing,
      own: { status: () => status },
      lines: (changed) => [`${changed.title} (${changed.id}) is ${changed.status}.`],
    }),
  ),
];

function describe(listing: CommunityListing): string[] {
  const { member, category, estimated_hours, description } = listing;
  const lines = [
    ['listing', listing.id],
    ['type', listing.type],
    ['title', listing.title],
    ['status', listing.status],
    ['member', `${member.name} (${member.id})`],
    ['category', category || 'none'],
    ['time', estimated_hours === null ? 'not estimated' : `${estimated_hours} h`],
  ];
  return [...labelled(lines), ...(description === '' ? [] : ['', description])];
}
