import type { CommunityListing } from '@timebank/contract/console';
import { useText } from '../../i18n/text.ts';
import { Tag, type Tone } from './tag.tsx';

const TONES: Readonly<Record<CommunityListing['status'], Tone | 'quiet'>> = {
  active: 'good',
  held: 'wait',
  closed: 'quiet',
};

export function ListingStatusTag({ status }: { status: CommunityListing['status'] }) {
  const text = useText();
  return <Tag tone={TONES[status]}>{text.listings.statuses[status]}</Tag>;
}
