export interface InTurn<Key> {
  /** Keys that have work. */
  readonly size: number;
  has(key: Key): boolean;
  /** Runs the work once all earlier work of this key has ended. Resolves or rejects as the work does. */
  run<T>(key: Key, work: () => Promise<T>): Promise<T>;
}

/** Work of one key runs one after the other, that of different keys side by side. */
export function createInTurn<Key>(): InTurn<Key> {
  /** The end of the last work of each key. */
  const last = new Map<Key, Promise<unknown>>();
  return {
    get size() {
      return last.size;
    },
    has: (key) => last.has(key),
    async run(key, work) {
      const done = (last.get(key) ?? Promise.resolve()).then(work);
      const ended = done.catch(() => {});
      last.set(key, ended);
      try {
        return await done;
      } finally {
        if (last.get(key) === ended) last.delete(key);
      }
    },
  };
}
