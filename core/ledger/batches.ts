/** Group commit: what arrives while a batch is on its way forms the next one, for one commit and one fsync. */
import { setImmediate as turn } from 'node:timers/promises';
import { createTurns, type QueuePlace } from './turns.ts';

const BATCH_MAX = 128;

/** The result of a batch. */
export interface BatchResult {
  /** Answers every request in it. */
  answer(): void;
  /** The error when the database is away: nothing more is worth trying. */
  readonly away?: unknown;
}

export interface Batches<Item> {
  /** How many wait to be sent. */
  readonly waiting: number;
  waitingOf(partnerId: number): number;
  add(items: readonly Item[]): void;
}

/**
 * @param placeOf in which order they leave
 * @param send never rejects
 * @param refuse one that has not been sent, for what made a batch before it fail
 */
export function createBatches<Item>(
  placeOf: (item: Item) => QueuePlace,
  send: (batch: readonly Item[]) => Promise<BatchResult>,
  refuse: (item: Item, error: unknown) => void,
): Batches<Item> {
  const waiting = createTurns(placeOf);
  let isOnTheWay = false;
  let isLooking = false;

  /** @returns whether a batch was sent */
  function sendNext(): boolean {
    if (waiting.size === 0 || isOnTheWay) return false;
    void post(waiting.take(BATCH_MAX));
    return true;
  }

  async function post(batch: readonly Item[]): Promise<void> {
    isOnTheWay = true;
    const { answer, away } = await send(batch);
    isOnTheWay = false;
    // A request that waited through one time-out of the database must not wait through a second: 503 within 5 seconds.
    if (away !== undefined) for (const item of waiting.take(waiting.size)) refuse(item, away);
    // PostgreSQL has work again before answers are written, which takes as long as a batch.
    if (sendNext()) await turn();
    answer();
  }

  return {
    get waiting() {
      return waiting.size;
    },
    waitingOf: waiting.sizeOf,
    add(items) {
      waiting.add(items);
      if (isLooking || items.length === 0) return;
      isLooking = true;
      // After this turn's input: a caller just answered asks again, and must not make a batch of one.
      setImmediate(() => {
        isLooking = false;
        sendNext();
      });
    },
  };
}
