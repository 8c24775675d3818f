/** The words of a member's row. */

export const MEMBER_STATUSES = ['active', 'pending', 'suspended', 'left'] as const;
export type MemberStatus = (typeof MEMBER_STATUSES)[number];

/** What partners may see: nothing, the member, or the member with the e-mail address (given the scope). */
export const VISIBILITIES = ['hidden', 'listed', 'listed_with_email'] as const;
export type Visibility = (typeof VISIBILITIES)[number];
