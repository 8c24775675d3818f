/**
 * Where new connections go: the server of the settings or, of several, the one that takes writes. Each promotion begins a
 * timeline of a higher number; a server on a lower one than was seen was demoted, even if it still takes writes.
 */
import pg from 'pg';
import { repeat } from '../base/repeat.ts';
import {
  abandon,
  answerWithin,
  type ConnectionSettings,
  connectClient,
  DatabaseUnavailable,
  isUnavailable,
  NoPrimary,
  type SeveralHosts,
} from './connection.ts';

export interface Primary {
  /** Waits until the server that takes writes is known; called before a connection is made. */
  find(): Promise<void>;
  /** A client of that server, not yet connected. */
  make(build: (settings: pg.ClientConfig) => pg.Client): pg.Client;
  /** Checks a connected client. @throws DatabaseUnavailable when its server takes no writes, or is no longer the primary */
  admit(client: pg.ClientBase): Promise<void>;
  /** Finds the server, and makes, connects and admits one client. */
  connect(build: (settings: pg.ClientConfig) => pg.Client): Promise<pg.Client>;
  /** Lets a search precede the next connection; called when a connection broke or could not be made. */
  doubt(): void;
  /** Searches from time to time, until the returned function is called. */
  watch(): () => void;
}

/** Time limits of a server: one to connect, one to answer. */
const ASK_MS = 1500;
/** Pause after a search that found no server. */
const PAUSE_MS = 200;
/** Interval of the searches of `watch`, which find a demotion that left the connections open. */
const WATCH_MS = 2000;

/** Queries no server before the first connection. */
export function followPrimary(settings: ConnectionSettings): Primary {
  return 'hosts' in settings ? ofSeveral(settings) : theOnly(settings);
}

function theOnly(settings: pg.ClientConfig): Primary {
  return {
    async find() {},
    make: (build) => build(settings),
    async admit() {},
    async connect(build) {
      const client = build(settings);
      await connectClient(client);
      return client;
    },
    doubt() {},
    watch: () => () => {},
  };
}

/** What is known of several servers. */
interface Search {
  readonly hosts: readonly pg.ClientConfig[];
  /** The server that takes writes, as far as is known. */
  current: pg.ClientConfig | undefined;
  /** The highest timeline so far. */
  timeline: number;
  /** False: the next connection is preceded by a search. */
  isTrusted: boolean;
  /** The search that is running. */
  running: Promise<void> | undefined;
  /** Why the last search failed, and when. */
  failure: unknown;
  failedAtMs: number;
  /** The server that each client was made for. */
  readonly madeFor: WeakMap<pg.ClientBase, pg.ClientConfig>;
  /** Clients that have not ended, also those that are still connecting. */
  readonly clients: Set<pg.ClientBase>;
}

function ofSeveral({ hosts }: SeveralHosts): Primary {
  const search: Search = {
    hosts,
    current: undefined,
    timeline: 0,
    isTrusted: false,
    running: undefined,
    failure: undefined,
    failedAtMs: Number.NEGATIVE_INFINITY,
    madeFor: new WeakMap(),
    clients: new Set(),
  };
  return {
    find: () => find(search),
    make: (build) => make(search, build),
    admit: (client) => admit(search, client),
    connect: (build) => connect(search, build),
    doubt: () => doubt(search),
    watch: () => watch(search),
  };
}

function doubt(search: Search): void {
  search.isTrusted = false;
}

async function find(search: Search): Promise<void> {
  if (search.isTrusted) return;
  if (performance.now() - search.failedAtMs < PAUSE_MS) throw search.failure;
  await searchOnce(search);
}

/** Starts a search, or joins the one that is running. */
function searchOnce(search: Search): Promise<void> {
  search.running ??= searchNow(search)
    .catch((error: unknown) => {
      search.failure = error;
      search.failedAtMs = performance.now();
      throw error;
    })
    .finally(() => {
      search.running = undefined;
    });
  return search.running;
}

async function searchNow(search: Search): Promise<void> {
  const answers = await Promise.all(search.hosts.map(ask));
  const usable = answers.filter((answer) => faultOf(answer, search.timeline) === undefined) as Facts[];
  const newest = Math.max(...usable.map((answer) => answer.timeline));
  const candidates = usable.filter((answer) => answer.timeline === newest).map(({ settings }) => settings);
  const { current } = search;
  const found = current !== undefined && candidates.includes(current) ? current : candidates[0];
  if (found === undefined) throw noneOf(answers, search.timeline);
  search.timeline = newest;
  search.isTrusted = true;
  if (search.current !== found) moveTo(search, found);
}

function moveTo(search: Search, found: pg.ClientConfig): void {
  search.current = found;
  // Commits that the old server confirms from now on may be lost.
  for (const client of search.clients) if (search.madeFor.get(client) !== found) abandon(client);
}

function make(search: Search, build: (settings: pg.ClientConfig) => pg.Client): pg.Client {
  const settings = search.current ?? (search.hosts[0] as pg.ClientConfig);
  const client = build(settings);
  search.madeFor.set(client, settings);
  // Before it has connected: a move to another server also ends a connection attempt that a silent server holds up.
  search.clients.add(client);
  client.once('end', () => search.clients.delete(client));
  return client;
}

async function admit(search: Search, client: pg.ClientBase): Promise<void> {
  const settings = search.madeFor.get(client) ?? {};
  const answer = await readFacts(client, settings, nameOf(settings));
  // A search may have found another server meanwhile.
  const fault = settings === search.current ? faultOf(answer, search.timeline) : 'is no longer the primary';
  if (fault !== undefined) {
    doubt(search);
    throw new DatabaseUnavailable(`${answer.name} ${fault}`);
  }
  search.timeline = answer.timeline;
  client.on('error', () => doubt(search));
}

async function connect(search: Search, build: (settings: pg.ClientConfig) => pg.Client): Promise<pg.Client> {
  await find(search);
  const client = make(search, build);
  try {
    await connectClient(client);
    await admit(search, client);
    return client;
  } catch (error) {
    doubt(search);
    client.end().catch(() => {});
    throw error;
  }
}

function watch(search: Search): () => Promise<void> {
  const look = () =>
    searchOnce(search).then(
      () => WATCH_MS,
      () => PAUSE_MS,
    );
  return repeat(look, { everyMs: WATCH_MS, firstMs: WATCH_MS }).stop;
}

/** The state that a server reports. */
interface Facts {
  readonly settings: pg.ClientConfig;
  /** `host:port` */
  readonly name: string;
  readonly isStandby: boolean;
  readonly isReadOnly: boolean;
  readonly timeline: number;
}

/** A server that did not answer. */
interface Silent extends Pick<Facts, 'settings' | 'name'> {
  readonly error: Error;
}

// A standby's own timeline does not count: it follows another's.
const FACTS = `select pg_is_in_recovery() as "isStandby",
  current_setting('transaction_read_only') = 'on' as "isReadOnly",
  case when pg_is_in_recovery() then 0
    else ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::bigint::int end as timeline`;

async function ask(settings: pg.ClientConfig): Promise<Facts | Silent> {
  const client = new pg.Client({ ...settings, application_name: 'timebank', connectionTimeoutMillis: ASK_MS });
  client.on('error', () => {});
  const name = `${client.host}:${client.port}`;
  try {
    await connectClient(client);
    return await readFacts(client, settings, name);
  } catch (error) {
    return { settings, name, error: error as Error };
  } finally {
    client.end().catch(() => {});
  }
}

async function readFacts(client: pg.ClientBase, settings: pg.ClientConfig, name: string): Promise<Facts> {
  type Row = Pick<Facts, 'isStandby' | 'isReadOnly' | 'timeline'>;
  const { rows } = await answerWithin(client, ASK_MS, () => client.query<Row>(FACTS));
  return { settings, name, ...(rows[0] as (typeof rows)[number]) };
}

function nameOf(settings: pg.ClientConfig): string {
  const { host, port } = new pg.Client(settings);
  return `${host}:${port}`;
}

/** Why nothing may be written to this server. @param seen the highest timeline so far */
function faultOf(answer: Facts | Silent, seen: number): string | undefined {
  if ('error' in answer) return `does not answer (${reasonOf(answer.error)})`;
  if (answer.isStandby) return 'is a standby';
  if (answer.isReadOnly) return 'is read-only';
  if (answer.timeline >= seen) return undefined;
  return `was demoted (its timeline is ${answer.timeline}, and ${seen} was seen; if that is meant, restart this node)`;
}

/** In the words of the driver or the system. */
const reasonOf = ({ message, cause }: Error) => (cause instanceof Error ? cause.message : message);

/** Prefers a failure that waiting does not mend, such as a wrong password, to a list of servers that do not answer. */
function noneOf(answers: readonly (Facts | Silent)[], seen: number): Error {
  const definite = answers.find((answer) => 'error' in answer && !isUnavailable(answer.error)) as Silent | undefined;
  if (definite) return definite.error;
  const faults = answers.map((answer) => `${answer.name} ${faultOf(answer, seen)}`);
  return new NoPrimary(`none of the hosts takes writes: ${faults.join(', ')}`);
}
