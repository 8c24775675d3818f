/**
 * The rules of the ledger, pure: what is there and what is asked decide what is posted. No clock, no database.
 * Requests are decided in the order they arrived; each sees the effects of those before it.
 */
import { hoursFromSeconds, isReference } from '@timebank/contract';
import { FORCED_DAY_CAP_SECONDS, SANDBOX_UPPER_BALANCE_SECONDS } from '../communities/outcomes.ts';
import { bookedByInbox, conflict, differs, hoursText, limitExceeded, refused, usedElsewhere } from './refuse.ts';
import type {
  BookedCredit,
  CreditPosting,
  CreditReversalPosting,
  ExchangePosting,
  ExchangeReversalPosting,
  OpeningPosting,
  OpeningReversalPosting,
  Outcome,
  RefusedTransfer,
  Transfer,
  TransferRequest,
} from './types.ts';

/** An account as it was read under its lock. */
export interface AccountState {
  readonly kind: 'member' | 'organisation' | 'settlement' | 'chest' | 'opening';
  balanceSeconds: number;
  readonly lowerBalanceSeconds: number | null;
}

/** A partner's caps and what it has used of them today, in seconds. Null: no cap. */
export interface PartnerState {
  readonly settlementAccountId: number;
  readonly maxCreditSeconds: number;
  readonly maxMemberDaySeconds: number | null;
  readonly maxPartnerDaySeconds: number | null;
  creditedTodaySeconds: number;
}

/** A member as one partner sees it. */
export interface MemberState {
  readonly accountId: number;
  /** Active and visible to the partner. */
  readonly eligible: boolean;
  creditedTodaySeconds: number;
}

export interface CommunityState {
  readonly upperBalanceSeconds: number | null;
  readonly lowerBalanceSeconds: number | null;
  readonly exchangeStepMinutes: number;
}

/** When a batch is booked. */
export interface BookingTime {
  readonly now: Date;
  /** A new id for a transfer: a UUIDv7 of `now`, above those before it. */
  readonly newId: () => string;
  /** The day it is booked into, `YYYY-MM-DD`. */
  readonly bookedOn: string;
}

/** Everything the decisions of one batch depend on. `decide` changes it as it goes. */
export interface LedgerState extends BookingTime {
  readonly communities: Map<number, CommunityState>;
  readonly accounts: Map<string, AccountState>;
  readonly partners: Map<string, PartnerState>;
  readonly members: Map<string, MemberState>;
  /** Credits, exchanges and opening balances by id, with their reversals. */
  readonly transfers: Map<string, BookedCredit>;
  /** Credits by the reference of the credit or of its reversal. */
  readonly references: Map<string, BookedCredit>;
  /** References that the community's inbox has booked from the bank's files, by `referenceKey`. */
  readonly bookedByInbox: ReadonlySet<string>;
  /** Ids of credits that another one replaces, of those that the requests want to replace. */
  readonly corrected: Set<string>;
}

export const accountKey = (communityId: number, accountId: number) => `${communityId}:${accountId}`;
export const partnerKey = (communityId: number, partnerId: number) => `${communityId}:${partnerId}`;
export const memberKey = (communityId: number, partnerId: number, memberId: string) =>
  `${communityId}:${partnerId}:${memberId}`;
export const transferKey = (communityId: number, id: string) => `${communityId}:${id}`;
export const referenceKey = (communityId: number, partnerId: number, kind: string, reference: string) =>
  `${communityId}:${partnerId}:${kind}:${reference}`;

/** Decides one request and, when it posts, carries its effects into the state. */
export function decide(state: LedgerState, request: TransferRequest): Outcome {
  switch (request.kind) {
    case 'credit':
      return decideCredit(state, request);
    case 'credit_reversal':
      return decideCreditReversal(state, request);
    case 'exchange':
    case 'gift':
      return decideExchange(state, request);
    case 'exchange_reversal':
      return decideExchangeReversal(state, request);
    case 'opening':
      return decideOpening(state, request);
    case 'opening_reversal':
      return decideOpeningReversal(state, request);
  }
}

function decideCredit(state: LedgerState, request: CreditPosting): Outcome {
  const { communityId, partnerId, memberId, amountSeconds } = request;
  const known = state.references.get(referenceKey(communityId, partnerId, 'credit', request.reference));
  if (known) {
    const differing: string[] = [];
    if (known.transfer.memberId !== memberId) differing.push('user_id');
    if (known.transfer.amountSeconds !== amountSeconds) differing.push(request.amountField ?? 'hours');
    return differing.length === 0 ? { result: 'replayed', credit: known } : conflict(differing, known, request);
  }
  const isBooked = state.bookedByInbox.has(referenceKey(communityId, partnerId, 'credit', request.reference));
  if (isBooked && !request.isOfInbox) return bookedByInbox('credit');
  const member = state.members.get(memberKey(communityId, partnerId, memberId));
  const partner = state.partners.get(partnerKey(communityId, partnerId));
  if (!member?.eligible || !partner || request.forced === 'user_not_found') {
    return refused('user_not_found', 'No member with this id can be credited.');
  }
  const stopped = uncorrectable(state, request) ?? exceededCap(state, request, partner, member);
  if (stopped) return stopped;
  const transfer = transferOf(state, request, partner.settlementAccountId, member.accountId, amountSeconds, {
    partnerId,
    memberId,
    reference: request.reference,
    note: request.note,
    payment: request.payment ?? null,
    correctsId: request.correctsId ?? null,
  });
  apply(state, transfer);
  if (transfer.correctsId !== null) state.corrected.add(transferKey(communityId, transfer.correctsId));
  partner.creditedTodaySeconds += amountSeconds;
  member.creditedTodaySeconds += amountSeconds;
  const credit = { transfer, reversal: null };
  remember(state, credit);
  return { result: 'posted', transfer, credit };
}

/** Why a credit cannot replace the one it names. */
function uncorrectable(
  state: LedgerState,
  { communityId, partnerId, correctsId, payment }: CreditPosting,
): RefusedTransfer | undefined {
  if (correctsId === undefined) return undefined;
  const wrong = (code: string, description: string) => refused('validation_failed', description, 'corrects', code);
  const key = transferKey(communityId, correctsId);
  const original = state.transfers.get(key);
  if (original?.transfer.kind !== 'credit' || original.transfer.partnerId !== partnerId) {
    return wrong('unknown_credit', 'corrects names no credit of yours.');
  }
  // References differ by necessity; a placeholder of the bank tells nothing.
  const ids = [original.transfer.payment?.end_to_end_id, payment?.end_to_end_id].filter((id) => id && isReference(id));
  if (new Set(ids).size === 2) {
    return wrong('unknown_credit', 'corrects names a credit of another transfer: payment.end_to_end_id differs.');
  }
  if (!original.reversal) return wrong('not_reversed', 'corrects names a credit that is not reversed.');
  if (state.corrected.has(key)) return wrong('already_corrected', 'corrects names a credit that was corrected before.');
  return undefined;
}

const CAPS = {
  max_credit_hours: 'hours per credit',
  max_member_day_hours: 'hours per member and day',
  max_partner_day_hours: 'hours per partner and day',
  upper_balance: "hours on a member's account",
} as const;
type Cap = keyof typeof CAPS;

function exceededCap(
  state: LedgerState,
  request: CreditPosting,
  partner: PartnerState,
  member: MemberState,
): RefusedTransfer | undefined {
  const { communityId, amountSeconds, forced } = request;
  const upper = state.communities.get(communityId)?.upperBalanceSeconds ?? null;
  const balance = state.accounts.get(accountKey(communityId, member.accountId))?.balanceSeconds ?? 0;
  const caps: readonly (readonly [Cap, cap: number | null, used: number])[] = [
    ['max_credit_hours', partner.maxCreditSeconds, 0],
    ['max_member_day_hours', partner.maxMemberDaySeconds, member.creditedTodaySeconds],
    ['max_partner_day_hours', partner.maxPartnerDaySeconds, partner.creditedTodaySeconds],
    ['upper_balance', upper, balance],
  ];
  for (const [code, cap, used] of caps) {
    if (cap !== null && used + amountSeconds > cap) return beyondCap(state, code, cap, used, request);
    if (code === forced) {
      const atCap = forcedCap(code, cap, amountSeconds);
      return beyondCap(state, code, atCap.cap, atCap.used, request);
    }
  }
  return undefined;
}

/** A sandbox words its refusal by the cap that there is, as if it were used up. */
function forcedCap(code: Cap, cap: number | null, amountSeconds: number): { cap: number; used: number } {
  if (code === 'max_credit_hours') return { cap: Math.floor(amountSeconds / 2), used: 0 };
  const full = cap ?? (code === 'upper_balance' ? SANDBOX_UPPER_BALANCE_SECONDS : FORCED_DAY_CAP_SECONDS);
  return { cap: full, used: full };
}

function beyondCap(
  state: LedgerState,
  code: Cap,
  cap: number,
  used: number,
  { amountSeconds, amountField = 'hours', isOfInbox }: CreditPosting,
): RefusedTransfer {
  const left = Math.max(0, cap - used);
  const asked = hoursText(amountSeconds);
  if (code === 'max_credit_hours') {
    const advice = isOfInbox
      ? "The limit is a setting of the credit's partner: for the community's own bookings, of the one that the audit's entry inbox.treasury_created names."
      : `Send ${amountField}, not cents or minutes.`;
    const description = `${asked} is more than the ${hoursText(cap)} allowed per credit. ${advice}`;
    return limitExceeded(code, cap, left, null, description, amountField);
  }
  const midnight = code === 'upper_balance' ? null : nextMidnight(state.bookedOn);
  const frees = midnight === null ? 'It frees up as the member spends hours.' : `It resets at ${midnight}.`;
  const rest = `the cap of ${hoursFromSeconds(cap)} ${CAPS[code]} leaves ${hoursFromSeconds(left)} h. ${frees}`;
  return limitExceeded(code, cap, left, midnight, `${asked} is too much: ${rest}`, amountField);
}

function decideCreditReversal(state: LedgerState, request: CreditReversalPosting): Outcome {
  const { communityId, partnerId, creditId } = request;
  const key = referenceKey(communityId, partnerId, 'credit_reversal', request.reference);
  if (state.bookedByInbox.has(key) && !request.isOfInbox) return bookedByInbox('return');
  const known = state.references.get(key);
  if (known) {
    return known.transfer.id === creditId ? { result: 'replayed', credit: known } : usedElsewhere(known);
  }
  const original = state.transfers.get(transferKey(communityId, creditId));
  if (original?.transfer.kind !== 'credit' || original.transfer.partnerId !== partnerId) {
    return refused('credit_not_found', 'No credit of yours has this id.');
  }
  if (original.reversal) {
    const { reference } = original.reversal;
    const under = reference === null ? 'otherwise' : `under the reference ${reference}`;
    const description = `The credit has already been reversed ${under}. Nothing was changed.`;
    const differing = differs('reference', `reference is not the one of the reversal: it was reversed ${under}.`);
    return { ...refused('already_reversed', description), fields: [differing], creditId };
  }
  return reverse(state, request, original, {
    partnerId,
    memberId: original.transfer.memberId,
    reference: request.reference,
    reason: request.reason,
  });
}

function decideExchange(state: LedgerState, request: ExchangePosting): Outcome {
  const { communityId, providerAccountId, receiverAccountId, amountSeconds } = request;
  const provider = state.accounts.get(accountKey(communityId, providerAccountId));
  const receiver = state.accounts.get(accountKey(communityId, receiverAccountId));
  const community = state.communities.get(communityId);
  if (!provider || !receiver || !community || !takesPart(provider) || !takesPart(receiver)) {
    return refused('user_not_found', 'Provider or receiver has no account that takes part in exchanges.');
  }
  if (providerAccountId === receiverAccountId) {
    return refused('validation_failed', 'Provider and receiver are the same account.', 'receiver', 'same_account');
  }
  if (request.limited) {
    const stepSeconds = community.exchangeStepMinutes * 60;
    // A gift may be all that is on an account.
    if (request.kind === 'exchange' && amountSeconds % stepSeconds !== 0) {
      const step = `The time must be a multiple of ${community.exchangeStepMinutes} minutes.`;
      return refused('validation_failed', step, 'hours', 'wrong_step');
    }
    const lower = receiver.lowerBalanceSeconds ?? community.lowerBalanceSeconds;
    if (lower !== null && receiver.balanceSeconds - amountSeconds < lower) {
      const left = Math.max(0, receiver.balanceSeconds - lower);
      const [limit, rest] = [hoursFromSeconds(lower), hoursFromSeconds(left)];
      const description = `The receiver's balance may not fall below ${limit} h; ${rest} h are left.`;
      return limitExceeded('lower_balance', lower, left, null, description);
    }
    const upper = community.upperBalanceSeconds;
    if (upper !== null && provider.kind === 'member' && provider.balanceSeconds + amountSeconds > upper) {
      const left = Math.max(0, upper - provider.balanceSeconds);
      const [limit, rest] = [hoursFromSeconds(upper), hoursFromSeconds(left)];
      const description = `The provider's balance may not rise above ${limit} h; ${rest} h are left.`;
      return limitExceeded('upper_balance', upper, left, null, description);
    }
  }
  const transfer = transferOf(state, request, receiverAccountId, providerAccountId, amountSeconds, {
    serviceDate: request.serviceDate,
    listingId: request.listingId,
    categoryId: request.categoryId ?? null,
    slipId: request.slipId ?? null,
    externalId: request.externalId,
    note: request.note,
  });
  apply(state, transfer);
  state.transfers.set(transferKey(communityId, transfer.id), { transfer, reversal: null });
  return { result: 'posted', transfer, credit: null };
}

function decideExchangeReversal(state: LedgerState, request: ExchangeReversalPosting): Outcome {
  const original = state.transfers.get(transferKey(request.communityId, request.exchangeId));
  if (original?.transfer.kind !== 'exchange' && original?.transfer.kind !== 'gift') {
    return refused('not_found', 'No exchange has this id.');
  }
  const { kind, serviceDate, listingId, categoryId, slipId } = original.transfer;
  if (original.reversal) return refused('already_reversed', `The ${kind} has already been corrected.`);
  return reverse(state, request, original, {
    kind: `${kind}_reversal`,
    reason: request.reason,
    serviceDate,
    listingId,
    categoryId,
    slipId,
  });
}

function decideOpening(state: LedgerState, request: OpeningPosting): Outcome {
  const { accountId, openingAccountId, balanceSeconds } = request;
  const [debit, credit] = balanceSeconds > 0 ? [openingAccountId, accountId] : [accountId, openingAccountId];
  const transfer = transferOf(state, request, debit, credit, Math.abs(balanceSeconds), {
    externalId: request.externalId,
  });
  apply(state, transfer);
  return { result: 'posted', transfer, credit: null };
}

function decideOpeningReversal(state: LedgerState, request: OpeningReversalPosting): Outcome {
  const original = state.transfers.get(transferKey(request.communityId, request.openingId));
  if (original?.transfer.kind !== 'opening') return refused('not_found', 'No opening balance has this id.');
  if (original.reversal) return refused('already_reversed', 'The opening balance has already been taken back.');
  return reverse(state, request, original, { reason: request.reason ?? null });
}

function reverse(
  state: LedgerState,
  request: CreditReversalPosting | ExchangeReversalPosting | OpeningReversalPosting,
  original: BookedCredit,
  details: Partial<Transfer>,
): Outcome {
  const { debitAccountId, creditAccountId, amountSeconds, id } = original.transfer;
  const reversal = transferOf(state, request, creditAccountId, debitAccountId, amountSeconds, {
    ...details,
    reversesId: id,
  });
  apply(state, reversal);
  const credit = { transfer: original.transfer, reversal };
  remember(state, credit);
  return { result: 'posted', transfer: reversal, credit };
}

const takesPart = ({ kind }: AccountState) => kind === 'member' || kind === 'organisation' || kind === 'chest';

function transferOf(
  time: BookingTime,
  request: TransferRequest,
  debitAccountId: number,
  creditAccountId: number,
  amountSeconds: number,
  details: Partial<Transfer>,
): Transfer {
  return {
    communityId: request.communityId,
    id: time.newId(),
    kind: request.kind,
    debitAccountId,
    creditAccountId,
    amountSeconds,
    partnerId: null,
    memberId: null,
    reference: null,
    reversesId: null,
    reason: null,
    note: null,
    payment: null,
    correctsId: null,
    bookedOn: time.bookedOn,
    serviceDate: null,
    listingId: null,
    categoryId: null,
    slipId: null,
    externalId: null,
    recordedBy: request.recordedBy,
    createdAt: time.now,
    ...details,
  };
}

function apply(state: LedgerState, { communityId, debitAccountId, creditAccountId, amountSeconds }: Transfer): void {
  const debit = state.accounts.get(accountKey(communityId, debitAccountId));
  const credit = state.accounts.get(accountKey(communityId, creditAccountId));
  // An account that was not locked may not be written: the running totals would be lost (I2).
  if (!debit || !credit) throw new Error('transfer between accounts that were not read');
  debit.balanceSeconds -= amountSeconds;
  credit.balanceSeconds += amountSeconds;
}

function remember(state: LedgerState, credit: BookedCredit): void {
  for (const transfer of [credit.transfer, credit.reversal]) {
    if (!transfer?.reference || transfer.partnerId === null) continue;
    const { communityId, partnerId, kind, reference } = transfer;
    state.references.set(referenceKey(communityId, partnerId, kind, reference), credit);
  }
  state.transfers.set(transferKey(credit.transfer.communityId, credit.transfer.id), credit);
}

function nextMidnight(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString();
}
