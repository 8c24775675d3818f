/** Commands on one thing of a community: how it is named, what is changed of it, and what is printed. */
import type { Command } from 'commander';
import { COMMUNITY_OPTION } from './community-option.ts';
import { harmless } from './context.ts';

/** A command on the thing that its argument names. @param argument its name in the usage, and what may stand there */
export function commandOnOne(
  group: Command,
  [argument, told]: readonly [string, string],
  name: string,
  description: string,
): Command {
  return group
    .command(name)
    .description(description)
    .argument(`<${argument}>`, told)
    .option(...COMMUNITY_OPTION)
    .option('--json', 'print JSON');
}

/** The options that were given: what is left out stays as it is. */
export function givenOf<Values extends object>(options: Values): Partial<Values> {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as Partial<Values>;
}

/** A line for each pair, the values below one another. */
export function labelled(pairs: readonly (readonly string[])[]): string[] {
  const width = Math.max(...pairs.map(([label = '']) => label.length));
  return pairs.map(([label = '', value = '']) => `${label.padEnd(width)}  ${harmless(value)}`);
}
