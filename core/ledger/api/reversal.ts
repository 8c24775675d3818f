/** POST /wallet/credits/{id}/reversal */
import { decodeId, type reverseCredit } from '@timebank/contract';
import type { Handler } from '../../access/call.ts';
import { NO_SUCH_ID } from '../refuse.ts';
import { creditReply } from './reply.ts';

export const reverseCreditHandler: Handler<typeof reverseCredit> = async ({ params, body, caller, origin }, deps) => {
  const outcome = await deps.postTransfers({
    kind: 'credit_reversal',
    communityId: caller.communityId,
    partnerId: caller.partnerId,
    creditId: decodeId('crd', params.id) ?? NO_SUCH_ID,
    reference: body.reference,
    reason: body.reason ?? null,
    recordedBy: `partner:${caller.partnerId}`,
  });
  return creditReply(outcome, origin);
};
