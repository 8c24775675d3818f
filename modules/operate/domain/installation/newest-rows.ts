/**
 * The newest rows as witnesses of the time: a database whose clock lies before them is wrong, or was when they were written;
 * one that is long after them stood still, or its clock is wrong. At the start nothing else tells.
 */

import { CAUTION_MS, DIFFERENCE_MAX_MS, type NodeClock } from '../../../../core/base/nodes/node-clock.ts';
import { updateCaution } from '../../../../core/base/nodes/queries.ts';
import { describeSpan, isoText, WEEK_MS } from '../../../../core/base/time.ts';
import type { DatabaseLog } from '../../../../core/database/log.ts';
import { DatabaseOpenError } from '../../../../core/database/open-error.ts';
import type { Queryable } from '../../../../core/database/query.ts';
import { type NewestRow, selectNewestRows } from './queries.ts';

/** The newest of all; undefined: nothing has happened yet. Of a sandbox it tells nothing, since its days may run ahead. */
export async function findNewestRow(on: Queryable): Promise<NewestRow | undefined> {
  return (await selectNewestRows(on))[0];
}

/** The row, if it is later than the time by more than clocks may differ. */
export function rowAhead(newest: NewestRow | undefined, now: Date): NewestRow | undefined {
  return newest && newest.at.getTime() - now.getTime() > DIFFERENCE_MAX_MS ? newest : undefined;
}

/** Until when nothing is to be closed or deleted, since nothing was written for more than a week. */
export function cautionAfter(newest: NewestRow | undefined, now: Date): Date | undefined {
  const isLong = newest !== undefined && now.getTime() - newest.at.getTime() > WEEK_MS;
  return isLong ? new Date(now.getTime() + CAUTION_MS) : undefined;
}

/**
 * At the start of a service, before anything is dated: holds the clock against the newest row, and begins the hour of
 * caution, for all nodes and for a start within it.
 * @param clockIsRight the operator has looked: the newest row was written by a clock that was wrong
 * @throws DatabaseOpenError when the newest row lies in the future
 */
export async function checkClockAtStart(
  on: Queryable,
  clock: NodeClock,
  log: DatabaseLog,
  clockIsRight: boolean,
): Promise<void> {
  const newest = await findNewestRow(on);
  const now = clock.now();
  const ahead = rowAhead(newest, now);
  if (ahead) {
    const found = `The newest ${ahead.what} is of ${isoText(ahead.at)}, and the database's clock says ${isoText(now)}`;
    if (!clockIsRight) {
      throw new DatabaseOpenError(
        `${found}: set the clock of the database's machine right; if it is right, start once more with --clock-is-right.`,
      );
    }
    log.warn({ newest: ahead.at }, `${found}; the operator says that it is right`);
  }
  const until = cautionAfter(newest, now);
  if (until === undefined) return;
  await updateCaution(on, { from: now, until });
  await clock.measure();
  log.warn(
    { newest: newest?.at, until },
    `nothing was written for ${describeSpan(now.getTime() - (newest as NewestRow).at.getTime())}: if the clock is right, there is nothing to do; nothing is closed or deleted for an hour, so that a wrong one can be set right`,
  );
}
