/** Switches the pages of a community's members on or off. */
import { invalidField } from '../../../../core/base/refusal.ts';
import { type ChangeDeps, type CommunityAct, change } from '../../../../core/change/change.ts';
import { lockMemberPages, updateMembersSide } from './queries.ts';

/** @throws refusal validation_failed in a sandbox, whose members are nobody */
export async function openMemberPages(deps: ChangeDeps, act: CommunityAct, enabled: boolean): Promise<void> {
  const { communityId } = act;
  await change(deps, act, async ({ transaction, audit }) => {
    const [before] = await lockMemberPages(transaction, { communityId });
    if (!before || before.enabled === enabled) return;
    if (before.kind !== 'live') {
      throw invalidField('enabled', 'not_allowed', 'enabled must be false in a sandbox, whose members are nobody.');
    }
    await updateMembersSide(transaction, { communityId, enabled });
    audit(enabled ? 'community.member_pages_opened' : 'community.member_pages_closed', `community:${communityId}`);
  });
}
