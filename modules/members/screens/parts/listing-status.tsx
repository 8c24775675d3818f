import { useText } from '../../../../console/src/i18n/text.ts';
import { Tag, type Tone } from '../../../../console/src/parts/values/tag.tsx';
import type { CommunityListing } from '../../contract/listings.ts';

const TONES: Readonly<Record<CommunityListing['status'], Tone | 'quiet'>> = {
  active: 'good',
  held: 'wait',
  closed: 'quiet',
};

export function ListingStatusTag({ status }: { status: CommunityListing['status'] }) {
  const text = useText();
  return <Tag tone={TONES[status]}>{text.listings.statuses[status]}</Tag>;
}
