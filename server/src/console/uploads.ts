/** Files that are uploaded: received side by side, worked on one at a time in each community. */
import { refusal } from '../refusal.ts';

export interface Uploads {
  /**
   * Receives the file, then works on it.
   * @throws Refusal validation_failed when it is larger than `bytesMax`; temporarily_unavailable while another of the
   * community is worked on, or many are
   */
  take<T>(
    communityId: number,
    file: AsyncIterable<Buffer> | undefined,
    bytesMax: number,
    work: (bytes: Buffer) => Promise<T>,
  ): Promise<T>;
}

/** Of one community: each takes memory, and a slow one as long as a request may take. */
const RECEIVED_MAX = 3;
/** Of all communities: each takes time from the partner API. */
const RUNNING_MAX = 4;

/** The uploads of one process. */
export function createUploads(): Uploads {
  const receiving = new Map<number, number>();
  const running = new Set<number>();

  async function receive(communityId: number, file: AsyncIterable<Buffer>, bytesMax: number): Promise<Buffer> {
    const others = receiving.get(communityId) ?? 0;
    if (others >= RECEIVED_MAX) throw busy('Other files of this community are being uploaded; try again in a moment.');
    receiving.set(communityId, others + 1);
    try {
      return await collect(file, bytesMax);
    } finally {
      const left = (receiving.get(communityId) ?? 1) - 1;
      if (left > 0) receiving.set(communityId, left);
      else receiving.delete(communityId);
    }
  }

  return {
    async take(communityId, file, bytesMax, work) {
      if (!file) throw new Error('an upload without a file');
      const bytes = await receive(communityId, file, bytesMax);
      if (running.has(communityId)) {
        throw busy('Another file of this community is being worked on; try again in a moment.');
      }
      if (running.size >= RUNNING_MAX) throw busy('Other files are being worked on; try again in a moment.');
      running.add(communityId);
      try {
        return await work(bytes);
      } finally {
        running.delete(communityId);
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
