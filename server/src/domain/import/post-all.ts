import type { Change } from '../change/change.ts';
import { postInTransaction } from '../ledger/post-batch.ts';
import type { TransferRequest } from '../ledger/types.ts';

/** Posts requests that were examined before. @throws when the ledger refuses one: then nothing of the file is kept */
export async function postAll(
  { transaction, at }: Pick<Change, 'transaction' | 'at'>,
  requests: readonly TransferRequest[],
): Promise<void> {
  for (const outcome of await postInTransaction(transaction, { now: () => at }, requests)) {
    if (outcome.result === 'refused')
      throw new Error(`the ledger refused an imported transfer: ${outcome.description}`);
  }
}
