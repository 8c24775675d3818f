import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';
import { filesOfSuite } from './test.ts';

test('each test file of the project belongs to one suite, and all of them are run', () => {
  const all = filesOfSuite('all');
  assert.equal(new Set(all).size, all.length, 'none twice');
  const tracked = execFileSync('git', ['ls-files', '*.test.ts'], { encoding: 'utf8' }).trim().split('\n');
  assert.deepEqual(
    tracked.filter((file) => !all.includes(file)),
    [],
  );
});

test('a suite that does not exist is refused by name', () => {
  assert.throws(() => filesOfSuite('fast'), /heart, operation, browser and all, not "fast"/);
});
