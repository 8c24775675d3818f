/** The texts of the chosen language. */
import { createContext, useContext } from 'react';
import { createFormat, type Format, localeOf } from './format.ts';
import { LANGUAGES, type LanguageCode } from './languages.ts';

export type { Format } from './format.ts';

/** Every text of the console; what takes parameters is a function. `service/console/texts.ts` says what there is. */
// biome-ignore lint/suspicious/noEmptyInterface: its members are added where all texts are put together
export interface Texts {}

export interface Language {
  readonly code: LanguageCode;
  readonly text: Texts;
  readonly format: Format;
}

/** Loads texts of a language: those that are there from the beginning, and those that come with the first other screen. */
export interface LoadTexts {
  readonly first: () => Promise<{ readonly default: Texts }>;
  readonly later: () => Promise<{ readonly default: Texts }>;
}

// One page, one console: who puts it together gives what it says.
let load: Readonly<Record<LanguageCode, LoadTexts>>;

export function giveTexts(loads: typeof load): void {
  load = loads;
}

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
  return { code, text: (await load[code].first()).default, format: createFormat(localeOf(code, preferred)) };
}

/** Completes the texts of a language in place: screens that hold them have all from then on. */
export async function completeLanguage(code: LanguageCode): Promise<void> {
  const [first, later] = await Promise.all([load[code].first(), load[code].later()]);
  Object.assign(first.default, later.default);
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
