/**
 * The messages to systemd: the service and `systemd-notify` as they are, on a socket that Python listens on as systemd
 * would.
 */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, afterEach, before, describe, test } from 'node:test';
import { withTestDatabase } from '../../../test-support/database.ts';
import { missing } from '../../../test-support/has-tool.ts';
import { type ServeProcess, startServe } from '../../../test-support/serve-process.ts';
import { createTemporaryFolder, type TemporaryFolder } from '../../../test-support/temporary-folder.ts';
import { waitUntil } from '../../../test-support/wait-until.ts';

const LISTENER = `
import socket, sys
listening = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
listening.bind(sys.argv[1])
print("listening", flush=True)
while True:
    print(listening.recv(4096).decode(), flush=True)
`;
const skip = missing('python3', 'systemd-notify');

let folder: TemporaryFolder;
let listener: ChildProcess | undefined;
let socket: string;
let service: ServeProcess | undefined;
/** The messages, in order; those of systemd-notify itself are left out. */
let messages: string[];

before(async () => {
  folder = await createTemporaryFolder();
  socket = join(folder.path, 'notify');
  if (skip) return;
  const child = spawn('python3', ['-c', LISTENER, socket], { stdio: ['ignore', 'pipe', 'inherit'] });
  listener = child;
  const lines = createInterface({ input: child.stdout });
  await once(lines, 'line');
  lines.on('line', (line) => {
    if (/^(READY|STOPPING|WATCHDOG)=/.test(line)) messages.push(line);
  });
});
afterEach(() => service?.kill());
after(async () => {
  if (listener) {
    listener.kill();
    await once(listener, 'exit');
  }
  await folder?.remove();
});

async function serve(env: Readonly<Record<string, string>>): Promise<ServeProcess> {
  messages = [];
  service = await startServe(join(folder.path, 'data'), { NOTIFY_SOCKET: socket, ...env });
  return service;
}
const pings = () => messages.filter((line) => line === 'WATCHDOG=1').length;
const withoutPings = () => messages.filter((line) => line !== 'WATCHDOG=1');

describe('systemd is notified', () => {
  test('once that it is ready, again and again that it lives, and that it stops', { skip }, async () => {
    const { child } = await serve({ WATCHDOG_USEC: '300000' });
    await waitUntil('it has sent some', () => pings() > 3);
    assert.deepEqual(withoutPings(), ['READY=1']);
    const exited = once(child, 'exit');
    child.kill('SIGTERM');
    await waitUntil('it has said so', () => withoutPings().length > 1);
    assert.deepEqual(withoutPings(), ['READY=1', 'STOPPING=1']);
    assert.deepEqual(await exited, [0, null]);
  });

  test('of no watchdog where it is not for this process', { skip }, async () => {
    const { child } = await serve({ WATCHDOG_USEC: '30000', WATCHDOG_PID: '1' });
    await waitUntil('it is ready', () => messages.includes('READY=1'));
    child.kill('SIGTERM');
    await waitUntil('it has said so', () => messages.includes('STOPPING=1'));
    assert.deepEqual(messages, ['READY=1', 'STOPPING=1']);
  });
});

test('where systemd-notify is missing, the service runs and says what is missing', async () => {
  await withTestDatabase(async ({ appUrl, ownerUrl }) => {
    // The embedded database needs programs of the system, too.
    const urls = { DATABASE_URL: appUrl, MIGRATE_DATABASE_URL: ownerUrl };
    const { origin, said, kill } = await serve({ ...urls, PATH: folder.path, WATCHDOG_USEC: '30000' });
    await waitUntil('it says so', () =>
      said('systemd cannot be told that the service is ready: it needs its command systemd-notify'),
    );
    assert.equal((await fetch(`${origin}/health/ready`)).status, 200);
    await kill();
  });
});
