/**
 * Straight-through: credits that nothing stands in the way of are booked without being read before. Locks, writes and the
 * COMMIT leave together, so that the accounts are locked for as long as PostgreSQL needs, and not while answers travel.
 */
import type { Clock } from '../../platform/base/clock.ts';
import type { Database } from '../../platform/database/query.ts';
import { eventOf, paymentColumns } from './book.ts';
import { creditTransfer, partnerKey, referenceKey } from './decide.ts';
import { LOCK_WAIT, limitLockWait } from './queries.ts';
import { bookingAt } from './read-state.ts';
import { type AskedRow, bookStraight, lockForCredits, type StraightRow } from './straight-queries.ts';
import type { CreditPosting, Posted, Transfer, TransferRequest } from './types.ts';

/** Whether the request may go straight through: a credit that needs nothing but its member, partner and caps. */
export function isPlain(request: TransferRequest): request is CreditPosting {
  return request.kind === 'credit' && request.correctsId === undefined && request.forced === undefined;
}

interface Straight {
  /** In the order of the credits: what was booked, or undefined. */
  readonly outcomes: readonly (Posted | undefined)[];
  /** Whether anybody waits to be told of them. */
  readonly isQueued: boolean;
}

/** Stands for an account until it is found. */
const NO_ACCOUNT = 0;

/**
 * Books those of a community's credits that nothing stands in the way of; the others are left to be decided.
 * @throws when nothing was booked; DatabaseUnavailable when the outcome is unknown
 */
export async function postStraight(
  database: Database,
  clock: Clock,
  communityId: number,
  credits: readonly CreditPosting[],
): Promise<Straight> {
  const time = bookingAt(clock.now());
  const drafts = credits.map((request) => creditTransfer(time, request, NO_ACCOUNT, NO_ACCOUNT));
  const asked = askedRows(drafts);
  const rows = await database.transaction(
    (transaction) => {
      // What fails here fails the transaction.
      limitLockWait(transaction, LOCK_WAIT).catch(() => {});
      lockForCredits(transaction, asked).catch(() => {});
      return bookStraight(transaction, asked, { createdAt: time.now, bookedOn: time.bookedOn });
    },
    { line: communityId },
  );
  const booked = new Map(rows.map((row) => [row.id, row]));
  const outcomes = drafts.map((draft) => postedAs(draft, booked.get(draft.id)));
  return { outcomes, isQueued: rows.some((row) => row.isQueued) };
}

/** Of credits that share a reference only the first: what becomes of the others depends on it. */
function askedRows(drafts: readonly Transfer[]): AskedRow[] {
  const references = new Set<string>();
  const ofMembers = new Map<string, number>();
  const ofPartners = new Map<string, number>();
  const add = (sums: Map<string, number>, key: string, seconds: number) => {
    const sum = (sums.get(key) ?? 0) + seconds;
    sums.set(key, sum);
    return sum;
  };
  const rows: AskedRow[] = [];
  for (const transfer of drafts) {
    const { communityId, id, partnerId, memberId, amountSeconds, reference, note, recordedBy } = transfer;
    const event = eventOf(transfer, transfer.reference);
    if (partnerId === null || memberId === null || reference === null || !event) throw new Error('not a credit');
    const key = referenceKey(communityId, partnerId, transfer.kind, reference);
    if (references.has(key)) continue;
    references.add(key);
    rows.push({
      ...{ communityId, id, partnerId, memberId, amountSeconds, reference, note, recordedBy },
      ...paymentColumns(transfer.payment),
      memberSeconds: add(ofMembers, `${communityId}:${memberId}`, amountSeconds),
      partnerSeconds: add(ofPartners, partnerKey(communityId, partnerId), amountSeconds),
      eventData: event.data,
    });
  }
  return rows;
}

function postedAs(draft: Transfer, row: StraightRow | undefined): Posted | undefined {
  if (!row) return undefined;
  const transfer = { ...draft, debitAccountId: row.debitAccountId, creditAccountId: row.creditAccountId };
  return { result: 'posted', transfer, credit: { transfer, reversal: null } };
}
