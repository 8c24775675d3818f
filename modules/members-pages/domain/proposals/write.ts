/**
 * What becomes of a proposal, written in one transaction: its row, a step, an audit row, the mails and, where it is
 * confirmed, the transfer. Locks are taken in the order of every exchange: members, proposal, listing, accounts.
 */

import { encodeId, type OfficeReason, type ProposalHow } from '@timebank/contract';
import { consoleConflict, consoleRefusal } from '../../../../console/desk/refusal.ts';
import { invalidField, refusal } from '../../../../core/base/refusal.ts';
import type { Change } from '../../../../core/change/change.ts';
import type { Transaction } from '../../../../core/database/query.ts';
import { postInTransaction } from '../../../../core/ledger/post-batch.ts';
import type { Outcome, RefusedTransfer } from '../../../../core/ledger/types.ts';
import { findCategories } from '../../../../core/people/categories/names.ts';
import { lockParties } from '../../../../core/people/members/queries.ts';
import { lockListingId } from '../../../members/domain/exchanges/queries.ts';
import { dueProposalMailsIn } from './mails.ts';
import {
  atOffice,
  type NextProposal,
  nextProposal,
  type ProposalAct,
  type ProposalFault,
  type ProposalVersion,
} from './next.ts';
import {
  insertProposalStep,
  type LockedProposal,
  lockProposal,
  selectProposalSides,
  updateProposal,
} from './queries.ts';

/** What is done to a proposal, and what is said with it. */
export interface ProposalStepTaken {
  readonly communityId: number;
  readonly proposalId: string;
  /** Who acts, as steps and transfers name it: `member:usr_…`, `deputy:dpt_…`, `administrator:3`, `worker`. */
  readonly actor: string;
  readonly words?: string | null;
  /** How the office heard it. */
  readonly how?: ProposalHow | null;
}

/** The two sides, whose members are held until the transaction ends. */
export interface HeldSides {
  readonly providerAccountId: number;
  readonly receiverAccountId: number;
  readonly providerId: string | null;
  readonly receiverId: string | null;
  readonly areActive: boolean;
}

/** Holds the members and the proposal. @throws refusal not_found */
export async function holdProposal(
  transaction: Transaction,
  { communityId, proposalId }: Pick<ProposalStepTaken, 'communityId' | 'proposalId'>,
): Promise<{ readonly sides: HeldSides; readonly before: LockedProposal }> {
  const [found] = await selectProposalSides(transaction, { communityId, proposalId });
  if (!found) throw unknownProposal();
  const memberIds = [found.providerId, found.receiverId].filter((id) => id !== null);
  const members = await lockParties(transaction, { communityId, memberIds });
  const areActive = members.length === memberIds.length && members.every(({ status }) => status === 'active');
  const [before] = await lockProposal(transaction, { communityId, proposalId });
  if (!before) throw unknownProposal();
  return { sides: { ...found, areActive }, before };
}

export const unknownProposal = () => refusal('not_found', 'There is no such proposal.');

/**
 * Takes a step. What the ledger refuses goes to the office, and nothing is booked.
 * @throws refusal state_conflict naming why the state does not allow it
 */
export async function takeStepIn(
  within: Change,
  step: ProposalStepTaken,
  held: Awaited<ReturnType<typeof holdProposal>>,
  act: ProposalAct,
): Promise<ProposalVersion> {
  const { before } = held;
  const next = nextProposal(before, act);
  if (next.result === 'refused') throw refusedStep(next.fault);
  if (next.result === 'same') return before;
  const { after, transferId, act: done } = await settledIn(within, step, held, act, next);
  await storeIn(within, step, held, done, after, transferId);
  return after;
}

function refusedStep(fault: ProposalFault) {
  if (fault === 'not_yours') return consoleRefusal('not_permitted', 'It is not for this member to answer.');
  if (fault === 'changed')
    return consoleConflict('changed_meanwhile', 'The proposal has changed meanwhile: look at it again.');
  return invalidField('right_time', 'same_version', 'The time and the day are the same as before.');
}

interface SettleStep {
  readonly after: ProposalVersion;
  readonly transferId: string | null;
  readonly act: ProposalAct['act'] | 'refuse';
}

async function settledIn(
  { transaction, at }: Change,
  { communityId, proposalId, actor }: ProposalStepTaken,
  { sides, before }: Awaited<ReturnType<typeof holdProposal>>,
  { act }: ProposalAct,
  { result, after }: Extract<NextProposal, { readonly after: ProposalVersion }>,
): Promise<SettleStep> {
  if (result === 'moved') return { after, transferId: null, act };
  if (!sides.areActive) return unbookable(before, act, 'rule', undefined);
  const listing = await findListingOf(transaction, communityId, before.listingId);
  const { providerAccountId, receiverAccountId } = sides;
  const request = {
    ...{ kind: 'exchange' as const, communityId, providerAccountId, receiverAccountId, limited: true },
    ...{ amountSeconds: after.amountSeconds, serviceDate: after.serviceDate, note: before.note, recordedBy: actor },
    ...{ externalId: encodeId('prp', proposalId), ...listing },
  };
  const [outcome] = await postInTransaction(transaction, { now: () => at }, [request]);
  const refused = refusedOf(outcome);
  if (refused) return unbookable(before, act, refused.code === 'limit_exceeded' ? 'limit' : 'rule', refused);
  const transferId = outcome?.result === 'posted' ? outcome.transfer.id : null;
  if (transferId === null) throw new Error('an exchange has no reference to be replayed by');
  return {
    after: { ...after, state: 'confirmed', officeReason: before.officeReason, waitsFor: null },
    transferId,
    act,
  };
}

const refusedOf = (outcome: Outcome | undefined): RefusedTransfer | undefined =>
  outcome?.result === 'refused' ? outcome : undefined;

/** The office reads why; of a member's confirmation it only gets the case. */
function unbookable(
  before: ProposalVersion,
  act: ProposalAct['act'],
  reason: OfficeReason,
  refused: RefusedTransfer | undefined,
): SettleStep {
  if (act === 'settle') {
    if (refused) throw refusal(refused.code, refused.description, refused.fields);
    throw consoleConflict('party_not_active', 'One of the two is not active: activate the member first.');
  }
  return { after: atOffice(before, reason), transferId: null, act: 'refuse' };
}

async function storeIn(
  within: Change,
  { communityId, proposalId, actor, words = null, how = null }: ProposalStepTaken,
  { sides, before }: Awaited<ReturnType<typeof holdProposal>>,
  act: SettleStep['act'],
  after: ProposalVersion,
  transferId: string | null,
): Promise<void> {
  const { transaction, at, audit } = within;
  const isNewVersion = after.revision !== before.revision;
  const isSettled = act === 'settle' || act === 'end';
  await updateProposal(transaction, {
    ...{ communityId, proposalId, transferId, at, state: after.state, officeReason: after.officeReason },
    ...{ revision: after.revision, proposedBy: after.proposedBy, proposedPerson: after.proposedPerson },
    waitsFor: after.waitsFor,
    ...{ amountSeconds: after.amountSeconds, serviceDate: after.serviceDate },
    ...{ confirmedBy: after.confirmedBy, confirmedPerson: after.confirmedPerson, contestedBy: after.contestedBy },
    settledBy: isSettled ? actor : null,
    how: isSettled ? how : null,
    endReason: act === 'end' ? words : null,
    waitsSince: isNewVersion ? at : before.waitsSince,
    remindedAt: act === 'remind' ? at : isNewVersion ? null : before.remindedAt,
  });
  const version = act === 'correct' || act === 'settle' || act === 'confirm';
  await insertProposalStep(transaction, {
    ...{ communityId, proposalId, at, actor, act, words },
    amountSeconds: version ? after.amountSeconds : null,
    serviceDate: version ? after.serviceDate : null,
  });
  audit(AUDITED[act], encodeId('prp', proposalId), { state: after.state });
  await dueProposalMailsIn(within, communityId, { proposalId, sides, before, after, act });
}

/** The audit log's word for each step. */
const AUDITED: Readonly<Record<SettleStep['act'], string>> = {
  confirm: 'proposal.confirmed',
  correct: 'proposal.corrected',
  contest: 'proposal.contested',
  withdraw: 'proposal.withdrawn',
  remind: 'proposal.reminded',
  silence: 'proposal.unanswered',
  refuse: 'proposal.not_booked',
  settle: 'proposal.settled',
  end: 'proposal.ended',
};

// The listing that a proposal answers: booked with it while there is one.

/** Of a listing that was taken back with its import, nothing is booked. */
async function findListingOf(
  transaction: Transaction,
  communityId: number,
  id: string | null,
): Promise<{ readonly listingId: string | null; readonly categoryId: number | null }> {
  const [listing] = id === null ? [] : await lockListingId(transaction, { communityId, id, externalId: '' });
  if (!listing) return { listingId: null, categoryId: null };
  const names = await findCategories(transaction, communityId, [listing.category]);
  return { listingId: listing.id, categoryId: names.get(listing.category)?.id ?? null };
}
