/**
 * A membership on hold: the member is away for a while. The listings are closed meanwhile and come back with the member,
 * so that no page, booklet or partner has to know of it; the member can still record and confirm hours.
 */
import { encodeId, HOLD_FIELDS } from '@timebank/contract';
import { readFields } from '../../base/fields/fields.ts';
import { invalidField, refusal, stateConflict } from '../../base/refusal.ts';
import { ago, DAY_MS, dayOf } from '../../base/time.ts';
import { type Change, type ChangeDeps, change } from '../../change/change.ts';
import { readToday } from '../../communities/today.ts';
import { ENDING_SOON_DAYS, endingReason } from '../listings/ending-days.ts';
import { readEndOfNew } from '../listings/renew.ts';
import { listingEvent } from '../members/events.ts';
import { lockMember, selectSeers } from '../members/queries.ts';
import { isSeen } from '../members/seers.ts';
import type { MemberAct } from '../members/status.ts';
import { hideListings, selectHold, showListings, updateHoldEnded, upsertHold } from './queries.ts';

/** A hold is for a while: who is away for longer leaves, or comes back and says so. */
const YEARS_MAX = 2;

/**
 * Puts a membership on hold, or gives a hold that is on another day.
 * @param until the day on which the member is back, by the community's time zone; null or empty: not known yet
 * @throws refusal user_not_found, validation_failed naming `until`, state_conflict of a member who does not take part
 */
export async function beginHold(deps: ChangeDeps, act: MemberAct, given: string | null): Promise<void> {
  const { communityId, memberId } = act;
  const { until } = readFields({ until: given }, HOLD_FIELDS);
  await change(deps, act, async (within) => {
    const { transaction, at, audit } = within;
    const [member] = await lockMember(transaction, { communityId, memberId });
    if (!member) throw refusal('user_not_found', 'There is no such member.');
    if (member.status !== 'active')
      throw stateConflict('status_not_possible', `The member is ${member.status}; only who takes part can be on hold.`);
    if (until !== null) checkDay(until, await readToday(transaction, communityId, at));
    const [before] = await selectHold(transaction, { communityId, memberId });
    const isOn = before !== undefined && before.endedAt === null;
    if (isOn && before.until === until) return;
    await upsertHold(transaction, { communityId, memberId, until, at });
    const listings = isOn ? {} : { listings: await hideListingsIn(within, communityId, memberId) };
    audit(isOn ? 'member.hold_changed' : 'member.hold_began', encodeId('usr', memberId), { until, ...listings });
  });
}

/**
 * Ends a hold: the listings are shown again. Where there is none, nothing happens.
 * @param due only where the day has come: the worker ends it, and the day may have been moved meanwhile
 * @param isBack as `endHoldIn` has it
 * @throws refusal user_not_found
 */
export async function endHold(deps: ChangeDeps, act: MemberAct, { due = false, isBack = true } = {}): Promise<void> {
  const { communityId, memberId } = act;
  await change(deps, act, async (within) => {
    const { transaction, at } = within;
    const [member] = await lockMember(transaction, { communityId, memberId });
    if (!member) throw refusal('user_not_found', 'There is no such member.');
    const [hold] = await selectHold(transaction, { communityId, memberId });
    const today = await readToday(transaction, communityId, at);
    if (due && (!hold?.until || hold.until > today)) return;
    await endHoldIn(within, communityId, memberId, isBack);
  });
}

/**
 * The same in a change that holds the member.
 * @param isBack false: the membership has ended, or is suspended, and nobody is to be welcomed
 */
export async function endHoldIn(within: Change, communityId: number, memberId: string, isBack = true): Promise<void> {
  const { transaction, at, audit } = within;
  const [hold] = await selectHold(transaction, { communityId, memberId });
  if (!hold || hold.endedAt !== null) return;
  const shown = await showListingsIn(within, communityId, memberId, hold.beganAt);
  await updateHoldEnded(transaction, { communityId, memberId, at, shown: isBack ? shown.length : null });
  audit('member.hold_ended', encodeId('usr', memberId), { listings: shown.length });
  const ending = ({ id, endsOn }: (typeof shown)[number]) =>
    endsOn !== null && endsSoon(endsOn, at) ? [endingReason({ id, memberId, endsOn })] : [];
  if (isBack) within.due(shown.flatMap(ending));
}

/** The worker tells of listings that end in two weeks, and on that day these were hidden. */
const endsSoon = (day: string, at: Date) => day > dayOf(at) && day <= dayOf(ago(at, -ENDING_SOON_DAYS * DAY_MS));

/** @throws refusal validation_failed */
function checkDay(until: string, today: string): void {
  const last = `${Number(today.slice(0, 4)) + YEARS_MAX}${today.slice(4)}`;
  if (until <= today) throw fault('must be a day after today, on which the member is back.');
  if (until > last) throw fault(`must be within ${YEARS_MAX} years.`);
}

function fault(why: string) {
  return invalidField('until', 'out_of_range', `until ${why}`);
}

/** @returns how many were published */
async function hideListingsIn({ transaction, at, emit }: Change, communityId: number, memberId: string) {
  const hidden = await hideListings(transaction, { communityId, memberId, updatedAt: at });
  const published = hidden.filter(({ wasActive }) => wasActive);
  const [seers] = await selectSeers(transaction, { communityId, memberIds: [memberId] });
  // The member may be out of sight when the closing is sent: those who saw the listings hear of it all the same.
  if (seers && isSeen(seers))
    emit(...published.map(({ id }) => listingEvent(id, memberId, 'listing.closed', seers.partnerIds)));
  return published.length;
}

/** @returns what is published again */
async function showListingsIn({ transaction, at, emit }: Change, communityId: number, memberId: string, beganAt: Date) {
  const endsOn = await readEndOfNew(transaction, communityId, at);
  const rows = await showListings(transaction, {
    ...{ communityId, memberId, today: dayOf(at), endsOn, beganAt, updatedAt: at },
  });
  const active = rows.filter(({ isActive }) => isActive);
  const [seers] = await selectSeers(transaction, { communityId, memberIds: [memberId] });
  if (seers && isSeen(seers)) emit(...active.map(({ id }) => listingEvent(id, memberId, 'listing.published')));
  return active;
}
