/** What the system says of processes and their sockets (Linux). */
import { readdir, readFile, readlink } from 'node:fs/promises';

/** Running processes that this one has started. */
export async function childrenOf(parent: number): Promise<number[]> {
  const children: number[] = [];
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const stat = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '');
    // "pid (name) state ppid …"; a name may hold blanks and brackets.
    const ppid = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
    if (ppid === parent) children.push(Number(name));
  }
  return children;
}

/** False for a zombie, too. */
export async function isRunning(pid: number): Promise<boolean> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  return stat !== '' && !/^\) [ZX]/.test(stat.slice(stat.lastIndexOf(')')));
}

/** An IPv4 socket as /proc/net/tcp lists it. */
interface TcpSocket {
  readonly localPort: number;
  readonly remotePort: number;
  readonly isListening: boolean;
  readonly inode: string;
}

const LISTENING = '0A';

async function tcpSockets(): Promise<TcpSocket[]> {
  const lines = (await readFile('/proc/net/tcp', 'utf8')).trim().split('\n').slice(1);
  return lines.map((line) => {
    const [, local = '', remote = '', state, , , , , , inode = ''] = line.trim().split(/\s+/);
    const portOf = (address: string) => Number.parseInt(address.split(':')[1] ?? '', 16);
    return { localPort: portOf(local), remotePort: portOf(remote), isListening: state === LISTENING, inode };
  });
}

async function holds(pid: number, inode: string): Promise<boolean> {
  for (const descriptor of await readdir(`/proc/${pid}/fd`).catch(() => [])) {
    const target = await readlink(`/proc/${pid}/fd/${descriptor}`).catch(() => '');
    if (target === `socket:[${inode}]`) return true;
  }
  return false;
}

/** Which of the processes has the other end of a connection over loopback. */
export async function peerOf(port: number, serverPort: number, pids: readonly number[]): Promise<number> {
  const socket = (await tcpSockets()).find(
    ({ localPort, remotePort }) => localPort === serverPort && remotePort === port,
  );
  for (const pid of pids) if (socket && (await holds(pid, socket.inode))) return pid;
  throw new Error(`none of ${pids.join(', ')} has the connection from port ${port}`);
}

/** The ports on which the process accepts connections. */
export async function portsOf(pid: number): Promise<number[]> {
  const listening = (await tcpSockets()).filter(({ isListening }) => isListening);
  const held = await Promise.all(listening.map(({ inode }) => holds(pid, inode)));
  return listening.filter((_, at) => held[at]).map(({ localPort }) => localPort);
}
