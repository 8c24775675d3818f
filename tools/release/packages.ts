/** The packages that npm has put into a folder, as npm noted them. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

export interface InstalledPackage {
  readonly name: string;
  readonly version: string;
  /** Below the folder. */
  readonly path: string;
  /** SPDX expression, as the package states it. */
  readonly license: string;
  /** `sha512-<base64>`, as the registry states it. */
  readonly integrity: string;
}

interface Note {
  readonly version?: string;
  readonly license?: string;
  readonly integrity?: string;
  readonly link?: boolean;
}

const FOLDER = 'node_modules/';

/** @throws Error for a package without a checksum */
export async function readPackages(folder: string): Promise<InstalledPackage[]> {
  const text = await readFile(join(folder, FOLDER, '.package-lock.json'), 'utf8');
  const { packages } = JSON.parse(text) as { readonly packages: Readonly<Record<string, Note>> };
  const found = Object.entries(packages).filter(([path, { link }]) => path.includes(FOLDER) && !link);
  return Promise.all(
    found.map(async ([path, { version = '', license, integrity }]) => {
      const name = path.slice(path.lastIndexOf(FOLDER) + FOLDER.length);
      if (integrity === undefined) throw new Error(`${name} has no checksum in the lockfile.`);
      return { name, version, path, integrity, license: license ?? (await statedLicense(join(folder, path))) };
    }),
  );
}

async function statedLicense(folder: string): Promise<string> {
  const { license } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as { readonly license?: string };
  if (license !== undefined) return license;
  // png-js names its licence in its text alone.
  const text = await readFile(join(folder, 'LICENSE'), 'utf8').catch(() => '');
  return text.startsWith('MIT License\n') ? 'MIT' : 'unknown';
}
