/** What the first process of a service looks after by itself. */
import { setTimeout as delay } from 'node:timers/promises';

/**
 * Looks now and again and again, one look after the other.
 * @param look must not throw; is told when it is to end
 * @returns what ends it; the look that is under way is told and waited for
 */
export function regularly(look: (signal: AbortSignal) => Promise<void>, everyMs: number): () => Promise<void> {
  const ended = new AbortController();
  const { signal } = ended;
  const running = (async () => {
    while (!signal.aborted) {
      await look(signal);
      await delay(everyMs, undefined, { signal, ref: false }).catch(() => {});
    }
  })();
  return async () => {
    ended.abort();
    await running;
  };
}
