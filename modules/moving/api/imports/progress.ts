/** How far running imports and moves are, for those who know their keys. */
import type { ImportProgress } from '../../../tables/record-types.ts';

export interface ProgressByKey {
  /** Takes the progress of one import; without a key nobody asks for it. */
  of(communityId: number, key: string | undefined): { onProgress?: (done: ImportProgress) => void; end(): void };
  read(communityId: number, key: string | undefined): ImportProgress | undefined;
}

/** The progress of one process. */
export function createProgressByKey(): ProgressByKey {
  const all = new Map<string, ImportProgress>();
  return {
    of(communityId, key) {
      if (key === undefined) return { end() {} };
      const name = `${communityId} ${key}`;
      return {
        onProgress: (done) => void all.set(name, done),
        end: () => void all.delete(name),
      };
    },
    read: (communityId, key) => all.get(`${communityId} ${key}`),
  };
}
