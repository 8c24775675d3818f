/** Credits of one partner from many connections, each under a reference of its own. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { DemoService } from './demo-service.ts';
import { wrk } from './tools.ts';

export const CREDIT_CONNECTIONS = 64;

/** Posts credits for some seconds; returns how many a second. */
export type PostCredits = (seconds?: number) => Promise<number>;

/** Gives the work a way to post credits to the members of the demo. */
export async function withCredits<T>(
  demo: DemoService,
  work: (creditsOf: (token: string) => PostCredits) => Promise<T>,
): Promise<T> {
  const dir = await mkdtemp(join(tmpdir(), 'timebank-bench-'));
  const members = join(dir, 'members.txt');
  await writeFile(members, `${demo.memberIds.join('\n')}\n`);
  const script = resolve(import.meta.dirname, 'credit.lua');
  let round = 0;
  const creditsOf =
    (token: string): PostCredits =>
    (seconds) =>
      wrk(`${demo.api}/wallet/credit`, {
        connections: CREDIT_CONNECTIONS,
        script,
        env: { TOKEN: token, MEMBERS: members, ROUND: String(++round) },
        ...(seconds === undefined ? {} : { seconds }),
      });
  try {
    return await work(creditsOf);
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}
