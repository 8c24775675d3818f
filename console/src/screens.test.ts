/** What holds on every screen, in light and dark, at 360 px and at 1600 px, and with a font of another kind. */
import assert from 'node:assert/strict';
import { readdir, readFile, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { after, before, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { assertAccessible, assertNoSideScrolling, assertTargets } from '../test-support/axe.ts';
import { type Console, startConsole } from '../test-support/console.ts';
import { withOtherFont } from '../test-support/other-font.ts';
import { receiverSettings, stopReceiver } from '../test-support/sample.ts';
import { eachScreen, prepare, type ScreenSamples } from '../test-support/screens.ts';
import { settled } from '../test-support/settled.ts';

const DIST = resolve(import.meta.dirname, '../dist');
const FIRST_SCREEN_BYTES_MAX = 255_000;
/** Over HTTP/1.1 a browser asks for six at once. */
const FIRST_SCREEN_FILES_MAX = 8;

/** As every screen is opened; it is then looked at once more, in light and narrow. */
const DARK = { width: 1600, dark: true } as const;
const NARROW = 360;
/** Beside the menu of a small laptop, and on a tablet without it. */
const BETWEEN = [1024, 800];
const TWO_AT_ONCE = { concurrency: 2 };

let console_: Console;
let prepared: ScreenSamples;
before(async () => {
  console_ = await startConsole(await receiverSettings());
  prepared = await prepare(console_);
});
after(async () => {
  await console_.stop();
  await stopReceiver();
});

async function assertFits(page: Page, screen: string): Promise<void> {
  await assertNoSideScrolling(page, screen);
  await assertTargets(page, screen);
}

async function assertFitsNarrow(page: Page, screen: string): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await page.setViewportSize({ width: NARROW, height: 900 });
  await settled(page, 'light');
  await assertFits(page, `${screen} at ${NARROW} px`);
  await withOtherFont(page, () => assertFits(page, `${screen} at ${NARROW} px, with a flat font`));
  for (const width of BETWEEN) {
    await page.setViewportSize({ width, height: 900 });
    await assertNoSideScrolling(page, `${screen} at ${width} px`);
  }
}

test(
  'on every screen axe finds nothing, nothing scrolls sideways, and the policy is never violated',
  TWO_AT_ONCE,
  async (t) => {
    await eachScreen(
      prepared,
      async (person, path) => {
        if (person) return await console_.openAs(person, path, DARK);
        const opened = await console_.open(DARK);
        await opened.page.goto(`${console_.origin}/console${path}`);
        return opened;
      },
      async (screen, { page, faults }) => {
        await t.test(screen, async () => {
          await settled(page, 'dark');
          // Once: the texts in German are read in light, and narrow.
          await assertAccessible(page, screen);
          await assertFits(page, `${screen} at ${DARK.width} px`);
          try {
            await assertFitsNarrow(page, screen);
          } finally {
            await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
            await page.setViewportSize({ width: DARK.width, height: 900 });
          }
          assert.deepEqual(faults, [], 'violations of the policy, errors, or requests to other hosts');
        });
      },
    );
  },
);

test('the menu of a narrow screen opens, is accessible, and closes when one goes on', async () => {
  const opened = await console_.openAs(prepared.owner, `/c/${prepared.full.community.slug}/partners`, { width: 360 });
  const { page } = opened;
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('link', { name: 'Administrators' }).waitFor();
  await settled(page);
  await assertAccessible(page, 'the menu');
  await page.getByRole('link', { name: 'Administrators' }).click();
  await page.getByRole('heading', { level: 1, name: 'Administrators' }).waitFor();
  await page.getByRole('button', { name: 'Menu', exact: true }).waitFor();
  await opened.close();
});

test('nothing moves for somebody who asks for less motion', async () => {
  const opened = await console_.openAs(prepared.owner, `/c/${prepared.full.community.slug}/partners`, { width: 360 });
  const { page } = opened;
  await page.evaluate(() => {
    const moved: string[] = [];
    Object.assign(window, { moved });
    document.addEventListener('transitionrun', ({ propertyName }) => moved.push(propertyName));
  });
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  await page.getByRole('link', { name: 'Administrators' }).click();
  await page.getByRole('button', { name: 'Invite somebody' }).click();
  await page.getByRole('dialog').waitFor();
  await settled(page, 'dark');
  assert.deepEqual(await page.evaluate(() => (window as unknown as { moved: string[] }).moved), []);
  await opened.close();
});

test('shell and first screen weigh less than 255 kB compressed, in few files, without the texts of other screens', async () => {
  const page = await readFile(`${DIST}/index.html`, 'utf8');
  const files = new Set<string>();
  const queue = [...page.matchAll(/\/console\/(assets\/[^"]+\.(?:js|css))"/g)].map(([, path]) => path as string);
  const scripts = await Promise.all(
    queue.filter((path) => path.endsWith('.js')).map((path) => readFile(`${DIST}/${path}`, 'utf8')),
  );
  // The frame with the first screen is asked for at once.
  const [first] = scripts.join('\n').match(/signed-in-[\w-]+\.js/) ?? [];
  assert.ok(first, 'the console loads what is for who is signed in');
  queue.push(`assets/${first}`);
  // And by the texts of one language, whichever is the longer.
  const languages = (await readdir(`${DIST}/assets`)).filter((name) => /^first-(de|en)-[\w-]+\.js$/.test(name));
  assert.equal(languages.length, 2);
  const sizes = await Promise.all(languages.map(async (name) => (await stat(`${DIST}/assets/${name}`)).size));
  queue.push(`assets/${languages[sizes.indexOf(Math.max(...sizes))]}`);
  for (let path = queue.pop(); path; path = queue.pop()) {
    if (files.has(path)) continue;
    files.add(path);
    if (!path.endsWith('.js')) continue;
    const code = await readFile(`${DIST}/${path}`, 'utf8');
    for (const [, imported] of code.matchAll(/(?:from|import)\s*"(\.\/[^"]+\.js)"/g)) {
      queue.push(`${dirname(path)}/${(imported as string).slice(2)}`);
    }
  }
  let bytes = 0;
  for (const path of files) bytes += gzipSync(await readFile(`${DIST}/${path}`)).length;
  assert.ok(files.size > 3 && files.size <= FIRST_SCREEN_FILES_MAX, [...files].join(' '));
  assert.ok(![...files].some((path) => /later-/.test(path)), 'without the texts of other screens');
  assert.ok(bytes < FIRST_SCREEN_BYTES_MAX, `${bytes} bytes: ${[...files].join(' ')}`);
});
