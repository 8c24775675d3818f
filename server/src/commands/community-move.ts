/** `timebank community move`: one community from this installation to another, both at work. */
import type { Command } from 'commander';
import { demandCellName, moveInMap, type WrittenMap } from '../domain/cells/map.ts';
import {
  type Cell,
  type Moved,
  type MoveStep,
  moveCommunity,
  takeBackLeaving,
} from '../domain/cells/move-community.ts';
import { selectInstallationId } from '../domain/installation/queries.ts';
import { openKeys } from '../domain/installation/secret-key.ts';
import { type Config, ConfigError } from '../platform/base/config.ts';
import { readNamedFile } from '../platform/base/files.ts';
import { parseSettings } from '../platform/base/settings-file.ts';
import { quietLog } from '../platform/database/log.ts';
import { COMMAND_LINE, type CommandContext, type CommandTools, progressOn, report, withDatabase } from './context.ts';

interface MoveCommunityOptions {
  readonly toSettings?: string;
  readonly takeBack?: boolean;
  readonly cell?: string;
  readonly map?: string;
  readonly json?: boolean;
}

/** Of the operator, who follows on standard error where a move is. */
const TOLD: Readonly<Record<MoveStep, string>> = {
  stop: 'stopping changes of the community',
  wait: 'waiting for what is under way',
  copy: 'copying',
  leave: 'leaving: requests are answered with the new address from now on',
  answer: 'answering at the new address',
  empty: 'deleting what has moved',
};

export function registerCommunityMove(community: Command, context: CommandContext): void {
  community
    .command('move')
    .description('move a community to another installation, while both are running')
    .argument('<slug>', 'the community, by its slug')
    .option(
      '--to-settings <file>',
      'settings of the other installation: DATABASE_URL or DATA_DIR, SECRET_KEY, PUBLIC_URL',
    )
    .option('--map <file>', 'the map of the proxy in front of both, whose lines of the community are changed')
    .option('--cell <name>', 'the name of the other installation in that map')
    .option('--take-back', 'take an interrupted move back, instead of going on with it')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      `
Meanwhile the partner API of this community answers 503, and nothing of it can be changed; nothing else stops. An
interrupted move is repeated by the same command, and goes on where it was. Afterwards its partners get 421 here, with the
PUBLIC_URL of the other installation.`,
    )
    .action((slug: string, options: MoveCommunityOptions) =>
      options.takeBack ? runTakeBack(context, slug, options) : runMove(context, slug, options),
    );
}

async function runMove(context: CommandContext, slug: string, options: MoveCommunityOptions): Promise<void> {
  const { toSettings, json } = options;
  const map = mapOf(options);
  if (toSettings === undefined) {
    throw new ConfigError('Say where to: --to-settings <file> names the settings of the other installation.');
  }
  let written: WrittenMap | undefined;
  const moved = await withBoth(context, toSettings, async (from, to, movedTo) => {
    const line = progressOn(context, json);
    const onStep = async (step: MoveStep) => {
      // It answers there from here on.
      if (step === 'empty' && map) {
        context.note(`timebank: changing the lines of ${slug} in ${map.file}\n`);
        const deps = { ...to, wakeWorker() {} };
        written = await moveInMap(from.database, deps, { actor: COMMAND_LINE }, { slug, ...map });
      }
      context.note(`timebank: ${TOLD[step]}\n`);
    };
    const what = { slug, movedTo, actor: COMMAND_LINE, onStep, note: line.show };
    return await moveCommunity(from, to, what).finally(line.clear);
  });
  report(context, json, { ...movedFacts(moved), lines: written?.lines ?? null }, [
    `The community ${slug} is at ${moved.movedTo}, and its ledger holds.`,
    'Here its partners are answered with the new address.',
    ...(map ? [`In ${map.file} it leads to ${map.cell}. Have the proxy read it again.`] : []),
    ...(moved.imported?.administrators.notAdded ?? []).map(
      (email) =>
        `${email} has no role there, since another account has the address: invite this person in the console.`,
    ),
  ]);
}

/** @throws ConfigError where one of the two is missing */
function mapOf({ map: file, cell }: MoveCommunityOptions) {
  if (file !== undefined && cell !== undefined) return { file, cell: demandCellName(cell) };
  if (file === undefined && cell === undefined) return undefined;
  throw new ConfigError('Say both: --map <file>, and --cell <name>, the name of the other installation in it.');
}

function movedFacts({ slug, movedTo, imported }: Moved) {
  const { added = [], known = [], notAdded = [] } = imported?.administrators ?? {};
  const administrators = { added, known, not_added: notAdded };
  return { community: slug, moved_to: movedTo, administrators, tables: imported?.trailer.tables ?? null };
}

async function runTakeBack(
  context: CommandContext,
  slug: string,
  { toSettings, json }: MoveCommunityOptions,
): Promise<void> {
  if (toSettings !== undefined) {
    await withBoth(context, toSettings, (from, to) => takeBackLeaving(from, to, slug, COMMAND_LINE));
  } else {
    await withDatabase(context, 'community move', async (tools) =>
      takeBackLeaving(await cellOf(tools), undefined, slug, COMMAND_LINE),
    );
  }
  report(context, json, { community: slug, taken_back: true }, [`The community ${slug} is at work here again.`]);
}

/** @throws ConfigError where the settings name no other installation */
async function withBoth<T>(
  context: CommandContext,
  toSettings: string,
  work: (from: Cell, to: Cell, movedTo: string) => Promise<T>,
): Promise<T> {
  const env = parseSettings(toSettings, await readNamedFile('the settings in', toSettings));
  if (!env.DATABASE_URL && !env.DATA_DIR) {
    throw new ConfigError(`${toSettings} sets neither DATABASE_URL nor DATA_DIR: it must name the other installation.`);
  }
  return await withDatabase(context, 'community move', (here) =>
    withDatabase({ ...context, env, envFile: undefined }, 'community move', async (there) => {
      const [ids, otherIds] = await Promise.all(
        [here, there].map(({ database }) => selectInstallationId(database.reads)),
      );
      if (ids?.[0]?.id === otherIds?.[0]?.id) {
        throw new ConfigError(`${toSettings} names this installation: name the settings of the other one.`);
      }
      return await work(await cellOf(here), await cellOf(there), originOf(there.config, toSettings));
    }),
  );
}

async function cellOf({ database, ownerConnection, config, clock }: CommandTools): Promise<Cell> {
  return { database, ownerConnection, clock, keys: await openKeys(config, database, clock, quietLog) };
}

/** Where partners find the other installation. */
function originOf({ publicUrl, host, port }: Config, file: string): string {
  if (publicUrl !== undefined) return publicUrl;
  if (port === 0) throw new ConfigError(`${file} sets no PUBLIC_URL: partners must be given an address.`);
  return `http://${host}:${port}`;
}
