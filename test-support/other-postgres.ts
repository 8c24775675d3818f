/** A PostgreSQL of this machine beside the one that npm installed, of another major version. */
import { join } from 'node:path';
import { embeddedVersion } from '../core/database/embedded-version.ts';
import { cannot, runsOnServer, SERVERS, serversHere } from './has-tool.ts';

export interface OtherPostgres {
  /** Holds initdb and postgres. */
  readonly folder: string;
  readonly version: string;
  readonly majorVersion: string;
}

const majorOf = (version = '') => version.split('.')[0] ?? '';

/** @returns undefined where the machine has none: the test is then skipped by name */
export function findOtherPostgres(): OtherPostgres | undefined {
  if (runsOnServer()) return undefined;
  const majorVersion = serversHere()
    .map(String)
    .find((version) => version !== majorOf(embeddedVersion()));
  if (majorVersion === undefined) return undefined;
  const folder = join(SERVERS, majorVersion, 'bin');
  return { folder, version: embeddedVersion(folder) ?? '', majorVersion };
}

/** Why a test cannot use one, or false: for `skip`. */
export const noOtherPostgres = (found: OtherPostgres | undefined) =>
  runsOnServer() || cannot(found === undefined && `needs a PostgreSQL of another major version in ${SERVERS}`);
