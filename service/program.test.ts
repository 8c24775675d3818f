import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { type Command, CommanderError, Help } from 'commander';
import { childEnvironment } from '../test-support/child-environment.ts';
import { captured, noTerminal, runCommand, runOnTerminal } from '../test-support/command.ts';
import { createTestDatabase } from '../test-support/database.ts';
import { startTestService, type TestService } from '../test-support/harness.ts';
import { findOtherPostgres, noOtherPostgres } from '../test-support/other-postgres.ts';
import { createTemporaryFolder, type TemporaryFolder } from '../test-support/temporary-folder.ts';
import { COMMANDS } from './commands.ts';
import { buildProgram } from './program.ts';

const MAIN = join(import.meta.dirname, 'main.ts');

let service: TestService;
let folder: TemporaryFolder;
before(async () => {
  [service, folder] = await Promise.all([startTestService(), createTemporaryFolder()]);
});
after(async () => {
  await Promise.all([service?.stop(), folder?.remove()]);
});

const run = (args: readonly string[], env = {}) => runCommand(service.testDatabase, args, env);

/** The program with all its commands. */
async function wholeProgram(): Promise<Command> {
  const { program, load } = buildProgram(captured([]).context);
  await load();
  return program;
}

/** What a command line tells before it does anything. */
async function tell(...args: string[]): Promise<{ out: string; err: string; exitCode: number }> {
  const { context, result } = captured(args);
  const told = () => ({ out: result().stdout, err: result().stderr });
  try {
    await buildProgram(context).program.parseAsync(args, { from: 'user' });
  } catch (error) {
    assert.ok(error instanceof CommanderError, String(error));
    return { ...told(), exitCode: error.exitCode };
  }
  throw new Error(`${args.join(' ')} ran`);
}

/** The words of every command, without the commands that explain. */
function paths(command: Command, before: readonly string[] = []): string[][] {
  return command.commands
    .filter((one) => one.name() !== 'help')
    .flatMap((one) => [[...before, one.name()], ...paths(one, [...before, one.name()])]);
}

test('--version tells the versions of the service, of Node and of the PostgreSQL inside', async () => {
  const shown = await run(['--version']);
  assert.match(shown.stdout, /^timebank \d+\.\d+\.\d+\+[0-9a-f]{8}\nNode 24\.\d+\.\d+\nPostgreSQL 18\.\d+\n$/);
  const { code, stdout } = await run(['--version', '--json']);
  assert.equal(code, 0);
  const value = JSON.parse(stdout);
  assert.equal(value.node, process.versions.node);
  assert.ok(shown.stdout.includes(`PostgreSQL ${value.postgresql}`) && shown.stdout.includes(value.version));
});

test('what only prints loads no module of the service, no schema and no driver', () => {
  const hooks = `import { registerHooks } from 'node:module';
registerHooks({ load(url, context, next) { console.error(url); return next(url, context); } });`;
  for (const word of ['--version', 'help', 'settings']) {
    const args = ['--import', `data:text/javascript,${encodeURIComponent(hooks)}`, '--', MAIN, word];
    const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8', env: childEnvironment() });
    const root = pathToFileURL(join(import.meta.dirname, '..')).href;
    const loaded = (stderr.match(/^file:.*$/gm) ?? []).map((url) => url.slice(root.length));
    assert.equal(status, 0, stderr);
    assert.ok(loaded.length > 10 && loaded.length < 40, `${word} loads ${loaded.length} files`);
    assert.deepEqual(
      loaded.filter((file) => /\/(?:modules|contract|pg|typebox)\//.test(file)),
      // How far two words are from each other, for what was probably meant.
      ['/contract/src/near.ts'],
    );
  }
});

const other = findOtherPostgres();
test("--version tells the operator's own PostgreSQL, whatever else is set", {
  skip: noOtherPostgres(other),
}, async () => {
  const { folder: own = '', version = '' } = other ?? {};
  const env = { EMBEDDED_POSTGRES_BIN: own, PORT: 'none' };
  assert.ok((await run(['--version'], env)).stdout.endsWith(`\nPostgreSQL ${version} of ${own}\n`));
  const value = JSON.parse((await run(['--version', '--json'], env)).stdout);
  assert.deepEqual([value.postgresql, value.postgresql_folder], [version, own]);
});

test('--version tells a folder in which there is none', async () => {
  const { code, stdout } = await run(['--version'], { EMBEDDED_POSTGRES_BIN: folder.path });
  assert.equal(code, 0);
  assert.ok(stdout.endsWith(`\nPostgreSQL cannot be run in EMBEDDED_POSTGRES_BIN (${folder.path})\n`), stdout);
});

describe('help', async () => {
  const program = await wholeProgram();
  const all = paths(program);

  test('of every command is found at every level: help a b, a help b, a b --help', async () => {
    assert.ok(all.length > 40, `${all.length} commands`);
    for (const path of all) {
      const usage = new RegExp(`^Usage: timebank ${path.join(' ')}( |\\n)`);
      for (let at = 0; at <= path.length; at++) {
        const words = at === path.length ? [...path, '--help'] : [...path.slice(0, at), 'help', ...path.slice(at)];
        const { out, exitCode } = await tell(...words);
        assert.match(out, usage, words.join(' '));
        assert.equal(exitCode, 0);
      }
    }
  });

  test('lists each command as it is, although it is not loaded for that', async () => {
    const usages = program.commands.map((one) => new Help().subcommandTerm(one));
    assert.deepEqual(usages, [...COMMANDS.map(({ usage }) => usage), 'help [options] [command...]']);
  });

  test('names exit codes, and every command and option says what it is for', async () => {
    assert.match((await tell('help')).out, /Exit codes: 0 done, 1 failed, 2 /);
    const silent = (command: Command): string[] => [
      ...(command.description() === '' ? [command.name()] : []),
      ...command.options.filter(({ description }) => !description).map(({ flags }) => `${command.name()} ${flags}`),
      ...command.commands.flatMap(silent),
    ];
    assert.deepEqual(silent(program), []);
  });
});

test('a slip is exit code 2 and names what was probably meant, in help as well', async () => {
  for (const [args, meant] of [
    [['parnter', 'list'], /Did you mean partner\?/],
    [['partner', 'lits'], /Did you mean list\?/],
    [['partner', 'list', '--community', 'x', '--jsn'], /Did you mean --json\?/],
    [['help', 'parnter'], /Did you mean partner\?/],
    [['help', 'partner', 'craete'], /Did you mean create\?/],
    [['partner', 'help', 'craete'], /Did you mean create\?/],
    [['ledger', 'export', '--community', 'x', '--format', 'cvs'], /Allowed choices are csv, hledger/],
  ] as const) {
    const { err, exitCode } = await tell(...args);
    assert.match(err, meant, args.join(' '));
    assert.notEqual(exitCode, 0);
  }
});

test('a slip in a required option is reported as a slip, not as a missing option', async () => {
  const { code, stderr } = await run(['partner', 'create', '--nmae', 'x']);
  assert.match(stderr, /^error: unknown option '--nmae'\n\(Did you mean --name\?\)\n/);
  assert.equal(code, 2);
  const incomplete = (await run(['partner', 'create', '--scopes', 'users.read'])).stderr;
  assert.match(incomplete, /^error: required option '--name <name>' not specified\n/);
});

test('a word that is like no command is given no guess', async () => {
  for (const args of [['nope'], ['help', 'nope'], ['partner', 'frob']]) {
    const { err, exitCode } = await tell(...args);
    assert.match(err, /unknown command/);
    assert.doesNotMatch(err, /Did you mean/, args.join(' '));
    assert.notEqual(exitCode, 0);
  }
});

test('every command that prints takes --json, and filters are named as they are typed', async () => {
  const program = await wholeProgram();
  const without = (command: Command, path: readonly string[]): string[] =>
    command.commands.flatMap((one) => {
      const words = [...path, one.name()];
      if (one.commands.length > 0) return without(one, words);
      return one.options.some(({ long }) => long === '--json') ? [] : [words.join(' ')];
    });
  // What runs until it is stopped, and the journal, which is CSV or hledger.
  assert.deepEqual(without(program, []), ['demo', 'serve', 'ledger export']);
  for (const path of paths(program)) {
    for (const [, name] of (await tell(...path, '--help')).out.matchAll(
      /(?<![-\w])(actor_kind|actor_id|per_page)\b/g,
    )) {
      assert.fail(`${path.join(' ')} --help names ${name}`);
    }
  }
});

test('the only community needs no name; of several one must be named, with exit code 2', async () => {
  const alone = await createTestDatabase();
  const onIt = (...args: string[]) => runCommand(alone, args);
  try {
    const none = await onIt('admin', 'list');
    assert.deepEqual([none.code, /There is no community yet: timebank community create/.test(none.stderr)], [1, true]);
    await onIt('community', 'create', '--slug', 'elm', '--name', 'Elm');
    const made = await onIt('admin', 'create', '--email', 'ada@example.org', '--json');
    assert.deepEqual([made.code, JSON.parse(made.stdout).email], [0, 'ada@example.org'], made.stderr);
    const { data, meta } = JSON.parse((await onIt('admin', 'list', '--json')).stdout);
    assert.deepEqual([data[0].name, data[0].role], ['ada', 'owner']);
    assert.deepEqual(meta, { per_page: 500, has_more: false, next_cursor: null });
    await onIt('community', 'create', '--slug', 'oak', '--name', 'Oak');
    const several = await onIt('admin', 'list', '--json');
    const failure = JSON.parse(several.stderr);
    assert.deepEqual([several.code, failure.error], [2, 'invalid_usage']);
    assert.match(failure.error_description, /several communities \(elm, oak\); name one by --community/);
  } finally {
    await alone.drop();
  }
});

describe('standard output', () => {
  const shell = (script: string) => {
    const { appUrl, ownerUrl } = service.testDatabase;
    const env = { ...childEnvironment(), DATABASE_URL: appUrl, MIGRATE_DATABASE_URL: ownerUrl };
    const { status, stderr } = spawnSync('bash', ['--norc', '-c', script, process.execPath, MAIN], {
      encoding: 'utf8',
      env,
    });
    return { status, stderr };
  };

  test('whose reader has gone is no fault: the exit code is that of the work, and nothing is reported', async () => {
    const { slug } = await service.createCommunity();
    const file = join(folder.path, 'unread.backup');
    const ofDatabase = ['ledger export', 'member list --json'].map((words) => `${words} --community ${slug}`);
    for (const words of ['openapi', 'help', ...ofDatabase, `backup '${file}'`]) {
      assert.deepEqual(shell(`"$0" "$1" ${words} | true; exit \${PIPESTATUS[0]}`), { status: 0, stderr: '' }, words);
    }
    assert.ok((await stat(file)).size > 0, 'the work was done');
  });

  test('that cannot be kept is reported in one sentence, and is a failure', () => {
    const { status, stderr } = shell('exec "$0" "$1" settings >/dev/full');
    assert.equal(status, 1);
    assert.match(stderr, /^timebank: Cannot write to standard output \(ENOSPC: no space left on device\): [^\n]+\.\n$/);
  });
});

describe('a failure', () => {
  const KEYS = ['error', 'error_description'];
  const FAILURES: readonly (readonly [args: string[], env: Record<string, string>, code: number, error: string])[] = [
    [['partner', 'lits'], {}, 2, 'invalid_usage'],
    [['partner'], {}, 2, 'invalid_usage'],
    [['partner', 'create'], {}, 2, 'invalid_usage'],
    [['partner', 'list', '--community', 'nowhere'], {}, 1, 'not_found'],
    [['partner', 'list', '--community', 'x'], { PORT: '80x' }, 1, 'invalid_setting'],
    [
      ['partner', 'list', '--community', 'x'],
      { DATABASE_URL: 'postgresql://a@127.0.0.1:1/b' },
      1,
      'database_not_usable',
    ],
    [['import', 'members', '/none.csv', '--community', 'x'], {}, 1, 'system_error'],
    [['reconcile', '/none.xml', '--partner', 'x'], {}, 2, 'system_error'],
    [['restore', '/none.backup'], {}, 1, 'system_error'],
  ];

  test('is JSON of one shape on standard error with --json, with the exit code that it has without', async () => {
    for (const [args, env, code, error] of FAILURES) {
      const name = args.join(' ');
      const [plain, json] = await Promise.all([run(args, env), run([...args, '--json'], env)]);
      assert.deepEqual([plain.code, json.code], [code, code], name + plain.stderr + json.stderr);
      assert.deepEqual([plain.stdout, json.stdout], ['', ''], name);
      const failure = JSON.parse(json.stderr);
      assert.deepEqual([failure.error, Object.keys(failure).slice(0, 2)], [error, KEYS], name);
      assert.doesNotMatch(plain.stderr, /^\s*\{|\n {4}at /, name);
    }
  });

  test('names all fields at fault with --json, and says each in its line without', async () => {
    const { slug } = await service.createCommunity();
    const args = [
      'partner',
      'create',
      '--community',
      slug,
      '--name',
      ' ',
      '--scopes',
      'fly',
      '--rate-limit',
      '999999999',
    ];
    const [plain, json] = await Promise.all([run(args), run([...args, '--json'])]);
    const { error, errors } = JSON.parse(json.stderr);
    assert.equal(error, 'validation_failed');
    assert.ok(errors.length >= 2, json.stderr);
    for (const { field, code, message } of errors) {
      assert.ok(field && code, message);
      assert.ok(plain.stderr.includes(message), plain.stderr);
    }
    assert.deepEqual([plain.code, json.code], [1, 1]);
  });
});

describe('progress', () => {
  const ESCAPE = '\u001b';
  const rows = Array.from({ length: 300 }, (_, at) => `M-${at},Person ${at},active,0`);
  const importArgs = async () => {
    const { slug } = await service.createCommunity();
    const file = join(folder.path, `${slug}.csv`);
    await writeFile(file, `external_id,name,status,balance_hours\n${rows.join('\n')}\n`);
    return ['import', 'members', file, '--community', slug];
  };

  test('writes nothing into a pipe', async () => {
    const { code, stdout, stderr } = await run(await importArgs());
    assert.deepEqual([code, stderr], [0, '']);
    assert.match(stdout, /300 members created/);
    assert.ok(!stdout.includes(ESCAPE) && !stdout.includes('\r'), stdout);
  });

  test('is written over on a terminal, and left out with NO_COLOR', { skip: noTerminal() }, async () => {
    const onTerminal = async (env: Readonly<Record<string, string>>) =>
      runOnTerminal(service.testDatabase, await importArgs(), env);
    assert.ok((await onTerminal({})).includes(`\r${ESCAPE}[Kwriting 100 %`));
    for (const env of [{ NO_COLOR: '1' }, { TERM: 'dumb' }]) assert.ok(!(await onTerminal(env)).includes(ESCAPE));
  });
});
