/** Answers to credits and reversals. */
import { BASE_PATH, type Credit, type creditWallet, encodeId } from '@timebank/contract';
import type { Reply } from '../../access/call.ts';
import { refusal } from '../../base/refusal.ts';
import type { Outcome } from '../types.ts';
import { presentCredit } from './present/credit.ts';

/** The credit as it is now, and whether the same was booked before. @throws Refusal when the ledger refused */
export function creditIn(outcome: Outcome): { readonly credit: Credit; readonly replayed: boolean } {
  if (outcome.result === 'refused') {
    const { code, description, fields, creditId } = outcome;
    throw refusal(code, description, fields, {}, { creditId: creditId && encodeId('crd', creditId) });
  }
  if (!outcome.credit) throw new Error('the outcome of a credit carries no credit');
  return { credit: presentCredit(outcome.credit), replayed: outcome.result === 'replayed' };
}

/** The status of a credit or its reversal: 201 when it was posted, 200 when it had been before. */
export const statusOfCredit = (replayed: boolean) => (replayed ? 200 : 201);

/** The answer to a credit and to a reversal. */
export type CreditReply = Reply<typeof creditWallet>;

/** @throws Refusal when the ledger refused */
export function creditReply(outcome: Outcome, origin: string): CreditReply {
  const { credit, replayed } = creditIn(outcome);
  return {
    status: statusOfCredit(replayed),
    data: credit,
    meta: { replayed },
    headers: {
      location: `${origin}${BASE_PATH}/wallet/credits/${credit.id}`,
      ...(replayed ? { 'idempotent-replayed': 'true' } : {}),
    },
  };
}
