/**
 * `npm run five-minutes`: from a clean copy of the working tree to an own verified webhook, by nothing but the shell
 * blocks of the README, timed. Fails above 300 s, and above 60 s without the downloads, that is without `npm ci`.
 * `-- --installed` takes what this folder's `npm ci` has installed, and measures only the steps after it.
 * A machine that takes long to start even an empty program has as much longer, and it says so.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { cp, mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { SETTINGS } from '../core/base/settings.ts';
import { type Block, ROOT, readBlocks } from '../docs/test-support/blocks.ts';
import { freePort } from '../test-support/free-port.ts';
import { measureSlowness } from '../test-support/speed.ts';
import { createTemporaryFolder } from '../test-support/temporary-folder.ts';

const ALL_MAX_SECONDS = 300;
const WITHOUT_DOWNLOADS_MAX_SECONDS = 60;
const STEP_MAX_MS = 300_000;
/** The part for a partner's developer: from the first heading up to the second one. */
const PAGE = 'README.md';
const FROM = '## Start';
const TO = '## Five minutes for an administrator';
const INSTALL = 'npm ci';
const DEMO = 'npm run demo';
const DEMO_IS_READY = 'Press Ctrl-C to stop';
const VERIFIED = 'verified wallet.credited';
const NAME_MAX = 70;

interface Step {
  readonly name: string;
  readonly seconds: number;
}

const isInstalled = process.argv.includes('--installed');
const temporary = await createTemporaryFolder();
const copy = join(temporary.path, 'timebank');
const ports = { demo: await freePort(), receiver: await freePort() };
const running: ChildProcess[] = [];
const steps: Step[] = [];
let demo: ChildProcess | undefined;

/** The environment of a newcomer: no settings of the service, nothing of this project's Node. */
function environment(changes: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  const settings = new Set(SETTINGS.map(({ name }) => name));
  const own = Object.entries(process.env).filter(
    ([name]) => !settings.has(name) && !/^(npm_(?!config_(registry|userconfig|cache))|NODE_)/i.test(name),
  );
  const path = (process.env.PATH ?? '').split(':').filter((folder) => !folder.startsWith(ROOT));
  return { ...Object.fromEntries(own), PATH: path.join(':'), ...changes };
}

async function timed(name: string, work: () => Promise<void>): Promise<void> {
  const startedAt = performance.now();
  await work();
  const seconds = (performance.now() - startedAt) / 1000;
  steps.push({ name, seconds });
  console.log(`${seconds.toFixed(1).padStart(7)} s  ${name}`);
}

/**
 * What the working tree is, committed or not, and nothing that is ignored. What is deleted is listed, but not there.
 */
async function copyWorkingTree(): Promise<void> {
  await mkdir(copy);
  const list = 'git ls-files -z --cached --others --exclude-standard';
  const there = `xargs -0 sh -c 'for file; do [ -e "$file" ] && printf "%s\\0" "$file"; done; true' sh`;
  const script = `${list} | ${there} | tar --null -T - -cf - | tar -C "$0" -xf -`;
  execFileSync('/bin/sh', ['-c', script, copy], { cwd: ROOT, stdio: ['ignore', 'ignore', 'inherit'] });
}

/** Copies the result of `npm ci`, with links instead of copies where the file system has them. */
async function takeInstalled(): Promise<void> {
  const { workspaces } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8')) as { workspaces: string[] };
  for (const folder of [
    ...['.', ...workspaces].map((place) => join(place, 'node_modules')),
    'console/dist',
    'client/dist',
  ]) {
    if (!existsSync(join(ROOT, folder))) continue;
    try {
      execFileSync('cp', ['-al', join(ROOT, folder), join(copy, folder)], { stdio: 'ignore' });
    } catch {
      // Another file system.
      await cp(join(ROOT, folder), join(copy, folder), { recursive: true, force: true, verbatimSymlinks: true });
    }
  }
}

/** A shell, as in a terminal of its own: its output, and the waits for a text in it. */
function openShell(args: readonly string[], env: NodeJS.ProcessEnv) {
  const child = spawn('/bin/sh', args, { cwd: copy, env, detached: true, stdio: ['pipe', 'pipe', 'pipe'] });
  running.push(child);
  let printed = '';
  const waiting = new Set<() => void>();
  const note = (chunk: Buffer) => {
    printed += chunk;
    for (const look of waiting) look();
  };
  child.stdout.on('data', note);
  child.stderr.on('data', note);
  return {
    child,
    printed: () => printed,
    waitFor: (text: string) =>
      new Promise<void>((resolve, reject) => {
        const end = (error?: string) => {
          clearTimeout(timer);
          waiting.delete(look);
          child.off('close', onEnd);
          if (error === undefined) resolve();
          else reject(new Error(`${error}:\n${printed}`));
        };
        const look = () => {
          if (printed.includes(text)) end();
        };
        const onEnd = () => {
          look();
          end(`the shell ended before it printed "${text}"`);
        };
        const timer = setTimeout(() => end(`nothing printed "${text}" in time`), STEP_MAX_MS);
        waiting.add(look);
        child.on('close', onEnd);
        look();
      }),
  };
}

async function stop(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
  // Closed once everybody has ended who could still write.
  const ended = once(child, signal === 'SIGKILL' ? 'exit' : 'close');
  // As a terminal does it: everybody in the group.
  process.kill(-child.pid, signal);
  await ended;
}

async function runToEnd(text: string, env: NodeJS.ProcessEnv): Promise<void> {
  const shell = openShell(['-e', '-c', text], env);
  const [code] = await once(shell.child, 'close');
  if (code !== 0) throw new Error(`exit code ${code}:\n${text}\n${shell.printed()}`);
}

/** The shell blocks between the two headings, in order. */
async function shellBlocks(): Promise<Block[]> {
  const lines = (await readFile(join(ROOT, PAGE), 'utf8')).split('\n');
  const [from, to] = [lines.indexOf(FROM), lines.indexOf(TO)];
  if (from < 0 || to < from) throw new Error(`${PAGE} has no "${FROM}" before "${TO}"`);
  return (await readBlocks(PAGE)).filter(({ language, line }) => language === 'sh' && line > from && line < to);
}

/** The values of this demo and of this machine's free ports, where the README tells one to insert them. */
async function filledIn(text: string): Promise<string> {
  const file = JSON.parse(await readFile(join(copy, 'data/demo.json'), 'utf8')) as Record<string, string>;
  return text
    .replaceAll('http://127.0.0.1:8080', file.base_url ?? '')
    .replaceAll('8443', String(ports.receiver))
    .replaceAll('tb_ci_…', file.client_id ?? '')
    .replaceAll('tb_cs_…', file.client_secret ?? '')
    .replaceAll('usr_…', file.member_id ?? '')
    .replaceAll('RF…', file.payment_reference ?? '');
}

const nameOf = ({ line }: Block, text: string) => `${PAGE}:${line}  ${text.trim().split('\n')[0]?.slice(0, NAME_MAX)}`;

/** A block that ends in the demo: it goes on in this terminal until the next one, or the end. */
async function runInFirstTerminal(block: Block, env: NodeJS.ProcessEnv): Promise<void> {
  const lines = block.text.split('\n');
  const at = lines.findIndex((line) => line.includes(DEMO));
  const before = lines.slice(0, at).join('\n');
  if (before === INSTALL && isInstalled) console.log(`      -    ${nameOf(block, before)}: done before`);
  else if (before !== '') await timed(nameOf(block, before), () => runToEnd(before, env));
  await timed(nameOf(block, lines[at] ?? ''), async () => {
    if (demo) await stop(demo, 'SIGINT');
    const shell = openShell(['-e', '-c', `exec ${(lines[at] ?? '').replace(/^((?:\w+=\S+ )*)/, 'env $1')}`], {
      ...env,
      PORT: String(ports.demo),
    });
    demo = shell.child;
    await shell.waitFor(DEMO_IS_READY);
  });
}

async function follow(): Promise<void> {
  const env = environment({ npm_config_cache: join(temporary.path, 'npm-cache') });
  await timed('a copy of the working tree', copyWorkingTree);
  if (isInstalled) await takeInstalled();
  const terminal = openShell(['-e'], env);
  for (const [at, block] of (await shellBlocks()).entries()) {
    if (block.text.includes(DEMO)) await runInFirstTerminal(block, env);
    else {
      await timed(nameOf(block, block.text.replace(/^(#.*|\w+=\S*)\n/gm, '')), async () => {
        terminal.child.stdin.write(`${await filledIn(block.text)}\nprintf '\\n@@@ %s\\n' ${at}\n`);
        await terminal.waitFor(`\n@@@ ${at}\n`);
      });
    }
  }
  await timed('the event arrives and is verified', () => terminal.waitFor(VERIFIED));
  await stop(terminal.child, 'SIGTERM');
}

function tell(seconds: number, what: string, maxSeconds: number): void {
  const verdict = seconds > maxSeconds ? ': TOO LONG' : '';
  console.log(`${seconds.toFixed(1).padStart(7)} s  ${what} (at most ${maxSeconds})${verdict}`);
  if (verdict) process.exitCode = 1;
}

try {
  await follow();
  if (demo) await stop(demo, 'SIGINT');
  const sum = steps.reduce((all, { seconds }) => all + seconds, 0);
  const install = steps.find(({ name }) => name.endsWith(INSTALL))?.seconds ?? 0;
  const slowness = measureSlowness();
  console.log('');
  if (slowness > 1)
    console.log(`This machine is slow: all may take ${slowness.toFixed(1)} times as long as elsewhere.`);
  if (!isInstalled) tell(sum, 'in all, with downloads into an empty cache', Math.round(ALL_MAX_SECONDS * slowness));
  tell(sum - install, `without downloads (${INSTALL})`, Math.round(WITHOUT_DOWNLOADS_MAX_SECONDS * slowness));
} finally {
  for (const child of running) await stop(child, 'SIGKILL');
  await temporary.remove();
}
