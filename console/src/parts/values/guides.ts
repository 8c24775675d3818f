/** Pages of the documentation that the service hands out beside the console. */
import type { LanguageCode } from '../../i18n/languages.ts';

/** The guide of those who run a time bank, in their language. */
export const HELP: Readonly<Record<LanguageCode, string>> = {
  en: '/docs/guides/run-the-community',
  de: '/docs/guides/zeitbank-fuehren',
};

export const GUIDES = {
  /** How the person who runs the server resets an account. */
  accounts: '/docs/guides/administrator-guide#a-community',
} as const;
