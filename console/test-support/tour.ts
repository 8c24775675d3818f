/** A walk over screens in one page: each is opened, waited for, and given to the visit. */
import type { Locator, Page } from 'playwright-core';
import type { OpenPage, Person } from './console.ts';
import { go, settled } from './settled.ts';

export type PageOpener = (person: Person | undefined, path: string) => Promise<OpenPage>;
export type PageVisit = (name: string, opened: OpenPage) => Promise<void>;

export interface Tour {
  readonly opened: OpenPage;
  readonly page: Page;
  readonly visit: PageVisit;
  /** Visits the page as it is. */
  readonly shot: (name: string) => Promise<void>;
  /** Goes to a screen and visits it once its heading and the text are there. */
  readonly show: (name: string, path: string, heading: string, ready?: string) => Promise<void>;
  /** Visits the dialog that a button opens, and closes it. */
  readonly dialogShot: (name: string, button: Locator) => Promise<void>;
}

export function startTour(opened: OpenPage, visit: PageVisit): Tour {
  const { page } = opened;
  const shot = (name: string) => visit(name, opened);
  return {
    opened,
    page,
    visit,
    shot,
    show: async (name, path, heading, ready) => {
      await go(page, path, heading);
      if (ready) await page.getByText(ready).first().waitFor();
      await settled(page);
      await shot(name);
    },
    dialogShot: async (name, button) => {
      await button.click();
      await page.getByRole('dialog').waitFor();
      await settled(page);
      await shot(name);
      await page.keyboard.press('Escape');
    },
  };
}
