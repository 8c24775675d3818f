/**
 * Loaded before a test file's own code: a process that goes on after its tests is ended, and is a failure. A loop that a
 * failed test leaves behind would hold up the whole run.
 */
import { after } from 'node:test';
import { patientMs } from './speed.ts';

/** For what closes after the tests, by far. */
const ENDS_MS = 60_000;

// The runner itself loads this, too, and has no test.
if (process.env.NODE_TEST_CONTEXT) after(() => void setTimeout(end, patientMs(ENDS_MS)).unref());

function end(): void {
  console.error(`The tests are over, and this goes on: ${process.getActiveResourcesInfo().join(', ')}`);
  process.exit(1);
}
