/** The notice that a listing ends soon. */
import { encodeId } from '@timebank/contract';
import type { Reason } from '../../change/hooks.ts';

/** So many days before its last one a listing ends soon: its owner gets a mail, and the office sees it. */
export const ENDING_SOON_DAYS = 14;

/** Why the owner of a listing is written to before it ends: once for each listing and last day. */
export const endingReason = (listing: {
  readonly id: string;
  readonly memberId: string;
  readonly endsOn: string;
}): Reason => ({
  reasonKey: `listing.ending:${encodeId('lst', listing.id)}:${listing.endsOn}`,
  memberId: listing.memberId,
});
