import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { describe, test } from 'node:test';
import { noModules, processContext } from '../console/desk/commands/context.ts';
import { missing } from '../test-support/has-tool.ts';
import { describeCommands } from './described.ts';
import { manualPage } from './manual.ts';
import { buildProgram } from './program.ts';

describe('the manual page', async () => {
  const { program, load } = buildProgram(processContext({}, [], noModules));
  await load();
  const page = manualPage(program);

  test('explains every command and every option', () => {
    const text = page.replaceAll('\\-', '-').replaceAll('\\(aq', "'");
    for (const { words, inside, options } of describeCommands(program)) {
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
