/** Two PostgreSQL servers under Patroni and three members of etcd, from the samples of docs/deploy, on three machines. */
import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { missing, SERVERS, serversHere } from './has-tool.ts';
import { type Machines, noMachines, type PlacedMachine, startMachines } from './machines.ts';
import { noPostgresServer } from './postgres-server.ts';
import { patientMs } from './speed.ts';
import { createTemporaryFolder, type TemporaryFolder } from './temporary-folder.ts';
import { waitUntil } from './wait-until.ts';

export interface PatroniMachine extends PlacedMachine {
  /** As the samples call it. */
  readonly name: string;
  /** Starts its etcd and Patroni, as its boot would. */
  boot(): void;
}

export interface PatroniCluster {
  /** The two with PostgreSQL. */
  readonly servers: readonly PatroniMachine[];
  /** `host:port` of each. */
  readonly hosts: readonly string[];
  /** Which leads, as the other machines and this one see it; undefined: none does. */
  leader(): Promise<PatroniMachine | undefined>;
  /** Waits until this one leads, and the other is its synchronous standby. */
  inStep(leader: PatroniMachine): Promise<void>;
  /** Runs patronictl on a machine. */
  control(on: PatroniMachine, ...args: string[]): Promise<string>;
  /** The superuser's URL of this database on the server that leads. */
  database(name: string): Promise<string>;
  stop(): Promise<void>;
}

/** In seconds; shorter than in the sample, so that a test sees three changes in the time of one. */
const SHORT = { ttl: 10, loop_wait: 1, retry_timeout: 3 };
const NAMES = ['db1', 'db2', 'witness'];
const DEPLOY = join(import.meta.dirname, '../docs/deploy');
const ASK_MS = 1000;
const START_MS = 90_000;

/** Why tests cannot start one, or false: for `skip`. */
export const noPatroni = () => noPostgresServer() || noMachines() || missing('patroni', 'etcd');

interface Parts {
  readonly folder: TemporaryFolder;
  readonly net: Machines;
  /** By what the samples have in their place. */
  readonly passwords: Map<string, string>;
}

/** Starts it with an empty PostgreSQL, whose standby is in step. */
export async function startPatroni(): Promise<PatroniCluster> {
  const folder = await createTemporaryFolder();
  const net = await startMachines(NAMES.length);
  const stop = async () => {
    await net.stop();
    // Killed servers leave files behind that say that they run.
    await rm(folder.path, { recursive: true, force: true });
    await folder.remove();
  };
  try {
    const parts: Parts = { folder, net, passwords: new Map() };
    const all = await Promise.all(net.machines.map((machine, at) => prepare(parts, machine, NAMES[at] ?? '')));
    for (const machine of all) machine.boot();
    const cluster = clusterOf(parts, all, stop);
    await waitUntil('a server leads', async () => (await cluster.leader()) !== undefined, START_MS);
    await cluster.inStep((await cluster.leader()) as PatroniMachine);
    return cluster;
  } catch (error) {
    await stop();
    throw error;
  }
}

function clusterOf(
  { folder, passwords }: Parts,
  all: readonly PatroniMachine[],
  stop: () => Promise<void>,
): PatroniCluster {
  const servers = all.slice(0, 2);
  const leader = async () => {
    const answers = await Promise.all(servers.map(isLeader));
    return servers.find((_, at) => answers[at]);
  };
  const inStep = async (wanted: PatroniMachine) => {
    const other = servers.find((server) => server !== wanted);
    return (await isLeader(wanted)) && (await asks(other, 'synchronous'));
  };
  return {
    servers,
    hosts: servers.map(hostOf),
    leader,
    inStep: (wanted) => waitUntil(`${wanted.name} leads with a standby in step`, () => inStep(wanted), START_MS),
    control: (on, ...args) => on.run('patronictl', ['-c', join(folder.path, `${on.name}.yml`), ...args]),
    async database(name) {
      const now = await leader();
      if (now === undefined) throw new Error('no server leads');
      return `postgresql://postgres:${passwords.get('choose-another')}@${hostOf(now)}/${name}`;
    },
    stop,
  };
}

const hostOf = ({ address }: PlacedMachine) => `${address}:5432`;
const isLeader = (server: PatroniMachine) => asks(server, 'leader');

/** Patroni's own answer to a proxy that asks it what its server is. */
async function asks(server: PatroniMachine | undefined, what: string): Promise<boolean> {
  const signal = AbortSignal.timeout(patientMs(ASK_MS));
  const answer = await fetch(`http://${server?.address}:8008/${what}`, { signal }).catch(() => undefined);
  await answer?.arrayBuffer();
  return answer?.status === 200;
}

/** The samples with this test's addresses, folders and passwords. */
async function prepare(parts: Parts, machine: PlacedMachine, name: string): Promise<PatroniMachine> {
  const { folder, net, passwords } = parts;
  const home = join(folder.path, name);
  await mkdir(home, { mode: 0o700 });
  const sample = async (file: string) => addressed(await readFile(join(DEPLOY, file), 'utf8'), net, name);
  const settings = (await sample('etcd.conf'))
    .replace('ETCD_NAME=db1', `ETCD_NAME=${name}`)
    .replace('/var/lib/etcd/timebank', join(home, 'etcd'));
  const etcd = Object.fromEntries(
    [...settings.matchAll(/^(ETCD_\w+)=(.*)$/gm)].map(([, key = '', value = '']) => [key, value]),
  );
  let text = (await sample('patroni.yml'))
    .replace('name: db1', `name: ${name}`)
    .replace('/var/lib/postgresql/15/timebank', join(home, 'data'))
    .replace('/var/lib/postgresql/timebank.pgpass', join(home, 'pgpass'))
    .replace('/var/run/postgresql', home)
    .replace('/usr/lib/postgresql/15', join(SERVERS, String(Math.max(...serversHere()))))
    .replace(/choose-[-\w]+/g, (found) => passwordFor(passwords, found));
  // On a slow machine, a leader that is at work would lose its lock.
  for (const [key, usual] of Object.entries(SHORT))
    text = text.replace(new RegExp(`${key}: \\d+`), `${key}: ${patientMs(usual)}`);
  const file = join(folder.path, `${name}.yml`);
  await writeFile(file, text, { mode: 0o600 });
  return {
    ...machine,
    name,
    boot() {
      machine.start('etcd', [], etcd);
      if (name !== 'witness') machine.start('sh', ['-c', `exec patroni ${file} >>${home}/patroni.log 2>&1`]);
    },
  };
}

/** Each machine's file has its own address where that of db1 has 10.0.0.11, but for the lists of all. */
function addressed(text: string, { machines, address }: Machines, name: string): string {
  const own = `10.0.0.${NAMES.indexOf(name) + 11}`;
  return text
    .split('\n')
    .map((line) => (line.includes('10.0.0.12') ? line : line.replace('10.0.0.11', own)))
    .join('\n')
    .replaceAll('10.0.0.0/24', address.replace(/1$/, '0/24'))
    .replace(/10\.0\.0\.1([123])/g, (_, last) => machines[Number(last) - 1]?.address ?? '');
}

function passwordFor(passwords: Map<string, string>, sample: string): string {
  const password = passwords.get(sample) ?? randomBytes(12).toString('hex');
  passwords.set(sample, password);
  return password;
}
