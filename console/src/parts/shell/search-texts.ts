/** The texts of the search over everything, in either language: they come with it, not with the first screen. */
import { search as de } from '../../i18n/de/search.ts';
import { search as en } from '../../i18n/en/search.ts';
import type { Translatable } from '../../i18n/en/texts.ts';
import { type LanguageCode, useLanguage } from '../../i18n/text.ts';

export type SearchTexts = Translatable<typeof en>;

const TEXTS: Readonly<Record<LanguageCode, SearchTexts>> = { en, de };

export const useSearchTexts = (): SearchTexts => TEXTS[useLanguage().code];
