/** `listen` with a real service, and a receiver that verifies as a partner's does. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { systemClock } from '../../../core/base/clock.ts';
import { type TestPartner, testService } from '../../../test-support/harness.ts';
import { createTemporaryFolder } from '../../../test-support/temporary-folder.ts';
import { waitUntil } from '../../../test-support/wait-until.ts';
import { createClient, createWebhookVerifier, type TimebankEvent } from '../index.ts';
import { apiError, recordingFetch } from '../test-support.ts';
import { listen } from './listen.ts';
import { main } from './main.ts';
import { createTerminal, startLocalReceiver } from './test-support.ts';

const SECRET = 'whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=';

const service = await testService({ clock: systemClock });

async function setUp() {
  const partner = await service.createPartner({ scopes: ['wallet.write'] });
  const member = await service.createMember(partner);
  const client = createClient({ baseUrl: service.origin, ...partner });
  const credit = async (reference: string) =>
    void (await client.creditWallet({ user_id: member.id, hours: 1, reference }));
  return { partner, member, client, credit };
}

const envOf = ({ clientId, clientSecret }: TestPartner) => ({
  TIMEBANK_URL: `${service.origin}/api/partner/v1`,
  TIMEBANK_CLIENT_ID: clientId,
  TIMEBANK_CLIENT_SECRET: clientSecret,
});

/** Runs the command until the test ends. */
async function startListening(t: TestContext, partner: TestPartner, args: readonly string[]) {
  const terminal = createTerminal(envOf(partner));
  const ended = main(['listen', ...args], terminal);
  t.after(async () => {
    terminal.stop();
    assert.equal(await ended, 0, terminal.errors.join('\n'));
  });
  await waitUntil('it listens', () => {
    if (terminal.lines.length > 0) return true;
    assert.deepEqual(terminal.errors, []);
    return false;
  });
  return terminal;
}

const referenceOf = (event: TimebankEvent) => (event.type === 'wallet.credited' ? event.data.reference : event.type);

test('events from now on arrive in their order, with a signature that verifies, each on a line with its answer', async (t) => {
  const { partner, credit } = await setUp();
  await credit('BEFORE');
  const verify = createWebhookVerifier({ secret: SECRET });
  const received: string[] = [];
  const receiver = await startLocalReceiver(async (request) => {
    received.push(referenceOf(await verify(request)));
    return 204;
  });
  t.after(receiver.stop);
  // The service's own time is in whole seconds.
  const second = Math.floor(Date.now() / 1000);
  await waitUntil('the second of the earlier credit is over', () => Math.floor(Date.now() / 1000) > second);
  const terminal = await startListening(t, partner, [
    '--forward-to',
    receiver.url.replace('http://', ''),
    '--secret',
    SECRET,
  ]);
  for (const reference of ['FIRST', 'SECOND', 'THIRD']) await credit(reference);
  await waitUntil('all have arrived', () => terminal.lines.length === 5);
  assert.deepEqual(received, ['FIRST', 'SECOND', 'THIRD']);
  assert.ok(terminal.lines[0]?.includes(receiver.url) && terminal.lines[1]?.includes(SECRET));
  for (const line of terminal.lines.slice(2)) {
    assert.match(line, /^\d{4}-\S+Z {2}wallet\.credited {2}evt_\w{26} {2}-> {2}204 \(\d+ ms\)$/);
  }
});

test('what happens while the receiver restarts waits, and arrives whole and in its order', async (t) => {
  const { partner, member, client } = await setUp();
  const received: string[] = [];
  const verify = createWebhookVerifier({ secret: SECRET });
  const take = async (request: Parameters<typeof verify>[0]) => {
    received.push(referenceOf(await verify(request)));
    return 200;
  };
  const first = await startLocalReceiver(take);
  const terminal = await startListening(t, partner, ['--forward-to', first.url, '--secret', SECRET]);
  const book = async (name: string, count: number) => {
    const credits = Array.from({ length: count }, (_, at) => ({
      user_id: member.id,
      hours: 1,
      reference: `${name}-${at}`,
    }));
    assert.ok((await client.creditMany({ credits })).data.every(({ status }) => status === 201));
  };
  await book('RUNNING', 3);
  await waitUntil('the first have arrived', () => received.length === 3);
  await first.stop();
  await book('STOPPED', 130);
  await waitUntil('it says that it waits', () => /ECONNREFUSED.*wait/.test(terminal.errors.join()));
  await book('LATER', 20);
  const second = await startLocalReceiver(take, first.port);
  t.after(second.stop);
  await waitUntil('all have arrived', () => received.length >= 153);
  const inOrder: string[] = [];
  for await (const event of client.listEvents({ order: 'asc' })) inOrder.push(referenceOf(event));
  assert.equal(inOrder.length, 153);
  assert.deepEqual(received, inOrder);
  assert.equal(terminal.errors.length, 1);
});

test('an answer that is no success is shown and not repeated; one that never comes through is sent again', async (t) => {
  const { partner, credit } = await setUp();
  const answers = [500, 'reset', 410, 302, 200] as const;
  const received: string[] = [];
  const verify = createWebhookVerifier({ secret: SECRET });
  const receiver = await startLocalReceiver(async (request) => {
    received.push(referenceOf(await verify(request)));
    return answers[received.length - 1] ?? 200;
  });
  t.after(receiver.stop);
  for (const reference of ['A', 'B', 'C', 'D']) await credit(reference);
  const args = ['--forward-to', receiver.url, '--since', '10m', '--secret', SECRET, '--json'];
  const terminal = await startListening(t, partner, args);
  await waitUntil('all have arrived', () => terminal.lines.length === 5);
  assert.deepEqual(received, ['A', 'B', 'B', 'C', 'D']);
  const [start, ...shown] = terminal.lines.map((line) => JSON.parse(line));
  assert.deepEqual(start, { listening: true, forward_to: receiver.url, secret: SECRET });
  assert.deepEqual(
    shown.map(({ event, status }) => [event.data.reference, status]),
    [
      ['A', 500],
      ['B', 410],
      ['C', 302],
      ['D', 200],
    ],
  );
});

test('without --secret one is made that is the same each time, and another for each client secret', async (t) => {
  const receiver = await startLocalReceiver(() => 200);
  t.after(receiver.stop);
  const { partner } = await setUp();
  const other = await service.createPartner();
  const secrets: string[] = [];
  for (const each of [partner, partner, other]) {
    const { lines } = await startListening(t, each, ['--forward-to', receiver.url, '--json']);
    const { secret } = JSON.parse(lines[0] ?? '');
    createWebhookVerifier({ secret });
    secrets.push(secret);
  }
  assert.deepEqual([secrets[0] === secrets[1], secrets[0] === secrets[2]], [true, false]);
});

test('while the service fails, or has lost the place, it says so and goes on', async (t) => {
  const { partner, credit } = await setUp();
  const received: string[] = [];
  const receiver = await startLocalReceiver(({ body }) => {
    received.push(referenceOf(JSON.parse(body.toString())));
    return 200;
  });
  t.after(receiver.stop);
  const { fetch, answer } = recordingFetch();
  const client = createClient({ baseUrl: service.origin, ...partner, fetch, maxRetries: 0 });
  const terminal = createTerminal();
  const options = { forwardTo: new URL(receiver.url), secret: SECRET, json: false };
  const ended = listen(client, options, terminal);
  t.after(async () => {
    terminal.stop();
    await ended;
  });
  await waitUntil('it listens', () => terminal.lines.length > 0);
  await credit('ONE');
  await waitUntil('it has arrived', () => received.length === 1);
  answer('/events', apiError(500, 'server_error'), apiError(410, 'sync_token_expired'));
  await waitUntil('it has said both', () => terminal.errors.length === 2);
  await credit('TWO');
  await waitUntil('the next has arrived', () => received.includes('TWO'));
  // Without its place it begins with the last event that was forwarded.
  assert.deepEqual(received, ['ONE', 'ONE', 'TWO']);
  assert.match(terminal.errors[0] ?? '', /^The events cannot be read: server_error/);
});

test('it does not begin with what cannot work, and says what is wrong', async (t) => {
  const { partner } = await setUp();
  const blind = await service.createPartner({ scopes: ['aggregates.read'] });
  const folder = await createTemporaryFolder();
  t.after(() => folder.remove());
  const file = join(folder.path, 'access.txt');
  await writeFile(file, `api_url=${service.origin}\nclient_id=${partner.clientId}\n`);
  const to = ['--forward-to', 'http://localhost:3000/hook'];
  const env = envOf(partner);
  for (const [args, given, code, words] of [
    [[], env, 2, /^timebank-client listen/],
    [['listen'], env, 2, /needs --forward-to/],
    [['listen', '--forward-to', 'ftp://localhost:3000'], env, 2, /needs --forward-to/],
    [['listen', ...to, '--since', 'yesterday'], env, 2, /--since is a time/],
    [['listen', ...to, '--loud'], env, 2, /--loud/],
    [['listen', ...to], {}, 2, /TIMEBANK_URL is not set.*--credentials/],
    [['listen', ...to], { ...env, TIMEBANK_CLIENT_SECRET: `${partner.clientSecret}\n` }, 2, /white space/],
    [['listen', ...to, '--credentials', file], {}, 2, /has no client_secret/],
    [['listen', ...to, '--credentials', `${file}x`], {}, 2, /cannot be read/],
    [['listen', ...to, '--secret', 'x'], env, 1, /does not begin with whsec_/],
    [['listen', ...to], { ...env, TIMEBANK_CLIENT_SECRET: blind.clientSecret }, 1, /invalid_client/],
    [['listen', ...to], envOf(blind), 1, /insufficient_scope/],
  ] as const) {
    const terminal = createTerminal(given);
    assert.equal(await main(args, terminal), code, args.join(' '));
    assert.match(terminal.errors.join('\n'), words);
    assert.deepEqual(terminal.lines, []);
  }
});

test("the process takes the console's file or the demo's, and Ctrl-C ends it well", async (t) => {
  const { partner, credit } = await setUp();
  const folder = await createTemporaryFolder();
  const { clientId, clientSecret } = partner;
  const files = {
    'access.txt': `# Harbour Bank\napi_url=${service.origin}/api/partner/v1\ntoken_url=x\nclient_id=${clientId}\nclient_secret=${clientSecret}\nscopes=a b\n`,
    'demo.json': JSON.stringify({ base_url: service.origin, client_id: clientId, client_secret: clientSecret }),
  };
  await credit('ONE');
  const receiver = await startLocalReceiver(() => 204);
  t.after(async () => {
    await receiver.stop();
    await folder.remove();
  });
  // As bin/timebank-client.js does, from the sources.
  const program = join(folder.path, 'program.mjs');
  const source = JSON.stringify(import.meta.resolve('./main.ts'));
  await writeFile(program, `import { run } from ${source}; process.exitCode = await run();`);
  for (const [name, text] of Object.entries(files)) {
    const file = join(folder.path, name);
    await writeFile(file, text);
    const args = ['listen', '--forward-to', receiver.url, '--since', '1h', '--credentials', file];
    const child = spawn(process.execPath, [program, ...args], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let printed = '';
    child.stdout.on('data', (chunk) => {
      printed += chunk;
    });
    const exited = once(child, 'exit');
    await waitUntil(`the event is shown, with ${name}`, () => printed.includes('->  204'));
    child.kill('SIGINT');
    assert.deepEqual(await exited, [0, null]);
  }
});

test('the version is that of the package', async () => {
  const terminal = createTerminal();
  assert.equal(await main(['--version'], terminal), 0);
  assert.match(terminal.lines[0] ?? '', /^\d+\.\d+\.\d+$/);
});
