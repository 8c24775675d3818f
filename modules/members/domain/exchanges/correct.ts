/**
 * Correcting an exchange: new transfers take all of its slip back, once. The right exchange is a new one, recorded
 * afterwards or in the same act.
 */
import { EXCHANGE_FIELDS } from '@timebank/contract';
import type { Clock } from '../../../../core/base/clock.ts';
import { readFields } from '../../../../core/base/fields/fields.ts';
import { isUuid } from '../../../../core/base/ids.ts';
import { refusal } from '../../../../core/base/refusal.ts';
import type { Actor } from '../../../../core/change/audit/append.ts';
import type { Database, Transaction } from '../../../../core/database/query.ts';
import { postInTransaction, postWith } from '../../../../core/ledger/post-batch.ts';
import type { Transfer } from '../../../../core/ledger/types.ts';
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
  correction: ExchangeCorrection,
): Promise<Transfer> {
  const read = readCorrection(correction);
  return await postWith(database, clock, (transaction) => reverseIn(transaction, clock, read));
}

/** @throws refusal validation_failed, not_found */
export function readCorrection(correction: ExchangeCorrection): ExchangeCorrection {
  const { reason } = readFields({ reason: correction.reason }, { reason: EXCHANGE_FIELDS.reason });
  const exchangeId = correction.exchangeId.toLowerCase();
  if (!isUuid(exchangeId)) throw refusal('not_found', 'No exchange has this id.');
  return { ...correction, exchangeId, reason };
}

/**
 * The reversal as a part of a transaction that books something else, too.
 * @param correction as `readCorrection` gives it
 * @throws refusal not_found, already_reversed
 */
export async function reverseIn(
  transaction: Transaction,
  clock: Clock,
  { communityId, exchangeId, reason, recordedBy, from }: ExchangeCorrection,
): Promise<Transfer> {
  const slip = await selectSlip(transaction, { communityId, id: exchangeId });
  const ids = slip.length > 0 ? slip.map((row) => row.id) : [exchangeId];
  const outcomes = await postInTransaction(
    transaction,
    clock,
    ids.map((one) => ({ kind: 'exchange_reversal', communityId, exchangeId: one, reason, recordedBy })),
  );
  const reversals = outcomes.map((outcome) => {
    if (outcome.result === 'refused') throw refusal(outcome.code, outcome.description, outcome.fields);
    if (outcome.result === 'replayed') throw new Error('a correction has no reference to be replayed by');
    return outcome.transfer;
  });
  await auditExchangeIn(transaction, communityId, { ...from, actor: recordedBy }, 'exchange.reversed', reversals);
  return reversals.find(({ reversesId }) => reversesId === exchangeId) as Transfer;
}
