/**
 * Correcting an exchange: new transfers take all of its slip back, once. The right exchange is then recorded as a new
 * one.
 */
import { EXCHANGE_FIELDS } from '@timebank/contract';
import type { Clock } from '../../platform/base/clock.ts';
import { isUuid } from '../../platform/base/ids.ts';
import { Refusal, refusal } from '../../platform/base/refusal.ts';
import type { Database } from '../../platform/database/query.ts';
import type { Actor } from '../audit/append.ts';
import { readFields } from '../fields/fields.ts';
import { postInTransaction, postWith } from '../ledger/post-batch.ts';
import type { Transfer } from '../ledger/types.ts';
import { auditExchangeIn } from './audit.ts';
import { selectSlip } from './queries.ts';

export interface ExchangeCorrection {
  readonly communityId: number;
  /** UUID of the exchange or gift; with others on its slip, all of them go back. */
  readonly exchangeId: string;
  readonly reason: string;
  readonly recordedBy: string;
  /** From where, for the audit log. */
  readonly from?: Omit<Actor, 'actor'> | undefined;
}

/**
 * Reverses an exchange, and with it what was recorded on the same slip; no limit holds it back, since it only restores
 * what was there.
 * @returns the reversal of the exchange that is named
 * @throws refusal validation_failed, not_found, already_reversed
 */
export async function reverseExchange(
  database: Database,
  clock: Clock,
  { communityId, exchangeId, reason, recordedBy, from }: ExchangeCorrection,
): Promise<Transfer> {
  const fields = readFields({ reason }, { reason: EXCHANGE_FIELDS.reason });
  const id = exchangeId.toLowerCase();
  if (!isUuid(id)) throw refusal('not_found', 'No exchange has this id.');
  return await postWith(database, clock, async (transaction) => {
    const slip = await selectSlip(transaction, { communityId, id });
    const ids = slip.length > 0 ? slip.map((row) => row.id) : [id];
    const outcomes = await postInTransaction(
      transaction,
      clock,
      ids.map((one) => ({
        ...{ kind: 'exchange_reversal', communityId, exchangeId: one, reason: fields.reason, recordedBy },
      })),
    );
    const reversals = outcomes.map((outcome) => {
      if (outcome.result === 'refused') throw new Refusal(outcome.code, outcome.description, outcome.fields);
      if (outcome.result === 'replayed') throw new Error('a correction has no reference to be replayed by');
      return outcome.transfer;
    });
    await auditExchangeIn(transaction, communityId, { ...from, actor: recordedBy }, 'exchange.reversed', reversals);
    return reversals.find(({ reversesId }) => reversesId === id) as Transfer;
  });
}
