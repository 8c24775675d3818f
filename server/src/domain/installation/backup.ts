/** Backups with the key they belong to: made of a running database, and put into an empty one (ADR 0046). */
import { rm } from 'node:fs/promises';
import type { Readable, Writable } from 'node:stream';
import { type BackupHeader, type BackupTrailer, openBackup } from '../../platform/backup/format.ts';
import { restoreBackup } from '../../platform/backup/read.ts';
import { type WriteOptions, writeBackup } from '../../platform/backup/write.ts';
import type { Clock } from '../../platform/base/clock.ts';
import { type Config, ConfigError } from '../../platform/base/config.ts';
import { connectAlone, connectDatabase } from '../../platform/database/connect.ts';
import { quietLog } from '../../platform/database/log.ts';
import type { DatabaseServer } from '../../platform/database/open.ts';
import { DatabaseOpenError } from '../../platform/database/open-error.ts';
import { type VerifyReport, verifyLedger } from '../ledger/invariants.ts';
import { createKeyFile, keyFileOf, readKeyFile } from './key-file.ts';
import { selectKeyCheck } from './queries.ts';
import { findSecretKey, fits } from './secret-key.ts';

/** Where something is backed up from, or restored to. */
export interface Place {
  readonly config: Config;
  readonly server: DatabaseServer;
  readonly clock: Clock;
}

export interface BackupOptions extends WriteOptions {
  /** Version of this program. */
  readonly version: string;
  readonly withKey: boolean;
}

/**
 * Writes a backup and ends the sink, however it goes. The service may run meanwhile: it is one snapshot.
 * @throws ConfigError where the key belongs into it and is missing
 */
export async function backUp(place: Place, sink: Writable, options: BackupOptions): Promise<BackupTrailer> {
  try {
    const check = await readKeyCheck(place);
    const facts = {
      version: options.version,
      created_at: place.clock.now().toISOString(),
      key_check: check?.toString('base64') ?? null,
      secret_key: check && options.withKey ? await findKey(place, check) : null,
    };
    return await writeBackup(place.server.ownerConnection, facts, sink, options);
  } catch (error) {
    sink.destroy();
    throw error;
  }
}

/**
 * The key that the database belongs to; undefined: it has none yet.
 * @throws ConfigError where it is missing
 */
export async function readKey(place: Place): Promise<string | undefined> {
  const check = await readKeyCheck(place);
  return check ? await findKey(place, check) : undefined;
}

async function findKey({ config, clock }: Place, check: Buffer): Promise<string> {
  return (await findSecretKey(config, check, clock, quietLog)).key;
}

export interface Restored {
  readonly header: BackupHeader;
  readonly trailer: BackupTrailer;
  /** The key file that was made; undefined: it was there, or the key is a setting. */
  readonly keyFile: string | undefined;
  readonly verified: VerifyReport;
}

export interface RestoreOptions {
  /** A file with the key, for a backup without it. */
  readonly keyFile?: string | undefined;
  readonly note?: (table: string) => void;
}

/**
 * Restores a backup into an empty database, with its key, and verifies the ledger.
 * @throws ConfigError where the key is missing or another one's
 * @throws DatabaseOpenError where the backup or the database cannot be used; nothing was restored
 */
export async function restore(place: Place, source: Readable, options: RestoreOptions = {}): Promise<Restored> {
  const { config, server, clock } = place;
  const backup = await openBackup(source);
  const { header } = backup;
  // Before the data: a crash in between leaves a key too many, and not data without one.
  const keyFile = await putKeyInPlace(config, header, options.keyFile);
  let isCommitted = false;
  const onCommit = () => {
    isCommitted = true;
  };
  try {
    const trailer = await restoreBackup(backup, server, clock, { note: options.note, onCommit });
    const database = await connectDatabase(server.appConnection, config.prepareStatements);
    try {
      return { header, trailer, keyFile, verified: await verifyLedger(database, clock) };
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
  header: BackupHeader,
  keyFile: string | undefined,
): Promise<string | undefined> {
  if (header.key_check === null) return undefined;
  const check = Buffer.from(header.key_check, 'base64');
  const given = keyFile === undefined ? undefined : await readKeyFile(keyFile);
  if (keyFile !== undefined && given === undefined) throw new ConfigError(`There is no file ${keyFile}.`);
  if (given !== undefined && !fits(given, check)) throw new ConfigError(`${keyFile} is not the key of this backup.`);
  if (secretKey !== undefined) {
    if (fits(secretKey, check)) return undefined;
    throw new ConfigError(
      'SECRET_KEY is not the key of this backup: set it to the one that was used when the backup was made ("timebank restore --show-key" prints it, if the backup holds it).',
    );
  }
  if (mode === 'production' && databaseUrl !== undefined) {
    throw new ConfigError(
      'With DATABASE_URL, the key is in SECRET_KEY: set it to the key of this backup ("timebank restore --show-key" prints it, if the backup holds it).',
    );
  }
  const path = keyFileOf(dataDir);
  const present = await readKeyFile(path);
  if (present !== undefined) {
    if (fits(present, check)) return undefined;
    throw new ConfigError(`${path} is the key of another database: set DATA_DIR to a new folder.`);
  }
  const key = given ?? header.secret_key;
  if (key === null) {
    throw new ConfigError(
      'This backup was made without the key: pass the file that holds it with --key-file, or set SECRET_KEY.',
    );
  }
  await createKeyFile(path, key);
  return path;
}

async function readKeyCheck({ config, server }: Place): Promise<Buffer | null> {
  const connection = connectAlone(server.appConnection, config.prepareStatements);
  try {
    const [row] = await connection.transaction(selectKeyCheck);
    return row?.check ?? null;
  } finally {
    await connection.close();
  }
}
