/**
 * Requests that wait for the next batch, in turns: single requests before those of many at once, and partner after
 * partner.
 */

/** The place of a request among those that wait. */
export interface QueuePlace {
  readonly partnerId: number;
  /** It came with many others in one request: it waits behind single ones. */
  readonly isOfMany: boolean;
}

export interface Turns<Item> {
  readonly size: number;
  sizeOf(partnerId: number): number;
  add(items: readonly Item[]): void;
  /** Takes at most so many, each partner's in their order of arrival. */
  take(max: number): Item[];
}

/** By partner, the one whose turn is next first. */
type Queues<Item> = Map<number, Item[]>;

export function createTurns<Item>(placeOf: (item: Item) => QueuePlace): Turns<Item> {
  const single: Queues<Item> = new Map();
  const ofMany: Queues<Item> = new Map();
  let size = 0;

  return {
    get size() {
      return size;
    },
    sizeOf: (partnerId) => (single.get(partnerId)?.length ?? 0) + (ofMany.get(partnerId)?.length ?? 0),
    add(items) {
      for (const item of items) {
        const { partnerId, isOfMany } = placeOf(item);
        const queues = isOfMany ? ofMany : single;
        const queue = queues.get(partnerId);
        if (queue) queue.push(item);
        else queues.set(partnerId, [item]);
      }
      size += items.length;
    },
    take(max) {
      const taken = takeFrom(single, max);
      taken.push(...takeFrom(ofMany, max - taken.length));
      size -= taken.length;
      return taken;
    },
  };
}

function takeFrom<Item>(queues: Queues<Item>, max: number): Item[] {
  const taken: Item[] = [];
  while (taken.length < max) {
    const [next] = queues;
    if (!next) break;
    const [partnerId, queue] = next;
    // Alone it need not take turns.
    taken.push(...queue.splice(0, queues.size === 1 ? max - taken.length : 1));
    queues.delete(partnerId);
    if (queue.length > 0) queues.set(partnerId, queue);
  }
  return taken;
}
