import type { MemberStatus } from '@timebank/contract/words';
import { useText } from '../../i18n/text.ts';
import { Tag, type Tone } from './values.tsx';

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
