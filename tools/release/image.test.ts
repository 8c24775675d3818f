/** The image: what its Dockerfile says of it everywhere, and the whole of it where it can be built. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { freePort } from '../../test-support/free-port.ts';
import { createTemporaryFolder } from '../../test-support/temporary-folder.ts';
import { waitUntil } from '../../test-support/wait-until.ts';
import { ROOT } from './checkout.ts';
import { BASES, buildImage, type Image, runImage, stopImage } from './image-by-buildah.ts';

const START_TIMEOUT_MS = 120_000;
const dockerfile = await readFile(join(ROOT, 'Dockerfile'), 'utf8');

test('the Dockerfile begins with bases that are known, and copies what is there', async () => {
  const bases = [...dockerfile.matchAll(/^FROM (\S+)/gm)].map(([, base]) => `docker.io/library/${base}`);
  assert.deepEqual(new Set(bases), new Set(Object.values(BASES)));
  for (const [, names = ''] of dockerfile.matchAll(/^COPY (?!--from)(.*) \S+$/gm)) {
    for (const name of names.split(' ')) await assert.doesNotReject(stat(join(ROOT, name)), name);
  }
});

test('the packages of every part of the project are installed before its sources are copied', async () => {
  const { workspaces } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'));
  for (const part of workspaces) assert.ok(dockerfile.includes(`COPY ${part}/package.json ${part}/\n`), part);
});

test('the image does not run as root, makes a new installation itself, and its context has no secrets', async () => {
  assert.match(dockerfile, /^USER (?!0)\d+:\d+$/m);
  assert.match(dockerfile, /^CMD \["serve", "--create"\]$/m);
  const ignored = (await readFile(join(ROOT, '.dockerignore'), 'utf8')).split('\n');
  for (const name of ['.env', 'secrets', 'data', '**/node_modules']) assert.ok(ignored.includes(name), name);
});

test('built from a clean clone, it runs on a read-only root, and its first owner finds the way in the log', {
  // Only this test has a command of its own, and runs in the workflow on GitHub.
  skip: process.env.TEST_IMAGE !== 'yes' && 'takes minutes: npm run test:image, as root with buildah and debootstrap',
}, async (t) => {
  const folder = await createTemporaryFolder();
  t.after(() => folder.remove());
  await chmod(folder.path, 0o755);
  const clone = join(folder.path, 'clone');
  execFileSync('git', ['clone', '--quiet', ROOT, clone]);
  const commit = execFileSync('git', ['-C', clone, 'rev-parse', 'HEAD'], { encoding: 'utf8' }).slice(0, 8);
  const image = await buildImage(folder.path, clone);
  await assertSmall(image);

  const port = await freePort();
  const env = {
    ...{ PORT: String(port), PUBLIC_URL: 'https://timebank.example.org' },
    ...{ TIMEBANK_COMMUNITY: 'Harbour Time Bank', TIMEBANK_OWNER_EMAIL: 'ada@example.org' },
  };
  const codeOf = async (argv: readonly string[]) => (await once(runImage(image, argv, env), 'exit'))[0];
  assert.notEqual(await codeOf(['touch', '/opt/timebank/a']), 0, 'the root cannot be written');
  assert.equal(await codeOf(image.healthcheck), 1);
  const running = runImage(image, image.command, env);
  t.after(() => running.kill('SIGKILL'));
  const said: string[] = [];
  for (const stream of [running.stdout, running.stderr]) stream?.on('data', (chunk) => said.push(String(chunk)));
  const ready = async () => {
    assert.equal(running.exitCode, null, said.join(''));
    return (await fetch(`http://127.0.0.1:${port}/health/ready`).catch(() => undefined))?.status === 200;
  };
  await waitUntil('it is ready', ready, START_TIMEOUT_MS);
  assert.equal(await codeOf(image.healthcheck), 0);
  assert.match(
    said.join(''),
    /"setup_url":"https:\/\/timebank\.example\.org\/console\/set-up\?community=[a-z0-9-]+#tb_invite_/,
  );
  assert.match(said.join(''), new RegExp(`\\+${commit}"`), 'the log names the build');
  assert.equal(await stopImage(running, 'SIGTERM'), 0);
  assert.match(said.join(''), /"stopped"/);
});

/** Nothing that only builds, and nothing of the project's that only tests. */
async function assertSmall({ root }: Image): Promise<void> {
  const programs = await readdir(join(root, 'usr/bin'));
  for (const name of ['npm', 'git', 'gcc', 'make']) assert.ok(!programs.includes(name), name);
  const files = await readdir(join(root, 'opt/timebank'), { recursive: true });
  assert.deepEqual(
    files.filter((name) => !name.includes('node_modules') && /\.test\.ts$|test-support/.test(name)),
    [],
  );
  for (const name of ['typescript', 'vite', 'react']) assert.ok(!files.includes(`node_modules/${name}`), name);
}
