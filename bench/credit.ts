/** POST /wallet/credit over HTTP, against pgbench: the fastest plain form, and one transaction per credit on our tables. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { DemoService } from './demo-service.ts';
import { compare, type Measurement } from './measure.ts';
import { onServer } from './postgres-server.ts';
import { pgbench, wrk } from './tools.ts';

const CONNECTIONS = 64;
const PGBENCH_CLIENTS = 16;

export async function benchCredit(demo: DemoService): Promise<Measurement[]> {
  const dir = await mkdtemp(join(tmpdir(), 'timebank-bench-'));
  const members = join(dir, 'members.txt');
  await writeFile(members, `${demo.memberIds.join('\n')}\n`);
  const token = await demo.token();
  let round = 0;
  const credits = () =>
    wrk(`${demo.api}/wallet/credit`, {
      connections: CONNECTIONS,
      script: resolve(import.meta.dirname, 'credit.lua'),
      env: { TOKEN: token, MEMBERS: members, ROUND: String(++round) },
    });
  try {
    const plain = await plainDatabase(demo);
    const what = `POST /wallet/credit, ${CONNECTIONS} connections`;
    const clients = `pgbench, ${PGBENCH_CLIENTS} clients`;
    return [
      await compare(
        { what, against: `${clients}, one statement per credit on plain tables without a hot row`, goal: 1 },
        credits,
        () => pgbench(resolve(import.meta.dirname, 'plain-credit.sql'), plain, PGBENCH_CLIENTS),
      ),
      await compare(
        { what, against: `${clients}, seven statements per credit on the same tables`, goal: 1.5 },
        credits,
        () => pgbench(resolve(import.meta.dirname, 'credit.sql'), demo.databaseUrl, PGBENCH_CLIENTS),
      ),
    ];
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}

/** The peer's tables, in a database of their own on the same server. */
async function plainDatabase({ databaseUrl }: DemoService): Promise<string> {
  const url = databaseUrl.replace(/\/[^/?]*(?=\?|$)/, '/plain');
  await onServer(databaseUrl, 'create database plain');
  await onServer(url, await readFile(resolve(import.meta.dirname, 'plain-tables.sql'), 'utf8'));
  return url;
}
