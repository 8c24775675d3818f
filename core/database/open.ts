/** Opens the database a command works on: the server of DATABASE_URL, else the embedded one. */

import { readFileSync } from 'node:fs';
import { type ConnectionOptions, getCACertificates } from 'node:tls';
import type { Config } from '../base/config.ts';
import { splitHosts } from '../base/database-url.ts';
import type { ConnectionSettings, HostSettings, SeveralHosts } from './connection.ts';
import { openEmbedded } from './embedded.ts';
import type { DatabaseLog } from './log.ts';
import { DatabaseOpenError } from './open-error.ts';

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
    dataDir: config.dataDir,
    postgresBin: config.embeddedPostgresBin,
    address,
  });
  return { ...database, embedded: true };
}

/** The server of DATABASE_URL. */
function namedServer({ databaseUrl, migrateDatabaseUrl }: Config): DatabaseServer | undefined {
  if (databaseUrl === undefined) return undefined;
  return {
    ownerConnection: settingsOfUrl(migrateDatabaseUrl ?? databaseUrl),
    appConnection: settingsOfUrl(databaseUrl),
    embedded: false,
    stop: async () => {},
  };
}

// How a server is reached, from its URL. What the URL says of TLS is read here and not by the driver, whose next
// version changes what `sslmode=require` means: every mode but `disable` and `no-verify` demands a certificate that
// holds, for this host.

const OWN = ['sslmode', 'sslrootcert', 'sslcert', 'sslkey', 'channel_binding'] as const;

/**
 * @param url checked by `readConfig`
 * @throws DatabaseOpenError for a file that it names and that cannot be read
 */
export function settingsOfUrl(url: string): SeveralHosts {
  const urls = splitHosts(url);
  if (typeof urls === 'string') throw new Error(`a database URL ${urls}`);
  return { hosts: urls.map(settingsOfOne) };
}

function settingsOfOne(text: string): HostSettings {
  const url = new URL(text);
  const given = Object.fromEntries(OWN.map((name) => [name, url.searchParams.get(name)])) as UrlSettings;
  if (!OWN.some((name) => given[name] !== null)) return { connectionString: text };
  for (const name of OWN) url.searchParams.delete(name);
  const ssl = tlsOf(given);
  const demandsBinding = given.channel_binding === 'require';
  return {
    connectionString: url.href,
    ...(ssl === undefined ? {} : { ssl }),
    ...(demandsBinding || given.channel_binding === 'prefer' ? { enableChannelBinding: true, demandsBinding } : {}),
  };
}

type UrlSettings = Readonly<Record<(typeof OWN)[number], string | null>>;

/** undefined: as the driver does without a word of it, which is no TLS. */
function tlsOf({
  sslmode,
  sslrootcert,
  sslcert,
  sslkey,
  channel_binding,
}: UrlSettings): ConnectionOptions | false | undefined {
  const binds = channel_binding === 'require';
  if (sslmode === 'disable') return false;
  if (sslmode === null && sslrootcert === null && sslcert === null && sslkey === null && !binds) return undefined;
  return {
    ...(sslrootcert === null
      ? {}
      : { ca: sslrootcert === 'system' ? getCACertificates('system') : read('sslrootcert', sslrootcert) }),
    ...(sslcert === null ? {} : { cert: read('sslcert', sslcert) }),
    ...(sslkey === null ? {} : { key: read('sslkey', sslkey) }),
    rejectUnauthorized: sslmode !== 'no-verify',
  };
}

function read(name: string, path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new DatabaseOpenError(
      `The database cannot be used (${code}: ${path} cannot be read): correct ${name} in DATABASE_URL and MIGRATE_DATABASE_URL.`,
      { cause: error },
    );
  }
}
