/** A listing as partners see it. */
import { encodeId, type Listing } from '@timebank/contract';
import type { ListingRow } from '../../../domain/listings/queries.ts';
import { utcText } from '../../../platform/database/utc-text.ts';
import { hoursOrNull } from '../../present/hours.ts';

export function presentListing(row: ListingRow): Listing {
  return {
    id: encodeId('lst', row.id),
    user_id: encodeId('usr', row.memberId),
    type: row.type,
    title: row.title,
    description: row.description,
    category: row.category,
    estimated_hours: hoursOrNull(row.estimatedSeconds),
    estimated_seconds: row.estimatedSeconds,
    status: 'active',
    created_at: utcText(row.createdAt),
    updated_at: utcText(row.updatedAt),
  };
}
