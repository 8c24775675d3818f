import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';

const source = readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What WCAG 2.2 A and AA, and good practice, find wrong with the page as it stands. */
export async function assertAccessible(page: Page, where: string): Promise<void> {
  // Evaluated by the debugger, so that the content security policy stays as it is. It lasts until the page is loaded anew.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(await source);
  const found = await page.evaluate(async () => {
    const { axe } = window as unknown as { axe: { run(options: object): Promise<AxeResults> } };
    const result = await axe.run({
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
      resultTypes: ['violations'],
      // Style sheets are read a second time for one rule only, which is an experiment and not among these.
      preload: { assets: ['media'] },
    });
    return result.violations.map(({ id, nodes }) => ({
      id,
      nodes: nodes.slice(0, 4).map(({ html, failureSummary }) => `${html.slice(0, 200)} ${failureSummary ?? ''}`),
    }));
  });
  assert.deepEqual(found, [], where);
}

/** Nothing sticks out to the side. */
export async function assertNoSideScrolling(page: Page, where: string): Promise<void> {
  const { wide, sticking } = await page.evaluate(() => {
    const width = document.documentElement.clientWidth;
    const all = [...document.querySelectorAll('body *')];
    const out = all.filter((one) => one.getBoundingClientRect().right > width + 1);
    return {
      wide: document.documentElement.scrollWidth > width,
      sticking: out.slice(0, 5).map((one) => one.outerHTML.slice(0, 160)),
    };
  });
  assert.ok(!wide, `${where} scrolls sideways: ${sticking.join('\n')}`);
}
