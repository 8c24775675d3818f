/** What partners are told when a member changes: decided from who could see the member before and who can after. */
import { encodeId, type Visibility } from '@timebank/contract';
import type { Transaction } from '../../platform/database/query.ts';
import type { EventContent } from '../delivery/append.ts';
import { type StandingRow, visibilityFor } from '../visibility/visibility.ts';
import { selectPartnerChoices } from './queries.ts';

/** Who sees a member: the rule for everyone, and the member's choices for single partners. */
export interface Standing extends StandingRow {
  /** Every partner of the community; null: no choice, the general rule holds. */
  readonly choices: ReadonlyMap<number, Visibility | null>;
}

type Kind = 'user.activated' | 'user.updated' | 'user.deactivated';
const KINDS: readonly Kind[] = ['user.activated', 'user.updated', 'user.deactivated'];

/** The choices as they are now; the member must be locked. */
export async function readChoices(
  transaction: Transaction,
  communityId: number,
  memberId: string,
): Promise<Standing['choices']> {
  const rows = await selectPartnerChoices(transaction, communityId, memberId);
  return new Map(rows.map(({ partnerId, choice }) => [partnerId, choice]));
}

/**
 * The events of one change of a member: one per kind, whoever it concerns. An event names its partners where entitlement
 * at the time of sending would not find them: those that no longer see the member, or only some of those that do.
 * @param changed whether something else than visibility changed
 */
export function memberEvents(memberId: string, before: Standing, after: Standing, changed: boolean): EventContent[] {
  const kindFor = (partnerId: number | null): Kind | undefined => {
    const choice = (standing: Standing) => (partnerId === null ? null : (standing.choices.get(partnerId) ?? null));
    const was = visibilityFor(before, choice(before));
    const is = visibilityFor(after, choice(after));
    if (was === 'hidden') return is === 'hidden' ? undefined : 'user.activated';
    if (is === 'hidden') return 'user.deactivated';
    return changed || was !== is ? 'user.updated' : undefined;
  };
  const general = kindFor(null);
  const byPartner = [...after.choices.keys()].map((partnerId) => ({ partnerId, kind: kindFor(partnerId) }));
  const seers = [...after.choices].filter(([, choice]) => visibilityFor(after, choice) !== 'hidden');
  return KINDS.flatMap((type) => {
    const audience = byPartner.filter(({ kind }) => kind === type).map(({ partnerId }) => partnerId);
    if (audience.length === 0 && general !== type) return [];
    const isForAllSeers = type !== 'user.deactivated' && audience.length === seers.length;
    return [memberEvent(memberId, type, isForAllSeers ? null : audience)];
  });
}

/** @param audience null: every partner that may see the member when the event is sent */
export function memberEvent(memberId: string, type: Kind, audience: readonly number[] | null = null): EventContent {
  return { type, data: { user_id: encodeId('usr', memberId) }, memberId, audience };
}
