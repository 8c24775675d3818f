/**
 * The chain over the audit log (docs/decisions/days-and-hashes.md): when a day has become final, what was done since the last seal is
 * hashed together with the hash of that one. Rows that are deleted with age, reads of addresses, are no part of it.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { Clock } from '../../../core/base/clock.ts';
import { SECOND_MS } from '../../../core/base/time.ts';
import type { Job } from '../../../core/database/job.ts';
import type { Database } from '../../../core/database/query.ts';
import { lastFinalDay } from '../../../core/statements/close-days.ts';
import {
  insertCommunitySeal,
  insertInstallationSeal,
  selectAuditWriters,
  selectLastAuditId,
  selectUnsealed,
} from './seal-queries.ts';

/** Rows of one seal: its statement stays far below the time limit. */
const ROWS_MAX = 10_000;
const LOOK_AGAIN_MS = 50;
/** A writer that takes longer, such as an import, is waited for by the next run. */
const LOOKS_MAX = 40;

export const SEAL_JOBS: readonly Job[] = [
  {
    name: 'seal the audit log',
    everyMs: 5 * SECOND_MS,
    run: ({ database, clock }, signal) => sealAuditLog(database, clock, signal),
  },
];

/** Seals what is not sealed yet, of every community and of the installation, once for each day that is final. */
export async function sealAuditLog(database: Database, clock: Clock, signal?: AbortSignal): Promise<void> {
  const day = lastFinalDay(clock.now());
  const [last] = await selectLastAuditId(database.heavy);
  const throughId = last?.lastId ?? 0;
  const unsealed = await selectUnsealed(database.heavy, { day, throughId });
  if (unsealed.length === 0 || !(await isComplete(database, signal))) return;
  for (const { communityId } of unsealed) {
    const insertSeal = communityId === null ? insertInstallationSeal : insertCommunitySeal;
    let rowCount: number;
    do {
      const seal = { communityId, throughId, rowsMax: ROWS_MAX, day, sealedAt: clock.now() };
      const [made] = await insertSeal(database.heavy, seal);
      rowCount = made?.rowCount ?? 0;
    } while (rowCount === ROWS_MAX && !signal?.aborted);
  }
}

/**
 * Waits until all transactions have ended that could hold one of the ids given out so far: ids are given out before the
 * commit, so a smaller one may come after a larger one.
 * @returns whether they have
 */
async function isComplete({ heavy }: Database, signal?: AbortSignal): Promise<boolean> {
  const writersNow = async () => (await selectAuditWriters(heavy)).map(({ writer }) => writer);
  let waitedFor = await writersNow();
  for (let looks = 1; waitedFor.length > 0 && !signal?.aborted; looks++) {
    if (looks === LOOKS_MAX) return false;
    await delay(LOOK_AGAIN_MS);
    const writing = new Set(await writersNow());
    waitedFor = waitedFor.filter((writer) => writing.has(writer));
  }
  return waitedFor.length === 0;
}
