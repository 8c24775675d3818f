/** Webhooks as an administrator sees them: a request is answered in place, and the list updates by itself. */
import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { EVENT_KINDS } from '@timebank/contract';
import { assertAccessible, assertNoSideScrolling } from '../../../console/test-support/axe.ts';
import { type Console, PASSWORD, type PageOptions, startConsole } from '../../../console/test-support/console.ts';
import { tabTo } from '../../../console/test-support/keyboard.ts';
import { settled } from '../../../console/test-support/settled.ts';
import { startWorker } from '../../../core/events/delivery/loop.ts';
import { type Receiver, startReceiver } from '../../../test-support/receiver.ts';
import { patientMs } from '../../../test-support/speed.ts';
import { waitUntil } from '../../../test-support/wait-until.ts';
import { KIND_SCOPES } from './partner/event-kinds.ts';
import { paceOf } from './partner/pace.ts';

let console_: Console;
let receiver: Receiver;
let worker: ReturnType<typeof startWorker>;
before(async () => {
  receiver = await startReceiver();
  console_ = await startConsole({ WEBHOOK_ALLOW_CIDR: '127.0.0.1/32,::1/128', WEBHOOK_CA_FILE: receiver.caFile });
  worker = startWorker(console_.service.deps, { pollMs: 50, jobs: [] });
});
afterEach(() => receiver.respondWith(200));
after(async () => {
  await worker?.stop();
  await console_?.stop();
  await receiver?.stop();
});

/** A failure that is repeated in two hours only. */
const LATER = { status: 503, headers: { 'retry-after': '7200' }, body: 'ledger import <b>queue</b> full' };

async function setUp({ role = 'owner' as 'owner' | 'auditor' | 'coordinator', options = {} as PageOptions } = {}) {
  const { service } = console_;
  const community = await service.createCommunity();
  const partner = await service.createPartner({ communityId: community.id, name: 'Harbour Bank' });
  const token = await service.token(partner);
  const json = { event_types: ['wallet.credited'], target_url: receiver.url, description: 'Ledger import' };
  const { body } = await service.call('POST', '/webhooks/subscriptions', { token, json });
  const member = await service.createMember({ communityId: community.id, name: 'Anna Berger' });
  const credit = async (reference: string) => {
    const booking = { user_id: member.id, hours: 1.5, reference };
    assert.equal((await service.call('POST', '/wallet/credit', { token, json: booking })).status, 201);
  };
  const attempts = async () => {
    const [row] = await service.ownerQuery<{ count: number }>(
      'select coalesce(sum(jsonb_array_length(attempts)), 0)::int as count from deliveries where community_id = $1',
      [community.id],
    );
    return row?.count ?? 0;
  };
  const person = await console_.administrator(community, role);
  const base = `/c/${community.slug}/partners/${partner.partnerId}`;
  const at = (path = `${base}/webhooks/${body.data.id}`) => console_.openAs(person, path, options);
  return { service, community, partner, member, credit, attempts, base, at };
}

test('a test event shows the status that the receiver answered within a second, announced to screen readers, without reload', async () => {
  const { at } = await setUp();
  const { page, faults, close } = await at();
  let answeredAtMs = 0;
  receiver.respondWith(() => {
    answeredAtMs = performance.now();
    return { status: 418, body: 'teapot' };
  });
  const status = page.getByRole('status').filter({ hasText: 'responded with 418' });
  await tabTo(page, /^Send test event$/);
  await page.keyboard.press('Enter');
  await status.waitFor();
  const waitedMs = performance.now() - answeredAtMs;
  assert.ok(answeredAtMs > 0 && waitedMs < patientMs(1500), `${waitedMs} ms after the receiver`);
  await page.getByRole('row', { name: /Test event.*Retrying.*Response 418/ }).waitFor();
  receiver.respondWith(200);
  await page.getByRole('button', { name: 'Send test event' }).click();
  await page.getByRole('status').filter({ hasText: 'responded with 200' }).waitFor();
  await page.getByRole('row', { name: /Test event.*Delivered.*Response 200/ }).waitFor();
  assert.ok(await page.getByRole('button', { name: 'Send test event' }).evaluate((one) => one.matches(':focus')));
  assert.deepEqual(faults, []);
  await close();
});

test('deliveries follow by themselves, and what was opened stays open where it was', async () => {
  const { at, credit, member } = await setUp();
  const { page, faults, close } = await at();
  await page.getByText('Nothing sent yet').last().waitFor();
  receiver.respondWith(LATER);
  await credit('FOLLOW-1');
  const first = page.getByRole('row', { name: /Credit booked.*Anna Berger, FOLLOW-1/ });
  await first.filter({ hasText: 'Retrying' }).waitFor();
  await first.getByText(/^Attempt 2 of 10 in 2 hours$/).waitFor();
  await first.getByRole('button', { name: /^Attempts of Credit booked/ }).click();
  const attempt = page.getByRole('region', { name: 'Attempt 1' });
  await attempt.getByText('ledger import <b>queue</b> full').waitFor();
  await attempt.getByText('The endpoint had an error of its own.').waitFor();
  assert.equal(await attempt.locator('b').count(), 0, 'an answer is text, never HTML');
  await attempt.getByText('Request headers').click();
  await attempt.getByText(/webhook-id: evt_\w+\nwebhook-timestamp: \d+\nwebhook-signature: v1,.{8}…/).waitFor();
  await page.getByText('Payload', { exact: true }).click();
  await page.getByText(`"user_id": "${member.id}"`).waitFor();
  await settled(page);
  await assertAccessible(page, 'an open delivery');

  receiver.respondWith(200);
  await credit('FOLLOW-2');
  await page.getByRole('row', { name: /FOLLOW-2.*Delivered/ }).waitFor();
  assert.ok(await attempt.getByText('Request headers').isVisible(), 'still open');
  assert.ok(await attempt.locator('details').evaluate((one: HTMLDetailsElement) => one.open));
  await page.getByRole('button', { name: 'Retry now: Credit booked' }).click();
  await page.getByRole('status').filter({ hasText: 'responded with 200' }).waitFor();
  await page.getByRole('region', { name: 'Attempt 2' }).getByText('Response 200').waitFor();
  await first.filter({ hasText: 'Delivered' }).waitFor();
  await page.getByRole('link', { name: 'Anna Berger' }).first().click();
  await page.waitForURL(`**/members/${member.id}`);
  assert.deepEqual(faults, []);
  await close();
});

test('resending sends at once what waited for its next attempt; a paused endpoint holds, without a time', async () => {
  const { at, credit, attempts } = await setUp();
  const { page, close } = await at();
  receiver.respondWith(LATER);
  await credit('WAIT-1');
  await waitUntil('it failed once', async () => (await attempts()) === 1);
  const row = page.getByRole('row', { name: /WAIT-1/ });
  await row.filter({ hasText: 'Retrying' }).waitFor();
  await page.getByRole('button', { name: 'Pause', exact: true }).click();
  await row.filter({ hasText: 'Until you resume the endpoint' }).waitFor();
  assert.equal(await row.getByText(/in 2 hours/).count(), 0);
  await row.getByText('Held', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Resume', exact: true }).click();
  await row.filter({ hasText: 'in 2 hours' }).waitFor();
  receiver.respondWith(200);
  await page.getByRole('button', { name: 'Resend events' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Resend' }).click();
  await row.filter({ hasText: 'Delivered' }).waitFor();
  await close();
});

test('an administrator adds an endpoint by keyboard, copies its secret once, edits and deletes it', async () => {
  const { at, base, service, community } = await setUp();
  const { page, faults, close } = await at(`${base}/webhooks`);
  await tabTo(page, /^Add endpoint$/);
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Address (URL)').fill('http://bank.example/hook');
  await dialog.getByLabel('Description').fill('Second');
  await dialog.getByRole('radio', { name: 'Only these' }).press('Space');
  await dialog.getByRole('checkbox', { name: 'Member changed' }).press('Space');
  await page.keyboard.press('Enter');
  await dialog.getByText('The address must begin with https://.').waitFor();
  assert.equal(await dialog.getByLabel('Description').inputValue(), 'Second', 'nothing typed is lost');
  await settled(page);
  await assertAccessible(page, 'the form with a fault');
  await service.ownerQuery(`update sessions set password_at = now() - interval '11 minutes'`);
  await dialog.getByLabel('Address (URL)').fill('https://bank.example/second');
  await dialog.getByRole('button', { name: 'Add endpoint' }).click();
  const confirm = page.getByRole('dialog', { name: 'Confirm your identity' });
  await confirm.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await confirm.getByRole('button', { name: 'Confirm' }).click();
  await page.getByText('This signing secret is shown only once.').waitFor();
  const secret = await page.getByText(/^whsec_/).textContent();
  assert.match(secret ?? '', /^whsec_[A-Za-z0-9+/]{43}=$/);
  await settled(page);
  await assertAccessible(page, 'the signing secret');
  const kept = await page.evaluate(() =>
    JSON.stringify([{ ...localStorage }, { ...sessionStorage }, history.state, location.href]),
  );
  assert.ok(!kept.includes('whsec_'));
  await page.getByRole('link', { name: 'Done, to the endpoint' }).click();
  await page.getByRole('heading', { name: 'https://bank.example/second' }).waitFor();
  const [row] = await service.ownerQuery<{ types: string[] }>(
    `select event_types as types from subscriptions where community_id = $1 and description = 'Second'`,
    [community.id],
  );
  assert.equal(row?.types.length, 8);
  assert.ok(!row?.types.includes('user.updated'));
  await page.goBack();
  await page.getByText('The client secret is no longer shown').first().waitFor();
  assert.equal(await page.getByText(/whsec_/).count(), 0);

  await page.goForward();
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await dialog.getByLabel('Address (URL)').fill('https://bank.example/third');
  await dialog.getByRole('radio', { name: /^All events/ }).press('Space');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('heading', { name: 'https://bank.example/third' }).waitFor();
  await page.getByText('All types').waitFor();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await dialog.getByText('The list of its deliveries is lost').waitFor();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await page.getByText('Endpoint deleted.').waitFor();
  await page.getByRole('link', { name: receiver.url }).waitFor();
  assert.equal(await page.getByRole('link', { name: 'https://bank.example/third' }).count(), 0);
  assert.ok(await page.getByRole('tab', { name: 'Webhooks' }).evaluate((tab) => tab.matches(':focus')));
  assert.deepEqual(faults, []);
  await close();
});

test('the empty tab says whether the partner may have endpoints, and which permission is missing', async () => {
  const { at, base, service, community } = await setUp();
  const silent = await service.createPartner({ communityId: community.id, scopes: ['users.read'] });
  const able = await service.createPartner({ communityId: community.id, scopes: ['users.read', 'webhooks.manage'] });
  const of = (partnerId: number) => `${base.replace(/\d+$/, String(partnerId))}/webhooks`;
  const { page, close } = await at(of(silent.partnerId));
  await page.getByText('The permission "Receive events" is missing.').waitFor();
  assert.equal(await page.getByRole('button', { name: 'Add endpoint' }).count(), 0);
  await page.getByRole('link', { name: 'Change the permissions' }).waitFor();
  await close();
  const other = await at(of(able.partnerId));
  await other.page.getByRole('button', { name: 'Add endpoint' }).click();
  await other.page.getByRole('radio', { name: 'Only these' }).press('Space');
  await other.page.getByRole('checkbox', { name: 'Member changed' }).waitFor();
  assert.equal(await other.page.getByRole('checkbox', { name: 'Credit booked' }).count(), 0);
  await other.page.getByText('another permission: See balances and See offers and requests.').waitFor();
  await other.close();
});

test('an auditor reads deliveries and answers, and finds nothing to change', async () => {
  const { at, credit } = await setUp({ role: 'auditor', options: { width: 360 } });
  receiver.respondWith(LATER);
  await credit('READ-1');
  const { page, close } = await at();
  await page.getByRole('button', { name: /^Attempts of Credit booked/ }).click();
  await page.getByText('ledger import <b>queue</b> full').waitFor();
  for (const name of ['Send test event', 'Edit', 'Delete', 'Retry now: Credit booked', 'Resend events']) {
    assert.equal(await page.getByRole('button', { name, exact: true }).count(), 0, name);
  }
  await settled(page);
  await assertNoSideScrolling(page, 'an open delivery at 360 px');
  await assertAccessible(page, 'an open delivery at 360 px');
  await close();
});

test('a hidden tab asks for nothing', async () => {
  const { at } = await setUp();
  const { page, close } = await at();
  receiver.respondWith(LATER);
  await page.getByRole('button', { name: 'Send test event' }).click();
  await page.getByRole('status').filter({ hasText: 'responded with 503' }).waitFor();
  let count = 0;
  page.on('request', (request) => {
    if (request.url().includes('/subscriptions/')) count++;
  });
  await page.clock.install();
  await waitUntil('it asks on while it is seen', async () => count > 3);
  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { get: () => 'hidden', configurable: true });
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
  });
  await page.clock.runFor(1000);
  const hidden = count;
  await page.clock.runFor(45_000);
  assert.equal(count, hidden);
  await close();
});

test('alerts name the endpoint and lead to it; a person who may not open it is not told of it', async () => {
  const { at, service, community, partner } = await setUp();
  const token = await service.token(partner);
  const json = { event_types: ['*'], target_url: 'https://hooks.bank.example:8443/second' };
  await service.call('POST', '/webhooks/subscriptions', { token, json });
  await service.ownerQuery('update subscriptions set failing_since = now() where community_id = $1', [community.id]);
  const { page, close } = await at(`/c/${community.slug}`);
  await page
    .getByText('Deliveries to the webhook endpoint "hooks.bank.example:8443" of Harbour Bank are failing')
    .waitFor();
  await page.getByRole('link', { name: 'webhook endpoint "Ledger import" of Harbour Bank' }).click();
  await page.getByRole('heading', { name: receiver.url }).waitFor();
  await close();
  const coordinator = await console_.administrator(community, 'coordinator', 'Cleo');
  const other = await console_.openAs(coordinator, `/c/${community.slug}`);
  await settled(other.page);
  await other.page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
  assert.equal(await other.page.getByText('webhook endpoint').count(), 0);
  await other.close();
});

test('what is due soon is asked for every second, what waits every five, and nothing on its way every fifteen', () => {
  const now = Date.parse('2026-11-20T12:00:00Z');
  const inMs = (milliseconds: number) => new Date(now + milliseconds).toISOString();
  assert.equal(paceOf([], now), 15_000);
  assert.equal(paceOf([inMs(-10)], now), 1000);
  assert.equal(paceOf([inMs(3_600_000), inMs(500)], now), 1000);
  assert.equal(paceOf([inMs(3_600_000)], now), 5000);
  assert.equal(paceOf([inMs(-3_600_000)], now), 5000);
});

test('the events that are offered need the permissions that the service asks for', () => {
  const { 'webhook.test': _, ...kinds } = EVENT_KINDS;
  assert.deepEqual(KIND_SCOPES, Object.fromEntries(Object.entries(kinds).map(([type, { scopes }]) => [type, scopes])));
});
