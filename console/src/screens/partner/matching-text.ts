/** Texts with those of comparisons, which come with their screens: the first screen need not carry them. */
import { useMemo } from 'react';
import { matching as german } from '../../i18n/de/matching.ts';
import { matching as english } from '../../i18n/en/matching.ts';
import type { MatchingTexts } from '../../i18n/en/matching-texts.ts';
import { type LanguageCode, type Texts, useLanguage } from '../../i18n/text.ts';

export type TextsOfMatching = Texts & MatchingTexts;

const MATCHING: Readonly<Record<LanguageCode, MatchingTexts>> = { en: english, de: german };

export function useMatchingText(): TextsOfMatching {
  const { code, text } = useLanguage();
  return useMemo(() => ({ ...text, ...MATCHING[code] }), [code, text]);
}
