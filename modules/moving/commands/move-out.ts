/** `timebank move-out <file.zip>` */
import { type Command, InvalidArgumentError, Option } from 'commander';
import { COMMUNITY_OPTION, communityOf } from '../../../console/desk/commands/community-option.ts';
import { type CommandContext, report } from '../../../console/desk/commands/context.ts';
import { UsageError } from '../../../console/desk/commands/usage-error.ts';
import { withDatabase } from '../../../console/desk/commands/with-database.ts';
import { writeNewFile } from '../../../core/base/files.ts';
import { isUuid } from '../../../core/base/ids.ts';
import { moveOut } from '../domain/move-out/move-out.ts';
import { moveOutToKomunitin } from '../domain/move-out/to-komunitin.ts';

interface Options {
  readonly community?: string;
  readonly to?: 'komunitin';
  readonly code?: string;
  readonly administrator?: string;
  readonly json?: boolean;
}

export function registerMoveOutCommand(command: Command, context: CommandContext): void {
  command
    .argument('<file.zip>', 'the new archive')
    .option(...COMMUNITY_OPTION)
    .addOption(new Option('--to <system>', 'in the form that this system takes').choices(['komunitin']))
    .option('--code <code>', 'the code of the currency there, four capital letters or digits', currencyCode)
    .option('--administrator <id>', "the administrator's id there, a UUID", administratorId)
    .option('--json', 'print JSON')
    .action((file: string, options: Options) =>
      options.to === undefined ? writeOurs(context, file, options) : writeKomunitin(context, file, options),
    );
}

async function writeOurs(context: CommandContext, file: string, options: Options): Promise<void> {
  if (options.code !== undefined || options.administrator !== undefined) {
    throw new UsageError('--code and --administrator belong to --to komunitin.');
  }
  const { archive, ...counts } = await withDatabase(context, 'move-out', async ({ database, clock }) => {
    return await moveOut(database, await communityOf(database, options.community), clock.now());
  });
  await writeArchive(file, archive);
  const { members, listings, exchanges } = counts;
  const line = `${members} members, ${listings} listings and ${exchanges} exchanges are in ${file}.`;
  report(context, options.json, { file, ...counts }, [line]);
}

async function writeKomunitin(context: CommandContext, file: string, options: Options): Promise<void> {
  const { archive, isLarge, ...counts } = await withDatabase(context, 'move-out', async (tools) => {
    const { database, clock, config } = tools;
    const community = await communityOf(database, options.community);
    const code = options.code ?? codeOf(community.slug);
    const url = config.publicUrl ?? 'https://timebank.example.org';
    const { administrator: administratorId } = options;
    return await moveOutToKomunitin(database, { community, code, administratorId, url, now: clock.now() });
  });
  await writeArchive(file, archive);
  const { members, listings, transfers } = counts;
  const lines = [
    `${members} members, ${listings} listings and ${transfers} transfers are in ${file}, as Komunitin takes them.`,
    ...(isLarge
      ? ['migration.json is larger than 100 kB: its operator has to raise the limit of a request first.']
      : []),
  ];
  report(context, options.json, { file, ...counts, is_large: isLarge }, lines);
}

/** Names, addresses and balances of people: no other user may read it. */
const writeArchive = (file: string, archive: Buffer) => writeNewFile('the archive', file, archive, 0o600);

/** The first four letters of a community's name in addresses. */
const codeOf = (slug: string) =>
  slug
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]/g, '')
    .slice(0, 4)
    .padEnd(4, 'X');

function currencyCode(text: string): string {
  if (!/^[A-Z0-9]{4}$/.test(text)) throw new InvalidArgumentError('It must be four capital letters or digits.');
  return text;
}

function administratorId(text: string): string {
  if (!isUuid(text)) throw new InvalidArgumentError('It must be a UUID, such as 2587c4ae-31d4-412e-89fc-028a76ad85b4.');
  return text;
}
