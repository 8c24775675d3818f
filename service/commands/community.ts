/** `timebank community …`, and the kill switches. */
import { COMMUNITY_KINDS, type CommunityKind, SCOPES, VISIBILITIES, type Visibility } from '@timebank/contract';
import { type Command, Option } from 'commander';
import { COMMAND_LINE, type CommandContext, report, table } from '../../console/desk/commands/context.ts';
import { reportList } from '../../console/desk/commands/lists.ts';
import { givenOf, labelled } from '../../console/desk/commands/one.ts';
import {
  type CommonOptions,
  callOperation,
  demandChange,
  inCommunity,
  operationCommand,
} from '../../console/desk/commands/operation.ts';
import { fieldsOf, withFields } from '../../console/desk/commands/operation-options.ts';
import {
  hoursValueOrNone,
  type LowerOption,
  nullOf,
  type OrNone,
  wholeNumber,
  withLowerHours,
} from '../../console/desk/commands/values.ts';
import { withDatabase } from '../../console/desk/commands/with-database.ts';
import { ConfigError } from '../../core/base/config.ts';
import { findCommunity, listCommunities } from '../../core/communities/find.ts';
import { updateInboxSettings } from '../../modules/bank/contract/inbox.ts';
import { registerCommunityExport } from '../../modules/cells/commands/community-export.ts';
import { registerCommunityMap } from '../../modules/cells/commands/community-map.ts';
import { registerCommunityMove } from '../../modules/cells/commands/community-move.ts';
import {
  type MemberPageOptions,
  memberPagesOf,
  withMemberPages,
} from '../../modules/members-pages/commands/member-pages-options.ts';
import {
  getMemberPages,
  switchMemberPages,
  updateMemberPages,
} from '../../modules/members-pages/contract/member-pages.ts';
import { resetCommunity } from '../../modules/office/contract/communities.ts';
import { getCommunitySettings, updateCommunitySettings } from '../../modules/office/contract/settings.ts';
import {
  addCommunity,
  switchCommunityApi,
  switchInstallationApi,
} from '../../modules/office/domain/communities/create.ts';
import { type RateOptions, rateChangesOf, rateLines, withRates } from '../../modules/partners/commands/rate-options.ts';
import { readSandboxMembers, sandboxLines } from '../../modules/partners/commands/sandbox.ts';
import { listCommunityRates, updateCommunityRates } from '../../modules/partners/contract/rates.ts';

interface SettingOptions extends CommonOptions, LowerOption, RateOptions, MemberPageOptions {
  readonly upperHours?: OrNone<number>;
  readonly stepMinutes?: number;
  readonly visibility?: Visibility;
  readonly languages?: readonly string[];
  readonly iban?: string;
  readonly accountHolder?: string;
  readonly holderStreet?: string;
  readonly holderNumber?: string;
  readonly holderPostcode?: string;
  readonly holderTown?: string;
  readonly holderCountry?: string;
  readonly fourEyes?: 'on' | 'off';
}

interface CreateOptions {
  readonly slug: string;
  readonly name: string;
  readonly kind: CommunityKind;
  readonly json?: boolean;
}

export const COMMUNITY_COMMANDS = [
  ...[registerCreate, registerReset, registerList],
  operationCommand({
    words: 'community show',
    description: 'show the settings of a community',
    operation: getCommunitySettings,
    on: inCommunity,
    lines: describe,
  }),
  operationCommand({
    words: 'community rates',
    description: 'list the exchange rates of a community',
    operation: listCommunityRates,
    on: inCommunity,
    lines: rateLines,
  }),
  operationCommand({
    words: 'community pages',
    description: "show the members' pages of a community: their address and settings",
    operation: getMemberPages,
    on: inCommunity,
    lines: describe,
  }),
  ...[registerUpdate, registerCommunityExport, registerCommunityMove, registerCommunityMap],
];

/** Settings whose options are not those of their names, or hold more than a text. */
const SETTINGS = {
  exchange_step_minutes: ({ stepMinutes }: SettingOptions) => stepMinutes,
  lower_balance_hours: ({ lowerHours }: SettingOptions) => lowerHours && nullOf(lowerHours),
  upper_balance_hours: ({ upperHours }: SettingOptions) => upperHours && nullOf(upperHours),
  default_visibility: ({ visibility }: SettingOptions) => visibility,
  languages: ({ languages }: SettingOptions) => languages,
};

/** Up to five operations, each in a change of its own: settings, exchange rates, the bank account, the members' pages and their switch. */
function registerUpdate(community: Command, context: CommandContext): void {
  const command = inCommunity
    .shape(community.command('update'))
    .description('change a community; settings you omit stay the same');
  withRates(withMemberPages(withFields(withSettings(command), updateCommunitySettings, SETTINGS)))
    .option('--json', 'print JSON, as the console reads it')
    .action(async (options: SettingOptions) => {
      const own = Object.entries(SETTINGS).map(([field, read]) => [field, read(options)]);
      const settings = givenOf({ ...fieldsOf(updateCommunitySettings, options), ...Object.fromEntries(own) });
      const rates = rateChangesOf(options);
      const account = givenOf(accountOf(options));
      const pages = givenOf(memberPagesOf(options));
      const others = Object.keys(account).length + Object.keys(pages).length;
      if (!rates && !options.membersSide && others === 0) demandChange(updateCommunitySettings, settings);
      const changed = await withDatabase(context, 'community update', async (tools) => {
        const place = await inCommunity.find(tools, options, '');
        if (Object.keys(settings).length > 0) {
          await callOperation(updateCommunitySettings, tools, place, settings);
        }
        if (rates) await callOperation(updateCommunityRates, tools, place, rates);
        if (Object.keys(account).length > 0) {
          await callOperation(updateInboxSettings, tools, place, account);
        }
        if (Object.keys(pages).length > 0) {
          await callOperation(updateMemberPages, tools, place, pages);
        }
        if (options.membersSide) {
          const enabled = options.membersSide === 'on';
          await callOperation(switchMemberPages, tools, place, { enabled });
        }
        return (await callOperation(getCommunitySettings, tools, place, {})).data;
      });
      report(context, options.json, changed, describe(changed));
    });
}

const withSettings = (command: Command): Command =>
  withLowerHours(command)
    .option('--upper-hours <hours>', "maximum balance of a member's account; none for no limit", hoursValueOrNone)
    .option('--step-minutes <minutes>', 'exchanges are recorded in multiples of this', wholeNumber)
    .addOption(
      new Option('--visibility <visibility>', 'what partners see of members who have made no choice').choices(
        VISIBILITIES,
      ),
    )
    .option('--languages <tags...>', 'languages of the community, the main one first')
    .option('--iban <account>', "the community's bank account: IBAN, or number as the bank writes it")
    .option('--account-holder <name>', "its holder, exactly as the bank has the name; '' clears it")
    .option('--holder-street <street>', "for Swiss payment slips: the street of the holder's address")
    .option('--holder-number <number>', 'its number in the street')
    .option('--holder-postcode <code>', 'its postcode')
    .option('--holder-town <town>', 'its town')
    .option('--holder-country <code>', 'its country, such as CH')
    .addOption(
      new Option('--four-eyes <on or off>', 'whether another person than the importer approves bank lines').choices([
        'on',
        'off',
      ]),
    );

const accountOf = ({ iban, accountHolder, fourEyes, ...address }: SettingOptions) => ({
  account: iban,
  account_holder: accountHolder,
  holder_address: addressOf(address),
  four_eyes: fourEyes && fourEyes === 'on',
});

/** Undefined: no part of it is named. */
function addressOf(options: SettingOptions) {
  const { holderStreet, holderNumber, holderPostcode, holderTown, holderCountry } = options;
  const parts = [holderStreet, holderNumber, holderPostcode, holderTown, holderCountry];
  if (parts.every((part) => part === undefined)) return undefined;
  return {
    ...{ street: holderStreet ?? null, house_number: holderNumber ?? null },
    ...{ postcode: holderPostcode, town: holderTown, country: holderCountry },
  };
}

function describe(settings: object): string[] {
  return labelled(Object.entries(settings).map(([name, setting]) => [name, String(setting ?? 'none')]));
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
    .option('--json', 'print JSON')
    .action(async (options: { json?: boolean }) => {
      const rows = await withDatabase(context, 'community list', ({ database }) => listCommunities(database));
      const values = rows.map(({ id, slug, name, kind }) => ({ id, slug, name, kind }));
      const cells = values.map(({ slug, name, kind }) => [slug, name, kind]);
      reportList(context, options.json, values, () =>
        cells.length
          ? table(['slug', 'name', 'kind'], cells)
          : ['No communities yet: timebank community create --slug … --name …'],
      );
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
