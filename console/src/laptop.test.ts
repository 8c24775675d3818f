/** An office laptop: 1366 by 650 pixels, a long list, and a person who comes back on another machine. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { assertAccessible, assertNoSideScrolling } from '../test-support/axe.ts';
import { testConsole } from '../test-support/console.ts';
import { heading } from '../test-support/new-partner.ts';

const LAPTOP = { width: 1366, height: 650 };
const ROWS_MIN = 15;
/** Rows of two lines: what happened, and its member, hours and reference. */
const CALLS_MIN = 8;

const console_ = await testConsole();
const community = await console_.service.createCommunity();
for (let number = 1; number <= 60; number++) {
  const name = `Member ${String(number).padStart(2, '0')}`;
  await console_.service.createMember({ communityId: community.id, name, email: `member${number}@example.org` });
}
const owner = await console_.administrator(community);
const base = `/c/${community.slug}`;

/** How many of the elements stand whole within the window. */
const inSight = (page: Page, selector: string) =>
  page.locator(selector).evaluateAll((nodes) => {
    const whole = nodes.filter((node) => {
      const { top, bottom, height } = node.getBoundingClientRect();
      const scroller = node.closest('.nav-scroll')?.getBoundingClientRect();
      const low = Math.min(window.innerHeight, scroller?.bottom ?? Number.POSITIVE_INFINITY);
      return height > 0 && top >= Math.max(0, scroller?.top ?? 0) && bottom <= low;
    });
    return whole.length;
  });

test('every destination of the menu, the person and fifteen rows of a list are in sight at once', async () => {
  const { page, faults, close } = await console_.openAs(owner, `${base}/members`, LAPTOP);
  await page.getByText('60 members').waitFor();
  assert.equal(await inSight(page, '.nav-scroll a'), await page.locator('.nav-scroll a').count());
  assert.equal(await inSight(page, '.person'), 1);
  const rows = await inSight(page, 'tbody tr');
  assert.ok(rows >= ROWS_MIN, `${rows} rows in sight`);
  await assertAccessible(page, 'a long list');
  await assertNoSideScrolling(page, 'a long list');
  assert.deepEqual(faults, []);
  await close();
});

/** Ordinary German names: given names of nine letters, family names of twenty, addresses at an association's domain. */
async function addGermans(communityId: number): Promise<void> {
  const given = [
    'Alexandra',
    'Anneliese',
    'Christine',
    'Friedrich',
    'Gabrielle',
    'Hannelore',
    'Johanneke',
    'Katharina',
    'Siegfried',
    'Waltraude',
  ];
  const families = [
    'Albrecht-Hagemeister',
    'Brandstetter-Winkler',
    'Christophersen-Lange',
    'Diefenbacher-Neumann',
    'Eschenbrenner-Vogel',
    'Falkenberg-Zimmermann',
    'Grossmann-Hillebrand',
    'Hagenbucher-Schreiner',
    'Jungclaussen-Petersen',
    'Kirchhofer-Sonnleitner',
  ];
  for (const [at, familyName] of families.entries()) {
    for (const nth of [1, 2]) {
      const givenName = given[(at + nth) % given.length] ?? '';
      const { uuid } = await console_.service.createMember({
        ...{ communityId, name: `${givenName} ${familyName}`, givenName, familyName, phone: '+49 6441 5190224' },
        externalId: `M-${100 + 2 * at + nth}`,
        email: `${familyName.split('-')[0]?.toLowerCase()}.${nth}@nachbarschaftshilfe-lahnau.example`,
      });
      await console_.service.ownerQuery(
        'update accounts set credits_seconds = 443700 where community_id = $1 and member_id = $2',
        [communityId, uuid],
      );
    }
  }
}

test('German names and addresses leave every balance whole, fifteen rows in sight and one line to a row on paper', async () => {
  const lahnau = await console_.service.createCommunity({ name: 'Nachbarschaftshilfe Lahnau e.V.' });
  await addGermans(lahnau.id);
  const petra = await console_.administrator(lahnau);
  const { page, faults, close } = await console_.openAs(petra, `/c/${lahnau.slug}/members`, {
    ...LAPTOP,
    locale: 'de-DE',
  });
  await page.getByText('20 Mitglieder').waitFor();
  await assertNoSideScrolling(page, 'German names');
  const cut = await page
    .locator('tbody td[data-end]')
    .evaluateAll(
      (cells) =>
        cells.filter((cell) => cell.getBoundingClientRect().right > document.documentElement.clientWidth).length,
    );
  assert.equal(cut, 0);
  assert.equal(await page.locator('tbody td[data-end]').first().textContent(), '123,25 h');
  assert.match((await page.locator('tbody tr').first().textContent()) ?? '', /^Albrecht-Hagemeister, /);
  const rows = await inSight(page, 'tbody tr');
  assert.ok(rows >= ROWS_MIN, `${rows} rows in sight`);
  assert.equal(await inSight(page, '.nav-scroll a'), await page.locator('.nav-scroll a').count());
  await page.getByRole('button', { name: 'Drucken' }).click();
  await page.locator('.paper-table tbody tr').nth(19).waitFor();
  const heights = await page
    .locator('.paper-table tbody tr')
    .evaluateAll((lines) => lines.map((line) => Math.round(line.getBoundingClientRect().height)));
  await page.screenshot({ path: '/tmp/h3a.png' });
  assert.ok(Math.max(...heights) < 1.5 * 24, `rows on paper are ${heights} high`);
  assert.deepEqual(faults, []);
  await close();
});

/** What the lists without members are filled with. */
async function fillLists(): Promise<void> {
  const { service } = console_;
  const { id: communityId } = community;
  for (let number = 1; number <= 20; number++) {
    await service.createPartner({ communityId, name: `Partner ${String(number).padStart(2, '0')}` });
  }
  const token = await service.token(await service.createPartner({ communityId, name: 'Harbour Bank' }));
  for (let number = 1; number <= 20; number++) await service.call('GET', `/users/usr_${number}`, { token });
}

test('partners have fifteen rows in sight and calls eight, with a count, an order in the address and columns of one’s own', async () => {
  await fillLists();
  const { page, faults, close } = await console_.openAs(owner, `${base}/partners`, LAPTOP);
  for (const [path, least, count, head, order, column] of [
    ['partners', ROWS_MIN, '21 partners', 'Last credit', 'credit', 'Status'],
    ['calls', CALLS_MIN, '21 API calls', 'Duration', 'duration', 'Partner'],
  ] as const) {
    await page.goto(`${console_.origin}/console${base}/${path}`);
    await page.getByText(count).waitFor();
    const rows = await inSight(page, 'tbody tr');
    assert.ok(rows >= least, `${path}: ${rows} rows in sight`);
    await assertAccessible(page, path);
    await assertNoSideScrolling(page, path);
    await page.getByRole('button', { name: head }).click();
    assert.equal(await page.getByRole('columnheader', { name: head }).getAttribute('aria-sort'), 'ascending');
    assert.equal(new URL(page.url()).searchParams.get('sort'), order);
    await page.getByRole('button', { name: 'Columns' }).click();
    const stored = page.waitForResponse((answer) => answer.request().method() === 'PATCH');
    await page.getByRole('menuitemcheckbox', { name: column }).click();
    assert.equal((await stored).status(), 200);
    await page.keyboard.press('Escape');
    await page.reload();
    await page.getByText(count).waitFor();
    assert.equal(await page.getByRole('columnheader', { name: column }).count(), 0);
  }
  assert.deepEqual(faults, []);
  await close();
});

test('every list has its search first, and its count and "Clear filters" in one place', async () => {
  const { page, close } = await console_.openAs(owner, `${base}/members?status=active`, LAPTOP);
  const places = new Set<string>();
  for (const path of ['members?status=active', 'partners?status=active', 'calls?status=4xx']) {
    await page.goto(`${console_.origin}/console${base}/${path}`);
    await page.locator('tbody tr').first().waitFor();
    const first = page.locator('search input').first();
    assert.ok(await first.evaluate((node) => node.closest('.filter-search') !== null), path);
    const order = await page.locator('.list-side > *').allInnerTexts();
    assert.deepEqual([order[0], order.at(-1)], ['Clear filters', 'Columns'], path);
    const [bar, search, side] = await Promise.all(
      ['.list-bar', '.filter-search', '.list-side'].map((part) => page.locator(part).boundingBox()),
    );
    assert.ok(bar && search && side);
    // With many fields the count is in a row of its own, at the same end.
    places.add(`${search.x - bar.x} ${search.y - bar.y} ${bar.x + bar.width - side.x - side.width}`);
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await page.getByRole('button', { name: 'Clear filters' }).waitFor({ state: 'hidden' });
    assert.equal(new URL(page.url()).search, '', path);
  }
  assert.equal(places.size, 1, [...places].join('; '));
  await close();
});

test('on a telephone a long count gives way to the buttons beside it, whose words stay whole', async () => {
  const { page, close } = await console_.openAs(owner, `${base}/members?status=active`, { width: 390, height: 844 });
  await page.locator('tbody tr').first().waitFor();
  await page.locator('.list-count').evaluate((node) => {
    node.textContent = 'More than 10,000 exchanges · 12,345.75 hours of help';
  });
  const cut = await page
    .locator('.list-side button .mantine-Button-label')
    .evaluateAll((labels) =>
      labels.filter((label) => label.scrollWidth > label.clientWidth).map((label) => label.textContent),
    );
  assert.deepEqual(cut, []);
  await assertNoSideScrolling(page, 'a long count');
  await close();
});

test('a head of a column sorts, says so, and the order is in the address', async () => {
  const { page, close } = await console_.openAs(owner, `${base}/members`, LAPTOP);
  const first = page.locator('tbody tr').first();
  await first.getByText('Member 01').waitFor();
  await page.getByRole('button', { name: 'Name' }).click();
  await first.getByText('Member 60').waitFor();
  assert.equal(await page.getByRole('columnheader', { name: 'Name' }).getAttribute('aria-sort'), 'descending');
  await page.reload();
  await first.getByText('Member 60').waitFor();
  await close();
});

test('columns and language are those of the person, on another machine too', async () => {
  const { page, close } = await console_.openAs(owner, `${base}/members`, LAPTOP);
  await page.getByRole('columnheader', { name: 'E-mail' }).waitFor();
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'E-mail', exact: true }).click();
  await page.getByRole('columnheader', { name: 'E-mail' }).waitFor({ state: 'detached' });
  const stored = page.waitForResponse((answer) => answer.request().method() === 'PATCH');
  await page.getByRole('menuitemcheckbox', { name: 'Member since' }).click();
  assert.equal((await stored).status(), 200);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: owner.name }).click();
  const spoken = page.waitForResponse((answer) => answer.request().method() === 'PATCH');
  await page.getByRole('menuitemradio', { name: 'Deutsch' }).click();
  assert.equal((await spoken).status(), 200);
  await close();

  const other = await console_.openAs(owner, `${base}/members`, LAPTOP);
  await other.page.getByRole('heading', { name: 'Mitglieder', level: 1 }).waitFor();
  await other.page.getByRole('columnheader', { name: 'Mitglied seit' }).waitFor();
  assert.equal(await other.page.getByRole('columnheader', { name: 'E-Mail' }).count(), 0);
  await other.close();
  await console_.service.ownerQuery('update administrators set language = null where id = $1', [owner.id]);
});

test('the menu of the person is worked by keys, and gives the focus back', async () => {
  const { page, close } = await console_.openAs(owner, `${base}/members`, LAPTOP);
  await heading(page, 'Members').waitFor();
  const person = page.getByRole('button', { name: owner.name });
  await person.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Sign out' }).waitFor();
  await assertAccessible(page, 'the menu of the person');
  await page.keyboard.press('Escape');
  await page.getByRole('menu').waitFor({ state: 'detached' });
  assert.ok(await person.evaluate((node) => node === document.activeElement));
  await close();
});

test('the main action of a list is offered once it is known where it stands', async () => {
  const community = await console_.service.createCommunity();
  const person = await console_.administrator(community);
  const { page, close } = await console_.openAs(person, `/c/${community.slug}`);
  const add = page.getByRole('link', { name: 'New partner' });
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route(/\/partners\?/, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(`${console_.origin}/console/c/${community.slug}/partners`);
  await heading(page, 'Partners').waitFor();
  await page.locator('.mantine-Skeleton-root').first().waitFor();
  assert.equal(await add.count(), 0, 'it would move from the head into the empty list');
  answer();
  await page.getByRole('heading', { name: 'No partners yet' }).waitFor();
  assert.equal(await add.count(), 1);
  await console_.service.createPartner({ communityId: community.id });
  await page.reload();
  await page.getByRole('table').waitFor();
  assert.equal(await add.count(), 1);
  await close();
});
