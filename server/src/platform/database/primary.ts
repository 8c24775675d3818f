/**
 * Where new connections go: the server of the settings or, of several, the one that takes writes. Each promotion begins a
 * timeline of a higher number; a server on a lower one than was seen was demoted, even if it still takes writes.
 */
import pg from 'pg';
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
  /** Before a connection is made: waits until the server is known that takes writes. */
  find(): Promise<void>;
  /** A client of that server, not yet connected. */
  make(build: (settings: pg.ClientConfig) => pg.Client): pg.Client;
  /** After it has connected: @throws DatabaseUnavailable when its server takes no writes, or is no longer the one. */
  admit(client: pg.ClientBase): Promise<void>;
  /** All of it, for one client. */
  connect(build: (settings: pg.ClientConfig) => pg.Client): Promise<pg.Client>;
  /** A connection broke or could not be made: the next one is preceded by a search. */
  doubt(): void;
  /** Searches from time to time as well, until the returned function is called. */
  watch(): () => void;
}

/** For each server, to connect and to answer. */
const ASK_MS = 1500;
/** A search that found none is not repeated sooner. */
const PAUSE_MS = 200;
/** A demoted server may keep its connections. */
const WATCH_MS = 2000;

/** Nothing is asked before the first connection. */
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

function ofSeveral({ hosts }: SeveralHosts): Primary {
  let current: pg.ClientConfig | undefined;
  let timeline = 0;
  let isTrusted = false;
  let searching: Promise<void> | undefined;
  let failure: unknown;
  let failedAtMs = Number.NEGATIVE_INFINITY;
  const madeFor = new WeakMap<pg.ClientBase, pg.ClientConfig>();
  const standing = new Set<pg.ClientBase>();

  const doubt = () => {
    isTrusted = false;
  };

  async function look(): Promise<void> {
    const answers = await Promise.all(hosts.map(ask));
    const usable = answers.filter((answer) => faultOf(answer, timeline) === undefined) as Facts[];
    const newest = Math.max(...usable.map((answer) => answer.timeline));
    const candidates = usable.filter((answer) => answer.timeline === newest).map(({ settings }) => settings);
    const found = current !== undefined && candidates.includes(current) ? current : candidates[0];
    if (found === undefined) throw noneOf(answers, timeline);
    timeline = newest;
    isTrusted = true;
    if (current === found) return;
    current = found;
    // What the old one confirms from now on may be lost.
    for (const client of standing) if (madeFor.get(client) !== found) abandon(client);
  }

  /** Once for all who ask meanwhile. */
  function search(): Promise<void> {
    searching ??= look()
      .catch((error: unknown) => {
        failure = error;
        failedAtMs = performance.now();
        throw error;
      })
      .finally(() => {
        searching = undefined;
      });
    return searching;
  }

  async function find(): Promise<void> {
    if (isTrusted) return;
    if (performance.now() - failedAtMs < PAUSE_MS) throw failure;
    await search();
  }

  function make(build: (settings: pg.ClientConfig) => pg.Client): pg.Client {
    const settings = current ?? (hosts[0] as pg.ClientConfig);
    const client = build(settings);
    madeFor.set(client, settings);
    // From now on, not once it stands: a silent server holds up whoever connects to it.
    standing.add(client);
    client.once('end', () => standing.delete(client));
    return client;
  }

  async function admit(client: pg.ClientBase): Promise<void> {
    const settings = madeFor.get(client) ?? {};
    const answer = await readFacts(client, settings, nameOf(settings));
    // The search may have gone on.
    const fault = settings === current ? faultOf(answer, timeline) : 'is no longer the primary';
    if (fault !== undefined) {
      doubt();
      throw new DatabaseUnavailable(`${answer.name} ${fault}`);
    }
    timeline = answer.timeline;
    client.on('error', doubt);
  }

  return {
    find,
    make,
    admit,
    async connect(build) {
      await find();
      const client = make(build);
      try {
        await connectClient(client);
        await admit(client);
        return client;
      } catch (error) {
        doubt();
        client.end().catch(() => {});
        throw error;
      }
    },
    doubt,
    watch() {
      let timer: NodeJS.Timeout;
      let isOver = false;
      const next = (delayMs: number) => {
        if (isOver) return;
        const searchOn = () =>
          search().then(
            () => next(WATCH_MS),
            () => next(PAUSE_MS),
          );
        timer = setTimeout(searchOn, delayMs).unref();
      };
      next(WATCH_MS);
      return () => {
        isOver = true;
        clearTimeout(timer);
      };
    },
  };
}

/** What a server says of itself. */
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
  return `was demoted (its timeline is ${answer.timeline}, and ${seen} was seen; if that is meant, start this node anew)`;
}

/** In the words of the driver or the system. */
const reasonOf = ({ message, cause }: Error) => (cause instanceof Error ? cause.message : message);

/** A server that answers what no waiting mends, such as a wrong password, says more than one that is away. */
function noneOf(answers: readonly (Facts | Silent)[], seen: number): Error {
  const definite = answers.find((answer) => 'error' in answer && !isUnavailable(answer.error)) as Silent | undefined;
  if (definite) return definite.error;
  const faults = answers.map((answer) => `${answer.name} ${faultOf(answer, seen)}`);
  return new NoPrimary(`none of the hosts takes writes: ${faults.join(', ')}`);
}
