/**
 * Hours that a member who leaves or is erased has recorded with others, or has to confirm: they end without a booking,
 * in the transaction of the change, and the others learn of it.
 */
import { encodeId } from '@timebank/contract';
import type { Change } from '../../../../core/change/change.ts';
import { query, write } from '../../../../core/database/query.ts';

/** Each with the other side, where that is a member. In the order of their ids, as all that lock proposals. */
const endOpenProposals = write<
  { communityId: number; memberIds: readonly string[]; at: Date },
  { id: string; otherId: string | null }
>(
  'end_open_proposals',
  `with open as materialized (
     select p.id, case when g.member_id = any($memberIds::uuid[]) then r.member_id else g.member_id end as other_id
     from proposals p
     join accounts g on g.community_id = p.community_id and g.id = p.provider_account_id
     join accounts r on r.community_id = p.community_id and r.id = p.receiver_account_id
     where p.community_id = $communityId and p.state in ('waiting', 'office') and p.id in (
       select o.id from accounts a
       join proposals o on o.community_id = a.community_id and o.provider_account_id = a.id
       where a.community_id = $communityId and a.member_id = any($memberIds::uuid[])
       union all
       select o.id from accounts a
       join proposals o on o.community_id = a.community_id and o.receiver_account_id = a.id
       where a.community_id = $communityId and a.member_id = any($memberIds::uuid[]))
     order by p.id for update of p
   ), stepped as (
     insert into proposal_steps (community_id, proposal_id, number, at, actor, act)
     select $communityId, o.id, coalesce(n.number, 0) + 1, $at, 'system', 'leave'
     from open o cross join lateral (
       select max(s.number) as number from proposal_steps s
       where s.community_id = $communityId and s.proposal_id = o.id) n
   )
   update proposals p set state = 'ended', waits_for = null, changed_at = $at
   from open where p.community_id = $communityId and p.id = open.id
   returning p.id, open.other_id as "otherId"`,
);

/** Of a member's proposals, what was written with them. */
const emptyProposalWords = query<{ communityId: number; memberIds: readonly string[] }, never>(
  'empty_proposal_words',
  `with own as materialized (
     select o.id from accounts a
     join proposals o on o.community_id = a.community_id and o.provider_account_id = a.id
     where a.community_id = $communityId and a.member_id = any($memberIds::uuid[])
     union all
     select o.id from accounts a
     join proposals o on o.community_id = a.community_id and o.receiver_account_id = a.id
     where a.community_id = $communityId and a.member_id = any($memberIds::uuid[])
   ), emptied as (
     update proposals p set note = null, end_reason = null
     from own where p.community_id = $communityId and p.id = own.id
   )
   update proposal_steps s set words = null
   from own where s.community_id = $communityId and s.proposal_id = own.id`,
);

/** Ends what is open between these members and others. Their rows are held. */
export async function endOpenHoursIn(within: Change, communityId: number, memberIds: readonly string[]): Promise<void> {
  const { transaction, at, audit, due } = within;
  const ended = await endOpenProposals(transaction, { communityId, memberIds, at });
  for (const { id } of ended) audit('proposal.left', encodeId('prp', id));
  const reasons = ended.flatMap(({ id, otherId }) =>
    otherId === null
      ? []
      : [{ reasonKey: `proposal.done:${encodeId('prp', id)}:${encodeId('usr', otherId)}:ended`, memberId: otherId }],
  );
  due(reasons);
}

/** The same for members whose data is erased; what was written with their hours is emptied. */
export async function eraseOpenHoursIn(
  within: Change,
  communityId: number,
  memberIds: readonly string[],
): Promise<void> {
  await endOpenHoursIn(within, communityId, memberIds);
  await emptyProposalWords(within.transaction, { communityId, memberIds });
}
