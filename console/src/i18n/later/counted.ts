/** As in `common.ts`, which is loaded with a language: taking it from there would load both with the first screen. */
export const countedIn = (language: string) => {
  const plural = new Intl.PluralRules(language);
  const format = new Intl.NumberFormat(language);
  return (number: number, one: string, other: string) =>
    `${format.format(number)} ${plural.select(number) === 'one' ? one : other}`;
};
