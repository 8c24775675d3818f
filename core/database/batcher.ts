/**
 * Groups calls: those that arrive while the permitted loads are in flight share the next one. Nothing is kept between
 * loads, so every answer is read after its call was made.
 */
import { DatabaseBusy, isAway } from './connection.ts';

interface WaitingRead<Key, Value> {
  readonly key: Key;
  readonly resolve: (value: Value) => void;
  readonly reject: (error: unknown) => void;
}

/** Calls that may wait before further ones are refused with 503. */
const WAITING_MAX = 5000;
/** A second load keeps the process busy while it waits for the first; more make the loads small and so dear. */
const READS_MAX = 2;
/** So many waiting calls are split over two loads, of which one is on its way while the other is answered. */
const SPLIT_MIN = 32;

/**
 * Returns a function that answers one key by loading many at once, one load after the other.
 * @param load receives 1 to `batchMax` keys, equal ones included; returns one value per key, in the same order
 * @param batchMax keys of one load
 * @throws DatabaseBusy from the returned function when too many calls wait; otherwise what `load` throws
 */
export function batch<Key, Value>(
  load: (keys: readonly Key[]) => Promise<readonly Value[]>,
  batchMax: number,
): (key: Key) => Promise<Value> {
  return batchAt(1, load, batchMax);
}

/** Like `batch`, for loads that do not depend on each other: two may be in flight. */
export function batchReads<Key, Value>(
  load: (keys: readonly Key[]) => Promise<readonly Value[]>,
  batchMax: number,
): (key: Key) => Promise<Value> {
  return batchAt(READS_MAX, load, batchMax);
}

/** @param loadsMax loads in flight at once */
function batchAt<Key, Value>(
  loadsMax: number,
  load: (keys: readonly Key[]) => Promise<readonly Value[]>,
  batchMax: number,
): (key: Key) => Promise<Value> {
  let waiting: WaitingRead<Key, Value>[] = [];
  let running = 0;
  let inFlight = 0;

  /** Takes the calls of the next load: all, or half of many, so that two loads alternate and callers need not wait in step. */
  function take(): WaitingRead<Key, Value>[] {
    const isSplit = loadsMax > 1 && inFlight === 0 && waiting.length >= SPLIT_MIN;
    const size = Math.min(batchMax, isSplit ? Math.ceil(waiting.length / 2) : waiting.length);
    const taken = waiting.slice(0, size);
    waiting = waiting.slice(size);
    if (isSplit && running < loadsMax) {
      running++;
      queueMicrotask(() => void run());
    }
    return taken;
  }

  async function run(): Promise<void> {
    while (waiting.length > 0) {
      const taken = take();
      inFlight++;
      try {
        const values = await load(taken.map((entry) => entry.key));
        if (values.length !== taken.length) throw new Error('a batch must return one value per key');
        taken.forEach((entry, index) => {
          entry.resolve(values[index] as Value);
        });
      } catch (error) {
        for (const entry of taken) entry.reject(error);
        // A call that waited through one time-out of the database must not wait through a second: 503 within 5 seconds.
        if (isAway(error)) {
          for (const entry of waiting) entry.reject(error);
          waiting = [];
        }
      } finally {
        inFlight--;
      }
    }
    running--;
  }

  return (key) =>
    new Promise<Value>((resolve, reject) => {
      if (waiting.length >= WAITING_MAX) {
        reject(new DatabaseBusy('too many look-ups are waiting'));
        return;
      }
      waiting.push({ key, resolve, reject });
      if (running >= loadsMax) return;
      running++;
      // After this turn's input: requests that arrived together are loaded together.
      setImmediate(() => void run());
    });
}
