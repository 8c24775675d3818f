/** What was started, and how each of it is stopped again. */
import type { Logger } from 'pino';

export interface Stops {
  add(stop: () => Promise<void> | undefined): void;
  /** Last started, first stopped; a stop that fails keeps no other from its turn. */
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
