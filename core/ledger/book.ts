/** Writing transfers: the one statement by which hours move. */
import { type EventDataByType, encodeId, hoursFromSeconds, type Payment } from '@timebank/contract';
import type { Transaction } from '../database/query.ts';
import { type BookedRow, bookTransfers } from './book-queries.ts';
import { accountKey, type LedgerState, partnerKey } from './decide.ts';
import type { PostedTransfer, Transfer } from './types.ts';

type WalletEvent = {
  readonly [T in 'wallet.credited' | 'wallet.credit_reversed']: { readonly type: T; readonly data: EventDataByType[T] };
}['wallet.credited' | 'wallet.credit_reversed'];

/**
 * Writes what was decided. Nothing is written when it fails.
 * @returns whether events wait to be distributed
 * @throws also when it comes behind the end of its transaction
 */
export async function book(
  transaction: Transaction,
  state: LedgerState,
  posted: readonly PostedTransfer[],
): Promise<boolean> {
  if (posted.length === 0) return false;
  /** Those with running totals: all but settlement accounts. */
  const accounts = new Set<string>();
  for (const { transfer } of posted) {
    const { communityId, kind, debitAccountId, creditAccountId } = transfer;
    if (kind !== 'credit') accounts.add(accountKey(communityId, debitAccountId));
    if (kind !== 'credit_reversal') accounts.add(accountKey(communityId, creditAccountId));
  }
  const rows = posted.map((each) => rowOf(state, each));
  const [booked] = await bookTransfers(transaction, { rows, accounts: accounts.size });
  return booked?.isQueued === true;
}

function rowOf(state: LedgerState, posted: PostedTransfer): BookedRow {
  const { payment, ...transfer } = posted.transfer;
  const event = eventOf(posted.transfer, posted.credit?.transfer.reference ?? null);
  return {
    ...transfer,
    ...paymentColumns(payment),
    eventType: event?.type ?? null,
    eventData: event?.data ?? null,
    isCapped: isCapped(state, posted.transfer),
  };
}

/** A payment as the table has it. */
const paymentColumns = (payment: Payment | null) => ({
  paymentAmount: payment?.amount ?? null,
  paymentCurrency: payment?.currency ?? null,
  paymentValueDate: payment?.value_date ?? null,
  paymentEndToEndId: payment?.end_to_end_id ?? null,
});

function isCapped(state: LedgerState, { kind, communityId, partnerId }: Transfer): boolean {
  const partner = kind === 'credit' && partnerId !== null && state.partners.get(partnerKey(communityId, partnerId));
  if (!partner) return false;
  return partner.maxMemberDaySeconds !== null || partner.maxPartnerDaySeconds !== null;
}

/** The fields of a transfer that its event carries. */
type EventFields = Pick<
  Transfer,
  'id' | 'kind' | 'memberId' | 'amountSeconds' | 'reference' | 'bookedOn' | 'reversesId'
>;

/** The event of a transfer, if its kind has one. @param reference the credit's own, also where it is reversed */
export function eventOf(transfer: EventFields, reference: string | null): WalletEvent | undefined {
  if (transfer.kind !== 'credit' && transfer.kind !== 'credit_reversal') return undefined;
  const { memberId, amountSeconds, bookedOn } = transfer;
  if (memberId === null || transfer.reference === null || reference === null) return undefined;
  const data = {
    credit_id: encodeId('crd', transfer.reversesId ?? transfer.id),
    user_id: encodeId('usr', memberId),
    hours: hoursFromSeconds(amountSeconds),
    seconds: amountSeconds,
    reference,
    booked_on: bookedOn,
  };
  return transfer.kind === 'credit'
    ? { type: 'wallet.credited', data }
    : { type: 'wallet.credit_reversed', data: { ...data, reversal_reference: transfer.reference } };
}
