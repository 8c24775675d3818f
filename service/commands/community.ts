/** `timebank community …`, and the kill switches. */
import { COMMUNITY_KINDS, type CommunityKind, SCOPES, VISIBILITIES } from '@timebank/contract';
import { type Command, Option } from 'commander';
import { COMMAND_LINE, type CommandContext, report, reportList, table } from '../../console/desk/commands/context.ts';
import {
  type CommonOptions,
  callEach,
  callOperation,
  demandChange,
  inCommunity,
  namesAndValues,
  operationCommand,
} from '../../console/desk/commands/operation.ts';
import {
  givenFieldsOf,
  onOrOff,
  ownFieldsOf,
  ownOption,
  withFields,
  withOwn,
} from '../../console/desk/commands/operation-options.ts';
import { hoursValueOrNone, LOWER_HOURS, wholeNumber } from '../../console/desk/commands/values.ts';
import { withDatabase } from '../../console/desk/commands/with-database.ts';
import { ConfigError } from '../../core/base/config.ts';
import { findCommunity, listCommunities } from '../../core/communities/find.ts';
import { updateInboxSettings } from '../../modules/bank/contract/inbox.ts';
import { registerCommunityExport } from '../../modules/cells/commands/community-export.ts';
import { registerCommunityMap } from '../../modules/cells/commands/community-map.ts';
import { registerCommunityMove } from '../../modules/cells/commands/community-move.ts';
import { registerCommunityRestore } from '../../modules/cells/commands/community-restore.ts';
import { memberPageChanges, withMemberPages } from '../../modules/members-pages/commands/member-pages-options.ts';
import { getMemberPages } from '../../modules/members-pages/contract/member-pages.ts';
import { resetCommunity } from '../../modules/office/contract/communities.ts';
import { getCommunitySettings, updateCommunitySettings } from '../../modules/office/contract/settings.ts';
import {
  addCommunity,
  switchCommunityApi,
  switchInstallationApi,
} from '../../modules/office/domain/communities/create.ts';
import { reportActivity } from '../../modules/operate/commands/community-activity.ts';
import { readActivity } from '../../modules/operate/domain/communities/activity.ts';
import {
  RATES_SHOWN,
  type RateOptions,
  rateChangesOf,
  withRates,
} from '../../modules/partners/commands/rate-options.ts';
import { readSandboxMembers, sandboxLines } from '../../modules/partners/commands/sandbox.ts';
import { listCommunityRates, updateCommunityRates } from '../../modules/partners/contract/rates.ts';

interface CreateOptions {
  readonly slug: string;
  readonly name: string;
  readonly kind: CommunityKind;
  readonly json?: boolean;
}

export const COMMUNITY_COMMANDS = [
  ...[registerCreate, registerReset, registerList],
  operationCommand('community show', getCommunitySettings, { help: 'show the settings of a community' }),
  operationCommand('community rates', listCommunityRates, {
    help: 'list the exchange rates of a community',
    ...RATES_SHOWN,
  }),
  operationCommand('community pages', getMemberPages, {
    help: "show the members' pages of a community: their address and settings",
  }),
  ...[registerUpdate, registerCommunityExport, registerCommunityMove, registerCommunityRestore, registerCommunityMap],
];

/** Settings whose options are not those of their names, or hold more than a text. */
const SETTINGS = {
  lower_balance_hours: LOWER_HOURS,
  upper_balance_hours: ownOption(
    '--upper-hours <hours>',
    "maximum balance of a member's account; none for no limit",
    hoursValueOrNone,
  ),
  exchange_step_minutes: ownOption(
    '--step-minutes <minutes>',
    'exchanges are recorded in multiples of this',
    wholeNumber,
  ),
  default_visibility: ownOption(
    '--visibility <visibility>',
    'what partners see of members who have made no choice',
    VISIBILITIES,
  ),
  languages: ownOption('--languages <tags...>', 'languages of the community, the main one first'),
};

const ACCOUNT = {
  account: ownOption('--iban <account>', "the community's bank account: IBAN, or number as the bank writes it"),
  account_holder: ownOption('--account-holder <name>', "its holder, exactly as the bank has the name; '' clears it"),
  holder_address: {
    options: () => [
      new Option('--holder-street <street>', "for Swiss payment slips: the street of the holder's address"),
      new Option('--holder-number <number>', 'its number in the street'),
      new Option('--holder-postcode <code>', 'its postcode'),
      new Option('--holder-town <town>', 'its town'),
      new Option('--holder-country <code>', 'its country, such as CH'),
    ],
    read: addressOf,
  },
  four_eyes: onOrOff('--four-eyes <on or off>', 'whether another person than the importer approves bank lines'),
};

/** Undefined: no part of it is named. */
function addressOf(options: Readonly<Record<string, string | undefined>>) {
  const { holderStreet, holderNumber, holderPostcode, holderTown, holderCountry } = options;
  const parts = [holderStreet, holderNumber, holderPostcode, holderTown, holderCountry];
  if (parts.every((part) => part === undefined)) return undefined;
  return {
    ...{ street: holderStreet ?? null, house_number: holderNumber ?? null },
    ...{ postcode: holderPostcode, town: holderTown, country: holderCountry },
  };
}

/** Settings, exchange rates, the bank account, the members' pages and their switch. */
function registerUpdate(community: Command, context: CommandContext): void {
  const command = inCommunity
    .shape(community.command('update'))
    .description('change a community; settings you omit stay the same');
  withOwn(withOwn(command, SETTINGS), ACCOUNT);
  withRates(withMemberPages(withFields(command, updateCommunitySettings, SETTINGS)))
    .option('--json', 'print JSON, as the console reads it')
    .action(async (options: CommonOptions & RateOptions) => {
      const changes = [
        [updateCommunitySettings, givenFieldsOf(updateCommunitySettings, SETTINGS, options)],
        [updateCommunityRates, rateChangesOf(options)],
        [updateInboxSettings, ownFieldsOf(ACCOUNT, options)],
        ...memberPageChanges(options),
      ] as const;
      demandChange(updateCommunitySettings, Object.assign({}, ...changes.map(([, fields]) => fields)));
      const changed = await withDatabase(context, 'community update', async (tools) => {
        const place = await inCommunity.find(tools, options, '');
        await callEach(tools, place, changes);
        return (await callOperation(getCommunitySettings, tools, place, {})).data;
      });
      report(context, options.json, changed, namesAndValues(changed));
    });
}

function registerCreate(community: Command, context: CommandContext): void {
  community
    .command('create')
    .description('create a community with its community fund and its account for opening balances; a sandbox is filled')
    .requiredOption('--slug <slug>', 'short name in commands: lower-case letters, digits, hyphens')
    .requiredOption('--name <name>', 'display name')
    .addOption(
      new Option('--kind <kind>', 'live, or sandbox with fictional members').choices(COMMUNITY_KINDS).default('live'),
    )
    .option('--json', 'print JSON')
    .action(async (options: CreateOptions) => {
      const { row, members } = await withDatabase(context, 'community create', async (tools) => {
        const row = await addCommunity(tools, { actor: COMMAND_LINE }, options);
        return { row, members: row.kind === 'sandbox' ? await readSandboxMembers(tools.database, row.id) : undefined };
      });
      const { id, slug, name, kind } = row;
      const next = `Next: timebank partner create --community ${slug} --name 'Test Bank' --scopes '${SCOPES.join(' ')}'`;
      report(context, options.json, { id, slug, name, kind, ...(members && { members }) }, [
        `Community "${name}" created. In commands: --community ${slug}`,
        ...(members
          ? [
              ...['', 'It is filled with fictional members. Of these the outcome is known:'],
              ...[...sandboxLines(members), '', next],
            ]
          : []),
      ]);
    });
}

/** The operation, and the documented members, whose ids are new. */
function registerReset(community: Command, context: CommandContext): void {
  inCommunity
    .shape(community.command('reset'))
    .description('empty a sandbox and fill it again; partners, their secrets, keys and subscriptions stay')
    .option('--yes', 'confirm: everything else is deleted')
    .option('--json', 'print JSON')
    .action(async (options: CommonOptions & { readonly yes?: boolean }) => {
      const value = await withDatabase(context, 'community reset', async (tools) => {
        const place = await inCommunity.find(tools, options, '');
        const { id, kind, name } = place.community;
        if (kind === 'sandbox' && !options.yes) {
          throw new ConfigError(
            `This deletes all members, listings, exchanges, credits, events and deliveries of "${name}". To reset it, repeat the command with --yes.`,
          );
        }
        const { data } = await callOperation(resetCommunity, tools, place, {});
        return { ...data, members: await readSandboxMembers(tools.database, id) };
      });
      report(context, options.json, value, [
        `The sandbox "${value.name}" is as new. Partners, their secrets, keys and subscriptions were kept.`,
        ...sandboxLines(value.members),
      ]);
    });
}

function registerList(community: Command, context: CommandContext): void {
  community
    .command('list')
    .description('list the communities of this installation')
    .option('--activity', 'with members, last booking and sign-in, what waits, and what is stuck, which comes first')
    .option('--json', 'print JSON')
    .action(async ({ json, activity }: { json?: boolean; activity?: boolean }) => {
      await withDatabase(context, 'community list', async ({ database, clock }) => {
        const rows = await listCommunities(database);
        if (activity && rows.length > 0) return reportActivity(context, json, await readActivity(database, clock));
        const values = rows.map(({ id, slug, name, kind }) => ({ id, slug, name, kind }));
        const cells = values.map(({ slug, name, kind }) => [slug, name, kind]);
        reportList(context, json, values, () =>
          cells.length
            ? table(['slug', 'name', 'kind'], cells)
            : ['No communities yet: timebank community create --slug … --name …'],
        );
      });
    });
}

/** Of one community or of the installation, which no operation without a session does. */
export function registerApiSwitches(api: Command, context: CommandContext): void {
  const switchCommand = (name: string, description: string) =>
    api
      .command(name)
      .description(description)
      .option('--community <slug>', 'only this community; default: the whole installation')
      .option('--json', 'print JSON')
      .action(async ({ community: slug, json, reason: given }: CommonOptions & { readonly reason?: string }) => {
        const reason = given ?? null;
        await withDatabase(context, `api ${name}`, async (tools) => {
          const by = { actor: COMMAND_LINE };
          if (slug === undefined) return switchInstallationApi(tools, by, reason);
          const { id } = await findCommunity(tools.database, slug);
          return switchCommunityApi(tools, { ...by, communityId: id }, reason);
        });
        const where = slug === undefined ? 'of the whole installation' : `of ${slug}`;
        const value = { community: slug ?? null, partner_api: name };
        report(context, json, value, [`The partner API ${where} is ${name}.`]);
      });
  switchCommand('off', 'refuse all partner requests with 503; events are held meanwhile').requiredOption(
    '--reason <text>',
    'the reason, shown to the administrators',
  );
  switchCommand('on', 'answer partners again and send the held events');
}
