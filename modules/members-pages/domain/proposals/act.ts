/** What the two members do with a proposal, what the office does, and what follows when nobody answers. */
import type { ProposalHow } from '@timebank/contract';
import { consoleConflict, consoleRefusal } from '../../../../console/desk/refusal.ts';
import { type Change, type ChangeDeps, type CommunityAct, change } from '../../../../core/change/change.ts';
import { readToday } from '../../../../core/communities/today.ts';
import { rerun } from '../../../../core/ledger/post-batch.ts';
import type { ActingPerson } from '../deputies/acting.ts';
import { readHelp } from './help.ts';
import type { ProposalVersion } from './next.ts';
import { selectIsOneMailbox, selectIsOwnHour } from './queries.ts';
import { holdProposal, takeStepIn, unknownProposal } from './write.ts';

/** From where an act came. */
export type ActOrigin = Omit<CommunityAct, 'actor'>;

/** What a member answers. `seen` is the revision on the page. Times and days are as people write them; empty: unchanged. */
export type MemberAnswer =
  | { readonly do: 'confirm'; readonly seen: number }
  | { readonly do: 'correct'; readonly seen: number; readonly time: string; readonly day: string }
  | { readonly do: 'contest'; readonly seen: number; readonly words: string }
  | { readonly do: 'withdraw' };

/**
 * Answers as one of the two, or as the deputy of one.
 * @returns the proposal as it is now; where the ledger does not book it, the office has it
 * @throws refusal not_found for others than the two; state_conflict; validation_failed naming time or day
 */
export async function answerProposal(
  deps: ChangeDeps,
  from: ActOrigin,
  { memberId, deputyId, personId: person, actor }: ActingPerson,
  proposalId: string,
  answer: MemberAnswer,
): Promise<ProposalVersion> {
  const { communityId } = from;
  return await rerun(() =>
    change(deps, { ...from, actor }, async (within) => {
      const held = await holdProposal(within.transaction, { communityId, proposalId });
      const { providerId, receiverId } = held.sides;
      if (memberId !== providerId && memberId !== receiverId) throw unknownProposal();
      const words = answer.do === 'contest' ? answer.words : null;
      const step = { communityId, proposalId, actor, words };
      const by = memberId;
      switch (answer.do) {
        case 'confirm':
          await refuseOneMailbox(within, communityId, held.before, { memberId, deputyId });
          return await takeStepIn(within, step, held, { act: 'confirm', by, person, seen: answer.seen });
        case 'contest':
          return await takeStepIn(within, step, held, { act: 'contest', by, seen: answer.seen });
        case 'withdraw':
          return await takeStepIn(within, step, held, { act: 'withdraw', by });
        case 'correct': {
          const version = versionOf(await todayIn(within, communityId), held.before, answer);
          return await takeStepIn(within, step, held, { act: 'correct', by, person, seen: answer.seen, ...version });
        }
      }
    }),
  );
}

/** @throws refusal not_permitted: one person, by the mailbox, would stand on both sides */
async function refuseOneMailbox(
  { transaction }: Change,
  communityId: number,
  { proposedBy, proposedPerson }: ProposalVersion,
  { memberId, deputyId }: Pick<ActingPerson, 'memberId' | 'deputyId'>,
): Promise<void> {
  const who = { communityId, memberId, deputyId, proposedBy, proposedPerson };
  const [row] = await selectIsOneMailbox(transaction, who);
  if (row?.isOne)
    throw consoleRefusal('not_permitted', 'One person does not stand on both sides: the office confirms it.');
}

/** @throws refusal state_conflict for an administrator who is one of the two, or acts for one, by the address */
async function refuseOwnHour(
  { transaction }: Change,
  { communityId, actor }: CommunityAct,
  { providerId, receiverId }: { readonly providerId: string | null; readonly receiverId: string | null },
): Promise<void> {
  const memberIds = [providerId, receiverId].filter((id) => id !== null);
  const [row] = await selectIsOwnHour(transaction, { communityId, actor, memberIds });
  if (row?.isOwn)
    throw consoleConflict('own_hour', 'It is about an hour of your own: another administrator settles it.');
}

/** What the office decides. */
export interface Settlement {
  readonly do: 'confirm' | 'end';
  readonly how: ProposalHow;
  /** Why it ends; null where it is confirmed. */
  readonly reason: string | null;
  readonly seen: number;
  /** Empty: unchanged. */
  readonly time: string;
  readonly day: string;
}

/**
 * Settles as the office, which has heard both. @param act `administrator:3` or `command line`
 * @throws refusal not_found, state_conflict, limit_exceeded, validation_failed; state_conflict for who is one of the two
 */
export async function settleProposal(
  deps: ChangeDeps,
  act: CommunityAct,
  proposalId: string,
  settlement: Settlement,
): Promise<ProposalVersion> {
  const { communityId, actor } = act;
  const { seen, how } = settlement;
  return await rerun(() =>
    change(deps, act, async (within) => {
      const held = await holdProposal(within.transaction, { communityId, proposalId });
      await refuseOwnHour(within, act, held.sides);
      const step = { communityId, proposalId, actor, words: settlement.reason, how };
      if (settlement.do === 'end') return await takeStepIn(within, step, held, { act: 'end', seen });
      const version = versionOf(await todayIn(within, communityId), held.before, settlement);
      return await takeStepIn(within, step, held, { act: 'settle', seen, ...version });
    }),
  );
}

const todayIn = ({ transaction, at }: Change, communityId: number) => readToday(transaction, communityId, at);

/** The version that is wanted. @throws refusal validation_failed */
function versionOf(
  today: string,
  before: Pick<ProposalVersion, 'amountSeconds' | 'serviceDate'>,
  { time, day }: { readonly time: string; readonly day: string },
) {
  // The day that stays is looked at, too: it may be too long ago by now.
  const typed = { ...(time === '' ? {} : { time }), day: day === '' ? before.serviceDate : day };
  const { seconds = before.amountSeconds, day: serviceDate = before.serviceDate } = readHelp(today, typed, 'right_');
  return { amountSeconds: seconds, serviceDate };
}
