/** The decisions: a page for each noun, a section for each decision. */
import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';

const FOLDER = join(import.meta.dirname, 'decisions');

test('each page has a noun, its line in the list names its sections, and each section says what was decided', async () => {
  const list = await readFile(join(FOLDER, 'README.md'), 'utf8');
  const files = (await readdir(FOLDER)).filter((name) => name !== 'README.md');
  assert.ok(files.length <= 45, `${files.length} pages`);
  for (const name of files) {
    const [heading = '', ...sections] = (await readFile(join(FOLDER, name), 'utf8')).split(/^## /m);
    const titles = sections.map((section) => section.split('\n')[0]);
    assert.ok(list.includes(`- [${heading.trim().slice('# '.length)}](${name}): ${titles.join('; ')}\n`), name);
    for (const section of sections) assert.match(section, /^\*\*Decided\.\*\*/m, name);
  }
  assert.equal(list.match(/^- \[/gm)?.length, files.length);
});
