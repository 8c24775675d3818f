/** GET /communities/{slug}, its kill switch, and the reset of a sandbox */

import { actOf, type CommunityDeps, type CommunityHandler } from '../../../../console/desk/call.ts';
import { ROLE_PERMISSIONS } from '../../../../console/desk/contract/routes.ts';
import type { Membership } from '../../../../console/desk/session-queries.ts';
import type { Community, getCommunity, resetCommunity, switchCommunity } from '../../contract/communities.ts';
import { selectCommunityDetail } from '../../domain/communities/console-queries.ts';
import { switchCommunityApi } from '../../domain/communities/create.ts';
import { resetSandbox } from '../../domain/communities/reset.ts';
import { disabledReasonOf } from './switch.ts';

export const getCommunityHandler: CommunityHandler<typeof getCommunity> = async ({ membership }, deps) => ({
  data: await presentCommunity(deps, membership),
});

export const switchCommunityHandler: CommunityHandler<typeof switchCommunity> = async (call, deps) => {
  await switchCommunityApi(deps, actOf(call), disabledReasonOf(call.body));
  return { data: await presentCommunity(deps, call.membership) };
};

export const resetCommunityHandler: CommunityHandler<typeof resetCommunity> = async (call, deps) => {
  await resetSandbox(deps, actOf(call));
  return { data: await presentCommunity(deps, call.membership) };
};

async function presentCommunity({ database }: CommunityDeps, membership: Membership): Promise<Community> {
  const [row] = await selectCommunityDetail(database.heavy, { communityId: membership.communityId });
  if (!row) throw new Error('a membership without a community');
  return {
    slug: membership.slug,
    name: membership.name,
    kind: membership.kind,
    role: membership.role,
    permissions: [...ROLE_PERMISSIONS[membership.role]],
    partner_api: {
      enabled: row.partnerApiDisabledReason === null,
      reason: row.partnerApiDisabledReason,
      installation_enabled: row.installationDisabledReason === null,
      installation_reason: row.installationDisabledReason,
    },
    counts: { partners: row.partners, administrators: row.administrators, active_members: row.activeMembers },
    created_at: row.createdAt.toISOString(),
  };
}
