/** What rows without a number are called: the same in every run, whatever the order of the rows. */
import { hash } from 'node:crypto';

/** A row by its texts; `nth` tells equal rows apart, the first is 1. */
export interface RowDigest {
  /** SHA-256, in hexadecimal. */
  readonly digest: string;
  readonly nth: number;
}

/** @returns a function from the texts of a row to its digest; each call with equal texts counts on */
export function rowDigests(): (texts: readonly string[]) => RowDigest {
  const counts = new Map<string, number>();
  return (texts) => {
    const written = texts.join('\u0000');
    const nth = (counts.get(written) ?? 0) + 1;
    counts.set(written, nth);
    return { digest: hash('sha256', written, 'hex'), nth };
  };
}
