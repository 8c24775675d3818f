/** What members have recorded and others have to confirm: what waits for the office, and how it is settled. */
import { decodeId, encodeId, hoursFromSeconds } from '@timebank/contract';
import { actOf, type CommunityDeps, type CommunityHandler } from '../../../console/desk/call.ts';
import type { HourProposal } from '../../../console/desk/contract/proposals.ts';
import { LAST_ID } from '../../../core/database/keyset.ts';
import type { Queryable } from '../../../core/database/query.ts';
import { openPage, pageOf } from '../../../core/http/paging.ts';
import {
  type getHourProposal,
  listHourProposals,
  type ProposalToSettle,
  type settleHourProposal,
} from '../contract/proposals.ts';
import { type DeputyNames, readDeputyNames } from '../domain/deputies/names.ts';
import { settleProposal } from '../domain/proposals/act.ts';
import {
  type ProposalStep,
  type ProposalView,
  selectHourProposals,
  selectProposal,
  selectProposalSteps,
  selectProposalsOfAccount,
  selectTelephones,
} from '../domain/proposals/queries.ts';
import { unknownProposal } from '../domain/proposals/write.ts';

export const listHourProposalsHandler: CommunityHandler<typeof listHourProposals> = async (call, deps) => {
  const page = openPage(call, deps, listHourProposals);
  const { communityId } = call.membership;
  const { reads } = deps.database;
  const { state = null } = call.query;
  const beforeId = page.after ?? LAST_ID;
  const views = await selectHourProposals(reads, { communityId, state, beforeId, limit: page.limit });
  const shown = await presentToSettle(reads, communityId, views);
  return pageOf(
    page,
    shown,
    ({ id }) => idOf(id),
    (one) => one,
  );
};

export const getHourProposalHandler: CommunityHandler<typeof getHourProposal> = async (call, deps) => ({
  data: await readProposal(deps, call.membership.communityId, idOf(call.params.proposalId)),
});

export const settleHourProposalHandler: CommunityHandler<typeof settleHourProposal> = async (call, deps) => {
  const { reason = null, time = '', day = '', ...rest } = call.body;
  const proposalId = idOf(call.params.proposalId);
  await settleProposal(deps, actOf(call), proposalId, { ...rest, reason, time, day });
  return { data: await readProposal(deps, call.membership.communityId, proposalId) };
};

/** @throws Refusal not_found */
function idOf(text: string): string {
  const id = decodeId('prp', text);
  if (id === undefined) throw unknownProposal();
  return id;
}

async function readProposal(
  { database }: CommunityDeps,
  communityId: number,
  proposalId: string,
): Promise<ProposalToSettle> {
  const [view] = await selectProposal(database.reads, { communityId, proposalId });
  if (!view) throw unknownProposal();
  const [shown] = await presentToSettle(database.reads, communityId, [view]);
  return shown as ProposalToSettle;
}

/** As the office settles them, in the order of the views. */
async function presentToSettle(on: Queryable, communityId: number, views: readonly ProposalView[]) {
  const shown = await presentAll(on, communityId, views);
  const telephones = await readTelephones(on, communityId, views);
  return shown.map((one, at): ProposalToSettle => ({ ...one, telephones: telephones(views[at] as ProposalView) }));
}

/** With what happened to each, in the order of the views. */
async function presentAll(on: Queryable, communityId: number, views: readonly ProposalView[]): Promise<HourProposal[]> {
  const steps = await selectProposalSteps(on, { communityId, proposalIds: views.map(({ id }) => id) });
  const byProposal = Map.groupBy(steps, ({ proposalId }) => proposalId);
  const deputies = await readDeputyNames(on, communityId, steps, 'office');
  return views.map((view) => presentProposal(view, byProposal.get(view.id) ?? [], deputies));
}

/** Where the office asks about those that it may settle. One statement for all. */
async function readTelephones(on: Queryable, communityId: number, views: readonly ProposalView[]) {
  const asked = views.filter(({ state }) => state === 'office' || state === 'waiting');
  const memberIds = asked.flatMap(({ providerId, receiverId }) => [providerId, receiverId].filter((id) => id !== null));
  const rows = memberIds.length === 0 ? [] : await selectTelephones(on, { communityId, memberIds });
  const ofMember = new Map(rows.map(({ id, phone, secondPhone }) => [id, [phone, secondPhone]]));
  const of = (view: ProposalView, id: string | null) =>
    (asked.includes(view) ? (ofMember.get(id ?? '') ?? []) : []).filter((one) => one !== null);
  return (view: ProposalView): ProposalToSettle['telephones'] => ({
    provider: of(view, view.providerId),
    receiver: of(view, view.receiverId),
  });
}

const sideOf = (id: string | null, name: string, number: string | null) => ({
  id: id === null ? null : encodeId('usr', id),
  name,
  number,
});

function presentProposal(view: ProposalView, steps: readonly ProposalStep[], deputies: DeputyNames): HourProposal {
  return {
    ...{ id: encodeId('prp', view.id), state: view.state, office_reason: view.officeReason },
    provider: sideOf(view.providerId, view.providerName, view.providerNumber),
    receiver: sideOf(view.receiverId, view.receiverName, view.receiverNumber),
    ...{ hours: hoursFromSeconds(view.amountSeconds), service_date: view.serviceDate, note: view.note },
    ...{ revision: view.revision, one_mailbox: view.oneMailbox, created_at: view.createdAt.toISOString() },
    steps: steps.map(({ at, actor, act, amountSeconds, serviceDate, words }) => ({
      ...{ at: at.toISOString(), actor, deputy: deputies.get(actor) ?? null, act, service_date: serviceDate, words },
      hours: amountSeconds === null ? null : hoursFromSeconds(amountSeconds),
    })),
  };
}

/** All of a member, newest first, at most so many. */
export async function readProposalsOf(
  on: Queryable,
  communityId: number,
  accountId: number,
  limit: number,
): Promise<HourProposal[]> {
  const views = await selectProposalsOfAccount(on, { communityId, accountId, limit });
  return await presentAll(on, communityId, views);
}
