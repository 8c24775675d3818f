/**
 * How members are found by what people type: words without case and accents, matched by their beginnings; near.ts has
 * the rest.
 */
import { foldText } from '@timebank/contract/fold';
import { phoneKey, phoneWords } from './likeness.ts';

const WORD_LENGTH_MAX = 60;
const WORDS_MAX = 40;

/** Characters that join the parts of a name: O’Brien, Anna-Lena. */
const APOSTROPHES = /(?<=\p{L})['’ʼ‘`´](?=\p{L})/gu;
const JOINTS = /(?<=\p{L})['’ʼ‘`´\p{Pd}](?=\p{L})/gu;

/** The different words of a name, those that are joined also as one: `obrien`, `annalena`. */
export function wordsOfName(name: string): string[] {
  return wordsOf([name, name.replace(APOSTROPHES, ''), name.replace(JOINTS, '')].join(' '));
}

/** The different words of a text, folded: runs of letters and digits. */
function wordsOf(text: string): string[] {
  const runs = foldText(text).match(/[\p{L}\p{N}]+/gu) ?? [];
  return [...new Set(runs.map((run) => run.slice(0, WORD_LENGTH_MAX)))].slice(0, WORDS_MAX);
}

/** The fields that name a member. */
export interface NameFields {
  readonly name: string;
  readonly email?: string | null | undefined;
  readonly externalId?: string | null | undefined;
  readonly paymentReference: string;
  readonly givenName?: string | null | undefined;
  readonly familyName?: string | null | undefined;
  readonly phone?: string | null | undefined;
  readonly secondPhone?: string | null | undefined;
}

/** The words a member is found by. */
export function searchWordsOf(member: NameFields): string[] {
  const { name, email, externalId, paymentReference, givenName, familyName, phone, secondPhone } = member;
  const texts = [paymentReference, externalId, name, email, givenName, familyName].filter(Boolean);
  return [
    ...new Set([
      ...[...wordsOf(texts.join(' ')), ...wordsOfName(name), ...wordsOfName(familyName ?? '')],
      ...[...phoneWords(phone), ...phoneWords(secondPhone)],
    ]),
  ];
}

/** A telephone number in groups, or with a country code: digits and signs only, and more digits than a year has. */
const PHONE = /^(?=(?:\D*\d){6})(?:\+|00)?[\d\s()/.-]+$/;
const IN_GROUPS = /^\+|^00|\d[\s()/.-]+\d/;

/**
 * The beginnings of words a search asks for, the longest first: it is likely the rarest. A payment reference is one
 * word, also where it was typed in groups of four; so is a telephone number.
 */
export function searchTerms(typed: string): string[] {
  const compact = foldText(typed).replace(/[\s-]+/g, '');
  if (/^rf\d{2}[0-9a-z]{2,21}$/.test(compact)) return [compact];
  const number = typed.trim();
  const phone = PHONE.test(number) && IN_GROUPS.test(number) ? phoneKey(number) : null;
  if (phone !== null) return [phone];
  const called = number.replace(BEFORE_NUMBER, '').replace(BEFORE_NAME, '');
  return wordsOf(called).sort((a, b) => b.length - a.length);
}

/** Words before a number: `Nr. W001`, `No. W001`, `Núm. W001`, `N° W001`, `#12`. */
const BEFORE_NUMBER =
  /^(?:#|n[°º.]|(?:nr|no|n[uú]m(?:ero)?|num[eé]ro|nummer|number|mitgliedsnummer|mitglied|member(?: number)?|soci[oa]|membre|membro)(?:[.:]\s*|\s+|(?=\d)))\s*(?=\S*\d)/i;

/** Forms of address, with a name behind them: `Frau Weber`, `Mrs. Weber`, `Sra. Weber`. */
const BEFORE_NAME =
  /^(?:(?:frau|fr|herrn?|hr|familie|fam|mrs|mr|ms|miss|mx|dr|prof|professor|se[nñ]or(?:a|ita)?|sr(?:t?a)?|doña|madame|mme|mademoiselle|mlle|monsieur|signor(?:a|ina)?|sig(?:\.?ra)?)(?:\.\s*|\s+))+(?=\p{L})/iu;

/** The numbers that a text may name, also in small letters, and the word of them that is likely the rarest. */
export function numbersTyped(typed: string): { readonly numbers: readonly string[]; readonly wordOfNumber: string } {
  const text = typed.trim();
  const bare = text.replace(BEFORE_NUMBER, '');
  const words = wordsOf(bare).sort((a, b) => b.length - a.length);
  // W 001 and W-001 on a slip are W001 in the list.
  const joined = bare.replace(/^(\p{L}{1,4})[\s-]+(?=\d+$)/u, '$1');
  return {
    numbers: [
      ...new Set([text, bare, joined, joined.toUpperCase(), ...[text, bare, joined].map((one) => one.toLowerCase())]),
    ],
    wordOfNumber: words.find((word) => /\p{N}/u.test(word)) ?? words[0] ?? '',
  };
}

/** The text with `ae`, `oe` and `ue` for umlauts: `Jürgen` and `Juergen` are one name, `Baur` and `Bauer` are two. */
export const umlautsWritten = (text: string): string =>
  text.normalize('NFC').replace(/[äöü]/gi, (letter) => `${letter.normalize('NFD')[0]}e`);
