/**
 * Mutants: single faults that a test must notice. Each was once a hole in the suite, or marks a guarantee that covered
 * lines alone do not hold.
 */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

export interface Mutant {
  /** A code, then what is broken. */
  readonly id: string;
  /** As are the tests, from the root of the repository. */
  readonly file: string;
  readonly from: string;
  readonly to: string;
  /** The nearest test files, one of which must fail. */
  readonly tests: readonly string[];
  /** The guarantee that the mutant takes away. */
  readonly why: string;
}

export const ROOT = resolve(import.meta.dirname, '../../../..');

export function readMutants(): readonly Mutant[] {
  return JSON.parse(readFileSync(join(import.meta.dirname, 'mutants.json'), 'utf8'));
}

/** The source with the fault in it. @throws when the text to be replaced does not stand exactly once in the source */
export function mutate(source: string, { id, file, from, to }: Mutant): string {
  const places = source.split(from).length - 1;
  if (places !== 1) throw new Error(`${id}: its "from" stands ${places} times in ${file}, not once`);
  return source.replace(from, () => to);
}

export const readSource = (root: string, { file }: Mutant): string => readFileSync(join(root, file), 'utf8');
