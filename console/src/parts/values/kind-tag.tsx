import type { CommunityKind } from '@timebank/contract/words';
import { useText } from '../../i18n/text.ts';
import { Tag } from './tag.tsx';

/** Live or sandbox, in one word. */
export function KindTag({ kind }: { kind: CommunityKind }) {
  const text = useText();
  return <Tag tone={kind === 'live' ? 'info' : 'quiet'}>{text.kind[kind]}</Tag>;
}
