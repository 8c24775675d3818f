/** The sample application runs unchanged: a demo, its payment file, the member, the credit, the verified event. */
import assert from 'node:assert/strict';
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, readFile, writeFile } from 'node:fs/promises';
import { request } from 'node:https';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { generate } from 'selfsigned';
import { createClient } from '../client/src/client.ts';
import { freePort } from '../test-support/free-port.ts';
import { waitUntil } from '../test-support/wait-until.ts';
import { ROOT } from './test-support/blocks.ts';
import { type Demo, plainEnvironment, startDemo } from './test-support/demo.ts';
import { type ClientProject, createClientProject } from './test-support/project.ts';

const run = promisify(execFile);
const EXAMPLE = join(ROOT, 'examples/bank');
const FILES = ['book.ts', 'receiver.ts'];

let demo: Demo;
let project: ClientProject;
let receiver: ChildProcess | undefined;
let received = '';
before(async () => {
  project = await createClientProject();
  for (const file of FILES) await cp(join(EXAMPLE, file), join(project.folder, file));
  const { cert, private: key } = await generate([{ name: 'commonName', value: 'receiver' }], {
    keyType: 'ec',
    extensions: [{ name: 'subjectAltName', altNames: [{ type: 7, ip: '127.0.0.1' }] }],
  });
  await Promise.all([
    writeFile(join(project.folder, 'receiver.key'), key),
    writeFile(join(project.folder, 'receiver.pem'), cert),
  ]);
  demo = await startDemo({
    WEBHOOK_ALLOW_CIDR: '127.0.0.1/32',
    WEBHOOK_CA_FILE: join(project.folder, 'receiver.pem'),
  });
});
after(async () => {
  receiver?.kill();
  await Promise.all([demo?.stop(), project?.remove()]);
});

/** Runs book.ts on a file of these lines. */
async function book(lines: readonly string[]): Promise<{ code: number; stdout: string }> {
  const file = join(project.folder, 'payments.csv');
  await writeFile(file, `${lines.join('\n')}\n`);
  const env = plainEnvironment({ BASE_URL: demo.baseUrl, CLIENT_ID: demo.clientId, CLIENT_SECRET: demo.clientSecret });
  const args = [join(project.folder, 'book.ts'), file];
  return await run(process.execPath, args, { cwd: project.folder, env }).then(
    ({ stdout }) => ({ code: 0, stdout }),
    ({ code, stdout, stderr }) => ({ code: Number(code), stdout: `${stdout}${stderr}` }),
  );
}

test('the sample has less than 200 lines, and no type is wrong against the installed client alone', async () => {
  const texts = await Promise.all(FILES.map((file) => readFile(join(EXAMPLE, file), 'utf8')));
  assert.ok(texts.join('').split('\n').length < 200);
  await project.checkTypes(FILES);
});

test('a payment becomes a credit once, its event arrives verified, and what a person must see is left', async () => {
  const port = await freePort();
  const client = createClient(demo);
  const target = { event_types: ['wallet.credited'], target_url: `https://127.0.0.1:${port}/` } as const;
  const { data: subscription } = await client.createSubscription({ ...target, event_types: [...target.event_types] });
  const env = plainEnvironment({ PORT: String(port), WEBHOOK_SECRET: subscription.secret });
  receiver = spawn(process.execPath, ['receiver.ts'], {
    cwd: project.folder,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  receiver.stdout?.on('data', (chunk) => {
    received += chunk;
  });
  await waitUntil('the receiver listens', () => received.includes('listening'));

  const spaced = demo.paymentReference.replace(/(.{4})/g, '$1 ').toLowerCase();
  const { data: before } = await client.getBalance(demo.memberId);
  const lines = [`PAY-1;30.00;EUR;2026-11-20;hours, ${spaced}thank you`, 'PAY-2;30.00;EUR;2026-11-20;rent'];
  const first = await book(lines);
  assert.equal(first.code, 1);
  const [booked, left] = first.stdout.trim().split('\n');
  assert.match(booked ?? '', /^PAY-1: booked: crd_\w{26}, 1\.5 h$/);
  assert.equal(left, 'PAY-2: for a person: the payer wrote no payment reference');
  const wrong = demo.paymentReference.replace(/\d$/, (digit) => String((Number(digit) + 1) % 10));
  const again = await book([
    lines[0] ?? '',
    `PAY-3;20;EUR;2026-11-20;${wrong}`,
    `PAY-4;20;USD;2026-11-20;${spaced}`,
    `PAY-5;30,00;EUR;2026-11-20;${spaced}`,
  ]);
  assert.match(
    again.stdout,
    /^PAY-1: booked: crd_\w{26}, 1\.5 h, was booked before\nPAY-3: for a person: invalid_request: .*\nPAY-4: for a person: no rate for USD on 2026-11-20\nPAY-5: for a person: 30,00 is no amount\n$/,
  );
  const { data: after } = await client.getBalance(demo.memberId);
  assert.equal(after.balance_seconds - before.balance_seconds, 5400);

  await waitUntil('the event has arrived', () => received.includes('verified'));
  assert.match(received, /^verified wallet\.credited: PAY-1 is crd_\w{26}, 1\.5 h$/m);
  // A repeat of the credit is no event, and what is not signed is none either.
  const answer = await fetchInsecurely(port);
  assert.equal(answer, 400);
  assert.equal(received.split('verified').length, 2, received);
});

/** An unsigned request to the receiver. */
async function fetchInsecurely(port: number): Promise<number | undefined> {
  const sent = request({ host: '127.0.0.1', port, method: 'POST', rejectUnauthorized: false });
  sent.end('{}');
  const [response] = await once(sent, 'response');
  response.resume();
  return response.statusCode;
}
