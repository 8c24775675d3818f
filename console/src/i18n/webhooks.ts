/** The texts about webhooks: they come with the screens that show them, and weigh nothing before. */
import { webhooks as de } from './de/webhooks.ts';
import type { Translatable } from './en/texts.ts';
import { webhooks as en } from './en/webhooks.ts';
import { type LanguageCode, useLanguage } from './text.ts';

export type WebhookTexts = Translatable<typeof en>;

const TEXTS: Readonly<Record<LanguageCode, WebhookTexts>> = { en, de };

export function useWebhookText(): WebhookTexts {
  return TEXTS[useLanguage().code];
}
