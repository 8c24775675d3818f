/** The console with 100,000 members, 100,000 listings and a million transfers: how long an administrator waits. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CONSOLE_BASE_PATH } from '../console/desk/contract/routes.ts';
import { openBrowser } from '../console/test-support/chromium.ts';
import { connectDatabase } from '../core/database/connect.ts';
import { type NoParameters, query } from '../core/database/query.ts';
import { fillLargeCommunity } from '../test-support/large-community.ts';
import { type DemoService, startDemo } from './demo-service.ts';
import { type Figure, median, quantile } from './measure.ts';

const SIZE = { members: 100_000, listings: 100_000, transfers: 1_000_000 };
const SEARCH_GOAL_MS = 200;
const SCREEN_GOAL_MS = 1000;
const CHARTS_GOAL_MS = 3000;
const ROUNDS = 5;
/** Rare, common, of one letter, of many words, and of nobody. */
const SEARCHES = [
  'a',
  'b',
  'an',
  'anna',
  'mull',
  'anna ber',
  'a b c',
  'member',
  'zzz',
  'L-0001',
  '99999',
  'an be hu',
  'obrien',
  'ller',
  'jurgn',
];
const SCREENS = [
  // First the tasks; the charts follow.
  ['', /^(To do|All done)$/],
  ['members', 'Load more'],
  ['listings', 'Load more'],
  ['exchanges', 'Load more'],
  ['exchanges/slips', 'Who helped'],
  ['accounts', 'Community fund'],
  ['import', 'Supported columns'],
  ['settings', 'Time increment'],
] as const;

const selectCommunity = query<NoParameters, { id: number }>(
  'bench_select_community',
  'select id from communities order by id',
);
const analyze = query<NoParameters, never>('bench_analyze', 'analyze');

export async function benchConsole(): Promise<Figure[]> {
  const demo = await startDemo({ PORT: '18085' });
  try {
    const database = await connectDatabase({ host: demo.socketDir, user: 'timebank_app', database: 'timebank' });
    try {
      const [community] = await selectCommunity(database.heavy);
      await fillLargeCommunity(database.heavy, community?.id ?? 0, SIZE, new Date());
      await analyze(database.heavy);
    } finally {
      await database.close();
    }
    return await measure(demo);
  } finally {
    await demo.stop();
  }
}

async function measure(demo: DemoService): Promise<Figure[]> {
  const { admin_email, admin_password } = JSON.parse(await readFile(join(demo.dataDir, 'demo.json'), 'utf8'));
  const { slug } = demo;
  const origin = new URL(demo.api).origin.replace('127.0.0.1', 'localhost');
  const browser = await openBrowser();
  try {
    const page = await (await browser.newContext({ locale: 'en-GB' })).newPage();
    await page.goto(`${origin}/console`);
    await page.getByLabel('E-mail address').fill(admin_email);
    await page.getByLabel('Password', { exact: true }).fill(admin_password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.locator('.nav-foot').waitFor({ state: 'attached' });

    const searches = await page.evaluate(
      async ({ path, texts, rounds }) => {
        const took: number[] = [];
        for (let round = 0; round < rounds; round++) {
          for (const text of texts) {
            const startedMs = performance.now();
            const response = await fetch(`${path}?per_page=50&search=${encodeURIComponent(text)}`);
            await response.json();
            if (!response.ok) throw new Error(`${text}: ${response.status}`);
            took.push(performance.now() - startedMs);
          }
        }
        return took;
      },
      { path: `${CONSOLE_BASE_PATH}/communities/${slug}/members`, texts: SEARCHES, rounds: ROUNDS },
    );
    const figures = [figure('searching 100,000 members', searches, SEARCH_GOAL_MS)];
    for (const [screen, content] of SCREENS) {
      const took: number[] = [];
      for (let round = 0; round < ROUNDS; round++) {
        const startedMs = performance.now();
        await page.goto(`${origin}/console/c/${slug}/${screen}`);
        await page.locator('main').getByText(content).first().waitFor();
        took.push(performance.now() - startedMs);
      }
      figures.push(figure(`first content of /${screen}, loaded again`, took, SCREEN_GOAL_MS));
    }
    const charts: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const startedMs = performance.now();
      await page.goto(`${origin}/console/c/${slug}`);
      await page.locator('main').getByText('Hours exchanged').first().waitFor();
      charts.push(performance.now() - startedMs);
    }
    figures.push(figure('charts of the overview over twelve months, loaded again', charts, CHARTS_GOAL_MS));
    return figures;
  } finally {
    await browser.close();
  }
}

function figure(what: string, took: readonly number[], goalMs: number): Figure {
  return { what, medianMs: median(took), p95Ms: quantile(took, 0.95), goalMs };
}
