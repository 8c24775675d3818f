/** The words of a member's row. */
import type { MEMBER_STATUSES, VISIBILITIES } from '@timebank/contract/console';

export type MemberStatus = (typeof MEMBER_STATUSES)[number];
export type Visibility = (typeof VISIBILITIES)[number];
