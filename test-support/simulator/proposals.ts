/** Hours that two record, in the model: what is answered, and what becomes of them. Members are named by their position. */
import type { OfficeReason, ProposalState } from '@timebank/contract';
import {
  type AnswerOperation,
  type ExchangeOperation,
  NO_MEMBER,
  type ProposalOperation,
  type ProposeOperation,
  type SettleOperation,
  type WaitOperation,
} from './operations.ts';

/** The step of a community that has not chosen another. */
export const EXCHANGE_STEP_SECONDS = 15 * 60;

export interface SimulatedProposal {
  /** The chest is NO_MEMBER. */
  readonly provider: number;
  readonly receiver: number;
  readonly createdBy: number;
  seconds: number;
  /** What the page said that recorded it; undefined: read from facts. */
  readonly recordedSeconds?: number;
  readonly day: string;
  revision: number;
  state: ProposalState;
  reason: OfficeReason | null;
  proposedBy: number;
  waitsFor: number | null;
  confirmedBy: number | null;
  readonly contestedBy: number[];
  reminded: boolean;
}

/** What a proposal meets when it is made. */
export interface ProposeCircumstances {
  /** By name, in the order in which they were made. */
  readonly proposals: Readonly<Record<string, SimulatedProposal>>;
  readonly areActive: boolean;
  /** Of the member who proposes. */
  readonly balance: number;
  readonly limits: { readonly lower: number | null; readonly upper: number | null };
}

/** What an answer meets: whether the two take part, and how the ledger would book it. */
export interface AnswerCircumstances {
  readonly proposals: Record<string, SimulatedProposal>;
  readonly areActive: boolean;
  readonly book: (exchange: ExchangeOperation) => string;
}

const CHANGED = 'state_conflict changed_meanwhile';

const isOpenProposal = ({ state }: SimulatedProposal) => state === 'waiting' || state === 'office';

/** A version in the words of an answer. */
export const versionText = (state: string, reason: string | null, revision: number) =>
  [state, ...(state === 'office' ? [reason] : []), revision].join(' ');

const textOf = ({ state, reason, revision }: SimulatedProposal) => versionText(state, reason, revision);

/** One line of all there is, for facts and model alike. */
export function proposalLine(name: string, of: SimulatedProposal): string {
  const { provider, receiver, createdBy, proposedBy, waitsFor, confirmedBy, contestedBy } = of;
  const people = `m${receiver} to m${provider}, made by m${createdBy}, version of m${proposedBy}`;
  const next = `for m${waitsFor ?? '-'}${of.reminded ? ', reminded' : ''}, confirmed by m${confirmedBy ?? '-'}`;
  const said = `contested by [${contestedBy}]`;
  return `${name} ${of.state} ${of.reason} ${of.revision}: ${of.seconds} of ${of.day} ${people}, ${next}, ${said}`;
}

export function sidesOfProposal({ by, other, side }: Pick<ProposeOperation, 'by' | 'other' | 'side'>) {
  return side === 'helped' ? { provider: by, receiver: other } : { provider: other, receiver: by };
}

/** The answer to a member who records something. */
export function answerToPropose(operation: ProposeOperation, met: ProposeCircumstances): string {
  const { by, other, side, seconds, name, again } = operation;
  const { proposals, limits, balance } = met;
  const sent = proposals[name];
  if (sent) {
    const entered = { ...sidesOfProposal(operation), recordedSeconds: seconds, day: operation.day };
    const keys = Object.keys(entered) as (keyof typeof entered)[];
    return keys.every((key) => sent[key] === entered[key]) ? 'there' : 'sent';
  }
  if (by === other) return 'validation_failed same_account';
  if (!met.areActive) return 'validation_failed not_active';
  if (seconds % EXCHANGE_STEP_SECONDS !== 0) return 'validation_failed wrong_step';
  const after = balance + (side === 'helped' ? seconds : -seconds);
  if (side === 'was_helped' && limits.lower !== null && after < limits.lower) return 'validation_failed lower_balance';
  if (side === 'helped' && limits.upper !== null && after > limits.upper) return 'validation_failed upper_balance';
  if (again) return 'made';
  const { provider, receiver } = sidesOfProposal(operation);
  const alike = Object.values(proposals).filter(
    (one) =>
      one.provider === provider &&
      one.receiver === receiver &&
      one.seconds === seconds &&
      one.day === operation.day &&
      (isOpenProposal(one) || one.state === 'confirmed'),
  );
  if (alike.length === 0) return 'made';
  return alike.some((one) => isOpenProposal(one) && one.createdBy !== by) ? 'there' : 'alike';
}

export function newSimulatedProposal(operation: ProposeOperation): SimulatedProposal {
  const { by, other, seconds, day } = operation;
  const isForOffice = other === NO_MEMBER;
  return {
    ...sidesOfProposal(operation),
    ...{
      createdBy: by,
      seconds,
      recordedSeconds: seconds,
      day,
      revision: 1,
      proposedBy: by,
      confirmedBy: null,
      contestedBy: [],
    },
    ...{ state: isForOffice ? 'office' : 'waiting', reason: isForOffice ? 'organisation' : null },
    ...{ waitsFor: isForOffice ? null : other, reminded: false },
  };
}

/** Carries out what is done to a proposal. @returns the answer */
export function applyToProposal(
  operation: Exclude<ProposalOperation, ProposeOperation>,
  met: AnswerCircumstances,
): string {
  const proposal = met.proposals[operation.name];
  if (!proposal) return 'not_found';
  if (operation.do === 'answer') return answer(proposal, operation, met);
  if (operation.do === 'settle') return settle(proposal, operation, met);
  return wait(proposal, operation);
}

function answer(proposal: SimulatedProposal, operation: AnswerOperation, met: AnswerCircumstances): string {
  const { act, by, seen, seconds } = operation;
  if (by !== proposal.provider && by !== proposal.receiver) return 'not_found';
  if (act === 'withdraw') return withdraw(proposal, by);
  if (act === 'confirm' && proposal.state === 'confirmed' && proposal.confirmedBy === by) return textOf(proposal);
  if (act === 'contest' && proposal.state === 'office') {
    if (proposal.reason !== 'contested' || proposal.contestedBy.includes(by)) return CHANGED;
    proposal.contestedBy.push(by);
    return textOf(proposal);
  }
  if (proposal.state !== 'waiting' || proposal.revision !== seen) return CHANGED;
  if (proposal.waitsFor !== by) return 'not_permitted';
  if (act === 'confirm') return confirm(proposal, operation, met);
  if (act === 'contest') {
    proposal.contestedBy.push(by);
    return toOffice(proposal, 'contested');
  }
  if (seconds === proposal.seconds) return 'validation_failed same_version';
  if (proposal.revision === 2) return toOffice(proposal, 'contested');
  Object.assign(proposal, { seconds, revision: 2, waitsFor: proposal.proposedBy, proposedBy: by, reminded: false });
  return textOf(proposal);
}

function withdraw(proposal: SimulatedProposal, by: number): string {
  if (proposal.state === 'withdrawn' && proposal.proposedBy === by) return textOf(proposal);
  if (proposal.state !== 'waiting') return CHANGED;
  if (proposal.proposedBy !== by) return 'not_permitted';
  Object.assign(proposal, { state: 'withdrawn', waitsFor: null });
  return textOf(proposal);
}

function confirm(proposal: SimulatedProposal, { by, name }: AnswerOperation, met: AnswerCircumstances): string {
  if (!met.areActive) return toOffice(proposal, 'rule');
  const booked = met.book(exchangeOf(proposal, name));
  if (booked !== 'posted') return toOffice(proposal, booked.startsWith('limit') ? 'limit' : 'rule');
  Object.assign(proposal, { state: 'confirmed', waitsFor: null, confirmedBy: by });
  return textOf(proposal);
}

function settle(proposal: SimulatedProposal, operation: SettleOperation, met: AnswerCircumstances): string {
  if (!isOpenProposal(proposal) || proposal.revision !== operation.seen) return CHANGED;
  if (operation.act === 'end') {
    endProposal(proposal);
    return textOf(proposal);
  }
  if (!met.areActive) return 'state_conflict party_not_active';
  const seconds = operation.seconds ?? proposal.seconds;
  const booked = met.book(exchangeOf({ ...proposal, seconds }, operation.name));
  if (booked !== 'posted') return booked;
  Object.assign(proposal, { seconds, state: 'confirmed', waitsFor: null });
  return textOf(proposal);
}

/** The worker does it to the version that it found waiting, and to no later one. */
function wait(proposal: SimulatedProposal, { act, revision }: WaitOperation): string {
  if (proposal.state !== 'waiting' || proposal.revision !== revision) return 'there is nothing to wait for';
  if (act === 'silence') toOffice(proposal, 'silent');
  else proposal.reminded = true;
  return 'done';
}

function toOffice(proposal: SimulatedProposal, reason: OfficeReason): string {
  Object.assign(proposal, { state: 'office', reason, waitsFor: null });
  return textOf(proposal);
}

/** Where the office decides so, and where one of the two leaves. */
export function endProposal(proposal: SimulatedProposal): void {
  if (isOpenProposal(proposal)) Object.assign(proposal, { state: 'ended', waitsFor: null });
}

const exchangeOf = ({ provider, receiver, seconds }: SimulatedProposal, name: string): ExchangeOperation => ({
  ...{ do: 'exchange', kind: 'exchange', community: 0, provider, receiver, seconds, name },
});
