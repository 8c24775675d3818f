/** ISO 11649 creditor references: what a payer writes on a transfer so that it finds its member. */
import { randomInt } from 'node:crypto';

/**
 * A new random reference, in its electronic form without spaces: twenty characters, five groups of four in print.
 * Digits only, since the check digits then notice every single wrong digit and every swap of two neighbours; with
 * letters they do not. Sixteen digits do not collide; the first is not 0, which some banks drop.
 */
export function createPaymentReference(): string {
  const body = `${randomInt(10_000_000, 100_000_000)}${String(randomInt(100_000_000)).padStart(8, '0')}`;
  return `RF${checkDigits(body)}${body}`;
}

/** Whether the text is a creditor reference in electronic form (no spaces, capitals) with right check digits. */
export function isPaymentReference(text: string): boolean {
  return /^RF[0-9]{2}[0-9A-Z]{1,21}$/.test(text) && remainder(text.slice(4) + text.slice(0, 4)) === 1;
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
