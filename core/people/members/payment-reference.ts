/** ISO 11649 creditor references: what a payer writes on a transfer so that it finds its member. */
import { randomInt } from 'node:crypto';

/** Longest body that ISO 11649 allows, after `RF` and the check digits. */
const BODY_MAX = 21;
/** Bodies of members' references: of today, and of before. */
const BODY_LENGTHS = [14, 16];
/** Digits after `RF` in a text that looks like a reference. */
const DIGITS_LIKELY = 12;
/** Characters that banks and people put between the groups: spaces, dashes and signs without a width. */
const IGNORED = /[\p{Zs}\s\p{Pd}\u2212\p{Cf}]/u;
const SEPARATOR = /[\p{Zs}\s\p{Pd}\u2212\p{Cf}./]/u;

/**
 * A new random reference in its electronic form without spaces: 18 characters, since British Faster Payments cut after 18.
 * Digits only, since the check digits then notice every single wrong digit and every swap of two neighbours; with
 * letters they do not. The first of the fourteen is not 0: banks add and drop zeros there.
 */
export function createPaymentReference(): string {
  const body = `${randomInt(1_000_000, 10_000_000)}${String(randomInt(10_000_000)).padStart(7, '0')}`;
  return `RF${checkDigits(body)}${body}`;
}

/** Whether the text is a creditor reference in electronic form (no spaces, capitals) with right check digits. */
export function isPaymentReference(text: string): boolean {
  return /^RF[0-9]{2}[0-9A-Z]{1,21}$/.test(text) && remainder(text.slice(4) + text.slice(0, 4)) === 1;
}

/**
 * One reference as a person or a bank writes it: spaces and dashes of any kind, ASCII case and zeros behind the check
 * digits do not count. With any other difference it is another reference, never a near match.
 * @returns the electronic form without those zeros, or why it is none
 */
export function readPaymentReference(
  text: string,
): { readonly reference: string } | { readonly fault: 'invalid_payment_reference' | 'wrong_check_digits' } {
  const compact = [...text].filter((character) => !IGNORED.test(character)).join('');
  const written = compact.replace(/[a-z]/g, (letter) => letter.toUpperCase());
  const reference = withoutZeros(written);
  if (!/^RF[0-9]{2}[0-9A-Z]{1,21}$/.test(reference)) return { fault: 'invalid_payment_reference' };
  return isPaymentReference(reference) ? { reference } : { fault: 'wrong_check_digits' };
}

/** Zeros behind the check digits do not change them. */
const withoutZeros = (reference: string) => reference.replace(/^(RF[0-9]{2})0+(?=[0-9A-Z])/, '$1');

/** The references in a text, and whether something looks like one and is none. */
export interface ReferencesRead {
  /** In electronic form, without zeros behind the check digits. */
  readonly references: readonly string[];
  /** The first that looks like a reference and fails, as written; null where there is none. */
  readonly unreadable: string | null;
}

/**
 * All members' references in pieces that a bank may have cut anywhere: wherever they begin, glued to words or not, with
 * separators or line breaks between their digits. Only ASCII is read as such, and the check digits must hold.
 * @param pieces in their order
 */
export function readReferencesIn(pieces: readonly string[]): ReferencesRead {
  // With a gap, a piece ends a reference; without one, it may end in the middle of "RF".
  const read = [referencesIn(pieces.join('\n')), referencesIn(pieces.join(''))];
  const references = [...new Set(read.flatMap((one) => one.references))];
  const unreadable = read.map((one) => one.unreadable).find((one) => one !== null) ?? null;
  return { references, unreadable: references.length > 0 ? null : unreadable };
}

function referencesIn(text: string): ReferencesRead {
  const references: string[] = [];
  let unreadable: string | null = null;
  for (const { index } of text.matchAll(/rf/gi)) {
    const { digits, ends, until } = digitsAfter(text, index + 2);
    const found = ends.map((length) => referenceOf(digits.slice(0, length))).filter((one) => one !== undefined);
    references.push(...found);
    if (found.length === 0 && digits.length >= DIGITS_LIKELY) unreadable ??= text.slice(index, until).trim();
  }
  return { references, unreadable };
}

/** The digits from a place on, over separators, and the lengths at which no further digit follows directly. */
function digitsAfter(text: string, start: number) {
  const ends: number[] = [];
  let digits = '';
  let at = start;
  for (; at < text.length && digits.length <= 2 + BODY_MAX; at++) {
    const character = text[at] as string;
    if (/[0-9]/.test(character)) digits += character;
    else if (SEPARATOR.test(character)) ends.push(digits.length);
    else break;
  }
  const isCut = digits.length > 2 + BODY_MAX;
  if (!isCut) ends.push(digits.length);
  return { digits, ends: [...new Set(ends)].sort((a, b) => b - a), until: at };
}

function referenceOf(digits: string): string | undefined {
  const reference = withoutZeros(`RF${digits}`);
  return BODY_LENGTHS.includes(reference.length - 4) && isPaymentReference(reference) ? reference : undefined;
}

/** The two check digits that make `RF` + digits + body leave 1 modulo 97 (ISO 11649, ISO/IEC 7064 MOD 97-10). */
export function checkDigits(body: string): string {
  return String(98 - remainder(`${body}RF00`)).padStart(2, '0');
}

/** The text as a decimal number (A is 10 … Z is 35) modulo 97, digit by digit so that it stays small. */
function remainder(text: string): number {
  let rest = 0;
  for (const character of text) {
    const value = Number.parseInt(character, 36);
    rest = (rest * (value < 10 ? 10 : 100) + value) % 97;
  }
  return rest;
}
