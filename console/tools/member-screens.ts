/** Pictures of the pages of members: every page in every state, as wide as telephones and desks are, enlarged, and on paper. */
import type { Page } from 'playwright-core';
import { startMailServer } from '../../test-support/mail-server.ts';
import { type Console, startConsole } from '../test-support/console.ts';
import { type MemberLife, mailSettings, type Names, startMemberLife } from '../test-support/member-life.ts';
import { memberWalks } from '../test-support/member-states.ts';

interface Variant {
  readonly width: number;
  /** Pixels of the screen for one of the page: enlarged in the browser, 1280 px are 640 or 320. */
  readonly scale: 1 | 2 | 4;
  readonly locale: 'en-GB' | 'de-DE';
  readonly dark: boolean;
  readonly names: Names;
  readonly paper?: true;
}

/** Pixels of the screen. */
const PAINTED_MAX = 16_000;

const VARIANTS: readonly Variant[] = [
  { width: 320, scale: 1, locale: 'en-GB', dark: false, names: 'long' },
  { width: 320, scale: 1, locale: 'de-DE', dark: false, names: 'usual' },
  { width: 390, scale: 1, locale: 'de-DE', dark: true, names: 'usual' },
  { width: 1366, scale: 1, locale: 'en-GB', dark: false, names: 'usual' },
  { width: 1366, scale: 1, locale: 'de-DE', dark: true, names: 'long' },
  { width: 640, scale: 2, locale: 'en-GB', dark: false, names: 'usual' },
  { width: 320, scale: 4, locale: 'de-DE', dark: true, names: 'long' },
  { width: 794, scale: 1, locale: 'de-DE', dark: false, names: 'usual', paper: true },
];

/** @param wanted the beginning of a picture's name */
export async function memberScreens(folder: string, wanted: string): Promise<void> {
  const mails = await startMailServer();
  const console_ = await startConsole(mailSettings(mails));
  try {
    const lives = {
      usual: await startMemberLife(console_, mails, 'usual'),
      long: await startMemberLife(console_, mails, 'long'),
    };
    for (const variant of VARIANTS) await shoot(console_, lives[variant.names], variant, folder, wanted);
  } finally {
    await console_.stop();
    await mails.stop();
  }
}

/** A page that is longer than a browser paints is cut. */
async function shown(page: Page, scale: number) {
  const height = Math.min(await page.evaluate(() => document.documentElement.scrollHeight), PAINTED_MAX / scale);
  return { fullPage: true, clip: { x: 0, y: 0, width: page.viewportSize()?.width ?? 0, height } };
}

async function shoot(
  { browser }: Console,
  life: MemberLife,
  { width, scale, locale, dark, names, paper }: Variant,
  folder: string,
  wanted: string,
): Promise<void> {
  const size = scale > 1 ? `${width}x${scale}` : String(width);
  const suffix = [size, locale.slice(0, 2), dark ? 'dark' : 'light', names, ...(paper ? ['paper'] : [])].join('-');
  for (const walk of Object.values(memberWalks(life))) {
    if (!walk.some(({ name }) => `at-${name}-${suffix}`.startsWith(wanted))) continue;
    const context = await browser.newContext({
      ...{ viewport: { width, height: 800 }, deviceScaleFactor: scale, locale, timezoneId: 'UTC' },
      ...{ colorScheme: dark ? 'dark' : 'light', reducedMotion: 'reduce' },
    });
    const page = await context.newPage();
    for (const { name, open } of walk) {
      await open(page);
      const picture = `at-${name}-${suffix}`;
      if (!picture.startsWith(wanted)) continue;
      // Only for the picture: on paper there is no button to press.
      if (paper) await page.emulateMedia({ media: 'print' });
      await page.screenshot({ path: `${folder}/${picture}.png`, ...(await shown(page, scale)) });
      if (paper) await page.emulateMedia({ media: 'screen' });
    }
    await context.close();
  }
}
