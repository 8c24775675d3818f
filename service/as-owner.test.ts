/** An installed release whose folder belongs to a user of its own, as root uses it: which settings are read, and who writes. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, chmod, chown, cp, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, before, test } from 'node:test';
import { SETTINGS_FILE } from '../core/base/settings-file.ts';
import { childEnvironment } from '../test-support/child-environment.ts';
import type { CommandResult } from '../test-support/command.ts';
import { noRoot, runsOnServer } from '../test-support/has-tool.ts';
import { createTemporaryFolder, type TemporaryFolder } from '../test-support/temporary-folder.ts';
import { waitUntil } from '../test-support/wait-until.ts';

const skip = runsOnServer() || noRoot();
const ROOT = join(import.meta.dirname, '..');
/** In no password file of a real machine. */
const [UID, GID] = [54_711, 54_712];
/** What the namespace of a command has in other places: the project where every user can read it, a release's manifest, and /etc. */
const INSTALLED = `mount --bind "$0" "$1/timebank" && mount --bind "$1/package.json" "$1/timebank/package.json" &&
  mount --bind "$1/etc" /etc && shift && exec "$@"`;

const START_TIMEOUT_MS = 120_000;

let folder: TemporaryFolder;
let dataDir: string;
let within: readonly string[];

before(async () => {
  folder = await createTemporaryFolder();
  if (skip) return;
  await chmod(folder.path, 0o755);
  dataDir = join(folder.path, 'data');
  await mkdir(join(folder.path, 'timebank'));
  await mkdir(dataDir, { mode: 0o700 });
  await chown(dataDir, UID, GID);
  const manifest = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'));
  await writeFile(join(folder.path, 'package.json'), JSON.stringify({ ...manifest, commit: '12345678' }));
  const etc = join(folder.path, 'etc');
  await cp('/etc', etc, { recursive: true, verbatimSymlinks: true });
  await appendFile(join(etc, 'passwd'), `timebank-test:x:${UID}:${GID}::/nonexistent:/usr/sbin/nologin\n`);
  // Only root may read it.
  await writeFile(join(folder.path, SETTINGS_FILE), `DATA_DIR=${dataDir}\nLOG_LEVEL=warn\n`, { mode: 0o600 });
  within = ['unshare', '--mount', '--', 'sh', '-c', INSTALLED, ROOT, folder.path];
});
after(() => folder?.remove());

/** Starts the installed command as root, with nothing in the environment that names an installation. */
function start(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const [command = '', ...words] = [...within, join(folder.path, 'timebank/server/bin/timebank'), ...args];
  return spawn(command, words, { env: { ...childEnvironment(), ...env }, stdio: ['ignore', 'pipe', 'pipe'], cwd: '/' });
}

async function timebank(...args: string[]): Promise<CommandResult> {
  const child = start(args);
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  return { code, stdout, stderr };
}

async function succeed(...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await timebank(...args);
  assert.equal(code, 0, `${args.join(' ')}: ${stderr}${stdout}`);
  return stdout;
}

/** Of everything below the folder, and of itself. */
async function owners(path: string): Promise<Set<string>> {
  const names = await readdir(path, { recursive: true });
  const found = await Promise.all(
    ['', ...names].map((name) => stat(join(path, name)).catch(() => undefined)), // some go meanwhile
  );
  return new Set(found.filter((one) => one !== undefined).map(({ uid, gid }) => `${uid}:${gid}`));
}

test('commands of root read the settings of the unit, run as the owner of the folder, and leave nothing of root there', {
  skip,
}, async () => {
  await succeed('init');
  await succeed('community', 'create', '--slug', 'elm', '--name', 'Elm');
  assert.equal(JSON.parse(await succeed('community', 'list', '--json')).data[0].slug, 'elm');
  await succeed('backup', join(dataDir, 'one.backup'));
  assert.deepEqual(await owners(dataDir), new Set([`${UID}:${GID}`]));

  const refused = await timebank('backup', join(folder.path, 'of-root.backup'));
  assert.equal(refused.code, 1, "root's folder is not the owner's to write");
  assert.match(refused.stderr, /^timebank: Cannot write [^\n]*of-root\.backup[^\n]*\(EACCES: [^\n]+\.\n$/);
  assert.ok(!(await readdir(folder.path)).includes('of-root.backup'));
});

test('a service that root starts runs as the owner of the folder', { skip }, async () => {
  const service = start(['serve', '--create'], { PORT: '0', LOG_LEVEL: 'info' });
  const said: string[] = [];
  for (const stream of [service.stdout, service.stderr]) stream.on('data', (chunk) => said.push(String(chunk)));
  try {
    await waitUntil(
      'it listens',
      () => service.exitCode !== null || said.join('').includes('"listening"'),
      START_TIMEOUT_MS,
    );
    assert.equal(service.exitCode, null, said.join(''));
    const status = await readFile(`/proc/${service.pid}/status`, 'utf8');
    for (const [kind, id] of [
      ['Uid', UID],
      ['Gid', GID],
    ] as const) {
      assert.match(status, new RegExp(`^${kind}:\t${id}\t${id}\t${id}\t`, 'm'));
    }
    assert.match(status, new RegExp(`^Groups:\t${GID}? ?$`, 'm'), 'none of the groups of root');
  } finally {
    service.kill('SIGTERM');
    if (service.exitCode === null) await once(service, 'exit');
  }
  assert.equal(service.exitCode, 0, said.join(''));
  assert.deepEqual(await owners(dataDir), new Set([`${UID}:${GID}`]));
});
