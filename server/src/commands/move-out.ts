/** `timebank move-out <file.zip>` */
import { writeFile } from 'node:fs/promises';
import type { Command } from 'commander';
import { moveOut } from '../domain/move-out/move-out.ts';
import { naming } from '../platform/base/system-error.ts';
import { describeOurselves } from '../platform/base/users.ts';
import { COMMUNITY_OPTION, communityOf } from './community-option.ts';
import { type CommandContext, report, withDatabase } from './context.ts';

interface Options {
  readonly community?: string;
  readonly json?: boolean;
}

export function registerMoveOutCommand(program: Command, context: CommandContext): void {
  program
    .command('move-out')
    .description('write members with balances, listings and exchanges into one documented archive that people can read')
    .argument('<file.zip>', 'the new archive')
    .option(...COMMUNITY_OPTION)
    .option('--json', 'print JSON')
    .action(async (file: string, options: Options) => {
      const { archive, ...counts } = await withDatabase(context, 'move-out', async ({ database, clock }) => {
        return await moveOut(database, await communityOf(database, options.community), clock.now());
      });
      const advice = (code: string) =>
        code === 'EEXIST' ? 'name a new file' : `let ${describeOurselves()} write there`;
      // Names, addresses and balances of people.
      await naming(`write the archive to ${file}`, advice, () => writeFile(file, archive, { flag: 'wx', mode: 0o600 }));
      const { members, listings, exchanges } = counts;
      const line = `${members} members, ${listings} listings and ${exchanges} exchanges are in ${file}.`;
      report(context, options.json, { file, ...counts }, [line]);
    });
}
