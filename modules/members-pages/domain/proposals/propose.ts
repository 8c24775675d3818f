/** Recording help as one of the two: it counts once the other has confirmed it. */
import { encodeId } from '@timebank/contract';
import { newIdAt } from '../../../../core/base/ids.ts';
import { refusal } from '../../../../core/base/refusal.ts';
import { ago, DAY_MS } from '../../../../core/base/time.ts';
import { type Change, type ChangeDeps, change } from '../../../../core/change/change.ts';
import { readToday } from '../../../../core/communities/today.ts';
import { rerun } from '../../../../core/ledger/post-batch.ts';
import { lockParties } from '../../../../core/people/members/queries.ts';
import { invalidExchange } from '../../../members/domain/exchanges/parties.ts';
import type { ActingPerson } from '../deputies/acting.ts';
import { checkDaily } from '../member-access/daily.ts';
import type { ActOrigin } from './act.ts';
import { readHelp } from './help.ts';
import { dueWaitingMailIn } from './mails.ts';
import { otherThan } from './next.ts';
import {
  countNewProposals,
  insertProposal,
  insertProposalStep,
  lockListingOwner,
  selectOwnRoom,
  selectProposalOfForm,
  selectProposalSides,
  selectProposalsAlike,
} from './queries.ts';
import { holdProposal, takeStepIn, unknownProposal } from './write.ts';

/** A slip of a member, as it was written: by the member, or by a deputy. */
export interface NewProposal extends ActingPerson {
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
  /** A proposal of the member's that waits, and that this one takes the place of. UUID. */
  readonly instead?: string | null;
}

/**
 * `there`: it was recorded before, by this page or by the other. `alike`: ask whether it is another. `sent`: this page has
 * recorded something else before, which is kept.
 */
export interface ProposeOutcome {
  readonly result: 'made' | 'there' | 'alike' | 'sent';
  readonly id: string;
}

/** So long after a booking one that is alike is asked about. */
const ALIKE_DAYS = 14;
/** Proposals of one member a day. */
const A_DAY_MAX = 30;

/**
 * Records it; the other is asked.
 * @throws refusal validation_failed naming who, time or day; limit_exceeded for the member's own account; rate_limited
 */
export async function propose(deps: ChangeDeps, from: ActOrigin, given: NewProposal): Promise<ProposeOutcome> {
  const { time, day: typedDay, note: typedNote } = given;
  const today = await readToday(deps.database.reads, from.communityId, deps.clock.now());
  const { seconds = 0, day = '', note = null } = readHelp(today, { time, day: typedDay, note: typedNote });
  const version = { amountSeconds: seconds, serviceDate: day, note };
  const { actor } = given;
  return await rerun(() =>
    change(deps, { ...from, actor }, async (within) => {
      if (given.instead) await withdrawIn(within, from.communityId, given, given.instead);
      return await proposeIn(within, from.communityId, given, version);
    }),
  );
}

interface Version {
  readonly amountSeconds: number;
  readonly serviceDate: string;
  readonly note: string | null;
}

async function proposeIn(
  within: Change,
  communityId: number,
  given: NewProposal,
  version: Version,
): Promise<ProposeOutcome> {
  const { transaction, at, audit } = within;
  const { memberId, form, other, listingId } = given;
  const own = await findSent(within, communityId, given, version);
  if (own) return own;
  await checkParties(within, communityId, given);
  if (listingId !== null) await checkListing(within, communityId, given, listingId);
  const oneMailbox = await checkRoom(within, communityId, given, version.amountSeconds);
  const { providerAccountId, receiverAccountId } = sidesOf(given);
  const parties = { communityId, providerAccountId, receiverAccountId };
  const { amountSeconds, serviceDate } = version;
  const confirmedAfter = ago(at, ALIKE_DAYS * DAY_MS);
  const alike = await selectProposalsAlike(transaction, { ...parties, amountSeconds, serviceDate, confirmedAfter });
  const [newest] = alike;
  if (newest && !given.again) {
    // The page was sent twice at once: the other one may have been written since the look at the beginning.
    const same = await findSent(within, communityId, given, version);
    if (same) return same;
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
    ...{ listingId, form, oneMailbox, at },
    again: alike.reduce((most, { again }) => Math.max(most, again + 1), 0),
    state: isForOffice ? 'office' : 'waiting',
    officeReason: isForOffice ? 'organisation' : null,
  });
  const step = { communityId, proposalId: id, at, actor: given.actor, act: 'propose' as const, words: null };
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

const sidesOf = ({ side, accountId, other }: NewProposal) => {
  const [provider, receiver] = side === 'helped' ? [accountId, other.accountId] : [other.accountId, accountId];
  return { providerAccountId: provider, receiverAccountId: receiver };
};

/** What the page has recorded before: the same, or another entry, made after going back to it. */
async function findSent(
  { transaction }: Change,
  communityId: number,
  given: NewProposal,
  version: Version,
): Promise<ProposeOutcome | undefined> {
  const { memberId, form, listingId } = given;
  const [own] = await selectProposalOfForm(transaction, { communityId, memberId, form });
  if (!own) return undefined;
  const entered = { ...sidesOf(given), ...version, listingId };
  return { result: ENTERED.every((key) => own[key] === entered[key]) ? 'there' : 'sent', id: own.id };
}

const ENTERED = [
  ...(['providerAccountId', 'receiverAccountId', 'amountSeconds', 'serviceDate', 'note', 'listingId'] as const),
] as const;

/** @throws refusal not_found, state_conflict where it waits no more */
async function withdrawIn(
  within: Change,
  communityId: number,
  { memberId, actor, other }: NewProposal,
  proposalId: string,
): Promise<void> {
  const { transaction } = within;
  const [sides] = await selectProposalSides(transaction, { communityId, proposalId });
  const both = [sides?.providerId, sides?.receiverId];
  if (!both.includes(memberId)) throw unknownProposal();
  // In one order with those of the new one.
  const memberIds = [...new Set([...both, other.memberId])].filter((id): id is string => typeof id === 'string');
  await lockParties(transaction, { communityId, memberIds });
  const held = await holdProposal(transaction, { communityId, proposalId });
  // Sent twice: it was withdrawn, and the one in its place is found by its form.
  await takeStepIn(within, { communityId, proposalId, actor }, held, { act: 'withdraw', by: memberId });
}

/** An offer or a request of one of the two. @throws refusal listing_not_found */
async function checkListing(
  { transaction }: Change,
  communityId: number,
  { memberId, other }: NewProposal,
  listingId: string,
): Promise<void> {
  const [listing] = await lockListingOwner(transaction, { communityId, listingId });
  if (listing && [memberId, other.memberId].includes(listing.memberId)) return;
  throw refusal('listing_not_found', 'There is no such listing of one of the two.');
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
