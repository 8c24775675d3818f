/** What a credit or a reversal is answered with. */
import { BASE_PATH, encodeId } from '@timebank/contract';
import type { Outcome } from '../../../domain/ledger/types.ts';
import { Refusal } from '../../../platform/base/refusal.ts';
import { presentCredit } from '../../present/credit.ts';
import type { Reply } from '../access/call.ts';

/**
 * Answers a credit or its reversal: 201 when it was posted, 200 when it had been before.
 * @throws Refusal when the ledger refused
 */
export function creditReply(outcome: Outcome, origin: string): Reply {
  if (outcome.result === 'refused') {
    const { code, description, fields, creditId } = outcome;
    throw new Refusal(code, description, fields, {}, creditId && encodeId('crd', creditId));
  }
  if (!outcome.credit) throw new Error('the outcome of a credit carries no credit');
  const credit = presentCredit(outcome.credit);
  const replayed = outcome.result === 'replayed';
  return {
    status: replayed ? 200 : 201,
    data: credit,
    meta: { replayed },
    headers: {
      location: `${origin}${BASE_PATH}/wallet/credits/${credit.id}`,
      ...(replayed ? { 'idempotent-replayed': 'true' } : {}),
    },
  };
}
