/** `timebank community …`, and the kill switches. */
import {
  COMMUNITY_KINDS,
  type CommunityKind,
  hoursFromSeconds,
  SCOPES,
  VISIBILITIES,
  type Visibility,
} from '@timebank/contract';
import { type Command, Option } from 'commander';
import {
  addCommunity,
  findCommunity,
  listCommunities,
  switchCommunityApi,
  switchInstallationApi,
} from '../domain/communities/create.ts';
import { resetSandbox } from '../domain/communities/reset.ts';
import { type CommunityRules, changeCommunity } from '../domain/communities/settings.ts';
import { ConfigError } from '../platform/base/config.ts';
import { COMMUNITY_OPTION, communityOf } from './community-option.ts';
import { COMMAND_LINE, type CommandContext, report, table, withDatabase } from './context.ts';
import { reportList } from './lists.ts';
import { labelled } from './one.ts';
import { readSandboxMembers, sandboxLines } from './sandbox.ts';
import { hoursOrNone, lowerHoursOrNone, nullOf, type OrNone } from './values.ts';

interface UpdateOptions {
  readonly community?: string;
  readonly name?: string;
  readonly upperHours?: OrNone<number>;
  readonly lowerHours?: OrNone<number>;
  readonly stepMinutes?: number;
  readonly visibility?: Visibility;
  readonly json?: boolean;
}

interface SwitchOptions {
  readonly community?: string;
  readonly json?: boolean;
}

export function registerCommunityCommands(program: Command, context: CommandContext): void {
  const community = program.command('community').description('create, list and change communities');

  community
    .command('create')
    .description('create a community with its community fund and its account for opening balances; a sandbox is filled')
    .requiredOption('--slug <slug>', 'short name in commands: lower-case letters, digits, hyphens')
    .requiredOption('--name <name>', 'display name')
    .addOption(
      new Option('--kind <kind>', 'live, or sandbox with fictional members').choices(COMMUNITY_KINDS).default('live'),
    )
    .option('--json', 'print JSON')
    .action(async (options: { slug: string; name: string; kind: CommunityKind; json?: boolean }) => {
      const { row, members } = await withDatabase(context, 'community create', async (tools) => {
        const row = await addCommunity(tools, { actor: COMMAND_LINE }, options);
        return { row, members: row.kind === 'sandbox' ? await readSandboxMembers(tools.database, row.id) : undefined };
      });
      const value = { id: row.id, slug: row.slug, name: row.name, kind: row.kind, ...(members && { members }) };
      report(context, options.json, value, [
        `Community "${row.name}" created. In commands: --community ${row.slug}`,
        ...(members ? ['', 'It is filled with fictional members. Of these the outcome is known:'] : []),
        ...(members ? sandboxLines(members) : []),
        ...(members
          ? [
              '',
              `Next: timebank partner create --community ${row.slug} --name 'Test Bank' --scopes '${SCOPES.join(' ')}'`,
            ]
          : []),
      ]);
    });

  community
    .command('reset')
    .description('empty a sandbox and fill it again; partners, their secrets, keys and subscriptions stay')
    .option(...COMMUNITY_OPTION)
    .option('--yes', 'confirm: everything else is deleted')
    .option('--json', 'print JSON')
    .action(async (options: { community?: string; yes?: boolean; json?: boolean }) => {
      const { row, members } = await withDatabase(context, 'community reset', async (tools) => {
        const row = await communityOf(tools.database, options.community);
        if (row.kind === 'sandbox' && !options.yes) {
          throw new ConfigError(
            `This deletes all members, listings, exchanges, credits, events and deliveries of "${row.name}". To reset it, repeat the command with --yes.`,
          );
        }
        await resetSandbox(tools, { communityId: row.id, actor: COMMAND_LINE });
        return { row, members: await readSandboxMembers(tools.database, row.id) };
      });
      report(context, options.json, { slug: row.slug, members }, [
        `The sandbox "${row.name}" is as new. Partners, their secrets, keys and subscriptions were kept.`,
        ...sandboxLines(members),
      ]);
    });

  community
    .command('list')
    .description('list the communities of this installation')
    .option('--json', 'print JSON')
    .action(async (options: { json?: boolean }) => {
      const rows = await withDatabase(context, 'community list', ({ database }) => listCommunities(database));
      const lines = rows.length
        ? table(
            ['slug', 'name', 'kind'],
            rows.map((row) => [row.slug, row.name, row.kind]),
          )
        : ['No communities yet: timebank community create --slug … --name …'];
      const values = rows.map(({ id, slug, name, kind }) => ({ id, slug, name, kind }));
      reportList(context, options.json, values, () => lines);
    });

  community
    .command('update')
    .description('change a community; settings you omit stay the same')
    .option(...COMMUNITY_OPTION)
    .option('--name <name>', 'display name')
    .option('--upper-hours <hours>', "maximum balance of a member's account; none for no limit", hoursOrNone)
    .option('--lower-hours <hours>', 'how far below zero exchanges may take an account, such as -25', lowerHoursOrNone)
    .option('--step-minutes <minutes>', 'exchanges are recorded in multiples of this', Number)
    .addOption(
      new Option('--visibility <visibility>', 'what partners see of members who have made no choice').choices(
        VISIBILITIES,
      ),
    )
    .option('--json', 'print JSON')
    .action(async (options: UpdateOptions) => {
      const changes = changesOf(options);
      const row = await withDatabase(context, 'community update', async (deps) => {
        const { id } = await communityOf(deps.database, options.community);
        await changeCommunity(deps, { communityId: id, actor: COMMAND_LINE }, changes);
        return communityOf(deps.database, options.community);
      });
      const hoursOf = (seconds: number | null) => (seconds === null ? null : hoursFromSeconds(seconds));
      const value = {
        slug: row.slug,
        name: row.name,
        default_visibility: row.defaultVisibility,
        upper_balance_hours: hoursOf(row.upperBalanceSeconds),
        lower_balance_hours: hoursOf(row.lowerBalanceSeconds),
        exchange_step_minutes: row.exchangeStepMinutes,
      };
      const lines = labelled(Object.entries(value).map(([name, setting]) => [name, String(setting ?? 'none')]));
      report(context, options.json, value, lines);
    });

  const api = program.command('api').description('switch the partner API off and on (kill switch)');
  api
    .command('off')
    .description('refuse all partner requests with 503; events are held meanwhile')
    .requiredOption('--reason <text>', 'the reason, shown to the administrators')
    .option('--community <slug>', 'only this community; default: the whole installation')
    .option('--json', 'print JSON')
    .action((options: SwitchOptions & { reason: string }) => setSwitch(context, options, options.reason));
  api
    .command('on')
    .description('answer partners again and send the held events')
    .option('--community <slug>', 'only this community; default: the whole installation')
    .option('--json', 'print JSON')
    .action((options: SwitchOptions) => setSwitch(context, options, null));
}

function changesOf(options: UpdateOptions): Partial<CommunityRules> {
  return {
    ...(options.name === undefined ? {} : { name: options.name }),
    ...(options.visibility === undefined ? {} : { defaultVisibility: options.visibility }),
    ...(options.upperHours === undefined ? {} : { upperBalanceSeconds: nullOf(options.upperHours) }),
    ...(options.lowerHours === undefined ? {} : { lowerBalanceSeconds: nullOf(options.lowerHours) }),
    ...(options.stepMinutes === undefined ? {} : { exchangeStepMinutes: options.stepMinutes }),
  };
}

async function setSwitch(
  context: CommandContext,
  { community: slug, json }: SwitchOptions,
  disabledReason: string | null,
): Promise<void> {
  await withDatabase(context, `api ${disabledReason === null ? 'on' : 'off'}`, async (tools) => {
    const by = { actor: COMMAND_LINE };
    if (slug === undefined) return switchInstallationApi(tools, by, disabledReason);
    const { id } = await findCommunity(tools.database, slug);
    return switchCommunityApi(tools, { ...by, communityId: id }, disabledReason);
  });
  const where = slug === undefined ? 'of the whole installation' : `of ${slug}`;
  const value = { community: slug ?? null, partner_api: disabledReason === null ? 'on' : 'off' };
  report(context, json, value, [`The partner API ${where} is ${value.partner_api}.`]);
}
