/** Members act: they record hours with each other, answer, and the office settles. */
import type { ProposalVersion } from '../../modules/members-pages/domain/proposals/next.ts';
import type { TestMember, TestService } from '../harness.ts';
import { answerAs, formOfName, proposeAs, settleAsOffice } from '../proposals.ts';
import type { Cast } from './facts.ts';
import { NO_MEMBER, type ProposalOperation } from './operations.ts';
import { versionText } from './proposals.ts';

const NO_SUCH_PROPOSAL = '00000000-0000-0000-0000-000000000000';

interface KnownOfProposal {
  /** Of what is answered; left out: the member knows of none. */
  readonly proposalId?: string | undefined;
  /** What is recorded names it. */
  readonly listingId?: string | null;
}

/** @returns the answer in the model's words */
export async function actAsMember(
  { deps }: TestService,
  { id: communityId, members, chestAccountId }: Pick<Cast['communities'][number], 'id' | 'members' | 'chestAccountId'>,
  operation: ProposalOperation,
  { proposalId = NO_SUCH_PROPOSAL, listingId = null }: KnownOfProposal = {},
): Promise<string> {
  const memberAt = (position: number) => members[position] as TestMember;
  switch (operation.do) {
    case 'propose': {
      const { by, other, name, ...help } = operation;
      const parties = {
        by: memberAt(by),
        other: other === NO_MEMBER ? { accountId: chestAccountId } : memberAt(other),
      };
      const { result } = await proposeAs(deps, communityId, { ...help, ...parties, form: formOfName(name), listingId });
      return result;
    }
    case 'answer':
      return textOf(await answerAs(deps, communityId, memberAt(operation.by).uuid, proposalId, operation));
    case 'settle':
      return textOf(await settleAsOffice(deps, communityId, proposalId, operation));
    case 'wait':
      throw new Error('the worker is not asked to wait');
  }
}

const textOf = ({ state, officeReason, revision }: ProposalVersion) => versionText(state, officeReason, revision);
