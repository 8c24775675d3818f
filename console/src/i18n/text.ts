/** The texts of the chosen language. A further language is an object of the type `Texts`. */
import { createContext, useContext } from 'react';
import { en } from './en.ts';
import { createFormat, type Format, localeOf } from './format.ts';

type Translatable<T> = T extends string
  ? string
  : T extends (...parameters: infer Parameters) => string
    ? (...parameters: Parameters) => string
    : { readonly [Key in keyof T]: Translatable<T[Key]> };

/** Every text of the console; what takes parameters is a function. */
export type Texts = Translatable<typeof en>;

export interface Language {
  readonly code: string;
  readonly text: Texts;
  readonly format: Format;
}

const TEXTS: Readonly<Record<string, Texts>> = { en };

/** A language as the browser prefers to write it. */
export function language(code: string, preferred: readonly string[]): Language {
  const known = TEXTS[code] ? code : 'en';
  return { code: known, text: TEXTS[known] ?? en, format: createFormat(localeOf(known, preferred)) };
}

export const LanguageContext = createContext<Language>(language('en', []));

export function useText(): Texts {
  return useContext(LanguageContext).text;
}

export function useFormat(): Format {
  return useContext(LanguageContext).format;
}
