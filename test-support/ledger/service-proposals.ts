/** Hours of two on the whole service, behind the model's steps: what a page of a member calls, and the office. */
import { changeListingStatus } from '../../core/people/listings/change.ts';
import { createListingsIn } from '../../modules/members/domain/listings/create.ts';
import type { ProposeOutcome } from '../../modules/members-pages/domain/proposals/propose.ts';
import { testChange } from '../changes.ts';
import type { TestMember, TestService } from '../harness.ts';
import { answerAs, formOfName, proposeAs, settleAsOffice } from '../proposals.ts';
import { type FactProposal, readProposalFacts } from '../simulator/proposal-facts.ts';
import { versionText } from '../simulator/proposals.ts';
import { nextDay, testDayOf } from './day.ts';
import { untilAnswered } from './patience.ts';
import { proposalName, proposalText, REMIND_DAYS, SILENT_DAYS } from './proposals.ts';
import type { TwoStep } from './steps.ts';

export interface ServiceSurroundings {
  readonly service: TestService;
  readonly communityId: number;
  readonly members: readonly TestMember[];
  /** Performs an act that leaves traces; again if the database did not answer, unless it had happened. */
  office(act: () => Promise<unknown>): Promise<void>;
  /** Ids of what was booked as an exchange, in this order. */
  readonly exchanges: string[];
}

export interface ServiceProposals {
  step(step: TwoStep): Promise<string>;
  texts(): Promise<string[]>;
}

const NO_SUCH_PROPOSAL = '00000000-0000-0000-0000-000000000000';

export async function createServiceProposals(around: ServiceSurroundings): Promise<ServiceProposals> {
  const { service, communityId, members, office, exchanges } = around;
  const { deps } = service;
  const [chest] = await service.ownerQuery<{ id: string }>(
    `select id from accounts where community_id = $1 and kind = 'chest'`,
    [communityId],
  );
  const accounts = [...members, { accountId: Number(chest?.id) }];
  await service.ownerQuery('update communities set remind_days = $2, silent_days = $3 where id = $1', [
    ...[communityId, REMIND_DAYS, SILENT_DAYS],
  ]);
  const listingIds: string[] = [];
  for (const { uuid } of members) listingIds.push(await addListing(around, uuid));
  /** Names, in the order in which they were made. */
  const made: string[] = [];
  /** By name, what the page that recorded it names for good. */
  const listings = new Map<string, string | null>();

  async function facts(): Promise<ReadonlyMap<string, FactProposal>> {
    const [own] = await readProposalFacts(service, [{ id: communityId, members }]);
    return own ?? new Map();
  }

  async function propose(step: Extract<TwoStep, { do: 'propose' }>): Promise<string> {
    const { side, seconds, again } = step;
    const name = proposalName(step.by, step.form);
    const day = nextDay(testDayOf(deps.clock.now()), -step.daysAgo);
    const [by, other] = [members[step.by] as TestMember, accounts[step.other] as TestMember];
    const slip = { by, other, side, seconds, day, again, form: formOfName(name) };
    const listingId = listings.get(name) ?? (step.listed && !listings.has(name) ? (listingIds[step.by] ?? null) : null);
    let answered: ProposeOutcome | undefined;
    await office(async () => {
      answered = await proposeAs(deps, communityId, { ...slip, listingId });
    });
    // Where the answer to it was lost, it is there all the same.
    const { result } = answered ?? { result: 'made' };
    if (result === 'made') {
      made.push(name);
      listings.set(name, listingId);
    }
    return result;
  }

  /** @returns what has become of it */
  async function act(
    { back, seen }: Exclude<TwoStep, { do: 'propose' | 'listing' }>,
    perform: (proposalId: string, seen: number) => Promise<unknown>,
  ): Promise<string> {
    const name = made.at(-1 - back) ?? '';
    const before = (await facts()).get(name);
    await office(() => perform(before?.id ?? NO_SUCH_PROPOSAL, seen ?? before?.proposal.revision ?? 1));
    const after = (await facts()).get(name);
    if (!after) throw new Error(`the proposal ${name} is gone`);
    const { transferId, proposal } = after;
    if (transferId !== null && !exchanges.includes(transferId)) exchanges.push(transferId);
    return versionText(proposal.state, proposal.reason, proposal.revision);
  }

  return {
    async step(step) {
      if (step.do === 'propose') return await propose(step);
      if (step.do === 'settle') {
        return await act(step, (id, seen) => settleAsOffice(deps, communityId, id, { ...step, seen }));
      }
      if (step.do === 'answer') {
        const { uuid } = members[step.by] as TestMember;
        return await act(step, (id, seen) => answerAs(deps, communityId, uuid, id, { ...step, seen }));
      }
      for (const listingId of listingIds)
        await office(() => changeListingStatus(deps, { communityId, listingId, actor: 'test' }, step.status));
      return 'done';
    },
    async texts() {
      return [...(await facts())].map(([name, { proposal, transfers }]) => proposalText(name, proposal, transfers));
    },
  };
}

async function addListing({ service, communityId }: ServiceSurroundings, memberId: string): Promise<string> {
  const listing = {
    ...{ externalId: null, memberId, title: 'Gardening', description: '', category: '' },
    ...{ type: 'service' as const, estimatedSeconds: null, status: 'active' as const },
  };
  const [id] = await untilAnswered(service, () =>
    testChange(service.deps, communityId, (within) =>
      createListingsIn(within, communityId, [{ ...listing, createdAt: service.deps.clock.now() }]),
    ),
  );
  return id as string;
}
