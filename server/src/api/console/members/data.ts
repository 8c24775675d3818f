/** A member's history, the reads of the e-mail address, and the two rights of data protection: export and erasure. */
import { type eraseMember, type exportMember, listMemberReads, listMemberTransfers } from '@timebank/contract/console';
import { selectMemberReads } from '../../../domain/members/console-queries.ts';
import { erasePersonalData } from '../../../domain/members/erase.ts';
import { openPage, pageOf } from '../../http/paging.ts';
import { actOf, type CommunityHandler, type ConsoleHandler } from '../access/call.ts';
import { linesReply } from '../exchanges/lines.ts';
import { exportMemberData, LAST_AUDIT_ID, presentRead } from './export.ts';
import { memberIdOf, readMember } from './present.ts';

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

export const exportMemberHandler: CommunityHandler<typeof exportMember> = async (call, deps) => {
  const { slug, name } = call.membership;
  const memberId = memberIdOf(call.params.memberId);
  return { data: await exportMemberData(deps, actOf(call), { slug, name }, memberId) };
};

export const eraseMemberHandler: CommunityHandler<typeof eraseMember> = async (call, deps) => {
  const memberId = memberIdOf(call.params.memberId);
  await erasePersonalData(deps, { ...actOf(call), memberId }, call.body.name);
  return { data: await readMember(deps.database.reads, call.membership.communityId, memberId) };
};
