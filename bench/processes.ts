/** The same requests to a service of two processes and to one of one process, each on an embedded PostgreSQL of its own. */
import { availableParallelism } from 'node:os';
import { CREDIT_CONNECTIONS, withCredits } from './credit-load.ts';
import { type DemoService, startDemo } from './demo-service.ts';
import { compare, type Measurement } from './measure.ts';
import { wrk } from './tools.ts';

/** wrk and PostgreSQL need cores, too: on two in all, the processes get less than one each. */
const READ_GOAL = 1.3;
/** All are one partner's and queue at its settlement account: two processes must not make it slower. */
const CREDIT_GOAL = 1;

export async function benchProcesses(): Promise<Measurement[]> {
  const one = await startDemo({ PORT: '18084' });
  const two = await startDemo({ PORT: '18085', PROCESSES: '2' }).catch(async (error) => {
    await one.stop();
    throw error;
  });
  try {
    const against = `the same with one process, on ${availableParallelism()} cores`;
    const read = { what: 'GET /users/{id}, two processes', against, goal: READ_GOAL };
    const book = { what: 'POST /wallet/credit, two processes', against, goal: CREDIT_GOAL };
    return await withCredits(two, (creditsOfTwo) =>
      withCredits(one, async (creditsOfOne) => [
        await compare(read, await readsOf(two), await readsOf(one)),
        await compare(book, creditsOfTwo(await two.token()), creditsOfOne(await one.token())),
      ]),
    );
  } finally {
    await Promise.all([one.stop(), two.stop()]);
  }
}

async function readsOf(demo: DemoService): Promise<() => Promise<number>> {
  const headers = { Authorization: `Bearer ${await demo.token()}` };
  return () => wrk(`${demo.api}/users/${demo.memberIds[0]}`, { connections: CREDIT_CONNECTIONS, headers });
}
