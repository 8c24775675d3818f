/** Texts that come with their screens, so that the first one stays light. */
import { access as german } from './de/access.ts';
import { access as english } from './en/access.ts';
import type { AccessTexts } from './en/access-texts.ts';
import { useLanguage } from './text.ts';

const BY_LANGUAGE = { en: english, de: german } as const;

export function useAccessText(): AccessTexts {
  return BY_LANGUAGE[useLanguage().code];
}
