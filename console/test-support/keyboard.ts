import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { settled } from './settled.ts';

const STOPS_MAX = 80;

/** The length of each name in the message: without a limit the message would hold all of a page's text. */
const NAME_CHARS_MAX = 60;

/** Presses Tab until what has the focus is called so, as screen readers name it: on what has been loaded. */
export async function tabTo(page: Page, name: RegExp): Promise<void> {
  await settled(page);
  const passed: string[] = [];
  for (let stop = 0; stop < STOPS_MAX; stop++) {
    await page.keyboard.press('Tab');
    const focused = await page.evaluate(() => {
      const element = document.activeElement as (HTMLElement & { labels?: NodeListOf<HTMLLabelElement> }) | null;
      const outline = element ? getComputedStyle(element) : undefined;
      return {
        name: (
          element?.getAttribute('aria-label') ??
          element?.labels?.[0]?.textContent ??
          element?.textContent ??
          ''
        ).trim(),
        // Text fields show the focus by their border.
        visible:
          element?.matches('input, textarea') || (outline?.outlineStyle !== 'none' && outline?.outlineWidth !== '0px'),
      };
    });
    passed.push(focused.name.slice(0, NAME_CHARS_MAX));
    if (name.test(focused.name)) {
      assert.ok(focused.visible, `the focus on "${focused.name}" cannot be seen`);
      return;
    }
  }
  assert.fail(`Tab never reached ${name}; it passed ${passed.join(' | ')}`);
}
