/**
 * `npm run release -- 0.2.0`: makes the checkout that version. Its number in every package, the date in CHANGELOG.md,
 * what is generated from them, and the fixture of what this version leaves behind, which every later one must open.
 */
import { execFileSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { commit, listFiles, ROOT } from './checkout.ts';

const VERSION = /^(\d+)\.(\d+)\.(\d+)$/;
const UNRELEASED = /^## .*\(unreleased\)$/m;
/** The files that hold the version, or are made from it. */
const GENERATE = [
  ['run', 'generate', '-w', 'contract'],
  ['run', 'generate', '-w', 'client'],
];

/**
 * Dates the unreleased part of the changelog.
 * @param day `YYYY-MM-DD`
 * @throws Error where there is none
 */
export function dateChangelog(text: string, version: string, day: string): string {
  if (!UNRELEASED.test(text))
    throw new Error('CHANGELOG.md has no part "## … (unreleased)": write what has changed first.');
  return text.replace(UNRELEASED, `## ${version} (${day})`);
}

/** Sets the version of a package.json and that of the workspace's packages it depends on; its layout stays. */
export function setVersion(text: string, from: string, to: string): string {
  const own = new RegExp(`^(\\s*"(?:version|@timebank/[a-z-]+)": )"${from.replaceAll('.', '\\.')}"`, 'gm');
  return text.replace(own, `$1"${to}"`);
}

interface Lockfile {
  version: string;
  packages: Record<string, { version?: string; dependencies?: Record<string, string> }>;
}

/** Sets the version in the name of the client's file, which pages and READMEs install. */
export function setClientFile(text: string, from: string, to: string): string {
  return text.replaceAll(`timebank-client-${from}.tgz`, `timebank-client-${to}.tgz`);
}

/** Likewise of package-lock.json, where packages of others have versions, too. */
export function setLockedVersion(text: string, to: string): string {
  const lockfile = JSON.parse(text) as Lockfile;
  lockfile.version = to;
  for (const [path, entry] of Object.entries(lockfile.packages)) {
    if (path.includes('node_modules/')) continue;
    if (entry.version !== undefined) entry.version = to;
    for (const name of Object.keys(entry.dependencies ?? {})) {
      if (name.startsWith('@timebank/')) Object.assign(entry.dependencies ?? {}, { [name]: to });
    }
  }
  return `${JSON.stringify(lockfile, null, 2)}\n`;
}

/** @throws Error where it is no version, or lower than the present one */
export function demandHigher(version: string, present: string): void {
  const parts = VERSION.exec(version)?.slice(1).map(Number);
  if (!parts) throw new Error(`"${version}" is no version: write three numbers, such as 0.2.0.`);
  const now = (VERSION.exec(present) ?? []).slice(1).map(Number);
  const at = parts.findIndex((part, index) => part !== now[index]);
  if (at >= 0 && (parts[at] ?? 0) < (now[at] ?? 0)) throw new Error(`${version} is lower than ${present}.`);
}

/** Prepares a release in the checkout; what it wrote is to be committed and tagged. */
export async function prepareRelease(version: string, day: string): Promise<void> {
  const { version: present } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8')) as { version: string };
  demandHigher(version, present);
  const change = async (name: string, with_: (text: string) => string) =>
    writeFile(join(ROOT, name), with_(await readFile(join(ROOT, name), 'utf8')));
  await change('CHANGELOG.md', (text) => dateChangelog(text, version, day));
  for (const name of listFiles().filter((file) => /(^|\/)package\.json$/.test(file))) {
    await change(name, (text) => setVersion(text, present, version));
  }
  for (const name of listFiles().filter((file) => file.endsWith('.md') && file !== 'CHANGELOG.md')) {
    await change(name, (text) => setClientFile(text, present, version));
  }
  await change('package-lock.json', (text) => setLockedVersion(text, version));
  for (const args of GENERATE) execFileSync('npm', args, { cwd: ROOT, stdio: 'inherit' });
  const fixture = join(ROOT, 'fixtures/releases', version);
  const make = join(ROOT, 'test-support/releases/make.ts');
  execFileSync(process.execPath, [make, fixture, `${version}+${commit()}`], { cwd: ROOT, stdio: 'inherit' });
  console.log(
    `This checkout is ${version}. Look at git diff, run .ci/run, then: git add -A && git commit -m "Release ${version}" && git tag v${version} && npm run release`,
  );
}
