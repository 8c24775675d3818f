/**
 * A backup that is restored on trial, into a database of its own that goes again: that it can be read is not enough.
 */
import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { PassThrough, type Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { deriveKeys } from '../../../../core/base/keys.ts';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '../../../../core/base/time.ts';
import { withClient } from '../../../../core/database/client.ts';
import { connectDatabase } from '../../../../core/database/connect.ts';
import { type ConnectionSettings, databaseOf } from '../../../../core/database/connection.ts';
import type { DatabaseServer } from '../../../../core/database/open.ts';
import { openBackup } from '../../backup/parts.ts';
import { restoreBackup } from '../../backup/read.ts';
import { verifyLedger } from '../ledger/invariants.ts';
import { type BackupOptions, type BackupPlace, backUp, readKey } from './backup.ts';

/** The last trial, as the folder of the backups records it. */
export interface Trial {
  readonly at: string;
  readonly file: string;
  /** `restored`: with every row, and its ledger holds. `not_tried`: it could not be here. */
  readonly result: 'restored' | 'failed' | 'not_tried';
  /** Why it failed, or was not tried. */
  readonly reason: string | null;
}

const TRIAL_FILE = 'timebank.trial.json';
const TRIAL_EVERY_MS = 7 * DAY_MS;
/** A larger one would take room and time from the service that it is to protect. */
const DATABASE_BYTES_MAX = 1_000_000_000;
/** What databases beside are called, by what they are for. */
const BESIDE = /^timebank_(?:trial|older)_/;
/** A database that is so new may be about to be connected to. */
const NEW_MS = 10 * MINUTE_MS;
const MADE_DIGITS = 8;
const ENDINGS_MAX = 50;
const ENDING_MS = 20;

/** How the backup was made; the signal gives the trial up. */
export interface TrialOptions extends BackupOptions {
  readonly signal: AbortSignal;
}

/** The last trial in a folder of backups; undefined: there was none. */
export async function readTrial(folder: string): Promise<Trial | undefined> {
  const text = await readFile(join(folder, TRIAL_FILE), 'utf8').catch(() => undefined);
  try {
    return text === undefined ? undefined : (JSON.parse(text) as Trial);
  } catch {
    return undefined;
  }
}

/** Whether the last trial restored its backup; undefined: none was tried. */
export async function lastTrialRestored(folder: string): Promise<boolean | undefined> {
  const result = (await readTrial(folder))?.result;
  return result === undefined || result === 'not_tried' ? undefined : result === 'restored';
}

/**
 * Restores a backup on trial if the last trial is a week old, or failed. One that only others open is made once more for it,
 * and read before it would be encrypted.
 * @returns undefined: none is due
 */
export async function tryIfDue(
  place: BackupPlace,
  folder: string,
  path: string,
  options: TrialOptions,
): Promise<Trial | undefined> {
  const now = place.clock.now();
  const last = await readTrial(folder);
  if (last && last.result !== 'failed' && now.getTime() - Date.parse(last.at) < TRIAL_EVERY_MS) return undefined;
  const outcome = await tryRestore(place, path, options);
  const trial: Trial = { at: now.toISOString(), file: basename(path), ...outcome };
  await writeFile(join(folder, TRIAL_FILE), `${JSON.stringify(trial)}\n`, { mode: 0o600 });
  return trial;
}

async function tryRestore(
  place: BackupPlace,
  path: string,
  options: TrialOptions,
): Promise<Pick<Trial, 'result' | 'reason'>> {
  try {
    return await withDatabaseBeside(place.server, { purpose: 'trial', bytesMax: DATABASE_BYTES_MAX }, (trial) =>
      restoreInto(place, trial, path, options),
    );
  } catch (error) {
    if (error instanceof NoRoomBeside) return { result: 'not_tried', reason: error.message };
    options.signal.throwIfAborted();
    return { result: 'failed', reason: (error as Error).message };
  }
}

/** An empty database beside the service's own, in the same server. */
export type DatabaseBeside = Pick<DatabaseServer, 'ownerConnection' | 'appConnection'>;

/** Why there can be no second database. */
export class NoRoomBeside extends Error {}

/**
 * Makes a database for as long as the work takes; what a kill leaves is dropped by the next one.
 * @param bytesMax the most that the service's own database may have
 * @throws NoRoomBeside where there can be none
 */
export async function withDatabaseBeside<T>(
  { ownerConnection, appConnection }: DatabaseBeside,
  { purpose, bytesMax = Number.POSITIVE_INFINITY }: { readonly purpose: 'trial' | 'older'; readonly bytesMax?: number },
  work: (beside: DatabaseBeside) => Promise<T>,
): Promise<T> {
  // Another node drops what is left of a kill, and not what has just been made and has no connection yet.
  const made = Math.floor(Date.now() / SECOND_MS)
    .toString(16)
    .padStart(MADE_DIGITS, '0');
  const name = `timebank_${purpose}_${made}_${randomBytes(6).toString('hex')}`;
  await withClient(ownerConnection, async (client) => {
    const reason = await whyNotHere(client, bytesMax);
    if (reason !== undefined) throw new NoRoomBeside(reason);
    await client.query(`create database ${name} template template0 encoding 'UTF8'`);
  });
  const beside = {
    ownerConnection: databaseOf(ownerConnection, name),
    appConnection: databaseOf(appConnection, name),
  };
  try {
    // Connected to, it is no leftover.
    return await withClient(beside.ownerConnection, () => work(beside));
  } finally {
    await dropDatabase(ownerConnection, name);
  }
}

/** Its name says when it was made; those of before do not. */
function isLeft(name: string): boolean {
  const [, made] = /^([0-9a-f]{8})_/.exec(name.replace(BESIDE, '')) ?? [];
  return made === undefined || Date.now() - Number.parseInt(made, 16) * SECOND_MS > NEW_MS;
}

/** @returns the reason; undefined: it can be tried, and nothing is left of an earlier trial that was killed */
async function whyNotHere(client: pg.Client, bytesMax: number): Promise<string | undefined> {
  const { rows } = await client.query<{ may: boolean; bytes: string; left: string[] }>(
    `select r.rolcreatedb or r.rolsuper as may, pg_database_size(current_database()) as bytes,
            array(select d.datname::text from pg_database d
                  where d.datname ~ $1 and d.datdba = r.oid
                    and not exists (select from pg_stat_activity a where a.datid = d.oid)) as left
       from pg_roles r where r.rolname = current_user`,
    [BESIDE.source],
  );
  const [found] = rows;
  if (!found?.may) return 'the role that owns the tables may not create databases';
  if (Number(found.bytes) > bytesMax) return 'the database is too large to have a second one beside it';
  for (const name of found.left.filter(isLeft))
    await client.query(`drop database if exists ${pg.escapeIdentifier(name)}`);
  return undefined;
}

async function restoreInto(
  place: BackupPlace,
  trial: DatabaseBeside,
  path: string,
  options: TrialOptions,
): Promise<Pick<Trial, 'result' | 'reason'>> {
  const { config, clock } = place;
  const key = await readKey(place);
  const source = sourceOf(place, path, options);
  try {
    const backup = await openBackup(source, options.encryption);
    if (key !== undefined && backup.header.mac) backup.authenticate(deriveKeys(key).backups);
    await restoreBackup(backup, trial, clock);
  } finally {
    source.destroy();
  }
  const database = await connectDatabase(trial.appConnection, config.prepareStatements);
  try {
    const { holds } = await verifyLedger(database, clock);
    return holds ? { result: 'restored', reason: null } : { result: 'failed', reason: 'its ledger does not hold' };
  } finally {
    await database.close();
  }
}

function sourceOf(place: BackupPlace, path: string, { encryption, ...options }: TrialOptions): Readable {
  if (!encryption?.recipients) return createReadStream(path, { signal: options.signal });
  const stream = new PassThrough();
  backUp(place, stream, options).catch((error) => stream.destroy(error));
  return stream;
}

/** A connection that is just ending. */
const isStillInUse = (error: pg.DatabaseError) => error.code === '55006';

async function dropDatabase(connection: ConnectionSettings, name: string): Promise<void> {
  await withClient(connection, async (client) => {
    const isInUse = () => client.query(`drop database if exists ${name}`).then(() => false, isStillInUse);
    for (let tries = 1; tries < ENDINGS_MAX && (await isInUse()); tries++) await delay(ENDING_MS);
  }).catch(() => {
    // The next trial drops it.
  });
}
