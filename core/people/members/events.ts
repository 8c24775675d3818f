/**
 * The events for partners when a member changes: decided from who could see the member before and who can after. The
 * member's listings come and go with it.
 */
import { encodeId, type Visibility } from '@timebank/contract';
import type { Change } from '../../change/change.ts';
import { FIRST_ID } from '../../database/keyset.ts';
import type { Transaction } from '../../database/query.ts';
import type { EventContent } from '../../events/delivery/append.ts';
import { type VisibilityFacts, visibilityFor } from '../visibility.ts';
import { selectPartnerChoices, touchActiveListings } from './queries.ts';

/** Who sees a member: the rule for everyone, and the member's choices for single partners. */
export interface MemberVisibility extends VisibilityFacts {
  /** Every partner of the community; null: no choice, the general rule holds. */
  readonly choices: ReadonlyMap<number, Visibility | null>;
}

/** One member, before and after a change. */
export interface MemberChange {
  readonly memberId: string;
  readonly before: MemberVisibility;
  readonly after: MemberVisibility;
  /** Whether something else than visibility changed. */
  readonly changed: boolean;
}

type Kind = 'user.activated' | 'user.updated' | 'user.deactivated';
const KINDS: readonly Kind[] = ['user.activated', 'user.updated', 'user.deactivated'];

/** The events of a listing for partners that gain or lose sight of its member. */
const LISTING_KINDS = {
  'user.activated': 'listing.published',
  'user.updated': undefined,
  'user.deactivated': 'listing.closed',
} as const;

type Audience = EventContent['audience'];

interface Notice {
  readonly type: Kind;
  /** null: every partner that may see the member when the event is sent. */
  readonly audience: readonly number[] | null;
}

/** Listings of one statement: it stays far below the time limit, and what it returns in memory. */
const LISTINGS_AT_ONCE = 2000;

/** The choices as they are now; the member must be locked. */
export async function readChoices(
  transaction: Transaction,
  communityId: number,
  memberId: string,
): Promise<MemberVisibility['choices']> {
  const rows = await selectPartnerChoices(transaction, { communityId, memberId });
  return new Map(rows.map(({ partnerId, choice }) => [partnerId, choice]));
}

/**
 * Tells the partners of changes of members, which must be locked: one event per kind and member for all partners.
 * Where a member comes or goes, so do its active listings: partners that keep a copy find them by `sync_token`, too.
 */
export async function announceMembersIn(
  { transaction, at, emit, flush }: Pick<Change, 'transaction' | 'at' | 'emit' | 'flush'>,
  communityId: number,
  changes: readonly MemberChange[],
): Promise<void> {
  const flips = new Map<string, Notice[]>();
  for (const change of changes) {
    const notices = noticesOf(change);
    for (const { type, audience } of notices) emit(memberEvent(change.memberId, type, audience));
    const flipped = notices.filter(({ type, audience }) => LISTING_KINDS[type] && audience?.length !== 0);
    if (flipped.length > 0) flips.set(change.memberId, flipped);
  }
  const memberIds = [...flips.keys()];
  for (let last = { memberId: FIRST_ID, id: FIRST_ID }; memberIds.length > 0; await flush()) {
    const page = { communityId, memberIds, afterMemberId: last.memberId, afterId: last.id, limit: LISTINGS_AT_ONCE };
    const listings = await touchActiveListings(transaction, { ...page, updatedAt: at });
    for (const { id, memberId } of listings) {
      for (const { type, audience } of flips.get(memberId) ?? []) {
        const kind = LISTING_KINDS[type];
        if (kind) emit(listingEvent(id, memberId, kind, audience));
      }
    }
    last = listings.at(-1) ?? last;
    if (listings.length < LISTINGS_AT_ONCE) return;
  }
}

/**
 * Whom a change concerns. A notice names its partners where entitlement at the time of sending would not find them:
 * those that no longer see the member, or only some of those that do.
 */
function noticesOf({ before, after, changed }: MemberChange): Notice[] {
  const kindFor = (partnerId: number | null): Kind | undefined => {
    const choice = (facts: MemberVisibility) => (partnerId === null ? null : (facts.choices.get(partnerId) ?? null));
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
    return [{ type, audience: isForAllSeers ? null : audience }];
  });
}

/** @param audience absent: every partner that may see the member when the event is sent */
export function memberEvent(memberId: string, type: Kind, audience: Audience = null): EventContent {
  return { type, data: { user_id: encodeId('usr', memberId) }, memberId, audience };
}

/**
 * @param audience absent: every partner that may see the listing's member when the event is sent; a closing names those
 *   that saw it, since the member may be out of sight by then
 */
export function listingEvent(
  listingId: string,
  memberId: string,
  type: 'listing.published' | 'listing.updated' | 'listing.closed',
  audience: Audience = null,
): EventContent {
  const data = { listing_id: encodeId('lst', listingId), user_id: encodeId('usr', memberId) };
  return { type, data, memberId, listingId, audience };
}
