/**
 * Places for work that takes memory and a core. Known people come first, whatever strangers do; strangers take turns by
 * where they come from, and of too many the newest of the busiest place gives way.
 */
import { type Refusal, rateLimited } from '../../core/base/refusal.ts';

/** Where an attempt comes from. */
export interface AttemptSource {
  /** A device or an address that signed in to the account before, or a person who is let in already. */
  readonly isKnown: boolean;
  /** A wide range of addresses: one stranger may have thousands of narrow ones. */
  readonly from: string;
}

export interface Places {
  /** Whether there is a place now, or one to wait at. */
  hasRoom(comer: AttemptSource): boolean;
  /** Waits for a place. @throws Refusal rate_limited */
  enter(comer: AttemptSource): Promise<void>;
  /** Gives the place to the next. */
  leave(): void;
}

interface WaitingAttempt {
  readonly resolve: () => void;
  readonly reject: (error: Refusal) => void;
}

/** The time until the next turn, about. */
const RETRY_SECONDS = 5;

/**
 * @param runningMax at once
 * @param waitingMax of those who are known, and as many of the others
 */
export function createPlaces(runningMax: number, waitingMax: number): Places {
  let running = 0;
  const known: WaitingAttempt[] = [];
  /** In the order of their next turn. */
  const strangers = new Map<string, WaitingAttempt[]>();
  let strangersWaiting = 0;

  /** The place where most wait, if one of them gives way to a request from here. */
  function busierThan(from: string): WaitingAttempt[] | undefined {
    const own = strangers.get(from)?.length ?? 0;
    let busiest: WaitingAttempt[] = [];
    for (const waiting of strangers.values()) if (waiting.length > busiest.length) busiest = waiting;
    return busiest.length > own + 1 ? busiest : undefined;
  }

  function hasRoom({ isKnown, from }: AttemptSource): boolean {
    if (running < runningMax) return true;
    if (isKnown) return known.length < waitingMax;
    return strangersWaiting < waitingMax || busierThan(from) !== undefined;
  }

  function next(): WaitingAttempt | undefined {
    const first = known.shift();
    if (first) return first;
    const [turn] = strangers;
    if (!turn) return undefined;
    const [from, waiting] = turn;
    const one = waiting.shift();
    strangersWaiting--;
    strangers.delete(from);
    if (waiting.length > 0) strangers.set(from, waiting);
    return one;
  }

  function wait(comer: AttemptSource, one: WaitingAttempt): void {
    if (comer.isKnown) {
      known.push(one);
      return;
    }
    if (strangersWaiting >= waitingMax) {
      busierThan(comer.from)?.pop()?.reject(noPlace());
      strangersWaiting--;
    }
    const waiting = strangers.get(comer.from);
    if (waiting) waiting.push(one);
    else strangers.set(comer.from, [one]);
    strangersWaiting++;
  }

  return {
    hasRoom,
    async enter(comer) {
      if (!hasRoom(comer)) throw noPlace();
      if (running < runningMax) running++;
      else await new Promise<void>((resolve, reject) => wait(comer, { resolve, reject }));
    },
    leave() {
      // The place is handed on, so that nobody who has just come takes it.
      const one = next();
      if (one) one.resolve();
      else running--;
    },
  };
}

/** The refusal when no place is left. */
export function noPlace(): Refusal {
  return rateLimited(`Too many passwords are being checked; try again in ${RETRY_SECONDS} s.`, RETRY_SECONDS);
}
