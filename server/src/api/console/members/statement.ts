/** GET /communities/{slug}/members/{memberId}/statement */
import type { getMemberStatement } from '@timebank/contract/console';
import type { CommunityHandler } from '../access/call.ts';
import { askedDays } from '../access/days.ts';
import { statementBetween } from '../exchanges/account-statement.ts';
import { memberIdOf, readMember } from './present.ts';

export const getMemberStatementHandler: CommunityHandler<typeof getMemberStatement> = async (call, deps) => {
  const { communityId } = call.membership;
  const days = askedDays(call.query, deps.clock.now());
  const member = await readMember(deps.database.reads, communityId, memberIdOf(call.params.memberId));
  return { data: await statementBetween(deps.database.heavy, communityId, member.account_id, days) };
};
