/** Load on a service with a client-side journal, and the ways to kill what serves it. */
import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import { BASE_PATH } from '@timebank/contract';
import pg from 'pg';
import { verifyLedger } from '../../domain/ledger/invariants.ts';
import { systemClock } from '../../platform/base/clock.ts';
import { findPostmaster, openFolder } from '../../platform/database/data-folder.ts';
import type { Database } from '../../platform/database/query.ts';
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

/** Of a client. */
export const CONNECTIONS = 6;
const SETTLED_AT_ONCE = 32;
const PAUSE_MS = 5;
/** The service promises an answer, be it 503, within five seconds. */
const ANSWER_MAX_MS = 20_000;

export function createClient({ clientId, clientSecret, userIds }: Credentials): CrashingClient {
  const journal: JournalLine[] = [];
  const statuses = new Map<number, number>();
  let origin = '';
  let token = '';
  let running = false;
  let loops: Promise<void>[] = [];

  async function send(path: string, body: unknown): Promise<{ status: number; body: Record<string, unknown> }> {
    const response = await fetch(`${origin}${BASE_PATH}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(patientMs(ANSWER_MAX_MS)),
    });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  }

  /** @returns 0 when no answer came */
  async function ask(line: JournalLine): Promise<number> {
    const { reference, userId, hours } = line;
    try {
      const { status, body } = await send('/wallet/credit', { user_id: userId, hours, reference });
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      if (status === 200 || status === 201) {
        const { id } = body.data as { id: string };
        assert.ok(line.creditId === undefined || line.creditId === id, `${reference} is ${line.creditId} and ${id}`);
        line.creditId = id;
      }
      // A token may be lost in a crash: it costs a new one.
      if (status === 401) await renewToken();
      return status;
    } catch (error) {
      if (error instanceof assert.AssertionError) throw error;
      statuses.set(0, (statuses.get(0) ?? 0) + 1);
      return 0;
    }
  }

  async function renewToken(): Promise<void> {
    const grant = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret };
    const { status, body } = await send('/oauth/token', grant);
    if (status === 200) token = body.access_token as string;
  }

  async function loop(): Promise<void> {
    while (running) {
      const number = journal.length;
      const line: JournalLine = {
        reference: `journal-${number}`,
        userId: userIds[number % userIds.length] ?? '',
        hours: ((number % 400) + 1) / 100,
        creditId: undefined,
      };
      journal.push(line);
      await ask(line);
      await delay(PAUSE_MS);
    }
  }

  async function settle(line: JournalLine): Promise<number> {
    let last = 0;
    await waitUntil(`${line.reference} is settled`, async () => {
      last = await ask(line);
      return last === 200 || last === 201;
    });
    return last;
  }

  return {
    journal,
    statuses,
    settle,
    acknowledged: () =>
      new Set(journal.filter(({ creditId }) => creditId !== undefined).map(({ reference }) => reference)),
    async settleAll(acknowledged) {
      const waiting = journal.values();
      const walk = async () => {
        // Shared by all walkers: each line is taken by one of them.
        for (const line of waiting) {
          const status = await settle(line);
          if (acknowledged.has(line.reference)) assert.equal(status, 200, `${line.reference} was acknowledged`);
        }
      };
      await Promise.all(Array.from({ length: SETTLED_AT_ONCE }, walk));
    },
    useOrigin(value) {
      origin = value;
    },
    start() {
      running = true;
      loops = Array.from({ length: CONNECTIONS }, loop);
    },
    async stop() {
      running = false;
      await Promise.all(loops);
    },
    async token() {
      await renewToken();
      return token;
    },
  };
}

/**
 * What the ledger holds must be what the journal says: each credit once, nothing half.
 * @param before how many transfers, each with its event, stood before the journal began
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
