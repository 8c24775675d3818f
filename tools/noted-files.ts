/** A reporter of the test runner: the files in which something failed, and those that were skipped for want of time, a line each. */
import { NO_TIME } from './file-limits.ts';

interface Reported {
  readonly type: string;
  readonly data: { readonly file?: string; readonly todo?: string | boolean; readonly skip?: string | boolean };
}

export const FAILED = 'failed ';

export default async function* notedFiles(events: AsyncIterable<Reported>): AsyncGenerator<string> {
  const files = new Set<string>();
  for await (const { type, data } of events) {
    if (data.file === undefined || data.todo) continue;
    if (type === 'test:fail') files.add(`${FAILED}${data.file}`);
    if (data.skip === NO_TIME) files.add(`late ${data.file}`);
  }
  for (const file of files) yield `${file}\n`;
}
