/**
 * A file of ten thousand members, in a database of its own: until PostgreSQL has looked at the new rows, plans are made
 * from what it knows of those before.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testConsole } from '../../../console/test-support/console.ts';
import { patientMs } from '../../../test-support/speed.ts';

const console_ = await testConsole();

test('a file of ten thousand rows is looked at, imported, and the page stays usable', async (t) => {
  const community = await console_.service.createCommunity();
  const person = await console_.administrator(community, 'owner');
  const { page, faults, close } = await console_.openAs(person, `/c/${community.slug}/import`);
  const rows = Array.from({ length: 10_000 }, (_, n) => `L-${n},Member ${n},active,1`);
  const buffer = Buffer.from(['external_id,name,status,balance_hours', ...rows].join('\n'));
  const startedMs = performance.now();
  await page.setInputFiles('input[type=file]', { name: 'members.csv', mimeType: 'text/csv', buffer });
  await page.getByRole('button', { name: 'Check file' }).click();
  await page.getByRole('button', { name: 'Import 10,000 rows' }).click();
  await page.getByRole('progressbar').waitFor();
  // While it runs the page answers at once.
  assert.equal(await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => done('drawn')))), 'drawn');
  await page.getByText('10,000 rows were imported').waitFor({ timeout: patientMs(90_000) });
  t.diagnostic(`10,000 rows in ${((performance.now() - startedMs) / 1000).toFixed(1)} s`);
  const [row] = await console_.service.ownerQuery<{ count: number }>(
    'select count(*)::int as count from members where community_id = $1',
    [community.id],
  );
  assert.equal(row?.count, 10_000);
  await page.getByRole('link', { name: 'Go to members' }).click();
  await page.getByRole('link', { name: 'Member 0', exact: true }).waitFor();
  assert.deepEqual(faults, []);
  await close();
});
