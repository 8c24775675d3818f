/** The first steps of a community end when a person says so: a time bank without partners never takes them all. */
import { type ChangeDeps, type CommunityAct, change } from '../../../../core/change/change.ts';

/** The audit log is where it is kept: what was ended stays so, on every device and for everybody here. */
export async function endFirstStepsOf(deps: ChangeDeps, act: CommunityAct): Promise<void> {
  await change(deps, act, async ({ audit }) => {
    audit('community.first_steps_ended', `community:${act.communityId}`);
  });
}
