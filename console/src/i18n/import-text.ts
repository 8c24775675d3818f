/** The texts of the import, which come with its screen: the first screen does without them. */
import { imports as de } from './de/import.ts';
import { imports as en, type ImportTexts } from './en/import.ts';
import { type LanguageCode, useLanguage } from './text.ts';

export const IMPORT_TEXTS = { en, de } as const satisfies Readonly<Record<LanguageCode, ImportTexts>>;

export function useImportText(): ImportTexts {
  return IMPORT_TEXTS[useLanguage().code];
}
