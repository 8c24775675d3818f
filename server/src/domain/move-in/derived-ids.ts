/** Ids of rows that have none: the same in every run, whatever the order of the rows, and equal rows stay several. */
import { hash } from 'node:crypto';

/** @returns a function from the texts of a row to its id; each call with equal texts gives the next id */
export function idsOfRows(): (...texts: readonly string[]) => string {
  const counts = new Map<string, number>();
  return (...texts) => {
    const written = texts.join('\u0000');
    const nth = (counts.get(written) ?? 0) + 1;
    counts.set(written, nth);
    return `${hash('sha256', written, 'hex').slice(0, 24)}-${nth}`;
  };
}
