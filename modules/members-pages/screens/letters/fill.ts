/** A letter's text with the words of one member in place of those in braces. */

/** The words that a text may have in braces. */
export const LETTER_WORDS = ['name', 'number', 'balance', 'reference', 'community', 'today'] as const;
/** Those of a letter that opens the members' pages. */
export const WAY_IN_WORDS = ['address'] as const;

export type LetterWords = Readonly<Partial<Record<string, string>>>;

/** A word in braces that the letter does not know stays as it was typed: it is seen before it is printed. */
export function fillLetter(text: string, words: LetterWords): string {
  return text.replace(/\{(\w+)\}/g, (whole, word: string) => words[word] ?? whole);
}
