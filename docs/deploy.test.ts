/** The samples for the database's servers are what the operator guide shows; that they work, other tests show. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { ROOT, readBlocks } from './test-support/blocks.ts';

for (const [file, place] of [
  ['etcd.conf', '# /etc/default/etcd '],
  ['patroni.yml', '# /etc/patroni/config.yml '],
  ['pgbackrest.conf', '# /etc/pgbackrest.conf,'],
] as const) {
  test(`docs/deploy/${file} is what the operator guide shows`, async () => {
    const shown = (await readBlocks('docs/operator-guide.md')).filter(({ text }) => text.startsWith(place));
    assert.deepEqual(
      shown.map(({ text }) => `${text}\n`),
      [await readFile(join(ROOT, 'docs/deploy', file), 'utf8')],
    );
  });
}
