/** Payment references in what a payer wrote. */
import { isPaymentReference } from '../members/payment-reference.ts';

const LENGTH_MIN = 5;
const LENGTH_MAX = 25;

/**
 * All ISO 11649 references in a text that have right check digits, in electronic form; however spaced and cased. Of
 * readings that begin at the same place the longest one wins.
 */
export function paymentReferencesIn(text: string): string[] {
  const found = new Set<string>();
  for (const match of text.matchAll(/(?<![0-9A-Za-z])rf/gi)) {
    let reference = '';
    let longest: string | undefined;
    for (let at = match.index; at < text.length && reference.length < LENGTH_MAX; at++) {
      const character = text[at] as string;
      if (/[ \u00a0]/.test(character)) continue;
      if (!/[0-9A-Za-z]/.test(character)) break;
      reference += character.toUpperCase();
      const endsHere = !/[0-9A-Za-z]/.test(text[at + 1] ?? ' ');
      if (endsHere && reference.length >= LENGTH_MIN && isPaymentReference(reference)) longest = reference;
    }
    if (longest) found.add(longest);
  }
  return [...found];
}
