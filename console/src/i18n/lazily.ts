import { type ComponentType, lazy } from 'react';
import { completeLanguage, type LanguageCode } from './text.ts';

/** A component that is loaded when it is shown for the first time, with what it says. */
export function lazily<Props>(load: () => Promise<{ default: ComponentType<Props> }>) {
  return lazy(async () => {
    // The page says which language is spoken, and follows what is chosen.
    const spoken = document.documentElement.lang as LanguageCode;
    const [loaded] = await Promise.all([load(), completeLanguage(spoken)]);
    return loaded;
  });
}
