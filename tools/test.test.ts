import assert from 'node:assert/strict';
import { execFile, execFileSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { promisify } from 'node:util';
import { childEnvironment } from '../test-support/child-environment.ts';
import { SLOWNESS } from '../test-support/speed.ts';
import { createTemporaryFolder } from '../test-support/temporary-folder.ts';
import { ENDS, filesOfSuite, inProcesses } from './test.ts';
import { type Outcome, shortcomings } from './test-outcomes.ts';

test('each test file of the project belongs to one suite, and all of them are run', () => {
  const all = filesOfSuite('all');
  assert.equal(new Set(all).size, all.length, 'none twice');
  const tracked = execFileSync('git', ['ls-files', '*.test.ts'], { encoding: 'utf8' }).trim().split('\n');
  assert.deepEqual(
    tracked.filter((file) => !all.includes(file)),
    [],
  );
});

test('the tests for other servers are part of the suites, and every pattern of theirs finds a file', () => {
  const all = filesOfSuite('all');
  const server = filesOfSuite('server');
  assert.ok(server.length >= 30 && new Set(server).size === server.length);
  assert.deepEqual(
    server.filter((file) => !all.includes(file)),
    [],
  );
});

test('a suite that does not exist is refused by name', () => {
  assert.throws(() => filesOfSuite('fast'), /core, heart, operation, browser, all and server, not "fast"/);
});

describe('a run that tried less than all is red:', () => {
  // The tests that are skipped or still to do are in the planted files, which the run has to refuse.
  const files: readonly (readonly [what: string, source: string, sentence: RegExp])[] = [
    ['a file without a test', `import 'node:test';`, /^one\.test\.mjs: no test ran/],
    ['an empty group', `describe('group', () => {});`, /^one\.test\.mjs: no test ran/],
    ['a file that ends in the middle', `test('first', () => {}); process.exit(0);`, /^one\.test\.mjs: no test ran/],
    ['a skip without a reason', `test('left', { skip: true }, () => {});`, /"left" was skipped \(no reason given\)/],
    ['a skip for a reason of its own', `test('left', (t) => t.skip('today'));`, /"left" was skipped \(today\)/],
    ['what is still to do', `test.todo('later');`, /"later" was skipped/],
  ];
  for (const [what, source, sentence] of files) {
    test(what, async () => {
      const [lacking, ...more] = shortcomings(['one.test.mjs'], await outcomesOf(source));
      assert.match(lacking ?? '', sentence);
      assert.deepEqual(more, []);
    });
    test(`${what}, in a process of several files`, async () => {
      const [lacking, ...more] = shortcomings(FILES_TOGETHER, await outcomesOf(source, true));
      assert.match(lacking ?? '', sentence);
      // A file that ends the process ends the next one as well.
      assert.equal(more.length, /process\.exit/.test(source) ? 1 : 0);
    });
  }

  test('but not files that share a process and run to their ends', async () => {
    assert.deepEqual(
      shortcomings(FILES_TOGETHER, await outcomesOf(`describe('a', () => test('b', () => {}));`, true)),
      [],
    );
  });

  test('a file that is not there', async () => {
    const found = await outcomesOf(`test('one', () => {});`);
    assert.deepEqual(shortcomings(['one.test.mjs'], found), []);
    assert.match(shortcomings(['one.test.mjs', 'two.test.mjs'], found).join(), /^two\.test\.mjs: no test ran/);
  });

  test('but not for a tool that the machine lacks, which is named', async () => {
    const source = `test('left', { skip: 'needs groff: apt-get install groff' }, () => {}); test('one', () => {});`;
    assert.deepEqual(shortcomings(['one.test.mjs'], await outcomesOf(source)), []);
  });
});

test('a process that a test leaves something running in is ended, and the run is red', async () => {
  const folder = await createTemporaryFolder();
  try {
    const file = join(folder.path, 'one.test.mjs');
    await writeFile(file, `import { test } from 'node:test';\ntest('one', () => void setInterval(() => {}, 1000));\n`);
    const run = promisify(execFile)(process.execPath, ['--test', `--import=${ENDS}`, file], {
      env: { ...childEnvironment(), [SLOWNESS]: '0.01' },
    });
    await assert.rejects(run, ({ stdout }) => /goes on: .*Timeout/.test(stdout) && /^ℹ fail 1$/m.test(stdout));
  } finally {
    await folder.remove();
  }
});

const FILES_TOGETHER = ['one.test.mjs', 'two.test.mjs'];

/** The runner's verdict on a file with this source, alone or in one process with another one. */
async function outcomesOf(source: string, isTogether = false): Promise<Outcome[]> {
  const folder = await createTemporaryFolder();
  try {
    const write = (name: string, tests: string) =>
      writeFile(join(folder.path, name), `import { describe, test } from 'node:test';\n${tests}\n`);
    await write('one.test.mjs', source);
    await write('two.test.mjs', `test('one', () => {});`);
    const files = isTogether ? inProcesses(FILES_TOGETHER, folder.path, folder.path) : ['one.test.mjs'];
    const reporter = join(import.meta.dirname, 'test-outcomes.ts');
    const args = ['--test', `--test-reporter=${reporter}`, '--test-reporter-destination=stdout', ...files];
    const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: folder.path, env: childEnvironment() });
    return stdout
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line));
  } finally {
    await folder.remove();
  }
}
