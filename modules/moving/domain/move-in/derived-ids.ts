/** Ids of rows that have none: the same in every run, whatever the order of the rows, and equal rows stay several. */
import { rowDigests } from '../import/row-digests.ts';

/** @returns a function from the texts of a row to its id; each call with equal texts gives the next id */
export function idsOfRows(): (...texts: readonly string[]) => string {
  const digestOf = rowDigests();
  return (...texts) => {
    const { digest, nth } = digestOf(texts);
    return `${digest.slice(0, 24)}-${nth}`;
  };
}
