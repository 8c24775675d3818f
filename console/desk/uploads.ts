/** Files that are uploaded: received side by side, worked on one at a time in each community. */
import { createInTurn } from '../../core/base/in-turn.ts';
import { refusal } from '../../core/base/refusal.ts';

export interface Uploads {
  /**
   * Receives the file, waits for its turn in the community, works on it.
   * @throws Refusal validation_failed when it is larger than `bytesMax`; temporarily_unavailable while the community has
   * others under way already, or many communities have
   */
  take<T>(
    communityId: number,
    file: AsyncIterable<Buffer> | undefined,
    bytesMax: number,
    work: (bytes: Buffer) => Promise<T>,
  ): Promise<T>;
}

/** Files of one community that arrive or wait for their turn: each takes memory, and a slow one as long as a request may. */
const UNDER_WAY_MAX = 4;
/** Communities whose files are worked on at once: each takes time from the partner API. */
const RUNNING_MAX = 4;

/** The uploads of one process. */
export function createUploads(): Uploads {
  const underWay = new Map<number, number>();
  const turns = createInTurn<number>();

  return {
    async take(communityId, file, bytesMax, work) {
      if (!file) throw new Error('an upload without a file');
      const others = underWay.get(communityId) ?? 0;
      if (others >= UNDER_WAY_MAX) {
        throw busy('Other files of this community are being uploaded; try again in a moment.');
      }
      underWay.set(communityId, others + 1);
      try {
        const bytes = await collect(file, bytesMax);
        if (!turns.has(communityId) && turns.size >= RUNNING_MAX) {
          throw busy('Other files are being worked on; try again in a moment.');
        }
        return await turns.run(communityId, () => work(bytes));
      } finally {
        const left = (underWay.get(communityId) ?? 1) - 1;
        if (left > 0) underWay.set(communityId, left);
        else underWay.delete(communityId);
      }
    },
  };
}

async function collect(file: AsyncIterable<Buffer>, bytesMax: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of file) {
    bytes += chunk.length;
    if (bytes > bytesMax) {
      const message = `The file is larger than ${Math.floor(bytesMax / 1e6)} MB. Split it, or use the command line.`;
      throw refusal('validation_failed', message, [{ field: 'file', code: 'file_too_large', message }]);
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function busy(message: string) {
  return refusal('temporarily_unavailable', message);
}
