import type { ClockState } from '../core/base/clock.ts';

/** The state of a clock that a test sets: it is always right. */
export const RIGHT_CLOCK: ClockState = { fault: () => undefined, cautiousUntil: () => undefined };
