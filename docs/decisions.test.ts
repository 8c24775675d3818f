/** The decision records. */
import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';

const FOLDER = join(import.meta.dirname, 'decisions');

test('each decision is accepted, and has a line in the list by its own title', async () => {
  const list = await readFile(join(FOLDER, 'README.md'), 'utf8');
  const files = (await readdir(FOLDER)).filter((name) => /^\d{4}-/.test(name));
  for (const name of files) {
    const [title = '', , status] = (await readFile(join(FOLDER, name), 'utf8')).split('\n');
    // A superseded decision is folded into the newer one.
    assert.equal(status, 'Status: accepted', name);
    assert.ok(list.includes(`- [${name.slice(0, 4)}](${name}) ${title.slice('# 0000 '.length)}\n`), name);
  }
  assert.equal(list.match(/^- \[/gm)?.length, files.length);
});
