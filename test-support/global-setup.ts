/** `node --test --test-global-setup`: one server for the whole run. */
import { type RunningTestServer, startTestServer } from './server.ts';

let server: RunningTestServer | undefined;

export async function globalSetup(): Promise<void> {
  server = await startTestServer(process.env.TEST_DATABASE_URL || undefined);
  const { ownerUrl, appUrl, run, template } = server;
  process.env.TIMEBANK_TEST_SERVER = JSON.stringify({ ownerUrl, appUrl, run, template });
}

export async function globalTeardown(): Promise<void> {
  await server?.stop();
}
