/** Opens the database a command works on: the server of DATABASE_URL, else the embedded one. */
import type { Config } from '../base/config.ts';
import { splitHosts } from '../base/database-url.ts';
import type { ConnectionSettings } from './connection.ts';
import { openEmbedded } from './embedded.ts';
import type { DatabaseLog } from './log.ts';

/** A reachable PostgreSQL server, as the two roles. */
export interface DatabaseServer {
  /** Owns the tables: migrations. */
  readonly ownerConnection: ConnectionSettings;
  /** The application's role: all other work. */
  readonly appConnection: ConnectionSettings;
  readonly embedded: boolean;
  /** Ends or leaves the server. Close every connection first. */
  stop(): Promise<void>;
}

/** A command's use of the data folder. */
export interface OpenOptions {
  /** serve, demo and the change of the key: one process per data folder. */
  readonly exclusive: boolean;
  /** A missing embedded database is created: only where a new installation is meant. */
  readonly create: boolean;
  /** A command of the operator: on a full disk of the embedded database it may use what is held in reserve. */
  readonly makeRoom?: boolean;
  /** It listens on HOST and PORT, for the message to a process that finds the folder in use. */
  readonly serves?: boolean;
  /** Its name in the message to a process that finds the folder in use, such as "timebank serve". */
  readonly command: string;
  readonly log: DatabaseLog;
  /** How long to wait for another process that is starting or stopping the embedded database; undefined: as suits the command. */
  readonly waitMs?: number;
}

/**
 * Opens the database server of the configuration. The connections are valid in this process only, until `stop`.
 * @throws DatabaseOpenError with one sentence for the operator
 */
export async function openDatabaseServer(config: Config, options: OpenOptions): Promise<DatabaseServer> {
  const server = namedServer(config);
  if (server) return server;
  const address = options.serves ? `http://${config.host}:${config.port}` : undefined;
  const database = await openEmbedded({
    ...options,
    ...{ dataDir: config.dataDir, postgresBin: config.embeddedPostgresBin, address },
  });
  return { ...database, embedded: true };
}

/** The server of DATABASE_URL. */
function namedServer({ databaseUrl, migrateDatabaseUrl }: Config): DatabaseServer | undefined {
  if (databaseUrl === undefined) return undefined;
  return {
    ownerConnection: settingsOf(migrateDatabaseUrl ?? databaseUrl),
    appConnection: settingsOf(databaseUrl),
    embedded: false,
    stop: async () => {},
  };
}

/** @param url checked by `readConfig` */
function settingsOf(url: string): ConnectionSettings {
  const urls = splitHosts(url);
  if (typeof urls === 'string') throw new Error(`a database URL ${urls}`);
  const hosts = urls.map((connectionString) => ({ connectionString }));
  return hosts.length === 1 ? { connectionString: url } : { hosts };
}
