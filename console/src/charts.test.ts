/** Charts as they are drawn: every number of an axis whole, inside the drawing and beside no other. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { assertAccessible, assertNoSideScrolling } from '../test-support/axe.ts';
import { testConsole } from '../test-support/console.ts';
import { placeTicks, valueTicks } from './parts/charts/ticks.ts';

const console_ = await testConsole();

interface LabelFaults {
  readonly labels: readonly string[];
  readonly outside: readonly string[];
  readonly overlapping: readonly string[];
}

/** The labels of every axis, those that leave their drawing, and those that touch another. */
function drawnAxes(page: Page): Promise<{ readonly x: LabelFaults; readonly y: LabelFaults }[]> {
  return page.evaluate(() => {
    const look = (drawing: Element, axis: string) => {
      const frame = drawing.getBoundingClientRect();
      const labels = [...drawing.querySelectorAll(`.${axis}-labels text`)];
      const boxes = labels.map((label) => ({ text: label.textContent ?? '', box: label.getBoundingClientRect() }));
      const isOutside = (box: DOMRect) =>
        box.left < frame.left - 0.5 ||
        box.right > frame.right + 0.5 ||
        box.top < frame.top - 0.5 ||
        box.bottom > frame.bottom + 0.5;
      const touch = (one: DOMRect, other: DOMRect) =>
        one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
      return {
        labels: boxes.map(({ text }) => text),
        outside: boxes.filter(({ box }) => isOutside(box)).map(({ text }) => text),
        overlapping: boxes
          .filter(({ box }, at) => boxes.slice(at + 1).some((other) => touch(box, other.box)))
          .map(({ text }) => text),
      };
    };
    return [...document.querySelectorAll('.chart .bars > svg')].map((svg) => ({
      x: look(svg, 'x'),
      y: look(svg, 'y'),
    }));
  });
}

for (const [locale, width] of [
  ['en-GB', 1280],
  ['de-DE', 360],
] as const) {
  test(`charts of 0 to 4,999,999 have all labels whole, inside and apart: ${locale} at ${width} px`, async () => {
    const community = await console_.service.createCommunity();
    await console_.service.createPartner({ communityId: community.id });
    await console_.service.createMember({ communityId: community.id });
    await console_.service.ownerQuery('insert into exchange_days values ($1, current_date - 40, 1, 1, 3600)', [
      community.id,
    ]);
    await console_.service.ownerQuery(`update communities set created_at = '2020-01-01' where id = $1`, [community.id]);
    const owner = await console_.administrator(community);
    const opened = await console_.openAs(owner, `/c/${community.slug}/settings`, { locale, width });
    const { page } = opened;
    let largest = 1;
    // No community of a test has five million hours: the real answer, with other numbers in it.
    await page.route('**/series?**', async (route) => {
      const answer = await route.fetch();
      const body = await answer.json();
      for (const [at, point] of body.data.points.entries()) {
        const value = at === body.data.points.length - 1 ? largest : Math.floor(largest / 3);
        Object.assign(point, {
          exchanged_hours: value,
          credited_hours: value + 0.25,
          active_members: value,
          new_listings: value,
        });
      }
      await route.fulfill({ response: answer, json: body });
    });
    for (const value of [0, 1, 999, 12_345, 4_999_999]) {
      largest = value;
      await page.goto(`${console_.origin}/console/c/${community.slug}`);
      const charts = value === 0 ? 1 : 4;
      await page.waitForFunction(
        (wanted) => document.querySelectorAll('.chart .x-labels text:last-child').length >= wanted,
        charts,
      );
      const axes = await drawnAxes(page);
      assert.equal(axes.length, charts, `${value}`);
      for (const [at, { x, y }] of axes.entries()) {
        const which = `${value}, chart ${at}: ${JSON.stringify([x, y])}`;
        assert.ok(y.labels.length >= 2 && new Set(y.labels).size === y.labels.length, which);
        assert.ok(x.labels.length >= 2, which);
        assert.deepEqual([...x.outside, ...y.outside, ...x.overlapping, ...y.overlapping], [], which);
        // Members and listings are counted.
        if (value === 1 && at >= 2) assert.deepEqual(y.labels, ['0', '1'], which);
      }
      if (value === 4_999_999) {
        assert.ok(axes[0]?.y.labels.includes(locale === 'de-DE' ? '4\u00a0Mio.' : '4m'), JSON.stringify(axes[0]?.y));
      }
    }
    await page.locator('.chart-table summary').first().click();
    await page
      .getByRole('cell', { name: locale === 'de-DE' ? '4.999.999' : '4,999,999' })
      .first()
      .waitFor();
    const ways = page.getByRole('link', { name: /: (?:View list|Liste anzeigen)$/ });
    assert.ok((await ways.count()) > 0, 'a way to a list says of which chart it is');
    await assertNoSideScrolling(page, 'overview');
    await assertAccessible(page, 'overview');
    assert.deepEqual(opened.faults, []);
    await opened.close();
  });
}

test('an axis goes from 0 to at least the largest value, in at most five equal steps, whole where things are counted', () => {
  for (const largest of [0, 0.25, 1, 2, 3, 5, 7, 11, 99, 101, 999, 1000, 1001, 12_345, 4_999_999, 5_000_000]) {
    for (const whole of [true, false]) {
      if (whole && !Number.isInteger(largest)) continue;
      const ticks = valueTicks(largest, whole);
      assert.equal(ticks[0], 0);
      assert.ok((ticks.at(-1) ?? 0) >= largest && ticks.length >= 2 && ticks.length <= 6, `${largest}: ${ticks}`);
      if (whole) assert.ok(ticks.every(Number.isInteger), `${largest}: ${ticks}`);
    }
  }
});

test('dates under an axis begin with the first, end with the last, and stand at equal distances', () => {
  for (let places = 2; places <= 60; places++) {
    for (let most = 2; most <= 12; most++) {
      const ticks = placeTicks(places, most);
      assert.deepEqual([ticks[0], ticks.at(-1)], [0, places - 1]);
      assert.ok(ticks.length <= Math.max(2, most));
      const gaps = ticks.slice(1).map((tick, at) => tick - (ticks[at] ?? 0));
      assert.ok(Math.max(...gaps) - Math.min(...gaps) <= 1 && Math.min(...gaps) >= 1, `${places}, ${most}: ${ticks}`);
    }
  }
  assert.deepEqual(placeTicks(31, 8), [0, 5, 10, 15, 20, 25, 30]);
});

test('a bar under the pointer says its values beside it, and moves nothing', async () => {
  const community = await console_.service.createCommunity();
  await console_.service.createMember({ communityId: community.id });
  await console_.service.ownerQuery('insert into exchange_days values ($1, current_date - 40, 1, 1, 3600)', [
    community.id,
  ]);
  const opened = await console_.openAs(await console_.administrator(community), `/c/${community.slug}`);
  const { page } = opened;
  await page.route('**/series?**', async (route) => {
    const answer = await route.fetch();
    const body = await answer.json();
    for (const point of body.data.points) point.exchanged_hours = 5;
    await route.fulfill({ response: answer, json: body });
  });
  await page.reload();
  const bars = page.locator('.chart .bars > svg').first();
  await bars.scrollIntoViewIfNeeded();
  const before = await bars.boundingBox();
  assert.ok(before);
  const at = { x: before.x + before.width * 0.7, y: before.y + before.height / 2 };
  await page.mouse.move(at.x, at.y);
  const values = page.locator('main .mantine-Tooltip-tooltip, main [class*="TooltipFloating-tooltip"]');
  await values.waitFor();
  const box = await values.boundingBox();
  assert.ok(box && Math.abs(box.y - at.y) < 100 && box.x - at.x < 100, JSON.stringify({ box, at }));
  assert.deepEqual(await bars.boundingBox(), before);
  await opened.close();
});
