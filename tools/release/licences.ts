/** Every package's licence: only those that ask for nothing but to be named, and their texts. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { InstalledPackage } from './packages.ts';

/** Fonts are under OFL-1.1: a document that has one of them is free of it. */
const ALLOWED = new Set([
  ...['MIT', 'MIT-0', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'ISC', '0BSD', 'BlueOak-1.0.0', 'OFL-1.1'],
]);
const FILE = /^(licen[cs]e|copying|notice)([._-].*)?$/i;

/** @throws Error that names the packages at fault */
export function refuseLicences(packages: readonly InstalledPackage[]): void {
  const refused = packages.filter(
    ({ license }) => !choicesOf(license).some((ids) => ids.every((id) => ALLOWED.has(id))),
  );
  if (refused.length === 0) return;
  throw new Error(
    `Licences that are not allowed: ${refused.map(({ name, license }) => `${name} ${license}`).join(', ')}`,
  );
}

/** `(MIT OR GPL-2.0)` leaves the choice; `MIT AND X` does not, and both must be allowed. */
const choicesOf = (license: string) =>
  license
    .replace(/[()]/g, '')
    .split(' OR ')
    .map((choice) => choice.split(' AND '));

/** One part per package: what it is, under which licence, and the texts that it brings. */
export async function licenceReport(folder: string, packages: readonly InstalledPackage[]): Promise<string> {
  const parts = packages.map(async ({ name, version, license, path }) => {
    const files = (await readdir(join(folder, path))).filter((file) => FILE.test(file)).sort();
    const texts = await Promise.all(files.map((file) => readFile(join(folder, path, file), 'utf8')));
    return [`${name} ${version}: ${license}`, ...texts.map((text) => text.trim())].join('\n\n');
  });
  const line = `\n\n${'-'.repeat(80)}\n\n`;
  return `Timebank is under the Apache License 2.0 (LICENSE). It brings these packages:${line}${(await Promise.all(parts)).join(line)}\n`;
}
