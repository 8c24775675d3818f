/** The settings of a community that an administrator may change after its creation. */
import { isDeepStrictEqual } from 'node:util';
import {
  COMMUNITY_FIELDS,
  type FieldError,
  HOURS_FORMS,
  type HoursForm,
  isInRange,
  type NumberRule,
  STEPS_MINUTES,
  shown,
  VISIBILITIES,
  type Visibility,
} from '@timebank/contract';
import { readerOf } from '../../../../core/base/fields/values.ts';
import { refusal } from '../../../../core/base/refusal.ts';
import { type ChangeDeps, type CommunityAct, change } from '../../../../core/change/change.ts';
import { lockCommunity, updateCommunityRow } from '../../../../core/communities/queries.ts';
import { isTimeZone } from '../../../../core/communities/today.ts';
import { lockDefaultVisibility } from '../../../../core/people/members/queries.ts';
import { announceDefaultVisibilityIn } from '../../../members/domain/members/default-visibility.ts';

/** Amounts in whole seconds; null is no limit. */
export interface CommunityRules {
  readonly name: string;
  readonly defaultVisibility: Visibility;
  /** Most hours on a member's account, by credits and exchanges. */
  readonly upperBalanceSeconds: number | null;
  /** How far below zero an account may go by exchanges; 0 or below. */
  readonly lowerBalanceSeconds: number | null;
  /** Exchanges are recorded in multiples of it. */
  readonly exchangeStepMinutes: number;
  /** Language tags the community speaks, its main one first. */
  readonly languages: readonly string[];
  /** How hours are written. */
  readonly hoursAs: HoursForm;
  /** Of the IANA: in which its days begin. */
  readonly timeZone: string;
}

/**
 * Changes the given settings; they bind what is recorded from now on. Partners hear of the members that another default
 * visibility shows or hides.
 * @param allow throws when this change is not allowed
 * @throws refusal validation_failed naming every field at fault, not_found
 */
export async function changeCommunity(
  deps: ChangeDeps,
  act: CommunityAct,
  changes: Partial<CommunityRules>,
  allow: (before: CommunityRules, after: CommunityRules) => void = () => {},
): Promise<void> {
  const { communityId } = act;
  await change(deps, act, async (within) => {
    if (changes.defaultVisibility !== undefined) await lockDefaultVisibility(within.transaction, { communityId });
    const [before] = await lockCommunity(within.transaction, { communityId });
    if (!before) throw refusal('not_found', 'There is no such community.');
    const after = checkSettings({ ...before, ...changes });
    allow(before, after);
    const keys = (Object.keys(changes) as (keyof CommunityRules)[]).filter(
      (key) => !isDeepStrictEqual(before[key], after[key]),
    );
    if (keys.length === 0) return;
    await updateCommunityRow(within.transaction, { ...after, communityId });
    await announceDefaultVisibilityIn(within, communityId, before.defaultVisibility, after.defaultVisibility);
    const details = Object.fromEntries(keys.map((key) => [key, { before: before[key], after: after[key] }]));
    within.audit('community.updated', `community:${communityId}`, details);
  });
}

function checkSettings(settings: CommunityRules): CommunityRules {
  const errors: FieldError[] = [];
  const fault = (field: string, code: string, message: string) => errors.push({ field, code, message });
  const name = readerOf(COMMUNITY_FIELDS.name)(settings.name);
  if ('broken' in name) fault('name', name.broken.code, `name ${name.broken.message}`);
  if (!VISIBILITIES.includes(settings.defaultVisibility)) {
    fault('default_visibility', 'unknown_value', `The visibility must be one of ${VISIBILITIES.join(', ')}.`);
  }
  const { upperBalanceSeconds: upper, lowerBalanceSeconds: lower, exchangeStepMinutes: step } = settings;
  if (upper !== null && !isLimit(COMMUNITY_FIELDS.upper_balance_hours, upper)) {
    fault('upper_balance_hours', 'out_of_range', 'The upper limit of balances must be more than 0.');
  }
  if (lower !== null && !isLimit(COMMUNITY_FIELDS.lower_balance_hours, lower)) {
    fault('lower_balance_hours', 'out_of_range', 'The lower limit of balances must be 0 or below, such as -25.');
  }
  if (!STEPS_MINUTES.includes(step)) {
    fault('exchange_step_minutes', 'unknown_value', `The step must be one of ${STEPS_MINUTES.join(', ')} minutes.`);
  }
  if (!HOURS_FORMS.includes(settings.hoursAs)) {
    fault('hours_as', 'unknown_value', `Hours are written as one of ${HOURS_FORMS.join(', ')}.`);
  }
  const timeZone = settings.timeZone.trim();
  if (!isTimeZone(timeZone)) {
    fault(
      'time_zone',
      'unknown_value',
      `time_zone is ${shown(timeZone)}; it must be one of the IANA, such as Europe/Berlin.`,
    );
  }
  const languages = [...new Set(settings.languages.map((tag) => tag.trim()))];
  for (const [index, tag] of languages.entries()) {
    const read = readerOf(COMMUNITY_FIELDS.languages)(tag);
    if ('broken' in read) fault(`languages.${index}`, read.broken.code, `languages ${read.broken.message}`);
  }
  if (languages.length === 0) fault('languages', 'required', 'languages must name at least one.');
  if (errors[0]) throw refusal('validation_failed', errors[0].message, errors);
  return { ...settings, name: settings.name.trim(), languages, timeZone };
}

function isLimit(rule: NumberRule, seconds: number): boolean {
  return Number.isSafeInteger(seconds) && isInRange(rule, seconds / 3600);
}
