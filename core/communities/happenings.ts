/** What a sandbox does to a member when a credit's reference asks for it: the events are those of the same acts by people. */
import { encodeId } from '@timebank/contract';
import { type ChangeDeps, change } from '../change/change.ts';
import { changeListing } from '../people/listings/change.ts';
import { type MemberAct, setMemberStatusIn } from '../people/members/status.ts';
import { changeMember } from '../people/members/update.ts';
import { selectActiveListingTexts } from './queries.ts';

const EDITED = ' (edited)';

/** The member leaves and comes back in one change, and so do the member's listings. */
export async function sendMemberAway(deps: ChangeDeps, act: MemberAct): Promise<void> {
  const { communityId, memberId } = act;
  await change(deps, act, async (within) => {
    const subject = encodeId('usr', memberId);
    for (const [before, after] of [
      ['active', 'suspended'],
      ['suspended', 'active'],
    ] as const) {
      if (!(await setMemberStatusIn(within, communityId, memberId, after))) return;
      within.audit('member.status_changed', subject, { before, after });
    }
  });
}

/** The member changes, and each active listing of the member. */
export async function editMember(deps: ChangeDeps, act: MemberAct): Promise<void> {
  // What has the one value gets the other.
  const [changed] = await changeMember(deps, act, { language: 'de' });
  if (changed === undefined) await changeMember(deps, act, { language: 'en' });
  const listings = await selectActiveListingTexts(deps.database.reads, {
    communityId: act.communityId,
    memberId: act.memberId,
  });
  for (const { id, description } of listings) {
    const text = description.endsWith(EDITED) ? description.slice(0, -EDITED.length) : description + EDITED;
    await changeListing(deps, { ...act, listingId: id }, { description: text });
  }
}
