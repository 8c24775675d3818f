/** `timebank listing …`: what members offer and need, as in the console. */
import { LISTING_TYPES, type ListingType } from '@timebank/contract';
import { type CommunityListing, listCommunityListings } from '@timebank/contract/console';
import { type Command, Option } from 'commander';
import { listingIdOf, readCommunityListing, readListingPage } from '../api/console/listings/listings.ts';
import { changeListing, changeListingStatus, type ListingAct } from '../domain/listings/change.ts';
import { addListing } from '../domain/listings/create.ts';
import type { ListingInput } from '../domain/listings/values.ts';
import { refusal } from '../platform/base/refusal.ts';
import { COMMUNITY_OPTION, communityOf } from './community-option.ts';
import { COMMAND_LINE, type CommandContext, type CommandTools, report, withDatabase } from './context.ts';
import { listCall, listDeps, reportPage, withFilters } from './lists.ts';
import { findMember, MEMBER_ARGUMENT } from './member.ts';
import { commandOnOne, givenOf, labelled } from './one.ts';

interface Options {
  readonly community?: string;
  readonly json?: boolean;
}

type FieldOptions = Options & ListingInput;

const STATUS_COMMANDS = [
  ['publish', 'active', 'publish a listing that is held or closed'],
  ['hold', 'held', 'hold a listing for a moderator; partners no longer see it'],
  ['close', 'closed', 'close a listing; it can be published again'],
] as const;

export function registerListingCommands(program: Command, context: CommandContext): void {
  const listing = program.command('listing').description('find, add, change, hold and close listings');

  const list = listing
    .command('list')
    .description('list listings, newest first unless sorted otherwise')
    .option(...COMMUNITY_OPTION);
  withFilters(list, listCommunityListings).action(async (options: Options) => {
    const call = listCall(listCommunityListings, options, { slug: options.community ?? '' });
    const page = await withDatabase(context, 'listing list', async ({ database }) => {
      const { id } = await communityOf(database, options.community);
      return await readListingPage(call, listDeps(database), id);
    });
    reportPage(
      context,
      options.json,
      page,
      ['listing', 'type', 'title', 'status', 'member'],
      ({ id, type, title, status, member }: CommunityListing) => [id, type, title, status, member.name],
    );
  });

  onListing(listing, 'show', 'show one listing').action(async (text: string, options: Options) => {
    const shown = await act(context, 'listing show', text, options, async () => {});
    report(context, options.json, shown, describe(shown));
  });

  withFields(listing.command('add'), true)
    .description('add a listing for a member')
    .option(...COMMUNITY_OPTION)
    .requiredOption('--member <member>', MEMBER_ARGUMENT[1])
    .option('--held', 'hold it for a moderator')
    .option('--json', 'print JSON')
    .action(async (options: FieldOptions & { member: string; type: ListingType; title: string; held?: boolean }) => {
      const added = await withDatabase(context, 'listing add', async (tools) => {
        const { database } = tools;
        const { id: communityId } = await communityOf(database, options.community);
        const memberId = await findMember(database, communityId, options.member);
        const { type, title, held = false } = options;
        const by = { communityId, memberId, actor: COMMAND_LINE };
        const id = await addListing(tools, by, { ...inputOf(options), type, title }, { held });
        return await readCommunityListing(database.reads, communityId, id);
      });
      report(context, options.json, added, describe(added));
    });

  withFields(onListing(listing, 'update', "change a listing; fields you omit stay the same, '' clears one")).action(
    async (text: string, options: FieldOptions) => {
      const changes = inputOf(options);
      if (Object.keys(changes).length === 0) throw refusal('invalid_request', 'Say what to change, such as --title.');
      const changed = await act(context, 'listing update', text, options, (tools, on) =>
        changeListing(tools, on, changes),
      );
      report(context, options.json, changed, describe(changed));
    },
  );

  for (const [name, status, description] of STATUS_COMMANDS) {
    onListing(listing, name, description).action(async (text: string, options: Options) => {
      const changed = await act(context, `listing ${name}`, text, options, (tools, on) =>
        changeListingStatus(tools, on, status),
      );
      report(context, options.json, changed, [`${changed.title} (${changed.id}) is ${changed.status}.`]);
    });
  }
}

function onListing(group: Command, name: string, description: string): Command {
  return commandOnOne(group, ['listing', 'lst_ id'], name, description);
}

function withFields(command: Command, isNew = false): Command {
  const type = new Option('--type <type>', 'offered (service) or needed (request)').choices(LISTING_TYPES);
  return command
    .addOption(type.makeOptionMandatory(isNew))
    .addOption(new Option('--title <text>', 'one line').makeOptionMandatory(isNew))
    .option('--description <text>', 'any number of lines')
    .option('--category <text>', 'category')
    .option('--estimated-hours <hours>', 'expected time, such as 1:30 or 1.5');
}

function inputOf({ type, title, description, category, estimatedHours }: FieldOptions): ListingInput {
  return givenOf({ type, title, description, category, estimatedHours });
}

/**
 * Runs work on the listing that was named.
 * @returns the listing as it is afterwards
 */
async function act(
  context: CommandContext,
  command: string,
  text: string,
  options: Options,
  work: (tools: CommandTools, on: ListingAct) => Promise<unknown>,
): Promise<CommunityListing> {
  return await withDatabase(context, command, async (tools) => {
    const { id: communityId } = await communityOf(tools.database, options.community);
    const listingId = listingIdOf(text);
    await work(tools, { communityId, listingId, actor: COMMAND_LINE });
    return await readCommunityListing(tools.database.reads, communityId, listingId);
  });
}

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
