/** A credit of the ledger as partners and the console see it. */
import { type Credit, encodeId, hoursFromSeconds } from '@timebank/contract';
import { isoText } from '../../../base/time.ts';
import type { BookedCredit } from '../../types.ts';

export function presentCredit({ transfer, reversal }: BookedCredit): Credit {
  return {
    id: encodeId('crd', transfer.id),
    user_id: encodeId('usr', transfer.memberId ?? ''),
    hours: hoursFromSeconds(transfer.amountSeconds),
    seconds: transfer.amountSeconds,
    reference: transfer.reference ?? '',
    note: transfer.note,
    payment: transfer.payment,
    corrects: transfer.correctsId && encodeId('crd', transfer.correctsId),
    status: reversal ? 'reversed' : 'posted',
    booked_on: transfer.bookedOn,
    created_at: isoText(transfer.createdAt),
    reversal: reversal && {
      reference: reversal.reference ?? '',
      reason: reversal.reason,
      booked_on: reversal.bookedOn,
      created_at: isoText(reversal.createdAt),
    },
  };
}
