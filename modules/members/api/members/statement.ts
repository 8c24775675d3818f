/** GET /communities/{slug}/members/{memberId}/statement */

import type { CommunityHandler } from '../../../../console/desk/call.ts';
import { askedDays } from '../../../../console/desk/days.ts';
import { memberIdOf } from '../../../../console/desk/named-member.ts';
import type { getMemberStatement } from '../../contract/accounts.ts';
import { statementBetween } from '../exchanges/account-statement.ts';
import { readMember } from './present.ts';

export const getMemberStatementHandler: CommunityHandler<typeof getMemberStatement> = async (call, deps) => {
  const { communityId } = call.membership;
  const days = askedDays(call.query, deps.clock.now());
  const member = await readMember(deps.database.reads, communityId, memberIdOf(call.params.memberId));
  return { data: await statementBetween(deps.database.heavy, communityId, member.account_id, days) };
};
