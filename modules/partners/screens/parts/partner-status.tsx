import { useText } from '../../../../console/src/i18n/text.ts';
import { Tag } from '../../../../console/src/parts/values/values.tsx';
import type { Partner } from '../../contract/partners.ts';

export const STATUS_TONES = { active: 'good', pending: 'wait', suspended: 'bad' } as const;

export function StatusTag({ status }: { status: Partner['status'] }) {
  const text = useText();
  return <Tag tone={STATUS_TONES[status]}>{text.status[status]}</Tag>;
}
