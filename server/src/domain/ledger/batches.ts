/** Group commit: what arrives while a batch is on its way forms the next one, for one commit and one fsync. */
import { setImmediate as turn } from 'node:timers/promises';
import { createTurns, type QueuePlace } from './turns.ts';

const BATCH_MAX = 128;

/** What became of a batch. */
export interface Sent {
  /** Tells everybody in it. */
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
 * @param flightsMax how many batches may be on their way at once
 * @param send never rejects
 * @param refuse one that has not been sent, for what made a batch before it fail
 */
export function createBatches<Item>(
  placeOf: (item: Item) => QueuePlace,
  flightsMax: number,
  send: (batch: readonly Item[]) => Promise<Sent>,
  refuse: (item: Item, error: unknown) => void,
): Batches<Item> {
  const waiting = createTurns(placeOf);
  const onTheirWay = new Set<readonly Item[]>();
  let isLooking = false;

  /** @returns whether a batch was sent */
  function sendNext(): boolean {
    if (waiting.size === 0 || onTheirWay.size >= flightsMax) return false;
    // Behind another one it is sent once it carries two thirds as much: emptier ones cost more than the wait for the rest.
    for (const ahead of onTheirWay) if (waiting.size * 3 < ahead.length * 2) return false;
    void fly(waiting.take(BATCH_MAX));
    return true;
  }

  async function fly(batch: readonly Item[]): Promise<void> {
    onTheirWay.add(batch);
    const { answer, away } = await send(batch);
    onTheirWay.delete(batch);
    // Who waited through one time-out of the database must not wait through a second: 503 within 5 seconds.
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
      // After this turn's input: whoever was just answered asks again, and must not make a batch of one.
      setImmediate(() => {
        isLooking = false;
        sendNext();
      });
    },
  };
}
