/** Every text that the console says: its own, and those of each module. */
import type { LanguageCode, Spoken } from '../../console/src/i18n/languages.ts';
import type { LoadTexts } from '../../console/src/i18n/text.ts';
import type first from './texts/first.ts';
import type later from './texts/later.ts';

declare module '../../console/src/i18n/text.ts' {
  interface Texts extends Spoken<typeof first>, Spoken<typeof later> {}
}

/** The build leaves one language of each (`console/one-language.ts`). */
export const LOAD_TEXTS: Readonly<Record<LanguageCode, LoadTexts>> = {
  en: { first: () => import('./texts/first.ts?lang=en'), later: () => import('./texts/later.ts?lang=en') },
  de: { first: () => import('./texts/first.ts?lang=de'), later: () => import('./texts/later.ts?lang=de') },
};
