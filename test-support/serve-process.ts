/** `timebank serve` as a process of its own on a data folder, to be killed. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { childEnvironment } from './child-environment.ts';
import { waitUntil } from './wait-until.ts';

export interface ServeProcess {
  readonly child: ChildProcess;
  readonly pid: number;
  readonly origin: string;
  /** The lines it logged as faults of its own. */
  readonly faults: readonly string[];
  /** Whether it has logged this message. */
  said(message: string): boolean;
  /** SIGKILL; resolves when it is gone. */
  kill(): Promise<void>;
  /** SIGTERM; resolves with the exit code. */
  stop(): Promise<number | null>;
}

const MAIN = join(import.meta.dirname, '../service/main.ts');
/** The beginning of a line of pino's. */
const ERROR_LEVEL = '{"level":50';
const START_TIMEOUT_MS = 120_000;

/**
 * Starts it on any free port and waits until it is ready.
 * @param within what comes before the command: in whose place of the system it runs
 * @param main of another version
 */
export async function startServe(
  dataDir: string,
  env: Readonly<Record<string, string>> = {},
  options: readonly string[] = ['--create'],
  within: readonly string[] = [],
  main = MAIN,
): Promise<ServeProcess> {
  const [command = '', ...words] = [...within, process.execPath, main, 'serve', ...options];
  const child = spawn(command, words, {
    env: { ...childEnvironment(), MODE: 'demo', DATA_DIR: dataDir, HOST: '127.0.0.1', PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let errors = '';
  child.stderr.on('data', (chunk) => {
    errors += chunk;
  });
  let origin: string | undefined;
  const faults: string[] = [];
  const messages = new Set<string>();
  createInterface({ input: child.stdout }).on('line', (line) => {
    if (line.includes('"listening"')) origin = JSON.parse(line).origin;
    if (line.startsWith(ERROR_LEVEL)) faults.push(line);
    if (line.startsWith('{')) messages.add(JSON.parse(line).msg);
  });
  await waitUntil(
    'the service is ready',
    async () => child.exitCode !== null || (origin !== undefined && (await fetch(`${origin}/health/ready`)).ok),
    START_TIMEOUT_MS,
  );
  if (child.exitCode !== null) throw new Error(`the service ended with code ${child.exitCode}: ${errors}`);
  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode === null && child.signalCode === null) {
      const exited = once(child, 'exit');
      child.kill(signal);
      await exited;
    }
    return child.exitCode;
  };
  return {
    child,
    pid: child.pid ?? 0,
    origin: origin ?? '',
    faults,
    said: (message) => messages.has(message),
    kill: async () => void (await end('SIGKILL')),
    stop: () => end('SIGTERM'),
  };
}
