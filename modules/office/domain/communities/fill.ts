/** Fills a community with invented members, listings and exchanges: the demo's, and every sandbox. */
import type { Clock } from '../../../../core/base/clock.ts';
import { ago, DAY_MS, dayOf } from '../../../../core/base/time.ts';
import type { Change } from '../../../../core/change/change.ts';
import { DOCUMENTED_MEMBERS, type DocumentedMember } from '../../../../core/communities/outcomes.ts';
import { selectOpeningAccount } from '../../../../core/communities/queries.ts';
import { postInTransaction } from '../../../../core/ledger/post-batch.ts';
import type { TransferRequest } from '../../../../core/ledger/types.ts';
import { categoryIdsIn } from '../../../../core/people/categories/names.ts';
import { createListingsIn } from '../../../members/domain/listings/create.ts';
import { createMembersIn, type NewMember } from '../../../members/domain/members/create.ts';
import { type SampleMember, sampleExchanges, sampleListings, sampleMembers } from './sample-community.ts';

/** The sample community with the documented members of a sandbox. The community must be empty. */
export function fillSandboxIn(within: Change, clock: Clock, communityId: number): Promise<number> {
  return fillIn(within, clock, communityId, DOCUMENTED_MEMBERS);
}

/**
 * The sample community, and more members if there are any.
 * @returns how many members there are now
 */
export async function fillIn(
  within: Change,
  clock: Clock,
  communityId: number,
  documented: readonly DocumentedMember[] = [],
): Promise<number> {
  const { transaction, at } = within;
  const samples = [...sampleMembers(), ...documented];
  const members = await createMembersIn(
    within,
    communityId,
    samples.map((sample) => ('details' in sample ? withDetails(sample, at) : sample)),
  );
  await createListingsIn(
    within,
    communityId,
    sampleListings().map(({ member, ...listing }) => ({
      ...listing,
      memberId: members[member]?.id ?? '',
      status: 'active',
      createdAt: at,
    })),
  );
  const exchanges = sampleExchanges();
  const categories = exchanges.map(({ category }) => category);
  const categoryOf = await categoryIdsIn(within, communityId, categories);
  const [opening] = await selectOpeningAccount(transaction, { communityId });
  const account = (member: number) => members[member]?.accountId ?? 0;
  const common = { communityId, recordedBy: 'sample' };
  const requests: TransferRequest[] = [];
  samples.forEach(({ openingSeconds, externalId }, member) => {
    if (openingSeconds === 0) return;
    requests.push({
      ...common,
      kind: 'opening',
      accountId: account(member),
      openingAccountId: opening?.id ?? 0,
      balanceSeconds: openingSeconds,
      externalId: `opening:${externalId}`,
    });
  });
  for (const { provider, receiver, amountSeconds, daysAgo, category, externalId } of exchanges) {
    requests.push({
      ...common,
      kind: 'exchange',
      providerAccountId: account(provider),
      receiverAccountId: account(receiver),
      amountSeconds,
      serviceDate: dayOf(ago(at, daysAgo * DAY_MS)),
      listingId: null,
      categoryId: categoryOf(category),
      externalId,
      note: null,
      limited: false,
    });
  }
  const outcomes = await postInTransaction(transaction, clock, requests);
  if (outcomes.some(({ result }) => result === 'refused'))
    throw new Error('the sample community does not fit the ledger');
  return members.length;
}

/** @param today from which the sample's days are counted back */
function withDetails({ details, joinedDaysAgo, ...member }: SampleMember, today: Date): NewMember {
  const joinedOn = dayOf(ago(today, joinedDaysAgo * DAY_MS));
  return { ...member, ...details, joinedOn, agreementSignedOn: joinedOn };
}
