/** Loaded beside each test file: one that waits for ever, such as for a server it left open, ends with its name. */
const LIMIT_MS = 8 * 60_000;

/** Of the test runner: only its files have it, not the runner itself. */
const { NODE_TEST_CONTEXT } = process.env;

if (NODE_TEST_CONTEXT) {
  const timer = setTimeout(() => {
    console.error(`${process.argv[1]} did not end within ${LIMIT_MS / 60_000} minutes: what it left open keeps it.`);
    process.exit(1);
  }, LIMIT_MS);
  timer.unref();
}
