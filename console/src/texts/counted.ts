/** Numbers, and what they count. */
import { phrase, type Said } from '../i18n/languages.ts';

const plural = { en: new Intl.PluralRules('en'), de: new Intl.PluralRules('de') };

/** `1,000`. */
export const grouped = phrase({
  en: (number: number) => new Intl.NumberFormat('en').format(number),
  de: (number) => new Intl.NumberFormat('de').format(number),
});

type Counted = (number: number, one: string, other: string, more?: boolean) => string;

/** `1 member`, `2 members`; at the beginning of a sentence also `More than 2 members`. */
export const counted: Said<Counted> = {
  en: (number, one, other, more) =>
    `${more ? 'More than ' : ''}${grouped.en(number)} ${plural.en.select(number) === 'one' ? one : other}`,
  de: (number, one, other, more) =>
    `${more ? 'Mehr als ' : ''}${grouped.de(number)} ${plural.de.select(number) === 'one' ? one : other}`,
};
