/** What was probably meant, where it is probable: commander also guesses words that have half their letters in common. */

import { distance } from '@timebank/contract/near';

const GUESS = /unknown (?:command|option) '-*([^']+)'\n\(Did you mean (?:one of )?-*([^?,]+)[^?]*\?\)/;

/** The text of an error without a guess that is too far away. */
export function withoutFarGuess(text: string): string {
  const [whole, typed = '', guess = ''] = GUESS.exec(text) ?? [];
  if (whole === undefined || distance(typed, guess) <= Math.max(1, Math.floor(typed.length / 3))) return text;
  return text.replace(whole, whole.slice(0, whole.indexOf('\n')));
}
