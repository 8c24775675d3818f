/** POST /wallet/credit */
import { type CreditRequest, type creditWallet, decodeId, secondsFromHours } from '@timebank/contract';
import { uuidv7 } from 'uuidv7';
import type { PostTransfers } from '../../../domain/ledger/post-batch.ts';
import { NO_SUCH_ID } from '../../../domain/ledger/refuse.ts';
import type { CreditPosting, Outcome } from '../../../domain/ledger/types.ts';
import type { Caller, Handler } from '../access/call.ts';
import { userNotFound } from '../access/user-not-found.ts';
import { creditReply } from './reply.ts';

/** What a credit asks of the ledger. */
function creditPosting(body: CreditRequest, { communityId, partnerId }: Caller): CreditPosting {
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

/** @throws Refusal user_not_found, told by the id as it was sent */
export async function postCredit(body: CreditRequest, caller: Caller, postTransfers: PostTransfers): Promise<Outcome> {
  const outcome = await postTransfers(creditPosting(body, caller));
  if (outcome.result !== 'refused' || outcome.code !== 'user_not_found') return outcome;
  throw userNotFound(body.user_id, outcome.description);
}

export const creditWalletHandler: Handler<typeof creditWallet> = async ({ body, caller, origin }, deps) => {
  return creditReply(await postCredit(body, caller, deps.postTransfers), origin);
};
