/** SECRET_KEY: from the setting, else kept in the data folder. The database remembers which key it belongs to. */
import { randomBytes, timingSafeEqual } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Config, ConfigError } from './config.ts';
import type { Database } from './database/query.ts';
import { rememberKeyCheck } from './installation/queries.ts';
import { deriveKeys, type Keys } from './keys.ts';

/** Reads the key, creating the file (mode 0600) the first time. */
export async function loadSecretKey(config: Config): Promise<string> {
  if (config.secretKey !== undefined) return config.secretKey;
  const path = join(config.dataDir, 'secret.key');
  await mkdir(config.dataDir, { recursive: true, mode: 0o700 });
  try {
    // Exclusive: whoever comes second reads what the first wrote.
    await writeFile(path, `${randomBytes(32).toString('base64')}\n`, { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  const key = (await readFile(path, 'utf8')).trim();
  if (Buffer.from(key, 'base64').length !== 32) {
    throw new ConfigError(`${path} does not hold a key of 32 bytes in base64: restore it from a backup.`);
  }
  return key;
}

/**
 * Derives the keys and compares them with what the database was set up with, so that a wrong key is said at start.
 * @throws ConfigError
 */
export async function openKeys(secretKey: string, database: Database): Promise<Keys> {
  const keys = deriveKeys(secretKey);
  const [row] = await rememberKeyCheck(database.reads, keys.check);
  if (!row || !timingSafeEqual(row.secret_key_check, keys.check)) {
    throw new ConfigError(
      'SECRET_KEY is not the one this database was set up with; webhook secrets could not be read. Restore the right key.',
    );
  }
  return keys;
}
