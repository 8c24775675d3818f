import type { ClockState } from '../platform/base/clock.ts';

/** Of a clock that a test sets: whatever it says is right. */
export const RIGHT_CLOCK: ClockState = { fault: () => undefined, cautiousUntil: () => undefined };
