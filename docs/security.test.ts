/** The files and settings that SECURITY.md and docs/security.md name exist. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { SETTINGS } from '../core/base/settings.ts';
import { embeddedVersion } from '../core/database/embedded-version.ts';

const ROOT = join(import.meta.dirname, '..');
const textOf = (file: string) => readFileSync(join(ROOT, file), 'utf8');

test('every threat names tests that exist', () => {
  const rows = textOf('docs/security.md')
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('| tries'));
  assert.ok(rows.length >= 20, 'the tables were found');
  for (const row of rows) {
    const files = [...row.matchAll(/`([\w./-]+\.test\.ts)`/g)].map(([, file]) => file ?? '');
    assert.ok(files.length > 0, row);
    for (const file of files) assert.ok(existsSync(join(ROOT, file)), `${file} is not there`);
  }
});

test('SECURITY.md names the PostgreSQL that is inside, what asks for a newer one, and the setting for another', () => {
  const text = textOf('SECURITY.md');
  assert.match(text, new RegExp(`is PostgreSQL ${embeddedVersion()?.replace('.', '[.]')} `));
  const [, tool = ''] = /`node ([\w./-]+) --strict`/.exec(text) ?? [];
  assert.ok(textOf('tools/check.ts').includes(`'node ${tool}'`), tool);
  const [, setting] = /its binaries in `(\w+)`/.exec(text) ?? [];
  assert.ok(
    SETTINGS.some(({ name }) => name === setting),
    setting,
  );
});
