/**
 * Where new connections go, and which stay: to the server that takes writes, of several, or of those behind one name. Each
 * promotion begins a timeline of a higher number; a server on a lower one than was seen was demoted, even if it still takes
 * writes.
 */
import type pg from 'pg';
import { repeat } from '../base/repeat.ts';
import {
  abandon,
  answerWithin,
  type ConnectionSettings,
  connectClient,
  createDatabaseClient,
  DatabaseUnavailable,
  type HostSettings,
  isUnavailable,
  NoPrimary,
  type SeveralHosts,
  sqlState,
  WritesOff,
} from './connection.ts';

export interface Primary {
  /** Waits until the server that takes writes is known; called before a connection is made. */
  find(): Promise<void>;
  /** A client of that server, not yet connected. */
  make(build: (settings: HostSettings) => pg.Client): pg.Client;
  /** Checks a connected client. @throws DatabaseUnavailable when its server takes no writes, or is no longer the primary */
  admit(client: pg.ClientBase): Promise<void>;
  /** Finds the server, and makes, connects and admits one client. */
  connect(build: (settings: HostSettings) => pg.Client): Promise<pg.Client>;
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
  return 'hosts' in settings ? ofHosts(settings) : embedded(settings);
}

/** The service's own server, which nothing can take the place of. */
function embedded(settings: pg.ClientConfig): Primary {
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

/** What is known of the servers. */
interface Search {
  readonly hosts: readonly HostSettings[];
  /** The host that takes writes, as far as is known. */
  current: HostSettings | undefined;
  /** The highest timeline so far. */
  timeline: number;
  /** False: the next connection is preceded by a search. */
  isTrusted: boolean;
  /** The search that is running. */
  running: Promise<void> | undefined;
  /** Why the last search failed, and when. */
  failure: unknown;
  failedAtMs: number;
  /** The host that each client was made for. */
  readonly madeFor: WeakMap<pg.ClientBase, HostSettings>;
  /** What the server of each client said when it was admitted: behind one name the next connection may lead elsewhere. */
  readonly admitted: WeakMap<pg.ClientBase, Pick<Facts, 'server' | 'timeline'>>;
  /** Clients that have not ended, also those that are still connecting. */
  readonly clients: Set<pg.ClientBase>;
}

function ofHosts({ hosts }: SeveralHosts): Primary {
  const search: Search = {
    hosts,
    current: undefined,
    timeline: 0,
    isTrusted: false,
    running: undefined,
    failure: undefined,
    failedAtMs: Number.NEGATIVE_INFINITY,
    madeFor: new WeakMap(),
    admitted: new WeakMap(),
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
  for (const answer of answers) leaveRefused(search, answer);
  const usable = answers.filter((answer) => faultOf(answer, search.timeline) === undefined) as Facts[];
  const newest = Math.max(...usable.map((answer) => answer.timeline));
  const candidates = usable.filter((answer) => answer.timeline === newest).map(({ settings }) => settings);
  const { current } = search;
  const found = current !== undefined && candidates.includes(current) ? current : candidates[0];
  if (found === undefined) throw noneOf(answers, search.timeline);
  leaveOlder(search, newest);
  search.isTrusted = true;
  if (search.current !== found) moveTo(search, found);
}

function moveTo(search: Search, found: HostSettings): void {
  search.current = found;
  // Commits that the old server confirms from now on may be lost.
  for (const client of search.clients) if (search.madeFor.get(client) !== found) abandon(client);
}

/** What a server that takes no writes answers is late, or no longer changes. */
function leaveRefused(search: Search, answer: Facts | SilentServer): void {
  if ('error' in answer || faultOf(answer, search.timeline) === undefined) return;
  for (const client of search.clients) if (search.admitted.get(client)?.server === answer.server) abandon(client);
}

/** Behind a promotion, connections to the server of before may stand for as long as nothing cuts them. */
function leaveOlder(search: Search, timeline: number): void {
  search.timeline = timeline;
  for (const client of search.clients) {
    if ((search.admitted.get(client)?.timeline ?? timeline) < timeline) abandon(client);
  }
}

function make(search: Search, build: (settings: HostSettings) => pg.Client): pg.Client {
  const settings = search.current ?? (search.hosts[0] as HostSettings);
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
  search.admitted.set(client, answer);
  leaveOlder(search, answer.timeline);
  client.on('error', () => doubt(search));
}

async function connect(search: Search, build: (settings: HostSettings) => pg.Client): Promise<pg.Client> {
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
  readonly settings: HostSettings;
  /** `host:port` */
  readonly name: string;
  readonly isStandby: boolean;
  readonly isReadOnly: boolean;
  readonly timeline: number;
  /** Which process it is, whatever the name that led to it. */
  readonly server: string;
}

/** A server that did not answer. */
interface SilentServer extends Pick<Facts, 'settings' | 'name'> {
  readonly error: Error;
}

const factsWith = (timeline: string) => `select pg_is_in_recovery() as "isStandby",
  current_setting('transaction_read_only') = 'on' as "isReadOnly",
  concat_ws(' ', extract(epoch from pg_postmaster_start_time()), inet_server_addr(), inet_server_port()) as server,
  ${timeline} as timeline`;
// A standby's own timeline does not count: it follows another's.
const FACTS = factsWith(`case when pg_is_in_recovery() then 0
    else ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::bigint::int end`);
/** For a hosted server that keeps its log to itself. */
const FACTS_WITHOUT_LOG = factsWith('0');
const NOT_FOR_US = /^(0A000|42501|42883)$/;

async function ask(settings: HostSettings): Promise<Facts | SilentServer> {
  const client = createDatabaseClient({ ...settings, application_name: 'timebank', connectionTimeoutMillis: ASK_MS });
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

async function readFacts(client: pg.ClientBase, settings: HostSettings, name: string): Promise<Facts> {
  type Row = Pick<Facts, 'isStandby' | 'isReadOnly' | 'timeline' | 'server'>;
  const read = (text: string) => answerWithin(client, ASK_MS, () => client.query<Row>(text));
  const { rows } = await read(FACTS).catch((error: unknown) => {
    if (NOT_FOR_US.test(sqlState(error) ?? '')) return read(FACTS_WITHOUT_LOG);
    throw error;
  });
  return { settings, name, ...(rows[0] as (typeof rows)[number]) };
}

function nameOf(settings: HostSettings): string {
  const { host, port } = createDatabaseClient(settings);
  return `${host}:${port}`;
}

/** Why nothing may be written to this server. @param seen the highest timeline so far */
function faultOf(answer: Facts | SilentServer, seen: number): string | undefined {
  if ('error' in answer) return `does not answer (${reasonOf(answer.error)})`;
  if (answer.isStandby) return 'is a standby';
  if (answer.isReadOnly) return 'is read-only (default_transaction_read_only is on)';
  if (answer.timeline >= seen) return undefined;
  return `was demoted (its timeline is ${answer.timeline}, and ${seen} was seen; if that is meant, restart this node)`;
}

/** In the words of the driver or the system. */
const reasonOf = ({ message, cause }: Error) => (cause instanceof Error ? cause.message : message);

/** Prefers a failure that waiting does not mend, such as a wrong password, to a list of servers that do not answer. */
function noneOf(answers: readonly (Facts | SilentServer)[], seen: number): Error {
  const definite = answers.find((answer) => 'error' in answer && !isUnavailable(answer.error)) as
    | SilentServer
    | undefined;
  if (definite) return definite.error;
  const [only, ...others] = answers;
  if (only !== undefined && 'error' in only && others.length === 0) return only.error;
  const faults = answers.map((answer) => `${answer.name} ${faultOf(answer, seen)}`);
  const what = others.length === 0 ? 'the host takes no writes' : 'none of the hosts takes writes';
  const isMeant = (answer: Facts | SilentServer) => !('error' in answer) && !answer.isStandby && answer.isReadOnly;
  return new (answers.every(isMeant) ? WritesOff : NoPrimary)(`${what}: ${faults.join(', ')}`);
}
