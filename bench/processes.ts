/** The same requests to a service of two processes and to one of one process, each on an embedded PostgreSQL of its own. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type DemoService, startDemo } from './demo-service.ts';
import { compare, type Measurement } from './measure.ts';
import { wrk } from './tools.ts';

const CONNECTIONS = 64;
/** wrk and PostgreSQL need cores, too: on two in all, the processes get less than one each. */
const READ_GOAL = 1.3;
/** All are one partner's and queue at its settlement account: two processes must not make it slower. */
const CREDIT_GOAL = 1;

export async function benchProcesses(): Promise<Measurement[]> {
  const dir = await mkdtemp(join(tmpdir(), 'timebank-bench-'));
  const one = await startDemo({ PORT: '18084' });
  const two = await startDemo({ PORT: '18085', PROCESSES: '2' }).catch(async (error) => {
    await one.stop();
    throw error;
  });
  try {
    const sides = [await prepare(two, join(dir, 'two.txt')), await prepare(one, join(dir, 'one.txt'))] as const;
    const [ours, theirs] = sides;
    const against = `the same with one process, on ${availableParallelism()} cores`;
    const read = 'GET /users/{id}, two processes';
    const book = 'POST /wallet/credit, two processes';
    return [
      await compare({ what: read, against, goal: READ_GOAL }, ours.read, theirs.read),
      await compare({ what: book, against, goal: CREDIT_GOAL }, ours.credit, theirs.credit),
    ];
  } finally {
    await Promise.all([one.stop(), two.stop()]);
    await rm(dir, { recursive: true, force: true });
  }
}

/** @param members the file that names them to the script */
async function prepare(demo: DemoService, members: string) {
  await writeFile(members, `${demo.memberIds.join('\n')}\n`);
  const token = await demo.token();
  const headers = { Authorization: `Bearer ${token}` };
  const script = resolve(import.meta.dirname, 'credit.lua');
  let round = 0;
  return {
    read: () => wrk(`${demo.api}/users/${demo.memberIds[0]}`, { connections: CONNECTIONS, headers }),
    credit: () =>
      wrk(`${demo.api}/wallet/credit`, {
        connections: CONNECTIONS,
        script,
        env: { TOKEN: token, MEMBERS: members, ROUND: String(++round) },
      }),
  };
}
