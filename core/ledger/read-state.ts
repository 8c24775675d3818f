/** Reads, under locks, the part of the ledger that a batch of requests depends on. */

import type { Clock } from '../base/clock.ts';
import { newIdAt } from '../base/ids.ts';
import { DIFFERENCE_MAX_MS } from '../base/nodes/node-clock.ts';
import { moving, refusal } from '../base/refusal.ts';
import { DAY_MS, dayOf, HOUR_MS, SECOND_MS } from '../base/time.ts';
import type { StatementParameters, Transaction } from '../database/query.ts';
import {
  accountKey,
  type BookingTime,
  type LedgerState,
  memberKey,
  partnerKey,
  referenceKey,
  transferKey,
} from './decide.ts';
import {
  type CreditTargetRow,
  type LedgerAccountRow,
  type LockKeys,
  type lockAccounts,
  type ReversibleRow,
  selectBookedReferences,
  selectCorrected,
  selectCreditsByReference,
  selectCreditTargets,
  selectTransfers,
} from './queries.ts';
import type { BookedCredit, CreditPosting, ExchangePosting, Transfer, TransferRequest } from './types.ts';

/** The kind of transfer that reverses each reversible kind. */
const REVERSAL_KINDS: Readonly<Partial<Record<Transfer['kind'], Transfer['kind']>>> = {
  credit: 'credit_reversal',
  exchange: 'exchange_reversal',
  gift: 'gift_reversal',
  opening: 'opening_reversal',
};

/**
 * Reads and locks what the requests touch. All statements leave together; each reads what is there once the locks are
 * held, since it begins after the one before has ended. The day is decided under the locks: a day that was closed takes
 * nothing.
 * @param lock what becomes of accounts that another transaction holds
 */
export async function readState(
  transaction: Transaction,
  clock: Clock,
  requests: readonly TransferRequest[],
  lock: typeof lockAccounts,
): Promise<LedgerState> {
  const credits = requests.filter((request) => request.kind === 'credit');
  const originals = requests.flatMap(originalOf);
  const corrections = credits.flatMap(({ communityId, correctsId }) =>
    correctsId ? { communityId, id: correctsId } : [],
  );
  const readTargets = (day: string): Promise<CreditTargetRow[]> =>
    credits.length === 0 ? NOTHING : selectCreditTargets(transaction, { ...targetKeys(credits), day });
  const today = dayOf(clock.now());
  const [locked, targetsToday, known, booked, named, corrected] = await Promise.all([
    lock(transaction, lockKeys(requests, credits, [...originals, ...corrections])),
    readTargets(today),
    readByReference(selectCreditsByReference, transaction, requests),
    readByReference(selectBookedReferences, transaction, requests),
    readNamed(transaction, [...originals, ...corrections]),
    readCorrected(transaction, corrections),
  ]);

  // Nothing of it is booked any more here; requests that came in time have waited for their locks.
  if (locked.some(({ isMoving }) => isMoving)) throw moving();
  const now = bookingTime(clock, locked, requests);
  const state: LedgerState = {
    ...bookingAt(now),
    communities: new Map(),
    accounts: new Map(),
    partners: new Map(),
    members: new Map(),
    transfers: new Map(),
    references: new Map(),
    bookedByInbox: new Set(booked.map((row) => referenceKey(row.communityId, row.partnerId, row.kind, row.reference))),
    corrected: new Set(corrected.map((row) => transferKey(row.communityId, row.id))),
  };
  for (const row of locked) addAccount(state, row);
  // Today is closed, or midnight has passed since: another day's totals count.
  for (const row of state.bookedOn === today ? targetsToday : await readTargets(state.bookedOn)) addTarget(state, row);
  for (const row of known) addCredit(state, row);
  for (const row of named) addCredit(state, row);
  return state;
}

/** Whether the state has every account that the request moves, so that it can be decided. */
export function hasAccountsOf(state: LedgerState, request: TransferRequest): boolean {
  const { communityId } = request;
  return accountsOf(state, request).every((id) => state.accounts.has(accountKey(communityId, id)));
}

const isExchange = (request: TransferRequest): request is ExchangePosting =>
  request.kind === 'exchange' || request.kind === 'gift';

function accountsOf(state: LedgerState, request: TransferRequest): number[] {
  if (isExchange(request)) return [request.providerAccountId, request.receiverAccountId];
  if (request.kind === 'opening') return [request.accountId, request.openingAccountId];
  if (request.kind === 'credit') {
    const member = state.members.get(memberKey(request.communityId, request.partnerId, request.memberId));
    return member ? [member.accountId] : [];
  }
  return originalOf(request).flatMap(({ communityId, id }) => {
    const original = state.transfers.get(transferKey(communityId, id))?.transfer;
    return original ? [original.debitAccountId, original.creditAccountId] : [];
  });
}

const bookingAt = (now: Date): BookingTime => ({ now, newId: () => newIdAt(now), bookedOn: dayOf(now) });

interface TransferKey {
  readonly communityId: number;
  readonly id: string;
}

const NOTHING: Promise<never[]> = Promise.resolve([]);

/** The transfer that a request takes back. */
function originalOf(request: TransferRequest): TransferKey[] {
  if (request.kind === 'credit_reversal') return [{ communityId: request.communityId, id: request.creditId }];
  if (request.kind === 'exchange_reversal') return [{ communityId: request.communityId, id: request.exchangeId }];
  if (request.kind === 'opening_reversal') return [{ communityId: request.communityId, id: request.openingId }];
  return [];
}

function targetKeys(credits: readonly CreditPosting[]) {
  return {
    communityIds: credits.map((request) => request.communityId),
    partnerIds: credits.map((request) => request.partnerId),
    memberIds: credits.map((request) => request.memberId),
  };
}

/** By what is known before anything is read, so that the locks come first. */
function lockKeys(
  requests: readonly TransferRequest[],
  credits: readonly CreditPosting[],
  transfers: readonly TransferKey[],
): LockKeys {
  const accounts = requests.flatMap((request) => {
    const { communityId } = request;
    if (isExchange(request)) {
      return [
        { communityId, id: request.providerAccountId },
        { communityId, id: request.receiverAccountId },
      ];
    }
    if (request.kind !== 'opening') return [];
    return [
      { communityId, id: request.accountId },
      { communityId, id: request.openingAccountId },
    ];
  });
  const partners = new Map(credits.map((request) => [request.partnerId, request]));
  return {
    accountCommunityIds: accounts.map(({ communityId }) => communityId),
    accountIds: accounts.map(({ id }) => id),
    partnerCommunityIds: [...partners.values()].map(({ communityId }) => communityId),
    partnerIds: [...partners.keys()],
    memberCommunityIds: credits.map(({ communityId }) => communityId),
    memberIds: credits.map(({ memberId }) => memberId),
    transferCommunityIds: transfers.map(({ communityId }) => communityId),
    transferIds: transfers.map(({ id }) => id),
  };
}

/** One pair of each array is one reference. */
type ReferenceKeys = StatementParameters<'select_booked_references'>;

function readByReference<Row>(
  select: (transaction: Transaction, keys: ReferenceKeys) => Promise<Row[]>,
  transaction: Transaction,
  requests: readonly TransferRequest[],
): Promise<Row[]> {
  const named = requests.filter((request) => request.kind === 'credit' || request.kind === 'credit_reversal');
  if (named.length === 0) return NOTHING;
  return select(transaction, {
    communityIds: named.map((request) => request.communityId),
    partnerIds: named.map((request) => request.partnerId),
    kinds: named.map((request) => request.kind),
    references: named.map((request) => request.reference),
  });
}

function readNamed(transaction: Transaction, keys: readonly TransferKey[]): Promise<ReversibleRow[]> {
  if (keys.length === 0) return NOTHING;
  return selectTransfers(transaction, {
    communityIds: keys.map(({ communityId }) => communityId),
    ids: keys.map(({ id }) => id),
  });
}

function readCorrected(transaction: Transaction, keys: readonly TransferKey[]): Promise<TransferKey[]> {
  if (keys.length === 0) return NOTHING;
  return selectCorrected(transaction, {
    communityIds: keys.map(({ communityId }) => communityId),
    ids: keys.map(({ id }) => id),
  });
}

function addAccount(state: LedgerState, row: LedgerAccountRow): void {
  state.accounts.set(accountKey(row.communityId, row.id), {
    kind: row.kind,
    balanceSeconds: row.balanceSeconds,
    lowerBalanceSeconds: row.lowerBalanceSeconds,
  });
  state.communities.set(row.communityId, {
    upperBalanceSeconds: row.communityUpperSeconds,
    lowerBalanceSeconds: row.communityLowerSeconds,
    exchangeStepMinutes: row.exchangeStepMinutes,
  });
}

/**
 * Now; or, where today is closed already, the first moment that is open: soon, or in a sandbox whose partner has made
 * days final before their time.
 * @throws refusal when a live community would be booked into the future; Error when the batch is not of that partner
 * alone
 */
function bookingTime(clock: Clock, locked: readonly LedgerAccountRow[], requests: readonly TransferRequest[]): Date {
  const now = clock.now();
  const today = dayOf(now);
  const closed = locked.filter(({ closedThrough }) => closedThrough !== null && closedThrough >= today);
  if (closed.length === 0) return now;
  const open = new Date(
    Math.max(...closed.map(({ closedThrough }) => Date.parse(`${closedThrough}T00:00:00Z`))) + DAY_MS,
  );
  if (open.getTime() - now.getTime() <= DIFFERENCE_MAX_MS) return open;
  if (closed.some(({ isSandbox }) => !isSandbox)) throw closedAhead(dayOf(open));
  // Nobody else is booked into the future with it: each is posted by itself.
  if (new Set(requests.map(ownerOf)).size > 1) throw new Error('a batch of several days');
  return open;
}

/** Whose days count for it: a partner's, or the community's own, which keep to the clock. */
const ownerOf = (request: TransferRequest) =>
  `${request.communityId}/${'partnerId' in request ? request.partnerId : ''}`;

/** Only a clock that was wrong has closed days to come. They stay final. */
function closedAhead(openOn: string) {
  const why = `The days before ${openOn} are final, closed by a clock that was ahead: nothing can be booked until then.`;
  return refusal('temporarily_unavailable', why, undefined, { 'Retry-After': String(HOUR_MS / SECOND_MS) });
}

function addTarget(state: LedgerState, row: CreditTargetRow): void {
  const partner = partnerKey(row.communityId, row.partnerId);
  if (!state.partners.has(partner)) {
    state.partners.set(partner, {
      settlementAccountId: row.settlementAccountId,
      maxCreditSeconds: row.maxCreditSeconds,
      maxMemberDaySeconds: row.maxMemberDaySeconds,
      maxPartnerDaySeconds: row.maxPartnerDaySeconds,
      creditedTodaySeconds: row.partnerDaySeconds,
    });
  }
  if (row.accountId === null) return;
  const member = memberKey(row.communityId, row.partnerId, row.memberId);
  if (state.members.has(member)) return;
  state.members.set(member, {
    accountId: row.accountId,
    eligible: row.eligible,
    creditedTodaySeconds: row.memberDaySeconds,
  });
}

function addCredit(state: LedgerState, row: ReversibleRow): void {
  const credit = creditOf(row);
  state.transfers.set(transferKey(row.communityId, row.id), credit);
  for (const transfer of [credit.transfer, credit.reversal]) {
    if (!transfer?.reference || transfer.partnerId === null) continue;
    const key = referenceKey(row.communityId, transfer.partnerId, transfer.kind, transfer.reference);
    state.references.set(key, credit);
  }
}

/** A row of the ledger with its reversal as values. */
export function creditOf(row: ReversibleRow): BookedCredit {
  const {
    reversalId,
    reversalReference,
    reversalReason,
    reversalBookedOn,
    reversalRecordedBy,
    reversalCreatedAt,
    ...transfer
  } = row;
  if (reversalId === null || reversalBookedOn === null || reversalCreatedAt === null) {
    return { transfer, reversal: null };
  }
  const reversal: Transfer = {
    ...transfer,
    id: reversalId,
    kind: REVERSAL_KINDS[row.kind] ?? row.kind,
    debitAccountId: row.creditAccountId,
    creditAccountId: row.debitAccountId,
    reference: reversalReference,
    reversesId: row.id,
    reason: reversalReason,
    note: null,
    payment: null,
    correctsId: null,
    bookedOn: reversalBookedOn,
    recordedBy: reversalRecordedBy ?? '',
    createdAt: reversalCreatedAt,
  };
  return { transfer, reversal };
}
