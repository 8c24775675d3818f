import type { Clock } from '../../platform/clock.ts';
import type { Transaction } from '../../platform/database/query.ts';
import { postInTransaction } from '../ledger/post-batch.ts';
import type { TransferRequest } from '../ledger/types.ts';

/** Posts requests that were examined before. @throws when the ledger refuses one: then nothing of the file is kept */
export async function postAll(
  transaction: Transaction,
  clock: Clock,
  requests: readonly TransferRequest[],
): Promise<void> {
  for (const outcome of await postInTransaction(transaction, clock, requests)) {
    if (outcome.result === 'refused')
      throw new Error(`the ledger refused an imported transfer: ${outcome.description}`);
  }
}
