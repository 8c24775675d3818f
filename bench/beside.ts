/** How long answers take while members are imported, and backups taken and old rows dropped meanwhile. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { Pool } from 'undici';
import type { DemoService } from './demo-service.ts';
import { type Load, median, quantile } from './measure.ts';

/** The work that runs beside the requests. */
export interface SideLoad {
  readonly files: number;
  readonly rowsPerFile: number;
  /** Rows of the log of calls that are older than it keeps. */
  readonly oldCalls: number;
  /** Whether backups are written, one after another. */
  readonly backUp: boolean;
}

const CONNECTIONS = 64;
const TICK_MS = 2;
/** Little, so that what goes on beside is what makes an answer late. */
const PER_SECOND = 100;
const SLOWEST_MS = 250;
const BACKUP_PAUSE_MS = 1000;

/** Asks for a member until all is done. */
export async function askedBeside(
  demo: DemoService,
  { files, rowsPerFile, oldCalls, backUp }: SideLoad,
): Promise<Load> {
  const url = `${demo.api}/users/${demo.memberIds[0]}`;
  const headers = { Authorization: `Bearer ${await demo.token()}` };
  const folder = await mkdtemp(join(tmpdir(), 'timebank-bench-'));
  const database = new pg.Client(demo.databaseUrl);
  try {
    await database.connect();
    const imported = async () => {
      for (let file = 0; file < files; file++) {
        const path = await writeMembers(folder, file, rowsPerFile);
        await demo.timebank('import', 'members', path, '--community', demo.slug);
      }
    };
    let goesOn = true;
    let backups = 0;
    const backedUp = async () => {
      for (; backUp && goesOn; backups++) {
        const file = join(folder, 'all.backup');
        await demo.timebank('backup', file);
        await rm(file);
        await delay(BACKUP_PAUSE_MS);
      }
    };
    if (oldCalls > 0) await addOldCalls(database, oldCalls);
    const [times] = await Promise.all([
      timesAt(url, headers, () => goesOn),
      imported().finally(() => (goesOn = false)),
      backedUp(),
    ]);
    const dropped = oldCalls - (await countOldCalls(database));
    const slowestMs = Math.max(...times);
    const goal = `every answer within ${SLOWEST_MS} ms`;
    const goals = [{ goal, found: `${slowestMs.toFixed(0)} ms`, reached: slowestMs <= SLOWEST_MS }];
    const others = backUp ? `, ${backups} backups written and ${dropped} old calls dropped` : '';
    const what = `GET /users/{id} while ${files * rowsPerFile} members are imported${others}`;
    return { what, perSecond: PER_SECOND, p50Ms: median(times), p99Ms: quantile(times, 0.99), goals };
  } finally {
    await database.end();
    await rm(folder, { recursive: true, force: true });
  }
}

async function writeMembers(folder: string, file: number, count: number): Promise<string> {
  const path = join(folder, `members-${file}.csv`);
  const rows = Array.from({ length: count }, (_, at) => {
    const n = file * count + at;
    return `steady-${n},Anna Berger ${n},anna${n}@example.org,active,2.5`;
  });
  await writeFile(path, `external_id,name,email,status,balance_hours\n${rows.join('\n')}\n`);
  return path;
}

async function addOldCalls(database: pg.Client, count: number): Promise<void> {
  await database.query(
    `insert into call_log (community_id, partner_id, at, operation, status, latency_us, request_id)
     select p.community_id, p.id, now() - interval '2 years', 'getUser', 200, 900, 'req_' || n
     from generate_series(1, $1::int) n, (select * from partners order by id limit 1) p`,
    [count],
  );
}

async function countOldCalls(database: pg.Client): Promise<number> {
  const { rows } = await database.query<{ left: number }>(
    `select count(*)::int as left from call_log where at < now() - interval '1 year'`,
  );
  return rows[0]?.left ?? 0;
}

/**
 * Sends at the rate, also while answers are late, so that a pause counts for every request that waited for its end.
 * @returns milliseconds from when each request was due to the end of its answer
 * @throws when an answer is not a success
 */
async function timesAt(
  url: string,
  headers: Readonly<Record<string, string>>,
  goesOn: () => boolean,
): Promise<number[]> {
  const { origin, pathname, search } = new URL(url);
  const pool = new Pool(origin, { connections: CONNECTIONS, pipelining: 1 });
  const times: number[] = [];
  const asked: Promise<void>[] = [];
  const startedMs = performance.now();
  async function ask(dueMs: number): Promise<void> {
    const { statusCode, body } = await pool.request({ method: 'GET', path: pathname + search, headers });
    await body.dump();
    if (statusCode !== 200) throw new Error(`${url}: ${statusCode}`);
    times.push(performance.now() - dueMs);
  }
  try {
    while (goesOn()) {
      const due = ((performance.now() - startedMs) * PER_SECOND) / 1000;
      while (asked.length < due) asked.push(ask(startedMs + (asked.length * 1000) / PER_SECOND));
      await delay(TICK_MS);
    }
    await Promise.all(asked);
    return times;
  } finally {
    await pool.close();
  }
}
