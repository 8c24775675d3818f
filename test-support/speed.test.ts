import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { measureSlowness, patientMs, SLOWNESS } from './speed.ts';

const ROOT = join(import.meta.dirname, '..');

test('a time limit of a test grows with the slowness that was measured, and is never less than usual', () => {
  assert.ok(measureSlowness() >= 1);
  const measured = process.env[SLOWNESS];
  try {
    for (const [slowness, ms] of [
      [undefined, 1000],
      ['1.0', 1000],
      ['3.5', 3500],
    ] as const) {
      delete process.env[SLOWNESS];
      if (slowness !== undefined) process.env[SLOWNESS] = slowness;
      assert.equal(patientMs(1000), ms);
    }
  } finally {
    if (measured !== undefined) process.env[SLOWNESS] = measured;
  }
});

test('no test has a time limit of its own: each is a multiple of the measured speed', () => {
  const fixed = /AbortSignal\.timeout\(\d{4,}|\btimeout: \d{4,}|performance\.now\(\) - \w+ < \d|(?:Ms|longest) < \d/;
  const listed = execFileSync('git', ['ls-files', '*.test.ts', '*test-support/*.ts'], { cwd: ROOT, encoding: 'utf8' });
  const found = listed
    .trim()
    .split('\n')
    .flatMap((file) =>
      readFileSync(join(ROOT, file), 'utf8')
        .split('\n')
        .flatMap((line, at) =>
          fixed.test(line) && !line.includes('patientMs(') ? [`${file}:${at + 1} ${line.trim()}`] : [],
        ),
    );
  assert.deepEqual(found, []);
});
