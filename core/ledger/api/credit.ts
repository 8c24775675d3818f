/** POST /wallet/credit */

import { type CreditRequest, type creditWallet, decodeId, secondsFromHours } from '@timebank/contract';
import type { Caller, Handler } from '../../access/call.ts';
import { createOnce } from '../../access/once.ts';
import { userNotFound } from '../../access/user-not-found.ts';
import { refusal } from '../../base/refusal.ts';
import { ago, DAY_MS } from '../../base/time.ts';
import { editMember, sendMemberAway } from '../../communities/happenings.ts';
import {
  type ForcedByReference,
  type ForcedRefusal,
  forcedByMember,
  forcedByReference,
} from '../../communities/outcomes.ts';
import type { Deps } from '../../deps.ts';
import { closeAtOnce } from '../../statements/close-days.ts';
import { selectExternalId } from '../partner-queries.ts';
import { NO_SUCH_ID } from '../refuse.ts';
import type { CreditPosting, Outcome } from '../types.ts';
import { type CreditReply, creditReply } from './reply.ts';

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

// Outcomes that a sandbox forces on credits, by the table of `core/communities/outcomes.ts`. Not used in a live
// community.

/** Runs the booking of a credit with the outcome that its reference forces. */
export type CreditForcer = (
  caller: Caller,
  reference: string,
  post: () => Promise<CreditReply>,
) => Promise<CreditReply>;

/** From then on a reference that was refused once is refused once more, if it was not booked. */
const REFUSED_FOR_MS = DAY_MS;
const SCOPE = 'sandbox reference';

const REFUSED_ONCE = {
  rate_limited: ['More requests than you may send in a minute, says the sandbox.', '1'],
  temporarily_unavailable: ['The service cannot answer at the moment, says the sandbox.', '2'],
} as const;

/** For one application. */
function createForcing(deps: Deps): CreditForcer {
  const once = createOnce(deps);
  return async (caller, reference, post) => {
    const { communityId, partnerId } = caller;
    const outcome = forcedByReference(reference);
    if (outcome?.kind === 'refused_once') {
      const expiresAt = ago(deps.clock.now(), -REFUSED_FOR_MS);
      if (await once({ communityId, partnerId, scope: SCOPE, id: reference, expiresAt })) {
        const [description, retryAfter] = REFUSED_ONCE[outcome.code];
        throw refusal(outcome.code, description, undefined, { 'Retry-After': retryAfter });
      }
    }
    const reply = await post();
    if (outcome?.kind === 'answer_lost' && reply.status === 201) return { ...reply, isLost: true };
    // The day of the booking: a repeat closes no other day, and makes up for a closing that was interrupted.
    if (reply.status === 201) await happenTo(reply.data.user_id, outcome, caller, deps);
    if (outcome?.kind === 'day_final') await closeAtOnce(deps, communityId, partnerId, reply.data.booked_on);
    return reply;
  };
}

/** What a community's own people do otherwise. A repeat of the request does it no second time. */
async function happenTo(
  userId: string,
  outcome: ForcedByReference | undefined,
  { communityId, partnerId }: Caller,
  deps: Deps,
): Promise<void> {
  const memberId = decodeId('usr', userId);
  if (memberId === undefined) return;
  const act = { communityId, memberId, actor: `partner:${partnerId}` };
  if (outcome?.kind === 'member_away') await sendMemberAway(deps, act);
  if (outcome?.kind === 'member_edited') await editMember(deps, act);
}

/** The refusal that the reference or the member forces on a credit that could be booked. */
async function forcedRefusalOf(
  database: Deps['database'],
  { communityId }: Caller,
  { user_id, reference }: CreditRequest,
): Promise<ForcedRefusal | undefined> {
  const outcome = forcedByReference(reference);
  if (outcome?.kind === 'refused') return outcome.refusal;
  const memberId = decodeId('usr', user_id);
  if (memberId === undefined) return undefined;
  const [member] = await selectExternalId(database.reads, { communityId, memberId });
  return forcedByMember(member?.externalId ?? null);
}
