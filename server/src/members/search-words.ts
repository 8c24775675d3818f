/** How members are found by what people type: words without case and accents, matched by their beginnings. */

/** Letters that have no decomposition of their own. */
const FOLDED: Readonly<Record<string, string>> = {
  ß: 'ss',
  ø: 'o',
  ł: 'l',
  æ: 'ae',
  œ: 'oe',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
};
const WORD_LENGTH_MAX = 60;
const WORDS_MAX = 40;

/** The text in small letters without accents: `Jürgen Weiß` is `jurgen weiss`. */
export function foldText(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[ßøłæœđðþı]/g, (letter) => FOLDED[letter] ?? letter);
}

/** The different words of a text, folded: runs of letters and digits. */
function wordsOf(text: string): string[] {
  const runs = foldText(text).match(/[\p{L}\p{N}]+/gu) ?? [];
  return [...new Set(runs.map((run) => run.slice(0, WORD_LENGTH_MAX)))].slice(0, WORDS_MAX);
}

/** What names a member. */
export interface Named {
  readonly name: string;
  readonly email?: string | null | undefined;
  readonly externalId?: string | null | undefined;
  readonly paymentReference: string;
}

/** The words a member is found by. */
export function searchWordsOf({ name, email, externalId, paymentReference }: Named): string[] {
  return wordsOf([paymentReference, externalId ?? '', name, email ?? ''].join(' '));
}

/**
 * The beginnings of words a search asks for, the longest first: it is likely the rarest. A payment reference is one
 * word, also where it was typed in groups of four.
 */
export function searchTerms(typed: string): string[] {
  const compact = foldText(typed).replace(/[\s-]+/g, '');
  if (/^rf\d{2}[0-9a-z]{2,21}$/.test(compact)) return [compact];
  return wordsOf(typed).sort((a, b) => b.length - a.length);
}
