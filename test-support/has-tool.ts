/**
 * The programs and rights that tests need on a machine. Where one is missing, a test is skipped and says why; in `.ci/run` it fails, since
 * what was not tried must not count as tested. Run by itself, this file prints the Debian packages that are missing here.
 */
import { execFileSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { POSTGRES_VERSION_MIN } from '../core/database/server-check.ts';
import { childEnvironment } from './child-environment.ts';

/** Each program from outside the project that a test runs, with its package. */
const PACKAGES = {
  '/usr/sbin/pgbouncer': 'pgbouncer',
  age: 'age',
  caddy: 'caddy',
  curl: 'curl',
  etcd: 'etcd-server',
  groff: 'groff-base',
  haproxy: 'haproxy',
  hledger: 'hledger',
  ip: 'iproute2',
  java: 'default-jdk-headless',
  javac: 'default-jdk-headless',
  ledger: 'ledger',
  nginx: 'nginx-light',
  openssl: 'openssl',
  patroni: 'patroni',
  pdftoppm: 'poppler-utils',
  pgbackrest: 'pgbackrest',
  promtool: 'prometheus',
  python3: 'python3',
  script: 'bsdutils',
  'systemd-analyze': 'systemd',
  'systemd-notify': 'systemd',
  unshare: 'util-linux',
} as const;
export type Tool = keyof typeof PACKAGES;

/** The folder of the servers in Debian's packages, with one folder for each major version. */
export const SERVERS = '/usr/lib/postgresql';

const mustRun = process.env.TEST_TOOLS === 'all';

if (import.meta.main) {
  const programs = (Object.keys(PACKAGES) as Tool[]).filter((tool) => !isThere(tool)).map((tool) => PACKAGES[tool]);
  const packages = new Set<string>(serversHere().length > 0 ? programs : [...programs, 'postgresql']);
  if (packages.size > 0) console.log([...packages].sort().join(' '));
}

/** Why a test that runs these programs cannot run here, or false: for `skip`. @throws Error in `.ci/run`, where it must */
export function missing(...tools: readonly Tool[]): string | false {
  const absent = tools.filter((tool) => !isThere(tool));
  if (absent.length === 0) return false;
  return cannot(`needs ${absent.join(' and ')}: apt-get install ${absent.map((tool) => PACKAGES[tool]).join(' ')}`);
}

/** For `skip`, with what else this machine may lack. @throws Error in `.ci/run` */
export function cannot(reason: string | false): string | false {
  if (reason !== false && mustRun) throw new Error(`With TEST_TOOLS=all every test must run, and this one ${reason}.`);
  return reason;
}

/** Why a test of the embedded database does not run when the suite is run on a server: it has run before. */
export const runsOnServer = (): string | false =>
  process.env.TEST_DATABASE_URL ? 'is about the embedded database, and this run is about a server' : false;

/** Why a test that does what only root may do cannot run here, or false. */
export const noRoot = (): string | false => cannot(process.geteuid?.() === 0 ? false : 'needs root');

/** Major versions of the servers of this machine, new enough for the service. */
export function serversHere(): number[] {
  return globSync(`${SERVERS}/*/bin/initdb`)
    .map((path) => Number(path.slice(SERVERS.length + 1).split('/')[0]))
    .filter((version) => version >= POSTGRES_VERSION_MIN);
}

function isThere(name: string): boolean {
  try {
    execFileSync('/bin/sh', ['-c', `command -v ${name}`], { env: childEnvironment(), stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
