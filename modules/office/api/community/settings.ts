/** GET and PATCH /communities/{slug}/settings */

import { actOf, type CommunityDeps, type CommunityHandler } from '../../../../console/desk/call.ts';
import { unlessWidening } from '../../../../console/desk/session.ts';
import { lowersLimit, widensVisibility } from '../../../../console/desk/widens.ts';
import { hoursOrNull, secondsOrNull } from '../../../../core/ledger/api/present/hours.ts';
import type { CommunitySettings, getCommunitySettings, updateCommunitySettings } from '../../contract/settings.ts';
import { selectSettings } from '../../domain/communities/console-queries.ts';
import { type CommunityRules, changeCommunity } from '../../domain/communities/settings.ts';

export const getCommunitySettingsHandler: CommunityHandler<typeof getCommunitySettings> = async (
  { membership },
  deps,
) => ({
  data: await present(deps, membership.communityId),
});

export const updateCommunitySettingsHandler: CommunityHandler<typeof updateCommunitySettings> = async (call, deps) => {
  const { name, exchange_step_minutes, lower_balance_hours, upper_balance_hours, default_visibility, languages } =
    call.body;
  const changes = {
    ...(name === undefined ? {} : { name }),
    ...(exchange_step_minutes === undefined ? {} : { exchangeStepMinutes: exchange_step_minutes }),
    ...(lower_balance_hours === undefined ? {} : { lowerBalanceSeconds: secondsOrNull(lower_balance_hours) }),
    ...(upper_balance_hours === undefined ? {} : { upperBalanceSeconds: secondsOrNull(upper_balance_hours) }),
    ...(default_visibility === undefined ? {} : { defaultVisibility: default_visibility }),
    ...(languages === undefined ? {} : { languages }),
    ...(call.body.time_zone === undefined ? {} : { timeZone: call.body.time_zone }),
    ...(call.body.hours_as === undefined ? {} : { hoursAs: call.body.hours_as }),
  };
  await changeCommunity(deps, actOf(call), changes, unlessWidening(call, deps, widensCommunity));
  return { data: await present(deps, call.membership.communityId) };
};

async function present({ database }: CommunityDeps, communityId: number): Promise<CommunitySettings> {
  const [row] = await selectSettings(database.heavy, { communityId });
  if (!row) throw new Error('a membership without a community');
  return {
    name: row.name,
    exchange_step_minutes: row.exchangeStepMinutes,
    lower_balance_hours: hoursOrNull(row.lowerBalanceSeconds),
    upper_balance_hours: hoursOrNull(row.upperBalanceSeconds),
    default_visibility: row.defaultVisibility,
    members_on_default: row.membersOnDefault,
    hours_as: row.hoursAs,
    time_zone: row.timeZone,
    languages: [...row.languages],
  };
}
/** Whether members may owe or hold more, or partners see more of all members who made no choice. */
export function widensCommunity(before: CommunityRules, after: CommunityRules): boolean {
  return (
    lowersLimit(
      before.lowerBalanceSeconds ?? Number.NEGATIVE_INFINITY,
      after.lowerBalanceSeconds ?? Number.NEGATIVE_INFINITY,
    ) ||
    (after.upperBalanceSeconds ?? Number.POSITIVE_INFINITY) >
      (before.upperBalanceSeconds ?? Number.POSITIVE_INFINITY) ||
    widensVisibility(before.defaultVisibility, after.defaultVisibility)
  );
}
