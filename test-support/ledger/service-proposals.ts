/** Hours of two on the whole service, behind the model's steps: what a page of a member calls, and the office. */
import { changeListingStatus } from '../../core/people/listings/change.ts';
import { createListingsIn } from '../../modules/members/domain/listings/create.ts';
import { testChange } from '../changes.ts';
import type { TestMember, TestService } from '../harness.ts';
import { actAsMember } from '../simulator/members.ts';
import { type FactProposal, readProposalFacts } from '../simulator/proposal-facts.ts';
import { versionText } from '../simulator/proposals.ts';
import { untilAnswered } from './patience.ts';
import { operationOf, proposalText, REMIND_DAYS, SILENT_DAYS } from './proposals.ts';
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

export async function createServiceProposals(around: ServiceSurroundings): Promise<ServiceProposals> {
  const { service, communityId, members, office, exchanges } = around;
  const { deps } = service;
  const [chest] = await service.ownerQuery<{ id: string }>(
    `select id from accounts where community_id = $1 and kind = 'chest'`,
    [communityId],
  );
  const community = { id: communityId, members, chestAccountId: Number(chest?.id) };
  await service.ownerQuery('update communities set remind_days = $2, silent_days = $3 where id = $1', [
    ...[communityId, REMIND_DAYS, SILENT_DAYS],
  ]);
  const listingIds: string[] = [];
  for (const { uuid } of members) listingIds.push(await addListing(around, uuid));
  /** By name, what the page that recorded it names for good. */
  const listings = new Map<string, string | null>();

  async function facts(): Promise<ReadonlyMap<string, FactProposal>> {
    const [own] = await readProposalFacts(service, [{ id: communityId, members }]);
    return own ?? new Map();
  }

  /** @returns the listing that the page names */
  function listingOf(name: string, step: TwoStep): string | null {
    if (step.do !== 'propose') return null;
    return listings.get(name) ?? (step.listed && !listings.has(name) ? (listingIds[step.by] ?? null) : null);
  }

  return {
    async step(step) {
      if (step.do === 'listing') {
        for (const listingId of listingIds)
          await office(() => changeListingStatus(deps, { communityId, listingId, actor: 'test' }, step.status));
        return 'done';
      }
      const before = await facts();
      const made = [...before].map(([name, { proposal }]) => [name, proposal.revision] as const);
      const operation = operationOf(step, made, deps.clock.now());
      const { name } = operation;
      const known = { proposalId: before.get(name)?.id, listingId: listingOf(name, step) };
      // Where the answer to it was lost, it is made all the same.
      let answer = 'made';
      await office(async () => {
        answer = await actAsMember(service, community, operation, known);
      });
      if (operation.do === 'propose') {
        if (answer === 'made') listings.set(name, known.listingId);
        return answer;
      }
      const after = (await facts()).get(name);
      if (!after) throw new Error(`the proposal ${name} is gone`);
      const { transferId, proposal } = after;
      if (transferId !== null && !exchanges.includes(transferId)) exchanges.push(transferId);
      return versionText(proposal.state, proposal.reason, proposal.revision);
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
