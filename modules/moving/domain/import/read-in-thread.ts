/** Reads a CSV file of people in a thread of its own. */
import type { ImportKind, ImportProblemCode } from '@timebank/contract';
import { askThread, READ_LIMITS } from '../../../../core/base/threads/ask.ts';
import type { ThreadFault } from '../../../../core/base/threads/protocol.ts';
import { FileFault, type ImportOptions } from '../../../tables/record-types.ts';
import type { FileRows, ReadOptions } from './read-rows.ts';

/** A file to read, and how. */
export interface ReadTask {
  readonly kind: ImportKind;
  readonly options: ReadOptions;
}

const ASKING = {
  thread: new URL('./thread.ts', import.meta.url),
  toError({ code, line = 1, message, details }: ThreadFault) {
    const { params, understood } = (details ?? {}) as Pick<FileFault, 'params' | 'understood'>;
    return new FileFault((code ?? 'unreadable') as ImportProblemCode, line, message, params, understood);
  },
};

/** @throws FileFault */
export function readRowsInThread(
  bytes: Buffer,
  kind: ImportKind,
  { separator, encoding, columns, dates, unclearDates, numbers, unit, words, defaults, mended, unused }: ReadOptions,
  onProgress: ImportOptions['onProgress'] = () => {},
  limits = READ_LIMITS,
): Promise<FileRows<never>> {
  // Named one by one: functions cannot be sent to a thread.
  const options: ReadOptions = {
    ...{ separator, encoding, columns, dates, unclearDates, numbers },
    ...{ unit, words, defaults, mended, unused },
  };
  const task: ReadTask = { kind, options };
  return askThread(task, bytes, {
    ...ASKING,
    limits,
    onProgress: ({ done, total }) => onProgress({ phase: 'reading', done, total }),
  });
}
