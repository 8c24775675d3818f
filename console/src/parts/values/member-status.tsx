import type { MemberSummary } from '@timebank/contract/console';
import { useText } from '../../i18n/text.ts';
import { Tag, type Tone } from './tag.tsx';

export type MemberStatus = MemberSummary['status'];
export const MEMBER_STATUS_VALUES = ['active', 'pending', 'suspended', 'left'] as const;

const TONES: Readonly<Record<MemberStatus, Tone | 'quiet'>> = {
  active: 'good',
  pending: 'wait',
  suspended: 'bad',
  left: 'quiet',
};

export function MemberStatusTag({ status }: { status: MemberStatus }) {
  const text = useText();
  return <Tag tone={TONES[status]}>{text.memberStatus[status]}</Tag>;
}
