/**
 * A generated year of a community's account in eight dialects of banks' files, each file imported twice: what is booked
 * wrongly or twice, and how many lines a second become booked hours.
 */
import { playYear } from '../test-support/bank-year/play.ts';
import { startTestService } from '../test-support/harness.ts';
import type { Remark } from './measure.ts';

const LINES = 10_000;

export async function benchInbox(): Promise<Remark[]> {
  const service = await startTestService();
  service.clock.set('2026-12-01T12:00:00.000Z');
  try {
    const startedMs = performance.now();
    const { lines, wrong, doubled, unexplained } = await playYear(service, { seed: 1, count: LINES });
    const seconds = (performance.now() - startedMs) / 1000;
    const faults = unexplained.length === 0 ? 'none' : unexplained.join('; ');
    return [
      {
        what: `a year of ${lines} bank lines in eight dialects, with duplicates, returns, batches, slips and two currencies`,
        remark: `${wrong} seconds to a wrong member, ${doubled} lines too many, explained as something else: ${faults}; ${seconds.toFixed(1)} s, ${(lines / seconds).toFixed(0)} lines a second, each file twice`,
      },
    ];
  } finally {
    await service.stop();
  }
}
