/** Whether many requests wait for this process's answers: what nobody waits for gives way to them (ADR 0052). */
export interface Load {
  /** So many requests are being answered at once. */
  note(requests: number): void;
  isHigh(): boolean;
}

/** A process with time to spare answers before so many have come. */
const MANY_REQUESTS = 16;
/** Batches end together: there may be few for a moment. */
const HIGH_FOR_MS = 100;

export function createLoad(): Load {
  let highUntilMs = Number.NEGATIVE_INFINITY;
  return {
    note(requests) {
      if (requests >= MANY_REQUESTS) highUntilMs = performance.now() + HIGH_FOR_MS;
    },
    isHigh: () => performance.now() < highUntilMs,
  };
}
