/** Does with a Dockerfile what a builder does, instruction by instruction, into a folder; for where no builder is. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Image {
  readonly root: string;
  readonly env: Readonly<Record<string, string>>;
  readonly user: string;
  readonly workdir: string;
  readonly volumes: readonly string[];
  readonly healthcheck: readonly string[];
  readonly command: readonly string[];
}

/** Instructions that change nothing in the file system, and nothing that a run by hand could heed. */
const HEEDED_ELSEWHERE = new Set(['ARG', 'EXPOSE', 'STOPSIGNAL']);
/** Debian's releases by their numbers. */
const SUITES: Readonly<Record<string, string>> = { '12': 'bookworm', '13': 'trixie' };

/**
 * @param context the folder with the Dockerfile
 * @param arch as images name it
 * @throws Error for an instruction that it does not know
 */
export function buildByHand(context: string, arch: string, root: string): Image {
  const text = readFileSync(join(context, 'Dockerfile'), 'utf8');
  const image = { env: {} as Record<string, string>, user: '0:0', workdir: '/', volumes: [] as string[] };
  let [healthcheck, entrypoint, command]: string[][] = [[], [], []];
  for (const line of text.split('\n').filter((one) => one !== '' && !one.startsWith('#'))) {
    const at = line.indexOf(' ');
    const [kind, rest] = [line.slice(0, at), line.slice(at + 1).replaceAll(['$', '{TARGETARCH}'].join(''), arch)];
    if (kind === 'FROM') {
      const suite = SUITES[/^debian:(\d+)-slim$/.exec(rest)?.[1] ?? ''];
      if (suite === undefined) throw new Error(`not a base that is known: ${rest}`);
      execFileSync('debootstrap', ['--variant=minbase', suite, root], { stdio: 'pipe' });
    } else if (kind === 'RUN') execFileSync('chroot', [root, 'sh', '-c', rest]);
    else if (kind === 'COPY') {
      const [from = '', to = ''] = rest.split(' ');
      execFileSync('cp', ['--recursive', '--no-dereference', join(context, from), join(root, to)]);
    } else if (kind === 'ENV') {
      Object.assign(image.env, Object.fromEntries(rest.split(' ').map((pair) => pair.split(/=(.*)/s))));
    } else if (kind === 'USER') image.user = rest;
    else if (kind === 'WORKDIR') image.workdir = rest;
    else if (kind === 'VOLUME') image.volumes = rest.split(' ');
    else if (kind === 'HEALTHCHECK') healthcheck = JSON.parse(rest.slice(rest.indexOf('[')));
    else if (kind === 'ENTRYPOINT') entrypoint = JSON.parse(rest);
    else if (kind === 'CMD') command = JSON.parse(rest);
    else if (!HEEDED_ELSEWHERE.has(kind)) throw new Error(`not an instruction that is known: ${kind}`);
  }
  return { ...image, root, healthcheck: healthcheck ?? [], command: [...(entrypoint ?? []), ...(command ?? [])] };
}

/** Runs something in the image as its user: the root read-only, a `/tmp` in memory, volumes that may be written. */
export function runByHand(
  image: Image,
  argv: readonly string[],
  env: Readonly<Record<string, string>> = {},
): ChildProcess {
  const { root, user, workdir, volumes } = image;
  const mounts = [
    `mount --bind ${root} ${root}`,
    ...volumes.map((path) => `mount --bind ${root}${path} ${root}${path}`),
    `mount -o remount,ro,bind ${root}`,
    ...volumes.map((path) => `mount -o remount,rw,bind ${root}${path}`),
    `mount --rbind /dev ${root}/dev`,
    `mount -t proc proc ${root}/proc`,
    `mount -t tmpfs -o mode=1777 tmpfs ${root}/tmp`,
  ].join(' && ');
  const path = 'PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';
  const settings = Object.entries({ ...image.env, ...env }).map(([name, value]) => `${name}=${value}`);
  const inside = ['setpriv', '--no-new-privs', 'chroot', `--userspec=${user}`, root, 'env', '-i', path, ...settings];
  const script = `${mounts} && exec "$@"`;
  const enter = [...inside, 'sh', '-c', `cd ${workdir} && exec "$@"`, 'sh', ...argv];
  return spawn('unshare', ['--mount', '--pid', '--fork', '--kill-child', 'sh', '-c', script, 'sh', ...enter]);
}

/** Sends the signal to the image's first process, and waits for its end. */
export async function stopByHand(running: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  const first = readFileSync(`/proc/${running.pid}/task/${running.pid}/children`, 'utf8').trim();
  process.kill(Number(first), signal);
  return (await once(running, 'exit'))[0];
}
