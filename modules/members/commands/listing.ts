/** `timebank listing …`: what members offer and need, as in the console. */

import { labelled } from '../../../console/desk/commands/context.ts';
import { inCommunityBy, operationCommand } from '../../../console/desk/commands/operation.ts';
import {
  type CommunityListing,
  createCommunityListing,
  getCommunityListing,
  listCommunityListings,
  setListingStatus,
  updateCommunityListing,
} from '../contract/listings.ts';
import { OF_MEMBER } from './member.ts';

const on = inCommunityBy('listingId', 'listing', 'lst_ id');

const statusCommand = (name: string, status: CommunityListing['status'], help: string) =>
  operationCommand(`listing ${name}`, setListingStatus, {
    help,
    on,
    own: { status: () => status },
    lines: (changed) => [`${changed.title} (${changed.id}) is ${changed.status}.`],
  });

export const LISTING_COMMANDS = [
  operationCommand('listing list', listCommunityListings, {
    help: 'list listings, newest first unless sorted otherwise',
    columns: ({ id, type, title, status, member }) => ({ listing: id, type, title, status, member: member.name }),
  }),
  operationCommand('listing show', getCommunityListing, { help: 'show one listing', on, lines: describe }),
  operationCommand('listing add', createCommunityListing, {
    help: 'add a listing for a member',
    own: { member_id: OF_MEMBER },
    lines: describe,
  }),
  operationCommand('listing update', updateCommunityListing, {
    help: "change a listing; fields you omit stay the same, '' clears one",
    on,
    lines: describe,
  }),
  statusCommand('publish', 'active', 'publish a listing that is held or closed'),
  statusCommand('hold', 'held', 'hold a listing for a moderator; partners no longer see it'),
  statusCommand('close', 'closed', 'close a listing; it can be published again'),
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
