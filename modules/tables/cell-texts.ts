/** Values of cells as the texts that a person would type: the same for every format of workbooks. */
import { numberText } from './numbers.ts';

const DAY_SECONDS = 86_400;

/** A length of time as `26:30` or `-0:00:30`: hours are never cut off at a day. */
export function lengthText(seconds: number): string {
  const size = Math.round(Math.abs(seconds));
  const two = (value: number) => String(value).padStart(2, '0');
  const [hours, minutes, rest] = [Math.floor(size / 3600), two(Math.floor(size / 60) % 60), size % 60];
  return `${seconds < 0 && size > 0 ? '-' : ''}${hours}:${minutes}${rest === 0 ? '' : `:${two(rest)}`}`;
}

/** A length of time that a cell keeps as a number of days. */
export const lengthOfDays = (days: number): string => lengthText(days * DAY_SECONDS);

/** A day of a count of days; its time is not kept. Undefined: no calendar has it. */
export function dayText(days: number, epoch: number): string | undefined {
  const day = new Date(epoch + Math.floor(days) * DAY_SECONDS * 1000);
  return Number.isNaN(day.getTime()) ? undefined : day.toISOString().slice(0, 10);
}

/** A share as it is shown: no amount is a per cent of something that the cell does not say. */
export const percentText = (share: string): string =>
  `${numberText(String(Number((Number(share) * 100).toPrecision(15)))).replace(/\.0+$/, '')}%`;

export const booleanText = (isTrue: boolean): string => (isTrue ? 'true' : 'false');

/** What a formula without a result gets: a reader of the file refuses errors of spreadsheets. */
export const NO_RESULT = '#N/A';

const DURATION = /^(-?)P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:[.,]\d+)?)S)?)?$/;

/** The seconds of a length of time in ISO 8601 (`PT26H30M00S`); undefined where it is none, or counts by months. */
export function secondsOfDuration(text: string): number | undefined {
  const [found, sign, ...parts] = DURATION.exec(text.trim()) ?? [];
  if (found === undefined) return undefined;
  const [days = 0, hours = 0, minutes = 0, seconds = 0] = parts.map((part) => Number((part ?? '0').replace(',', '.')));
  return (sign === '-' ? -1 : 1) * (days * DAY_SECONDS + hours * 3600 + minutes * 60 + seconds);
}
