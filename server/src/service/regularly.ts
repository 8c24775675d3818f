/** Repeating work of one process; runs never overlap. */
import { setTimeout as delay } from 'node:timers/promises';

/**
 * Runs the work now, and again after each pause.
 * @param look must not throw; its signal aborts when it is to end
 * @returns a function that stops it: aborts the run that is under way, and waits for its end
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
