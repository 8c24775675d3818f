/** A member who leaves or is erased answers nothing any more: what is open ends, with the change of status. */
import type { Change } from '../change/change.ts';
import { eraseProposalWords, lockOpenProposals, lockProposal } from './queries.ts';
import { takeStepIn } from './write.ts';

/** Ends what is open between these members and others. The members' rows are held already, and the others' need not be. */
export async function endProposalsIn(within: Change, communityId: number, memberIds: readonly string[]): Promise<void> {
  const { transaction } = within;
  for (const { id: proposalId, ...sides } of await lockOpenProposals(transaction, { communityId, memberIds })) {
    const [before] = await lockProposal(transaction, { communityId, proposalId });
    if (!before) throw new Error('a proposal that is held is gone');
    const step = { communityId, proposalId, actor: 'system' };
    await takeStepIn(within, step, { sides: { ...sides, areActive: false }, before }, { act: 'leave' });
  }
}

/** The same for members whose data is erased; what was written is emptied. */
export async function eraseProposalsIn(within: Change, communityId: number, memberIds: readonly string[]) {
  await endProposalsIn(within, communityId, memberIds);
  await eraseProposalWords(within.transaction, { communityId, memberIds });
}
