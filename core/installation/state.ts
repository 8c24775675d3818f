/**
 * The one judge of an installation's state, which everything asks: the start, commands, `doctor`, the readiness probe. Each
 * says the same sentence, so that no advice leads where another part refuses.
 */
import type { Config } from '../base/config.ts';
import { onClient, withClient } from '../database/client.ts';
import type { ConnectionSettings } from '../database/connection.ts';
import { compareSchema, faultBesideNodes, knownMigrations } from '../database/migrate.ts';
import { selectAppliedMigrations, selectMigrationsTable, selectPlace } from '../database/migration-queries.ts';
import { DatabaseOpenError } from '../database/open-error.ts';
import type { Queryable } from '../database/query.ts';

export type StateName =
  /** Nothing was ever applied. */
  | 'empty'
  /** Another program's, or of no release. */
  | 'foreign'
  /** Of a later version, which this one cannot live with. */
  | 'newer'
  /** Of an earlier version, and nodes of it run that could not live with this one's. */
  | 'older_in_use'
  /** Of an earlier version: the next start brings it up to date. */
  | 'older'
  | 'current';

/** What a database is to this program. */
export interface InstallationState {
  readonly name: StateName;
  /** What is wrong and what to do, in one sentence; undefined: it is this program's. */
  readonly fault: string | undefined;
  /** The names of the migrations that it lacks. */
  readonly missing: readonly string[];
}

/** The states in the words of a probe, which anybody may read. */
export const STATES_IN_SHORT: Readonly<Record<Exclude<StateName, 'current'>, string>> = {
  empty: 'The database is empty.',
  foreign: 'The database is not of this program.',
  newer: 'The database is newer than this program.',
  older_in_use: 'The database is older than this program.',
  older: 'The database is older than this program.',
};

type Place = Pick<Config, 'databaseUrl' | 'dataDir'>;

/** Judges the database that the settings name. @param on it, as a role that reads its tables */
export async function judgeDatabase(place: Place, on: Queryable): Promise<InstallationState> {
  const [table] = await selectMigrationsTable(on);
  if (table?.found && !table.isOurs) return { name: 'foreign', missing: [], fault: describeForeign(place) };
  const applied = table?.found ? await selectAppliedMigrations(on) : [];
  if (applied.length === 0) return { name: 'empty', missing: await knownMigrations(), fault: describeEmpty(place) };
  const compared = await compareSchema(applied);
  if ('fault' in compared) {
    return { name: compared.isNewer ? 'newer' : 'foreign', missing: [], fault: compared.fault };
  }
  const missing = compared.missing.map(({ name }) => name);
  if (missing.length === 0) return { name: 'current', missing, fault: undefined };
  const inUse = await faultBesideNodes(on, compared.missing);
  return inUse === undefined
    ? { name: 'older', missing, fault: describeOlder(missing.length) }
    : { name: 'older_in_use', missing, fault: inUse };
}

/** Likewise, over a connection of its own. @throws DatabaseOpenError when it cannot be reached */
export async function judgeReached(place: Place, connection: ConnectionSettings): Promise<InstallationState> {
  return await withClient(connection, (client) => judgeDatabase(place, onClient(client)));
}

/**
 * For work that needs the schema of this program and must not make it.
 * @throws DatabaseOpenError with the sentence for any other state
 */
export async function demandCurrent(place: Place, connection: ConnectionSettings): Promise<void> {
  const { fault } = await judgeReached(place, connection);
  if (fault !== undefined) throw new DatabaseOpenError(fault);
}

const placeOf = ({ databaseUrl, dataDir }: Place) =>
  databaseUrl === undefined ? ([`in ${dataDir}`, 'DATA_DIR'] as const) : (['of DATABASE_URL', 'DATABASE_URL'] as const);

function describeEmpty(place: Place): string {
  const [where, setting] = placeOf(place);
  return `The database ${where} is empty: correct ${setting}, or, for a new installation only, run "timebank init".`;
}

function describeForeign(place: Place): string {
  const [where, setting] = placeOf(place);
  return `The database ${where} is another program's (it has another table schema_migrations): correct ${setting}.`;
}

const filesOf = (count: number) => (count === 1 ? '1 file' : `${count} files`);

/** What an upgrade has left to do. */
export const describePending = ({ missing }: Pick<InstallationState, 'missing'>): string =>
  `the next start brings the schema up to date (${filesOf(missing.length)})`;

const describeOlder = (count: number) =>
  `The database is older than this program (${filesOf(count)} not applied yet): start the service, which brings it up to date, or run "timebank migrate".`;

/**
 * Whether the two roles see one database: else the schema would be made in another one than the service uses.
 * @returns the sentence where they do not
 */
export async function faultOfPlaces(app: Queryable, owner: Queryable): Promise<string | undefined> {
  const [[here], [there]] = await Promise.all([selectPlace(app), selectPlace(owner)]);
  const isOne = here?.database === there?.database && here?.startedAt.getTime() === there?.startedAt.getTime();
  if (isOne) return undefined;
  return 'MIGRATE_DATABASE_URL and DATABASE_URL name different databases: name the same server and database in both; only the roles differ.';
}
