/** POST /oauth/token against oidc-provider with its in-memory store. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { type DemoService, untilReady } from './demo-service.ts';
import { compare, type Measurement } from './measure.ts';
import { wrk } from './tools.ts';

const CONNECTIONS = 64;
const PORT = '18087';

export async function benchToken(demo: DemoService): Promise<Measurement[]> {
  const env = { ...process.env, PORT, NODE_ENV: 'production' };
  const peer = spawn(process.execPath, [resolve(import.meta.dirname, 'oidc-server.ts')], { env, stdio: 'ignore' });
  const script = resolve(import.meta.dirname, 'token.lua');
  const load = (url: string, id: string, secret: string) =>
    wrk(url, { connections: CONNECTIONS, script, env: { CLIENT_ID: id, CLIENT_SECRET: secret } });
  try {
    await untilReady(`http://127.0.0.1:${PORT}/.well-known/openid-configuration`);
    return [
      await compare(
        { what: 'POST /oauth/token', against: 'oidc-provider in memory', goal: 1.5 },
        () => load(`${demo.api}/oauth/token`, demo.clientId, demo.clientSecret),
        () => load(`http://127.0.0.1:${PORT}/token`, 'bench', 'bench-secret-bench-secret-bench-secret'),
      ),
    ];
  } finally {
    peer.kill();
    await once(peer, 'exit');
  }
}
