/** How members are found inside words and with one slip of the finger (docs/decisions/members.md). */
import { wordsOfName } from './search-words.ts';

/** The part of a word that an index finds. Shorter ones stand in too many names to be worth a search. */
const GRAM_LENGTH = 3;
/** With fewer letters a slip makes another word. */
const SLIP_LENGTH_MIN = 4;
const SLIP_LENGTH_MAX = 30;
const GRAMS_MAX = 800;
const LETTERS = /^\p{L}+$/u;

/** How well a member answers a search, the best first. A member is as good as the worst term. */
export const FIT = { whole: 0, beginning: 1, inside: 2, slip: 3 } as const;
export type Fit = (typeof FIT)[keyof typeof FIT];

/** The query to an index for one term: members with all of `inside` or any of `slips`. */
export interface TermQuery {
  readonly inside: readonly number[];
  readonly slips: readonly number[];
}

/** The grams of a member's name: numbers, since no name can be read in them, and since they are small. */
export function gramsOf(communityId: number, name: string): number[] {
  const words = wordsOfName(name).filter((word) => LETTERS.test(word));
  const grams = words.flatMap((word) => [...inside(communityId, word), ...slips(communityId, word)]);
  return [...new Set(grams)].slice(0, GRAMS_MAX);
}

/** The grams of all words that a member is found by: how each begins. */
export function beginningsOf(communityId: number, words: readonly string[]): number[] {
  const beginnings = words.flatMap((word) => {
    const letters = lettersOf(word).slice(0, GRAM_LENGTH);
    return letters.map((_, at) => letters.slice(0, at + 1).join(''));
  });
  return [...new Set(beginnings)].map((beginning) => beginningGram(communityId, beginning));
}

/** Grams of all members in whom each term begins a word, and of some others. */
export const begunBy = (communityId: number, terms: readonly string[]): number[] =>
  terms.map((term) => beginningGram(communityId, lettersOf(term).slice(0, GRAM_LENGTH).join('')));

/** Terms that may stand inside a name or miss it by a slip, at most the first two; the others begin a word. */
export function nearTerms(terms: readonly string[]): readonly string[] {
  return terms.filter((term) => LETTERS.test(term) && lettersOf(term).length >= GRAM_LENGTH).slice(0, 2);
}

export const wantedOf = (communityId: number, term: string): TermQuery => ({
  inside: inside(communityId, term),
  slips: slips(communityId, term),
});

/** How well these words answer all terms; undefined when a term finds none. */
export function fitOf(terms: readonly string[], words: readonly string[]): Fit | undefined {
  let worst: Fit = FIT.whole;
  for (const term of terms) {
    const fit = fitOfTerm(term, words);
    if (fit === undefined) return undefined;
    if (fit > worst) worst = fit;
  }
  return worst;
}

function fitOfTerm(term: string, words: readonly string[]): Fit | undefined {
  if (words.includes(term)) return FIT.whole;
  if (words.some((word) => word.startsWith(term))) return FIT.beginning;
  if (!LETTERS.test(term) || lettersOf(term).length < GRAM_LENGTH) return undefined;
  if (words.some((word) => word.includes(term))) return FIT.inside;
  return words.some((word) => LETTERS.test(word) && isOneSlip(term, word)) ? FIT.slip : undefined;
}

/** Whether one letter is wrong, missing, too many, or changed places with its neighbour. */
export function isOneSlip(typed: string, meant: string): boolean {
  const [a, b] = [lettersOf(typed), lettersOf(meant)];
  if (Math.min(a.length, b.length) < SLIP_LENGTH_MIN || Math.abs(a.length - b.length) > 1) return false;
  let at = 0;
  while (at < a.length && a[at] === b[at]) at++;
  const rest = (letters: readonly string[], from: number) => letters.slice(from).join('');
  if (a.length > b.length) return rest(a, at + 1) === rest(b, at);
  if (a.length < b.length) return rest(a, at) === rest(b, at + 1);
  if (rest(a, at + 1) === rest(b, at + 1)) return true;
  return a[at] === b[at + 1] && a[at + 1] === b[at] && rest(a, at + 2) === rest(b, at + 2);
}

function inside(communityId: number, word: string): number[] {
  const letters = lettersOf(word);
  const count = Math.max(0, letters.length - GRAM_LENGTH + 1);
  const grams = Array.from({ length: count }, (_, at) => letters.slice(at, at + GRAM_LENGTH).join(''));
  return [...new Set(grams)].map((gram) => hash(`${communityId} ${gram}`));
}

/** Two words that are one slip apart are alike when each has lost a letter, or one of them. */
function slips(communityId: number, word: string): number[] {
  const letters = lettersOf(word);
  if (letters.length < SLIP_LENGTH_MIN || letters.length > SLIP_LENGTH_MAX) return [];
  const shorter = letters.map((_, at) => letters.toSpliced(at, 1).join(''));
  return [...new Set([word, ...shorter])].map((one) => hash(`${communityId}~${one}`));
}

const beginningGram = (communityId: number, beginning: string) => hash(`${communityId}^${beginning}`);

const lettersOf = (word: string): string[] => [...word];

/** FNV-1a in 32 bits. What falls together by chance is sorted out by the words themselves. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
  return value | 0;
}
