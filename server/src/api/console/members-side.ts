/** The operations of the office for the pages of members: the switch, letters, and hours of two. */
import { getHourProposalHandler, listHourProposalsHandler, settleHourProposalHandler } from './exchanges/proposals.ts';
import { listAnswersHandler } from './listings/answers.ts';
import {
  getMemberPagesHandler,
  switchMemberPagesHandler,
  updateMemberPagesHandler,
  writeMemberLettersHandler,
} from './members/pages.ts';

export const MEMBERS_SIDE_HANDLERS = {
  getMemberPages: getMemberPagesHandler,
  switchMemberPages: switchMemberPagesHandler,
  updateMemberPages: updateMemberPagesHandler,
  writeMemberLetters: writeMemberLettersHandler,
  listAnswers: listAnswersHandler,
  listHourProposals: listHourProposalsHandler,
  getHourProposal: getHourProposalHandler,
  settleHourProposal: settleHourProposalHandler,
};
