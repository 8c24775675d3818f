/** What commands send and print of one thing. */
import { harmless } from './context.ts';

/** The options that were given: what is left out stays as it is. */
export function givenOf<Values extends object>(options: Values): Partial<Values> {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as Partial<Values>;
}

/** A line for each pair, the values below one another. */
export function labelled(pairs: readonly (readonly string[])[]): string[] {
  const width = Math.max(...pairs.map(([label = '']) => label.length));
  return pairs.map(([label = '', value = '']) => `${label.padEnd(width)}  ${harmless(value)}`);
}
