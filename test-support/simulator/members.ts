/** Members act: they record hours with each other, answer, and the office settles. */
import type { TestMember, TestService } from '../harness.ts';
import { answerAs, formOfName, proposeAs, settleAsOffice } from '../proposals.ts';
import type { Cast } from './facts.ts';
import { NO_MEMBER, type ProposalOperation } from './operations.ts';
import { versionText } from './proposals.ts';

const NO_SUCH_PROPOSAL = '00000000-0000-0000-0000-000000000000';

/** @param proposalId of what is answered; undefined: the member knows of none. @returns the answer in the model's words */
export async function actAsMember(
  { deps }: TestService,
  cast: Cast,
  operation: ProposalOperation,
  proposalId = NO_SUCH_PROPOSAL,
): Promise<string> {
  const {
    id: communityId,
    members,
    chestAccountId,
  } = cast.communities[operation.community] as Cast['communities'][number];
  switch (operation.do) {
    case 'propose': {
      const { side, seconds, day, again, name } = operation;
      const by = members[operation.by] as TestMember;
      const other =
        operation.other === NO_MEMBER ? { accountId: chestAccountId } : (members[operation.other] as TestMember);
      const slip = { by, other, side, seconds, day, again, form: formOfName(name) };
      return (await proposeAs(deps, communityId, slip)).result;
    }
    case 'answer': {
      const { uuid } = members[operation.by] as TestMember;
      const { state, officeReason, revision } = await answerAs(deps, communityId, uuid, proposalId, operation);
      return versionText(state, officeReason, revision);
    }
    case 'settle': {
      const { state, officeReason, revision } = await settleAsOffice(deps, communityId, proposalId, operation);
      return versionText(state, officeReason, revision);
    }
    case 'wait':
      throw new Error('the worker is not asked to wait');
  }
}
