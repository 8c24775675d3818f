/**
 * Machines of one test: each a place of the system with processes and a network of its own, on one cable that can be pulled
 * out. All of it goes when the test's process ends, however that ends. Needs root.
 */
import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { promisify } from 'node:util';
import { childEnvironment } from './child-environment.ts';
import { cannot, missing, noRoot } from './has-tool.ts';
import { asUserCommand } from './postgres-server.ts';
import { childrenOf } from './proc.ts';
import { waitUntil } from './wait-until.ts';

const run = promisify(execFile);
/** For tests of networks (RFC 2544), so that no other address of this machine is hidden. */
const TEST_NETWORK = '198.18';
/** As the first process of its place it is given the orphans there, and lets the system bury them. */
const HOLD = 'echo; exec env --ignore-signal=CHLD cat';
/** What the cable is made of. */
const LINKS = 'ip link add middle type bridge && ip link add one type veth peer name other';

/** A machine of the test. */
export interface PlacedMachine {
  readonly address: string;
  /** Starts a program there, as a user that is not root. @param env added to a nearly empty environment */
  start(program: string, args: readonly string[], env?: Readonly<Record<string, string>>): ChildProcess;
  /** Likewise, and waits for its end. @returns its standard output. @throws when it fails */
  run(program: string, args: readonly string[]): Promise<string>;
  /** To every process of the machine at once. */
  signal(signal: 'KILL' | 'STOP' | 'CONT'): Promise<void>;
  /** Pulls the cable: what is sent to it or from it is lost, and nobody is notified. */
  cut(): Promise<void>;
  /** Puts it in again. */
  mend(): Promise<void>;
}

export interface Machines {
  readonly machines: readonly PlacedMachine[];
  /** Where the machines reach this one. */
  readonly address: string;
  stop(): Promise<void>;
}

/** A place that lasts as long as its input is open: this process's. */
interface MachinePlace {
  readonly pid: number;
  /** Processes of this one that have a child in there. */
  readonly started: ChildProcess[];
  end(): Promise<void>;
}

/** Why tests cannot start them, or false: for `skip`. */
export const noMachines = () =>
  noRoot() ||
  missing('ip', 'unshare') ||
  cannot(
    spawnSync('unshare', ['--net', '--', 'sh', '-c', LINKS]).status !== 0 &&
      'needs networks of its own, and links in them',
  );

/** On one cable, which ends at this machine, too. @throws Error where the system refuses */
export async function startMachines(count: number): Promise<Machines> {
  const network = `${TEST_NETWORK}.${randomInt(256)}`;
  const places: MachinePlace[] = [];
  const stop = async () => void (await Promise.all(places.map((place) => place.end())));
  try {
    const cable = await openPlace(['--net']);
    places.push(cable);
    const link = `tb${cable.pid}`;
    const onCable = (...words: string[]) => run('nsenter', [`--net=/proc/${cable.pid}/ns/net`, 'ip', ...words]);
    await onCable('link', 'add', 'middle', 'type', 'bridge');
    await onCable('link', 'set', 'middle', 'up');
    await run('ip', ['link', 'add', link, 'type', 'veth', 'peer', 'name', 'here', 'netns', `${cable.pid}`]);
    await onCable('link', 'set', 'here', 'master', 'middle', 'up');
    await run('ip', ['address', 'add', `${network}.1/24`, 'dev', link]);
    await run('ip', ['link', 'set', link, 'up']);
    const machines: PlacedMachine[] = [];
    for (let at = 0; at < count; at++) {
      const place = await openPlace(['--net', '--pid', '--mount-proc', '--fork', '--kill-child']);
      places.push(place);
      await onCable('link', 'add', `m${at}`, 'type', 'veth', 'peer', 'name', 'cable', 'netns', `${place.pid}`);
      await onCable('link', 'set', `m${at}`, 'master', 'middle', 'up');
      machines.push(await plugIn(place, `${network}.${at + 11}`, (state) => onCable('link', 'set', `m${at}`, state)));
    }
    return { machines, address: `${network}.1`, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function openPlace(kinds: readonly string[]): Promise<MachinePlace> {
  const holder = spawn('unshare', [...kinds, '--', 'sh', '-c', HOLD], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = once(holder, 'exit');
  await Promise.race([once(holder.stdout, 'data'), ended]);
  if (holder.exitCode !== null || holder.pid === undefined) throw new Error('the system gives no place of its own');
  const [inner] = kinds.includes('--fork') ? await childrenOf(holder.pid) : [holder.pid];
  const started: ChildProcess[] = [];
  return {
    pid: inner ?? 0,
    started,
    async end() {
      for (const child of started) child.kill('SIGKILL');
      holder.stdin.end();
      await ended;
    },
  };
}

async function plugIn(
  { pid, started }: MachinePlace,
  address: string,
  setLink: (state: 'up' | 'down') => Promise<unknown>,
): Promise<PlacedMachine> {
  const within = ['--target', `${pid}`, '--net', '--pid', '--mount', '--'];
  const asRoot = (...words: string[]) => run('nsenter', [...within, ...words]);
  await asRoot('ip', 'address', 'add', `${address}/24`, 'dev', 'cable');
  await asRoot('ip', 'link', 'set', 'cable', 'up');
  await asRoot('ip', 'link', 'set', 'lo', 'up');
  const words = (program: string, args: readonly string[]) => [...within, ...asUserCommand(program, args).flat()];
  return {
    address,
    start(program, args, env = {}) {
      const child = spawn('nsenter', words(program, args), { env: { ...childEnvironment(), ...env }, stdio: 'ignore' });
      started.push(child);
      return child;
    },
    run: async (program, args) => (await run('nsenter', words(program, args), { env: childEnvironment() })).stdout,
    // Of the machine's own list: all but the first process, which holds the place, and the one that sends it.
    async signal(signal) {
      await asRoot('sh', '-c', `kill -${signal} -1`).catch(() => {});
      // Their parents out here stop with them, and are not on that list.
      if (signal === 'CONT') for (const child of started) child.kill('SIGCONT');
    },
    cut: async () => void (await setLink('down')),
    async mend() {
      await setLink('up');
      await waitUntil('the cable is in', async () =>
        (await asRoot('ip', 'link', 'show', 'cable')).stdout.includes('UP'),
      );
    },
  };
}
