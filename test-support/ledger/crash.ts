/** Load on a service with a client-side journal, and the ways to kill what serves it. */
import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import { BASE_PATH } from '@timebank/contract';
import pg from 'pg';
import { systemClock } from '../../core/base/clock.ts';
import { findPostmaster, openFolder } from '../../core/database/data-folder.ts';
import type { Database } from '../../core/database/query.ts';
import { verifyLedger } from '../../modules/operate/domain/ledger/invariants.ts';
import type { ServeProcess } from '../serve-process.ts';
import { patientMs } from '../speed.ts';
import { waitUntil } from '../wait-until.ts';

/** One credit the client asked for. */
export interface JournalLine {
  readonly reference: string;
  readonly userId: string;
  readonly hours: number;
  /** Set once an answer said that it is posted. */
  creditId: string | undefined;
}

export interface CrashingClient {
  /** Every credit asked for so far. */
  readonly journal: JournalLine[];
  /** How often each status came; 0: no answer. */
  readonly statuses: Map<number, number>;
  useOrigin(origin: string): void;
  /** Starts posting new credits, one after another on each of several connections. */
  start(): void;
  stop(): Promise<void>;
  /** A fresh token. */
  token(): Promise<string>;
  /** Asks for a line's credit, as often as it takes. @returns the last status */
  settle(line: JournalLine): Promise<number>;
  /** The references of all credits that an answer said are posted. */
  acknowledged(): Set<string>;
  /** Settles every line, many at a time. @throws when one of the acknowledged was posted only now */
  settleAll(acknowledged: ReadonlySet<string>): Promise<void>;
}

export interface Credentials {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly userIds: readonly string[];
}

/** How many requests of a client are under way. */
export const CONNECTIONS = 6;
const SETTLED_AT_ONCE = 32;
const PAUSE_MS = 5;
/** The service promises an answer, be it 503, within five seconds. */
const ANSWER_MAX_MS = 20_000;

/** The credentials of a client, and what it has asked for and been answered. */
interface Load {
  readonly credentials: Credentials;
  readonly pauseMs: number;
  readonly journal: JournalLine[];
  readonly statuses: Map<number, number>;
  origin: string;
  token: string;
  isRunning: boolean;
}

/** @param pauseMs of each connection, before it posts the next credit */
export function createClient(credentials: Credentials, pauseMs = PAUSE_MS): CrashingClient {
  const load: Load = {
    ...{ credentials, pauseMs, journal: [], statuses: new Map() },
    ...{ origin: '', token: '', isRunning: false },
  };
  const { journal, statuses } = load;
  let loops: Promise<void>[] = [];
  return {
    journal,
    statuses,
    settle: (line) => settle(load, line),
    acknowledged: () =>
      new Set(journal.filter(({ creditId }) => creditId !== undefined).map(({ reference }) => reference)),
    settleAll: (acknowledged) => settleAll(load, acknowledged),
    useOrigin(value) {
      load.origin = value;
    },
    start() {
      load.isRunning = true;
      loops = Array.from({ length: CONNECTIONS }, () => postUntilStopped(load));
    },
    async stop() {
      load.isRunning = false;
      await Promise.all(loops);
    },
    async token() {
      await renewToken(load);
      return load.token;
    },
  };
}

async function send({ origin, token }: Load, path: string, body: unknown) {
  const response = await fetch(`${origin}${BASE_PATH}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(patientMs(ANSWER_MAX_MS)),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

/** @returns 0 when no answer came */
async function ask(load: Load, line: JournalLine): Promise<number> {
  const { statuses } = load;
  const { reference, userId, hours } = line;
  try {
    const { status, body } = await send(load, '/wallet/credit', { user_id: userId, hours, reference });
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    if (status === 200 || status === 201) {
      const { id } = body.data as { id: string };
      assert.ok(line.creditId === undefined || line.creditId === id, `${reference} is ${line.creditId} and ${id}`);
      line.creditId = id;
    }
    // A token may be lost in a crash: it costs a new one.
    if (status === 401) await renewToken(load);
    return status;
  } catch (error) {
    if (error instanceof assert.AssertionError) throw error;
    statuses.set(0, (statuses.get(0) ?? 0) + 1);
    return 0;
  }
}

async function renewToken(load: Load): Promise<void> {
  const { clientId, clientSecret } = load.credentials;
  const grant = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret };
  const { status, body } = await send(load, '/oauth/token', grant);
  if (status === 200) load.token = body.access_token as string;
}

async function postUntilStopped(load: Load): Promise<void> {
  const { journal, credentials } = load;
  while (load.isRunning) {
    const number = journal.length;
    const line: JournalLine = {
      reference: `journal-${number}`,
      userId: credentials.userIds[number % credentials.userIds.length] ?? '',
      hours: ((number % 400) + 1) / 100,
      creditId: undefined,
    };
    journal.push(line);
    await ask(load, line);
    await delay(load.pauseMs);
  }
}

async function settle(load: Load, line: JournalLine): Promise<number> {
  let last = 0;
  await waitUntil(`${line.reference} is settled`, async () => {
    last = await ask(load, line);
    return last === 200 || last === 201;
  });
  return last;
}

async function settleAll(load: Load, acknowledged: ReadonlySet<string>): Promise<void> {
  const waiting = load.journal.values();
  const walk = async () => {
    // Shared by all walkers: each line is taken by one of them.
    for (const line of waiting) {
      const status = await settle(load, line);
      if (acknowledged.has(line.reference)) assert.equal(status, 200, `${line.reference} was acknowledged`);
    }
  };
  await Promise.all(Array.from({ length: SETTLED_AT_ONCE }, walk));
}

/**
 * The ledger must hold what the journal says: each credit once, nothing half.
 * @param before how many transfers, each with its event, were booked before the journal began
 */
export async function assertLedgerIsJournal(
  database: Database,
  { journal }: CrashingClient,
  before = 0,
): Promise<void> {
  const report = await verifyLedger(database, systemClock);
  assert.deepEqual(
    report.invariants.filter(({ holds }) => !holds),
    [],
  );
  assert.equal(report.transfers, before + journal.length);
  assert.equal(report.events, before + journal.length);
  assert.equal(new Set(journal.map(({ creditId }) => creditId)).size, journal.length);
}

export const VICTIMS = ['service', 'backend', 'postmaster'] as const;
export type Victim = (typeof VICTIMS)[number];

/** Kills one of them with SIGKILL. The service has to be started again; PostgreSQL is started by the service. */
export async function killVictim(
  victim: Victim,
  service: ServeProcess,
  dataDir: string,
  owner: pg.ClientConfig,
): Promise<void> {
  if (victim === 'service') return await service.kill();
  if (victim === 'postmaster') {
    const folder = await openFolder(`${dataDir}/postgres`);
    const postmaster = await findPostmaster(folder);
    folder.close();
    assert.ok(postmaster?.pid, 'there is a postmaster to kill');
    process.kill(postmaster.pid, 'SIGKILL');
    return;
  }
  const client = new pg.Client(owner);
  client.on('error', () => {});
  await client.connect();
  const { rows } = await client.query<{ pid: number }>(
    `select pid from pg_stat_activity where application_name = 'timebank' order by random() limit 1`,
  );
  const pid = rows[0]?.pid;
  assert.ok(pid, 'there is a backend to kill');
  process.kill(pid, 'SIGKILL');
  await client.end().catch(() => {});
}
