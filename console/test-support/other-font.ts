/** The console in a font whose lines are as flat as they come: no link and no row may be lower for it than it must be. */
import type { Page } from 'playwright-core';

/** Of the font that the browser brings along; only its measures are others. Those of Arial are 91 % and 21 %. */
const FLAT = { ascentOverride: '70%', descentOverride: '15%', lineGapOverride: '0%', sizeAdjust: '95%' };

export async function withOtherFont(page: Page, work: () => Promise<void>): Promise<void> {
  await page.evaluate(async (measures) => {
    const font = new FontFace('Flat', 'local("Open Sans"), local("OpenSans-Regular")', measures);
    document.fonts.add(await font.load());
    for (const name of ['', '-headings', '-monospace']) {
      document.documentElement.style.setProperty(`--mantine-font-family${name}`, 'Flat');
    }
  }, FLAT);
  try {
    await work();
  } finally {
    await page.evaluate(() => {
      for (const name of ['', '-headings', '-monospace']) {
        document.documentElement.style.removeProperty(`--mantine-font-family${name}`);
      }
    });
  }
}
