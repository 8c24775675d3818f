/** `timebank backup`, `restore` and `move`: everything into a file, out of it, and from one database into another. */
import { stat } from 'node:fs/promises';
import { PassThrough } from 'node:stream';
import type { Command } from 'commander';
import {
  type CommandContext,
  labelled,
  type ProgressLine,
  progressOn,
  report,
  warningsTo,
} from '../../../console/desk/commands/context.ts';
import { configOf, environmentOf } from '../../../console/desk/commands/settings.ts';
import { withDatabaseAlone } from '../../../console/desk/commands/with-database.ts';
import { ConfigError, readConfig } from '../../../core/base/config.ts';
import { openNamedFile, readNamedFile } from '../../../core/base/files.ts';
import { withSettings } from '../../../core/base/secret-files.ts';
import { parseKnownSettings } from '../../../core/base/settings-file.ts';
import { refusedBySystem } from '../../../core/base/system-error.ts';
import { serviceBuild } from '../../../core/base/version.ts';
import { quietLog } from '../../../core/database/log.ts';
import { openDatabaseServer } from '../../../core/database/open.ts';
import { type Encryption, type EncryptionFiles, encryptionOf, openingOf } from '../backup/encryption.ts';
import type { EndedAccess, EndedCounts } from '../backup/ended.ts';
import type { BackupTrailer } from '../backup/format.ts';
import { openBackup } from '../backup/parts.ts';
import { whyNotRestorable } from '../backup/read.ts';
import {
  type BackupOptions,
  type BackupPlace,
  backUp,
  openTrusted,
  type RestoreResult,
  readKey,
  restore,
} from '../domain/installation/backup.ts';
import { writeBackupFile } from '../domain/installation/backup-files.ts';
import { allowIdle } from '../domain/installation/queries.ts';

interface Json {
  readonly json?: boolean;
}

interface BackupCommandOptions extends Json, EncryptionFiles {
  readonly withoutKey?: boolean;
}

interface RestoreCommandOptions extends Json {
  readonly identityFile?: string;
  readonly passphraseFile?: string;
  readonly keyFile?: string;
  readonly digest?: string;
  readonly unauthenticated?: boolean;
  readonly showKey?: boolean;
  readonly dropMails?: boolean;
}

interface MoveOptions extends Json {
  readonly to?: string;
  readonly toOwner?: string;
  readonly toFolder?: string;
  readonly toSettings?: string;
}

const STANDARD_OUTPUT = '-';
const NO_BACKUP = 'what was written so far is no backup';

export function registerBackup(command: Command, context: CommandContext): void {
  command
    .argument('<file>', 'a new file, such as timebank-2026-11-22.backup; - for standard output')
    .option('--without-key', 'leave SECRET_KEY out; store it elsewhere, or the backup cannot be used')
    .option('--recipients-file <file>', 'encrypt it for these age recipients; default: BACKUP_RECIPIENTS_FILE')
    .option('--passphrase-file <file>', 'encrypt it under this passphrase; default: BACKUP_PASSPHRASE_FILE')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      `
The file is one snapshot of the database, compressed, with SECRET_KEY: anyone who has it, and what opens it where it is
encrypted, has everything. It does not contain sessions and access tokens. It can be restored into an embedded database or a server, of any version from 15.`,
    )
    .action((file: string, options: BackupCommandOptions) => runBackup(context, file, options));
}

export function registerRestore(command: Command, context: CommandContext): void {
  command
    .argument('<file>', 'the backup')
    .option('--identity-file <file>', 'file with an age identity that opens the backup')
    .option('--passphrase-file <file>', 'file with its passphrase; default: BACKUP_PASSPHRASE_FILE')
    .option('--key-file <file>', 'file with the key, if the backup was made without it')
    .option('--digest <sha256>', 'what the file must be: the digest that was printed when the backup was made')
    .option('--unauthenticated', 'restore it although no key and no digest proves that it was not altered')
    .option('--show-key', 'only print the SECRET_KEY in the backup')
    .option('--drop-mails', 'never send the mails that wait in the backup')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      `
What was used, ended or signed out since the backup does not come back: sessions, letters, mailed links, links to secrets and
invitations in it are ended, and counted. Partners' secrets, passwords and roles are as they were: end them again.`,
    )
    .action((file: string, options: RestoreCommandOptions) => runRestore(context, file, options));
}

export function registerMove(command: Command, context: CommandContext): void {
  command
    .option('--to <url>', 'to this server, as the DATABASE_URL to come; every user of the machine sees it meanwhile')
    .option('--to-owner <url>', 'as the MIGRATE_DATABASE_URL to come, if another role owns the tables')
    .option('--to-settings <file>', 'to the server that DATABASE_URL and MIGRATE_DATABASE_URL in this file name')
    .option('--to-folder <folder>', 'to an embedded database, in this DATA_DIR to come')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      `
The settings name the database that is moved; it is only read, and stays as it is. The target must be empty.
In place of --to and --to-owner, the variables MOVE_TO_URL and MOVE_TO_OWNER_URL may be set: a password in them is not seen
by other users, as it is on a command line.`,
    )
    .action((options: MoveOptions) => runMove(context, options));
}

async function runBackup(context: CommandContext, file: string, options: BackupCommandOptions): Promise<void> {
  const toFile = file !== STANDARD_OUTPUT;
  const config = await configOf(context);
  if (toFile && (await stat(file).catch(() => undefined))) {
    throw new ConfigError(`${file} exists already: name a new file.`);
  }
  const encryption = await encryptionOf(config, options);
  const server = await openDatabaseServer(config, {
    exclusive: false,
    create: false,
    makeRoom: true,
    command: 'timebank backup',
    log: { ...quietLog, warn: warningsTo(context).warn },
  });
  try {
    const place = { config, server, clock: context.clock };
    const withKey = !options.withoutKey;
    const line = progressOn(context, options.json);
    const how = { build: serviceBuild(), withKey, note: line.show, encryption };
    if (!toFile) return void (await backUpToOutput(place, how).finally(line.clear));
    const { bytes, header, trailer, digest } = await writeBackupFile(place, file, how).finally(line.clear);
    const restorable = await whyNotRestorable(header);
    const authenticated = header.mac !== null;
    const facts = { file, bytes, sha256: digest, with_key: withKey, authenticated, tables: trailer.tables };
    report(context, options.json, { ...facts, note: restorable ?? null }, [
      `${file}: ${sizeOf(bytes)}, read back completely.`,
      ...describeCounts(trailer),
      ...(restorable === undefined ? [] : [restorable]),
      authenticated
        ? `SHA-256 ${digest}: kept elsewhere, it proves the file without the key.`
        : 'The key was not at hand, so that nothing in the file proves that it is not altered.',
      ...(encryption === undefined ? [] : [describeEncryption(encryption)]),
      describeContent(withKey, trailer, encryption),
    ]);
  } finally {
    await server.stop();
  }
}

const describeEncryption = ({ recipients }: Encryption) =>
  recipients === undefined
    ? 'Encrypted under the passphrase: without it, nobody reads it.'
    : `Encrypted for ${recipients.length === 1 ? 'one recipient' : `${recipients.length} recipients`}: nobody else reads it, this machine neither.`;

function describeContent(withKey: boolean, { tables }: BackupTrailer, encryption: Encryption | undefined): string {
  const people = `personal data of ${(tables.members ?? 0).toLocaleString('en-GB')} members`;
  if (!withKey) return `It holds ${people}. It does not hold SECRET_KEY: without it, the backup cannot be used.`;
  const keep = encryption === undefined ? ': keep it where only you can read it' : '';
  return `It holds SECRET_KEY and ${people}${keep}.`;
}

async function backUpToOutput(place: BackupPlace, how: BackupOptions): Promise<void> {
  let refused: unknown;
  process.stdout.once('error', (error) => {
    refused = error;
  });
  try {
    await backUp(place, process.stdout, how);
  } catch (error) {
    // What the database says is not the reader's.
    throw error === refused ? refusedBySystem('write the backup to standard output', NO_BACKUP, error) : error;
  }
}

async function runRestore(context: CommandContext, file: string, options: RestoreCommandOptions): Promise<void> {
  if (options.showKey) {
    const opening = await openingOf(await configOf(context), options);
    const source = await openNamedFile('the backup', file);
    const { header } = await openBackup(source, opening);
    source.destroy();
    if (header.secret_key === null) throw new ConfigError('This backup was made without the key.');
    report(context, options.json, { secret_key: header.secret_key }, [header.secret_key]);
    return;
  }
  const source = await openNamedFile('the backup', file);
  const config = await configOf(context);
  // Before there is a database.
  const opening = await openingOf(config, options);
  const trusted = await openTrusted(config, source, { ...options, opening }).catch((error) => {
    source.destroy();
    throw error;
  });
  const server = await openDatabaseServer(config, {
    exclusive: true,
    create: true,
    command: 'timebank restore',
    log: quietLog,
  });
  try {
    const place = { config, server, clock: context.clock };
    const line = progressOn(context, options.json);
    const ending = { dropMails: options.dropMails === true };
    const restored = await restore(place, trusted, { note: line.show, ending }).finally(line.clear);
    reportRestored(context, options, restored, [
      `Restored the backup of ${restored.header.created_at}.`,
      ...(restored.keyFile === undefined ? [] : [`The key is in ${restored.keyFile}.`]),
      'Partners must repeat the credits booked since then, with the same references; each is booked once.',
    ]);
  } finally {
    source.destroy();
    await server.stop();
  }
}

async function runMove(context: CommandContext, options: MoveOptions): Promise<void> {
  const { to, toOwner, toFolder } = await targetOf(context, options);
  const given = await environmentOf(context);
  await withDatabaseAlone(context, 'move', async ({ config, clock, server, transaction }) => {
    const from: BackupPlace = { config, clock, server };
    const key = await readKey(from);
    const places = to === undefined ? { DATA_DIR: toFolder } : { DATABASE_URL: to, MIGRATE_DATABASE_URL: toOwner };
    const elsewhere = { DATABASE_URL: undefined, MIGRATE_DATABASE_URL: undefined, ...places };
    const ofTarget = to === undefined ? { DATABASE_PREPARE: undefined } : { SECRET_KEY: key ?? config.secretKey };
    const next = readConfig(withSettings(given, { ...elsewhere, ...ofTarget }), 'production');
    const target = await openDatabaseServer(next, {
      exclusive: true,
      create: true,
      command: 'timebank move',
      log: quietLog,
    });
    try {
      // A start on the old database meanwhile waits for this transaction.
      const restored = await transaction(async (open) => {
        await allowIdle(open);
        return await passOn(from, { config: next, server: target, clock }, progressOn(context, options.json));
      });
      reportRestored(context, options, restored, [
        ...(to === undefined
          ? [`Everything is in ${next.dataDir}: set DATA_DIR to it, unset DATABASE_URL, and start the service.`]
          : [
              'Everything is on the server: set DATABASE_URL and MIGRATE_DATABASE_URL to it, and SECRET_KEY to the same key.',
            ]),
        ...(restored.keyFile === undefined ? [] : [`The key is in ${restored.keyFile}.`]),
      ]);
    } finally {
      await target.stop();
    }
  });
}

/** Where to: exactly one server or folder. @throws ConfigError */
async function targetOf({ env }: CommandContext, options: MoveOptions): Promise<MoveOptions> {
  const { to, toOwner, toFolder, toSettings } = options;
  if ([to, toFolder, toSettings].filter((place) => place !== undefined).length > 1) {
    throw new ConfigError('--to, --to-settings and --to-folder each say where to: give one of them.');
  }
  if (toSettings !== undefined) {
    const next = parseKnownSettings(toSettings, await readNamedFile('the settings in', toSettings));
    if (!next.DATABASE_URL)
      throw new ConfigError(`${toSettings} sets no DATABASE_URL; it must name the server to come.`);
    return { to: next.DATABASE_URL, ...(next.MIGRATE_DATABASE_URL && { toOwner: next.MIGRATE_DATABASE_URL }) };
  }
  if (to !== undefined || toFolder !== undefined) return options;
  if (!env.MOVE_TO_URL) {
    throw new ConfigError(
      'Say where to: --to <url>, --to-settings <file> or MOVE_TO_URL for a server, --to-folder <folder> for an embedded database.',
    );
  }
  const owner = toOwner ?? env.MOVE_TO_OWNER_URL;
  return { to: env.MOVE_TO_URL, ...(owner ? { toOwner: owner } : {}) };
}

/** Backs up and restores at once; where one side fails, the other ends. */
async function passOn(from: BackupPlace, to: BackupPlace, line: ProgressLine): Promise<RestoreResult> {
  const stream = new PassThrough();
  const sending = backUp(from, stream, { build: serviceBuild(), withKey: true });
  // It never leaves this process.
  const arriving = openTrusted(to.config, stream, { unauthenticated: true }).then((trusted) =>
    restore(to, trusted, { note: line.show }),
  );
  sending.catch((error) => stream.destroy(error));
  arriving.catch(() => stream.destroy());
  try {
    return (await Promise.all([arriving, sending]))[0];
  } finally {
    await Promise.allSettled([arriving, sending]);
    line.clear();
  }
}

function reportRestored(
  context: CommandContext,
  { json }: Json,
  { header, trailer, keyFile, access, verified }: RestoreResult,
  lines: readonly string[],
): void {
  const value = {
    created_at: header.created_at,
    key_file: keyFile ?? null,
    tables: trailer.tables,
    ledger_holds: verified.holds,
    ...(access && accessFacts(access)),
  };
  report(context, json, value, [
    ...lines,
    ...describeCounts(trailer),
    'Everybody signs in again, and partners fetch new tokens; copies that partners keep in step are begun anew.',
    ...(access ? accessLines(access) : []),
    verified.holds ? 'The ledger holds.' : 'THE LEDGER IS BROKEN: see timebank ledger verify.',
  ]);
  if (!verified.holds) context.fail(1);
}

const ENDED: Readonly<Record<keyof EndedCounts, readonly [key: string, label: string]>> = {
  memberSessions: ['member_sessions', 'sessions of members'],
  deputySessions: ['deputy_sessions', 'sessions of deputies'],
  letters: ['letters', 'letters with a code'],
  mailedLinks: ['mailed_links', 'mailed links'],
  invitations: ['invitations', 'invitations'],
  setupLinks: ['setup_links', 'set-up links'],
  secretLinks: ['secret_links', 'links to secrets'],
};
const endedOf = ({ ended }: EndedAccess) =>
  (Object.keys(ENDED) as (keyof EndedCounts)[]).map((what) => [...ENDED[what], ended[what]] as const);

/** What a script reads of what a restore has ended. */
function accessFacts(access: EndedAccess) {
  const deputies = access.deputies.map(({ agreedOn, ...one }) => ({ ...one, agreed_on: agreedOn }));
  return {
    ended: Object.fromEntries(endedOf(access).map(([key, , count]) => [key, count])),
    deputies,
    mails: access.mails,
  };
}

function accessLines(access: EndedAccess): string[] {
  const { deputies, mails } = access;
  const them = mails.waiting === 1 ? ['mail', 'waits and goes'] : ['mails', 'wait and go'];
  return [
    'Ended, since it may have been used or ended after the backup:',
    ...labelled(endedOf(access).map(([, label, count]) => [label, count.toLocaleString('en-GB')])),
    'The offices print new letters, and invite again whom they still expect.',
    ...(deputies.length === 0
      ? []
      : ['These act for members again, also where that ended since. Have each office look through them:']),
    ...deputies.map(
      ({ community, member, deputy, agreedOn }) => `  ${community}: ${deputy} for ${member}, ${agreedOn}`,
    ),
    ...(mails.waiting === 0
      ? []
      : [
          mails.dropped
            ? `${mails.waiting} ${them[0]} that waited will never be sent.`
            : `${mails.waiting} ${them[0]} ${them[1]} out when the service starts. With --drop-mails, none would.`,
        ]),
  ];
}

const COUNTED = ['communities', 'members', 'listings', 'transfers', 'partners', 'administrators'];

function describeCounts({ tables }: BackupTrailer): string[] {
  return labelled(COUNTED.map((name) => [name, (tables[name] ?? 0).toLocaleString('en-GB')]));
}

const sizeOf = (bytes: number) =>
  bytes < 1_000_000 ? `${Math.ceil(bytes / 1000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
