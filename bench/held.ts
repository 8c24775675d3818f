/** Credits while another session keeps a snapshot, as a dump or a report does: no version of a row can be removed. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { encodeId } from '@timebank/contract';
import pg from 'pg';
import { withCredits } from './credit-load.ts';
import { type DemoService, startDemo } from './demo-service.ts';
import type { Measurement } from './measure.ts';

const STEP_SECONDS = 5;
const HELD_SECONDS = 60;
const LONG_SECONDS = 600;
const MEMBERS = 10_000;

/** Among few members each balance has many versions, among many it has few. @param isLong ten minutes, too */
export async function benchHeld(settings: Readonly<Record<string, string>>, isLong: boolean): Promise<Measurement[]> {
  const demo = await startDemo(settings);
  try {
    const few = await whileHeld(demo, demo.memberIds, [HELD_SECONDS]);
    const many = await addMembers(demo);
    return [...few, ...(await whileHeld(demo, many, isLong ? [HELD_SECONDS, LONG_SECONDS] : [HELD_SECONDS]))];
  } finally {
    await demo.stop();
  }
}

/** @param at the seconds after which the rate is compared with that before */
async function whileHeld(demo: DemoService, memberIds: readonly string[], at: readonly number[]) {
  const holder = new pg.Client(demo.databaseUrl);
  await holder.connect();
  try {
    return await withCredits({ ...demo, memberIds }, async (creditsOf) => {
      const credits = creditsOf(await demo.token());
      await credits();
      const theirs = await credits(STEP_SECONDS);
      await holder.query('begin isolation level repeatable read');
      await holder.query('select from accounts');
      const began = performance.now();
      const found: Measurement[] = [];
      for (const seconds of at) {
        while (performance.now() - began < (seconds - STEP_SECONDS) * 1000) await credits(STEP_SECONDS);
        const ours = await credits(STEP_SECONDS);
        const what = `POST /wallet/credit to ${memberIds.length} members, ${seconds} s after another session began to keep a snapshot`;
        found.push({ what, against: 'its own rate before', ours, theirs, ratio: ours / theirs, goal: 0.5 });
      }
      return found;
    });
  } finally {
    await holder.end();
  }
}

async function addMembers(demo: DemoService): Promise<string[]> {
  const file = join(demo.dataDir, 'members.csv');
  const rows = Array.from({ length: MEMBERS }, (_, n) => `H-${n},Held ${n},active`);
  await writeFile(file, ['external_id,name,status', ...rows, ''].join('\n'));
  await demo.timebank('import', 'members', file, '--community', demo.slug);
  const owner = new pg.Client(demo.databaseUrl);
  await owner.connect();
  try {
    const { rows: members } = await owner.query<{ id: string }>(`select id from members where external_id like 'H-%'`);
    return members.map(({ id }) => encodeId('usr', id));
  } finally {
    await owner.end();
  }
}
