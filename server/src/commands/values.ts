/** Values of options that several commands read. */
import { secondsFromHours } from '@timebank/contract';
import { InvalidArgumentError } from 'commander';

/** Hours on the command line: at most two decimals. */
export function hoursValue(text: string): number {
  if (!/^\d{1,7}(\.\d{1,2})?$/.test(text)) {
    throw new InvalidArgumentError('It must be hours with at most two decimals.');
  }
  return Number(text);
}

/** Stays a word until the option is used: commander takes null from a parser for a failure, and makes it an empty text. */
export type OrNone<Value> = Value | 'none';

export const nullOf = <Value>(value: OrNone<Value>): Value | null => (value === 'none' ? null : value);

/** The same, or `none`. */
export const hoursValueOrNone = (text: string): OrNone<number> => (text === 'none' ? text : hoursValue(text));

/** Hours as seconds. */
const hoursArgument = (text: string) => secondsFromHours(hoursValue(text));

/** The same, or `none`. */
export function hoursOrNone(text: string): OrNone<number> {
  return text === 'none' ? text : hoursArgument(text);
}

/** A limit of 0 or below such as `-25`, or `none`. */
export function lowerHoursOrNone(text: string): OrNone<number> {
  if (text === 'none') return text;
  if (text === '0') return 0;
  if (!text.startsWith('-')) throw new InvalidArgumentError('It must be 0 or below, such as -25, or none.');
  return -hoursArgument(text.slice(1));
}

export function wholeNumber(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('It must be a whole number.');
  return Number(text);
}
