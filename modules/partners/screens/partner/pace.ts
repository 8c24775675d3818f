/** How soon what is shown of webhooks is read again. A hidden tab reads nothing (`useRead`). */
import { useCallback, useRef } from 'react';
import { MINUTE_MS } from '../../../../console/src/i18n/time.ts';

/** While something is on its way, or was just asked for. */
const FAST_MS = 1_000;
/** While something waits for its next attempt. */
const WAITING_MS = 5_000;
const IDLE_MS = 15_000;
/** A delivery that is this late is held up elsewhere; asking more often does not help. */
const LATE_MS = MINUTE_MS;
const HURRY_MS = 10_000;

/** @param due when the next attempts are due, of what waits for one */
export function paceOf(due: readonly string[], nowMs: number): number {
  if (due.length === 0) return IDLE_MS;
  const nextMs = Math.min(...due.map((at) => new Date(at).getTime())) - nowMs;
  return nextMs < -LATE_MS ? WAITING_MS : Math.min(Math.max(nextMs, FAST_MS), WAITING_MS);
}

export interface Pace {
  /** Something was asked for: its outcome is looked for at once. */
  readonly hurry: () => void;
  readonly of: (due: readonly string[]) => number;
}

export function usePace(): Pace {
  const hurriedUntilMs = useRef(0);
  const hurry = useCallback(() => {
    hurriedUntilMs.current = Date.now() + HURRY_MS;
  }, []);
  const of = useCallback((due: readonly string[]) => {
    const nowMs = Date.now();
    return nowMs < hurriedUntilMs.current ? FAST_MS : paceOf(due, nowMs);
  }, []);
  return { hurry, of };
}
