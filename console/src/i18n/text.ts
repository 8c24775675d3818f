/** The texts of the chosen language. A further language is an object of the type `Texts`. */
import { createContext, useContext } from 'react';
import type { CoreTexts, LaterTexts, Texts } from './en/texts.ts';
import { createFormat, type Format, localeOf } from './format.ts';

export type { Texts } from './en/texts.ts';

export interface Language {
  readonly code: LanguageCode;
  readonly text: Texts;
  readonly format: Format;
}

/** The languages there are, by what they call themselves. */
export const LANGUAGES = { en: 'English', de: 'Deutsch' } as const;
export type LanguageCode = keyof typeof LANGUAGES;

const LOAD: Readonly<Record<LanguageCode, () => Promise<CoreTexts>>> = {
  en: async () => (await import('./en/en.ts')).en,
  de: async () => (await import('./de/de.ts')).de,
};
const LOAD_LATER: Readonly<Record<LanguageCode, () => Promise<LaterTexts>>> = {
  en: async () => (await import('./en/later.ts')).later,
  de: async () => (await import('./de/later.ts')).later,
};

const CHOSEN = 'timebank-language';

/** The language chosen here before, else the browser's first language that there is, else English. */
export function preferredLanguage(preferred: readonly string[]): LanguageCode {
  const known = (code: string | null | undefined) => (code && Object.hasOwn(LANGUAGES, code) ? code : undefined);
  const wanted = [localStorage.getItem(CHOSEN), ...preferred.map((tag) => tag.split('-')[0])];
  return (wanted.map(known).find(Boolean) ?? 'en') as LanguageCode;
}

export function rememberLanguage(code: LanguageCode): void {
  localStorage.setItem(CHOSEN, code);
}

/** Loads what is said first in one language; dates and numbers as the browser prefers to write it. */
export async function loadLanguage(code: LanguageCode, preferred: readonly string[]): Promise<Language> {
  // The rest is put beside it before a screen that speaks it is drawn.
  return { code, text: (await LOAD[code]()) as Texts, format: createFormat(localeOf(code, preferred)) };
}

/** Completes the texts of a language in place: screens that hold them have all from then on. */
export async function completeLanguage(code: LanguageCode): Promise<void> {
  const [texts, later] = await Promise.all([LOAD[code](), LOAD_LATER[code]()]);
  Object.assign(texts, later);
}

export const LanguageContext = createContext<Language | undefined>(undefined);
/** Loads a language and changes to it. */
export const ChooseLanguageContext = createContext<(code: LanguageCode) => void>(() => {});

export function useLanguage(): Language {
  const language = useContext(LanguageContext);
  if (!language) throw new Error('no language');
  return language;
}

export function useText(): Texts {
  return useLanguage().text;
}

export function useFormat(): Format {
  return useLanguage().format;
}
