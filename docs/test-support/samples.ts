/** Runs the documentation's samples. */
import assert from 'node:assert/strict';
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from '../../test-support/free-port.ts';
import { patientMs } from '../../test-support/speed.ts';
import { waitUntil } from '../../test-support/wait-until.ts';
import { type Block, ROOT } from './blocks.ts';
import { type Demo, filledIn, plainEnvironment } from './demo.ts';
import { type ClientProject, sampleDelivery } from './project.ts';
import { startQuickNpx } from './quick-npx.ts';

export interface Sample {
  readonly stdout: string;
}

const SAMPLE_TIMEOUT_MS = 60_000;
/** The time limit of all commands of a page together. */
const SHELL_TIMEOUT_MS = 300_000;
const MARK = '@@@ next block';

function deliveryEnvironment() {
  const { secret, id, timestamp, signature } = sampleDelivery();
  return { WEBHOOK_SECRET: secret, WEBHOOK_ID: id, WEBHOOK_TIMESTAMP: timestamp, WEBHOOK_SIGNATURE: signature };
}

/**
 * Runs blocks in one shell, in the project's folder, beside the demo; the first command that fails ends it.
 * @param all also those that are only read: their syntax is checked
 */
export async function runShell(
  blocks: readonly Block[],
  all: readonly Block[],
  demo: Demo,
  bodyFolder: string,
): Promise<Sample[]> {
  for (const { file, line, text } of all) {
    const failure = await execute('/bin/sh', ['-n', '-c', text], ROOT, plainEnvironment()).catch(String);
    assert.ok(typeof failure !== 'string', `${file}:${line}: ${failure}`);
  }
  // A command is followed by an empty line, so that the marks stand alone.
  const script = blocks.map(({ text }) => `${filledIn(text, demo)}\nprintf '\\n${MARK}\\n'`).join('\n');
  const { PATH = '' } = process.env;
  const env = plainEnvironment({
    ...deliveryEnvironment(),
    DATA_DIR: demo.dataDir,
    BODY_FILE: join(bodyFolder, 'body.json'),
  });
  // The README's run as they stand.
  const npx = blocks[0]?.file === 'README.md' ? undefined : await startQuickNpx(bodyFolder, env);
  try {
    const inFront = { ...env, PATH: npx ? `${npx.bin}:${PATH}` : PATH };
    const { stdout } = await execute('/bin/sh', ['-e', '-c', script], ROOT, inFront, SHELL_TIMEOUT_MS);
    return stdout.split(MARK).map((part) => ({ stdout: part }));
  } finally {
    await npx?.stop();
  }
}

/** Runs one block of JavaScript, TypeScript, Python or Java in the partner's project. */
export async function runSample(block: Block, runtime: string, demo: Demo, project: ClientProject): Promise<Sample> {
  const path = await writeSample(block, filledIn(block.text, demo), project);
  return await execute(
    runtime,
    [path],
    project.folder,
    plainEnvironment({ ...deliveryEnvironment(), TOKEN: demo.token, MEMBER_ID: demo.firstMemberId }),
  );
}

/** Runs a block that is a webhook receiver, and sends it the delivery, a repeat of it, and one that was altered. */
export async function runReceiver(block: Block, runtime: string, project: ClientProject): Promise<void> {
  const path = await writeSample(block, block.text, project);
  const port = await freePort();
  const env = plainEnvironment({ ...deliveryEnvironment(), PORT: String(port) });
  const child: ChildProcess = spawn(runtime, [path], {
    cwd: project.folder,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let printed = '';
  child.stdout?.on('data', (chunk) => {
    printed += chunk;
  });
  const { id, timestamp, signature, body } = sampleDelivery();
  const headers = { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signature };
  const send = (text: string) => fetch(`http://127.0.0.1:${port}/`, { method: 'POST', headers, body: text });
  try {
    await waitUntil('the receiver listens', async () => (await send('')).status === 400);
    for (let times = 0; times < 2; times++) assert.ok((await send(body)).ok);
    assert.equal((await send(body.replace('1.5', '9.5'))).status, 400);
    await waitUntil('it has printed', () => printed !== '');
    assert.equal(printed.trim().split('\n').length, 1, `a repeat was handled again: ${printed}`);
  } finally {
    child.kill('SIGKILL');
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  }
}

const EXTENSIONS: Readonly<Record<string, string>> = { js: 'mjs', ts: 'mts', python: 'py', java: 'java' };

async function writeSample(block: Block, text: string, project: ClientProject): Promise<string> {
  const name = `${block.file.replaceAll(/\W/g, '-')}-${block.line}.${EXTENSIONS[block.language]}`;
  const path = join(project.folder, name);
  await writeFile(path, text);
  return path;
}

function execute(
  command: string,
  args: readonly string[],
  cwd: string,
  env: NodeJS.ProcessEnv,
  timeoutMs = SAMPLE_TIMEOUT_MS,
): Promise<Sample> {
  return new Promise((resolve, reject) => {
    execFile(command, [...args], { cwd, env, timeout: patientMs(timeoutMs) }, (error, stdout, stderr) => {
      if (error) reject(new Error(`exit code ${error.code ?? error.signal}\n${stdout}\n${stderr}`));
      else resolve({ stdout });
    });
  });
}
