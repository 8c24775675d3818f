/** The entry of the thread that reads a CSV file. */
import { answerInThread } from '../../../../core/base/threads/answer.ts';
import { FileFault } from '../../../tables/record-types.ts';
import { IMPORT_COLUMNS } from './import.ts';
import type { ReadTask } from './read-in-thread.ts';
import { readRows } from './read-rows.ts';

await answerInThread<ReadTask>(
  ({ kind, options }, file, onProgress) => readRows(file, IMPORT_COLUMNS[kind], { ...options, kind, onProgress }),
  (error) => {
    if (!(error instanceof FileFault)) return undefined;
    const { code, line, message, params, understood } = error;
    return { code, line, message, details: { params, understood } };
  },
);
