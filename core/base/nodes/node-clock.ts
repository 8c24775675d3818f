/**
 * The one place that decides what time it is: that of the database, carried on by a counter of this machine which nobody
 * sets. The machine's own clock is a second witness: where the two differ, this node dates nothing (docs/decisions/time.md).
 */

import type { DatabaseLog } from '../../database/log.ts';
import type { Queryable } from '../../database/query.ts';
import type { Clock, ClockState } from '../clock.ts';
import { repeat } from '../repeat.ts';
import { describeSpan, HOUR_MS, MINUTE_MS, SECOND_MS } from '../time.ts';
import { type DatabaseTimeRow, selectDatabaseTime, updateCaution } from './queries.ts';

/** By which a node's clock may differ from the database's. */
export const DIFFERENCE_MAX_MS = MINUTE_MS;
/** How long nothing is closed or deleted after a long stop: time enough for a person to see that a clock is wrong. */
export const CAUTION_MS = HOUR_MS;
const MEASURE_EVERY_MS = 2 * SECOND_MS;

/** The clocks of this machine. */
export interface Machine {
  /** Its wall clock, which may be set. */
  readonly clock: Clock;
  /** Milliseconds since any moment, independent of the wall clock. */
  readonly steadyMs: () => number;
}

/** The source of the time. */
export interface TimeSource {
  /** The database's time, and whether it is one of caution. */
  readonly ask: () => Promise<DatabaseTimeRow>;
  /** Notes for all nodes, and for those that start later, that nothing is closed or deleted until then. */
  readonly beCautious: (from: Date, until: Date) => Promise<unknown>;
}

export interface NodeClock extends Clock, ClockState {
  /** By how much the machine's clock is ahead of the database's, as last measured. */
  differenceMs(): number;
  /** Compares the clocks now. */
  measure(): Promise<void>;
}

interface ClockReading {
  readonly clockMs: number;
  readonly steadyMs: number;
}

/** From `low` to `high`, both in milliseconds. */
interface Range {
  readonly low: number;
  readonly high: number;
}

/** Measures once. @param log gets a line when the clock becomes wrong, and one when it is right again */
export async function createNodeClock(machine: Machine, source: TimeSource, log: DatabaseLog): Promise<NodeClock> {
  /** Added to the steady counter it is the database's time. */
  let offsetMs = Number.NaN;
  /** Whether the offset comes from a database that this machine's clock agreed with. */
  let isWitnessed = false;
  let fault: string | undefined;
  let differenceMs = 0;
  let cautious: { readonly from: Date; readonly until: Date } | undefined;
  let last = read();

  function read(): ClockReading {
    return { clockMs: machine.clock.now().getTime(), steadyMs: machine.steadyMs() };
  }

  const now = () => new Date(Math.floor(machine.steadyMs() + offsetMs));

  /** Only what the answer cannot explain by the time it took is a difference. */
  async function measure(): Promise<void> {
    const before = read();
    const { at, cautiousFrom, cautiousUntil } = await source.ask();
    const after = read();
    last = after;
    const difference = { low: before.clockMs - at.getTime(), high: after.clockMs - at.getTime() };
    const offset = { low: at.getTime() - after.steadyMs, high: at.getTime() - before.steadyMs };
    differenceMs = Math.round(nearest(difference, 0));
    cautious = cautiousFrom && cautiousUntil ? { from: cautiousFrom, until: cautiousUntil } : undefined;
    const moved = Number.isNaN(offsetMs) ? 0 : nearest({ low: offset.low - offsetMs, high: offset.high - offsetMs }, 0);
    note(faultOf(differenceMs, isWitnessed ? moved : 0));
    if (Number.isNaN(offsetMs)) offsetMs = (offset.low + offset.high) / 2;
    if (fault === undefined) await adopt(moved, offset, at);
  }

  async function adopt(moved: number, offset: Range, at: Date): Promise<void> {
    const jumped = isWitnessed && moved > DIFFERENCE_MAX_MS;
    if (jumped) {
      // Two causes look alike here: the machine slept, or the clock that database and machine share was set.
      const until = new Date(at.getTime() + CAUTION_MS);
      await source.beCautious(at, until);
      cautious = { from: at, until };
      log.warn(
        { ahead_ms: Math.round(moved), until },
        `the database's clock has gone on by ${describeSpan(moved)} more than time has passed; nothing is closed or deleted for an hour`,
      );
    }
    offsetMs = nearest(offset, offsetMs);
    isWitnessed = true;
  }

  function note(next: string | undefined): void {
    if (next !== undefined && fault === undefined) log.error({ ahead_ms: differenceMs }, next);
    if (next === undefined && fault !== undefined) log.info({ ahead_ms: differenceMs }, 'the clock is right again');
    fault = next;
  }

  await measure();
  return {
    now,
    measure,
    differenceMs: () => differenceMs,
    fault() {
      if (fault !== undefined) return fault;
      const { clockMs, steadyMs } = read();
      const moved = clockMs - last.clockMs - (steadyMs - last.steadyMs);
      if (Math.abs(moved) <= DIFFERENCE_MAX_MS) return undefined;
      return `This machine's clock was just set, or the machine was asleep: it is being compared with the database's.`;
    },
    cautiousUntil() {
      // One that was noted under a clock that has been corrected since lies in the future, and is over.
      const at = now();
      return cautious && cautious.from <= at && at < cautious.until ? cautious.until : undefined;
    },
  };
}

/** PostgreSQL as the source of the time. */
export const timeSource = (on: Queryable): TimeSource => ({
  async ask() {
    const [row] = await selectDatabaseTime(on);
    if (!row) throw new Error('an installation has one row');
    return row;
  },
  beCautious: (from, until) => updateCaution(on, { from, until }),
});

/** Compares the clocks repeatedly. @returns a function that stops it */
export function keepMeasuring(clock: NodeClock, everyMs = MEASURE_EVERY_MS): () => Promise<void> {
  // While the database is away nothing is dated, and requests notice it.
  return repeat(() => clock.measure().catch(() => {}), { everyMs, firstMs: everyMs }).stop;
}

/** @param aheadMs of the machine @param movedMs of the database, beyond the time that has passed */
function faultOf(aheadMs: number, movedMs: number): string | undefined {
  if (Math.abs(aheadMs) > DIFFERENCE_MAX_MS) {
    return `This machine's clock is ${describeDifference(aheadMs)} the database's: set both by a time server.`;
  }
  if (movedMs < -DIFFERENCE_MAX_MS) {
    return `The database's clock has gone back by ${describeSpan(-movedMs)} while the service ran: if it is right now, restart the service.`;
  }
  return undefined;
}

/** The distance in words, such as `40 days ahead of`. */
export const describeDifference = (aheadMs: number) =>
  `${describeSpan(Math.abs(aheadMs))} ${aheadMs > 0 ? 'ahead of' : 'behind'}`;

/** The value of the range that is nearest to another one. */
const nearest = ({ low, high }: Range, to: number) => Math.min(Math.max(to, low), high);
