/**
 * Builds the image with Debian's buildah where no engine of Docker's runs, and runs what is in it. Its bases are made
 * of Debian's packages: no registry of images is asked.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { cp, symlink } from 'node:fs/promises';
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

/** The base images of the Dockerfile. */
export const BASES = { debian: 'docker.io/library/debian:13-slim', node: 'docker.io/library/node:24-trixie-slim' };
const SUITE = 'trixie';
const TAG = 'localhost/timebank';
const OUTPUT_BYTES_MAX = 64 * 1024 * 1024;
/** Where npm keeps what it has fetched, as root in a build. */
const NPM_CACHE = '/root/.npm';

/** @param storage a folder for images; @param context the folder with the Dockerfile */
export async function buildImage(storage: string, context: string): Promise<Image> {
  const buildah = (...args: string[]): string => {
    const folders = ['--root', join(storage, 'images'), '--runroot', join(storage, 'run'), '--storage-driver', 'vfs'];
    const env = { ...process.env, BUILDAH_ISOLATION: 'chroot', STORAGE_DRIVER: 'vfs', TMPDIR: storage };
    const options = { env, encoding: 'utf8', maxBuffer: OUTPUT_BYTES_MAX, stdio: 'pipe' } as const;
    return execFileSync('buildah', [...folders, ...args], options).trim();
  };
  const debian = buildah('from', 'scratch');
  execFileSync('debootstrap', ['--variant=minbase', SUITE, buildah('mount', debian)], { stdio: 'pipe' });
  buildah('commit', '--quiet', '--rm', debian, BASES.debian);
  const node = buildah('from', '--pull-never', BASES.debian);
  await installNode(buildah('mount', node));
  buildah('config', '--env', 'NODE_EXTRA_CA_CERTS=/etc/authorities.pem', node);
  buildah('commit', '--quiet', '--rm', node, BASES.node);

  const cache = execFileSync('npm', ['config', 'get', 'cache'], { encoding: 'utf8' }).trim();
  const volume = ['--volume', `${cache}:${NPM_CACHE}`];
  buildah('build', '--pull-never', '--format', 'docker', ...volume, '--tag', TAG, context);
  const { config } = JSON.parse(buildah('inspect', '--type', 'image', TAG)).Docker;
  return {
    root: buildah('mount', buildah('from', '--pull-never', TAG)),
    env: Object.fromEntries(config.Env.map((pair: string) => pair.split(/=(.*)/s))),
    user: config.User,
    workdir: config.WorkingDir,
    volumes: Object.keys(config.Volumes),
    healthcheck: config.Healthcheck.Test.slice(1),
    command: [...config.Entrypoint, ...config.Cmd],
  };
}

/** The Node that runs this, this machine's npm, and the authorities that both trust here. */
async function installNode(root: string): Promise<void> {
  await cp(process.execPath, join(root, 'usr/local/bin/node'), { dereference: true });
  const cli = execFileSync('/bin/sh', ['-c', 'readlink -f "$(command -v npm)"'], { encoding: 'utf8' }).trim();
  const npm = join(cli, '../..');
  await cp(npm, join(root, 'usr/local/lib/node_modules/npm'), { recursive: true, dereference: true });
  await symlink('../lib/node_modules/npm/bin/npm-cli.js', join(root, 'usr/local/bin/npm'));
  const authorities = process.env.NODE_EXTRA_CA_CERTS ?? '/etc/ssl/certs/ca-certificates.crt';
  await cp(authorities, join(root, 'etc/authorities.pem'), { dereference: true });
}

/** Runs something in the image as its user: the root read-only, a `/tmp` in memory, volumes that may be written. */
export function runImage(
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
export async function stopImage(running: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  const first = readFileSync(`/proc/${running.pid}/task/${running.pid}/children`, 'utf8').trim();
  process.kill(Number(first), signal);
  return (await once(running, 'exit'))[0];
}
