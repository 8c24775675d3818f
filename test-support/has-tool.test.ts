/** Nothing untried counts as tested: what may be skipped, and that `.ci/run` lets nothing be. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { childEnvironment } from './child-environment.ts';

const ROOT = join(import.meta.dirname, '..');
const TESTS = ['client', 'console', 'contract', 'core', 'docs', 'modules', 'service', 'test-support', 'tools'].map(
  (folder) => `${folder}/**/*.test.ts`,
);
/** A test left out by an option, and by a call, which no test makes. */
const SKIP = /(?:\bskip: |\bconst skip = )(?<why>[^\n]*)/g;
const LEFT_OUT = /\b(?:t|context|test|it|describe)\.(?:skip|todo|only)\(/;
/** The functions that return the reason, and throw in `.ci/run`. */
const ASKED =
  /^(?:cannot|missing|noArchive|noMachines|noOtherPostgres|noPatroni|noPooler|noPostgresServer|noRoot|noSmallDisk|noTerminal|runsOnServer)\(/;
/** The tests that even `.ci/run` leaves out: path → the condition, and what runs it instead. */
const BY_DESIGN: Readonly<Record<string, readonly [why: string, instead: string]>> = {
  'docs/compose.test.ts': ['noCompose()', 'the workflow on GitHub, whose machine has Docker'],
  'docs/docs.test.ts': ['runtimeMissing(', 'missing() of the language'],
  'docs/proxies.test.ts': ['noProxy', 'missing() of each proxy'],
  'docs/systemd.test.ts': ['whySkipped()', 'missing() and cannot()'],
  'modules/operate/domain/ledger/verify-large.test.ts': ['TRANSFERS > 0', 'npm run soak'],
  'tools/release/image.test.ts': ["process.env.TEST_IMAGE !== 'yes'", 'npm run test:image, and the workflow on GitHub'],
};

/** The files that quote such options. */
const QUOTES = ['test-support/has-tool.test.ts', 'tools/test.test.ts'];

test('a test is skipped only for what has-tool.ts knows, and where a reason is given', () => {
  const left = new Set(Object.keys(BY_DESIGN));
  for (const path of globSync(TESTS, { cwd: ROOT, exclude: (name) => name.includes('node_modules') })) {
    const text = readFileSync(join(ROOT, path), 'utf8');
    if (QUOTES.includes(path)) continue;
    assert.ok(!LEFT_OUT.test(text), path);
    for (const { groups } of text.matchAll(SKIP)) {
      const why = groups?.why ?? '';
      if (ASKED.test(why)) continue;
      assert.ok(BY_DESIGN[path] && why.startsWith(BY_DESIGN[path][0]), `${path} skips by ${why}`);
      left.delete(path);
    }
  }
  assert.deepEqual([...left], [], 'these skip nothing any more');
});

/** The output of a test file on a machine without any programs. */
function onBareMachine(code: string, tests: Readonly<Record<string, string>>) {
  const module = JSON.stringify(join(import.meta.dirname, 'has-tool.ts'));
  const script = `import { cannot, missing } from ${module}; console.log(${code})`;
  const env = { ...childEnvironment(), ...tests, PATH: '/nonexistent' };
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    env,
    encoding: 'utf8',
    cwd: ROOT,
  });
  return { status, stdout: stdout.trim(), stderr };
}

test('what is missing is a reason to skip for a newcomer, and a failure that names the package in .ci/run', () => {
  for (const [code, sentence] of [
    ["missing('promtool', 'hledger')", 'needs promtool and hledger: apt-get install prometheus hledger'],
    ["cannot('needs root')", 'needs root'],
  ] as const) {
    const newcomer = onBareMachine(code, {});
    assert.deepEqual([newcomer.status, newcomer.stdout], [0, sentence], newcomer.stderr);
    const run = onBareMachine(code, { TEST_TOOLS: 'all' });
    assert.equal(run.status, 1);
    assert.ok(run.stderr.includes(sentence), run.stderr);
  }
  assert.equal(onBareMachine('cannot(false)', { TEST_TOOLS: 'all' }).stdout, 'false');
});

test('.ci/run leaves no test out for what is missing', () => {
  assert.match(readFileSync(join(ROOT, '.ci/run'), 'utf8'), /^export TEST_TOOLS=all$/m);
});
