/** Backups with the key they belong to: made of a running database, and put into an empty one (docs/decisions/backups.md). */
import { rm } from 'node:fs/promises';
import type { Readable, Writable } from 'node:stream';
import type { Clock } from '../../../../core/base/clock.ts';
import { type Config, ConfigError } from '../../../../core/base/config.ts';
import { deriveKeys } from '../../../../core/base/keys.ts';
import { connectAlone, connectDatabase } from '../../../../core/database/connect.ts';
import { quietLog } from '../../../../core/database/log.ts';
import type { DatabaseServer } from '../../../../core/database/open.ts';
import { DatabaseOpenError } from '../../../../core/database/open-error.ts';
import type { StatementRow } from '../../../../core/database/query.ts';
import { createKeyFile, keyFileOf, readKeyFile } from '../../../../core/installation/key-file.ts';
import {
  forgetBackupFolder,
  selectInstallationId,
  selectKeyCheck,
  updateBackupFolder,
} from '../../../../core/installation/queries.ts';
import { findSecretKey, fits } from '../../../../core/installation/secret-key.ts';
import { type Encryption, encryptTo, type Opening } from '../../backup/encryption.ts';
import { type EndedAccess, endAccess } from '../../backup/ended.ts';
import type { BackupHeader, BackupTrailer } from '../../backup/format.ts';
import { type OpenBackup, openBackup } from '../../backup/parts.ts';
import { type FillOptions, restoreBackup } from '../../backup/read.ts';
import { type WriteOptions, writeBackup } from '../../backup/write.ts';
import { type VerifyReport, verifyLedger } from '../ledger/invariants.ts';

/** Where something is backed up from, or restored to. */
export interface BackupPlace {
  readonly config: Config;
  readonly server: Pick<DatabaseServer, 'ownerConnection' | 'appConnection'>;
  readonly clock: Clock;
}

export interface BackupOptions extends WriteOptions {
  /** The program that makes it. */
  readonly build: string;
  readonly withKey: boolean;
  /** Undefined: the file is readable. */
  readonly encryption?: Encryption | undefined;
}

export interface MadeBackup {
  readonly header: BackupHeader;
  readonly trailer: BackupTrailer;
  /** The key that authenticates it; undefined: it was not at hand. */
  readonly macKey: Buffer | undefined;
  /** SHA-256 of what was written, in hexadecimal, where it was encrypted. */
  readonly encryptedDigest?: string | undefined;
}

/**
 * Writes a backup and ends the sink, however it goes. The service may run meanwhile: it is one snapshot.
 * @throws ConfigError where the key belongs into it and is missing
 */
export async function backUp(place: BackupPlace, sink: Writable, options: BackupOptions): Promise<MadeBackup> {
  const encrypted = options.encryption && (await encryptTo(sink, options.encryption));
  const opened = encrypted?.sink ?? sink;
  try {
    const check = await readKeyCheck(place);
    const finding = check ? findKey(place, check) : undefined;
    // Without it a rescue still works, and a restore says what it lacks.
    const key = await (options.withKey ? finding : finding?.catch(() => undefined));
    const macKey = key === undefined ? undefined : deriveKeys(key).backups;
    const facts = {
      build: options.build,
      created_at: place.clock.now().toISOString(),
      key_check: check?.toString('base64') ?? null,
      secret_key: options.withKey ? (key ?? null) : null,
    };
    const made = await writeBackup(place.server.ownerConnection, facts, macKey, opened, options);
    return { ...made, macKey, encryptedDigest: await encrypted?.written };
  } catch (error) {
    const cause = encrypted?.failure() ?? error;
    opened.destroy();
    sink.destroy();
    throw cause;
  }
}

/**
 * The key that the database belongs to; undefined: it has none yet.
 * @throws ConfigError where it is missing
 */
export async function readKey(place: BackupPlace): Promise<string | undefined> {
  const check = await readKeyCheck(place);
  return check ? await findKey(place, check) : undefined;
}

async function findKey({ config, clock }: BackupPlace, check: Buffer): Promise<string> {
  return (await findSecretKey(config, check, clock, quietLog)).key;
}

export interface RestoreResult {
  readonly header: BackupHeader;
  readonly trailer: BackupTrailer;
  /** The key file that was made; undefined: it was there, or the key is a setting. */
  readonly keyFile: string | undefined;
  readonly verified: VerifyReport;
  /** The ways in that were ended; undefined: nothing was to be. */
  readonly access: EndedAccess | undefined;
}

export interface RestoreOptions {
  readonly note?: ((table: string) => void) | undefined;
  /**
   * Whether time has passed since the backup, so that sessions, letters and links end, and whether mails are dropped.
   * Undefined: none has, since it is read while it is written.
   */
  readonly ending?: { readonly dropMails: boolean } | undefined;
}

/** Why a file is believed to be what an installation wrote. */
export interface Trust {
  /** A file with the key, apart from the backup. */
  readonly keyFile?: string | undefined;
  /** SHA-256 of the file, as it was printed when it was made. */
  readonly digest?: string | undefined;
  /** A person says so. Where there is a key, what it did not make is refused all the same. */
  readonly unauthenticated?: boolean | undefined;
  /** What opens it, where it is encrypted. */
  readonly opening?: Opening | undefined;
}

/** A backup that may be restored, up to what its end will prove. */
export interface TrustedBackup {
  readonly backup: OpenBackup;
  /** The key that its rows belong to; undefined: they have none yet. */
  readonly key: string | undefined;
  readonly digest: string | undefined;
}

/**
 * Opens a backup to restore it. An attacker who can write the file can put another key into it: so the key in the file
 * proves nothing, and what proves it is the same key from elsewhere, or the file's digest (docs/decisions/backups.md).
 * @throws ConfigError where the key is missing or another one's, or nothing proves the file
 * @throws DatabaseOpenError where it is no backup
 */
export async function openTrusted(config: Config, source: Readable, trust: Trust): Promise<TrustedBackup> {
  const backup = await openBackup(source, trust.opening);
  const { header } = backup;
  const { key_check, secret_key, mac, community } = header;
  if (community) {
    throw new ConfigError(
      `This is the export of the community ${community.slug}: "timebank community import" takes it.`,
    );
  }
  if ((key_check === null && secret_key !== null) || (key_check && secret_key && !fitsText(secret_key, key_check))) {
    throw new DatabaseOpenError('The backup cannot be used: the key in it is not the one that its rows belong to.');
  }
  const apart = key_check === null ? undefined : await keyApart(config, key_check, trust.keyFile);
  const key = apart ?? secret_key ?? undefined;
  if (key_check !== null && key === undefined) {
    throw new ConfigError(
      'This backup was made without the key: pass the file that holds it with --key-file, or set SECRET_KEY.',
    );
  }
  if (!trust.unauthenticated && trust.digest === undefined && !(apart && mac)) {
    throw new ConfigError(`${unproven(header)} ${WAYS_TO_TRUST}`);
  }
  if (key !== undefined && mac) backup.authenticate(deriveKeys(key).backups);
  return { backup, key, digest: trust.digest };
}

const WAYS_TO_TRUST =
  'If you know that it is as it was made, add --unauthenticated, or --digest with the digest that was printed then.';

function unproven({ mac, build }: BackupHeader): string {
  return mac === null
    ? `Nothing proves that this backup was not altered: timebank ${build} made it without an HMAC.`
    : 'Nothing but the key in this backup itself proves that it was not altered: set SECRET_KEY to the key that you keep apart, or name its file with --key-file.';
}

const fitsText = (key: string, check: string) => fits(key, Buffer.from(check, 'base64'));

/** The key from elsewhere than the backup: of the command line, of the settings, of the data folder. */
async function keyApart(
  { mode, secretKey, databaseUrl, dataDir }: Config,
  check: string,
  keyFile: string | undefined,
): Promise<string | undefined> {
  const given = keyFile === undefined ? undefined : await readKeyFile(keyFile);
  if (keyFile !== undefined && given === undefined) throw new ConfigError(`There is no file ${keyFile}.`);
  if (given !== undefined && !fitsText(given, check))
    throw new ConfigError(`${keyFile} is not the key of this backup.`);
  if (secretKey !== undefined && !fitsText(secretKey, check)) {
    throw new ConfigError(
      'SECRET_KEY is not the key of this backup: set it to the one that was used when the backup was made ("timebank restore --show-key" prints it, if the backup holds it).',
    );
  }
  const path = keyFileOf(dataDir);
  const isSetting = secretKey !== undefined || (mode === 'production' && databaseUrl !== undefined);
  const present = isSetting ? undefined : await readKeyFile(path);
  if (present !== undefined && !fitsText(present, check)) {
    throw new ConfigError(`${path} is the key of another database: set DATA_DIR to a new folder.`);
  }
  return given ?? secretKey ?? present;
}

/**
 * Restores a backup into an empty database, with its key, and verifies the ledger.
 * @throws ConfigError where the key cannot be put in its place
 * @throws DatabaseOpenError where the backup or the database cannot be used; nothing was restored
 */
export async function restore(
  { config, server, clock }: BackupPlace,
  { backup, key, digest }: TrustedBackup,
  { note, ending }: RestoreOptions = {},
): Promise<RestoreResult> {
  // Before the data: a crash in between leaves a key too many, and not data without one.
  const keyFile = key === undefined ? undefined : await putKeyInPlace(config, key);
  let isCommitted = false;
  const onCommit = () => {
    isCommitted = true;
  };
  try {
    let access: EndedAccess | undefined;
    const onFilled: FillOptions['onFilled'] = async (client, tables) => {
      if (ending) access = await endAccess(client, tables, { ...ending, at: clock.now() });
    };
    const trailer = await restoreBackup(backup, server, clock, { note, digest, onFilled, onCommit });
    const database = await connectDatabase(server.appConnection, config.prepareStatements);
    try {
      if (ending) await database.transaction((inside) => forgetBackupFolder(inside));
      return { header: backup.header, trailer, keyFile, access, verified: await verifyLedger(database, clock) };
    } finally {
      await database.close();
    }
  } catch (error) {
    if (isCommitted) {
      throw new DatabaseOpenError(
        `Everything was written, but the end failed (${(error as Error).message}). Run "timebank migrate", then "timebank ledger verify"; if they find no database, restore again.`,
      );
    }
    if (keyFile !== undefined) await rm(keyFile, { force: true });
    throw error;
  }
}

/** @returns the file that was made, if one was */
async function putKeyInPlace(
  { mode, secretKey, databaseUrl, dataDir }: Config,
  key: string,
): Promise<string | undefined> {
  if (secretKey !== undefined) return undefined;
  if (mode === 'production' && databaseUrl !== undefined) {
    throw new ConfigError(
      'With DATABASE_URL, the key is in SECRET_KEY: set it to the key of this backup ("timebank restore --show-key" prints it, if the backup holds it).',
    );
  }
  const path = keyFileOf(dataDir);
  if ((await readKeyFile(path)) !== undefined) return undefined;
  await createKeyFile(path, key);
  return path;
}

/** The identity of an installation. */
export interface InstallationMark {
  readonly id: string;
  /** Digest of its key, in base64; null: it has none yet. */
  readonly keyCheck: string | null;
  /** Where its last scheduled backup went; null: there was none. */
  readonly backupFolder: string | null;
}

export const installationOf = ({
  id,
  check,
  backupFolder,
}: StatementRow<'select_installation_id'>): InstallationMark => ({
  id,
  keyCheck: check?.toString('base64') ?? null,
  backupFolder,
});

/** The identity in a database with this program's schema. */
export async function readInstallation({ config, server }: BackupPlace): Promise<InstallationMark> {
  const connection = connectAlone(server.appConnection, config.prepareStatements);
  try {
    const [row] = await connection.transaction(selectInstallationId);
    if (!row) throw new Error('a database without an installation');
    return installationOf(row);
  } finally {
    await connection.close();
  }
}

/** Notes where a scheduled backup went, so that an empty folder is known for a disk that is not mounted. */
export async function rememberBackupFolder({ config, server }: BackupPlace, folder: string): Promise<void> {
  const connection = connectAlone(server.appConnection, config.prepareStatements);
  try {
    await connection.transaction((inside) => updateBackupFolder(inside, { folder }));
  } finally {
    await connection.close();
  }
}

async function readKeyCheck({ config, server }: BackupPlace): Promise<Buffer | null> {
  const connection = connectAlone(server.appConnection, config.prepareStatements);
  try {
    const [row] = await connection.transaction(selectKeyCheck);
    return row?.check ?? null;
  } finally {
    await connection.close();
  }
}
