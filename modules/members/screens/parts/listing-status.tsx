import { useText } from '../../../../console/src/i18n/text.ts';
import { Tag, type Tone } from '../../../../console/src/parts/values/tag.tsx';
import type { CommunityListing } from '../../contract/listings.ts';

const TONES: Readonly<Record<CommunityListing['status'], Tone | 'quiet'>> = {
  active: 'good',
  held: 'wait',
  closed: 'quiet',
};

export function ListingStatusTag({ status, back_as }: Pick<CommunityListing, 'status' | 'back_as'>) {
  const text = useText();
  if (back_as !== null) return <Tag tone="wait">{text.listings.onHold}</Tag>;
  return <Tag tone={TONES[status]}>{text.listings.statuses[status]}</Tag>;
}
