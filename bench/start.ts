/**
 * What the program takes of a small machine, beside another checkout in turn: processor time and memory of commands, of
 * the start, of the idle service and of each request. Linux only: it reads /proc.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type DemoService, startDemo, untilReady } from './demo-service.ts';
import { median } from './measure.ts';
import { cpuMsOf, descendants, wrkLatency } from './tools.ts';

/** One comparison: the medians of both checkouts, and that of the rounds' ratios. */
export interface Usage {
  readonly what: string;
  readonly unit: string;
  readonly ours: number;
  readonly theirs: number;
  readonly ratio: number;
  readonly goal: number;
}

interface Side {
  readonly checkout: string;
  readonly demo: DemoService;
}

type Sample = readonly [what: string, unit: string, goal: number, value: number];

const OURS = resolve(import.meta.dirname, '..');
const PORTS = ['18071', '18072'] as const;
const IDLE_MS = 60_000;
const LOAD_SECONDS = 4;
/** What a command that makes no use of the service may take of the other checkout's. */
const COMMAND_GOAL = 0.25;

/**
 * @param than the other checkout, after `npm ci`
 * @param quick two rounds in place of five, and ten seconds in place of a minute of rest
 * @param parts of `commands`, `serve`, `rest`, `requests`; none: all
 */
export async function benchStart(than: string, quick: boolean, parts: readonly string[]): Promise<Usage[]> {
  const rounds = quick ? 2 : 5;
  const rows = new Map<string, { sample: Sample; pairs: [number, number][] }>();
  const sides: Side[] = [];
  try {
    for (const [at, checkout] of [OURS, resolve(than)].entries()) {
      sides.push({ checkout, demo: await startDemo({ PORT: PORTS[at] ?? '' }, checkout) });
    }
    for (let round = 0; round < rounds; round++) {
      const found: Sample[][] = [];
      for (const side of sides) found.push(await measure(side, round, quick, parts));
      for (const [index, sample] of (found[0] ?? []).entries()) {
        const row = rows.get(sample[0]) ?? { sample, pairs: [] };
        row.pairs.push([sample[3], found[1]?.[index]?.[3] ?? Number.NaN]);
        rows.set(sample[0], row);
      }
    }
  } finally {
    for (const { demo } of sides) await demo.stop();
  }
  return [...rows.values()].map(({ sample: [what, unit, goal], pairs }) => ({
    ...{ what, unit, goal },
    ours: median(pairs.map(([ours]) => ours)),
    theirs: median(pairs.map(([, theirs]) => theirs)),
    ratio: median(pairs.map(([ours, theirs]) => ours / theirs)),
  }));
}

async function measure(side: Side, round: number, quick: boolean, parts: readonly string[]): Promise<Sample[]> {
  const all: Readonly<Record<string, () => Promise<Sample[]>>> = {
    commands: () => commands(side),
    serve: () => serve(side),
    rest: () => rest(side, quick ? IDLE_MS / 6 : IDLE_MS),
    requests: () => requests(side, round),
  };
  const names = Object.keys(all).filter((name) => parts.includes(name));
  const samples: Sample[] = [];
  for (const name of names.length > 0 ? names : Object.keys(all)) samples.push(...((await all[name]?.()) ?? []));
  return samples;
}

async function commands({ checkout, demo }: Side): Promise<Sample[]> {
  const samples: Sample[] = [];
  for (const [args, goal] of [
    [['--version'], COMMAND_GOAL],
    [['help'], COMMAND_GOAL],
    [['settings'], COMMAND_GOAL],
    [['member', 'list'], 0.45],
    [['ledger', 'verify'], 0.45],
  ] as const) {
    const { cpuMs, peakMb } = await command(checkout, demo.dataDir, args);
    samples.push([`timebank ${args.join(' ')}`, 'ms of processor time', goal, cpuMs]);
    if (goal > COMMAND_GOAL) samples.push([`timebank ${args.join(' ')}, peak`, 'MB', 0.6, peakMb]);
  }
  return samples;
}

/** Each Node of a command says at its end what it took. */
async function command(
  checkout: string,
  dataDir: string,
  args: readonly string[],
): Promise<{ readonly cpuMs: number; readonly peakMb: number }> {
  const folder = await mkdtemp(join(tmpdir(), 'timebank-bench-'));
  try {
    const meter = join(folder, 'meter.mjs');
    await writeFile(
      meter,
      `import { writeFileSync } from 'node:fs';
       process.on('exit', () => {
         const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
         writeFileSync('${folder}/' + process.pid + '.usage', (userCPUTime + systemCPUTime) / 1000 + ' ' + maxRSS / 1024);
       });`,
    );
    const env = { ...process.env, DATA_DIR: dataDir, NODE_OPTIONS: `--import ${meter}` };
    const child = spawn(join(checkout, 'server/bin/timebank'), args, { env, stdio: 'ignore' });
    const [code] = await once(child, 'exit');
    if (code !== 0) throw new Error(`timebank ${args.join(' ')} ended with ${code}`);
    const files = (await readdir(folder)).filter((name) => name.endsWith('.usage'));
    const usages = await Promise.all(
      files.map(async (name) => (await readFile(join(folder, name), 'utf8')).split(' ')),
    );
    return {
      cpuMs: usages.reduce((sum, [ms]) => sum + Number(ms), 0),
      peakMb: Math.max(...usages.map(([, mb]) => Number(mb))),
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** `serve` on the folder of a demo that is stopped for it. */
async function serve({ checkout, demo }: Side): Promise<Sample[]> {
  await demo.pause();
  const env = { ...process.env, DATA_DIR: demo.dataDir, PORT: new URL(demo.api).port, LOG_LEVEL: 'error' };
  const child = spawn(join(checkout, 'server/bin/timebank'), ['serve'], {
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  await untilReady(`${new URL(demo.api).origin}/health/ready`);
  const cpuMs = await cpuMsOf([child.pid ?? 0]);
  child.kill('SIGTERM');
  await once(child, 'exit');
  await demo.resume();
  return [['timebank serve, until ready', 'ms of processor time', 0.5, cpuMs]];
}

async function rest({ demo }: Side, restMs: number): Promise<Sample[]> {
  await delay(restMs);
  const all = [demo.pid, ...(await descendants(demo.pid))];
  const before = await cpuMsOf(all);
  await delay(restMs);
  const used = (await cpuMsOf(all)) - before;
  return [
    ['memory of the service at rest', 'MB', 0.55, await memoryOf([demo.pid])],
    ['memory of all at rest, PostgreSQL included', 'MB', 0.6, await memoryOf(all)],
    ['processor time at rest', 'ms in a second', 0.2, used / (restMs / 1000)],
  ];
}

async function requests({ demo }: Side, round: number): Promise<Sample[]> {
  const members = join(demo.dataDir, 'bench-members');
  await writeFile(members, demo.memberIds.join('\n'));
  const lua = (name: string) => join(import.meta.dirname, `${name}.lua`);
  const read = await demo.token('users.read wallet.read listings.read');
  const credit = { TOKEN: await demo.token(), MEMBERS: members, ROUND: String(round) };
  const client = { CLIENT_ID: demo.clientId, CLIENT_SECRET: demo.clientSecret };
  const headers = { Authorization: `Bearer ${read}` };
  const samples: Sample[] = [];
  for (const [what, path, goal, load] of [
    ['a user', `/users/${demo.memberIds[0]}`, 0.8, { connections: 32, headers }],
    ['a balance', `/wallet/balance/${demo.memberIds[0]}`, 0.8, { connections: 32, headers }],
    ['25 users', '/users?per_page=25', 0.65, { connections: 32, headers }],
    ['25 listings', '/listings?per_page=25', 0.65, { connections: 32, headers }],
    ['a credit', '/wallet/credit', 0.85, { connections: 64, script: lua('credit'), env: credit }],
    ['a token', '/oauth/token', 0.8, { connections: 32, script: lua('token'), env: client }],
  ] as const) {
    const all = [demo.pid, ...(await descendants(demo.pid))];
    const before = await cpuMsOf(all);
    const { requests } = await wrkLatency(`${demo.api}${path}`, { ...load, seconds: LOAD_SECONDS });
    samples.push([what, 'µs of processor time', goal, (((await cpuMsOf(all)) - before) * 1000) / requests]);
  }
  return samples;
}

/** Proportional set size of processes, in MB. */
async function memoryOf(pids: readonly number[]): Promise<number> {
  const texts = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '')));
  return texts.reduce((sum, text) => sum + Number(/^Pss:\s+(\d+)/m.exec(text)?.[1] ?? 0), 0) / 1024;
}
