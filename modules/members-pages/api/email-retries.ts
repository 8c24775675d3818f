/** /communities/{slug}/members/{memberId}/email-retries: the office has asked the member, and the address works. */

import { actOf, type CommunityHandler } from '../../../console/desk/call.ts';
import { memberIdOf } from '../../../console/desk/named-member.ts';
import { trustAddress } from '../../../core/people/members/update.ts';
import type { retryMemberEmail } from '../contract/member-pages.ts';

export const retryMemberEmailHandler: CommunityHandler<typeof retryMemberEmail> = async (call, deps) => ({
  data: { was_bad: await trustAddress(deps, { ...actOf(call), memberId: memberIdOf(call.params.memberId) }) },
});
