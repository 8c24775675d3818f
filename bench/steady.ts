/** How long answers take at half of the greatest rate, and while something large is done beside them. */
import { resolve } from 'node:path';
import { askedBeside, type SideLoad } from './beside.ts';
import { startDemo } from './demo-service.ts';
import type { Load } from './measure.ts';
import { READS } from './reads.ts';
import { type WrkReport, wrk, wrkLatency } from './tools.ts';

const CONNECTIONS = 64;
/**
 * More than answers are on their way at a time, so that few requests wait for a connection, and a pause counts for each
 * of them.
 */
const STEADY_CONNECTIONS = 192;
const STEADY_SECONDS = 10;
const SPREAD = 5;

const A_FILE: SideLoad = { files: 1, rowsPerFile: 50_000, oldCalls: 0, backUp: false };
/** As many rows as a file may have, five times. */
const A_MILLION: SideLoad = { files: 5, rowsPerFile: 200_000, oldCalls: 500_000, backUp: true };

/** @param isLong with a million rows, backups and old rows that are dropped; nothing else */
export async function benchSteady(isLong: boolean): Promise<Load[]> {
  const demo = await startDemo({ PORT: '18081' });
  try {
    if (isLong) return [await askedBeside(demo, A_MILLION)];
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
    results.push(await askedBeside(demo, A_FILE));
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
