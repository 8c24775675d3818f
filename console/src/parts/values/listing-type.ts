export const LISTING_TYPE_VALUES = ['service', 'request'] as const;
