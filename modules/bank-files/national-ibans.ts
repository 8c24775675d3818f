/** IBANs (ISO 13616): checked, and computed from the parts of an account that older formats write. */

const IBAN = /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/;

/** The remainder of division by 97 of a text whose letters count from A = 10 (ISO 7064). */
function remainderOf(text: string): number {
  let remainder = 0;
  for (const character of text) {
    const value = Number.parseInt(character, 36);
    remainder = (remainder * (value > 9 ? 100 : 10) + value) % 97;
  }
  return remainder;
}

/** The IBAN in a text, without spaces and in capitals; undefined when it is none or its check digits fail. */
export function checkedIban(text: string): string | undefined {
  const plain = text.replaceAll(/\s/g, '').toUpperCase();
  return IBAN.test(plain) && remainderOf(plain.slice(4) + plain.slice(0, 4)) === 1 ? plain : undefined;
}

/**
 * The IBAN of a country's own account number.
 * @param country ISO 3166-1, two capitals
 * @param number the whole national number: letters and digits only, padded as the country does
 */
export function computedIban(country: string, number: string): string {
  return `${country}${String(98 - remainderOf(`${number}${country}00`)).padStart(2, '0')}${number}`;
}

/** The IBAN of a German account. @param bank eight digits @param account at most ten */
export const germanIban = (bank: string, account: string): string =>
  computedIban('DE', bank + account.padStart(10, '0'));
