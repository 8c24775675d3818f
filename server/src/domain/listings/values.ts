/** The values of a listing as a person enters them, read by the same rules as an import's cells. */
import { LISTING_FIELDS, type ListingType } from '@timebank/contract';
import { readFields } from '../fields/fields.ts';

export interface ListingInput {
  readonly type?: ListingType;
  readonly title?: string;
  readonly description?: string;
  readonly category?: string;
  /** `1.5` or `1:30`; null: not estimated. */
  readonly estimatedHours?: string | null;
}

/** The same as it is stored; what was not given is not there. */
export interface ListingValues {
  type?: ListingType;
  title?: string;
  description?: string;
  category?: string;
  estimatedSeconds?: number | null;
}

const RULES = {
  type: LISTING_FIELDS.type,
  title: LISTING_FIELDS.title,
  description: LISTING_FIELDS.description,
  category: LISTING_FIELDS.category,
  estimatedHours: LISTING_FIELDS.estimated_hours,
} as const;

/** @throws refusal validation_failed naming every field at fault */
export function readListing(input: ListingInput): ListingValues {
  const { estimatedHours, ...values } = readFields(input, RULES);
  return estimatedHours === undefined ? values : { ...values, estimatedSeconds: estimatedHours };
}
