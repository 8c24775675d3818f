/** Values of options that several commands read. */
import { InvalidArgumentError } from 'commander';
import { ownOption } from './operation-options.ts';

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

/** A limit of 0 or below such as `-25`, or `none`. */
export function lowerHoursOrNone(text: string): OrNone<number> {
  if (text === 'none') return text;
  if (text === '0') return 0;
  if (!text.startsWith('-')) throw new InvalidArgumentError('It must be 0 or below, such as -25, or none.');
  return -hoursValue(text.slice(1));
}

/** The field `lower_balance_hours`. */
export const LOWER_HOURS = ownOption(
  '--lower-hours <hours>',
  'how far below zero exchanges may take an account, such as -25',
  lowerHoursOrNone,
);

export function wholeNumber(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('It must be a whole number.');
  return Number(text);
}
