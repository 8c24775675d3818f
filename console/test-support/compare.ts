/** Comparing a bank's file with a partner's credits, through the one door for files. */
import type { Page } from 'playwright-core';

const WORDS = {
  en: ['Compare with bank statement', 'Open the report'],
  de: ['Mit Bankauszug vergleichen', 'Bericht öffnen'],
} as const;

/** From the partner's statements to the report of the comparison. */
export async function compareFile(page: Page, text: string, language: keyof typeof WORDS = 'en'): Promise<void> {
  const [door, report] = WORDS[language];
  await page.getByRole('link', { name: door }).click();
  await page.waitForURL(/\/inbox\?partner=\d+$/);
  await page.setInputFiles('input[type=file]', { name: 'bank.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
  await page.getByRole('link', { name: report }).click();
  await page.waitForURL(/\/statements\/match\/\d+$/);
}
