/** `timebank community move`: one community from this installation to another, both at work. */
import type { Command } from 'commander';
import { COMMAND_LINE, type CommandContext, progressOn, report } from '../../../console/desk/commands/context.ts';
import { type CommandTools, withDatabase } from '../../../console/desk/commands/with-database.ts';
import { type Config, ConfigError } from '../../../core/base/config.ts';
import { readNamedFile } from '../../../core/base/files.ts';
import { parseKnownSettings } from '../../../core/base/settings-file.ts';
import { quietLog } from '../../../core/database/log.ts';
import { selectInstallationId } from '../../../core/installation/queries.ts';
import { openKeys } from '../../../core/installation/secret-key.ts';
import { demandCellName, moveInMap, type WrittenMap } from '../domain/map.ts';
import { type Cell, cancelMove, type MovedCommunity, type MoveStep, moveCommunity } from '../domain/move-community.ts';

interface MoveCommunityOptions {
  readonly toSettings?: string;
  readonly takeBack?: boolean;
  readonly copyIsGone?: boolean;
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
    .option(
      '--copy-is-gone',
      'with --take-back: the other installation was put back to before the move, and you looked',
    )
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      `
Meanwhile the partner API of this community answers 503, and nothing of it can be changed; nothing else stops. An
interrupted move is repeated by the same command, and goes on where it was. Afterwards its partners get 421 here, with the
PUBLIC_URL of the other installation.`,
    )
    .action((slug: string, options: MoveCommunityOptions) =>
      options.takeBack ? runCancel(context, slug, options) : runMove(context, slug, options),
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
        const deps = { ...to, wakeWorker() {}, ...(await context.loadModules()) };
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

function movedFacts({ slug, movedTo, imported }: MovedCommunity) {
  const { added = [], known = [], notAdded = [] } = imported?.administrators ?? {};
  const administrators = { added, known, not_added: notAdded };
  return { community: slug, moved_to: movedTo, administrators, tables: imported?.trailer.tables ?? null };
}

async function runCancel(
  context: CommandContext,
  slug: string,
  { toSettings, copyIsGone, json }: MoveCommunityOptions,
): Promise<void> {
  const taking = { slug, actor: COMMAND_LINE, ...(copyIsGone === undefined ? {} : { copyIsGone }) };
  const isDiscarded =
    toSettings === undefined
      ? await withDatabase(context, 'community move', async (tools) =>
          cancelMove(await cellOf(tools), undefined, taking),
        )
      : await withBoth(context, toSettings, (from, to) => cancelMove(from, to, taking));
  report(context, json, { community: slug, taken_back: true, copy_discarded: isDiscarded }, [
    `The community ${slug} is at work here again.`,
    isDiscarded ? 'Its copy in the other installation was deleted.' : 'There was no copy to delete.',
  ]);
}

/** @throws ConfigError where the settings name no other installation */
async function withBoth<T>(
  context: CommandContext,
  toSettings: string,
  work: (from: Cell, to: Cell, movedTo: string) => Promise<T>,
): Promise<T> {
  const env = parseKnownSettings(toSettings, await readNamedFile('the settings in', toSettings));
  if (!env.DATABASE_URL && !env.DATA_DIR) {
    throw new ConfigError(`${toSettings} sets neither DATABASE_URL nor DATA_DIR: it must name the other installation.`);
  }
  return await withDatabase(context, 'community move', (here) =>
    withDatabase({ ...context, env, envFile: undefined }, 'community move', async (there) => {
      const [from, to] = [await cellOf(here), await cellOf(there)];
      if (from.installationId === to.installationId) {
        throw new ConfigError(`${toSettings} names this installation: name the settings of the other one.`);
      }
      return await work(from, to, originOf(there.config, toSettings));
    }),
  );
}

export async function cellOf({ database, ownerConnection, config, clock }: CommandTools): Promise<Cell> {
  const [installation] = await selectInstallationId(database.reads);
  if (!installation) throw new ConfigError('The database has no installation: run "timebank migrate".');
  const keys = await openKeys(config, database, clock, quietLog);
  return { installationId: installation.id, database, ownerConnection, clock, keys };
}

/** Where partners find the other installation. */
function originOf({ publicUrl, host, port }: Config, file: string): string {
  if (publicUrl !== undefined) return publicUrl;
  if (port === 0) throw new ConfigError(`${file} sets no PUBLIC_URL: partners must be given an address.`);
  return `http://${host}:${port}`;
}
