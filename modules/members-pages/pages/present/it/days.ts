/** Days as Intl writes them in Italian, with the article that fits: `l’8 maggio 2026`, `dal 3 maggio 2026`. */

/** The eighth and the eleventh begin with a vowel. */
const VOWEL = /^(?:8|11)(?!\d)/u;

const joined = (before: string, elided: string) => (day: string) =>
  VOWEL.test(day) ? `${elided}${day}` : `${before} ${day.replace(/^1(?!\d)/u, '1º')}`;

export const onDay = joined('il', 'l’');
export const sinceDay = joined('dal', 'dall’');
export const toDay = joined('al', 'all’');
export const ofDay = joined('del', 'dell’');
