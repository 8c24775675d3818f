/** SECRET_KEY: from the setting, else kept in the data folder. The database remembers which key it belongs to. */
import { timingSafeEqual } from 'node:crypto';
import type { Clock } from '../base/clock.ts';
import { type Config, ConfigError } from '../base/config.ts';
import { deriveKeys, type Keys } from '../base/keys.ts';
import type { DatabaseLog } from '../database/log.ts';
import type { Database } from '../database/query.ts';
import {
  createKeyFile,
  keepPrivate,
  keyFileOf,
  newSecretKey,
  nextKeyFileOf,
  putNextKeyInPlace,
  readKeyFile,
} from './key-file.ts';
import { rememberKeyCheck, selectKeyCheck } from './queries.ts';

const WAYS_OUT =
  '(timebank restore --show-key <backup> prints it), or give up what the key opened by "timebank secret-key accept-loss"';

export const WRONG_KEY = `SECRET_KEY is not the one this database was set up with: set the right one ${WAYS_OUT}.`;

/** @param isThere whether there is such a file, with another key */
export const describeKeyFile = (file: string, isThere: boolean): string =>
  `The key file ${file} ${isThere ? 'is not the one this database was set up with' : 'is missing'}: restore the file from a backup ${WAYS_OUT}.`;

/** The key the database was set up with, or belongs to from now on. */
export interface FoundKey {
  readonly key: string;
  /** Where it is kept; undefined: the setting. */
  readonly file: string | undefined;
  /** A rotation that a crash had interrupted was brought to its end now. */
  readonly rotationFinished: boolean;
}

/** Whether it is the key of which the database keeps the digest. */
export function fits(secretKey: string, check: Buffer): boolean {
  return timingSafeEqual(deriveKeys(secretKey).check, check);
}

/**
 * Finds the key. A file is made only for a database that has never had one.
 * @param check what the database remembers
 * @throws ConfigError when it is missing, damaged or another database's
 */
export async function findSecretKey(
  config: Config,
  check: Buffer | null,
  clock: Clock,
  log: DatabaseLog,
): Promise<FoundKey> {
  if (config.secretKey === undefined || config.databaseUrl === undefined) await keepPrivate(config.dataDir, log);
  if (config.secretKey !== undefined) {
    if (check !== null && !fits(config.secretKey, check)) {
      throw new ConfigError(WRONG_KEY);
    }
    return { key: config.secretKey, file: undefined, rotationFinished: false };
  }
  return findKeyFile(config.dataDir, check, clock, log);
}

async function findKeyFile(dataDir: string, check: Buffer | null, clock: Clock, log: DatabaseLog): Promise<FoundKey> {
  const file = keyFileOf(dataDir);
  await keepPrivate(file, log);
  const present = await readKeyFile(file);
  if (check === null) {
    return { key: present ?? (await createKeyFile(file, newSecretKey())), file, rotationFinished: false };
  }
  if (present !== undefined && fits(present, check)) return { key: present, file, rotationFinished: false };
  const next = await readKeyFile(nextKeyFileOf(dataDir));
  if (next !== undefined && fits(next, check)) {
    await putNextKeyInPlace(dataDir, clock.now());
    log.info({ file }, 'the key of an interrupted rotation was put in its place');
    return { key: next, file, rotationFinished: true };
  }
  throw new ConfigError(describeKeyFile(file, present !== undefined));
}

/**
 * Derives the keys the service works with.
 * @throws ConfigError as `findSecretKey`
 */
export async function openKeys(config: Config, database: Database, clock: Clock, log: DatabaseLog): Promise<Keys> {
  const [installation] = await selectKeyCheck(database.reads);
  const { key } = await findSecretKey(config, installation?.check ?? null, clock, log);
  const keys = deriveKeys(key);
  const [row] = await rememberKeyCheck(database.reads, { check: keys.check });
  if (!row || !timingSafeEqual(row.check, keys.check)) {
    throw new ConfigError(
      'Another node has just set this database up with another key: give both the same SECRET_KEY.',
    );
  }
  return keys;
}
