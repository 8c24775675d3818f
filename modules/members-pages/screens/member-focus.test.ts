/** What is focused is seen: also backwards through a long page, beside the head of the page, and enlarged to 400 %. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { testConsole } from '../../../console/test-support/console.ts';
import { writeLetters } from '../domain/member-access/letters.ts';
import { openMemberPages } from '../domain/member-access/switch.ts';

const console_ = await testConsole();

/** A small telephone, a landscape one, a window of 1280 px enlarged to 400 % and 200 %, and windows on a desk. */
const WINDOWS = [
  [360, 640],
  [740, 360],
  [320, 256],
  [640, 400],
  [683, 500],
  [1280, 800],
] as const;

/** Goes back from the end to the address bar. @returns what was focused and covered, and how much was focused */
async function backwards(page: Page): Promise<{ covered: string[]; count: number }> {
  await page.evaluate(() => {
    const all = document.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea');
    const last = all[all.length - 1];
    last?.focus();
  });
  const covered: string[] = [];
  for (let count = 1; ; count++) {
    const state = await page.evaluate(() => {
      const one = document.activeElement;
      if (!one || one === document.body) return 'out';
      // Of a link in two lines the first; of what is taller than the window, what is in it.
      const { left, top, width, height } = one.getClientRects()[0] ?? new DOMRect();
      const [from, to] = [Math.max(top, 0) + 2, Math.min(top + height, innerHeight) - 2];
      const isSeen = [from, (from + to) / 2, to].every((y) => {
        const hit = document.elementFromPoint(left + width / 2, y);
        return (
          hit !== null && (one.contains(hit) || (hit.contains(one) && hit.closest('.top') === one.closest('.top')))
        );
      });
      return isSeen ? 'seen' : `${one.outerHTML.slice(0, 100)} at ${Math.round(top)}`;
    });
    if (state === 'out') return { covered, count };
    if (state !== 'seen') covered.push(state);
    await page.keyboard.press('Shift+Tab');
  }
}

test('nothing that is focused lies behind the head, in any window, on a member’s longest page and on the list of guides', async () => {
  const { service, browser, origin } = console_;
  const community = await service.createCommunity({ name: 'Riverside Neighbours helping each other' });
  const act = { communityId: community.id, actor: 'test' };
  await openMemberPages(service.deps, act, true);
  const { uuid } = await service.createMember({ communityId: community.id, name: 'Helga Brandt' });
  const [letter] = await writeLetters(service.deps, act, [uuid]);
  const context = await browser.newContext({ javaScriptEnabled: false, locale: 'de-DE' });
  const page = await context.newPage();
  const home = `${origin}/at/${community.slug}`;
  await page.goto(`${home}/enter?code=${letter?.code}`);
  await page.locator('#enter button').click();
  await page.locator('[data-page="home"][data-state="member"]').waitFor();
  for (const address of [`${home}/me`, `${home}/me/file`, `${origin}/docs`]) {
    for (const [width, height] of WINDOWS) {
      await page.setViewportSize({ width, height });
      await page.goto(address);
      const { covered, count } = await backwards(page);
      assert.ok(count > 10, `${address}: ${count}`);
      assert.deepEqual(covered, [], `${address} at ${width} × ${height}`);
      const head = await page.locator('header.top').evaluate((one) => ({
        height: one.getBoundingClientRect().height,
        position: getComputedStyle(one).position,
      }));
      if (head.position === 'sticky') assert.ok(head.height < height / 6, `${head.height} of ${height}`);
    }
  }
  await context.close();
});
