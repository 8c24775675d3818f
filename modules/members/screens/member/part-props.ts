import type { Member } from '../../contract/members.ts';

/** The properties of each part of a member. */
export interface MemberPartProps {
  readonly member: Member;
}
