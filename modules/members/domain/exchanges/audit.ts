import { type Actor, actorOf, appendAudit } from '../../../../core/change/audit/append.ts';
import type { Transaction } from '../../../../core/database/query.ts';
import type { Transfer } from '../../../../core/ledger/types.ts';

/**
 * Notes who recorded or reversed a slip: one row for all its transfers, in their transaction. Imports have a row of
 * their own.
 * @param transfers at least one, of one slip
 */
export async function auditExchangeIn(
  transaction: Transaction,
  communityId: number,
  actor: Actor,
  action: 'exchange.recorded' | 'exchange.reversed',
  transfers: readonly Transfer[],
): Promise<void> {
  const [first] = transfers;
  if (!first) throw new Error('a slip without a transfer');
  const subject = `exchange:${first.reversesId ?? first.id}`;
  const details = {
    kind: first.kind.replace('_reversal', ''),
    ...(transfers.length > 1 ? { transfers: transfers.length } : {}),
  };
  await appendAudit(transaction, [{ communityId, at: first.createdAt, ...actorOf(actor), action, subject, details }]);
}
