/** Payment references in what a payer wrote, as banks deliver it. */
import { isPaymentReference } from '../members/payment-reference.ts';

/** Ours are `RF` and digits: two check digits and sixteen more. */
const DIGITS = 18;
/** Characters that banks and people put between the groups. */
const SEPARATOR = /[\s./-]/;

/**
 * The payment references in a text, in electronic form: wherever they begin, in capitals or not, with separators or
 * line breaks between their digits, followed by anything but a further digit. Only ASCII is read as such, and the check
 * digits must hold: nothing is read that is merely near.
 */
function referencesIn(text: string): string[] {
  const found: string[] = [];
  for (const { index } of text.matchAll(/rf/gi)) {
    let digits = '';
    let at = index + 2;
    for (; at < text.length && digits.length < DIGITS; at++) {
      const character = text[at] as string;
      if (/[0-9]/.test(character)) digits += character;
      else if (!SEPARATOR.test(character)) break;
    }
    // A nineteenth digit belongs to another reference.
    const ends = digits.length === DIGITS && !/[0-9]/.test(text[at] ?? '');
    if (ends && isPaymentReference(`RF${digits}`)) found.push(`RF${digits}`);
  }
  return found;
}

/**
 * All of them in pieces that a bank may have cut anywhere.
 * @param pieces in their order
 */
export function paymentReferencesIn(pieces: readonly string[]): string[] {
  // With a gap, a piece ends a reference; without one, it may end in the middle of "RF".
  return [...new Set([...referencesIn(pieces.join('\n')), ...referencesIn(pieces.join(''))])];
}
