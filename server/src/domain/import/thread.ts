/** What the thread runs that reads a CSV file. */
import { answerInThread } from '../../platform/threads/answer.ts';
import { IMPORT_COLUMNS } from './import.ts';
import type { ReadTask } from './read-in-thread.ts';
import { readRows, readSample } from './read-rows.ts';
import { FileFault } from './types.ts';

await answerInThread<ReadTask>(
  ({ what, kind, options }, file, onProgress) =>
    what === 'sample'
      ? readSample(file, IMPORT_COLUMNS[kind], options)
      : readRows(file, IMPORT_COLUMNS[kind], { ...options, onProgress }),
  (error) => (error instanceof FileFault ? { code: error.code, line: error.line, message: error.message } : undefined),
);
