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
  return wordsOf(typed).sort((a, b) => b.length - a.length);
}

/** The word of a member's number that is likely the rarest: the longest with a digit, else the longest. */
export function rarestWord(number: string): string | undefined {
  const words = wordsOf(number).sort((a, b) => b.length - a.length);
  return words.find((word) => /\p{N}/u.test(word)) ?? words[0];
}
