/** Long work in pieces, between which everything else that waits has its turn. */
import { setImmediate as nextTurn } from 'node:timers/promises';

const ITEMS_AT_ONCE = 500;

/** Does something with each item, in their order. */
export async function eachInTurns<T>(items: Iterable<T>, work: (item: T) => void): Promise<void> {
  let done = 0;
  for (const item of items) {
    work(item);
    if (++done % ITEMS_AT_ONCE === 0) await nextTurn();
  }
}

/** What something makes of each item, in their order. */
export async function mapInTurns<T, R>(items: Iterable<T>, make: (item: T) => R): Promise<R[]> {
  const made: R[] = [];
  await eachInTurns(items, (item) => made.push(make(item)));
  return made;
}
