/** What a person says of two members who look like one: the same person, or different people. */
import { encodeId, hoursFromSeconds } from '@timebank/contract';
import { invalidField, refusal, stateConflict } from '../../../core/base/refusal.ts';
import { dayOf } from '../../../core/base/time.ts';
import { type Change, type ChangeDeps, type CommunityAct, change } from '../../../core/change/change.ts';
import type { Transaction } from '../../../core/database/query.ts';
import { postInTransaction } from '../../../core/ledger/post-batch.ts';
import { lockAccounts, NO_KEYS } from '../../../core/ledger/queries.ts';
import { lockMember, type MemberRow } from '../../../core/people/members/queries.ts';
import { setMemberStatusIn } from '../../../core/people/members/status.ts';
import { selectAccountOfMember } from './account-queries.ts';
import { selectSameOpenings, upsertMemberPair } from './duplicate-queries.ts';

/** The member who stays, and the other. UUIDs. */
export interface Pair {
  readonly memberId: string;
  readonly otherId: string;
}

/** What is said of the opening balance of the other, where both hold the same from one file; `reason`: of a mistake. */
export interface OpeningSaid {
  readonly opening?: 'mistake' | 'right' | undefined;
  readonly reason?: string | undefined;
}

/**
 * Keeps what was said. Of the same person, the hours of the other go to the member who stays by one gift, whatever the
 * limits, and the other leaves. An opening balance that both brought from one file may have been entered twice: only
 * who decides knows, so it has to be said, and then it is taken back before.
 * @throws refusal user_not_found, validation_failed, state_conflict
 */
export async function decidePair(
  deps: ChangeDeps,
  act: CommunityAct,
  pair: Pair,
  decision: 'same' | 'different',
  said: OpeningSaid = {},
): Promise<void> {
  const { communityId, actor } = act;
  const { memberId, otherId } = pair;
  if (memberId === otherId) {
    throw invalidField('other_id', 'same_account', 'other_id is the same member.');
  }
  await change(deps, act, async (within) => {
    const { member, other } = await lockPair(within, communityId, pair);
    if (decision === 'same') await joinIn(within, act, pair, { member, other, said });
    await upsertMemberPair(within.transaction, {
      ...{ communityId, memberId, otherId, decision, decidedBy: actor, decidedAt: within.at },
    });
    const details = { other: encodeId('usr', otherId), decision };
    within.audit('member.pair_decided', encodeId('usr', memberId), details);
  });
}

/** In the order of all that lock members. */
async function lockPair({ transaction }: Change, communityId: number, { memberId, otherId }: Pair) {
  const rows = new Map<string, MemberRow>();
  for (const id of [memberId, otherId].sort()) {
    const [row] = await lockMember(transaction, { communityId, memberId: id });
    if (!row) throw refusal('user_not_found', 'There is no such member.');
    if (row.erasedAt) throw stateConflict('data_erased', 'The data of this member was erased; nothing can be changed.');
    rows.set(id, row);
  }
  return { member: rows.get(memberId) as MemberRow, other: rows.get(otherId) as MemberRow };
}

async function joinIn(
  within: Change,
  { communityId, actor }: CommunityAct,
  { memberId, otherId }: Pair,
  { member, other, said }: { readonly member: MemberRow; readonly other: MemberRow; readonly said: OpeningSaid },
): Promise<void> {
  if (member.status === 'left') {
    throw stateConflict('status_not_possible', 'The member who stays has left; activate the member first.');
  }
  await takeOpeningBackIn(within, communityId, { memberId, otherId }, { ...said, recordedBy: actor });
  await moveHoursIn(within, communityId, { memberId, otherId }, actor);
  if (other.status === 'left') return;
  await setMemberStatusIn(within, communityId, otherId, 'left');
  within.audit('member.status_changed', encodeId('usr', otherId), { before: other.status, after: 'left' });
}

/** The opening balance of the other, where it was said to be a mistake. */
async function takeOpeningBackIn(
  within: Change,
  communityId: number,
  { memberId, otherId }: Pair,
  { opening, reason, recordedBy }: OpeningSaid & { readonly recordedBy: string },
): Promise<void> {
  const { transaction, at } = within;
  const [held] = await selectSameOpenings(transaction, { communityId, memberIds: [memberId], otherIds: [otherId] });
  if (!held && opening === 'mistake') {
    throw invalidField('opening', 'no_such_balance', 'opening: the two hold no equal opening balance from one file.');
  }
  if (held && !opening) {
    const message = 'opening is required: both hold the same opening balance from one file.';
    throw invalidField('opening', 'required', message);
  }
  if (!held || opening !== 'mistake') return;
  if (!reason)
    throw invalidField('reason', 'required', 'reason is required for an opening balance that was a mistake.');
  await lockBothIn(transaction, communityId, { memberId, otherId }, [held.openingAccountId]);
  const [outcome] = await postInTransaction(transaction, { now: () => at }, [
    { kind: 'opening_reversal', communityId, openingId: held.secondId, reason, recordedBy },
  ]);
  if (outcome?.result !== 'posted') throw refusal('already_reversed', 'It has been taken back meanwhile.');
  const details = { hours: hoursFromSeconds(held.seconds), transfer: outcome.transfer.id };
  within.audit('member.opening_taken_back', encodeId('usr', otherId), details);
}

/** Locks the accounts of both, with what else is booked on. */
async function lockBothIn(
  transaction: Transaction,
  communityId: number,
  { memberId, otherId }: Pair,
  further: readonly number[] = [],
) {
  const [to, from] = await Promise.all(
    [memberId, otherId].map(async (id) => (await selectAccountOfMember(transaction, { communityId, memberId: id }))[0]),
  );
  if (!to || !from) throw new Error('a member without an account');
  const accountIds = [to.id, from.id, ...further];
  await lockAccounts(transaction, { ...NO_KEYS, accountCommunityIds: accountIds.map(() => communityId), accountIds });
  return { to, from };
}

/** The whole balance of the other, also a debt, read while both accounts are held. */
async function moveHoursIn(
  { transaction, at }: Change,
  communityId: number,
  { memberId, otherId }: Pair,
  recordedBy: string,
): Promise<void> {
  const { to, from } = await lockBothIn(transaction, communityId, { memberId, otherId });
  const [held] = await selectAccountOfMember(transaction, { communityId, memberId: otherId });
  const seconds = held?.balanceSeconds ?? 0;
  if (seconds === 0) return;
  const [giving, given] = seconds > 0 ? [from, to] : [to, from];
  const [outcome] = await postInTransaction(transaction, { now: () => at }, [
    {
      ...{ kind: 'gift', communityId, providerAccountId: given.id, receiverAccountId: giving.id },
      ...{ amountSeconds: Math.abs(seconds), serviceDate: dayOf(at), listingId: null, externalId: null, note: null },
      ...{ limited: false, recordedBy },
    },
  ]);
  if (outcome?.result !== 'posted') throw new Error('the ledger refused the hours of a member who is there twice');
}
