/** What a community's pages show to members, and how they speak to them. */
import { COMMUNITY_FIELDS, type FieldError, isInRange } from '@timebank/contract';
import { readFields } from '../../../../core/base/fields/fields.ts';
import { refusal } from '../../../../core/base/refusal.ts';
import { type ChangeDeps, type CommunityAct, change } from '../../../../core/change/change.ts';
import { lockMemberPageRules, type MemberPageRules, updateMemberPageRules } from './queries.ts';

const TEXTS = {
  addressForm: COMMUNITY_FIELDS.address_form,
  officeNameEn: COMMUNITY_FIELDS.office_name_en,
  officeNameDe: COMMUNITY_FIELDS.office_name_de,
} as const;

/**
 * Changes the given settings; pages and mails follow from the next one.
 * @param allow throws when this change is not allowed
 * @throws refusal validation_failed naming the field, not_found
 */
export async function changeMemberPages(
  deps: ChangeDeps,
  act: CommunityAct,
  changes: Partial<MemberPageRules>,
  allow: (before: MemberPageRules, after: MemberPageRules) => void = () => {},
): Promise<void> {
  const { communityId } = act;
  const { addressForm, officeNameEn, officeNameDe } = changes;
  const texts = readFields({ addressForm, officeNameEn, officeNameDe }, TEXTS);
  await change(deps, act, async ({ transaction, audit }) => {
    const [before] = await lockMemberPageRules(transaction, { communityId });
    if (!before) throw refusal('not_found', 'There is no such community.');
    const after = { ...before, ...changes, ...texts };
    checkDays(after, changes.remindDays === undefined ? 'silent_days' : 'remind_days');
    allow(before, after);
    const keys = (Object.keys(before) as (keyof MemberPageRules)[]).filter((key) => before[key] !== after[key]);
    if (keys.length === 0) return;
    await updateMemberPageRules(transaction, { communityId, ...after });
    const details = Object.fromEntries(keys.map((key) => [key, { before: before[key], after: after[key] }]));
    audit('community.member_pages_changed', `community:${communityId}`, details);
  });
}

/** @param changed the one of the two that is at fault where they do not fit each other */
function checkDays({ remindDays, silentDays }: MemberPageRules, changed: 'remind_days' | 'silent_days'): void {
  const errors: FieldError[] = [];
  for (const [field, days] of [['remind_days', remindDays] as const, ['silent_days', silentDays] as const]) {
    const rule = COMMUNITY_FIELDS[field];
    if (isInRange(rule, days)) continue;
    const message = `${field} must be a whole number from ${rule.min} to ${rule.max}.`;
    errors.push({ field, code: 'out_of_range', message });
  }
  if (errors.length === 0 && remindDays >= silentDays) {
    const message = 'remind_days must be less than silent_days: the office is asked after the member.';
    errors.push({ field: changed, code: 'out_of_range', message });
  }
  if (errors[0]) throw refusal('validation_failed', errors[0].message, errors);
}
