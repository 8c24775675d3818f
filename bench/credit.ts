/**
 * POST /wallet/credit over HTTP, against pgbench: the fastest plain form, and one transaction per credit on our tables.
 */
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { onServer } from '../test-support/postgres-server.ts';
import { CREDIT_CONNECTIONS, withCredits } from './credit-load.ts';
import { type DemoService, startDemo } from './demo-service.ts';
import { compare, type Measurement } from './measure.ts';
import { pgbench } from './tools.ts';

const PGBENCH_CLIENTS = 16;
/** Until a new process is as fast as it gets: 72 µs for each credit in its first seconds, 57 in the end. */
const WARM_UP_SECONDS = 10;
const YOUNG_SECONDS = 3;
const LATER_ROUNDS = 5;

export function benchCredit(demo: DemoService): Promise<Measurement[]> {
  return withCredits(demo, async (creditsOf) => {
    const credits = creditsOf(await demo.token());
    const plain = await plainDatabase(demo);
    await credits(WARM_UP_SECONDS);
    // The plain way leaves versions of the hot account that only VACUUM removes: its foreign keys lock what it updates.
    const tidied = async (load: () => Promise<number>) => {
      await onServer(demo.databaseUrl, 'vacuum accounts');
      return await load();
    };
    const what = `POST /wallet/credit, ${CREDIT_CONNECTIONS} connections`;
    const clients = `pgbench, ${PGBENCH_CLIENTS} clients`;
    return [
      await compare(
        { what, against: `${clients}, one statement per credit on plain tables without a hot row`, goal: 0.5 },
        credits,
        () => pgbench(resolve(import.meta.dirname, 'plain-credit.sql'), plain, PGBENCH_CLIENTS),
      ),
      await compare(
        { what, against: `${clients}, seven statements per credit on the same tables`, goal: 1.5 },
        () => tidied(credits),
        () => tidied(() => pgbench(resolve(import.meta.dirname, 'credit.sql'), demo.databaseUrl, PGBENCH_CLIENTS)),
      ),
    ];
  });
}

/** The first seconds of a new database, of which PostgreSQL knows nothing yet, against the best ones later. */
export async function benchYoung(settings: Readonly<Record<string, string>>): Promise<Measurement[]> {
  const demo = await startDemo(settings);
  try {
    return await withCredits(demo, async (creditsOf) => {
      const credits = creditsOf(await demo.token());
      const ours = await credits(YOUNG_SECONDS);
      const later: number[] = [];
      for (let round = 0; round < LATER_ROUNDS; round++) later.push(await credits(YOUNG_SECONDS));
      const theirs = Math.max(...later);
      const what = `POST /wallet/credit, the first ${YOUNG_SECONDS} s of a new database and process`;
      return [{ what, against: 'its own best seconds', ours, theirs, ratio: ours / theirs, goal: 0.7 }];
    });
  } finally {
    await demo.stop();
  }
}

/** The peer's tables, in a database of their own on the same server. */
async function plainDatabase({ databaseUrl }: DemoService): Promise<string> {
  const url = databaseUrl.replace(/\/[^/?]*(?=\?|$)/, '/plain');
  await onServer(databaseUrl, 'create database plain');
  await onServer(url, await readFile(resolve(import.meta.dirname, 'plain-tables.sql'), 'utf8'));
  return url;
}
