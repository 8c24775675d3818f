/**
 * `timebank ledger verify`: every invariant of the ledger as a query that returns the rows which break it, all read from
 * one snapshot of the live database. Nothing is repaired: a broken invariant needs a person.
 */
import type { Clock } from '../../platform/base/clock.ts';
import { MINUTE_MS } from '../../platform/base/time.ts';
import type { Database, Queryable } from '../../platform/database/query.ts';
import { selectUndistributedEvents } from './distribution-queries.ts';
import {
  allowMemory,
  countLedger,
  selectAccountsWithWrongTotals,
  selectAppendOnlyGaps,
  selectBookedBeforePartners,
  selectDuplicateDeliveries,
  selectDuplicateReferences,
  selectIdsOfOtherTimes,
  selectReadableSecrets,
  selectTransfersWithoutOneEvent,
  selectUnbalancedCommunities,
  selectUnfaithfulCorrections,
  selectUnfaithfulEvents,
  selectUnfaithfulExternalIds,
  selectUnfaithfulReversals,
  selectUnfaithfulStatements,
  selectWrongBookingDays,
  selectWrongCreditDays,
  selectWrongExchangeDays,
  selectWrongPartners,
} from './invariant-queries.ts';

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

type Check = (snapshot: Queryable, eventsSince: Date, now: Date) => Promise<Offender[]>;

const CHECKS: readonly [id: string, rule: string, check: Check][] = [
  ['I1', 'The balances of a community add up to zero.', (on) => selectUnbalancedCommunities(on, OFFENDERS_MAX)],
  [
    'I2',
    "An account's running totals equal the sum of its transfers.",
    (on) => selectAccountsWithWrongTotals(on, OFFENDERS_MAX),
  ],
  [
    'I2',
    "The day's totals of a partner with a cap per day equal its credits.",
    (on) => selectWrongCreditDays(on, OFFENDERS_MAX),
  ],
  ['I2', 'The totals of a day of service equal its exchanges.', (on) => selectWrongExchangeDays(on, OFFENDERS_MAX)],
  [
    'I3',
    "A partner's transfers go through its own settlement account.",
    (on) => selectWrongPartners(on, OFFENDERS_MAX),
  ],
  ['I3', 'A reversal mirrors what it reverses.', (on) => selectUnfaithfulReversals(on, OFFENDERS_MAX)],
  [
    'I3',
    'A correction replaces a reversed credit of its partner.',
    (on) => selectUnfaithfulCorrections(on, OFFENDERS_MAX),
  ],
  [
    'I3',
    'An external id names its transfer, unless that was taken back.',
    (on) => selectUnfaithfulExternalIds(on, OFFENDERS_MAX),
  ],
  ['I3', 'A transfer is booked on the UTC day of its time.', (on) => selectWrongBookingDays(on, OFFENDERS_MAX)],
  [
    'I3',
    "Nothing is booked on a partner's days before it existed.",
    (on) => selectBookedBeforePartners(on, OFFENDERS_MAX),
  ],
  ['I3', "A transfer's id carries its time to the millisecond.", (on) => selectIdsOfOtherTimes(on, OFFENDERS_MAX)],
  ['I3', 'A final statement is what was booked on its day.', (on) => selectUnfaithfulStatements(on, OFFENDERS_MAX)],
  ['I3', 'The append-only triggers stand.', (on) => selectAppendOnlyGaps(on, OFFENDERS_MAX)],
  ['I4', 'One partner, kind and reference, one transfer.', (on) => selectDuplicateReferences(on, OFFENDERS_MAX)],
  [
    'I5',
    'Every credit and reversal has exactly one event.',
    (on, since) => selectTransfersWithoutOneEvent(on, since, OFFENDERS_MAX),
  ],
  ['I5', 'An event says what its transfer says.', (on) => selectUnfaithfulEvents(on, OFFENDERS_MAX)],
  [
    'I5',
    'Every event older than a minute was distributed.',
    (on, since, now) => selectUndistributedEvents(on, since, new Date(now.getTime() - MINUTE_MS), OFFENDERS_MAX),
  ],
  ['I6', 'At most one delivery per event and subscription.', (on) => selectDuplicateDeliveries(on, OFFENDERS_MAX)],
  ['I7', 'No secret or token is stored readable.', (on) => selectReadableSecrets(on, OFFENDERS_MAX)],
];

/** Checks everything in one snapshot; takes no lock, so the service goes on. @param signal gives it up */
export async function verifyLedger(
  database: Pick<Database, 'snapshot'>,
  clock: Clock,
  signal?: AbortSignal,
): Promise<VerifyReport> {
  const now = clock.now();
  const eventsSince = new Date(now.getTime() - EVENTS_KEPT_MS);
  return await database.snapshot(async (snapshot) => {
    await allowMemory(snapshot, WORK_MEMORY);
    const [counts] = await countLedger(snapshot);
    const invariants: InvariantReport[] = [];
    for (const [id, rule, check] of CHECKS) {
      const offenders = await check(snapshot, eventsSince, now);
      invariants.push({ id, rule, holds: offenders.length === 0, offenders });
    }
    return {
      holds: invariants.every((invariant) => invariant.holds),
      transfers: counts?.transfers ?? 0,
      accounts: counts?.accounts ?? 0,
      events: counts?.events ?? 0,
      invariants,
    };
  }, signal);
}
