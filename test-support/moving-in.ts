/** The sample exports of other systems: as they are, changed, and planned without a database. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { MoveSystem } from '@timebank/contract';
import { withoutCodePages } from '../modules/moving/domain/move-in/encodings.ts';
import { type MovePlan, planMove } from '../modules/moving/domain/move-in/plan.ts';
import { MOVE_PROFILES } from '../modules/moving/domain/move-in/profiles.ts';
import { createTalk, type MoveTalk } from '../modules/moving/domain/move-in/questions.ts';
import type { Answers, MoveFile } from '../modules/moving/domain/move-in/types.ts';

export const MOVING_FIXTURES = join(import.meta.dirname, '../fixtures/moving-in');
const NOW = new Date('2026-11-01T12:00:00Z');

/** The files of a sample, without archives: texts by name. */
export async function sampleOf(system: MoveSystem): Promise<Map<string, string>> {
  const folder = join(MOVING_FIXTURES, system);
  const names = (await readdir(folder)).filter((name) => /\.(?:csv|json)$/.test(name));
  return new Map(
    await Promise.all(names.map(async (name) => [name, await readFile(join(folder, name), 'utf8')] as const)),
  );
}

/** Makes one change to each file whose name begins so. @throws Error where a change changes nothing */
export function changed(
  sample: ReadonlyMap<string, string>,
  changes: Readonly<Record<string, (text: string) => string>>,
): Map<string, string> {
  const result = new Map(sample);
  for (const [start, change] of Object.entries(changes)) {
    const [name, text] = [...sample].find(([one]) => one.startsWith(start)) ?? [];
    if (name === undefined || text === undefined) throw new Error(`no file ${start}`);
    const next = change(text);
    if (next === text) throw new Error(`nothing changed in ${start}`);
    result.set(name, next);
  }
  return result;
}

/** Puts the rows below the first line in the opposite order; for tables without line breaks in cells. */
export function turned(text: string): string {
  const [header = '', ...rows] = text.replace(/\n$/, '').split('\n');
  return `${[header, ...rows.reverse()].join('\n')}\n`;
}

/** Reads and plans, with the suggestions as answers to what is open. */
export async function planned(
  system: MoveSystem,
  sample: ReadonlyMap<string, string | Buffer>,
  answers: Answers = {},
): Promise<{ plan: MovePlan; talk: MoveTalk; balances: Record<string, number> }> {
  const files = [...sample].map(([name, text]): MoveFile => ({ name, bytes: Buffer.from(text as string) }));
  const talk = createTalk(answers, {}, NOW.toISOString().slice(0, 10));
  const plan = planMove(await MOVE_PROFILES[system](withoutCodePages(files, talk), talk), talk, NOW);
  const balances = Object.fromEntries(plan.members.map(({ number, balanceSeconds }) => [number, balanceSeconds]));
  return { plan, talk, balances };
}
