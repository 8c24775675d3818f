import type { Member } from '@timebank/contract/console';

/** The properties of each part of a member. */
export interface MemberPartProps {
  readonly member: Member;
}
