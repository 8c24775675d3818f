/**
 * The states of an hour recorded by two, pure: what is there and what is done decide what follows. No clock, no database.
 * Whether it can be booked is the ledger's decision (`ledger/decide.ts`).
 */
import type { OfficeReason, ProposalState } from '@timebank/contract';

/** A proposal as it is, in what the rules depend on. Members and persons are UUIDs. */
export interface ProposalVersion {
  readonly state: ProposalState;
  readonly officeReason: OfficeReason | null;
  readonly revision: number;
  readonly proposedBy: string;
  /** Who has proposed it for that member; null: the member. */
  readonly proposedPerson: string | null;
  readonly waitsFor: string | null;
  readonly amountSeconds: number;
  /** `YYYY-MM-DD` */
  readonly serviceDate: string;
  readonly confirmedBy: string | null;
  /** Who has confirmed it for that member; null: the member. */
  readonly confirmedPerson: string | null;
  /** Members that have said what is wrong. */
  readonly contestedBy: readonly string[];
}

/**
 * What the two members do, the office, and the passing of time. `by` is one of the two, `person` who acts: the member, or
 * a deputy. `seen`: the revision that was on the page.
 */
export type ProposalAct =
  | { readonly act: 'confirm'; readonly by: string; readonly person: string; readonly seen: number }
  | {
      readonly act: 'correct';
      readonly by: string;
      readonly person: string;
      readonly seen: number;
      readonly amountSeconds: number;
      readonly serviceDate: string;
    }
  | { readonly act: 'contest'; readonly by: string; readonly seen: number }
  | { readonly act: 'withdraw'; readonly by: string }
  | { readonly act: 'remind' | 'silence' }
  | {
      readonly act: 'settle';
      readonly seen: number;
      readonly amountSeconds: number;
      readonly serviceDate: string;
    }
  | { readonly act: 'end'; readonly seen: number };

/** Why nothing follows: it has changed meanwhile, it is the other's turn, or the correction says the same. */
export type ProposalFault = 'changed' | 'not_yours' | 'same_version';

/** `same`: it was done before. `book`: if the ledger books the version, it is confirmed, else the office has it. */
export type NextProposal =
  | { readonly result: 'same' }
  | { readonly result: 'refused'; readonly fault: ProposalFault }
  | { readonly result: 'moved'; readonly after: ProposalVersion }
  | { readonly result: 'book'; readonly after: ProposalVersion };

/** A correction may be answered with one more word, not with another: the office decides between the two. */
const REVISIONS_MAX = 2;

const refused = (fault: ProposalFault): NextProposal => ({ result: 'refused', fault });

/** What follows from an act of a party, of the office or of the worker. */
export function nextProposal(before: ProposalVersion, act: ProposalAct): NextProposal {
  switch (act.act) {
    case 'confirm':
    case 'correct':
    case 'contest':
      return nextByAnswer(before, act);
    case 'withdraw':
      return nextByWithdrawal(before, act.by);
    case 'remind':
      return before.state === 'waiting' ? { result: 'moved', after: before } : refused('changed');
    case 'silence':
      return before.state === 'waiting' ? toOffice(before, 'silent') : refused('changed');
    case 'settle':
    case 'end':
      return nextByOffice(before, act);
  }
}

type Answer = Extract<ProposalAct, { readonly act: 'confirm' | 'correct' | 'contest' }>;

function nextByAnswer(before: ProposalVersion, act: Answer): NextProposal {
  const { by } = act;
  if (act.act === 'confirm' && before.state === 'confirmed' && before.confirmedBy === by) return { result: 'same' };
  if (act.act === 'contest' && before.state === 'office') return secondWord(before, by);
  if (before.state !== 'waiting' || before.revision !== act.seen) return refused('changed');
  if (before.waitsFor !== by || before.proposedBy === by) return refused('not_yours');
  if (act.act === 'confirm') return nextByConfirmation(before, act);
  if (act.act === 'contest') return toOffice({ ...before, contestedBy: [...before.contestedBy, by] }, 'contested');
  const { amountSeconds, serviceDate } = act;
  if (amountSeconds === before.amountSeconds && serviceDate === before.serviceDate) return refused('same_version');
  if (before.revision >= REVISIONS_MAX) return toOffice(before, 'contested');
  const revision = before.revision + 1;
  return {
    result: 'moved',
    after: {
      ...{ ...before, revision, amountSeconds, serviceDate, waitsFor: before.proposedBy },
      ...{ proposedBy: by, proposedPerson: otherThan(by, act.person) },
    },
  };
}

/** Nobody confirms what the same person has proposed, for whom it may have been. */
function nextByConfirmation(
  before: ProposalVersion,
  { by, person }: Extract<ProposalAct, { readonly act: 'confirm' }>,
): NextProposal {
  if (person === (before.proposedPerson ?? before.proposedBy)) return refused('not_yours');
  return { result: 'book', after: { ...before, confirmedBy: by, confirmedPerson: otherThan(by, person) } };
}

/** Null: the member in person. */
export const otherThan = (memberId: string, person: string): string | null => (person === memberId ? null : person);

/** Each of the two says once what is wrong. */
function secondWord(before: ProposalVersion, by: string): NextProposal {
  if (before.officeReason !== 'contested' || before.contestedBy.includes(by)) return refused('changed');
  return { result: 'moved', after: { ...before, contestedBy: [...before.contestedBy, by] } };
}

function nextByWithdrawal(before: ProposalVersion, by: string): NextProposal {
  if (before.state === 'withdrawn' && before.proposedBy === by) return { result: 'same' };
  if (before.state !== 'waiting') return refused('changed');
  if (before.proposedBy !== by) return refused('not_yours');
  return { result: 'moved', after: { ...before, state: 'withdrawn', waitsFor: null } };
}

function nextByOffice(
  before: ProposalVersion,
  act: Extract<ProposalAct, { readonly act: 'settle' | 'end' }>,
): NextProposal {
  if (!isOpen(before) || before.revision !== act.seen) return refused('changed');
  if (act.act === 'end') return { result: 'moved', after: ended(before) };
  const { amountSeconds, serviceDate } = act;
  return { result: 'book', after: { ...before, amountSeconds, serviceDate } };
}

const isOpen = ({ state }: ProposalVersion) => state === 'waiting' || state === 'office';
const ended = (before: ProposalVersion): ProposalVersion => ({ ...before, state: 'ended', waitsFor: null });

const toOffice = (before: ProposalVersion, officeReason: OfficeReason): NextProposal => ({
  result: 'moved',
  after: atOffice(before, officeReason),
});

/** The office has it: nobody else is waited for. */
export const atOffice = (before: ProposalVersion, officeReason: OfficeReason): ProposalVersion => ({
  ...before,
  state: 'office',
  officeReason,
  waitsFor: null,
  confirmedBy: null,
  confirmedPerson: null,
});
