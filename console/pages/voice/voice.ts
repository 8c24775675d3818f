/**
 * How a community speaks to its members. A text that addresses a member holds both forms side by side, and marks where the
 * office is named; the marks are settled once, when the page or mail is whole. Each is a half of a character: UTF-8 has
 * none, so that nothing that was typed, sent or stored can hold one and take a part of the page away.
 */
import { type AddressForm, type HoursForm, MEMBER_LOCALES, type MemberLanguage } from '@timebank/contract';

const FORMAL = '\udc00';
const FAMILIAR = '\udc01';
const END = '\udc02';
/** What the office is called, within a sentence and at its beginning. In German only as the subject: any name fits there. */
export const OFFICE = '\udc03';
export const OFFICE_FIRST = '\udc04';

/** Of hours as a decimal, and as a clock shows them. */
const DECIMAL = '\udc05';
const CLOCK = '\udc06';
const END_OF_HOURS = '\udc07';

/** Around a time, and before the one of which only the day is said. */
const MOMENT = '\udc08';
const MOMENT_DAY = '\udc09';
const END_OF_MOMENT = '\udc0a';

/** A community's choice. */
export interface AddressStyle {
  readonly addressForm: AddressForm;
  readonly hoursAs: HoursForm;
  readonly timeZone: string;
  /** Null: the office. */
  readonly officeNameEn: string | null;
  readonly officeNameDe: string | null;
}

/** Where no community is known. */
export const PLAIN_ADDRESS_STYLE: AddressStyle = {
  addressForm: 'formal',
  hoursAs: 'decimal',
  timeZone: 'UTC',
  officeNameEn: null,
  officeNameDe: null,
};

/** A text with both forms: Sie, and Du. */
export const say = (formal: string, familiar: string): string => `${FORMAL}${formal}${FAMILIAR}${familiar}${END}`;

/** Hours in both ways of writing them. */
export const sayHours = (decimal: string, clock: string): string =>
  `${DECIMAL}${decimal}${CLOCK}${clock}${END_OF_HOURS}`;

/** A time, and the day of a time, by the clock of the community. */
export const sayMoment = (at: Date): string => `${MOMENT}${at.toISOString()}${END_OF_MOMENT}`;
export const sayDayOf = (at: Date): string => `${MOMENT_DAY}${at.toISOString()}${END_OF_MOMENT}`;

const MOMENTS = /(?:\b(il|dal|al|del) )?([\udc08\udc09])([^\udc08-\udc0a]*)\udc0a/gu;
const HOURS = /\udc05([^\udc05-\udc07]*)\udc06([^\udc05-\udc07]*)\udc07/gu;
const BOTH = /\udc00([^\udc00-\udc02]*)\udc01([^\udc00-\udc02]*)\udc02/gu;
const NAMED = /[\udc03\udc04]/gu;
/** Marks that are left over, and what had been the marks: no font shows them. */
const LEFT = /[\udc00-\udc0a\u{e000}-\u{e004}]/gu;

const namesOf: Readonly<Record<MemberLanguage, (addressStyle: AddressStyle) => string>> = {
  en: (addressStyle: AddressStyle) => addressStyle.officeNameEn ?? 'the office',
  de: (addressStyle: AddressStyle) => addressStyle.officeNameDe ?? 'das Büro',
  es: () => 'la oficina',
  fr: () => 'le bureau',
  it: () => 'l’ufficio',
};

/** A colon behind a name: French has a space before it, at which no line ends. */
export const colonIn = (lang: MemberLanguage): string => (lang === 'fr' ? '\u00a0:' : ':');

/** A day in words. Of a month the first is `1er` and `1º`, which Intl does not write. */
export function longDate(at: Date, lang: MemberLanguage, more: Intl.DateTimeFormatOptions): string {
  const text = new Intl.DateTimeFormat(MEMBER_LOCALES[lang], { dateStyle: 'long', ...more }).format(at);
  const first = { fr: '1er', it: '1º', en: '1', de: '1', es: '1' }[lang];
  return text.replace(/^1(?=\s)/u, first);
}

const ELIDED = { il: 'l’', dal: 'dall’', al: 'all’', del: 'dell’' } as const;

/** An Italian day with its article: the eighth and the eleventh begin with a vowel. Before the mark of a time it is settled with the mark. */
export const italianDay = (article: keyof typeof ELIDED, day: string): string =>
  /^(?:8|11)(?!\d)/u.test(day) ? `${ELIDED[article]}${day}` : `${article} ${day}`;

/** The text as the community says it. @param escapeName where it is HTML: escapes the name of the office */
export function speak(
  text: string,
  addressStyle: AddressStyle,
  lang: MemberLanguage,
  escapeName?: (name: string) => string,
): string {
  const name = namesOf[lang](addressStyle);
  const written = (form: string) => (escapeName ? escapeName(form) : form);
  const { timeZone } = addressStyle;
  const moment = (dateTime: Intl.DateTimeFormatOptions, at: string) =>
    longDate(new Date(at), lang, { ...dateTime, timeZone });
  const clock = `${lang === 'de' ? ' Uhr' : ''}${timeZone === 'UTC' ? ' (UTC)' : ''}`;
  return text
    .replace(MOMENTS, (_, article: keyof typeof ELIDED | undefined, mark: string, at: string) => {
      const day = mark === MOMENT ? `${moment({ timeStyle: 'short' }, at)}${clock}` : moment({}, at);
      if (article === undefined) return day;
      return lang === 'it' ? italianDay(article, day) : `${article} ${day}`;
    })
    .replace(HOURS, (_, decimal: string, clock: string) => (addressStyle.hoursAs === 'clock' ? clock : decimal))
    .replace(BOTH, (_, formal: string, familiar: string) =>
      addressStyle.addressForm === 'familiar' ? familiar : formal,
    )
    .replace(NAMED, (mark) => written(mark === OFFICE ? name : name.charAt(0).toUpperCase() + name.slice(1)))
    .replace(LEFT, '');
}
