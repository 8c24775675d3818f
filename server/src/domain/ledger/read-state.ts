/** Reads, under locks, the part of the ledger that a batch of requests depends on. */
import type { Clock } from '../../platform/base/clock.ts';
import type { Transaction } from '../../platform/database/query.ts';
import { accountKey, type LedgerState, memberKey, partnerKey, referenceKey, transferKey } from './decide.ts';
import {
  type CreditTargetRow,
  lockAccounts,
  type ReversibleRow,
  selectCorrected,
  selectCreditedOn,
  selectCreditsByReference,
  selectCreditTargets,
  selectTransfers,
} from './queries.ts';
import type { BookedCredit, CreditPosting, CreditReversalPosting, Transfer, TransferRequest } from './types.ts';

/** Reads and locks what the requests touch. The day is decided under the locks: a day that was closed takes nothing. */
export async function readState(
  transaction: Transaction,
  clock: Clock,
  requests: readonly TransferRequest[],
): Promise<LedgerState> {
  const credits = requests.filter((request) => request.kind === 'credit');
  const targets = await readTargets(transaction, credits);
  const originals = await readOriginals(transaction, requests);
  const locked = await lock(transaction, requests, targets, originals);

  const now = bookingTime(clock, locked.closedThrough);
  const state: LedgerState = {
    now,
    bookedOn: now.toISOString().slice(0, 10),
    communities: locked.communities,
    accounts: locked.accounts,
    partners: new Map(),
    members: new Map(),
    transfers: new Map(),
    references: new Map(),
    corrected: new Set(),
  };
  for (const row of targets) addTarget(state, row);
  const withReference = requests.filter((request) => request.kind === 'credit' || request.kind === 'credit_reversal');
  await addKnown(transaction, state, withReference);
  // Read under the lock: another node may have reversed or corrected it since.
  const corrections = credits.flatMap(({ communityId, correctsId }) =>
    correctsId ? { communityId, id: correctsId } : [],
  );
  const named = [...originals, ...corrections];
  if (named.length > 0) {
    const communityIds = named.map((row) => row.communityId);
    const ids = named.map((row) => row.id);
    for (const row of await selectTransfers(transaction, communityIds, ids)) addCredit(state, row);
  }
  if (corrections.length > 0) {
    const communityIds = corrections.map((row) => row.communityId);
    const ids = corrections.map((row) => row.id);
    for (const row of await selectCorrected(transaction, communityIds, ids)) {
      state.corrected.add(transferKey(row.communityId, row.id));
    }
  }
  await addDayTotals(transaction, state, targets);
  return state;
}

async function readTargets(transaction: Transaction, credits: readonly CreditPosting[]): Promise<CreditTargetRow[]> {
  if (credits.length === 0) return [];
  return selectCreditTargets(
    transaction,
    credits.map((request) => request.communityId),
    credits.map((request) => request.partnerId),
    credits.map((request) => request.memberId),
  );
}

async function readOriginals(transaction: Transaction, requests: readonly TransferRequest[]): Promise<ReversibleRow[]> {
  const keys = requests.flatMap((request) => {
    if (request.kind === 'credit_reversal') return [[request.communityId, request.creditId] as const];
    if (request.kind === 'exchange_reversal') return [[request.communityId, request.exchangeId] as const];
    return [];
  });
  if (keys.length === 0) return [];
  return selectTransfers(
    transaction,
    keys.map(([communityId]) => communityId),
    keys.map(([, id]) => id),
  );
}

async function lock(
  transaction: Transaction,
  requests: readonly TransferRequest[],
  targets: readonly CreditTargetRow[],
  originals: readonly ReversibleRow[],
) {
  const keys = new Map<string, [communityId: number, accountId: number]>();
  const add = (communityId: number, accountId: number | null) => {
    if (accountId !== null) keys.set(accountKey(communityId, accountId), [communityId, accountId]);
  };
  for (const row of targets) {
    add(row.communityId, row.settlementAccountId);
    if (row.eligible) add(row.communityId, row.accountId);
  }
  for (const row of originals) {
    add(row.communityId, row.debitAccountId);
    add(row.communityId, row.creditAccountId);
  }
  for (const request of requests) {
    if (request.kind === 'exchange') {
      add(request.communityId, request.providerAccountId);
      add(request.communityId, request.receiverAccountId);
    } else if (request.kind === 'opening') {
      add(request.communityId, request.accountId);
      add(request.communityId, request.openingAccountId);
    }
  }
  const pairs = [...keys.values()];
  const rows = await lockAccounts(
    transaction,
    pairs.map(([communityId]) => communityId),
    pairs.map(([, accountId]) => accountId),
  );
  const accounts: LedgerState['accounts'] = new Map();
  const communities: LedgerState['communities'] = new Map();
  let closedThrough: string | null = null;
  for (const row of rows) {
    accounts.set(accountKey(row.communityId, row.id), {
      kind: row.kind,
      balanceSeconds: row.balanceSeconds,
      lowerBalanceSeconds: row.lowerBalanceSeconds,
    });
    communities.set(row.communityId, {
      upperBalanceSeconds: row.communityUpperSeconds,
      lowerBalanceSeconds: row.communityLowerSeconds,
      exchangeStepMinutes: row.exchangeStepMinutes,
    });
    if (row.closedThrough !== null && (closedThrough === null || row.closedThrough > closedThrough)) {
      closedThrough = row.closedThrough;
    }
  }
  return { accounts, communities, closedThrough };
}

/** Now; or, when a node whose clock is ahead has closed this day already, the first moment of the next. */
function bookingTime(clock: Clock, closedThrough: string | null): Date {
  const now = clock.now();
  if (closedThrough === null || now.toISOString().slice(0, 10) > closedThrough) return now;
  return new Date(Date.parse(`${closedThrough}T00:00:00Z`) + 86_400_000);
}

function addTarget(state: LedgerState, row: CreditTargetRow): void {
  const partner = partnerKey(row.communityId, row.partnerId);
  if (!state.partners.has(partner)) {
    state.partners.set(partner, {
      settlementAccountId: row.settlementAccountId,
      maxCreditSeconds: row.maxCreditSeconds,
      maxMemberDaySeconds: row.maxMemberDaySeconds,
      maxPartnerDaySeconds: row.maxPartnerDaySeconds,
      creditedTodaySeconds: 0,
    });
  }
  if (row.accountId === null) return;
  const member = memberKey(row.communityId, row.partnerId, row.memberId);
  if (state.members.has(member)) return;
  state.members.set(member, { accountId: row.accountId, eligible: row.eligible, creditedTodaySeconds: 0 });
}

async function addKnown(
  transaction: Transaction,
  state: LedgerState,
  requests: readonly (CreditPosting | CreditReversalPosting)[],
): Promise<void> {
  if (requests.length === 0) return;
  const rows = await selectCreditsByReference(
    transaction,
    requests.map((request) => request.communityId),
    requests.map((request) => request.partnerId),
    requests.map((request) => request.kind),
    requests.map((request) => request.reference),
  );
  for (const row of rows) addCredit(state, row);
}

async function addDayTotals(
  transaction: Transaction,
  state: LedgerState,
  targets: readonly CreditTargetRow[],
): Promise<void> {
  const capped = new Map<string, CreditTargetRow>();
  for (const row of targets) {
    if (row.maxMemberDaySeconds === null && row.maxPartnerDaySeconds === null) continue;
    capped.set(partnerKey(row.communityId, row.partnerId), row);
  }
  if (capped.size === 0) return;
  const rows = await selectCreditedOn(
    transaction,
    [...capped.values()].map((row) => row.communityId),
    [...capped.values()].map((row) => row.partnerId),
    state.bookedOn,
  );
  const perAccount = new Map<string, number>();
  for (const row of rows) {
    const partner = state.partners.get(partnerKey(row.communityId, row.partnerId));
    if (partner) partner.creditedTodaySeconds += row.creditedSeconds;
    perAccount.set(`${row.communityId}:${row.partnerId}:${row.creditAccountId}`, row.creditedSeconds);
  }
  for (const row of targets) {
    const member = state.members.get(memberKey(row.communityId, row.partnerId, row.memberId));
    if (!member) continue;
    const key = `${row.communityId}:${row.partnerId}:${member.accountId}`;
    member.creditedTodaySeconds = perAccount.get(key) ?? 0;
  }
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
    kind: row.kind === 'credit' ? 'credit_reversal' : 'exchange_reversal',
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
