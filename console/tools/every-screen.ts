/**
 * `npm run screenshots -- every [part of a path]`: every address in both languages, three widths, light and dark: of a
 * community with long names, of one with nothing, and of one with ten thousand members.
 */
import { importExchanges } from '../../modules/moving/domain/import/exchanges.ts';
import { importListings } from '../../modules/moving/domain/import/listings.ts';
import { importMembers } from '../../modules/moving/domain/import/members.ts';
import type { TestCommunity } from '../../test-support/harness.ts';
import type { Console, OpenPage, Person } from '../test-support/console.ts';
import { everyPath, ownPaths } from '../test-support/paths.ts';
import { LONG_NAME } from '../test-support/sample.ts';
import type { ScreenSamples } from '../test-support/screens.ts';
import { goOn, settled } from '../test-support/settled.ts';

const WIDTHS = [
  { width: 360, height: 740 },
  { width: 1366, height: 650 },
  { width: 1600, height: 900 },
] as const;
const LOCALES = ['en-GB', 'de-AT'] as const;
const MEMBERS = 10_000;
const AT_ONCE = 2;
const HEIGHT_MAX = 10_000;

interface Walk {
  readonly name: string;
  readonly person: Person;
  readonly paths: readonly string[];
}

export async function everyScreen(
  console_: Console,
  prepared: ScreenSamples,
  folder: string,
  part: string,
): Promise<void> {
  const large = await console_.service.createCommunity({ name: 'Large Time Bank' });
  await fill(console_, large);
  const walks: readonly Walk[] = [
    { name: 'long', person: prepared.owner, paths: everyPath(prepared.life) },
    { name: 'none', person: prepared.emptyOwner, paths: ownPaths(prepared.empty.slug) },
    { name: 'large', person: await console_.administrator(large), paths: ownPaths(large.slug) },
  ];
  const rounds = walks.flatMap((walk) =>
    LOCALES.flatMap((locale) =>
      WIDTHS.flatMap((size) => [false, true].map((dark) => ({ walk, options: { ...size, dark, locale } }))),
    ),
  );
  const next = async (): Promise<void> => {
    const round = rounds.shift();
    if (!round) return;
    const { walk, options } = round;
    const paths = walk.paths.filter((path) => path.includes(part));
    const opened = await console_.openAs(walk.person, paths[0] ?? '/', options);
    const variant = `${walk.name}-${options.width}-${options.dark ? 'dark' : 'light'}-${options.locale.slice(0, 2)}`;
    for (const path of paths) await picture(opened, path, `${folder}/${variant}`);
    await opened.close();
    await next();
  };
  await Promise.all(Array.from({ length: AT_ONCE }, next));
}

/** Saves the screen, and writes what sticks out of it and what went wrong. */
async function picture({ page, faults }: OpenPage, path: string, folder: string): Promise<void> {
  const name = path.replace(/^\/c\/[^/]+/, '').replace(/[^a-z0-9]+/gi, '-') || '-overview';
  try {
    await goOn(page, path);
    await settled(page);
  } catch (error) {
    process.stderr.write(`${folder} ${path}: ${error}\n`);
  }
  const wide = await page.evaluate(() => {
    const width = document.documentElement.clientWidth;
    if (document.documentElement.scrollWidth <= width) return '';
    const out = [...document.querySelectorAll('body *')].filter((one) => one.getBoundingClientRect().right > width + 1);
    return out
      .map((one) => one.outerHTML.slice(0, 120))
      .join(' | ')
      .slice(0, 400);
  });
  if (wide) process.stderr.write(`${folder} ${path} sticks out: ${wide}\n`);
  if (faults.length > 0) process.stderr.write(`${folder} ${path}: ${faults.splice(0).join('; ')}\n`);
  await page.evaluate(() => window.scrollTo(0, 0));
  // A booklet of ten thousand listings is more than a picture can hold.
  const fullPage = (await page.evaluate(() => document.documentElement.scrollHeight)) < HEIGHT_MAX;
  await page.screenshot({ path: `${folder}/${name}.png`, fullPage });
}

/** Ten thousand members, some with long names, with listings, and help between them. */
async function fill({ service }: Console, { id }: TestCommunity): Promise<void> {
  const options = { skipBad: false, recordedBy: 'administrator:1' };
  const numbers = Array.from({ length: MEMBERS }, (_, at) => at);
  const file = (header: string, rows: readonly string[]) => Buffer.from([header, ...rows].join('\n'));
  const name = (at: number) => (at % 97 === 3 ? LONG_NAME.slice(0, 90) : `Jürgen Weißenberger ${at}`);
  const members = numbers.map(
    (at) => `M-${at},${name(at)},m${at}@example.org,active,2015-05-${(at % 28) + 1},${at % 50}`,
  );
  await importMembers(
    service.deps,
    id,
    file('external_id,name,email,status,joined_on,balance_hours', members.map(padded)),
    options,
  );
  const offers = numbers.map((at) => `L-${at},M-${at},service,Garden help ${at},Category ${at % 60},active`);
  await importListings(
    service.deps,
    id,
    file('external_id,member_external_id,type,title,category,status', offers),
    options,
  );
  const help = numbers.map((at) => `E-${at},2026-0${(at % 9) + 1}-11,M-${at},M-${(at + 7) % MEMBERS},1.5,Slip ${at}`);
  await importExchanges(
    service.deps,
    id,
    file('external_id,service_date,provider_external_id,receiver_external_id,hours,note', help),
    options,
  );
}

/** A day of one figure gets its zero. */
const padded = (row: string) => row.replace(/-05-(\d),/, '-05-0$1,');
