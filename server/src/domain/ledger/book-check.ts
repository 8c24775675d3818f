/**
 * Partners' days, read once in their order: each credit and reversal against its event, and what a day adds up to
 * against its statement, the statement's hash and its event.
 */
import type { Hash } from 'node:crypto';
import { NO_PREVIOUS_HASH } from '@timebank/contract';
import { DAY_MS, dayOf, HOUR_MS } from '../../platform/base/time.ts';
import { pagesOf } from '../../platform/database/pages.ts';
import type { Queryable } from '../../platform/database/query.ts';
import { beginHash, hashLine } from '../statements/hash-day.ts';
import { totalsOf } from '../statements/totals.ts';
import { eventOf } from './book.ts';
import {
  type BookedLine,
  type SettlementState,
  type StatementState,
  selectBookedLines,
  selectSettlements,
  selectStatementStates,
} from './book-check-queries.ts';
import type { Offender } from './invariants.ts';

/** A day closed by a node that knows of no hashes gets its hash within this time. */
const UNHASHED_MAX_MS = HOUR_MS;

export interface BookFaults {
  readonly oneEvent: Offender[];
  readonly events: Offender[];
  readonly statements: Offender[];
  readonly hashes: Offender[];
  readonly ready: Offender[];
  /** Events that belong to a credit or reversal. */
  matched: number;
}

interface Partner {
  readonly communityId: number;
  readonly partnerId: number;
}

interface Times {
  readonly now: Date;
  readonly eventsSince: Date;
}

/** Where one partner's days have got to. */
interface Progress {
  readonly settlement: SettlementState | undefined;
  /** The day whose statement comes next; undefined: nothing says which. */
  next: string | undefined;
  /** Credits less reversals of the days before. */
  booked: number;
  closing: number | undefined;
  lastHash: string | undefined;
}

interface Day {
  readonly creditsCount: number;
  readonly creditsSeconds: number;
  readonly reversalsCount: number;
  readonly reversalsSeconds: number;
  readonly hash: string | undefined;
}

/** @param limit of offenders of one rule */
export async function checkBooks(on: Queryable, times: Times, limit: number): Promise<BookFaults> {
  const faults: BookFaults = { oneEvent: [], events: [], statements: [], hashes: [], ready: [], matched: 0 };
  const settlements = await selectSettlements(on);
  const statements = await readerOf(pagesOf(on, selectStatementStates));
  const lines = await readerOf(pagesOf(on, selectBookedLines, { eventsSince: times.eventsSince }));
  const seen = new Set<string>();
  const byKey = new Map(settlements.map((each) => [keyOf(each), each]));
  for (;;) {
    const partner = earlier(statements.row, lines.row);
    if (!partner) break;
    seen.add(keyOf(partner));
    await checkPartner(faults, times, { statements, lines }, partner, byKey.get(keyOf(partner)));
  }
  for (const settlement of settlements) {
    if (!seen.has(keyOf(settlement))) checkEnd(faults, progressOf(settlement), settlement);
  }
  for (const rule of ['oneEvent', 'events', 'statements', 'hashes', 'ready'] as const) faults[rule].splice(limit);
  return faults;
}

interface Streams {
  readonly statements: Reader<StatementState>;
  readonly lines: Reader<BookedLine>;
}

async function checkPartner(
  faults: BookFaults,
  times: Times,
  { statements, lines }: Streams,
  partner: Partner,
  settlement: SettlementState | undefined,
): Promise<void> {
  const progress = progressOf(settlement);
  const isOf = (row: Partner | undefined) =>
    row?.communityId === partner.communityId && row.partnerId === partner.partnerId;
  while (isOf(statements.row) || isOf(lines.row)) {
    const day = firstOf(
      isOf(statements.row) ? statements.row?.day : undefined,
      isOf(lines.row) ? lines.row?.day : undefined,
    );
    const statement = isOf(statements.row) && statements.row?.day === day ? statements.row : undefined;
    if (statement) await statements.next();
    const booked = await readDay(faults, lines, partner, day, statement);
    if (statement) checkStatement(faults, times, progress, statement, booked);
    progress.booked += booked.creditsSeconds - booked.reversalsSeconds;
  }
  checkEnd(faults, progress, partner);
}

/** Adds up a day's lines, hashes them if its statement has a hash, and compares each with its event. */
async function readDay(
  faults: BookFaults,
  lines: Reader<BookedLine>,
  partner: Partner,
  day: string,
  statement: StatementState | undefined,
): Promise<Day> {
  const digest = statement ? digestOf(statement) : undefined;
  const sums = { creditsCount: 0, creditsSeconds: 0, reversalsCount: 0, reversalsSeconds: 0 };
  for (let line = lines.row; line; line = lines.row) {
    if (line.day !== day || keyOf(line) !== keyOf(partner)) break;
    if (line.kind === 'credit') {
      sums.creditsCount++;
      sums.creditsSeconds += line.amountSeconds;
    } else {
      sums.reversalsCount++;
      sums.reversalsSeconds += line.amountSeconds;
    }
    digest?.update(hashLine(line));
    checkEvent(faults, line);
    const more = lines.next();
    if (more) await more;
  }
  return { ...sums, hash: digest?.digest('hex') };
}

function digestOf(statement: StatementState): Hash | undefined {
  const { day, openingSeconds, closingSeconds, previousHash } = statement;
  if (openingSeconds === null || previousHash === null) return undefined;
  return beginHash(previousHash, { day, openingSeconds, closingSeconds });
}

function checkEvent(faults: BookFaults, line: BookedLine): void {
  const { communityId, partnerId, id, kind, memberId, amountSeconds, reference, creditId, creditReference } = line;
  const reversesId = kind === 'credit' ? null : creditId;
  const transfer = { id, kind, memberId, amountSeconds, reference, bookedOn: line.day, reversesId };
  const expected = eventOf(transfer, creditReference);
  const isThere = line.eventType !== null && line.eventType === expected?.type;
  if (line.eventType !== null) faults.matched++;
  if (line.isRecent && !isThere) {
    faults.oneEvent.push({ communityId, subject: `transfer ${id}`, problem: '0 events instead of one' });
  }
  if (line.eventType === null) return;
  if (isThere && line.eventFits && line.eventData === JSON.stringify(expected?.data)) return;
  const problem = `differs from its transfer, of partner ${partnerId}: ${line.eventType} ${line.eventData}`;
  faults.events.push({ communityId, subject: `event ${id}`, problem });
}

function checkStatement(faults: BookFaults, times: Times, progress: Progress, row: StatementState, day: Day): void {
  const { communityId, openingSeconds, closingSeconds } = row;
  const subject = subjectOf(row, row.day);
  if (openingSeconds === null) {
    // A sandbox that is reset keeps no event of a day that it has forgotten, either.
    faults.ready.push({ communityId, subject, problem: `${row.events} statement.ready of a day without a statement` });
    return;
  }
  checkPlace(faults, progress, row);
  const before = progress.closing ?? progress.booked;
  const differs =
    openingSeconds !== before ||
    row.creditsCount !== day.creditsCount ||
    row.creditsSeconds !== day.creditsSeconds ||
    row.reversalsCount !== day.reversalsCount ||
    row.reversalsSeconds !== day.reversalsSeconds;
  if (differs) {
    const holds = `holds ${row.creditsCount} credits (${row.creditsSeconds} s) and ${row.reversalsCount} reversals (${row.reversalsSeconds} s)`;
    const booked = `${day.creditsCount} (${day.creditsSeconds} s) and ${day.reversalsCount} (${day.reversalsSeconds} s)`;
    const problem = `opens with ${openingSeconds} s after ${before} s, ${holds}; booked are ${booked}`;
    faults.statements.push({ communityId, subject, problem });
  }
  progress.closing = closingSeconds;
  checkHash(faults, times, progress, row, day.hash);
  checkReady(faults, times, { ...row, openingSeconds });
}

/** One statement for each day, without a gap. */
function checkPlace(faults: BookFaults, progress: Progress, row: StatementState): void {
  const { communityId, day } = row;
  const { next } = progress;
  if (next !== undefined && day > next) {
    faults.statements.push({
      communityId,
      subject: subjectOf(row, next),
      problem: `is missing; the next is of ${day}`,
    });
  } else if (next !== undefined && day < next) {
    faults.statements.push({ communityId, subject: subjectOf(row, day), problem: 'is of a day before the partner' });
  }
  progress.next = dayAfter(day);
}

function checkEnd(faults: BookFaults, { settlement, next }: Progress, partner: Partner) {
  const { communityId } = partner;
  const after = settlement?.closedThrough ? dayAfter(settlement.closedThrough) : settlement?.createdOn;
  if (!settlement || next === undefined || after === undefined || next === after) return;
  const through = `days are final through ${settlement.closedThrough ?? 'none'}`;
  const problem = next < after ? `is missing; ${through}` : `is there; ${through}`;
  const day = next < after ? next : dayOf(new Date(Date.parse(next) - DAY_MS));
  if (day >= settlement.createdOn) faults.statements.push({ communityId, subject: subjectOf(partner, day), problem });
}

function checkHash(
  faults: BookFaults,
  { now }: Times,
  progress: Progress,
  row: StatementState,
  computed: string | undefined,
): void {
  const { communityId } = row;
  const report = (problem: string) => faults.hashes.push({ communityId, subject: subjectOf(row, row.day), problem });
  const previous = progress.lastHash ?? NO_PREVIOUS_HASH;
  if (row.hash === null) {
    const isDue = progress.lastHash !== undefined || row.day > (progress.settlement?.unhashedThrough ?? '');
    if (isDue && now.getTime() - row.closedAt.getTime() > UNHASHED_MAX_MS) report('has no hash');
    return;
  }
  if (row.previousHash !== previous) report(`builds on ${row.previousHash}, the day before has ${previous}`);
  else if (row.hash !== computed) report(`has the hash ${row.hash}; its day, as it is now, has ${computed}`);
  progress.lastHash = row.hash;
}

function checkReady(
  faults: BookFaults,
  { eventsSince }: Times,
  row: StatementState & { readonly openingSeconds: number },
): void {
  const { communityId, day, hash, previousHash, inEvent } = row;
  const report = (problem: string) => faults.ready.push({ communityId, subject: subjectOf(row, day), problem });
  if (row.events > 1 || (row.events === 0 && row.closedAt >= eventsSince))
    report(`${row.events} events instead of one`);
  if (row.eventData === null) return;
  const hashes = inEvent ? { hash, previous_hash: previousHash } : {};
  const expected = JSON.stringify({ date: day, ...totalsOf(row), ...hashes });
  if (row.eventData !== expected) report(`its event says ${row.eventData}`);
}

function progressOf(settlement: SettlementState | undefined): Progress {
  // A sandbox that was reset begins with any day.
  const next = settlement?.isSandbox ? undefined : settlement?.createdOn;
  return { settlement, next, booked: 0, closing: undefined, lastHash: undefined };
}

const keyOf = ({ communityId, partnerId }: Partner) => `${communityId}/${partnerId}`;
const subjectOf = ({ partnerId }: { partnerId: number }, day: string) => `statement of partner ${partnerId} for ${day}`;
const firstOf = (one = '', other = '') => (one === '' || (other !== '' && other < one) ? other : one);
const dayAfter = (day: string) => dayOf(new Date(Date.parse(day) + DAY_MS));

function earlier(one: Partner | undefined, other: Partner | undefined): Partner | undefined {
  if (!one || !other) return one ?? other;
  return (one.communityId - other.communityId || one.partnerId - other.partnerId) > 0 ? other : one;
}

/** One row after the other; `next` only waits where a page ends. */
interface Reader<Row> {
  readonly row: Row | undefined;
  next(): Promise<void> | undefined;
}

async function readerOf<Row>(pages: AsyncGenerator<Row[]>): Promise<Reader<Row>> {
  let page: readonly Row[] = [];
  let at = 0;
  const turn = async () => {
    const { value, done } = await pages.next();
    page = done ? [] : value;
    at = 0;
  };
  await turn();
  return {
    get row() {
      return page[at];
    },
    next() {
      at++;
      return at < page.length ? undefined : turn();
    },
  };
}
