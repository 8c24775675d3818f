/**
 * Plays transactions against each other in a chosen order, as PostgreSQL's isolationtester does: each session is held
 * before its named statements and before COMMIT, and goes on one step at a time. A step that must wait for another
 * session's lock is left waiting, and the schedule goes on.
 */
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { connectionOptions, sqlState } from '../core/database/connection.ts';
import type { Database, SqlStatement } from '../core/database/query.ts';
import { transactionsOn } from '../core/database/transaction.ts';
import type { TestService } from './harness.ts';
import { patientMs } from './speed.ts';

export interface Session {
  readonly name: string;
  /** Names of statements, in the order they come; the last may be `commit`. One more step than gates. */
  readonly gates: readonly string[];
  /** Does the work; the answer is what is expected or not. */
  run(database: Database): Promise<string>;
}

export interface PlayedSessions {
  /** Each session's answer. */
  readonly answers: Readonly<Record<string, string>>;
  /** The events, in order: `name statement` as it was let through its gate, and `name done`. */
  readonly log: readonly string[];
  /** SQLSTATEs of transactions that failed, also of those that were run again. */
  readonly failures: readonly string[];
  /** Sessions that waited for another: `one > other`, or `one > other > third` where the other waited, too. */
  readonly waits: readonly string[];
}

export interface IsolationTester {
  /** @param schedule names of sessions, each as often as it has steps */
  play(sessions: readonly Session[], schedule: readonly string[]): Promise<PlayedSessions>;
  stop(): Promise<void>;
}

interface RunningSession {
  readonly session: Session;
  steps: number;
  state: 'idle' | 'running' | 'held' | 'done';
  letOn: (() => void) | undefined;
  needs: number;
  result: Promise<string> | undefined;
}

const PREFIX = 'isolation ';
const SETTLE_MAX_MS = 20_000;
const LOOK_AFTER_MS = 5;
/** A session that waits for the lock of another. */
interface Wait {
  readonly waiting: string;
  readonly blocking: string;
}

/** The sessions that wait for a lock, and those that hold it. */
const WAITING = `
  select w.application_name as waiting, b.application_name as blocking
  from pg_stat_activity w cross join lateral unnest(pg_blocking_pids(w.pid)) as p (pid)
  join pg_stat_activity b on b.pid = p.pid
  where w.datname = current_database() and starts_with(w.application_name, '${PREFIX}')`;

/** Every order in which the sessions' steps can follow each other. */
export function schedulesOf(sessions: readonly Session[]): string[][] {
  const extend = (left: readonly (readonly [name: string, steps: number])[]): string[][] => {
    const open = left.filter(([, steps]) => steps > 0);
    if (open.length === 0) return [[]];
    return open.flatMap(([name]) => {
      const rest = left.map(([each, steps]) => [each, each === name ? steps - 1 : steps] as const);
      return extend(rest).map((tail) => [name, ...tail]);
    });
  };
  return extend(sessions.map(({ name, gates }) => [name, gates.length + 1] as const));
}

/** One schedule that is being played. */
interface Play {
  readonly log: string[];
  readonly failures: string[];
  readonly waits: Set<string>;
  readonly sessions: ReadonlyMap<string, RunningSession>;
  /** Called when a session is held or done. */
  changed: () => void;
}

/**
 * Opens a tester on the service's database: a connection for each session, as if each were a node.
 * @param options settings of the sessions' connections, as PostgreSQL's `options` takes them
 */
export async function openIsolationTester(service: TestService, options?: string): Promise<IsolationTester> {
  const pools = new Map<string, pg.Pool>();
  const observer = new pg.Client(service.testDatabase.ownerConnection);
  await observer.connect();

  function poolOf(name: string): pg.Pool {
    const found = pools.get(name);
    if (found) return found;
    const purpose = { byKey: true, transactions: true, statementTimeoutMs: patientMs(SETTLE_MAX_MS) };
    const settings = { ...service.testDatabase.appConnection, ...(options ? { options } : {}) };
    const pool = new pg.Pool({ ...connectionOptions(settings, purpose), application_name: PREFIX + name, max: 1 });
    pool.on('error', () => {});
    pools.set(name, pool);
    return pool;
  }

  return {
    async play(sessions, schedule) {
      const play = newPlay(sessions);
      for (const name of schedule) {
        const running = play.sessions.get(name);
        if (!running) throw new Error(`no session is called ${name}`);
        step(play, running, (held) => gatedDatabase(play, held, service.deps.database, poolOf(name)));
        await settle(play, observer);
      }
      const answers: Record<string, string> = {};
      for (const [name, { result }] of play.sessions) answers[name] = (await result) ?? '';
      return { answers, log: play.log, failures: play.failures, waits: [...play.waits] };
    },
    async stop() {
      await observer.end();
      for (const pool of pools.values()) await pool.end();
    },
  };
}

function newPlay(sessions: readonly Session[]): Play {
  const running = sessions.map((session): [string, RunningSession] => [
    session.name,
    { session, steps: 0, state: 'idle', letOn: undefined, needs: 0, result: undefined },
  ]);
  return { log: [], failures: [], waits: new Set(), sessions: new Map(running), changed: () => {} };
}

/** Starts a session, or lets it pass the gate that holds it. */
function step(play: Play, running: RunningSession, databaseOf: (running: RunningSession) => Database): void {
  running.steps++;
  if (running.steps === 1) {
    running.state = 'running';
    running.result = running.session.run(databaseOf(running)).finally(() => {
      running.state = 'done';
      play.changed();
      play.log.push(`${running.session.name} done`);
    });
    running.result.catch(() => {});
  } else if (running.state === 'held' && running.steps >= running.needs) {
    running.state = 'running';
    running.letOn?.();
  }
}

/** The service's database, whose transactions wait at the gates of the session. */
function gatedDatabase(play: Play, running: RunningSession, database: Database, pool: pg.Pool): Database {
  const transaction = transactionsOn(pool, true);
  return {
    ...database,
    async transaction(work, options) {
      try {
        return await transaction(async (open) => {
          // Statements that leave together keep their order, also where one of them is held.
          let before: Promise<unknown> = Promise.resolve();
          const run = <Row>(statement: SqlStatement, values: readonly unknown[]): Promise<Row[]> => {
            const passed = before.then(() => pass(play, running, statement.name ?? statement.text));
            before = passed;
            return passed.then(() => open.run<Row>(statement, values));
          };
          const result = await work({ kind: 'transaction', run });
          await before;
          await pass(play, running, 'commit');
          return result;
        }, options);
      } catch (error) {
        const code = sqlState(error);
        if (code !== undefined) play.failures.push(code);
        throw error;
      }
    },
  };
}

/** Passes the gate of a statement, if it has one; waits there until the schedule lets the session go on. */
async function pass(play: Play, running: RunningSession, what: string): Promise<void> {
  const gate = running.session.gates.indexOf(what);
  if (gate < 0) return;
  // The first step leads to the first gate.
  running.needs = gate + 2;
  if (running.steps < running.needs) {
    running.state = 'held';
    play.changed();
    await new Promise<void>((resolve) => {
      running.letOn = resolve;
    });
  }
  play.log.push(`${running.session.name} ${what}`);
}

/** Waits until every session is held, done, or waits for another's lock. */
async function settle(play: Play, observer: pg.Client): Promise<void> {
  const giveUpAt = Date.now() + patientMs(SETTLE_MAX_MS);
  for (;;) {
    const busy = [...play.sessions.values()].filter(({ state }) => state === 'running');
    if (busy.length === 0) return;
    // Most steps end at once; only then is it worth asking who waits.
    await Promise.race([delay(LOOK_AFTER_MS), new Promise<void>((resolve) => (play.changed = resolve))]);
    if (busy.some(({ state }) => state !== 'running')) continue;
    const { rows } = await observer.query<Wait>(WAITING);
    const waiting = new Set(rows.map((row) => row.waiting.slice(PREFIX.length)));
    const stillBusy = busy.filter(({ state }) => state === 'running');
    if (stillBusy.length === busy.length && busy.every(({ session }) => waiting.has(session.name))) {
      for (const row of rows) play.waits.add(describeWait(row, rows));
      return;
    }
    if (Date.now() > giveUpAt) throw new Error(`no end after ${play.log.join(', ')}`);
  }
}

function describeWait({ waiting, blocking }: Wait, all: readonly Wait[]): string {
  const third = all.find((row) => row.waiting === blocking);
  const names = [waiting, blocking, ...(third ? [third.blocking] : [])];
  return names.map((text) => text.slice(PREFIX.length)).join(' > ');
}
