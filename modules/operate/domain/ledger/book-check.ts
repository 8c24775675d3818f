/**
 * A partner's days, read once in their order: each credit and reversal against its event, and what a day adds up to
 * against its statement, the statement's hash and its event.
 */
import type { Hash } from 'node:crypto';
import { NO_PREVIOUS_HASH } from '@timebank/contract';
import { DAY_MS, dayAfter, dayOf, HOUR_MS } from '../../../../core/base/time.ts';
import { pagesOf } from '../../../../core/database/pages.ts';
import type { Queryable } from '../../../../core/database/query.ts';
import { eventOf } from '../../../../core/ledger/book.ts';
import { beginHash, hashLine } from '../../../../core/statements/hash-day.ts';
import { totalsOf } from '../../../../core/statements/totals.ts';
import {
  type BookedLine,
  type SettlementState,
  type StatementState,
  selectBookedLines,
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
}

interface Times {
  readonly now: Date;
  readonly eventsSince: Date;
}

/** Where one partner's days have got to. */
interface Progress {
  readonly settlement: SettlementState;
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

export const noBookFaults = (): BookFaults => ({ oneEvent: [], events: [], statements: [], hashes: [], ready: [] });

interface Streams {
  readonly statements: Reader<StatementState>;
  readonly lines: Reader<BookedLine>;
}

/** Reads a partner's days in one snapshot, and adds what is wrong. @param limit of offenders of one rule */
export async function checkBooksOf(
  on: Queryable,
  settlement: SettlementState,
  times: Times,
  faults: BookFaults,
  limit: number,
): Promise<void> {
  const { communityId, partnerId } = settlement;
  const { eventsSince } = times;
  const statements = await readerOf(pagesOf(on, selectStatementStates, { communityId, partnerId }));
  const lines = await readerOf(pagesOf(on, selectBookedLines, { communityId, partnerId, eventsSince }));
  await checkDays(faults, times, { statements, lines }, settlement);
  for (const offenders of Object.values(faults)) offenders.splice(limit);
}

async function checkDays(
  faults: BookFaults,
  times: Times,
  { statements, lines }: Streams,
  settlement: SettlementState,
): Promise<void> {
  const progress = progressOf(settlement);
  while (statements.row || lines.row) {
    const day = firstOf(statements.row?.day, lines.row?.day);
    const statement = statements.row?.day === day ? statements.row : undefined;
    if (statement) await statements.next();
    const booked = await readDay(faults, lines, day, statement);
    if (statement) checkStatement(faults, times, progress, statement, booked);
    progress.booked += booked.creditsSeconds - booked.reversalsSeconds;
    if (statement) checkRestored(faults, progress, statement);
  }
  checkEnd(faults, progress);
}

/** Adds up a day's lines, hashes them if its statement has a hash, and compares each with its event. */
async function readDay(
  faults: BookFaults,
  lines: Reader<BookedLine>,
  day: string,
  statement: StatementState | undefined,
): Promise<Day> {
  const digest = statement ? digestOf(statement) : undefined;
  const sums = { creditsCount: 0, creditsSeconds: 0, reversalsCount: 0, reversalsSeconds: 0 };
  for (let line = lines.row; line; line = lines.row) {
    if (line.day !== day) break;
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
  const restored = restoredDaysOf(progress, row.day);
  const differs =
    // What was published of them stays; what the ledger holds now is compared with the last of them.
    !restored &&
    (openingSeconds !== before ||
      row.creditsCount !== day.creditsCount ||
      row.creditsSeconds !== day.creditsSeconds ||
      row.reversalsCount !== day.reversalsCount ||
      row.reversalsSeconds !== day.reversalsSeconds);
  if (differs) {
    const holds = `holds ${row.creditsCount} credits (${row.creditsSeconds} s) and ${row.reversalsCount} reversals (${row.reversalsSeconds} s)`;
    const booked = `${day.creditsCount} (${day.creditsSeconds} s) and ${day.reversalsCount} (${day.reversalsSeconds} s)`;
    const problem = `opens with ${openingSeconds} s after ${before} s, ${holds}; booked are ${booked}`;
    faults.statements.push({ communityId, subject, problem });
  }
  progress.closing = closingSeconds;
  checkHash(faults, times, progress, row, restored ? undefined : day.hash);
  checkReady(faults, times, { ...row, openingSeconds });
}

const restoredDaysOf = ({ settlement }: Progress, day: string) =>
  settlement.restored.find(({ first, last }) => first <= day && day <= last);

/** Behind the last of such days the books go on with what the ledger holds. */
function checkRestored(faults: BookFaults, progress: Progress, { communityId, partnerId, day }: StatementState): void {
  const restored = restoredDaysOf(progress, day);
  if (restored?.last !== day || progress.closing === undefined) return;
  const expected = progress.closing + restored.differs;
  if (progress.booked !== expected) {
    const problem = `its community was put back; ${progress.booked} s are booked through it instead of ${expected} s`;
    faults.statements.push({ communityId, subject: subjectOf({ partnerId }, day), problem });
  }
  progress.closing = progress.booked;
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

function checkEnd(faults: BookFaults, { settlement, next }: Progress): void {
  const { communityId, createdOn, closedThrough } = settlement;
  const after = closedThrough ? dayAfter(closedThrough) : createdOn;
  if (createdOn === null || next === undefined || after === null || next === after) return;
  const through = `days are final through ${closedThrough ?? 'none'}`;
  const problem = next < after ? `is missing; ${through}` : `is there; ${through}`;
  const day = next < after ? next : dayOf(new Date(Date.parse(next) - DAY_MS));
  if (day >= createdOn) faults.statements.push({ communityId, subject: subjectOf(settlement, day), problem });
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
    const isDue = progress.lastHash !== undefined || row.day > (progress.settlement.unhashedThrough ?? '');
    if (isDue && now.getTime() - row.closedAt.getTime() > UNHASHED_MAX_MS) report('has no hash');
    return;
  }
  if (row.previousHash !== previous) report(`builds on ${row.previousHash}, the day before has ${previous}`);
  else if (computed !== undefined && row.hash !== computed)
    report(`has the hash ${row.hash}; its day, as it is now, has ${computed}`);
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

function progressOf(settlement: SettlementState): Progress {
  // A sandbox that was reset begins with any day.
  const next = settlement.isSandbox ? undefined : (settlement.createdOn ?? undefined);
  return { settlement, next, booked: 0, closing: undefined, lastHash: undefined };
}

const subjectOf = ({ partnerId }: { partnerId: number }, day: string) => `statement of partner ${partnerId} for ${day}`;
const firstOf = (one = '', other = '') => (one === '' || (other !== '' && other < one) ? other : one);

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
