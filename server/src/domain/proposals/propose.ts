/** Recording help as one of the two: it counts once the other has confirmed it. */
import { encodeId } from '@timebank/contract';
import { newIdAt } from '../../platform/base/ids.ts';
import { ago, DAY_MS } from '../../platform/base/time.ts';
import { type Change, type ChangeDeps, change } from '../change/change.ts';
import type { Acting } from '../deputies/acting.ts';
import { invalidExchange } from '../exchanges/parties.ts';
import { rerun } from '../ledger/post-batch.ts';
import { checkDaily } from '../member-access/daily.ts';
import { lockParties } from '../members/queries.ts';
import type { From } from './act.ts';
import { readHelp } from './help.ts';
import { dueWaitingMailIn } from './mails.ts';
import { otherThan } from './next.ts';
import {
  countNewProposals,
  insertProposal,
  insertProposalStep,
  selectOwnRoom,
  selectProposalOfForm,
  selectProposalsAlike,
} from './queries.ts';

/** A slip of a member, as it was written: by the member, or by a deputy. */
export interface NewProposal extends Acting {
  readonly accountId: number;
  /** What the member did. */
  readonly side: 'helped' | 'was_helped';
  readonly other: { readonly accountId: number; readonly memberId: string | null };
  readonly time: string;
  readonly day: string;
  readonly note: string;
  /** UUID. */
  readonly listingId: string | null;
  /** UUID of the page. */
  readonly form: string;
  /** The member has said that it is not the one recorded before. */
  readonly again: boolean;
}

/** `there`: it was recorded before, by this page or by the other. `alike`: ask whether it is another. */
export type Proposed =
  | { readonly result: 'made' | 'there'; readonly id: string }
  | { readonly result: 'alike'; readonly id: string };

/** So long after a booking one that is alike is asked about. */
const ALIKE_DAYS = 14;
/** Proposals of one member a day. */
const A_DAY_MAX = 30;

/**
 * Records it; the other is asked.
 * @throws refusal validation_failed naming who, time or day; limit_exceeded for the member's own account; rate_limited
 */
export async function propose(deps: ChangeDeps, from: From, given: NewProposal): Promise<Proposed> {
  const { time, day: typedDay, note: typedNote } = given;
  const { seconds = 0, day = '', note = null } = readHelp(deps.clock, { time, day: typedDay, note: typedNote });
  const version = { amountSeconds: seconds, serviceDate: day, note };
  const { actor } = given;
  return await rerun(() =>
    change(deps, { ...from, actor }, (within) => proposeIn(within, from.communityId, given, version)),
  );
}

interface Version {
  readonly amountSeconds: number;
  readonly serviceDate: string;
  readonly note: string | null;
}

async function proposeIn(within: Change, communityId: number, given: NewProposal, version: Version): Promise<Proposed> {
  const { transaction, at, audit } = within;
  const { memberId, form, other } = given;
  const [own] = await selectProposalOfForm(transaction, { communityId, memberId, form });
  if (own) return { result: 'there', id: own.id };
  await checkParties(within, communityId, given);
  const oneMailbox = await checkRoom(within, communityId, given, version.amountSeconds);
  const [providerAccountId, receiverAccountId] =
    given.side === 'helped' ? [given.accountId, other.accountId] : [other.accountId, given.accountId];
  const parties = { communityId, providerAccountId, receiverAccountId };
  const { amountSeconds, serviceDate } = version;
  const confirmedAfter = ago(at, ALIKE_DAYS * DAY_MS);
  const alike = await selectProposalsAlike(transaction, { ...parties, amountSeconds, serviceDate, confirmedAfter });
  const [newest] = alike;
  if (newest && !given.again) {
    // The page was sent twice at once: the other one may have been written since the look at the beginning.
    const [same] = await selectProposalOfForm(transaction, { communityId, memberId, form });
    if (same) return { result: 'there', id: same.id };
    const theirs = alike.find(({ isOpen, createdBy }) => isOpen && createdBy !== memberId);
    return theirs ? { result: 'there', id: theirs.id } : { result: 'alike', id: newest.id };
  }
  const since = ago(at, DAY_MS);
  const [sent] = await countNewProposals(transaction, { communityId, memberId, since });
  checkDaily(sent?.count, A_DAY_MAX, 'records');
  const id = newIdAt(at);
  const isForOffice = other.memberId === null;
  // Both have pressed at the same time, or one page was sent twice: 23505, and the next run finds that of the first.
  await insertProposal(transaction, {
    ...parties,
    ...version,
    ...{ id, createdBy: memberId, proposedPerson: otherThan(memberId, given.personId), waitsFor: other.memberId },
    ...{ listingId: given.listingId, form, oneMailbox, at },
    again: alike.reduce((most, { again }) => Math.max(most, again + 1), 0),
    state: isForOffice ? 'office' : 'waiting',
    officeReason: isForOffice ? 'organisation' : null,
  });
  const step = { communityId, proposalId: id, at, actor: given.actor, act: 'propose', words: null };
  await insertProposalStep(transaction, { ...step, amountSeconds, serviceDate });
  audit('proposal.made', encodeId('prp', id));
  if (other.memberId !== null)
    await dueWaitingMailIn(within, communityId, {
      proposalId: id,
      revision: 1,
      memberId: other.memberId,
      reminds: false,
    });
  return { result: 'made', id };
}

async function checkParties({ transaction }: Change, communityId: number, { memberId, accountId, other }: NewProposal) {
  if (other.accountId === accountId) throw invalidExchange('who', 'same_account', 'who is the member that records it.');
  const memberIds = [memberId, ...(other.memberId === null ? [] : [other.memberId])];
  const held = await lockParties(transaction, { communityId, memberIds });
  if (held.length === memberIds.length && held.every(({ status, undone }) => status === 'active' && !undone)) return;
  throw invalidExchange('who', 'not_active', 'who does not take part at present.');
}

/** The member's own limits, and the step; what the other has left is not said. @returns whether both have one mailbox */
async function checkRoom({ transaction }: Change, communityId: number, given: NewProposal, seconds: number) {
  const { accountId, side, other } = given;
  const [room] = await selectOwnRoom(transaction, { communityId, accountId, otherId: other.memberId });
  if (!room) throw new Error('a member without an account');
  if (seconds % (room.stepMinutes * 60) !== 0) {
    const message = `time is no multiple of ${room.stepMinutes} minutes.`;
    throw invalidExchange('time', 'wrong_step', message);
  }
  const after = room.balanceSeconds + (side === 'helped' ? seconds : -seconds);
  const isBelow = side === 'was_helped' && room.lowerSeconds !== null && after < room.lowerSeconds;
  const isAbove = side === 'helped' && room.upperSeconds !== null && after > room.upperSeconds;
  if (isBelow) throw invalidExchange('time', 'lower_balance', "time is more than the member's own balance allows.");
  if (isAbove) throw invalidExchange('time', 'upper_balance', "time is more than the member's own account may hold.");
  return room.oneMailbox;
}
