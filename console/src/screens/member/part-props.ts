import type { Member } from '@timebank/contract/console';

/** What each part of a member is given. */
export interface MemberPartProps {
  readonly member: Member;
}
