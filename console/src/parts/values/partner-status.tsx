import type { Partner } from '@timebank/contract/console';
import { useText } from '../../i18n/text.ts';
import { Tag } from './tag.tsx';

export const STATUS_TONES = { active: 'good', pending: 'wait', suspended: 'bad' } as const;

export function StatusTag({ status }: { status: Partner['status'] }) {
  const text = useText();
  return <Tag tone={STATUS_TONES[status]}>{text.status[status]}</Tag>;
}
