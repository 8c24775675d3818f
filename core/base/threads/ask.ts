/** Reads files of people in a thread of its own, within bounds of time and memory. */
import { Worker } from 'node:worker_threads';
import type { Progress, Question, ThreadAnswer, ThreadFault } from './protocol.ts';

export interface ReadLimits {
  readonly timeoutMs: number;
  readonly memoryMb: number;
}

export const READ_LIMITS: ReadLimits = { timeoutMs: 60_000, memoryMb: 768 };

interface ThreadQuestion {
  /** The module that the thread runs; it calls `answerInThread`. */
  readonly thread: URL;
  readonly limits: ReadLimits;
  /** Makes the refusal of an unusable file; one that passes a limit is unusable as well. */
  toError(fault: ThreadFault): Error;
  onProgress?(progress: Progress): void;
}

/** @throws what `toError` makes */
export async function askThread<Task, Result>(
  task: Task,
  bytes: Buffer,
  { thread, limits: { timeoutMs, memoryMb }, toError, onProgress }: ThreadQuestion,
): Promise<Result> {
  const question: Question<Task> = { task, bytes: new Uint8Array(bytes) };
  const worker = new Worker(thread, {
    workerData: question,
    transferList: [question.bytes.buffer],
    resourceLimits: { maxOldGenerationSizeMb: memoryMb, stackSizeMb: 4 },
  });
  const lists: Record<string, unknown[]> = {};
  let timer: NodeJS.Timeout | undefined;
  try {
    return await new Promise<Result>((resolve, reject) => {
      const tooLong = `The file takes longer than ${timeoutMs / 1000} seconds to read. Split it.`;
      timer = setTimeout(() => reject(toError({ message: tooLong })), timeoutMs);
      worker.on('message', (answer: ThreadAnswer) => {
        switch (answer.type) {
          case 'progress':
            return onProgress?.({ done: answer.done, total: answer.total });
          case 'part': {
            lists[answer.list] ??= [];
            const list = lists[answer.list] as unknown[];
            for (const item of answer.items) list.push(item);
            return worker.postMessage('next');
          }
          case 'result':
            return resolve({ ...answer.rest, ...lists } as Result);
          case 'fault':
            return reject(toError(answer.fault));
        }
      });
      worker.on('error', (error: Error & { code?: string }) =>
        reject(
          error.code === 'ERR_WORKER_OUT_OF_MEMORY'
            ? toError({ message: 'The file needs too much memory to be read. Split it.' })
            : error,
        ),
      );
      worker.on('exit', (code) => reject(new Error(`the thread that read a file ended with code ${code}`)));
    });
  } finally {
    clearTimeout(timer);
    await worker.terminate();
  }
}
