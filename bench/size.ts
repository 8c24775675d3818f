/** What a million transfers take: disk, backup, restore and verification, and how long that keeps a snapshot. */
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { keyFileOf } from '../core/installation/key-file.ts';
import { type DemoService, startDemo } from './demo-service.ts';
import { fill } from './growth.ts';
import type { Remark } from './measure.ts';

/** With as many listings, and ten times as many transfers. */
const MEMBERS = 100_000;
const QUICK_MEMBERS = 20_000;
const SAMPLE_MS = 50;

/** @param quick a fifth of it */
export async function benchSize(quick: boolean): Promise<Remark[]> {
  const members = quick ? QUICK_MEMBERS : MEMBERS;
  const demo = await startDemo({ PORT: '18095' });
  const client = new pg.Client(demo.databaseUrl);
  const folder = await mkdtemp(join(tmpdir(), 'timebank-bench-'));
  try {
    await client.connect();
    await fill(client, members);
    const file = join(folder, 'backup');
    const { rows } = await client.query('select pg_database_size(current_database())::float8 as bytes');
    const verified = await whileSampling(client, () => demo.timebank('ledger', 'verify'));
    const backed = await whileSampling(client, () => demo.timebank('backup', file));
    const restoredS = await timed(() => restoreInto(demo, join(folder, 'restored'), file));
    const what = `${members.toLocaleString('en')} members, as many listings, ten times as many transfers`;
    const size = (bytes: number) => `${(bytes / 1e6).toFixed(0)} MB`;
    const remarks = [
      `database ${size(rows[0].bytes)}`,
      `verification ${verified.tookS.toFixed(1)} s, its longest snapshot ${verified.longestS.toFixed(1)} s`,
      `backup ${backed.tookS.toFixed(1)} s, ${size((await stat(file)).size)}`,
      `restore with verification ${restoredS.toFixed(1)} s`,
    ];
    return [{ what, remark: remarks.join('; ') }];
  } finally {
    await client.end();
    await demo.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** A data folder of its own, as on another machine. */
const restoreInto = (demo: DemoService, dataDir: string, file: string) =>
  demo.timebankIn({ DATA_DIR: dataDir }, 'restore', file, '--key-file', keyFileOf(demo.dataDir));

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedMs = performance.now();
  await work();
  return (performance.now() - startedMs) / 1000;
}

/** How long the work took, and the oldest snapshot that was seen meanwhile. */
async function whileSampling(
  client: pg.Client,
  work: () => Promise<unknown>,
): Promise<{ tookS: number; longestS: number }> {
  let longestS = 0;
  let isDone = false;
  const sample = async () => {
    while (!isDone) {
      const { rows } = await client.query(
        `select coalesce(max(extract(epoch from clock_timestamp() - xact_start)), 0)::float8 as seconds
         from pg_stat_activity where datname = current_database() and backend_xmin is not null and pid <> pg_backend_pid()`,
      );
      longestS = Math.max(longestS, rows[0].seconds);
      await new Promise((resolve) => setTimeout(resolve, SAMPLE_MS));
    }
  };
  const sampling = sample();
  const tookS = await timed(work).finally(() => {
    isDone = true;
  });
  await sampling;
  return { tookS, longestS };
}
