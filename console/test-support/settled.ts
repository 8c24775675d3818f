/** Going from screen to screen, and waiting until one has settled. */
import type { Page } from 'playwright-core';

/** The title of the question before entries are discarded. */
export const LEAVE = 'Discard your entries?';

/** Goes to another address without loading the page again. */
export async function go(page: Page, path: string, heading: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState(null, '', to);
  }, `/console${path}`);
  const arrived = page.getByRole('heading', { level: 1, name: heading });
  const discard = page.getByRole('dialog', { name: LEAVE }).getByRole('button', { name: 'Discard' });
  await arrived.or(discard).first().waitFor();
  if (await discard.isVisible()) await discard.click();
  await arrived.waitFor();
}

/** Goes to another address without loading the page again, and waits until something new is shown for it. */
export async function goOn(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    for (const one of document.querySelectorAll('#content *')) one.setAttribute('data-before', '');
    history.pushState(null, '', to);
  }, `/console${path}`);
  await page.locator('#content :not([data-before])').first().waitFor({ state: 'attached' });
  await page.getByRole('heading', { level: 1 }).waitFor();
}

/** Waits until nothing moves any more. */
export async function unmoving(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every((one) => one.playState !== 'running' || one.effect?.getComputedTiming().iterations === Infinity),
  );
}

/** Nothing is being loaded or drawn any more, in the wanted scheme where one was just asked for. */
export async function settled(page: Page, scheme?: 'light' | 'dark'): Promise<void> {
  await page.waitForFunction(
    (wanted) =>
      (!wanted || document.documentElement.dataset.mantineColorScheme === wanted) &&
      !document.querySelector('.mantine-Skeleton-root'),
    scheme,
  );
  await unmoving(page);
}
