/** `timebank community export` and `import`: one community into a file, and out of it. */
import { open, stat } from 'node:fs/promises';
import type { Command } from 'commander';
import {
  COMMAND_LINE,
  type CommandContext,
  labelled,
  progressOn,
  report,
} from '../../../console/desk/commands/context.ts';
import { type CommandTools, withDatabase } from '../../../console/desk/commands/with-database.ts';
import { ConfigError } from '../../../core/base/config.ts';
import { openNamedFile, readNamedFile } from '../../../core/base/files.ts';
import { naming } from '../../../core/base/system-error.ts';
import { describeOurselves } from '../../../core/base/users.ts';
import { findCommunity } from '../../../core/communities/find.ts';
import { quietLog } from '../../../core/database/log.ts';
import type { Database } from '../../../core/database/query.ts';
import { openKeys } from '../../../core/installation/secret-key.ts';
import type { BackupTrailer } from '../../operate/backup/format.ts';
import { openBackup } from '../../operate/backup/parts.ts';
import { writeCheckedFile } from '../../operate/domain/installation/backup-files.ts';
import { writeExport } from '../domain/export-community.ts';
import { readExportSchema } from '../domain/export-schema.ts';
import { newPassphrase, newSalt } from '../domain/export-secrets.ts';
import { type ImportedCommunity, importCommunity } from '../domain/import-community.ts';
import { selectMovingCommunity } from '../domain/move-queries.ts';

interface FileOptions {
  readonly passphraseFile?: string;
  readonly json?: boolean;
}

export function registerCommunityExport(community: Command, context: CommandContext): void {
  community
    .command('export')
    .description('write all that belongs to a community to one file, while the service is running')
    .argument('<slug>', 'the community, by its slug')
    .argument('<file>', 'a new file, such as elm.export')
    .option('--passphrase-file <file>', 'a new file for the passphrase; default: it is printed, once')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      `
The file is one snapshot, compressed and authenticated. Its secrets are encrypted under the passphrase; names, addresses and
bookings are not: keep it as you keep a backup. Sessions and access tokens are not in it.`,
    )
    .action((slug: string, file: string, options: FileOptions) => runExport(context, slug, file, options));
  community
    .command('import')
    .description('put an exported community into this installation, while the service is running')
    .argument('<file>', 'the export')
    .requiredOption('--passphrase-file <file>', 'the file with its passphrase')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      `
Ids, client ids, secrets, references and statements stay; partners fetch new tokens, and begin the copies that they keep in
step again. All of it is imported, or nothing.`,
    )
    .action((file: string, options: FileOptions) => runImport(context, file, options));
  community
    .command('export-schema')
    .description('print the JSON schema of what "community export" writes, for readers in other programs')
    .option('--json', 'print JSON, as without it')
    .action(async () => {
      const schema = await withDatabase(context, 'community export-schema', ({ ownerConnection }) =>
        readExportSchema(ownerConnection),
      );
      context.print(JSON.stringify(schema, null, 2));
    });
}

async function runExport(context: CommandContext, slug: string, file: string, options: FileOptions): Promise<void> {
  const { passphraseFile, json } = options;
  if (await stat(file).catch(() => undefined)) throw new ConfigError(`${file} exists already: name a new file.`);
  const { bytes, digest, trailer, passphrase } = await withDatabase(context, 'community export', async (tools) => {
    const { database } = tools;
    const { id: communityId } = await findCommunity(database, slug);
    await demandHere(database, slug);
    const line = progressOn(context, json);
    return await writeExportFile(tools, { communityId, file, passphraseFile, note: line.show }).finally(line.clear);
  });
  const shown = passphraseFile === undefined ? passphrase : null;
  const facts = { community: slug, file, bytes, sha256: digest, passphrase: shown };
  report(context, json, { ...facts, passphrase_file: passphraseFile ?? null, tables: trailer.tables }, [
    `${file}: the community ${slug}, read back completely.`,
    ...describeExported(trailer),
    shown === null ? `The passphrase is in ${passphraseFile}.` : `Passphrase, shown once: ${shown}`,
    'Without the passphrase the file cannot be imported.',
  ]);
}

interface ExportFile {
  readonly communityId: number;
  readonly file: string;
  readonly passphraseFile: string | undefined;
  readonly note?: (table: string) => void;
}

/** Writes the export of a community to a new file, and its passphrase to another where one is named. */
export async function writeExportFile(
  { database, clock, config, ownerConnection }: CommandTools,
  { communityId, file, passphraseFile, note }: ExportFile,
) {
  const passphrase = newPassphrase();
  const keys = await openKeys(config, database, clock, quietLog);
  if (passphraseFile !== undefined) await writePassphrase(passphraseFile, passphrase);
  const what = { communityId, keys, passphrase, salt: newSalt(), at: clock.now(), note };
  const write = (sink: Parameters<typeof writeExport>[1]) => writeExport(ownerConnection, sink, what);
  return { ...(await writeCheckedFile('the export', file, write)), passphrase };
}

/** @throws ConfigError where another installation answers for it, or will */
async function demandHere(database: Database, slug: string): Promise<void> {
  const [row] = await selectMovingCommunity(database.reads, { slug });
  if (row?.state === 'left') throw new ConfigError(`${slug} has moved to ${row.movedTo}: export it there.`);
  if (row?.state === 'arriving') throw new ConfigError(`${slug} is on its way here: finish its move first.`);
}

async function writePassphrase(path: string, passphrase: string): Promise<void> {
  await naming(
    `write the passphrase to ${path}`,
    `name a new file where ${describeOurselves()} may write`,
    async () => {
      const file = await open(path, 'wx', 0o600);
      try {
        await file.writeFile(`${passphrase}\n`);
        await file.sync();
      } finally {
        await file.close();
      }
    },
  );
}

async function runImport(context: CommandContext, file: string, options: FileOptions): Promise<void> {
  const { passphraseFile = '', json } = options;
  const passphrase = await readNamedFile('the passphrase in', passphraseFile);
  const source = await openNamedFile('the export', file);
  try {
    const backup = await openBackup(source);
    const imported = await withDatabase(context, 'community import', async (tools) => {
      const { database, clock, config, ownerConnection } = tools;
      const keys = await openKeys(config, database, clock, quietLog);
      const line = progressOn(context, json);
      const how = { passphrase, keys, clock, actor: COMMAND_LINE, note: line.show };
      return await importCommunity(backup, ownerConnection, how).finally(line.clear);
    });
    report(context, json, importedFacts(imported), importedLines(imported));
  } finally {
    source.destroy();
  }
}

/** What a script reads of a community that was imported. */
function importedFacts({ community, hasNewTag, trailer, administrators }: ImportedCommunity) {
  const { added, known, notAdded } = administrators;
  const people = { added, known, not_added: notAdded };
  return { community, new_tag: hasNewTag, administrators: people, tables: trailer.tables, ledger_holds: true };
}

function importedLines({ community, hasNewTag, trailer, administrators }: ImportedCommunity): string[] {
  const { added, known, notAdded } = administrators;
  return [
    `The community ${community.slug} is here, and its ledger holds.`,
    ...describeExported(trailer),
    ...(hasNewTag ? ['Its tag was taken here, so that it has another: its client ids stay.'] : []),
    ...(added.length > 0 ? [`Administrators added: ${added.join(', ')}`] : []),
    ...(known.length > 0 ? [`Administrators who were here already: ${known.join(', ')}`] : []),
    ...(notAdded.length > 0
      ? [`Not added, since another account has the address: ${notAdded.join(', ')}. Invite them in the console.`]
      : []),
    'Partners fetch new tokens; copies that they keep in step are begun anew.',
  ];
}

const COUNTED = ['members', 'listings', 'transfers', 'partners', 'administrators'];

function describeExported({ tables }: BackupTrailer): string[] {
  return labelled(COUNTED.map((name) => [name, (tables[name] ?? 0).toLocaleString('en-GB')]));
}
