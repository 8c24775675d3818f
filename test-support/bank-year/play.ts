/** Plays a year of bank's files into an inbox, and compares what comes of each movement with what is right. */

import type { ListedLineRow } from '../../modules/bank/domain/inbox/queries.ts';
import { changeInboxSettings } from '../../modules/bank/domain/inbox/settings.ts';
import type { TestService } from '../harness.ts';
import { setUpInbox } from '../inbox.ts';
import { ACCOUNT, DIALECTS, DOLLAR_ACCOUNT, type FileOfDays } from './dialects.ts';
import { drawYear, type Movement } from './movements.ts';

export interface YearPlayed {
  readonly lines: number;
  /** Seconds that a member has and should not. */
  readonly wrong: number;
  /** Lines more than there are movements; fewer: negative. */
  readonly doubled: number;
  /** Amounts and states of which there are not as many lines as movements. */
  readonly unexplained: readonly string[];
}

const OPENING_CENTS = 10_000_000;

/** @param count movements of the year */
export async function playYear(
  service: TestService,
  { seed, count }: { readonly seed: number; readonly count: number },
): Promise<YearPlayed> {
  const inbox = await setUpInbox(service, { EUR: '1/20' });
  for (const account of [ACCOUNT, DOLLAR_ACCOUNT]) await changeInboxSettings(service.deps, inbox.act, { account });
  const year = drawYear(seed, count, inbox.references);
  for (const [at, days] of chunksOf(year).entries()) {
    const dialect = DIALECTS[at % DIALECTS.length] as (typeof DIALECTS)[number];
    for (const file of dialect(days)) {
      await inbox.importFile(file.bytes, file.name);
      if (at % 3 === 0) await inbox.approveAll();
      await inbox.importFile(file.bytes, file.name);
    }
  }
  const dollars = year.filter(({ currency }) => currency !== 'EUR');
  const [file] =
    DIALECTS[0]?.({ name: 'usd', movements: dollars, opening: OPENING_CENTS, account: DOLLAR_ACCOUNT }) ?? [];
  if (file) await inbox.importFile(file.bytes, file.name);
  await inbox.approveAll();
  return compareYear(year, await inbox.listLines(), await inbox.balances());
}

/** Sixteen periods of the movements in euros, one after the other. */
function chunksOf(year: readonly Movement[]): FileOfDays[] {
  const euros = year.filter(({ currency }) => currency === 'EUR').toSorted((a, b) => a.day - b.day);
  const size = Math.ceil(euros.length / (2 * DIALECTS.length));
  let opening = OPENING_CENTS;
  const chunks: FileOfDays[] = [];
  for (let at = 0; at < euros.length; at += size) {
    const movements = euros.slice(at, at + size);
    chunks.push({ name: `period-${chunks.length}`, movements, opening, account: ACCOUNT });
    opening += movements.reduce((sum, { cents }) => sum + cents, 0);
  }
  return chunks;
}

const amountOf = (cents: number) => `${cents < 0 ? '-' : ''}${(Math.abs(cents) / 100).toFixed(2)}`;

/**
 * By amount and state: which of a member's equal payments a return without a reference takes back, no file says, and a
 * batch dates its payments by its own day.
 */
function compareYear(
  year: readonly Movement[],
  lines: readonly ListedLineRow[],
  balances: readonly number[],
): YearPlayed {
  const own = lines.filter(({ reason }) => reason !== 'explained_by_details');
  const due = new Array<number>(balances.length).fill(0);
  for (const { right } of year) if (right.is === 'booked') due[right.member] = (due[right.member] ?? 0) + right.seconds;
  const wrong = balances.reduce((sum, seconds, at) => sum + Math.abs(seconds - (due[at] ?? 0)), 0);
  const expected = countBy(year, ({ cents, right }) => `${amountOf(cents)} ${right.is}`);
  const found = countBy(own, ({ amount, state }) => `${amount} ${state}`);
  const unexplained = [...new Set([...expected.keys(), ...found.keys()])]
    .filter((key) => expected.get(key) !== found.get(key))
    .map((key) => `${key}: ${found.get(key) ?? 0}, not ${expected.get(key) ?? 0}`);
  return { lines: own.length, wrong, doubled: own.length - year.length, unexplained };
}

function countBy<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const item of items) counts.set(keyOf(item), (counts.get(keyOf(item)) ?? 0) + 1);
  return counts;
}
