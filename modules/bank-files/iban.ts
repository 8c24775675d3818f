/** IBANs within texts, and computed from the parts of Spanish and French accounts. */
import { checkedIban, computedIban } from './national-ibans.ts';

const GROUPED = /\b[A-Z]{2}\d{2}(?:[ \u00a0\u202f]?[A-Z0-9]){11,30}\b/g;

/** The first IBAN within a text. */
export function ibanWithin(text: string): string | undefined {
  for (const [found] of text.toUpperCase().matchAll(GROUPED)) {
    // Words behind the number look like its last groups.
    for (let end = found.length; end >= 15; end--) {
      const iban = checkedIban(found.slice(0, end));
      if (iban) return iban;
    }
  }
  return undefined;
}

/**
 * A Spanish account: bank and branch of four digits, number of ten; both control digits (weights 2^i mod 11) belong
 * between branch and number.
 */
export function spanishIban(bank: string, branch: string, number: string): string {
  return computedIban('ES', `${bank}${branch}${controlOf(`00${bank}${branch}`)}${controlOf(number)}${number}`);
}

const WEIGHTS = [1, 2, 4, 8, 5, 10, 9, 7, 3, 6];

function controlOf(digits: string): number {
  const sum = WEIGHTS.reduce((total, weight, at) => total + weight * Number(digits[at]), 0);
  const control = 11 - (sum % 11);
  return control === 11 ? 0 : control === 10 ? 1 : control;
}

/** A French account: bank and desk of five digits, number of eleven characters, key of two (computed where absent). */
export function frenchIban(bank: string, desk: string, number: string, key?: string): string | undefined {
  const parts = [bank.padStart(5, '0'), desk.padStart(5, '0'), number.toUpperCase().padStart(11, '0')];
  const rib = parts.join('');
  if (!/^\d{10}[0-9A-Z]{11}$/.test(rib)) return undefined;
  // The key counts letters in groups of nine: A and J are 1, S is 2.
  const digits = rib.replaceAll(/[A-Z]/g, (letter) => FRENCH_LETTERS[letter.charCodeAt(0) - 65] as string);
  const computed = `${97n - (BigInt(`${digits}00`) % 97n)}`.padStart(2, '0');
  if (key !== undefined && key.padStart(2, '0') !== computed) return undefined;
  return computedIban('FR', `${rib}${computed}`);
}

const FRENCH_LETTERS = '12345678912345678923456789';
