/** POST /wallet/credit */
import { type creditWallet, decodeId, secondsFromHours } from '@timebank/contract';
import { uuidv7 } from 'uuidv7';
import { NO_SUCH_ID } from '../../../domain/ledger/decide.ts';
import type { Handler } from '../access/call.ts';
import { userNotFound } from '../access/user-not-found.ts';
import { creditReply } from './reply.ts';

export const creditWalletHandler: Handler<typeof creditWallet> = async ({ body, caller, origin }, deps) => {
  const outcome = await deps.postTransfers({
    kind: 'credit',
    communityId: caller.communityId,
    id: uuidv7(),
    partnerId: caller.partnerId,
    // A malformed id is an unknown id; a known reference is still answered first.
    memberId: decodeId('usr', body.user_id) ?? NO_SUCH_ID,
    amountSeconds: secondsFromHours(body.hours),
    reference: body.reference,
    note: body.note ?? null,
    recordedBy: `partner:${caller.partnerId}`,
  });
  if (outcome.result === 'refused' && outcome.code === 'user_not_found') {
    throw userNotFound(body.user_id, outcome.description);
  }
  return creditReply(outcome, origin);
};
