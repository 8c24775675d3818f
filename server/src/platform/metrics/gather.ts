/** Adds up what several processes count. */
import { AggregatorRegistry } from 'prom-client';
import type { MetricsSnapshot } from './metrics.ts';

export interface Gatherer {
  /** What a process counts now. */
  note(id: number, snapshot: MetricsSnapshot): void;
  /** The process has ended. Its counts stay: a sum that falls would look like a restart, and rates would be wrong. */
  retire(id: number): void;
  /** Of all that run, and one of all that have ended. */
  snapshots(): Promise<readonly MetricsSnapshot[]>;
}

export function createGatherer(): Gatherer {
  const running = new Map<number, MetricsSnapshot>();
  let retired: Promise<MetricsSnapshot> = Promise.resolve([]);

  return {
    note: (id, snapshot) => void running.set(id, snapshot),
    retire(id) {
      const counts = (running.get(id) ?? []).filter(({ type }) => isCount(String(type)));
      running.delete(id);
      retired = retired.then((before) => AggregatorRegistry.aggregate([before, counts]).getMetricsAsJSON());
    },
    snapshots: async () => [await retired, ...running.values()],
  };
}

/** Unlike a gauge, which tells what is now. */
const isCount = (type: string) => type === 'counter' || type === 'histogram';
