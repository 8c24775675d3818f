/** Who sees a member: other members, and each partner. Partners are bound by it from their next request. */
import { encodeId, type Visibility } from '@timebank/contract';
import { type ChangeDeps, change } from '../../../../core/change/change.ts';
import type { MemberAct } from '../../../../core/people/members/status.ts';
import { changeMember, choosePartnerVisibility } from '../../../../core/people/members/update.ts';
import { selectOwnChoices, updateSeenByMembers } from './queries.ts';

export interface OwnSight {
  /** Whether other members find the member by name. */
  readonly byMembers: boolean;
  /** Of all partners; null follows the community's default, undefined stays. */
  readonly byAll: Visibility | null | undefined;
  /** Of single partners; null is as for all. */
  readonly byPartner: ReadonlyMap<number, Visibility | null>;
}

/** @throws Refusal partner_not_found */
export async function changeSight(
  deps: ChangeDeps,
  act: MemberAct,
  { byMembers, byAll, byPartner }: OwnSight,
): Promise<void> {
  const { communityId, memberId } = act;
  for (const [partnerId, visibility] of byPartner) await choosePartnerVisibility(deps, act, partnerId, visibility);
  if (byAll !== undefined) await changeMember(deps, act, { visibility: byAll });
  await change(deps, act, async ({ transaction, audit }) => {
    const [before] = await selectOwnChoices(transaction, { communityId, memberId });
    if (!before || before.seenByMembers === byMembers) return;
    await updateSeenByMembers(transaction, { communityId, memberId, seen: byMembers });
    audit('member.choices_changed', encodeId('usr', memberId));
  });
}
