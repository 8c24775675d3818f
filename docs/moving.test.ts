/** The guide to moving in names each question that the sample files leave open, and each file of theirs. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import type { MoveSystem } from '../contract/src/words.ts';
import { planned, sampleOf } from '../test-support/moving-in.ts';
import { ROOT } from './test-support/blocks.ts';

const TITLES: Readonly<Record<Exclude<MoveSystem, 'timebank'>, string>> = {
  timeoverflow: 'From TimeOverflow',
  komunitin: 'From Komunitin',
  ces: 'From CES',
  cyclos: 'From Cyclos 3',
};
/** Files that no profile reads. */
const UNREAD = ['exchanges.csv'];

for (const system of Object.keys(TITLES) as (keyof typeof TITLES)[]) {
  test(`the guide to ${system} has the files and the questions of the sample`, async () => {
    const guide = await readFile(join(ROOT, 'docs/moving.md'), 'utf8');
    const section = guide.split(/^## /m).find((part) => part.startsWith(TITLES[system])) ?? '';
    const sample = await sampleOf(system);
    for (const name of [...sample.keys()].filter((one) => !UNREAD.includes(one))) {
      const start = name.replace(/_(?:\d{4}-.*|admin\.csv)$/, '_');
      assert.ok(section.includes(`\`${start}`), `${start} of ${system}`);
    }
    const { talk } = await planned(system, sample);
    for (const { key } of talk.open) assert.ok(section.includes(`\`${key}\``), `${key} of ${system}`);
  });
}
