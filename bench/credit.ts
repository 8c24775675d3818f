/** POST /wallet/credit over HTTP, against pgbench with one transaction per credit on the same tables and database. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { DemoService } from './demo-service.ts';
import { compare, type Measurement } from './measure.ts';
import { pgbench, wrk } from './tools.ts';

const CONNECTIONS = 64;
const PGBENCH_CLIENTS = 16;

export async function benchCredit(demo: DemoService): Promise<Measurement[]> {
  const dir = await mkdtemp(join(tmpdir(), 'timebank-bench-'));
  const members = join(dir, 'members.txt');
  await writeFile(members, `${demo.memberIds.join('\n')}\n`);
  const token = await demo.token();
  let round = 0;
  try {
    return [
      await compare(
        {
          what: `POST /wallet/credit, ${CONNECTIONS} connections`,
          against: `pgbench, ${PGBENCH_CLIENTS} clients, one transaction per credit on the same tables`,
          goal: 1.5,
        },
        () =>
          wrk(`${demo.api}/wallet/credit`, {
            connections: CONNECTIONS,
            script: resolve(import.meta.dirname, 'credit.lua'),
            env: { TOKEN: token, MEMBERS: members, ROUND: String(++round) },
          }),
        () => pgbench(resolve(import.meta.dirname, 'credit.sql'), demo.socketDir, PGBENCH_CLIENTS, {}),
      ),
    ];
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}
