/** Hours that two record, as tests do it without a browser: the one place where tests call what a page calls. */
import { randomUUID } from 'node:crypto';
import { type ActingPerson, inPerson } from '../modules/members-pages/domain/deputies/acting.ts';
import {
  answerProposal,
  type MemberAnswer,
  type Settlement,
  settleProposal,
} from '../modules/members-pages/domain/proposals/act.ts';
import type { ProposalVersion } from '../modules/members-pages/domain/proposals/next.ts';
import { type ProposeOutcome, propose } from '../modules/members-pages/domain/proposals/propose.ts';
import { proposalJobs } from '../modules/members-pages/domain/proposals/wait-job.ts';
import type { TestMember, TestService } from './harness.ts';

type ServiceDeps = TestService['deps'];

/** A slip of a member. `other` has no UUID where it is an organisation or the fund. */
export interface TestSlip {
  readonly by: Pick<TestMember, 'uuid' | 'accountId'>;
  readonly other: Pick<TestMember, 'accountId'> & Partial<Pick<TestMember, 'uuid'>>;
  readonly side: 'helped' | 'was_helped';
  readonly seconds: number;
  /** `YYYY-MM-DD` */
  readonly day: string;
  readonly form: string;
  readonly again?: boolean;
  readonly listingId?: string | null;
  /** A deputy of the member's; left out: the member in person. */
  readonly acting?: ActingPerson;
}

const timeText = (seconds: number) => `${seconds / 60} min`;

export function proposeAs(deps: ServiceDeps, communityId: number, slip: TestSlip): Promise<ProposeOutcome> {
  const { by, other, side, seconds, day, form, again = false, listingId = null } = slip;
  const whose = { ...(slip.acting ?? inPerson(by.uuid)), accountId: by.accountId };
  const counterpart = { accountId: other.accountId, memberId: other.uuid ?? null };
  const help = { side, time: timeText(seconds), day, note: 'Gardening', listingId, form, again };
  return propose(deps, { communityId }, { ...whose, other: counterpart, ...help });
}

/** What a member sends; `seconds` is the time of a correction. */
export interface TestAnswer {
  readonly act: MemberAnswer['do'];
  readonly seen: number;
  readonly seconds: number;
}

export function answerAs(
  deps: ServiceDeps,
  communityId: number,
  memberId: string,
  proposalId: string,
  { act, seen, seconds }: TestAnswer,
): Promise<ProposalVersion> {
  const answers: Readonly<Record<TestAnswer['act'], MemberAnswer>> = {
    confirm: { do: 'confirm', seen },
    correct: { do: 'correct', seen, time: timeText(seconds), day: '' },
    contest: { do: 'contest', seen, words: 'It was another day.' },
    withdraw: { do: 'withdraw' },
  };
  return answerProposal(deps, { communityId }, inPerson(memberId), proposalId, answers[act]);
}

/** @param seconds what the office sets; null: unchanged */
export function settleAsOffice(
  deps: ServiceDeps,
  communityId: number,
  proposalId: string,
  { act, seen, seconds }: { readonly act: Settlement['do']; readonly seen: number; readonly seconds: number | null },
): Promise<ProposalVersion> {
  const time = seconds === null ? '' : timeText(seconds);
  const reason = act === 'end' ? 'Nobody remembers.' : null;
  const settlement: Settlement = { do: act, how: 'telephone', reason, seen, time, day: '' };
  return settleProposal(deps, { communityId, actor: 'command line' }, proposalId, settlement);
}

/** An hour that the second of two new members contests. */
export async function contestedHour(
  service: TestService,
  communityId: number,
  names: readonly [string, string],
  day: string,
): Promise<{ readonly anna: TestMember; readonly ben: TestMember; readonly proposalId: string }> {
  const anna = await service.createMember({ communityId, name: names[0] });
  const ben = await service.createMember({ communityId, name: names[1] });
  const slip = { by: anna, other: ben, side: 'helped' as const, seconds: 3600, day, form: randomUUID() };
  const { id: proposalId } = await proposeAs(service.deps, communityId, slip);
  await answerAs(service.deps, communityId, ben.uuid, proposalId, { act: 'contest', seen: 1, seconds: 0 });
  return { anna, ben, proposalId };
}

/** Reminds of what waits, and hands what was not answered to the office, as the worker does. */
export async function remindAndHandOver(deps: ServiceDeps): Promise<void> {
  for (const { run } of proposalJobs(deps.hooks)) await run(deps, new AbortController().signal);
}

/** The UUID of the page that proposes `h7`. */
export const formOfName = (name: string) =>
  `00000000-0000-4000-8000-${Number(name.slice(1)).toString(16).padStart(12, '0')}`;

export const nameOfForm = (form: string) => `h${Number.parseInt(form.slice(24), 16)}`;
