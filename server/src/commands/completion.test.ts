import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { missing, type Tool } from '../test-support/has-tool.ts';
import { createTemporaryFolder, type TemporaryFolder } from '../test-support/temporary-folder.ts';
import { processContext } from './context.ts';
import { describeCommands } from './described.ts';
import { manualPage } from './manual.ts';
import { buildProgram } from './program.ts';

const MAIN = join(import.meta.dirname, '../main.ts');

let folder: TemporaryFolder;
before(async () => {
  folder = await createTemporaryFolder();
  await mkdir(join(folder.path, 'files'));
  await writeFile(join(folder.path, 'files', 'my members.csv'), '');
  await writeFile(join(folder.path, 'files', 'bank.xml'), '');
});
after(() => folder?.remove());

/** Writes the shell's script to a file. */
async function scriptOf(shell: string): Promise<string> {
  const script = execFileSync(process.execPath, [MAIN, 'completion', shell], { encoding: 'utf8' });
  const path = join(folder.path, shell === 'zsh' ? '_timebank' : `timebank.${shell}`);
  await writeFile(path, script);
  return path;
}

/** What one has typed (the last word begun), and what is offered. */
const OFFERS: readonly (readonly [typed: string[], offered: string[]])[] = [
  [['par'], ['partner']],
  [['partner', 're'], ['revoke']],
  [['partner', 'l'], ['list']],
  [['help', 'led'], ['ledger']],
  [['help', 'ledger', 've'], ['verify']],
  [['ledger', 'help', 've'], ['verify']],
  [['partner', 'create', '--sc'], ['--scopes']],
  [['partner', 'create', '--name', 'list', '--sc'], ['--scopes']],
  [
    ['ledger', 'export', '--format', ''],
    ['csv', 'hledger'],
  ],
  [['member', 'list', '--status', 's'], ['suspended']],
  [['import', 'members', 'my'], ['my members.csv']],
  [['import', 'members', 'my members.csv', '--bad'], ['--bad-rows']],
  [['reconcile', 'b'], ['bank.xml']],
  [['completion', 'z'], ['zsh']],
];

/** What each shell runs to print what it offers: its script is $0 or the first of $argv, then the words. */
const ASK: readonly (readonly [shell: Tool, options: readonly string[], code: string])[] = [
  [
    'bash',
    ['--norc'],
    `source "$0"; COMP_WORDS=(timebank "$@"); COMP_CWORD=$#; _timebank; printf '%s\\n' "\${COMPREPLY[@]}"`,
  ],
  // Outside an editor: what zsh's own functions would be given.
  [
    'zsh',
    ['-f'],
    `compdef() { :; }; _describe() { local a=\${argv[-1]}; print -l -- \${\${(P)a}%%:*}; }; _files() { print -l -- *; }
    source "$0"; words=(timebank "$@"); CURRENT=$#words; _timebank`,
  ],
  [
    'fish',
    ['--no-config'],
    `source $argv[1]; complete -C (string join " " -- timebank (string escape -- $argv[2..-2]) $argv[-1])`,
  ],
];

describe('completion', () => {
  for (const [shell, options, code] of ASK) {
    const skip = missing(shell);
    test(`in ${shell} offers commands, options, words and files where they may stand`, { skip }, async () => {
      const path = await scriptOf(shell);
      for (const [typed, offered] of OFFERS) {
        const begun = typed.at(-1) ?? '';
        const at = { cwd: join(folder.path, 'files'), encoding: 'utf8' } as const;
        const printed = execFileSync(shell, [...options, '-c', code, path, ...typed], at);
        const found = printed.split('\n').map((line) => line.split('\t')[0]?.replaceAll('\\', '') ?? '');
        const fitting = found.filter((word) => word !== '' && word.startsWith(begun)).sort();
        assert.deepEqual(fitting, offered, `${shell}: ${typed.join(' ')}`);
      }
    });
  }

  test('in bash knows every command and every option', { skip: missing('bash') }, async () => {
    const path = await scriptOf('bash');
    const commands = describeCommands(buildProgram(processContext({}, [])));
    const body = commands.map(({ words }) => {
      const typed = [...words, ''].map((word) => `'${word}'`).join(' ');
      return `COMP_WORDS=(timebank ${typed}); COMP_CWORD=${words.length + 1}; ask`;
    });
    const ask = `ask() { _timebank; [[ $COMPREPLY ]] || { COMP_WORDS[COMP_CWORD]=-; _timebank; }; echo "\${COMPREPLY[*]}"; }`;
    const answers = execFileSync('bash', ['--norc', '-c', `cd /; source "$0"; ${ask}; ${body.join('; ')}`, path], {
      encoding: 'utf8',
      cwd: folder.path,
    }).split('\n');
    for (const [at, { words, inside, options, takesFile }] of commands.entries()) {
      if (takesFile) continue;
      const expected = [...inside.map(({ name }) => name), ...options.map(({ long }) => long), '--help'];
      const offered = new Set(answers[at]?.split(' '));
      assert.deepEqual(
        expected.filter((word) => !offered.has(word)),
        [],
        words.join(' '),
      );
    }
  });
});

describe('the manual page', () => {
  const page = manualPage(buildProgram(processContext({}, [])));

  test('explains every command and every option', () => {
    const text = page.replaceAll('\\-', '-').replaceAll('\\(aq', "'");
    for (const { words, inside, options } of describeCommands(buildProgram(processContext({}, [])))) {
      if (inside.length === 0) assert.ok(text.includes(`.SS timebank ${words.join(' ')}`), words.join(' '));
      for (const { flags } of options) assert.ok(text.includes(`\n.B ${flags}\n`), `${words.join(' ')} ${flags}`);
    }
  });

  test('is set by groff without a warning, and shows what one types as it is typed', {
    skip: missing('groff'),
  }, async () => {
    const set = (script: string) => execFileSync('/bin/sh', ['-c', script], { encoding: 'utf8', input: page });
    assert.equal(set('groff -man -Tutf8 -ww 2>&1 >/dev/null'), '');
    const text = set('groff -man -Tascii -P-cbou').replaceAll(/\s+/g, ' ');
    assert.ok(text.includes('timebank partner create') && text.includes('--max-member-day-hours <hours>'));
    assert.ok(text.includes("the community's default"));
  });
});
