/** For `node --test --test-reporter`: one line of JSON per test that passed or failed, while the run goes on. */
import type { TestEvent } from 'node:test/reporters';

export interface Verdict {
  readonly passed: boolean;
  readonly name: string;
}

export default async function* report(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  for await (const { type, data } of events) {
    if (type === 'test:pass' && data.details.type !== 'suite') yield line({ passed: true, name: data.name });
    // What is around a failed test fails with it and says nothing more.
    if (type === 'test:fail' && failureType(data.details.error) !== 'subtestsFailed') {
      yield line({ passed: false, name: data.name });
    }
  }
}

const line = (verdict: Verdict) => `${JSON.stringify(verdict)}\n`;
const failureType = (error: Error) => (error as { failureType?: string }).failureType;
