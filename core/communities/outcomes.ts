/**
 * What a sandbox forces, and by what: the one table of it, from which the partner guide's is tested. Members are made
 * when a sandbox is filled; a reference begins with its prefix and goes on as the partner likes. In a live community
 * none of this means anything.
 */
import type { MemberStatus } from '@timebank/contract';

/** A refusal that the ledger words as if its reason were there. */
export type ForcedRefusal =
  | 'user_not_found'
  | 'max_credit_hours'
  | 'max_member_day_hours'
  | 'max_partner_day_hours'
  | 'upper_balance';

/** How the event of a credit is delivered. */
export type ForcedDelivery = 'duplicate' | 'late';

export type ForcedByReference =
  | { readonly kind: 'refused_once'; readonly code: 'rate_limited' | 'temporarily_unavailable' }
  | { readonly kind: 'answer_lost' }
  | { readonly kind: 'day_final' }
  | { readonly kind: 'member_away' }
  | { readonly kind: 'member_edited' }
  | { readonly kind: 'delivery'; readonly delivery: ForcedDelivery }
  | { readonly kind: 'refused'; readonly refusal: ForcedRefusal };

/** A member that is the same in every sandbox. */
export interface DocumentedMember {
  readonly externalId: string;
  readonly name: string;
  readonly email: string;
  readonly paymentReference: string;
  readonly status: MemberStatus;
  readonly openingSeconds: number;
  /** The refusal of every credit; null: the outcome is real. */
  readonly refusal: ForcedRefusal | null;
  /** For the guide. */
  readonly means: string;
}

export interface DocumentedReference {
  readonly prefix: string;
  readonly outcome: ForcedByReference;
  /** For the guide. */
  readonly means: string;
}

/** The limit of a member's balance in a new sandbox. */
export const SANDBOX_UPPER_BALANCE_SECONDS = 100 * 3600;
/** A cap per day that is forced where the partner has none. */
export const FORCED_DAY_CAP_SECONDS = 10 * 3600;

export const DOCUMENTED_MEMBERS: readonly DocumentedMember[] = [
  {
    externalId: 'S001',
    name: 'Olga Ordinary',
    email: 'olga@example.org',
    paymentReference: 'RF8650000000000001',
    status: 'active',
    openingSeconds: 0,
    refusal: null,
    means: 'can be credited',
  },
  {
    externalId: 'S002',
    name: 'Sam Suspended',
    email: 'sam@example.org',
    paymentReference: 'RF5950000000000002',
    status: 'suspended',
    openingSeconds: 0,
    refusal: null,
    means: 'is suspended: not in lists, and the lookup returns 404 `user_not_found`',
  },
  {
    externalId: 'S003',
    name: 'Vera Vanishing',
    email: 'vera@example.org',
    paymentReference: 'RF3250000000000003',
    status: 'active',
    openingSeconds: 0,
    refusal: 'user_not_found',
    means: 'is found by the lookup and then gone: a credit returns 404 `user_not_found`',
  },
  {
    externalId: 'S004',
    name: 'Uma Upperlimit',
    email: 'uma@example.org',
    paymentReference: 'RF0550000000000004',
    status: 'active',
    openingSeconds: SANDBOX_UPPER_BALANCE_SECONDS,
    refusal: 'upper_balance',
    means: 'has as many hours as an account may hold: 422 `limit_exceeded` with `upper_balance`',
  },
  {
    externalId: 'S005',
    name: 'Dan Daycap',
    email: 'dan@example.org',
    paymentReference: 'RF7550000000000005',
    status: 'active',
    openingSeconds: 0,
    refusal: 'max_member_day_hours',
    means: 'has had all of its hours of the day: 422 `limit_exceeded` with `max_member_day_hours`',
  },
];

export const DOCUMENTED_REFERENCES: readonly DocumentedReference[] = [
  {
    prefix: 'sandbox-429-',
    outcome: { kind: 'refused_once', code: 'rate_limited' },
    means: '429 `rate_limited` with `Retry-After`, once; the repeat books',
  },
  {
    prefix: 'sandbox-503-',
    outcome: { kind: 'refused_once', code: 'temporarily_unavailable' },
    means: '503 `temporarily_unavailable` with `Retry-After`, once; the repeat books',
  },
  {
    prefix: 'sandbox-lost-',
    outcome: { kind: 'answer_lost' },
    means: 'is booked, and the connection is cut before the response; the repeat returns 200 with `replayed`',
  },
  {
    prefix: 'sandbox-credit-cap-',
    outcome: { kind: 'refused', refusal: 'max_credit_hours' },
    means: '422 `limit_exceeded` with `max_credit_hours`, as if the cap were half of what you ask for',
  },
  {
    prefix: 'sandbox-day-cap-',
    outcome: { kind: 'refused', refusal: 'max_partner_day_hours' },
    means: '422 `limit_exceeded` with `max_partner_day_hours`, as if your hours of the day were used up',
  },
  {
    prefix: 'sandbox-duplicate-',
    outcome: { kind: 'delivery', delivery: 'duplicate' },
    means: 'its event is delivered twice with the same `webhook-id`, as if your first 2xx had been lost',
  },
  {
    prefix: 'sandbox-late-',
    outcome: { kind: 'delivery', delivery: 'late' },
    means: 'its event is late: the first attempt never reaches you, and events of the next five seconds overtake it',
  },
  {
    prefix: 'sandbox-final-',
    outcome: { kind: 'day_final' },
    means:
      'is booked, and your current day becomes final at once, again each time; what follows is booked on the next day',
  },
  {
    prefix: 'sandbox-away-',
    outcome: { kind: 'member_away' },
    means:
      'is booked, and the member leaves and comes back: `user.deactivated` and `user.activated`, with `listing.closed` and `listing.published` for each active listing',
  },
  {
    prefix: 'sandbox-edited-',
    outcome: { kind: 'member_edited' },
    means: 'is booked, and the member is changed: `user.updated`, and `listing.updated` for each active listing',
  },
];

const MARK = 'sandbox-';

/** The outcome that a reference forces; for sandboxes only. */
export function forcedByReference(reference: string): ForcedByReference | undefined {
  if (!reference.startsWith(MARK)) return undefined;
  return DOCUMENTED_REFERENCES.find(({ prefix }) => reference.startsWith(prefix))?.outcome;
}

/** The refusal that a member forces for credits; for sandboxes only. */
export function forcedByMember(externalId: string | null): ForcedRefusal | undefined {
  return DOCUMENTED_MEMBERS.find((member) => member.externalId === externalId)?.refusal ?? undefined;
}
