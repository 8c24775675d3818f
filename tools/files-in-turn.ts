/**
 * One process of the suite: its files in turn, each as a test that holds those of the file. What they share is loaded and
 * compiled once. A file that waits for ever, such as for a server it left open, ends the process with its name.
 */
import { resolve } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';

const LIMIT_MINUTES = 15;

/** Why a file was skipped, as the runner is told. */
export const NO_TIME = 'no time was left';

/**
 * @param files from the working directory
 * @param until when files no longer begin, in ms of the epoch; null: never
 */
export async function runInTurn(files: readonly string[], until: number | null): Promise<void> {
  for (const file of files) {
    const limit = setTimeout(() => {
      console.error(`${file} did not end within ${LIMIT_MINUTES} minutes: what it left open keeps it.`);
      process.exit(1);
    }, LIMIT_MINUTES * 60_000);
    const skip = until !== null && Date.now() > until && NO_TIME;
    await test(file, { skip }, () => import(pathToFileURL(resolve(file)).href));
    clearTimeout(limit);
  }
}
