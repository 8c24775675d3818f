/** A reporter of the test runner: what became of each file that ran in turn with others, a line each. */
import { NO_TIME } from './files-in-turn.ts';

export type Verdict = 'passed' | 'failed' | 'late';

interface Reported {
  readonly type: string;
  readonly data: { readonly name?: string; readonly nesting?: number; readonly skip?: string | boolean };
}

export default async function* notedFiles(events: AsyncIterable<Reported>): AsyncGenerator<string> {
  for await (const { type, data } of events) {
    if (data.nesting !== 0 || (type !== 'test:pass' && type !== 'test:fail')) continue;
    const verdict: Verdict = type === 'test:fail' ? 'failed' : data.skip === NO_TIME ? 'late' : 'passed';
    yield `${verdict} ${data.name}\n`;
  }
}
