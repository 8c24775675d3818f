/** Every line of the member's account. */
import { AccountLines } from '../parts/account-lines.tsx';
import type { MemberPartProps } from './part-props.ts';

export default function History({ member }: MemberPartProps) {
  return <AccountLines operation="listMemberTransfers" params={{ memberId: member.id }} />;
}
