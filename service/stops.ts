/** The stops of the started parts. */
import type { Logger } from 'pino';

export interface Stops {
  add(stop: () => Promise<void> | undefined): void;
  /** Stops them in reverse order; a stop that fails does not prevent the others. */
  all(): Promise<void>;
}

export function createStops(log: Logger): Stops {
  const stops: (() => Promise<void> | undefined)[] = [];
  return {
    add: (stop) => void stops.push(stop),
    async all() {
      for (let stop = stops.pop(); stop; stop = stops.pop()) {
        try {
          await stop();
        } catch (error) {
          log.error({ err: error }, 'stopping failed');
        }
      }
    },
  };
}
