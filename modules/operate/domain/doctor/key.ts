/** The secret key: whether it is the database's, and what an interrupted rotation has left. Changes nothing. */
import { stat } from 'node:fs/promises';
import type { Config } from '../../../../core/base/config.ts';
import { keyFileOf, nextKeyFileOf, OPEN_TO_OTHERS, readKeyFile } from '../../../../core/installation/key-file.ts';
import { selectKeyCheck } from '../../../../core/installation/queries.ts';
import { describeKeyFile, fits, WRONG_KEY } from '../../../../core/installation/secret-key.ts';
import type { DatabaseAccess } from './access.ts';
import { type Check, type Finding, note, ok, problem, problemOf } from './check.ts';

export function keyCheck(config: Config, access: DatabaseAccess): Check {
  return {
    name: 'secret_key',
    settings: ['DATABASE_URL', 'SECRET_KEY'],
    needs: ['schema'],
    run: () => checkKey(config, access),
  };
}

async function checkKey({ secretKey, dataDir }: Config, access: DatabaseAccess): Promise<Finding> {
  const [installation] = await selectKeyCheck(await access.app());
  const check = installation?.check ?? null;
  if (secretKey !== undefined) {
    if (check === null || fits(secretKey, check)) return ok('SECRET_KEY is the one of this database');
    return problemOf(WRONG_KEY);
  }
  const file = keyFileOf(dataDir);
  const present = await readKeyFile(file);
  if (check === null) return ok(`not used yet; the service will use ${file}`);
  const left = nextKeyFileOf(dataDir);
  const next = await readKeyFile(left);
  if (present === undefined || !fits(present, check)) {
    if (next !== undefined && fits(next, check)) {
      return note(
        `a rotation was interrupted: the key is in ${left}`,
        'Start the service: it puts the key in its place.',
      );
    }
    return problemOf(describeKeyFile(file, present !== undefined));
  }
  const { mode } = await stat(file);
  if ((mode & OPEN_TO_OTHERS) !== 0) {
    return problem(`${file} is open to other users`, `Take their rights away: chmod go= ${file}`);
  }
  if (next !== undefined) {
    return note(
      `${file} fits; ${left} is left of a rotation that was interrupted before it changed anything`,
      'Run "timebank secret-key rotate" again if you meant to, which uses that key; else delete the file.',
    );
  }
  return ok(`${file} is the one of this database`);
}
