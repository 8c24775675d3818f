/** A node that gets the signal to stop, as proxies see it: real processes, which answer for as long as they drain. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { after, afterEach, before, test } from 'node:test';
import { type ServeProcess, startServe } from '../test-support/serve-process.ts';
import { createTemporaryFolder, type TemporaryFolder } from '../test-support/temporary-folder.ts';
import { waitUntil } from '../test-support/wait-until.ts';

/** Longer than any of these tests. */
const LONG = '300';

let folder: TemporaryFolder;
let service: ServeProcess | undefined;
const agents: Agent[] = [];

before(async () => {
  folder = await createTemporaryFolder();
});
afterEach(async () => {
  for (const agent of agents.splice(0)) agent.destroy();
  await service?.kill();
});
after(() => folder?.remove());

interface Answer {
  readonly status: number;
  readonly connection: string | undefined;
  readonly body: { readonly error_description?: string };
  /** The client's port, which identifies the connection. */
  readonly port: number;
}

/** One connection that is kept for as long as the service keeps it. */
function connect(): (path: string) => Promise<Answer> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  agents.push(agent);
  return async (path) => {
    const sent = request(`${service?.origin}${path}`, { agent });
    sent.end();
    const [answer] = (await once(sent, 'response')) as [IncomingMessage];
    const port = answer.socket.localPort ?? 0;
    const body = JSON.parse(await text(answer));
    return { status: answer.statusCode ?? 0, connection: answer.headers.connection, body, port };
  };
}

const readiness = (call = connect()) => call('/health/ready');
const exitOf = ({ child }: ServeProcess) => once(child, 'exit').then(([code]) => code);

function assertDraining({ status, connection, body }: Answer): void {
  assert.deepEqual([status, connection], [503, 'close']);
  assert.equal(body.error_description, 'The service is stopping.');
}

test('after SIGTERM it is not ready, answers on, and ends each connection with its next answer; SIGINT ends that', async () => {
  service = await startServe(folder.path, { DRAIN_SECONDS: LONG });
  const exited = exitOf(service);
  const kept = connect();
  const first = await kept('/health/live');
  assert.deepEqual([first.status, first.connection], [200, 'keep-alive']);

  service.child.kill('SIGTERM');
  await waitUntil('it drains', async () => (await readiness()).status === 503);
  assertDraining(await readiness());
  const last = await kept('/health/live');
  assert.deepEqual([last.status, last.connection, last.port], [200, 'close', first.port]);
  const next = await kept('/openapi.json');
  assert.deepEqual([next.status, next.connection], [200, 'close']);
  assert.notEqual(next.port, first.port);

  // Supervisors and npm may say it twice.
  service.child.kill('SIGTERM');
  assertDraining(await readiness());
  assert.equal(service.said('stopping'), false);
  service.child.kill('SIGINT');
  assert.equal(await exited, 0);
  assert.ok(service.said('stopping'));
  assert.deepEqual(service.faults, []);
});

test('it stops by itself when the time is over', async () => {
  service = await startServe(folder.path, { DRAIN_SECONDS: '1' });
  const exited = exitOf(service);
  const startedMs = performance.now();
  service.child.kill('SIGTERM');
  assert.equal(await exited, 0);
  assert.ok(performance.now() - startedMs >= 1000);
  assert.ok(service.said('draining'));
});

test('Ctrl-C and a terminal that closes stop at once', async () => {
  for (const signal of ['SIGINT', 'SIGHUP'] as const) {
    service = await startServe(folder.path, { DRAIN_SECONDS: LONG });
    const exited = exitOf(service);
    service.child.kill(signal);
    assert.equal(await exited, 0);
    assert.equal(service.said('draining'), false);
  }
});
