/**
 * One process of the suite: its files in turn, each as a test that holds those of the file. What they share is loaded and
 * compiled once. A file that waits for ever ends the process with its name, and so does what any of them left open.
 */
import { resolve } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';

const LIMIT_MINUTES = 15;

/** From the end of the last file to that of the process: time to let go of sockets and workers that are closed. */
const LEAVE_MS = 120_000;

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
  // Only fires when something else keeps the process.
  setTimeout(() => {
    const kept = process.getActiveResourcesInfo().join(', ');
    console.error(`All tests have ended, but one of ${files.join(', ')} left something open: ${kept}.`);
    process.exit(1);
  }, LEAVE_MS).unref();
}
