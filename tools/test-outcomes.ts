/**
 * What became of each file and each test. Node's runner is content with a file that has no test, that ended in the
 * middle or that is not there, and with a test that is skipped for no reason; a run in which less than all was tried
 * must not be green.
 */
import { relative } from 'node:path';
import type { TestEvent } from 'node:test/reporters';

/** A file that ran to its end, or a test that did not run. */
export type Outcome =
  | { readonly file: string; readonly tests: number }
  | { readonly file: string; readonly test: string; readonly skipped: string };

/** Reasons for which a test may be left out. */
const MAY_BE_SKIPPED = [
  /^part of npm run soak$/,
  /npm run test:image\b/,
  /this run is about a server$/,
  // Tools that the machine lacks: with TEST_TOOLS=all these fail instead (test-support/has-tool.ts).
  /^needs /,
];

/** A reporter of Node's test runner: one outcome in each line, as JSON. */
export default async function* outcomes(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  // The runner reports a list of files that share a process (`inProcesses` of `test.ts`) one after the other: each file is a
  // test with its name, after the tests in it.
  let tests = 0;
  for await (const event of events) {
    const outcome = outcomeOf(event) ?? outcomeInList(event, tests);
    if (outcome) yield `${JSON.stringify(outcome)}\n`;
    if (event.type === 'test:pass' || event.type === 'test:fail') tests = testsSoFar(event, tests);
  }
}

const testsSoFar = ({ data }: Extract<TestEvent, { type: 'test:pass' | 'test:fail' }>, tests: number) =>
  data.nesting === 0 ? 0 : tests + (data.details.type === 'suite' ? 0 : 1);

function outcomeInList({ type, data }: TestEvent, tests: number): Outcome | undefined {
  const isFile = type === 'test:pass' && data.nesting === 0 && /\.test\.\w+$/.test(data.name);
  return isFile ? { file: data.name, tests } : undefined;
}

function outcomeOf({ type, data }: TestEvent): Outcome | undefined {
  if (type === 'test:summary') return data.file ? { file: nameOf(data.file), tests: data.counts.tests } : undefined;
  if (type !== 'test:pass' || !(data.skip || data.todo)) return undefined;
  const reason = data.skip || data.todo;
  return { file: nameOf(data.file ?? ''), test: data.name, skipped: typeof reason === 'string' ? reason : '' };
}

const nameOf = (path: string) => relative(process.cwd(), path);

/** The tests that did not run although they should have, a sentence each. @param files that were to run */
export function shortcomings(files: readonly string[], outcomes: readonly Outcome[]): string[] {
  const tests = new Map(outcomes.flatMap((outcome) => ('tests' in outcome ? [[outcome.file, outcome.tests]] : [])));
  const unfinished = files.filter((file) => !tests.get(file));
  const skipped = outcomes.filter((outcome) => 'skipped' in outcome).filter(({ skipped: reason }) => !isGood(reason));
  return [
    ...unfinished.map((file) => `${file}: no test ran, or the file ended before all had.`),
    ...skipped.map(
      ({ file, test, skipped: reason }) => `${file}: "${test}" was skipped (${reason || 'no reason given'}).`,
    ),
  ];
}

const isGood = (reason: string) => MAY_BE_SKIPPED.some((good) => good.test(reason));
