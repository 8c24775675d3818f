/** Time as a dependency, so that tests can move it. */
export interface Clock {
  now(): Date;
}

/** The machine's clock. */
export const systemClock: Clock = { now: () => new Date() };

/** The state of the clock by which everything is dated. */
export interface ClockState {
  /** Why nothing may be dated by this process, in one sentence for the operator; undefined: its clock is right. */
  fault(): string | undefined;
  /** Until when nothing is closed or deleted, since the database was not written to for long; undefined: it may be. */
  cautiousUntil(): Date | undefined;
}
