/** The measuring programs, from Debian's packages. */
import { execFile, execFileSync } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);
const SECONDS = 4;

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

/**
 * Requests per second over kept-alive connections.
 * @param script a Lua script for requests that differ
 * @throws when an answer was not a success: a fast error is no speed
 */
export async function wrk(url: string, { connections, headers = {}, script, env = {} }: WrkOptions): Promise<number> {
  const args = ['-t1', '--timeout', '10s', `-c${connections}`, `-d${SECONDS}s`];
  for (const [name, value] of Object.entries(headers)) args.push('-H', `${name}: ${value}`);
  if (script) args.push('-s', script);
  const { stdout } = await run('wrk', [...args, url], { env: { ...process.env, ...env } });
  if (/Non-2xx|Socket errors/.test(stdout)) throw new Error(`wrk saw errors:\n${stdout}`);
  const rate = /Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1];
  if (rate === undefined) throw new Error(`wrk said nothing of its rate:\n${stdout}`);
  return Number(rate);
}

interface WrkOptions {
  readonly connections: number;
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
