/** What was probably meant, where it is probable: commander also guesses words that have half their letters in common. */

const GUESS = /unknown (?:command|option) '-*([^']+)'\n\(Did you mean (?:one of )?-*([^?,]+)[^?]*\?\)/;

/** The text of an error without a guess that is too far away. */
export function withoutFarGuess(text: string): string {
  const [whole, typed = '', guess = ''] = GUESS.exec(text) ?? [];
  if (whole === undefined || distance(typed, guess) <= Math.max(1, Math.floor(typed.length / 3))) return text;
  return text.replace(whole, whole.slice(0, whole.indexOf('\n')));
}

/** How many letters are to be added, left out, replaced, or exchanged with their neighbour. */
function distance(one: string, other: string): number {
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
