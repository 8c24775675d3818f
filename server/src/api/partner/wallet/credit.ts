/** POST /wallet/credit */
import { type CreditRequest, type creditWallet, decodeId, secondsFromHours } from '@timebank/contract';
import type { Deps } from '../../../domain/deps.ts';
import { NO_SUCH_ID } from '../../../domain/ledger/refuse.ts';
import type { CreditPosting, Outcome } from '../../../domain/ledger/types.ts';
import type { ForcedRefusal } from '../../../domain/sandbox/outcomes.ts';
import type { Caller, Handler } from '../access/call.ts';
import { userNotFound } from '../access/user-not-found.ts';
import { createForcing, forcedRefusalOf } from './forced.ts';
import { creditReply } from './reply.ts';

/** The request of a credit to the ledger. */
function creditPosting(
  body: CreditRequest,
  { communityId, partnerId }: Caller,
  forced: ForcedRefusal | undefined,
  isOfMany: boolean,
): CreditPosting {
  const { payment = {} } = body;
  return {
    kind: 'credit',
    communityId,
    partnerId,
    // A malformed id is an unknown id; a known reference is still answered first.
    memberId: decodeId('usr', body.user_id) ?? NO_SUCH_ID,
    // The body has one of the two.
    amountSeconds: body.seconds ?? secondsFromHours(body.hours ?? 0),
    amountField: body.seconds === undefined ? 'hours' : 'seconds',
    reference: body.reference,
    note: body.note ?? null,
    payment: Object.keys(payment).length > 0 ? payment : undefined,
    correctsId: body.corrects === undefined ? undefined : (decodeId('crd', body.corrects) ?? NO_SUCH_ID),
    recordedBy: `partner:${partnerId}`,
    forced,
    isOfMany,
  };
}

/**
 * @param isOfMany whether it came with others in one request
 * @throws Refusal user_not_found, with a text that depends on the form of the id
 */
export async function postCredit(
  body: CreditRequest,
  caller: Caller,
  { database, postTransfers }: Pick<Deps, 'database' | 'postTransfers'>,
  isOfMany = false,
): Promise<Outcome> {
  const forced = caller.isSandbox ? await forcedRefusalOf(database, caller, body) : undefined;
  const outcome = await postTransfers(creditPosting(body, caller, forced, isOfMany));
  if (outcome.result !== 'refused' || outcome.code !== 'user_not_found') return outcome;
  throw userNotFound(body.user_id, outcome.description);
}

/** Only a sandbox's calls can force an outcome. */
export function createCreditWalletHandler(deps: Deps): Handler<typeof creditWallet> {
  const forcing = createForcing(deps);
  return async ({ body, caller, origin }) => {
    const post = async () => creditReply(await postCredit(body, caller, deps), origin);
    return caller.isSandbox ? await forcing(caller, body.reference, post) : await post();
  };
}
