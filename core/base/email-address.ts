/**
 * The comparison of e-mail addresses. Only A to Z are folded: Unicode's own folding makes one address of two (U+212A,
 * the Kelvin sign, becomes k), and so would give one person's invitation to another.
 */
const FORM = /^[^\s@\p{Cc}\p{Cs}]+@[^\s@\p{Cc}\p{Cs}]+$/u;
const LENGTH_MAX = 254;

/** The address as it is stored and compared; a text that is no address finds nothing. */
export function foldAddress(text: string): string {
  return text.trim().replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

/**
 * Why a text is no address that can be kept; undefined: it is one.
 * @param address folded
 */
export function addressFault(address: string): string | undefined {
  if (!FORM.test(address) || address.length > LENGTH_MAX) return 'must be an e-mail address.';
  if (address.normalize('NFKC') !== address || address.toLowerCase() !== address) {
    return 'must be written in small letters, without compatibility characters: it could be taken for another address.';
  }
  return undefined;
}
