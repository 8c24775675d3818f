/** Hours of the wire and whole seconds of the database, where either may be missing. */
import { hoursFromSeconds } from '@timebank/contract';

export function hoursOrNull(seconds: number | null): number | null {
  return seconds === null ? null : hoursFromSeconds(seconds);
}

/** Limits are whole minutes at the finest; the domain refuses what is no limit. */
export function secondsOrNull(hours: number | null): number | null {
  return hours === null ? null : Math.round(hours * 3600);
}
