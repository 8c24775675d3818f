/** The act of a member on the member's own pages. */
import type { CommunityAct } from '../../../domain/change/change.ts';
import { memberActor } from '../../../domain/member-access/sign-in.ts';
import type { OwnCall } from './call.ts';

export function ownAct({
  community,
  session: { memberId },
  address,
  requestId,
}: OwnCall): CommunityAct & { readonly memberId: string } {
  return { communityId: community.id, memberId, actor: memberActor(memberId), address, requestId };
}
