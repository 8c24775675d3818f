/** Reads files of people in a thread of its own, within bounds of time and memory. */
import { Worker } from 'node:worker_threads';
import type { FileRows, FileSample } from '../import/read-rows.ts';
import { FileFault, type ImportKind, type ImportProgress } from '../import/types.ts';
import { type BankStatement, UnusableFile } from '../reconcile/types.ts';
import type { FileAnswer, Question, ReadOptions, Task } from './protocol.ts';

export interface ReadLimits {
  readonly timeoutMs: number;
  readonly memoryMb: number;
}

const LIMITS: ReadLimits = { timeoutMs: 60_000, memoryMb: 768 };
const THREAD = new URL('./thread.ts', import.meta.url);

/** @throws UnusableFile */
export async function readStatementInThread(bytes: Buffer, limits = LIMITS): Promise<BankStatement> {
  const toError = (message: string) => new UnusableFile(message);
  return (await ask({ what: 'statement' }, bytes, limits, toError)) as unknown as BankStatement;
}

/** @throws FileFault */
export async function readRowsInThread(
  bytes: Buffer,
  kind: ImportKind,
  options: ReadOptions,
  onProgress?: (progress: ImportProgress) => void,
  limits = LIMITS,
): Promise<FileRows<never>> {
  const { separator, encoding, columns } = options;
  const task: Task = { what: 'rows', kind, options: { separator, encoding, columns } };
  return (await ask(task, bytes, limits, wholeFile, onProgress)) as unknown as FileRows<never>;
}

/** @throws FileFault */
export async function readSampleInThread(
  bytes: Buffer,
  kind: ImportKind,
  options: ReadOptions,
  limits = LIMITS,
): Promise<FileSample> {
  const { separator, encoding } = options;
  const task: Task = { what: 'sample', kind, options: { separator, encoding } };
  return (await ask(task, bytes, limits, wholeFile)) as unknown as FileSample;
}

const wholeFile = (message: string) => new FileFault('unreadable', 1, message);

/** @param toError makes the refusal of a file that passes a limit */
async function ask(
  task: Task,
  bytes: Buffer,
  { timeoutMs, memoryMb }: ReadLimits,
  toError: (message: string) => Error,
  onProgress?: (progress: ImportProgress) => void,
): Promise<Record<string, unknown>> {
  const question: Question = { task, bytes: new Uint8Array(bytes) };
  const worker = new Worker(THREAD, {
    workerData: question,
    transferList: [question.bytes.buffer],
    resourceLimits: { maxOldGenerationSizeMb: memoryMb, stackSizeMb: 4 },
  });
  const lists: Record<string, unknown[]> = {};
  let timer: NodeJS.Timeout | undefined;
  try {
    return await new Promise((resolve, reject) => {
      timer = setTimeout(
        () => reject(toError(`The file takes longer than ${timeoutMs / 1000} seconds to read. Split it.`)),
        timeoutMs,
      );
      worker.on('message', (answer: FileAnswer) => {
        switch (answer.type) {
          case 'progress':
            return onProgress?.({ phase: 'reading', done: answer.done, total: answer.total });
          case 'part': {
            lists[answer.list] ??= [];
            const list = lists[answer.list] as unknown[];
            for (const item of answer.items) list.push(item);
            return worker.postMessage('next');
          }
          case 'result':
            return resolve({ ...answer.rest, ...lists });
          case 'unusable':
            return reject(new UnusableFile(answer.message));
          case 'fault':
            return reject(new FileFault(answer.code, answer.line, answer.message));
        }
      });
      worker.on('error', (error: Error & { code?: string }) =>
        reject(
          error.code === 'ERR_WORKER_OUT_OF_MEMORY'
            ? toError('The file needs too much memory to be read. Split it.')
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
