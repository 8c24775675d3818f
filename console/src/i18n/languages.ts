/**
 * Texts in every language, side by side at each key. A further language is named here; from then on each text that it
 * lacks does not compile. What a browser loads is one language of them: the build leaves out the others.
 */

/** The languages there are, by what they call themselves. */
export const LANGUAGES = { en: 'English', de: 'Deutsch' } as const;
export type LanguageCode = keyof typeof LANGUAGES;

/** One text in each language. */
export type Said<Text = string> = { readonly [Code in LanguageCode]: Text };

/** Texts of a noun: each is there in each language. */
export interface Wording {
  readonly [key: string]:
    | Said
    | Said<readonly string[]>
    | Said<readonly (readonly string[])[]>
    | Said<(...parameters: never[]) => string>
    | Wording;
}

/** The same texts in one language. */
export type Spoken<Texts> = Texts extends { readonly en: infer Text; readonly de: unknown }
  ? Text
  : { readonly [Key in keyof Texts]: Spoken<Texts[Key]> };

/** A text with parameters: the first language gives them their types. */
export const phrase = <Parameters extends readonly unknown[]>(texts: Said<(...parameters: Parameters) => string>) =>
  texts;

/** Picks one language of each text, where the build has not done it. */
export function inLanguage<Texts extends object>(texts: Texts, code: LanguageCode): Spoken<Texts> {
  if ('en' in texts) return (texts as Said<unknown>)[code] as Spoken<Texts>;
  return Object.fromEntries(
    Object.entries(texts).map(([key, value]) => [key, inLanguage(value, code)]),
  ) as Spoken<Texts>;
}
