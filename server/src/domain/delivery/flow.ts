/** Repeating work; runs never overlap. */

export interface Flow {
  /** Runs the work now, once more if it is running; after a failure not before its wait is over. */
  run(): void;
  /** Resolves when no round is running. */
  ended(): Promise<void>;
}

export interface FlowOptions {
  /** Between two rounds when nobody asks for one. */
  readonly pollMs: number;
  readonly signal: AbortSignal;
  readonly onFailure: (error: Error, retryInMs: number) => void;
}

const BACKOFF_MIN_MS = 250;
const BACKOFF_MAX_MS = 5000;

/** @param work one round; returns whether there is more to do at once, or in how many ms to look again */
export function createFlow(work: () => Promise<boolean | number>, { pollMs, signal, onFailure }: FlowOptions): Flow {
  let wanted = false;
  let running: Promise<void> | undefined;
  let failures = 0;
  let pausedUntilMs = 0;
  let timer: NodeJS.Timeout | undefined;
  signal.addEventListener('abort', () => clearTimeout(timer), { once: true });

  function runAfter(delayMs: number): void {
    clearTimeout(timer);
    if (!signal.aborted) timer = setTimeout(run, delayMs);
  }

  async function rounds(): Promise<void> {
    let restMs = pollMs;
    while (wanted && !signal.aborted) {
      wanted = false;
      try {
        const more = await work();
        restMs = typeof more === 'number' ? Math.min(more, pollMs) : pollMs;
        if (more === true) wanted = true;
        failures = 0;
      } catch (error) {
        // The database is away, or two statements met: what was not committed is still there.
        const waitMs = Math.min(BACKOFF_MIN_MS * 2 ** failures++, BACKOFF_MAX_MS);
        pausedUntilMs = performance.now() + waitMs;
        onFailure(error as Error, waitMs);
        running = undefined;
        return runAfter(waitMs + 1);
      }
    }
    running = undefined;
    runAfter(restMs);
  }

  function run(): void {
    if (signal.aborted || performance.now() < pausedUntilMs) return;
    wanted = true;
    running ??= rounds();
  }

  return {
    run,
    async ended() {
      await running;
    },
  };
}
