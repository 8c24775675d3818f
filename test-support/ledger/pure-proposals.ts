/** The pure rules of an hour of two behind the model's steps. What books it is the ledger's own decision. */
import {
  nextProposal,
  type ProposalAct,
  type ProposalVersion,
} from '../../modules/members-pages/domain/proposals/next.ts';
import { NO_MEMBER } from '../simulator/operations.ts';
import { answerToPropose, newSimulatedProposal, type SimulatedProposal, versionText } from '../simulator/proposals.ts';
import { nextDay } from './day.ts';
import { dueAct, proposalName, proposalText } from './proposals.ts';
import type { TwoStep } from './steps.ts';

/** What proposals meet in the ledger of a story. */
export interface PureSurroundings {
  /** UUIDs of the members, by position. */
  readonly members: readonly string[];
  now(): { readonly at: Date; readonly day: string };
  isActive(account: number): boolean;
  balanceOf(account: number): number;
  limits(): { readonly lower: number | null; readonly upper: number | null };
  /** The answer of the ledger. */
  book(exchange: {
    readonly provider: number;
    readonly receiver: number;
    readonly seconds: number;
    readonly day: string;
    readonly name: string;
    readonly listed: boolean;
  }): string;
}

interface PureProposal {
  readonly made: SimulatedProposal;
  version: ProposalVersion;
  since: Date;
  reminded: boolean;
  readonly listed: boolean;
  readonly transfers: { readonly seconds: number; readonly listed: boolean }[];
}

export interface PureProposals {
  step(step: TwoStep): string;
  /** The morning's work of the worker. */
  wait(): void;
  /** A member has left: what is open ends. */
  endOf(member: number): void;
  texts(): string[];
}

/** Accounts 0 and 1 are members, 2 is the chest. */
const CHEST = 2;
const partyOf = (account: number) => (account === CHEST ? NO_MEMBER : account);
const accountOf = (party: number) => (party === NO_MEMBER ? CHEST : party);

export function createPureProposals(around: PureSurroundings): PureProposals {
  const { members } = around;
  const all = new Map<string, PureProposal>();
  const uuidOf = (member: number) => members[member] as string;
  const positionOf = (uuid: string | null) => (uuid === null ? null : members.indexOf(uuid));

  function simulated({ made, version, reminded }: PureProposal): SimulatedProposal {
    const { amountSeconds, officeReason, confirmedBy, contestedBy, state, revision } = version;
    return {
      ...made,
      ...{ state, revision, reminded, seconds: amountSeconds, day: version.serviceDate, reason: officeReason },
      ...{ proposedBy: members.indexOf(version.proposedBy), waitsFor: positionOf(version.waitsFor) },
      ...{ confirmedBy: positionOf(confirmedBy), contestedBy: contestedBy.map((uuid) => members.indexOf(uuid)) },
    };
  }

  /** Recording is no rule of the states: the model's own answer, in the surroundings of the pure ledger. */
  function propose(step: Extract<TwoStep, { do: 'propose' }>): string {
    const { at, day: today } = around.now();
    const name = proposalName(step.by, step.form);
    const day = nextDay(today, -step.daysAgo);
    const operation = { ...step, community: 0, other: partyOf(step.other), name, day };
    const answer = answerToPropose(operation, {
      proposals: Object.fromEntries([...all].map(([key, one]) => [key, simulated(one)])),
      areActive: around.isActive(step.by) && around.isActive(step.other),
      balance: around.balanceOf(step.by),
      limits: around.limits(),
    });
    if (answer !== 'made') return answer;
    const made = newSimulatedProposal(operation);
    const version: ProposalVersion = {
      ...{ state: made.state, officeReason: made.reason, revision: 1, amountSeconds: step.seconds, serviceDate: day },
      ...{ proposedBy: uuidOf(step.by), waitsFor: made.waitsFor === null ? null : uuidOf(made.waitsFor) },
      ...{ proposedPerson: null, confirmedBy: null, confirmedPerson: null, contestedBy: [] },
    };
    all.set(name, { made, version, since: at, reminded: false, listed: step.listed, transfers: [] });
    return answer;
  }

  function take(name: string, proposal: PureProposal, act: ProposalAct): string {
    const before = proposal.version;
    const next = nextProposal(before, act);
    if (next.result === 'refused') return FAULTS[next.fault];
    if (next.result === 'same') return textOf(before);
    if (next.result === 'moved') {
      proposal.version = next.after;
      if (next.after.revision !== before.revision) Object.assign(proposal, { since: around.now().at, reminded: false });
      return textOf(next.after);
    }
    const refused = bookOf(around, name, proposal, next.after);
    if (refused === undefined) proposal.version = { ...next.after, state: 'confirmed', waitsFor: null };
    else if (act.act === 'settle') return refused;
    else {
      const officeReason = refused.startsWith('limit') ? 'limit' : 'rule';
      proposal.version = { ...before, state: 'office', officeReason, waitsFor: null };
    }
    return textOf(proposal.version);
  }

  return {
    step(step) {
      if (step.do === 'listing') return 'done';
      if (step.do === 'propose') return propose(step);
      const [name, proposal] = [...all].at(-1 - step.back) ?? [];
      if (name === undefined || !proposal) return 'not_found';
      if (step.do === 'answer' && step.by !== proposal.made.provider && step.by !== proposal.made.receiver) {
        return 'not_found';
      }
      return take(name, proposal, actOf(step, proposal.version, uuidOf));
    },
    wait() {
      for (const [name, proposal] of all) {
        const act = dueAct(simulated(proposal), proposal.since, around.now().at);
        if (act === undefined || proposal.version.state !== 'waiting') continue;
        take(name, proposal, { act });
        if (act === 'remind') proposal.reminded = true;
      }
    },
    endOf(member) {
      for (const [name, proposal] of all) {
        const { made, version } = proposal;
        const isTheirs = made.provider === member || made.receiver === member;
        if (isTheirs) take(name, proposal, { act: 'end', seen: version.revision });
      }
    },
    texts: () => [...all].map(([name, one]) => proposalText(name, simulated(one), one.transfers)),
  };
}

/** @returns why the ledger does not book it */
function bookOf(
  around: PureSurroundings,
  name: string,
  { made, listed, transfers }: PureProposal,
  after: ProposalVersion,
): string | undefined {
  const [provider, receiver] = [accountOf(made.provider), accountOf(made.receiver)];
  if (!around.isActive(provider) || !around.isActive(receiver)) return 'state_conflict party_not_active';
  const { amountSeconds: seconds, serviceDate: day } = after;
  const answer = around.book({ provider, receiver, seconds, day, name, listed });
  if (answer !== 'posted') return answer;
  transfers.push({ seconds, listed });
  return undefined;
}

const FAULTS = {
  changed: 'state_conflict changed_meanwhile',
  not_yours: 'not_permitted',
  same_version: 'validation_failed same_version',
};

const textOf = ({ state, officeReason, revision }: ProposalVersion) => versionText(state, officeReason, revision);

function actOf(
  step: Exclude<TwoStep, { do: 'propose' | 'listing' }>,
  { amountSeconds, serviceDate, revision }: ProposalVersion,
  uuidOf: (member: number) => string,
): ProposalAct {
  const seen = step.seen ?? revision;
  if (step.do === 'settle') {
    if (step.act === 'end') return { act: 'end', seen };
    return { act: 'settle', seen, amountSeconds: step.seconds ?? amountSeconds, serviceDate };
  }
  const by = uuidOf(step.by);
  if (step.act === 'withdraw') return { act: 'withdraw', by };
  if (step.act === 'contest') return { act: 'contest', by, seen };
  if (step.act === 'confirm') return { act: 'confirm', by, person: by, seen };
  return { act: 'correct', by, person: by, seen, amountSeconds: step.seconds, serviceDate };
}
