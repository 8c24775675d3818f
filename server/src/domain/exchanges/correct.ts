/**
 * Correcting an exchange: one new transfer takes all of it back, once. The right exchange is then recorded as a new
 * one.
 */
import { EXCHANGE_FIELDS } from '@timebank/contract';
import type { Clock } from '../../platform/base/clock.ts';
import { isUuid } from '../../platform/base/ids.ts';
import { Refusal, refusal } from '../../platform/base/refusal.ts';
import type { Database } from '../../platform/database/query.ts';
import { readFields } from '../fields/fields.ts';
import { postWith } from '../ledger/post-batch.ts';
import type { Transfer } from '../ledger/types.ts';

export interface ExchangeCorrection {
  readonly communityId: number;
  /** UUID of the exchange. */
  readonly exchangeId: string;
  readonly reason: string;
  readonly recordedBy: string;
}

/**
 * Reverses an exchange; no limit holds it back, since it only restores what was there.
 * @throws refusal validation_failed, not_found, already_reversed
 */
export async function reverseExchange(
  database: Database,
  clock: Clock,
  { communityId, exchangeId, reason, recordedBy }: ExchangeCorrection,
): Promise<Transfer> {
  const fields = readFields({ reason }, { reason: EXCHANGE_FIELDS.reason });
  const id = exchangeId.toLowerCase();
  if (!isUuid(id)) throw refusal('not_found', 'No exchange has this id.');
  return await postWith(database, clock, async (_transaction, post) => {
    const outcome = await post({
      kind: 'exchange_reversal',
      communityId,
      exchangeId: id,
      reason: fields.reason,
      recordedBy,
    });
    if (outcome.result === 'refused') throw new Refusal(outcome.code, outcome.description, outcome.fields);
    if (outcome.result === 'replayed') throw new Error('a correction has no reference to be replayed by');
    return outcome.transfer;
  });
}
