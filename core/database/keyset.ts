/** The first and the last position of a list that is read by ids. */

/** Smaller than every UUID: the position before the first row of an ascending list. */
export const FIRST_ID = '00000000-0000-0000-0000-000000000000';

/** Greater than every UUID: the position before the first row of a descending list. */
export const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** The smallest UUIDv7 of a time: ids rise with the time of creation (RFC 9562 section 5.7), which begins in 1970. */
export function firstIdAt(timeMs: number): string {
  const hex = Math.max(0, timeMs).toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`;
}
