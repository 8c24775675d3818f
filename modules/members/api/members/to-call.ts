/** /communities/{slug}/members-to-call, and the calls of a member. */
import { CALL_REASONS, CALL_REASONS_FIRST, type CallReason, encodeId, hoursFromSeconds } from '@timebank/contract';
import { actOf, type CommunityHandler } from '../../../../console/desk/call.ts';
import { memberIdOf } from '../../../../console/desk/named-member.ts';
import { COUNT_LIMIT, counted, sortedBy, sortedPageOf } from '../../../../console/desk/sorted.ts';
import { shownAs } from '../../../../core/base/fields/fields.ts';
import { DAY_MS, dayOf } from '../../../../core/base/time.ts';
import { firstIdAt } from '../../../../core/database/keyset.ts';
import { openPage } from '../../../../core/http/paging.ts';
import { listMembersToCall, MemberToCall, type recordMemberCall } from '../../contract/contacts.ts';
import {
  countMembersToCall,
  type MemberToCallRow,
  selectMemberCalls,
  selectMembersToCall,
} from '../../domain/contact-queries.ts';
import { monthsAfter, recordCall } from '../../domain/record-contact.ts';
import { presentCall } from './present.ts';

/** Checks that end within these days are a reason to call. */
const CHECK_DAYS = 60;
const MONTHS = 6;
/** So long after an import its members have no history here, and silence says nothing. */
const SETTLING_MONTHS = 6;
const AGAIN_MONTHS = 3;
const CALLS_SHOWN = 50;

export const listMembersToCallHandler: CommunityHandler<typeof listMembersToCall> = async (call, deps) => {
  const page = openPage(call, deps, listMembersToCall);
  const { communityId } = call.membership;
  const { reason, months = MONTHS, sort = 'surname' } = call.query;
  const reasons: readonly CallReason[] = reason === undefined ? CALL_REASONS_FIRST : [reason];
  const { heavy } = deps.database;
  const now = deps.clock.now();
  const today = dayOf(now);
  const since = monthsAfter(today, -months);
  const wanted = {
    communityId,
    since,
    today,
    reasons,
    settledBefore: monthsAfter(today, -SETTLING_MONTHS),
    sinceId: firstIdAt(Date.parse(since)),
    checksUntil: dayOf(new Date(now.getTime() + CHECK_DAYS * DAY_MS)),
  };
  const [rows, counts] = await Promise.all([
    selectMembersToCall(heavy, { ...wanted, ...sortedBy(sort, page) }),
    page.after === undefined ? countMembersToCall(heavy, { ...wanted, limit: COUNT_LIMIT }) : [],
  ]);
  // Who asks for one reason reads all of them.
  const shown = reason === undefined ? reasons : CALL_REASONS;
  return counted(
    sortedPageOf(page, rows, (row) => present(row, shown)),
    counts[0]?.count,
  );
};

export const recordMemberCallHandler: CommunityHandler<typeof recordMemberCall> = async (call, deps) => {
  const memberId = memberIdOf(call.params.memberId);
  const { called_on, note = null, again_months = AGAIN_MONTHS } = call.body;
  await recordCall(deps, { ...actOf(call), memberId }, { calledOn: called_on, note, againMonths: again_months });
  const { communityId } = call.membership;
  const rows = await selectMemberCalls(deps.database.reads, { communityId, memberId, limit: CALLS_SHOWN });
  return { data: { calls: rows.map(presentCall) } };
};

const present = (row: MemberToCallRow, shown: readonly CallReason[]): MemberToCall => ({
  ...shownAs(MemberToCall, row),
  id: encodeId('usr', row.id),
  balance_hours: hoursFromSeconds(row.balanceSeconds),
  reasons: row.reasons.filter((one) => shown.includes(one)),
  last_call: row.calledOn === null ? null : { called_on: row.calledOn, called_by: row.calledBy ?? '', note: row.note },
});
