/** Where a machine has no memory left, the kernel ends a command, and not the service beside it. */
import { readFileSync, writeFileSync } from 'node:fs';

/** These are the service. */
const STAYS: readonly string[] = ['serve', 'demo'];
const SCORE_FILE = '/proc/self/oom_score_adj';
/**
 * From -1000 to 1000, in thousandths of the memory: a command that has just begun must come before a service that has most
 * of a small machine.
 */
const SCORE = 900;

/**
 * Lets the kernel choose this process first, and the PostgreSQL that it may start, if it is a command. Anybody may raise the
 * score of their own process; other systems than Linux have none.
 * @param args the words of the command line
 */
export function giveWayToService(args: readonly string[]): void {
  if (args.some((word) => STAYS.includes(word))) return;
  try {
    if (Number(readFileSync(SCORE_FILE, 'utf8')) < SCORE) writeFileSync(SCORE_FILE, String(SCORE));
  } catch {
    // There is no such file, or it may not be written here: the kernel decides as it does without.
  }
}
