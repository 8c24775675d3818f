/** `server/bin/timebank`: runs on the Node that npm installed, and says what to do where that is not possible. */
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { chmod, copyFile, mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { after, before, beforeEach, describe, test } from 'node:test';
import { createTemporaryFolder, type TemporaryFolder } from '../test-support/temporary-folder.ts';

const LAUNCHER = join(import.meta.dirname, '../server/bin/timebank');
/** All that it may need of the system. */
const TOOLS = ['sh', 'dirname', 'readlink', 'grep', 'cat'];
/** As of a system whose loader is another: the file is there, and the kernel finds nothing to run it. */
const NOT_RUNNABLE = '#!/lib/none/ld-linux.so.2';

let folder: TemporaryFolder;
/** A copy of the project with nothing but the launcher and a program that tells its arguments. */
let project: string;
/** The only folder of the PATH. */
let path: string;

before(async () => {
  folder = await createTemporaryFolder();
});
after(() => folder.remove());
beforeEach(async () => {
  [project, path] = [join(folder.path, 'the project'), join(folder.path, 'path')];
  for (const one of [project, path]) await rm(one, { recursive: true, force: true });
  await mkdir(path);
  for (const tool of TOOLS) {
    const found = execFileSync('/bin/sh', ['-c', `command -v ${tool}`], { encoding: 'utf8' }).trim();
    await symlink(found, join(path, tool));
  }
  await program('service/main.ts', 'console.log(JSON.stringify(process.argv.slice(2)))');
  await mkdir(join(project, 'server/bin'), { recursive: true });
  await copyFile(LAUNCHER, join(project, 'server/bin/timebank'));
  await system('Linux', 'x86_64');
});

async function program(name: string, text: string): Promise<void> {
  const file = join(project, name);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
  await chmod(file, 0o755);
}
const onPath = (name: string, text: string) => writeFile(join(path, name), `#!/bin/sh\n${text}\n`, { mode: 0o755 });

/** What the system says of itself. */
async function system(name: string, machine: string, bits = 64, libc = 'ldd (Debian GLIBC) 2.36'): Promise<void> {
  await onPath('uname', `[ "$1" = -m ] && echo ${machine} || echo ${name}`);
  await onPath('getconf', `echo ${bits}`);
  await onPath('ldd', `echo '${libc}' >&2; exit 1`);
}

/** As `npm ci` leaves it, with this file as its Node. */
async function install(node?: string): Promise<void> {
  await mkdir(join(project, 'node_modules/@timebank/contract'), { recursive: true });
  if (node === undefined) return;
  await mkdir(join(project, 'node_modules/.bin'));
  if (node === process.execPath) return await symlink(node, join(project, 'node_modules/.bin/node'));
  await program('node_modules/.bin/node', node);
}

function launch(...args: string[]) {
  const launcher = join(project, 'server/bin/timebank');
  const { status, stdout, stderr } = spawnSync(launcher, args, { env: { PATH: path }, encoding: 'utf8' });
  return { status, stdout, stderr };
}

function refused(sentence: RegExp): void {
  const { status, stdout, stderr } = launch('serve');
  assert.equal(status, 1, stderr);
  assert.equal(stdout, '');
  assert.match(stderr, /^timebank: [^\n]+[^.]\.\n$/);
  assert.match(stderr, sentence);
}

test('runs on the Node that npm installed, whatever is on the PATH, with the arguments as they are', async () => {
  await install(process.execPath);
  await onPath('node', 'exit 1');
  await rm(join(path, 'uname'));
  const { status, stdout, stderr } = launch('member', 'list', '--search', 'Anna Berger', '');
  assert.equal(status, 0, stderr);
  assert.deepEqual(JSON.parse(stdout), ['member', 'list', '--search', 'Anna Berger', '']);
});

describe("runs on the machine's own Node 24 where npm installed none that runs:", () => {
  for (const [where, node] of [
    ['a Mac', undefined],
    ['Alpine', NOT_RUNNABLE],
  ] as const) {
    test(where, async () => {
      await install(node);
      await onPath('node', `exec '${process.execPath}' "$@"`);
      assert.equal(launch('serve').stdout, '["serve"]\n');
    });
  }
});

describe('what cannot run says so in one sentence with the next step:', () => {
  test('a folder in which npm ci was never run', async () => {
    refused(/nothing is installed yet: run 'npm ci' in \/.*\/the project\.$/m);
    await onPath('node', `exec '${process.execPath}' "$@"`);
    refused(/nothing is installed yet: run 'npm ci' in/);
  });

  test('a folder without the optional packages', async () => {
    await install();
    refused(/installed no Node 24, as with --omit=optional: run 'npm ci' in \/.* without that, or put Node 24 on/);
    await onPath('node', 'exit 1');
    refused(/as with --omit=optional/);
  });

  test('Alpine', async () => {
    await install(NOT_RUNNABLE);
    await system('Linux', 'x86_64', 64, 'musl libc (x86_64)');
    refused(/needs glibc and this system has musl, as Alpine does: use a system with glibc, such as Debian, or put/);
  });

  test('a folder that another system has filled', async () => {
    await install(NOT_RUNNABLE);
    refused(/does not run on this system \(\/.*\/node\): run 'npm ci' in \/.* again, or put Node 24 on the PATH/);
  });

  for (const [machine, bits, told] of [
    ['armv7l', 32, 'armv7l'],
    ['i686', 32, 'i686'],
    ['aarch64', 32, 'aarch64 with 32-bit programs'],
    ['riscv64', 64, 'riscv64'],
  ] as const) {
    test(told, async () => {
      await system('Linux', machine, bits);
      for (const isInstalled of [false, true]) {
        if (isInstalled) await install();
        refused(new RegExp(`a 64-bit Linux on x64 or arm64 and this one is ${told}: install such a system`));
      }
    });
  }

  test('a Mac without Node 24', async () => {
    await system('Darwin', 'arm64');
    refused(/a Mac needs a Node 24 of its own \(the service is not tested there\): put .*, and run 'npm ci' in/);
    await install();
    refused(/a Mac needs a Node 24 of its own .*: put Node 24 on the PATH, such as the one of nodejs\.org\.$/m);
  });

  for (const name of ['MINGW64_NT-10.0-22631', 'MSYS_NT-10.0', 'CYGWIN_NT-10.0']) {
    test(`Windows itself (${name})`, async () => {
      await system(name, 'x86_64');
      refused(/does not run on Windows itself: install WSL, and run 'npm ci' and timebank in there\.$/m);
    });
  }

  test('any other system', async () => {
    await system('FreeBSD', 'amd64');
    refused(/no Node for FreeBSD here, and the service is tested on Linux only: put Node 24 on the PATH, and run/);
  });
});
