/** Reads a CSV file of people in a thread of its own. */
import type { ImportKind } from '@timebank/contract';
import { askThread, READ_LIMITS } from '../../platform/threads/ask.ts';
import type { FileRows, FileSample } from './read-rows.ts';
import { FileFault, type ImportOptions, type ImportProgress } from './types.ts';

export type ReadOptions = Pick<ImportOptions, 'separator' | 'encoding' | 'columns'>;

/** What to read out of a file. */
export interface ReadTask {
  readonly what: 'rows' | 'sample';
  readonly kind: ImportKind;
  readonly options: ReadOptions;
}

const ASKING = {
  thread: new URL('./thread.ts', import.meta.url),
  toError: ({ code = 'unreadable', line = 1, message }: { code?: string; line?: number; message: string }) =>
    new FileFault(code, line, message),
};

/** @throws FileFault */
export function readRowsInThread(
  bytes: Buffer,
  kind: ImportKind,
  { separator, encoding, columns }: ReadOptions,
  onProgress: (progress: ImportProgress) => void = () => {},
  limits = READ_LIMITS,
): Promise<FileRows<never>> {
  const task: ReadTask = { what: 'rows', kind, options: { separator, encoding, columns } };
  return askThread(task, bytes, {
    ...ASKING,
    limits,
    onProgress: ({ done, total }) => onProgress({ phase: 'reading', done, total }),
  });
}

/** @throws FileFault */
export function readSampleInThread(
  bytes: Buffer,
  kind: ImportKind,
  { separator, encoding }: ReadOptions,
): Promise<FileSample> {
  const task: ReadTask = { what: 'sample', kind, options: { separator, encoding } };
  return askThread(task, bytes, { ...ASKING, limits: READ_LIMITS });
}
