import { type ComponentType, lazy } from 'react';
import type { LanguageCode } from '../../i18n/languages.ts';
import { completeLanguage } from '../../i18n/text.ts';

/** A screen, or a part of the first one, that is loaded with all texts when it is opened. */
export function screen<Properties>(load: () => Promise<{ default: ComponentType<Properties> }>) {
  return lazy(async () => {
    const [loaded] = await Promise.all([load(), completeLanguage(spokenNow())]);
    return loaded;
  });
}

/** The page says it, and follows what is chosen. */
const spokenNow = () => document.documentElement.lang as LanguageCode;
