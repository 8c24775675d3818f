/** How names are compared: without case and accents. The service stores them so; the console matches what is typed. */

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

/** The text in small letters without accents: `Jürgen Weiß` is `jurgen weiss`. */
export function foldText(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[ßøłæœđðþı]/g, (letter) => FOLDED[letter] ?? letter);
}
