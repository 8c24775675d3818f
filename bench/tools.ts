/** The measuring programs, from Debian's packages, and what Linux says of processes in /proc. */
import { execFile, execFileSync } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);
const SECONDS = 4;
const TICK_MS = 10;

/** Packages of the programs that are not there. */
export function missingPackages(): string[] {
  const packages: [program: string, name: string][] = [
    ['wrk', 'wrk'],
    ['pgbench', 'postgresql'],
  ];
  return packages.flatMap(([program, name]) => {
    try {
      execFileSync('sh', ['-c', `command -v ${program}`], { stdio: 'ignore' });
      return [];
    } catch {
      return [name];
    }
  });
}

/** Requests per second over kept-alive connections. */
export async function wrk(url: string, options: WrkOptions): Promise<number> {
  return (await wrkLatency(url, options)).perSecond;
}

/** The figures of wrk. It ends with one request per connection on its way, which it does not count. */
export interface WrkReport {
  readonly requests: number;
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

/**
 * @param options `script`: in Lua, for requests that differ
 * @throws when an answer was not a success: a fast error is no speed
 */
export async function wrkLatency(url: string, options: WrkOptions): Promise<WrkReport> {
  const { connections, seconds = SECONDS, headers = {}, script, env = {} } = options;
  const args = ['-t1', '--latency', '--timeout', '10s', `-c${connections}`, `-d${seconds}s`];
  for (const [name, value] of Object.entries(headers)) args.push('-H', `${name}: ${value}`);
  if (script) args.push('-s', script);
  const { stdout } = await run('wrk', [...args, url], { env: { ...process.env, ...env } });
  if (/Non-2xx|Socket errors/.test(stdout)) throw new Error(`wrk saw errors:\n${stdout}`);
  const found = (pattern: RegExp): readonly string[] => {
    const match = pattern.exec(stdout);
    if (!match) throw new Error(`wrk said nothing of ${pattern}:\n${stdout}`);
    return match;
  };
  const percentileMs = (percent: number) => {
    const [, value, unit = ''] = found(new RegExp(`^\\s+${percent}%\\s+([\\d.]+)(us|ms|s)\\b`, 'm'));
    return Number(value) * (UNIT_MS[unit] ?? Number.NaN);
  };
  return {
    requests: Number(found(/(\d+) requests in /)[1]),
    perSecond: Number(found(/Requests\/sec:\s+([\d.]+)/)[1]),
    p50Ms: percentileMs(50),
    p99Ms: percentileMs(99),
  };
}

const UNIT_MS: Readonly<Record<string, number>> = { us: 0.001, ms: 1, s: 1000 };

interface WrkOptions {
  readonly connections: number;
  readonly seconds?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly script?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** Transactions per second of a pgbench script. */
export async function pgbench(script: string, url: string, clients: number): Promise<number> {
  const args = ['-n', '-M', 'prepared', '-c', String(clients), '-j', '1', '-T', String(SECONDS), '-f', script, url];
  const { stdout } = await run('pgbench', args);
  const rate = /tps = ([\d.]+)/.exec(stdout)?.[1];
  if (rate === undefined || !/number of failed transactions: 0 /.test(stdout)) throw new Error(stdout);
  return Number(rate);
}

/** The processes below one, however deep. */
export async function descendants(pid: number): Promise<number[]> {
  const parents = new Map<number, number>();
  for (const name of await readdir('/proc')) {
    const fields = /^\d+$/.test(name) ? await statOf(Number(name)) : undefined;
    if (fields) parents.set(Number(name), Number(fields[1]));
  }
  const isBelow = (one: number): boolean => {
    const parent = parents.get(one);
    return parent !== undefined && (parent === pid || isBelow(parent));
  };
  return [...parents.keys()].filter(isBelow);
}

/** The fields of /proc/<pid>/stat behind the name; none of a process that has ended. */
async function statOf(pid: number): Promise<readonly string[] | undefined> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
  return text?.slice(text.lastIndexOf(')') + 2).split(' ');
}

/** Processor time, in milliseconds, of processes and of their children that have ended. */
export async function cpuMsOf(pids: readonly number[]): Promise<number> {
  const stats = await Promise.all(pids.map(statOf));
  const ticks = stats.flatMap((fields) => fields?.slice(11, 13) ?? []).reduce((sum, text) => sum + Number(text), 0);
  return ticks * TICK_MS;
}
