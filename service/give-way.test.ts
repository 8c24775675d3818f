/** Without memory left, the kernel is to end a command and not the service. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { childEnvironment } from '../test-support/child-environment.ts';
import { cannot } from '../test-support/has-tool.ts';

const MAIN = join(import.meta.dirname, 'main.ts');
const skip = cannot(process.platform !== 'linux' && 'needs /proc of Linux');

/** The score that a command line has when it ends. */
function scoreOf(args: readonly string[]): number {
  const tell = `import { readFileSync } from 'node:fs';
process.on('exit', () => console.error('score ' + readFileSync('/proc/self/oom_score_adj', 'utf8').trim()));`;
  const words = ['--import', `data:text/javascript,${encodeURIComponent(tell)}`, '--', MAIN, ...args];
  const { stderr } = spawnSync(process.execPath, words, {
    encoding: 'utf8',
    env: { ...childEnvironment(), PORT: 'none' },
  });
  return Number(/score (-?\d+)/.exec(stderr)?.[1] ?? assert.fail(stderr));
}

test('a command comes before the service when the kernel needs memory, whatever it is', { skip }, () => {
  const own = Number(readFileSync('/proc/self/oom_score_adj', 'utf8'));
  for (const args of [['settings'], ['backup', '/none/x.backup'], ['doctor'], ['community', 'list']]) {
    assert.equal(scoreOf(args), 900, args.join(' '));
  }
  for (const args of [['serve'], ['demo'], ['--env-file', '/none', 'serve']]) {
    assert.equal(scoreOf(args), own, args.join(' '));
  }
});
