/** By what two entries are taken for one person: the same text however it is written. */
import { foldText } from '@timebank/contract/fold';
import { spelledAddress } from '../../base/email-address.ts';

/** Country calling codes of one and two digits; all others have three. */
const CALLING_CODES =
  /^(?:1|7|2[07]|3[0-4]|36|39|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|2[1-689]\d|3[578]\d|42\d|5[09]\d|6[7-9]\d|8[0578]\d|9[679]\d)/;
const DIGITS_MIN = 5;
const DIGITS_MAX = 20;

/**
 * The digits of a telephone number without country code and leading zeros: `+49 (0)171 123` and `0171/123` are alike.
 * @returns null where the text has too few digits to be a number, or too many
 */
export function phoneKey(phone: string | null | undefined): string | null {
  const written = (phone ?? '').replace(/\(0\)/g, '').trim();
  const isInternational = /^(?:\+|00)/.test(written);
  const digits = written.replace(/\D/g, '').replace(/^0+/, '');
  const national = isInternational ? digits.replace(CALLING_CODES, '').replace(/^0+/, '') : digits;
  return national.length >= DIGITS_MIN && national.length <= DIGITS_MAX ? national : null;
}

/** What people type to find a number: with the zero before it and without. */
export function phoneWords(phone: string | null | undefined): string[] {
  const key = phoneKey(phone);
  return key === null ? [] : [key, `0${key}`];
}

const STREET = /(?:strasse|str)(?=\d|$)/g;

/** Street and postal code, or place without one; null where the street or both of the others are missing. */
export function addressKey(
  street: string | null | undefined,
  postalCode: string | null | undefined,
  place: string | null | undefined,
): string | null {
  const bare = (text: string | null | undefined) => foldText(text ?? '').replace(/[^\p{L}\p{N}]/gu, '');
  const [where, town] = [bare(street).replace(STREET, 'str'), bare(postalCode) || bare(place)];
  return where === '' || town === '' ? null : `${where} ${town}`;
}

/** An e-mail address without what people write differently. */
export const emailKey = (email: string | null | undefined): string | null =>
  spelledAddress(email?.trim() ?? '').toLowerCase() || null;

/** Family name, then given name, as lists sort them; null where no family name is known. */
export function sortNameOf(familyName: string | null | undefined, givenName: string | null | undefined): string | null {
  return familyName ? foldText(`${familyName} ${givenName ?? ''}`).trim() : null;
}
