/**
 * Loaded beside each test file: one that waits for ever, such as for a server it left open, ends with its name, and one that
 * would begin too late is skipped.
 */
import { registerHooks } from 'node:module';
import { relative } from 'node:path';
import { pathToFileURL } from 'node:url';

const LIMIT_MINUTES = 15;

/** Why a file was skipped, as the runner is told. */
export const NO_TIME = 'no time was left';

/** Of the test runner: only its files have it, not the runner itself. */
const { NODE_TEST_CONTEXT, TEST_UNTIL_MS } = process.env;

if (NODE_TEST_CONTEXT) {
  const [, file = ''] = process.argv;
  if (Date.now() > Number(TEST_UNTIL_MS ?? Number.POSITIVE_INFINITY)) skip(file);
  setTimeout(() => {
    console.error(`${file} did not end within ${LIMIT_MINUTES} minutes: what it left open keeps it.`);
    process.exit(1);
  }, LIMIT_MINUTES * 60_000).unref();
}

/** Has a single skipped test run in the file's place. */
function skip(file: string): void {
  const { href } = pathToFileURL(file);
  const name = JSON.stringify(relative(process.cwd(), file));
  const source = `import { test } from 'node:test'; test(${name}, { skip: ${JSON.stringify(NO_TIME)} });`;
  registerHooks({
    load: (url, context, next) =>
      url === href ? { format: 'module', source, shortCircuit: true } : next(url, context),
  });
}
