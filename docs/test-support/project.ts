/** A project of a partner: a folder with the client package installed from its tarball, as npm installs it. */
import { execFile } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { createTemporaryFolder } from '../../test-support/temporary-folder.ts';
import { ROOT } from './blocks.ts';
import { plainEnvironment } from './demo.ts';

const run = promisify(execFile);

export interface ClientProject {
  readonly folder: string;
  /** Where the installed package is. */
  readonly installed: string;
  /** The files of the tarball. */
  readonly packed: readonly string[];
  /** The commands that run a block of a language: for JavaScript every Node of this machine that is supported. */
  runtimesOf(language: string): readonly string[];
  /**
   * Type-checks a program against the installed package alone: one of our own, or files that were put beside it, with
   * Node's types. @throws with the compiler's output
   */
  checkTypes(files?: readonly string[]): Promise<void>;
  remove(): Promise<void>;
}

const secret = 'whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=';
const id = 'evt_01jd3h6m8nfdwtv0k2x9q4z7ae';
const body = JSON.stringify({
  id,
  type: 'wallet.credited',
  timestamp: '2026-11-20T09:30:00.000Z',
  data: {
    credit_id: 'crd_01jd3h6m8nfdwtv0k2x9q4z7ac',
    user_id: 'usr_01jd3h6m8nfdwtv0k2x9q4z7ab',
    hours: 1.5,
    reference: 'Überweisung 1',
    booked_on: '2026-11-20',
  },
});
const key = Buffer.from(secret.slice('whsec_'.length), 'base64');

/**
 * The delivery that the webhook samples verify: headers in the environment, the body in `body.json`. Signed now: it is
 * good for minutes.
 */
export function sampleDelivery() {
  const timestamp = String(Math.floor(Date.now() / 1000));
  const signature = `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
  return { id, body, secret, timestamp, signature };
}

/** Packs the client, installs the tarball with npm in a temporary folder, and lays the samples' files beside it. */
export async function createClientProject(): Promise<ClientProject> {
  const temporary = await createTemporaryFolder();
  const folder = join(temporary.path, 'project');
  const tarballs = join(temporary.path, 'tarballs');
  await Promise.all([mkdir(folder), mkdir(tarballs)]);
  const env = plainEnvironment({ npm_config_cache: join(temporary.path, 'npm-cache'), npm_config_offline: 'true' });
  const pack = ['pack', '--json', '--pack-destination', tarballs];
  const { stdout } = await run('npm', pack, { cwd: join(ROOT, 'client'), env });
  const [report] = Object.values(JSON.parse(stdout.slice(stdout.search(/^[[{]/m)))) as {
    filename: string;
    files: { path: string }[];
  }[];
  if (!report) throw new Error(`npm pack printed ${stdout}`);
  await writeFile(join(folder, 'package.json'), JSON.stringify({ name: 'partner', private: true, type: 'module' }));
  await writeFile(join(folder, 'body.json'), body);
  await run('npm', ['install', '--no-audit', '--no-fund', join(tarballs, report.filename)], { cwd: folder, env });
  // The samples' other library, which a partner would install by its name.
  for (const name of ['openid-client', 'oauth4webapi', 'jose']) {
    await symlink(join(ROOT, 'node_modules', name), join(folder, 'node_modules', name)).catch(() => {});
  }
  const nodes = [process.execPath, ...(await otherNodes())];

  return {
    folder,
    installed: join(folder, 'node_modules/@timebank/client'),
    packed: report.files.map(({ path }) => path),
    runtimesOf(language) {
      if (language === 'python') return ['python3'];
      if (language === 'java') return ['java'];
      return language === 'js' ? nodes : [process.execPath];
    },
    async checkTypes(files) {
      const source = (await readFile(join(import.meta.dirname, 'consumer.ts.txt'), 'utf8')).trim();
      await writeFile(join(folder, 'consumer.ts'), `${source}\n`);
      const options = ['--noEmit', '--strict', '--exactOptionalPropertyTypes', '--noUncheckedIndexedAccess'];
      const modules = ['--module', 'nodenext', '--target', 'es2022', '--lib', 'es2022,dom,dom.iterable'];
      const alone = ['--types', '', '--skipLibCheck', 'false', 'consumer.ts'];
      const withNode = ['--types', 'node', '--typeRoots', join(ROOT, 'node_modules/@types'), '--skipLibCheck'];
      const args = [...options, ...modules, ...(files ? [...withNode, ...files] : alone)];
      await run(join(ROOT, 'node_modules/.bin/tsc'), args, { cwd: folder }).catch((error: { stdout: string }) => {
        throw new Error(error.stdout);
      });
    },
    remove: () => temporary.remove(),
  };
}

/** The machine's own Node, where it is another version that the client supports. */
async function otherNodes(): Promise<string[]> {
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    if (folder.includes('node_modules')) continue;
    const command = join(folder, 'node');
    const version = await run(command, ['--version']).then(
      ({ stdout }) => stdout.trim(),
      () => '',
    );
    if (version === '') continue;
    return version !== process.version && Number(/^v(\d+)/.exec(version)?.[1]) >= 20 ? [command] : [];
  }
  return [];
}
