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

/** Letters that are put in, left out or replaced to get from one word to the other (Levenshtein). */
function distance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, at) => at);
  for (let at = 1; at <= from.length; at++) {
    const next = [at];
    for (let column = 1; column <= to.length; column++) {
      const replaced = (row[column - 1] ?? 0) + (from[at - 1] === to[column - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[column] ?? 0) + 1, (next[column - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[to.length] ?? 0;
}
