/** The service: whether it answers here, and which nodes say that they are alive. */
import { hostname } from 'node:os';
import type { Config } from '../../../../core/base/config.ts';
import { DIFFERENCE_MAX_MS, describeDifference } from '../../../../core/base/nodes/node-clock.ts';
import { type LiveNode, selectLiveNodes } from '../../../../core/base/nodes/queries.ts';
import { NODE_ALIVE_SECONDS } from '../../../../core/database/migrate.ts';
import type { DatabaseAccess } from './access.ts';
import { type Check, type Finding, notChecked, note, ok, problem } from './check.ts';
import { type ProbeAnswer, probe, reasonOf } from './probe.ts';
import { describeList } from './words.ts';

/** A clock that follows a time server is not as far off. */
const CLOCK_NOTE_MS = 2000;
/** Where a service that listens on all addresses is asked. */
const LOCAL: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '::1' };
const LOG = 'its log says why (journalctl -u timebank -n 50)';

/** The checks whose problem keeps the service from starting. */
export const STOPS_START: readonly string[] = [
  ...['settings', 'data_folder', 'database', 'server', 'schema_owner', 'role', 'durability', 'schema', 'newest_row'],
  'secret_key',
];

/** After those of the database. */
export function serviceChecks(config: Config, access: DatabaseAccess): Check[] {
  const ofNodes = { settings: ['DATABASE_URL'], needs: ['schema'] };
  return [
    { name: 'nodes', ...ofNodes, follows: STOPS_START, run: async () => judgeNodes(await liveNodes(access)) },
    { name: 'clocks', ...ofNodes, run: async () => judgeClocks(await liveNodes(access)) },
    {
      name: 'service',
      settings: ['HOST', 'PORT'],
      follows: STOPS_START,
      run: () => checkService(config, access),
    },
  ];
}

async function liveNodes(access: DatabaseAccess): Promise<LiveNode[]> {
  return await selectLiveNodes(await access.app(), { withinSeconds: NODE_ALIVE_SECONDS });
}

function judgeNodes(nodes: readonly LiveNode[]): Finding {
  if (nodes.length === 0) {
    return problem(`none was seen in the last ${NODE_ALIVE_SECONDS} s`, `Start the service; ${LOG}.`);
  }
  const described = nodes.map(
    ({ name, build, startedAt }) =>
      `${name}${build === null ? '' : ` (${build})`} since ${startedAt.toISOString().slice(0, 16)}Z`,
  );
  return ok(describeList(described, 4));
}

/** Judges the clocks of all nodes, as each has measured its own; `clock` is the check of this machine. */
export function judgeClocks(nodes: readonly Pick<LiveNode, 'name' | 'clockAheadMs'>[]): Finding {
  const known = nodes.filter(({ clockAheadMs }) => clockAheadMs !== null);
  if (known.length === 0) return notChecked('no node has said how its clock goes');
  const wrong = known.filter(({ clockAheadMs }) => Math.abs(clockAheadMs ?? 0) > CLOCK_NOTE_MS);
  if (wrong.length === 0) return ok(`all nodes agree with the database (${known.length})`);
  const described = wrong.map(({ name, clockAheadMs }) => `${name} is ${describeDifference(clockAheadMs ?? 0)} it`);
  const advice = 'Let every machine follow a time server (timedatectl shows whether it does).';
  const isRefused = wrong.some(({ clockAheadMs }) => Math.abs(clockAheadMs ?? 0) > DIFFERENCE_MAX_MS);
  const found = `not all nodes agree with the database: ${describeList(described)}`;
  if (!isRefused) return note(found, advice);
  return problem(found, `${advice} A node that is more than a minute off answers 503 and works no more.`);
}

async function checkService({ host, port }: Config, access: DatabaseAccess): Promise<Finding> {
  if (port === 0) return notChecked('PORT is 0, which is another port at each start');
  const address = LOCAL[host] ?? host;
  const origin = `http://${address.includes(':') ? `[${address}]` : address}:${port}`;
  try {
    return judgeReady(origin, await probe(new URL('/health/ready', origin)));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const nodes = code === 'ECONNREFUSED' ? await liveNodes(access).catch(() => []) : [];
    if (nodes.length > 0) {
      const names = nodes.map(({ name }) => name);
      const isHere = names.some((name) => name.startsWith(`${hostname()}:`));
      return note(
        `nothing listens on ${origin}, but a node runs ${isHere ? 'on this machine' : `elsewhere (${describeList(names)})`}`,
        isHere ? 'Give this command the HOST and PORT of the service.' : 'Ask there, if none is to run here.',
      );
    }
    if (code === 'ECONNREFUSED') return problem(`nothing listens on ${origin}`, `Start the service; ${LOG}.`);
    return problem(
      `${origin} does not answer (${reasonOf(error)})`,
      `The process may hang: restart it; ${LOG.replace('why', 'what it did last')}.`,
    );
  }
}

export function judgeReady(origin: string, { status, json }: ProbeAnswer): Finding {
  if (status === 200 && json?.status === 'ok') return ok(`${origin} is ready`);
  if (json?.error === 'temporarily_unavailable') {
    return problem(
      `${origin} is not ready: ${String(json.error_description).replace(/\.$/, '')}`,
      'Look at the lines about the database and the disk; the service goes on by itself once they are right.',
    );
  }
  return problem(
    `what answers on ${origin} is not timebank (status ${status})`,
    'Find out what took the port (ss -ltnp), or correct HOST and PORT.',
  );
}
