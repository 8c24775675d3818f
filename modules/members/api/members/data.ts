/** A member's history and statement, the reads of the e-mail address, and the erasure of personal data. */
import { actOf, type CommunityHandler, type ConsoleHandler } from '../../../../console/desk/call.ts';
import { askedDays } from '../../../../console/desk/days.ts';
import { memberIdOf } from '../../../../console/desk/named-member.ts';
import { openPage, pageOf } from '../../../../core/http/paging.ts';
import type { getMemberStatement } from '../../contract/accounts.ts';
import { type eraseMember, listMemberReads, listMemberTransfers } from '../../contract/members.ts';
import { selectMemberReads } from '../../domain/members/console-queries.ts';
import { erasePersonalData } from '../../domain/members/erase.ts';
import { statementBetween } from '../exchanges/account-statement.ts';
import { linesReply } from '../exchanges/lines.ts';
import { LAST_AUDIT_ID, presentRead, readMember } from './present.ts';

export const listMemberTransfersHandler: ConsoleHandler<typeof listMemberTransfers> = async (call, deps) => {
  const { communityId } = call.membership;
  const page = openPage(call, deps, listMemberTransfers);
  const member = await readMember(deps.database.reads, communityId, memberIdOf(call.params.memberId));
  return await linesReply(deps.database.heavy, page, communityId, member.account_id);
};

export const listMemberReadsHandler: ConsoleHandler<typeof listMemberReads> = async (call, deps) => {
  const { communityId } = call.membership;
  const page = openPage(call, deps, listMemberReads);
  const memberId = memberIdOf(call.params.memberId);
  const { id: subject } = await readMember(deps.database.reads, communityId, memberId);
  const after = page.after ?? LAST_AUDIT_ID;
  const rows = await selectMemberReads(deps.database.heavy, {
    communityId,
    subject,
    beforeId: after,
    limit: page.limit,
  });
  return pageOf(page, rows, ({ id }) => id, presentRead);
};

export const eraseMemberHandler: CommunityHandler<typeof eraseMember> = async (call, deps) => {
  const memberId = memberIdOf(call.params.memberId);
  await erasePersonalData(deps, { ...actOf(call), memberId }, call.body.name);
  return { data: await readMember(deps.database.reads, call.membership.communityId, memberId) };
};

export const getMemberStatementHandler: CommunityHandler<typeof getMemberStatement> = async (call, deps) => {
  const { communityId } = call.membership;
  const days = askedDays(call.query, deps.clock.now());
  const member = await readMember(deps.database.reads, communityId, memberIdOf(call.params.memberId));
  return { data: await statementBetween(deps.database.heavy, communityId, member.account_id, days) };
};
