/** The word that was probably meant. */

const WORD_MAX = 40;

/**
 * The one of the words that the written one is nearest to: a few letters away, or cut short.
 * @returns undefined when none is near
 */
export function nearest(written: string, words: readonly string[]): string | undefined {
  const word = written.toLowerCase();
  if (word.length > WORD_MAX) return undefined;
  const most = word.length < 5 ? 1 : 2;
  const near = words.map((one) => ({ one, distance: distance(word, one) })).sort((a, b) => a.distance - b.distance)[0];
  if (near && near.distance <= most) return near.one;
  return words.find((one) => word.length >= 4 && (one.startsWith(word) || (one.length >= 4 && word.startsWith(one))));
}

/** How many letters are to be added, left out, replaced, or exchanged with their neighbour. */
export function distance(one: string, other: string): number {
  const rows = Array.from({ length: one.length + 1 }, (_, at) => [at, ...Array<number>(other.length).fill(0)]);
  const cell = (row: number, column: number) => rows[row]?.[column] ?? 0;
  for (let column = 1; column <= other.length; column++) (rows[0] as number[])[column] = column;
  for (let row = 1; row <= one.length; row++) {
    for (let column = 1; column <= other.length; column++) {
      const same = one[row - 1] === other[column - 1] ? 0 : 1;
      const swapped = row > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      (rows[row] as number[])[column] = Math.min(
        cell(row - 1, column) + 1,
        cell(row, column - 1) + 1,
        cell(row - 1, column - 1) + same,
        swapped ? cell(row - 2, column - 2) + 1 : Number.POSITIVE_INFINITY,
      );
    }
  }
  return cell(one.length, other.length);
}
