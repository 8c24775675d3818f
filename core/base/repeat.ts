/** Repeating work; runs never overlap. */

export interface RepeatedWork {
  /** Runs the work now, once more if it is running; after a failure not before its pause is over. */
  run(): void;
  /** Aborts the run that is under way, and waits for its end. */
  stop(): Promise<void>;
}

export interface RepeatOptions {
  /** The pause between two runs that `run` does not ask for. */
  readonly everyMs: number;
  /** When the first run begins; undefined: with `run`. */
  readonly firstMs?: number;
  /** Called for each failure of the work. The pause grows with the failures that follow each other. */
  readonly onFailure?: (error: Error, retryInMs: number) => void;
}

const BACKOFF_MIN_MS = 250;
const BACKOFF_MAX_MS = 5000;

/** @param work one run; returns true for another one at once, or a shorter pause in ms. Its signal aborts with `stop` */
export function repeat(
  work: (signal: AbortSignal) => Promise<boolean | number> | Promise<void>,
  { everyMs, firstMs, onFailure }: RepeatOptions,
): RepeatedWork {
  const stopping = new AbortController();
  const { signal } = stopping;
  let isWanted = false;
  let isRunning = false;
  let running: Promise<void> | undefined;
  let failures = 0;
  let pausedUntilMs = 0;
  let timer: NodeJS.Timeout | undefined;

  function runAfter(delayMs: number): void {
    clearTimeout(timer);
    if (!signal.aborted) timer = setTimeout(run, delayMs).unref();
  }

  async function runs(): Promise<void> {
    let restMs = everyMs;
    while (isWanted && !signal.aborted) {
      isWanted = false;
      try {
        const next = await work(signal);
        restMs = typeof next === 'number' ? Math.min(next, everyMs) : everyMs;
        if (next === true) isWanted = true;
        failures = 0;
      } catch (error) {
        const waitMs = Math.min(BACKOFF_MIN_MS * 2 ** failures++, BACKOFF_MAX_MS);
        pausedUntilMs = performance.now() + waitMs;
        isWanted = false;
        // A timer may fire a millisecond early.
        restMs = waitMs + 1;
        onFailure?.(error as Error, waitMs);
      }
    }
    isRunning = false;
    runAfter(restMs);
  }

  function run(): void {
    if (signal.aborted || performance.now() < pausedUntilMs) return;
    isWanted = true;
    // Not asked of the promise: the work may call this before it first waits.
    if (isRunning) return;
    isRunning = true;
    running = runs();
  }

  if (firstMs === 0) run();
  else if (firstMs !== undefined) runAfter(firstMs);
  return {
    run,
    async stop() {
      stopping.abort();
      clearTimeout(timer);
      await running;
    },
  };
}
