import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';
import { patientMs } from '../../test-support/speed.ts';
import { unmoving } from './settled.ts';

const source = readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** What another colour scheme can break. */
const COLOUR_RULES = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] };

/** Fails on every fault that axe finds on the page by WCAG 2.2 A and AA, and by good practice. */
export async function assertAccessible(page: Page, where: string): Promise<void> {
  await assertRules(page, where, { runOnly: RULES, rules: { 'label-content-name-mismatch': { enabled: true } } });
}

/** The same for a page that was accessible in other colours. */
export async function assertColours(page: Page, where: string): Promise<void> {
  await assertRules(page, where, { runOnly: COLOUR_RULES });
}

/** An experiment of axe's, `label-content-name-mismatch`, is a criterion of WCAG (2.5.3): a person who speaks to a control says its label. */
async function assertRules(page: Page, where: string, options: object): Promise<void> {
  // An element that still fades in has too little contrast.
  await unmoving(page);
  // Evaluated by the debugger, so that the content security policy stays as it is. It lasts until the page is loaded again.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(await source);
  const found = await page.evaluate(async (chosen) => {
    const { axe } = window as unknown as { axe: { run(options: object): Promise<AxeResults> } };
    const result = await axe.run({
      ...chosen,
      resultTypes: ['violations'],
      // Style sheets are read a second time for one rule only, which is an experiment and not among these.
      preload: { assets: ['media'] },
    });
    return result.violations.map(({ id, nodes }) => ({
      id,
      nodes: nodes.slice(0, 4).map(({ html, failureSummary }) => `${html.slice(0, 200)} ${failureSummary ?? ''}`),
    }));
  }, options);
  assert.deepEqual(found, [], where);
  await assertBorders(page, where);
}

/** The least contrast of what shows where a field or a box is (WCAG 2.2, 1.4.11), which axe does not measure. */
const BORDER_CONTRAST = 3;

/** Fields, and boxes that are not ticked, stand out from what they are on. */
async function assertBorders(page: Page, where: string): Promise<void> {
  const weak = await page.evaluate((least) => {
    const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
    if (!canvas) throw new Error('nothing to measure colours with');
    const channels = (colour: string) => {
      canvas.clearRect(0, 0, 1, 1);
      canvas.fillStyle = colour;
      canvas.fillRect(0, 0, 1, 1);
      return [...canvas.getImageData(0, 0, 1, 1).data];
    };
    const luminance = (colour: string) => {
      const [red = 0, green = 0, blue = 0] = channels(colour).map((value) => {
        const part = value / 255;
        return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    const behind = (one: Element | null): string => {
      if (!one) return getComputedStyle(document.body).backgroundColor;
      const { backgroundColor } = getComputedStyle(one);
      return channels(backgroundColor)[3] === 255 ? backgroundColor : behind(one.parentElement);
    };
    const contrast = (a: string, b: string) => {
      const [light = 0, dark = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x);
      return (light + 0.05) / (dark + 0.05);
    };
    const fields =
      'input:not([type="hidden"]), textarea, select, .mantine-CheckboxIndicator-indicator, .mantine-RadioIndicator-indicator';
    return [...document.querySelectorAll(fields)].flatMap((one) => {
      const isSeen = (one as HTMLElement).checkVisibility({ opacityProperty: true, visibilityProperty: true });
      const { width } = one.getBoundingClientRect();
      const style = getComputedStyle(one);
      const isOff = one.matches(':disabled, [data-disabled], [data-checked], :checked') || one.closest('[inert]');
      if (!isSeen || isOff || width < 2 || style.borderTopWidth === '0px') return [];
      const measured = contrast(style.borderTopColor, behind(one.parentElement));
      return measured >= least ? [] : [`${measured.toFixed(2)}:1 ${one.outerHTML.slice(0, 160)}`];
    });
  }, BORDER_CONTRAST);
  assert.deepEqual(weak.slice(0, 8), [], `${where}: borders below ${BORDER_CONTRAST}:1`);
}

/** The time within which floating elements find their place after the window has changed. */
const PLACED_MS = 2000;

/** Nothing sticks out to the side. */
export async function assertNoSideScrolling(page: Page, where: string): Promise<void> {
  const isPlaced = () => document.documentElement.scrollWidth <= document.documentElement.clientWidth;
  // The check below reports what is still wrong then.
  await page.waitForFunction(isPlaced, undefined, { timeout: patientMs(PLACED_MS) }).catch(() => {});
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

/** The least width and height of what is pressed, WCAG 2.2, 2.5.8, without the exception for small targets with space. */
const TARGET_PX = 24;

/** Everything that can be pressed is large enough, but for links in the middle of a text. */
export async function assertTargets(page: Page, where: string): Promise<void> {
  const small = await page.evaluate((least) => {
    const pressed =
      'a[href], button, input, select, textarea, summary, [role="button"], [role="tab"], [role="option"], [role^="menuitem"]';
    const isInText = (one: Element) =>
      one.matches('a') &&
      getComputedStyle(one).display === 'inline' &&
      one.parentElement?.textContent !== one.textContent;
    return [...document.querySelectorAll(pressed)].flatMap((one) => {
      // A box to tick is pressed by its label as well; one that is not seen, by that alone.
      const [label] = (one as HTMLInputElement).labels ?? [];
      const boxes = [one, ...(label ? [label] : [])].map((box) => box.getBoundingClientRect());
      const isSeen = (one as HTMLElement).checkVisibility({ opacityProperty: true, visibilityProperty: true });
      if (!isSeen || one.closest('[inert]') || isInText(one) || boxes.every(({ width }) => width <= 1)) return [];
      const fits = boxes.some(({ width, height }) => width >= least - 0.5 && height >= least - 0.5);
      return fits ? [] : [`${boxes.map((b) => `${b.width}x${b.height}`).join(' ')} ${one.outerHTML.slice(0, 160)}`];
    });
  }, TARGET_PX);
  assert.deepEqual(small.slice(0, 8), [], `${where}: targets below ${TARGET_PX} px`);
}
