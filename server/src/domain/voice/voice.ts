/**
 * How a community speaks to its members. A text that addresses a member holds both forms side by side, and marks where the
 * office is named; the marks are characters that no keyboard has, and are settled once, when the page or mail is whole.
 */
import type { AddressForm } from '@timebank/contract';

const FORMAL = '\u{e000}';
const FAMILIAR = '\u{e001}';
const END = '\u{e002}';
/** What the office is called, within a sentence and at its beginning. In German only as the subject: any name fits there. */
export const OFFICE = '\u{e003}';
export const OFFICE_FIRST = '\u{e004}';

/** A community's choice. */
export interface Voice {
  readonly addressForm: AddressForm;
  /** Null: the office. */
  readonly officeNameEn: string | null;
  readonly officeNameDe: string | null;
}

/** Where no community is known. */
export const PLAIN_VOICE: Voice = { addressForm: 'formal', officeNameEn: null, officeNameDe: null };

/** A text with both forms: Sie, and Du. */
export const say = (formal: string, familiar: string): string => `${FORMAL}${formal}${FAMILIAR}${familiar}${END}`;

const BOTH = /\u{e000}([^\u{e000}-\u{e002}]*)\u{e001}([^\u{e000}-\u{e002}]*)\u{e002}/gu;
/** In HTML neither form has a tag in it: what members write with such signs cannot take a part of the page away. */
const BOTH_IN_HTML = /\u{e000}([^\u{e000}-\u{e002}<]*)\u{e001}([^\u{e000}-\u{e002}<]*)\u{e002}/gu;
const NAMED = /[\u{e003}\u{e004}]/gu;
const LEFT = /[\u{e000}-\u{e004}]/gu;

const namesOf = {
  en: (voice: Voice) => voice.officeNameEn ?? 'the office',
  de: (voice: Voice) => voice.officeNameDe ?? 'das Büro',
};

/** The text as the community says it. @param escapeName where it is HTML: escapes the name of the office */
export function speak(text: string, voice: Voice, lang: 'en' | 'de', escapeName?: (name: string) => string): string {
  const name = namesOf[lang](voice);
  const written = (form: string) => (escapeName ? escapeName(form) : form);
  return text
    .replace(escapeName ? BOTH_IN_HTML : BOTH, (_, formal: string, familiar: string) =>
      voice.addressForm === 'familiar' ? familiar : formal,
    )
    .replace(NAMED, (mark) => written(mark === OFFICE ? name : name.charAt(0).toUpperCase() + name.slice(1)))
    .replace(LEFT, '');
}
