import type { Change } from '../../../../core/change/change.ts';
import { postInTransaction } from '../../../../core/ledger/post-batch.ts';
import type { TransferRequest } from '../../../../core/ledger/types.ts';

/**
 * Posts requests that were examined before.
 * @returns the ids of the transfers, in the order of the requests
 * @throws when the ledger refuses one: then nothing of the file is kept
 */
export async function postAll(
  { transaction, at }: Pick<Change, 'transaction' | 'at'>,
  requests: readonly TransferRequest[],
): Promise<string[]> {
  const outcomes = await postInTransaction(transaction, { now: () => at }, requests);
  return outcomes.map((outcome) => {
    if (outcome.result === 'posted') return outcome.transfer.id;
    if (outcome.result === 'replayed') throw new Error('an imported transfer has no reference to be replayed by');
    throw new Error(`the ledger refused an imported transfer: ${outcome.description}`);
  });
}
