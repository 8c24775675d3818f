/** GET /users/{id}, with and without e-mail, against a bare node:http server that answers the same bytes. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { type DemoService, untilReady } from './demo-service.ts';
import { compare, type Measurement } from './measure.ts';
import { wrk } from './tools.ts';

const CONNECTIONS = 64;
const PORT = '18088';

export async function benchGetUser(demo: DemoService): Promise<Measurement[]> {
  const results: Measurement[] = [];
  for (const scope of ['users.read', 'users.read users.pii']) {
    const url = `${demo.api}/users/${demo.memberIds[0]}`;
    const headers = { Authorization: `Bearer ${await demo.token(scope)}` };
    const sample = await fetch(url, { headers });
    const answer = { headers: Object.fromEntries(sample.headers), body: await sample.text() };
    const env = { ...process.env, PORT, ANSWER: JSON.stringify(answer) };
    const bare = spawn(process.execPath, [resolve(import.meta.dirname, 'bare-server.ts')], { env, stdio: 'inherit' });
    try {
      await untilReady(`http://127.0.0.1:${PORT}/`);
      results.push(
        await compare(
          { what: `GET /users/{id} with ${scope}`, against: 'a bare node:http server with the same answer', goal: 0.3 },
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
