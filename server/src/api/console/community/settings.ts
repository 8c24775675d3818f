/** GET and PATCH /communities/{slug}/settings */
import type { CommunitySettings, getCommunitySettings, updateCommunitySettings } from '@timebank/contract/console';
import { selectSettings } from '../../../domain/communities/console-queries.ts';
import { changeCommunity } from '../../../domain/communities/settings.ts';
import { hoursOrNull, secondsOrNull } from '../../present/hours.ts';
import { actOf, type CommunityDeps, type CommunityHandler } from '../access/call.ts';
import { unlessWidening } from '../access/session.ts';
import { widensCommunity } from '../access/widens.ts';

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
    languages: [...row.languages],
  };
}
