import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { createTemporaryFolder } from '../../test-support/temporary-folder.ts';
import { describeRefusal } from './data-folder.ts';
import { isDiskFull, keepReserve, makeRoom, releaseReserve } from './reserve.ts';

test('the reserve is released piece by piece, never while the disk has room, and set aside again', async () => {
  const folder = await createTemporaryFolder();
  const pieces = async () => (await readdir(join(folder.path, 'reserve'))).sort();
  try {
    assert.equal(await releaseReserve(folder.path), false);
    await keepReserve(folder.path);
    assert.deepEqual(await pieces(), ['1', '2', '3', '4']);
    assert.equal(await makeRoom(folder.path), false, 'there is room');
    for (const left of [3, 2, 1, 0]) {
      assert.equal(await releaseReserve(folder.path), true);
      assert.equal((await pieces()).length, left);
    }
    assert.equal(await releaseReserve(folder.path), false);
    await keepReserve(folder.path);
    assert.equal((await pieces()).length, 4);
  } finally {
    await folder.remove();
  }
});

test('a server that refuses every connection is reported in its own words, and only a silent one as one that may hang', () => {
  const refused = (message: string, code?: string) => Object.assign(new Error(message), code ? { code } : {});
  const full = refused('could not write init file: No space left on device', '53100');
  assert.ok(isDiskFull(full));
  assert.match(
    describeRefusal('/data', undefined, full),
    /^The database cannot be used \(could not write init .*make room/,
  );
  for (const silent of [refused('the database system is starting up', '57P03'), refused('timeout expired')]) {
    assert.match(describeRefusal('/data', undefined, silent), /does not answer \(.*\): it is starting or stopping, or/);
  }
});
