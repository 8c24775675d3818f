/** The partner's page and the overview show what happened and what needs attention, and nothing that is not so. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertAccessible, assertNoSideScrolling } from '../../../console/test-support/axe.ts';
import { testConsole } from '../../../console/test-support/console.ts';

const console_ = await testConsole();

async function setUp() {
  const { service } = console_;
  const community = await service.createCommunity();
  const base = `/c/${community.slug}`;
  return { service, community, communityId: community.id, base, owner: await console_.administrator(community) };
}

test('a partner’s page says what it credited against its cap, to whom last, and why calls were refused', async () => {
  const { service, communityId, base, owner, community } = await setUp();
  const anna = await service.createMember({ communityId, name: 'Anna Berger' });
  const partner = await service.createPartner({ communityId, name: 'Harbour Bank', maxPartnerDaySeconds: 36_000 });
  const token = await service.token(partner);
  const credit = (hours: number, reference: string) =>
    service.call('POST', '/wallet/credit', { token, json: { user_id: anna.id, hours, reference } });
  await credit(2.5, 'A');
  await credit(9, 'B');
  await service.call('GET', '/users/usr_x', { token });
  const subscription = await service.call('POST', '/webhooks/subscriptions', {
    token,
    json: { event_types: ['*'], target_url: 'https://hooks.example.org/x', description: 'Ledger import' },
  });
  await service.ownerQuery('update subscriptions set failing_since = now() where community_id = $1', [communityId]);
  const path = `${base}/partners/${partner.partnerId}`;
  const opened = await console_.openAs(owner, path, { width: 360 });
  const { page } = opened;
  await page.getByText('2.5 of 10 hours').waitFor();
  const bar = page.getByRole('progressbar', { name: 'Credited today' });
  assert.equal(await bar.getAttribute('aria-valuetext'), '2.5 of 10 hours');
  await page.getByText('7.5 hours are left until midnight universal time.').waitFor();
  const member = page.getByRole('link', { name: 'Anna Berger' });
  assert.equal(await member.getAttribute('href'), `/console${base}/members/${anna.id}`);
  const failing = page.getByRole('link', { name: 'Deliveries to “Ledger import” fail' });
  assert.equal(await failing.getAttribute('href'), `/console${path}/webhooks/${subscription.body.data.id}`);
  await assertNoSideScrolling(page, 'partner');
  await assertAccessible(page, 'partner');
  await page.getByRole('link', { name: 'a limit was reached: 1 call' }).click();
  await page.getByText('Refused: a limit was reached').waitFor();
  assert.equal(await page.locator('td .row-link').count(), 1);
  assert.deepEqual(opened.faults, []);
  await opened.close();

  const coordinator = await console_.administrator(community, 'coordinator');
  const restricted = await console_.openAs(coordinator, path);
  await restricted.page.getByText('2.5 of 10 hours').waitFor();
  assert.equal(await restricted.page.getByText(/Deliveries to|API calls in the last/).count(), 0);
  assert.deepEqual(restricted.faults, []);
  await restricted.close();
});

test('a partner that never called shows the next step', async () => {
  const { service, communityId, base, owner } = await setUp();
  const partner = await service.createPartner({ communityId, name: 'Town hall' });
  const opened = await console_.openAs(owner, `${base}/partners/${partner.partnerId}`);
  await opened.page.getByText('This partner has not called yet').waitFor();
  await opened.page.getByRole('link', { name: 'To the client secrets' }).click();
  await opened.page.getByRole('heading', { name: 'Town hall' }).waitFor();
  assert.match(opened.page.url(), /\/secrets$/);
  assert.deepEqual(opened.faults, []);
  await opened.close();
});

test('the overview names a credit of more than ten times the usual, and leads to its statement', async () => {
  const { service, communityId, base, owner } = await setUp();
  const anna = await service.createMember({ communityId, name: 'Anna Berger' });
  const partner = await service.createPartner({ communityId, name: 'Harbour Bank' });
  const token = await service.token(partner);
  const today = service.deps.clock.now().toISOString().slice(0, 10);
  await service.ownerQuery(
    `insert into statements (community_id, partner_id, day, opening_seconds, credits_count, credits_seconds,
       reversals_count, reversals_seconds, closed_at)
     values ($1, $2, $3::date - 30, 0, 10, 72000, 0, 0, now())`,
    [communityId, partner.partnerId, today],
  );
  const json = { user_id: anna.id, hours: 150, reference: 'A' };
  await service.call('POST', '/wallet/credit', { token, json });
  const opened = await console_.openAs(owner, base, { locale: 'de-DE', width: 360 });
  const { page } = opened;
  const link = page.getByRole('link', { name: 'Harbour Bank hat 150 Stunden gutgeschrieben: Anna Berger' });
  await link.waitFor();
  await page.getByText(/Üblich sind bei diesem Partner etwa 2 Stunden/).waitFor();
  assert.equal(await link.getAttribute('href'), `/console${base}/partners/${partner.partnerId}/statements/${today}`);
  assert.equal(await page.getByText('Nichts zu erledigen').count(), 0);
  await assertNoSideScrolling(page, 'overview');
  await assertAccessible(page, 'overview');
  assert.deepEqual(opened.faults, []);
  await opened.close();
});

test('all quiet is said only of what there is, and a young community begins with the whole of its first month; its first steps end by a button', async () => {
  const { service, communityId, base, owner } = await setUp();
  const opened = await console_.openAs(owner, base);
  const { page } = opened;
  await page.getByText('First steps').waitFor();
  await page.waitForLoadState('networkidle');
  assert.equal(await page.getByText('Hours exchanged').count(), 0, 'charts of less than a month say nothing');
  assert.equal(await page.getByText('Nothing to do').count(), 0);
  await service.createMember({ communityId, name: 'Anna Berger' });
  await service.ownerQuery('insert into exchange_days values ($1, current_date - 40, 1, 1, 3600)', [communityId]);
  const series = page.waitForRequest(/\/series\?/);
  await page.reload();
  await page.getByText('No member, no listing and no message is waiting for you.').waitFor();
  assert.equal(await page.getByText(/Webhooks are delivered|No client secret/).count(), 0);
  const month = new Date().toISOString().slice(0, 7);
  assert.equal(new URL((await series).url()).searchParams.get('from'), `${month}-01`);
  await page.getByText('1 of them joined in the last 30 days').waitFor();
  await page.getByRole('button', { name: 'Done: hide these steps' }).click();
  await page.getByText('The first steps are hidden for everybody in this community.').waitFor();
  await page.getByText('Get your time bank started').waitFor({ state: 'detached' });
  assert.equal(await page.evaluate(() => document.activeElement?.tagName), 'H1');
  await page.reload();
  await page.getByText('1 of them joined in the last 30 days').waitFor();
  assert.equal(await page.getByText('Get your time bank started').count(), 0);
  assert.deepEqual(opened.faults, []);
  await opened.close();
});
