/** Recording that the office has called a member. */
import { CALL_FIELDS, encodeId } from '@timebank/contract';
import { readFields } from '../../../core/base/fields/fields.ts';
import { invalidField, refusal, stateConflict } from '../../../core/base/refusal.ts';
import { dayOf } from '../../../core/base/time.ts';
import { type ChangeDeps, change } from '../../../core/change/change.ts';
import { lockMember } from '../../../core/people/members/queries.ts';
import type { MemberAct } from '../../../core/people/members/status.ts';
import { insertMemberCall } from './contact-queries.ts';

export interface NewCall {
  /** `YYYY-MM-DD`, not after today. */
  readonly calledOn: string;
  readonly note: string | null;
  /** For how many months the member is off the list, from that day on. */
  readonly againMonths: number;
}

/** @throws refusal user_not_found, validation_failed */
export async function recordCall(deps: ChangeDeps, act: MemberAct, given: NewCall): Promise<void> {
  const { communityId, memberId, actor } = act;
  const { calledOn, note } = readFields(
    { calledOn: given.calledOn, note: given.note },
    { calledOn: CALL_FIELDS.called_on, note: CALL_FIELDS.note },
  );
  await change(deps, act, async ({ transaction, at, audit }) => {
    if (calledOn > dayOf(at)) {
      throw invalidField('called_on', 'out_of_range', 'called_on is after today.');
    }
    const [member] = await lockMember(transaction, { communityId, memberId });
    if (!member) throw refusal('user_not_found', 'This community has no such member.');
    if (member.erasedAt)
      throw stateConflict('data_erased', 'The data of this member was erased; nothing can be added.');
    const againOn = monthsAfter(calledOn, given.againMonths);
    await insertMemberCall(transaction, {
      ...{ communityId, memberId, calledOn, note, againOn },
      calledBy: actor,
      recordedAt: at,
    });
    audit('member.called', encodeId('usr', memberId));
  });
}

/** The same day so many months later or earlier, or the last of that month. */
export function monthsAfter(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const last = new Date(Date.UTC(year, month - 1 + months + 1, 0));
  return new Date(Date.UTC(last.getUTCFullYear(), last.getUTCMonth(), Math.min(date, last.getUTCDate())))
    .toISOString()
    .slice(0, 10);
}
