import type { CommunityKind } from '@timebank/contract/words';
import { useText } from '../../i18n/text.ts';
import { Tag } from './tag.tsx';

/** The mark of a sandbox. What is live is the usual case, and has none. */
export function KindTag({ kind }: { kind: CommunityKind }) {
  const text = useText();
  return kind === 'live' ? null : <Tag tone="quiet">{text.kind[kind]}</Tag>;
}
