/** The mails about proposals: to the member who has to answer, and to those who learn how it went. */
import { encodeId } from '@timebank/contract';
import type { Change } from '../../../../core/change/change.ts';
import { dueMailsIn } from '../../../mail/domain/due.ts';
import { selectMailedDeputies } from '../deputies/queries.ts';
import type { ProposalVersion } from './next.ts';

interface ProposalChange {
  readonly proposalId: string;
  readonly sides: { readonly providerId: string | null; readonly receiverId: string | null };
  readonly before: ProposalVersion;
  readonly after: ProposalVersion;
  readonly act: string;
}

/** Deputies that get a mail about one member. */
const DEPUTIES_MAX = 10;

interface WaitingMail {
  readonly proposalId: string;
  readonly revision: number;
  readonly memberId: string;
  readonly reminds: boolean;
}

/** To the member waited for, and to those who act for it: a new version, or the reminder of it. */
export async function dueWaitingMailIn(
  within: Change,
  communityId: number,
  { proposalId, revision, memberId, reminds }: WaitingMail,
): Promise<void> {
  const kind = reminds ? 'proposal.reminder' : 'proposal.waiting';
  const reasonKey = `${kind}:${encodeId('prp', proposalId)}:${revision}`;
  const deputies = await selectMailedDeputies(within.transaction, { communityId, memberId, limit: DEPUTIES_MAX });
  await dueMailsIn(within, communityId, [
    { reasonKey, memberId },
    ...deputies.map(({ id }) => ({ reasonKey: `${reasonKey}:${encodeId('dpt', id)}`, memberId, deputyId: id })),
  ]);
}

/** What follows from a step: who has to answer now, or how it ended for the others. */
export async function dueProposalMailsIn(
  within: Change,
  communityId: number,
  { proposalId, sides, before, after, act }: ProposalChange,
): Promise<void> {
  if (after.state === 'waiting') {
    const memberId = after.waitsFor as string;
    await dueWaitingMailIn(within, communityId, {
      proposalId,
      revision: after.revision,
      memberId,
      reminds: act === 'remind',
    });
    return;
  }
  if (after.state === before.state) return;
  const prp = encodeId('prp', proposalId);
  const actedBy =
    act === 'confirm' || act === 'refuse' || act === 'contest' || act === 'correct' ? before.waitsFor : null;
  const withdrawnBy = act === 'withdraw' ? before.proposedBy : null;
  const both = [sides.providerId, sides.receiverId].filter((id) => id !== null);
  const others = both.filter((id) => id !== actedBy && id !== withdrawnBy);
  const mails = others.map((memberId) => ({
    reasonKey: `proposal.done:${prp}:${encodeId('usr', memberId)}:${after.state}`,
    memberId,
  }));
  await dueMailsIn(within, communityId, mails);
}
