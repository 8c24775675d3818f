/** A listing as partners see it. */
import { encodeId, type Listing } from '@timebank/contract';
import type { ListingRow } from '../../../domain/listings/queries.ts';
import { hoursOrNull } from '../../present/hours.ts';

export function presentListing(row: ListingRow): Listing {
  return {
    id: encodeId('lst', row.id),
    user_id: encodeId('usr', row.member_id),
    type: row.type,
    title: row.title,
    description: row.description,
    category: row.category,
    estimated_hours: hoursOrNull(row.estimated_seconds),
    estimated_seconds: row.estimated_seconds,
    status: 'active',
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}
