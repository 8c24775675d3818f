/** The one rule of who sees a member: the member's choice for the partner, or for all, or the community's default. */
import type { MemberStatus, Visibility } from '@timebank/contract';

/** The facts that decide who sees a member. */
export interface VisibilityFacts {
  readonly status: MemberStatus;
  /** The member's own choice; null follows the community's default. */
  readonly visibility: Visibility | null;
  readonly defaultVisibility: Visibility;
}

/** How much of the member a partner sees, given the member's choice for it; null: a partner without one. */
export function visibilityFor(facts: VisibilityFacts, choice: Visibility | null): Visibility {
  if (facts.status !== 'active') return 'hidden';
  return choice ?? facts.visibility ?? facts.defaultVisibility;
}

/** The choice for member m, as SQL, independent of the member's status. Needs the joins of `seenBy`. */
export const VISIBILITY = 'coalesce(v.visibility, m.visibility, c.default_visibility)';

/** A boolean expression: whether member m is there for the partner of `seenBy`. */
export const VISIBLE = `m.status = 'active' and ${VISIBILITY} <> 'hidden'`;

/** Joins the member's community as c and its choice for the partner, if there is one, as v. */
export const seenBy = (partner: string, member = 'm.id', community = 'm.community_id') =>
  `join communities c on c.id = ${community}
   left join member_partner_visibility v
     on v.community_id = ${community} and v.partner_id = ${partner} and v.member_id = ${member}`;
