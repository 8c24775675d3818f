/** The service as an operator runs it: a process of its own on the embedded PostgreSQL, in a temporary folder. */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { BASE_PATH } from '@timebank/contract';

export interface DemoService {
  readonly api: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly memberIds: readonly string[];
  /** Of its community, whose members they are. */
  readonly slug: string;
  readonly dataDir: string;
  /** Folder of the embedded PostgreSQL's socket. */
  readonly socketDir: string;
  /** The database, as the owner of the tables. */
  readonly databaseUrl: string;
  /** Of the service as it runs now. */
  readonly pid: number;
  token(scope?: string): Promise<string>;
  /** Runs the `timebank` command on the service's data. Returns what it printed. @throws when it fails */
  timebank(...args: readonly string[]): Promise<string>;
  /** The same with other settings. */
  timebankIn(settings: Readonly<Record<string, string>>, ...args: readonly string[]): Promise<string>;
  /** Ends the service and keeps its data, until `resume`. */
  pause(): Promise<void>;
  resume(): Promise<void>;
  stop(): Promise<void>;
}

const run = promisify(execFile);
const START_TIMEOUT_MS = 60_000;
const PORT = '18089';

/**
 * Starts `timebank demo` and waits until it is ready.
 * @param settings in place of or beside the usual ones
 * @param checkout the build to run: this one
 */
export async function startDemo(
  settings: Readonly<Record<string, string>> = {},
  checkout = resolve(import.meta.dirname, '..'),
): Promise<DemoService> {
  const dataDir = await mkdtemp(join(tmpdir(), 'timebank-bench-'));
  const program = join(checkout, 'server/bin/timebank');
  const env = { ...process.env, DATA_DIR: dataDir, PORT, LOG_LEVEL: 'error', ...settings };
  const begin = () => spawn(program, ['demo', '--no-receiver'], { env, stdio: ['ignore', 'ignore', 'inherit'] });
  let child = begin();
  const onServer = settings.DATABASE_URL === undefined ? {} : { DATABASE_URL: settings.DATABASE_URL };
  const origin = `http://127.0.0.1:${env.PORT}`;
  const pause = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGTERM');
    await once(child, 'exit');
  };
  const stop = async () => {
    await pause();
    await rm(dataDir, { recursive: true, force: true });
  };
  try {
    await untilReady(`${origin}/health/ready`);
  } catch (error) {
    await stop();
    throw error;
  }
  const demo = JSON.parse(await readFile(join(dataDir, 'demo.json'), 'utf8'));
  const api = `${origin}${BASE_PATH}`;
  const token = async (scope = '') => {
    const { client_id, client_secret } = demo;
    const body = { grant_type: 'client_credentials', client_id, client_secret, scope };
    return (await post(`${api}/oauth/token`, body)).access_token as string;
  };
  const timebankIn: DemoService['timebankIn'] = async (env, ...args) =>
    (await run(program, args, { env: { ...process.env, ...env } })).stdout;
  const list = await fetch(`${api}/users?per_page=500`, { headers: { authorization: `Bearer ${await token()}` } });
  const { data } = (await list.json()) as { data: { id: string }[] };
  const timebank: DemoService['timebank'] = (...args) => timebankIn({ DATA_DIR: dataDir, ...onServer }, ...args);
  const { data: communities } = JSON.parse(await timebank('community', 'list', '--json'));
  return {
    api,
    clientId: demo.client_id,
    clientSecret: demo.client_secret,
    memberIds: data.map(({ id }) => id),
    slug: communities[0].slug,
    dataDir,
    socketDir: join(dataDir, 'postgres'),
    databaseUrl:
      settings.DATABASE_URL ?? `postgresql:///timebank?host=${join(dataDir, 'postgres')}&user=timebank_owner`,
    get pid() {
      return child.pid ?? 0;
    },
    token,
    timebank,
    timebankIn,
    pause,
    async resume() {
      child = begin();
      await untilReady(`${origin}/health/ready`);
    },
    stop,
  };
}

/** Polls until the address answers with success. */
export async function untilReady(url: string): Promise<void> {
  const deadline = performance.now() + START_TIMEOUT_MS;
  for (;;) {
    const ok = await fetch(url).then(
      (response) => response.ok,
      () => false,
    );
    if (ok) return;
    if (performance.now() > deadline) throw new Error(`${url} did not become ready`);
    await delay(50);
  }
}

/** @throws when the answer is not a success */
export async function post(url: string, body: object, token?: string): Promise<Record<string, unknown>> {
  const headers = { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) };
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  if (!response.ok) throw new Error(`${url}: ${response.status} ${await response.text()}`);
  return (await response.json()) as Record<string, unknown>;
}
