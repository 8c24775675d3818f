/** From a time to the day in the time zone of a community. */
import { instantOf, isDay } from '@timebank/contract';

const STAMP =
  /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})(?:[T ]+(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,]\d+)?)?\s*(Z|UTC|GMT|[+-]\d{2}:?\d{2})?)?$/i;

/**
 * Reads time stamps such as `2026-10-04 22:58:00 UTC`; without a zone they are UTC, without a time they are days.
 * @param timeZone IANA name
 * @returns the day there as `YYYY-MM-DD`, or undefined for what is no time of the calendar
 */
export function dayReader(timeZone: string): (stamp: string) => string | undefined {
  const format = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
  return (stamp) => {
    const [, year = '', month = '', day = '', hour, minute = '', second = '00', zone = 'Z'] =
      STAMP.exec(stamp.trim()) ?? [];
    if (year === '') return undefined;
    const written = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
    if (!isDay(written)) return undefined;
    if (hour === undefined) return written;
    const offset = /^[+-]/.test(zone) ? zone.replace(/^(...):?(..)$/, '$1:$2') : 'Z';
    const time = instantOf(`${written}T${hour.padStart(2, '0')}:${minute}:${second}${offset}`);
    return time && format.format(time);
  };
}
