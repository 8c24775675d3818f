/**
 * The comparison of e-mail addresses. Before the @ only A to Z are folded: Unicode's own folding makes one address of two
 * (U+212A, the Kelvin sign, becomes k), and so would give one person's invitation to another. A domain is compared as its
 * A-labels (UTS 46): browsers send xn--brcke-lva.example for brücke.example.
 */

import { domainToASCII, domainToUnicode } from 'node:url';
import { BEYOND_FORMS, BEYOND_FORMS_RULE } from '@timebank/contract';

const FORM = /^[^\s@\p{Cc}\p{Cs}]+@[^\s@\p{Cc}\p{Cs}]+$/u;
const LENGTH_MAX = 254;

/** A domain that may be spelled in two ways. */
const SPELLED = /[^\0-\x7f]|xn--/i;

/**
 * The address with the one spelling of its domain, which people read: that of its A-labels. It is stored like this, so
 * that two are equal where their texts are. A domain that has none stays as it is.
 */
export function spelledAddress(text: string): string {
  const at = text.lastIndexOf('@') + 1;
  const domain = text.slice(at);
  if (at === 0 || !SPELLED.test(domain)) return text;
  return text.slice(0, at) + (domainToUnicode(domainToASCII(domain)) || domain);
}

/** The address as it is compared, and stored where it signs in; a text that is no address finds nothing. */
export function foldAddress(text: string): string {
  return spelledAddress(text.trim()).replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

/**
 * Why a text is no address that can be kept; undefined: it is one.
 * @param address folded
 */
export function addressFault(address: string): string | undefined {
  if (!FORM.test(address) || address.length > LENGTH_MAX) return 'must be an e-mail address.';
  if (BEYOND_FORMS.test(address)) return BEYOND_FORMS_RULE;
  if (address.normalize('NFKC') !== address || address.toLowerCase() !== address) {
    return 'must be written in small letters, without compatibility characters: it could be taken for another address.';
  }
  return undefined;
}
