/** Reads, against a bare node:http server that answers the same bytes. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { type DemoService, untilReady } from './demo-service.ts';
import { compare, type Measurement } from './measure.ts';
import { wrk } from './tools.ts';

const CONNECTIONS = 64;
const PORT = '18088';

/** A read, its caller and its path, and the part of the bare rate that it should reach. */
export const READS: readonly [what: string, scope: string, path: (memberId: string) => string, goal: number][] = [
  ['GET /users/{id} with users.read', 'users.read', (id) => `/users/${id}`, 0.35],
  ['GET /users/{id} with users.pii', 'users.read users.pii', (id) => `/users/${id}`, 0.25],
  ['GET /users?per_page=25', 'users.read', () => '/users?per_page=25', 0.15],
  ['GET /wallet/balance/{id}', 'wallet.read', (id) => `/wallet/balance/${id}`, 0.35],
];

export async function benchReads(demo: DemoService): Promise<Measurement[]> {
  const results: Measurement[] = [];
  for (const [what, scope, path, goal] of READS) {
    const url = `${demo.api}${path(demo.memberIds[0] ?? '')}`;
    const headers = { Authorization: `Bearer ${await demo.token(scope)}` };
    const sample = await fetch(url, { headers });
    const answer = { headers: Object.fromEntries(sample.headers), body: await sample.text() };
    const env = { ...process.env, PORT, ANSWER: JSON.stringify(answer) };
    const bare = spawn(process.execPath, [resolve(import.meta.dirname, 'bare-server.ts')], { env, stdio: 'inherit' });
    try {
      await untilReady(`http://127.0.0.1:${PORT}/`);
      results.push(
        await compare(
          { what, against: 'a bare node:http server with the same answer', goal },
          () => wrk(url, { connections: CONNECTIONS, headers }),
          () => wrk(`http://127.0.0.1:${PORT}/`, { connections: CONNECTIONS, headers }),
        ),
      );
    } finally {
      bare.kill();
      await once(bare, 'exit');
    }
  }
  return results;
}
