import type { Texts } from '../../i18n/text.ts';

/** An act in words; one that has none yet by its name. */
export function actionText(action: string, text: Texts): string {
  return text.auditActions[action] ?? action;
}

/** The name of a recorded value, in words: `rateLimitPerMinute` and `rate_limit_per_minute` are the same. */
export function fieldName(name: string, text: Texts): string {
  const key = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  const words = key.replaceAll('_', ' ');
  return text.auditFields[key] ?? words.charAt(0).toUpperCase() + words.slice(1);
}
