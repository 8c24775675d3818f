/** A change of a test's own: what domain functions with the suffix `In` take. */
import { type Change, type ChangeDeps, change } from '../core/change/change.ts';

/** Runs the work in one audited change. */
export function testChange<T>(
  deps: Pick<ChangeDeps, 'database' | 'clock' | 'hooks'>,
  communityId: number,
  work: (within: Change) => Promise<T>,
): Promise<T> {
  return change({ wakeWorker() {}, ...deps }, { communityId, actor: 'test' }, async (within) => {
    within.audit('test.changed');
    return await work(within);
  });
}
