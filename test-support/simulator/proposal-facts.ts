/** Proposals as the database has them, in the words of the model. */
import { encodeId, type OfficeReason, type ProposalState } from '@timebank/contract';
import type { TestMember, TestService } from '../harness.ts';
import { nameOfForm } from '../proposals.ts';
import { NO_MEMBER } from './operations.ts';
import type { SimulatedProposal } from './proposals.ts';

export interface FactProposal {
  /** UUID. */
  readonly id: string;
  readonly proposal: SimulatedProposal;
  readonly transferId: string | null;
  /** Since when the version has waited. */
  readonly waitsSince: Date;
  /** Those that have its external id. */
  readonly transfers: readonly { readonly seconds: number; readonly listed: boolean }[];
}

interface ProposalRow {
  community_id: number;
  id: string;
  form: string;
  provider: string | null;
  receiver: string | null;
  created_by: string;
  proposed_by: string;
  waits_for: string | null;
  confirmed_by: string | null;
  contested_by: string[];
  seconds: number;
  day: string;
  revision: number;
  state: ProposalState;
  reason: OfficeReason | null;
  reminded: boolean;
  waits_since: Date;
  transfer_id: string | null;
}

const PROPOSALS = `select p.community_id, p.id, p.form, g.member_id as provider, r.member_id as receiver, p.created_by,
     p.proposed_by, p.waits_for, p.confirmed_by, p.contested_by::text[], p.amount_seconds as seconds,
     p.service_date::text as day, p.revision, p.state, p.office_reason as reason, p.reminded_at is not null as reminded,
     p.waits_since, p.transfer_id
   from proposals p
   join accounts g on g.community_id = p.community_id and g.id = p.provider_account_id
   join accounts r on r.community_id = p.community_id and r.id = p.receiver_account_id
   where p.community_id = any($1) order by p.id`;
const BOOKED = `select community_id, external_id, amount_seconds as seconds, listing_id is not null as listed from transfers
   where community_id = any($1) and external_id like 'prp_%' and kind = 'exchange' order by id`;

/** Of each community, by name. */
export async function readProposalFacts(
  service: TestService,
  communities: readonly { readonly id: number; readonly members: readonly TestMember[] }[],
): Promise<ReadonlyMap<string, FactProposal>[]> {
  const values = [communities.map(({ id }) => id)];
  const rows = await service.ownerQuery<ProposalRow>(PROPOSALS, values);
  const booked = await service.ownerQuery<{
    community_id: number;
    external_id: string;
    seconds: string;
    listed: boolean;
  }>(BOOKED, values);
  return communities.map(({ id, members }) => {
    const own = rows.filter((row) => row.community_id === id);
    return new Map(
      own.map((row): [string, FactProposal] => {
        const externalId = encodeId('prp', row.id);
        const transfers = booked.filter((one) => one.community_id === id && one.external_id === externalId);
        const fact = {
          id: row.id,
          proposal: simulatedOf(row, members),
          waitsSince: row.waits_since,
          transferId: row.transfer_id,
          transfers: transfers.map(({ seconds, listed }) => ({ seconds: Number(seconds), listed })),
        };
        return [nameOfForm(row.form), fact];
      }),
    );
  });
}

function simulatedOf(row: ProposalRow, members: readonly TestMember[]): SimulatedProposal {
  const at = (memberId: string) => members.findIndex(({ uuid }) => uuid === memberId);
  const side = (memberId: string | null) => (memberId === null ? NO_MEMBER : at(memberId));
  const orNull = (memberId: string | null) => (memberId === null ? null : at(memberId));
  const { seconds, day, revision, state, reason, reminded } = row;
  return {
    ...{ provider: side(row.provider), receiver: side(row.receiver), createdBy: at(row.created_by) },
    ...{ proposedBy: at(row.proposed_by), waitsFor: orNull(row.waits_for), confirmedBy: orNull(row.confirmed_by) },
    ...{ contestedBy: row.contested_by.map(at), seconds, day, revision, state, reason, reminded },
  };
}
