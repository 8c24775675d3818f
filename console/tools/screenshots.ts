/** `npm run screenshots [part of a name]`: a picture of every screen and dialog, for looking at. `every`: in all forms. */
import { mkdir, rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { globalSetup, globalTeardown } from '../../test-support/global-setup.ts';
import { type Console, type Person, startConsole } from '../test-support/console.ts';
import { receiverSettings, stopReceiver } from '../test-support/sample.ts';
import { eachScreen, prepare, type ScreenSamples } from '../test-support/screens.ts';
import { everyScreen } from './every-screen.ts';
import { memberScreens } from './member-screens.ts';

const FOLDER = resolve(import.meta.dirname, '../../screenshots');
const VARIANTS = [
  { name: 'light-1366', width: 1366, height: 650, dark: false },
  { name: 'light-1024', width: 1024, height: 700, dark: false },
  { name: 'dark-1366', width: 1366, height: 650, dark: true },
  { name: 'light-1600', width: 1600, height: 900, dark: false },
  { name: 'light-390', width: 390, height: 800, dark: false },
  { name: 'dark-390', width: 390, height: 800, dark: true },
] as const;

const [wanted = '', path = ''] = process.argv.slice(2);
const EVERY = 'every';
const MEMBERS = 'at-';
await mkdir(FOLDER, { recursive: true });
if (wanted === '' || wanted === EVERY) await rm(FOLDER, { recursive: true, force: true });
await globalSetup();
try {
  if (!wanted.startsWith(MEMBERS)) await consoleScreens();
  if (wanted === '' || wanted.startsWith(MEMBERS)) await memberScreens(FOLDER, wanted);
} finally {
  await globalTeardown();
}

async function consoleScreens(): Promise<void> {
  const console_ = await startConsole(await receiverSettings());
  try {
    const prepared = await prepare(console_);
    if (wanted === EVERY) await everyScreen(console_, prepared, FOLDER, path);
    else await pictures(console_, prepared);
  } finally {
    await console_.stop();
    await stopReceiver();
  }
}

async function pictures(console_: Console, prepared: ScreenSamples): Promise<void> {
  for (const { name, width, height, dark } of VARIANTS) {
    if (wanted.includes('=') && !name.includes(wanted.split('=')[1] ?? '')) continue;
    const part = wanted.split('=')[0] ?? '';
    const open = async (person: Person | undefined, path: string) =>
      person
        ? await console_.openAs(person, path, { width, height, dark })
        : await console_.open({ width, height, dark }).then(async (opened) => {
            await opened.page.goto(`${console_.origin}/console${path}`);
            return opened;
          });
    await eachScreen(prepared, open, async (screen, { page, faults }) => {
      if (!screen.includes(part)) return;
      await page.evaluate(() => window.scrollTo(0, 0));
      await page.screenshot({ path: `${FOLDER}/${screen}-${name}.png`, fullPage: true });
      if (faults.length > 0) process.stderr.write(`${screen} ${name}: ${faults.join('; ')}\n`);
    });
  }
}
