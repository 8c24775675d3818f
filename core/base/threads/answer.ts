/** Reads one file of a person, in a thread of its own: no content of it can hold up the service. */
import { once } from 'node:events';
import { isMainThread, parentPort, workerData } from 'node:worker_threads';
import type { Progress, Question, ThreadAnswer, ThreadFault } from './protocol.ts';

const PART_ITEMS = 500;

/**
 * Answers the question of this thread; does nothing outside one.
 * @param read reads the file
 * @param faultOf tells an unusable file from a failure of ours
 */
export async function answerInThread<Task>(
  read: (task: Task, file: Buffer, onProgress: (progress: Progress) => void) => Promise<object>,
  faultOf: (error: unknown) => ThreadFault | undefined,
): Promise<void> {
  if (isMainThread || !parentPort) return;
  const port = parentPort;
  const { task, bytes } = workerData as Question<Task>;
  const send = (message: ThreadAnswer) => port.postMessage(message);
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    const result = await read(task, file, ({ done, total }) => send({ type: 'progress', done, total }));
    const rest: Record<string, unknown> = {};
    for (const [name, value] of Object.entries(result)) {
      if (!Array.isArray(value)) {
        rest[name] = value;
        continue;
      }
      for (let at = 0; at === 0 || at < value.length; at += PART_ITEMS) {
        const acknowledged = once(port, 'message');
        send({ type: 'part', list: name, items: value.slice(at, at + PART_ITEMS) });
        await acknowledged;
      }
    }
    send({ type: 'result', rest });
  } catch (error) {
    const fault = faultOf(error);
    if (!fault) throw error;
    send({ type: 'fault', fault });
  } finally {
    port.close();
  }
}
