import type { Texts } from '../i18n/text.ts';

/** An act in words; one that has none yet by its name. */
export function actionText(action: string, text: Texts): string {
  return text.auditActions[action] ?? action;
}
