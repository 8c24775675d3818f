/** Time limits of tests are multiples of a speed measured when the run starts: a slow machine is slow, not red. */
import { spawnSync } from 'node:child_process';

/** The time of one on two quiet cores of 2024. */
const USUAL_MS = 150;
const PIECES = 3;
/** A process that starts, and works: what tests wait for most of the time. */
const PIECE = `
  const { createHash } = require('node:crypto');
  let digest = 'timebank';
  for (let round = 0; round < 50_000; round++) digest = createHash('sha256').update(digest).digest('hex');
`;
/** Handed on to each file's process, and to those that it starts. */
export const SLOWNESS = 'TIMEBANK_TEST_SLOWNESS';

/** How many times slower than usual this machine is, with all else that it does; at least 1. */
export function measureSlowness(): number {
  const startedAt = performance.now();
  for (let piece = 0; piece < PIECES; piece++) spawnSync(process.execPath, ['-e', PIECE]);
  return Math.max(1, (performance.now() - startedAt) / PIECES / USUAL_MS);
}

/** A time limit of a test. @param usualMs enough by far on two quiet cores */
export const patientMs = (usualMs: number): number => Math.ceil(usualMs * Number(process.env[SLOWNESS] ?? 1));
