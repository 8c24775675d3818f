/** A PostgreSQL of this machine beside the one that npm installed, of another major version. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { embeddedVersion } from '../platform/database/embedded-binaries.ts';
import { POSTGRES_VERSION_MIN } from '../platform/database/server-check.ts';

export interface OtherPostgres {
  /** Holds initdb and postgres. */
  readonly folder: string;
  readonly version: string;
  readonly majorVersion: string;
}

const SYSTEM_FOLDER = '/usr/lib/postgresql';
const majorOf = (version = '') => version.split('.')[0] ?? '';

/** @returns undefined where the machine has none: the test is then skipped by name */
export function findOtherPostgres(): OtherPostgres | undefined {
  if (process.env.TEST_DATABASE_URL || !existsSync(SYSTEM_FOLDER)) return undefined;
  for (const name of readdirSync(SYSTEM_FOLDER)) {
    const folder = join(SYSTEM_FOLDER, name, 'bin');
    const version = existsSync(join(folder, 'initdb')) ? embeddedVersion(folder) : undefined;
    const majorVersion = majorOf(version);
    if (version === undefined || Number(majorVersion) < POSTGRES_VERSION_MIN) continue;
    if (majorVersion !== majorOf(embeddedVersion())) return { folder, version, majorVersion };
  }
  return undefined;
}

export const NO_OTHER_POSTGRES = `no PostgreSQL of another major version in ${SYSTEM_FOLDER}`;
