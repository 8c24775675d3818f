/**
 * `timebank ledger verify`: every invariant of the ledger as a query that returns the rows which break it. Each rule
 * reads a snapshot of its own of the live database, and so do the books of each partner, since no row can be tidied up
 * while a snapshot is open. Nothing is repaired: a broken invariant needs a person.
 */

import { setTimeout as delay } from 'node:timers/promises';
import type { EventType } from '@timebank/contract';
import type { Clock } from '../../../../core/base/clock.ts';
import { MINUTE_MS } from '../../../../core/base/time.ts';
import { pagesOf } from '../../../../core/database/pages.ts';
import type { Database, Query, Queryable } from '../../../../core/database/query.ts';
import { listingEvent, memberEvent } from '../../../../core/people/members/events.ts';
import { type BookFaults, checkBooksOf, noBookFaults } from './book-check.ts';
import {
  type PlainEvent,
  selectEventsOfNoTransfer,
  selectPlainEvents,
  selectSettlements,
  selectStatementsOfNoPartner,
} from './book-check-queries.ts';
import { selectUndistributedEvents } from './distribution-queries.ts';
import {
  allowMemory,
  countLedger,
  selectAccountsWithWrongTotals,
  selectBookedBeforePartners,
  selectBrokenSeals,
  selectDuplicateDeliveries,
  selectDuplicateReferences,
  selectForgottenProposals,
  selectIdsOfOtherTimes,
  selectReadableSecrets,
  selectUnbalancedCommunities,
  selectUnfaithfulCorrections,
  selectUnfaithfulExternalIds,
  selectUnfaithfulProposals,
  selectUnfaithfulReversals,
  selectWrongActivity,
  selectWrongBookingDays,
  selectWrongCreditDays,
  selectWrongExchangeDays,
  selectWrongPartners,
  selectWrongTallies,
} from './invariant-queries.ts';
import { findSchemaFaults } from './schema-check.ts';

/** One rule, and the rows that break it (at most `OFFENDERS_MAX` of them). */
export interface InvariantReport {
  readonly id: string;
  readonly rule: string;
  readonly holds: boolean;
  readonly offenders: readonly Offender[];
}

/** A row that breaks a rule: where it is and what is wrong with it. */
export interface Offender {
  readonly communityId: number | null;
  readonly subject: string;
  readonly problem: string;
}

export interface VerifyReport {
  readonly holds: boolean;
  readonly transfers: number;
  readonly accounts: number;
  readonly events: number;
  readonly invariants: readonly InvariantReport[];
}

const OFFENDERS_MAX = 100;

/** For sorting and hashing millions of rows; for this transaction only. */
const WORK_MEMORY = '256MB';

/** Events are kept for 30 days; a day less is looked at, so that clean-up and check never race. */
const EVENTS_KEPT_MS = 29 * 86_400_000;

/** The input of the checks: statements on a snapshot, and the faults found while reading the books. */
interface CheckInput {
  readonly on: Queryable;
  readonly books: BookFaults;
  readonly eventsSince: Date;
  readonly now: Date;
}

type Check = (checked: CheckInput) => Promise<readonly Offender[]> | readonly Offender[];

/** A rule that is one statement. */
const by =
  (select: Query<{ limit: number }, Offender>): Check =>
  ({ on }) =>
    select(on, { limit: OFFENDERS_MAX });

const CHECKS: readonly [id: string, rule: string, check: Check][] = [
  ['I1', 'The balances of a community add up to zero.', by(selectUnbalancedCommunities)],
  ['I2', "An account's running totals equal the sum of its transfers.", by(selectAccountsWithWrongTotals)],
  ['I2', "The day's totals of a partner with a cap per day equal its credits.", by(selectWrongCreditDays)],
  ['I2', 'The totals of a day of service equal its exchanges.', by(selectWrongExchangeDays)],
  ['I2', 'The tallies of active members add up to the members.', by(selectWrongTallies)],
  ['I2', 'What is kept of an activity count is what was counted.', by(selectWrongActivity)],
  ['I3', "A partner's transfers go between its own settlement account and members.", by(selectWrongPartners)],
  ['I3', 'A reversal mirrors what it reverses.', by(selectUnfaithfulReversals)],
  ['I3', 'A correction replaces a reversed credit of its partner.', by(selectUnfaithfulCorrections)],
  ['I3', 'An external id names its transfer, unless that was taken back.', by(selectUnfaithfulExternalIds)],
  ['I3', 'A transfer is booked on the UTC day of its time.', by(selectWrongBookingDays)],
  ['I3', "Nothing is booked on a partner's days before it existed.", by(selectBookedBeforePartners)],
  ['I3', "A transfer's id carries its time to the millisecond.", by(selectIdsOfOtherTimes)],
  ['I3', 'Each final day has a statement of what was booked on it.', ({ books }) => books.statements],
  ['I3', 'The hash of a statement is that of its day, and of the day before.', ({ books }) => books.hashes],
  ['I3', 'The seals of the audit log are those of its rows, one built on the other.', by(selectBrokenSeals)],
  [
    'I3',
    'The schema is what this version makes, and its triggers stand.',
    ({ on }) => findSchemaFaults(on, OFFENDERS_MAX),
  ],
  ['I4', 'One partner, kind and reference, one transfer.', by(selectDuplicateReferences)],
  ['I5', 'Every credit and reversal has exactly one event.', ({ books }) => books.oneEvent],
  ['I5', 'An event says what its transfer says.', findUnfaithfulEvents],
  [
    'I5',
    'A final day has one event, which says what its statement says.',
    async ({ on, books }) => [...books.ready, ...(await selectStatementsOfNoPartner(on, { limit: OFFENDERS_MAX }))],
  ],
  ['I5', 'An event of a member or a listing names just that.', ({ on }) => checkPlainEvents(on, OFFENDERS_MAX)],
  [
    'I5',
    'Every event older than a minute was distributed.',
    ({ on, eventsSince, now }) =>
      selectUndistributedEvents(on, {
        since: eventsSince,
        before: new Date(now.getTime() - MINUTE_MS),
        limit: OFFENDERS_MAX,
      }),
  ],
  ['I6', 'At most one delivery per event and subscription.', by(selectDuplicateDeliveries)],
  ['I7', 'No secret or token is stored readable.', by(selectReadableSecrets)],
  ['I9', 'A confirmed proposal is one exchange, and each such exchange its proposal.', by(selectUnfaithfulProposals)],
  [
    'I9',
    'No proposal waits a day beyond its days.',
    ({ on, now }) => selectForgottenProposals(on, { now, limit: OFFENDERS_MAX }),
  ],
];

/** Those that differ from their transfer, and those that are there without one. */
async function findUnfaithfulEvents({ on, books }: CheckInput): Promise<readonly Offender[]> {
  const strays = await selectEventsOfNoTransfer(on);
  return [
    ...books.events,
    ...strays.map(({ communityId, id }) => ({ communityId, subject: `event ${id}`, problem: 'is of no transfer' })),
  ].slice(0, OFFENDERS_MAX);
}

/**
 * Checks everything; takes no lock, so the service goes on.
 * @param isPaced rests between the parts for as long as each took, so that requests go first
 * @param signal gives it up
 */
export async function verifyLedger(
  database: Pick<Database, 'snapshot'>,
  clock: Clock,
  { isPaced = false, signal }: { readonly isPaced?: boolean; readonly signal?: AbortSignal } = {},
): Promise<VerifyReport> {
  const now = clock.now();
  const eventsSince = new Date(now.getTime() - EVENTS_KEPT_MS);
  const part = async <T>(work: (on: Queryable) => Promise<T> | T): Promise<T> => {
    const beganMs = performance.now();
    const found = await database.snapshot(async (on) => {
      await allowMemory(on, { workMemory: WORK_MEMORY });
      return await work(on);
    }, signal);
    if (isPaced) await delay(performance.now() - beganMs, undefined, { signal, ref: false });
    return found;
  };
  const [counts] = await part(countLedger);
  const books = noBookFaults();
  for (const settlement of await part(selectSettlements)) {
    await part((on) => checkBooksOf(on, settlement, { now, eventsSince }, books, OFFENDERS_MAX));
  }
  const invariants: InvariantReport[] = [];
  for (const [id, rule, check] of CHECKS) {
    const offenders = await part((on) => check({ on, books, eventsSince, now }));
    invariants.push({ id, rule, holds: offenders.length === 0, offenders });
  }
  return {
    holds: invariants.every((invariant) => invariant.holds),
    transfers: counts?.transfers ?? 0,
    accounts: counts?.accounts ?? 0,
    events: counts?.events ?? 0,
    invariants,
  };
}

// Events of members, listings and tests, made again from what they are about.

const TEST_DATA = /^\{"subscription_id":"whs_[0-9a-z]{26}"\}$/;

async function checkPlainEvents(on: Queryable, limit: number): Promise<Offender[]> {
  const faults: Offender[] = [];
  for await (const rows of pagesOf(on, selectPlainEvents)) {
    for (const row of rows) {
      const problem = faultOf(row);
      if (problem === undefined || faults.length >= limit) continue;
      faults.push({ communityId: row.communityId, subject: `event ${row.id}`, problem });
    }
  }
  return faults.sort((a, b) => (a.communityId ?? 0) - (b.communityId ?? 0) || (a.subject < b.subject ? -1 : 1));
}

function faultOf(row: PlainEvent): string | undefined {
  const { type, memberId, listingId, ownerId, data } = row;
  const expected = dataOf(row);
  if (expected === undefined) return `is of nothing that could have caused it: ${type} ${data}`;
  if (data !== expected) return `says ${data} instead of ${expected}`;
  if (listingId !== null && ownerId !== null && ownerId !== memberId) return `is of a listing of another member`;
  return undefined;
}

function dataOf({ type, memberId, listingId, partnerId, data }: PlainEvent): string | undefined {
  const kind = type as EventType;
  switch (kind) {
    case 'user.activated':
    case 'user.updated':
    case 'user.deactivated':
      return memberId === null ? undefined : JSON.stringify(memberEvent(memberId, kind).data);
    case 'listing.published':
    case 'listing.updated':
    case 'listing.closed':
      if (memberId === null || listingId === null) return undefined;
      return JSON.stringify(listingEvent(listingId, memberId, kind).data);
    case 'webhook.test':
      // The subscription may be gone by now.
      return partnerId !== null && TEST_DATA.test(data) ? data : undefined;
    default:
      return undefined;
  }
}
