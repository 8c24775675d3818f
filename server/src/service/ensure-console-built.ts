/** Builds the front end when it is missing, or was built from other sources: after an update without `npm ci`, say. */
import { execFile } from 'node:child_process';
import { access } from 'node:fs/promises';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import type { Logger } from 'pino';

const BUILD_TIMEOUT_MS = 120_000;
const SCRIPT = resolve(import.meta.dirname, '../../../console/build.mjs');

/** Everything but the console works without it, so a failure is a warning. */
export async function ensureConsoleBuilt(log: Pick<Logger, 'warn'>): Promise<void> {
  // A service that was installed without the sources has what it needs.
  if (
    !(await access(SCRIPT).then(
      () => true,
      () => false,
    ))
  )
    return;
  try {
    await promisify(execFile)(process.execPath, [SCRIPT, '--strict'], { timeout: BUILD_TIMEOUT_MS });
  } catch (error) {
    log.warn({ reason: String((error as { stderr?: string }).stderr ?? error).trim() }, 'the console is not built');
  }
}
