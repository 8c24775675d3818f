/** POST /wallet/credit */
import { type CreditRequest, type creditWallet, decodeId, secondsFromHours } from '@timebank/contract';
import { uuidv7 } from 'uuidv7';
import type { CreditPosting } from '../../../domain/ledger/types.ts';
import type { Caller, Handler } from '../access/call.ts';
import { creditReply, NO_SUCH_ID } from './reply.ts';

/** What a credit asks of the ledger. */
export function creditPosting(body: CreditRequest, { communityId, partnerId }: Caller): CreditPosting {
  const { payment = {} } = body;
  return {
    kind: 'credit',
    communityId,
    id: uuidv7(),
    partnerId,
    // A malformed id is an unknown id; a known reference is still answered first.
    memberId: decodeId('usr', body.user_id) ?? NO_SUCH_ID,
    amountSeconds: secondsFromHours(body.hours),
    reference: body.reference,
    note: body.note ?? null,
    payment: Object.keys(payment).length > 0 ? payment : undefined,
    correctsId: body.corrects === undefined ? undefined : (decodeId('crd', body.corrects) ?? NO_SUCH_ID),
    recordedBy: `partner:${partnerId}`,
  };
}

export const creditWalletHandler: Handler<typeof creditWallet> = async ({ body, caller, origin }, deps) => {
  return creditReply(await deps.postTransfers(creditPosting(body, caller)), origin);
};
