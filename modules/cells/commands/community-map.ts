/** `timebank community map`: by what a proxy in front of several installations knows the communities of this one. */
import type { Command } from 'commander';
import { COMMAND_LINE, type CommandContext, report } from '../../../console/desk/commands/context.ts';
import { withDatabase } from '../../../console/desk/commands/with-database.ts';
import { demandCellName, readMapLines, type WrittenMap, writeMap } from '../domain/map.ts';

interface MapOptions {
  readonly cell: string;
  readonly file?: string;
  readonly json?: boolean;
}

export function registerCommunityMap(community: Command, context: CommandContext): void {
  community
    .command('map')
    .description('print the lines by which a proxy leads to the communities of this installation')
    .requiredOption('--cell <name>', 'the name of this installation: that of its backend in the proxy')
    .option('--file <file>', 'the map of the proxy: replace the lines of this cell in it')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      `
Each community has a line for its tag, with which its client ids and tokens begin behind their prefix, one for its slug, and
one for each client id that does not begin with the tag. Run it when a community was created. Where another cell has drawn
the same tag, the community here is given another; its client ids stay.`,
    )
    .action((options: MapOptions) => runMap(context, options));
}

async function runMap(context: CommandContext, { cell: name, file, json }: MapOptions): Promise<void> {
  const cell = demandCellName(name);
  const { lines, renamed } = await withDatabase(context, 'community map', async (tools): Promise<WrittenMap> => {
    if (file !== undefined) return await writeMap(tools, { actor: COMMAND_LINE }, file, cell);
    return { lines: await readMapLines(tools.database, cell), renamed: [] };
  });
  const text = lines.map(({ key, cell: to }) => `${key} ${to}`);
  const written = [
    ...renamed.map((slug) => `${slug} has another tag now: another cell has drawn the same one.`),
    `${file} has ${lines.length} ${lines.length === 1 ? 'line' : 'lines'} for ${cell}. Have the proxy read it again.`,
  ];
  report(context, json, { cell, file: file ?? null, lines, new_tags: renamed }, file === undefined ? text : written);
}
