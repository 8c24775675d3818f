/**
 * What a person says of a listing: how it is entered, kept, read and erased. A further field is added here, and to its
 * rule and its schema in the contract; what forgets it does not compile.
 */
import { LISTING_FIELDS, type LISTING_VALUES, type ListingType } from '@timebank/contract';
import { type CamelCased, readFields, snakeCased } from '../../base/fields/fields.ts';

export interface ListingInput {
  readonly type?: ListingType;
  readonly title?: string;
  readonly description?: string;
  readonly category?: string;
  /** `1.5` or `1:30`; null: not estimated. */
  readonly estimatedHours?: string | null;
}

/** The same as it is stored. */
export interface ListingValues {
  readonly type: ListingType;
  readonly title: string;
  readonly description: string;
  readonly category: string;
  readonly estimatedSeconds: number | null;
}

/** Of a new listing that says nothing else. */
export const NOTHING_SAID = {
  description: '',
  category: '',
  estimatedSeconds: null,
} as const satisfies Partial<ListingValues>;

const RULES = {
  type: LISTING_FIELDS.type,
  title: LISTING_FIELDS.title,
  description: LISTING_FIELDS.description,
  category: LISTING_FIELDS.category,
  estimatedHours: LISTING_FIELDS.estimated_hours,
} as const satisfies Record<keyof CamelCased<typeof LISTING_VALUES>, unknown>;

/** Their columns, with the types of PostgreSQL. */
export const VALUE_TYPES = {
  type: 'text',
  title: 'text',
  description: 'text',
  category: 'text',
  estimatedSeconds: 'bigint',
} as const satisfies Record<keyof ListingValues, string>;

/** What is left of each column where the member is erased, as SQL; null: it stays. */
export const ERASED_VALUES: Readonly<Record<keyof ListingValues, string | null>> = {
  type: null,
  title: `'Erased'`,
  description: `''`,
  category: null,
  estimatedSeconds: null,
};

/** The columns of a row of listings, by the names of the values. */
export const listingColumns = (row: string): string =>
  Object.keys(VALUE_TYPES)
    .map((name) => `${row}.${snakeCased(name)} as "${name}"`)
    .join(', ');

/** Each column with what it is set to, for an update. */
export const setValues = (sqlOf: (name: keyof ListingValues) => string | null): string =>
  (Object.keys(VALUE_TYPES) as (keyof ListingValues)[])
    .flatMap((name) => {
      const value = sqlOf(name);
      return value === null ? [] : [`${snakeCased(name)} = ${value}`];
    })
    .join(', ');

/**
 * @returns what was given, and nothing else
 * @throws refusal validation_failed naming every field at fault
 */
export function readListing(input: ListingInput): Partial<ListingValues> {
  const { estimatedHours, ...values } = readFields(input, RULES);
  return estimatedHours === undefined ? values : { ...values, estimatedSeconds: estimatedHours };
}
