/** How long answers take at half of the greatest rate, and while a file is imported. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Pool } from 'undici';
import { type DemoService, startDemo } from './demo-service.ts';
import type { Load } from './measure.ts';
import { READS } from './reads.ts';
import { type WrkReport, wrk, wrkLatency } from './tools.ts';

const CONNECTIONS = 64;
/** More than answers are on their way at a time, so that few wait for one of their own: who asks is told of a pause. */
const STEADY_CONNECTIONS = 192;
const STEADY_SECONDS = 10;
const TICK_MS = 2;
const IMPORTED_ROWS = 50_000;
/** Beside the import: little, so that the import is what makes an answer late. */
const BESIDE_PER_SECOND = 100;
const SLOWEST_MS = 250;
const SPREAD = 5;
const run = promisify(execFile);

export async function benchSteady(): Promise<Load[]> {
  const demo = await startDemo({ PORT: '18081' });
  try {
    const results: Load[] = [];
    for (const [what, scope, path] of READS) {
      const url = `${demo.api}${path(demo.memberIds[0] ?? '')}`;
      const headers = { Authorization: `Bearer ${await demo.token(scope)}` };
      // Once to warm up, as the other measurements do.
      await wrk(url, { connections: CONNECTIONS, headers });
      const most = await wrk(url, { connections: CONNECTIONS, headers });
      const { perSecond, p50Ms, p99Ms } = await atRate(url, headers, most / 2);
      const goal = `p99 below ${SPREAD} times the median`;
      const goals = [{ goal, found: (p99Ms / p50Ms).toFixed(1), reached: p99Ms < SPREAD * p50Ms }];
      results.push({ what: `${what}, half of the greatest rate`, perSecond, p50Ms, p99Ms, goals });
    }
    results.push(await besideImport(demo));
    return results;
  } finally {
    await demo.stop();
  }
}

/** Beside the service on the same cores, so asked by wrk: a client of Node's costs what the service does. */
function atRate(url: string, headers: Readonly<Record<string, string>>, perSecond: number): Promise<WrkReport> {
  return wrkLatency(url, {
    connections: STEADY_CONNECTIONS,
    seconds: STEADY_SECONDS,
    headers,
    script: resolve(import.meta.dirname, 'steady.lua'),
    env: { MEAN_PAUSE_MS: String((STEADY_CONNECTIONS / perSecond) * 1000) },
  });
}

async function besideImport(demo: DemoService): Promise<Load> {
  const url = `${demo.api}/users/${demo.memberIds[0]}`;
  const headers = { Authorization: `Bearer ${await demo.token()}` };
  const folder = await mkdtemp(join(tmpdir(), 'timebank-bench-'));
  try {
    const file = join(folder, 'members.csv');
    const rows = Array.from(
      { length: IMPORTED_ROWS },
      (_, n) => `steady-${n},Anna Berger ${n},anna${n}@example.org,active,2.5`,
    );
    await writeFile(file, `external_id,name,email,status,balance_hours\n${rows.join('\n')}\n`);
    const program = resolve(import.meta.dirname, '../server/bin/timebank');
    const env = { ...process.env, DATA_DIR: demo.dataDir };
    const timebank = (...args: string[]) => run(program, args, { env });
    const [community] = JSON.parse((await timebank('community', 'list', '--json')).stdout) as { slug: string }[];
    let imports = true;
    const imported = timebank('import', 'members', file, '--community', community?.slug ?? '').finally(() => {
      imports = false;
    });
    const times = await timesAt(url, headers, BESIDE_PER_SECOND, () => imports);
    await imported;
    const slowestMs = Math.max(...times);
    const goal = `every answer within ${SLOWEST_MS} ms`;
    const goals = [{ goal, found: `${slowestMs.toFixed(0)} ms`, reached: slowestMs <= SLOWEST_MS }];
    const what = `GET /users/{id} while ${IMPORTED_ROWS} members are imported`;
    return { what, perSecond: BESIDE_PER_SECOND, ...percentiles(times), goals };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Asks at a rate whether or not the answers come, so that a pause is told by all who had to wait for its end.
 * @returns milliseconds from when each request was due to the end of its answer
 * @throws when an answer is not a success
 */
async function timesAt(
  url: string,
  headers: Readonly<Record<string, string>>,
  perSecond: number,
  goesOn: (sinceMs: number) => boolean,
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
    for (let sinceMs = 0; goesOn(sinceMs); sinceMs = performance.now() - startedMs) {
      while (asked.length < (sinceMs * perSecond) / 1000)
        asked.push(ask(startedMs + (asked.length * 1000) / perSecond));
      await delay(TICK_MS);
    }
    await Promise.all(asked);
    return times;
  } finally {
    await pool.close();
  }
}

function percentiles(times: readonly number[]): { readonly p50Ms: number; readonly p99Ms: number } {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (part: number) => sorted[Math.floor(sorted.length * part)] ?? Number.NaN;
  return { p50Ms: at(0.5), p99Ms: at(0.99) };
}
