/** Whether many requests wait for this process's answers: work without a waiting client gives way to them (docs/decisions/deliveries.md). */
export interface Load {
  /** Running requests above which the process is busy. */
  note(requests: number): void;
  isHigh(): boolean;
}

/** Too many for a process that has time to spare. */
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
