/** Outcomes that a sandbox forces on credits, by the table of `domain/sandbox/outcomes.ts`. Not used in a live community. */
import { type CreditRequest, decodeId } from '@timebank/contract';
import { editMember, sendMemberAway } from '../../../domain/communities/happenings.ts';
import type { Deps } from '../../../domain/deps.ts';
import { selectExternalId } from '../../../domain/ledger/partner-queries.ts';
import {
  type ForcedByReference,
  type ForcedRefusal,
  forcedByMember,
  forcedByReference,
} from '../../../domain/sandbox/outcomes.ts';
import { closeAtOnce } from '../../../domain/statements/close-days.ts';
import { refusal } from '../../../platform/base/refusal.ts';
import { ago, DAY_MS } from '../../../platform/base/time.ts';
import type { Caller } from '../access/call.ts';
import { createOnce } from '../access/once.ts';
import type { CreditReply } from './reply.ts';

/** Runs the booking of a credit with the outcome that its reference forces. */
export type Forcing = (caller: Caller, reference: string, post: () => Promise<CreditReply>) => Promise<CreditReply>;

/** From then on a reference that was refused once is refused once more, if it was not booked. */
const REFUSED_FOR_MS = DAY_MS;
const SCOPE = 'sandbox reference';

const REFUSED_ONCE = {
  rate_limited: ['More requests than you may send in a minute, says the sandbox.', '1'],
  temporarily_unavailable: ['The service cannot answer at the moment, says the sandbox.', '2'],
} as const;

/** For one application. */
export function createForcing(deps: Deps): Forcing {
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
export async function forcedRefusalOf(
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
