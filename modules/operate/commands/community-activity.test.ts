/** `timebank community list --activity`, on communities to which each thing that may be stuck has happened. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { systemClock } from '../../../core/base/clock.ts';
import { runCommand, runJson } from '../../../test-support/command.ts';
import { signedIn } from '../../../test-support/console.ts';
import { startTestService, type TestPartner, type TestService } from '../../../test-support/harness.ts';
import { credited } from '../../../test-support/wallet.ts';

let service: TestService;
before(async () => {
  service = await startTestService({ clock: systemClock });
});
after(() => service?.stop());

const run = (...args: string[]) => runJson(service.testDatabase, args);
const activity = async () => (await run('community', 'list', '--activity')).data;
const activityOf = async (slug: string) => (await activity()).find((one: { slug: string }) => one.slug === slug);
const change = (sql: string, communityId: number) => service.ownerQuery(sql, [communityId]);

/** A subscription with an event that waits for it. */
const insertDelivery = (partner: TestPartner, status: string, dueSeconds: number) =>
  service.ownerQuery(
    `with s as (
       insert into subscriptions (community_id, id, partner_id, event_types, target_url, secret_encrypted, status,
         disabled_reason, created_at, updated_at)
       values ($1, gen_random_uuid(), $2, '{*}', 'https://bank.example/', '\\x00', $3,
         case $3 when 'disabled' then 'failed' end, now(), now()) returning id
     ), e as (
       insert into events (community_id, id, type, partner_id, data, created_at)
       values ($1, gen_random_uuid(), 'webhook.test', $2,
         '{"subscription_id":"whs_01h00000000000000000000000"}', now()) returning id
     )
     insert into deliveries (community_id, id, event_id, subscription_id, status, created_at, next_attempt_at)
     select $1, gen_random_uuid(), e.id, s.id, 'pending', now(), now() - make_interval(secs => $4) from s, e`,
    [partner.communityId, partner.partnerId, status, dueSeconds],
  );

const insertMail = (communityId: number, key: string, state: string, hours: number, attempts: number, error?: string) =>
  service.ownerQuery(
    `insert into mails (community_id, reason_key, language, state, attempts, error, created_at, next_attempt_at,
       last_attempt_at, finished_at)
     values ($1, $2, 'en', $3, $5, $6, now() - make_interval(hours => $4),
       case $3 when 'due' then now() - make_interval(hours => $4) end,
       case when $5 > 0 then now() - make_interval(hours => $4) end, case $3 when 'failed' then now() end)`,
    [communityId, `test:${key}`, state, hours, attempts, error ?? null],
  );

test('a community at work shows its members, its office, the last booking and sign-in, and nothing that is stuck', async () => {
  const { id, slug } = await service.createCommunity({ name: 'Elm' });
  const member = await service.createMember({ communityId: id });
  await service.createMember({ communityId: id, name: 'Jan Kowalski', status: 'suspended' });
  const partner = await service.createPartner({ communityId: id, scopes: ['wallet.write'] });
  const fresh = await activityOf(slug);
  assert.deepEqual([fresh.state, fresh.last_booked_at, fresh.last_sign_in_at], ['active', null, null]);

  await credited(service, await service.token(partner), member.id, 1);
  await signedIn(service, { communityId: id, slug });
  const { id: shownId, last_booked_at, last_sign_in_at, ...row } = await activityOf(slug);
  assert.equal(shownId, id);
  for (const at of [last_booked_at, last_sign_in_at]) assert.ok(Math.abs(Date.now() - Date.parse(at)) < 60_000, at);
  assert.deepEqual(row, {
    ...{ slug, name: 'Elm', kind: 'live', state: 'active', stuck: [], members: 1, administrators: 1 },
    ...{ mails: { waiting: 0, overdue: 0, refused: 0 }, deliveries: { waiting: 0, overdue: 0 } },
    ...{ subscriptions_disabled: 0, day_not_final: null, partner_api: 'on', partner_api_disabled_reason: null },
    ...{ members_side: 'off', move_state: null },
  });
});

test('each thing that is stuck is named, and only what should have been done by now counts', async () => {
  const { id, slug } = await service.createCommunity();
  const partner = await service.createPartner({ communityId: id });
  const stuck = async () => (await activityOf(slug)).stuck;

  await insertDelivery(partner, 'active', 5);
  await insertMail(id, 'new', 'due', 20, 0);
  await insertMail(id, 'retried', 'due', 0, 2, 'unreachable');
  await insertMail(id, 'refused', 'failed', 3, 1, 'refused');
  await insertMail(id, 'refused long ago', 'failed', 24 * 8, 1, 'refused');
  await insertMail(id, 'stopped', 'failed', 3, 0, 'stopped');
  const waiting = await activityOf(slug);
  assert.deepEqual([waiting.state, waiting.mails], ['active', { waiting: 2, overdue: 0, refused: 1 }]);
  assert.deepEqual(waiting.deliveries, { waiting: 1, overdue: 0 });

  await insertMail(id, 'tried', 'due', 2, 3, 'not_accepted');
  await insertMail(id, 'never tried', 'due', 25, 0);
  assert.deepEqual(await stuck(), ['mails']);
  await insertDelivery(partner, 'active', 3600);
  await insertDelivery(partner, 'disabled', 5);
  await run('api', 'off', '--community', slug, '--reason', 'Works');
  assert.deepEqual(await stuck(), ['deliveries', 'mails', 'subscriptions', 'partner_api']);
  await change(
    `update accounts set closed_through = closed_through - 3 where community_id = $1 and kind = 'settlement'`,
    id,
  );

  const { state, stuck: all, mails, deliveries, ...row } = await activityOf(slug);
  assert.deepEqual([state, all], ['stuck', ['days', 'deliveries', 'mails', 'subscriptions', 'partner_api']]);
  assert.deepEqual([mails.overdue, deliveries, row.subscriptions_disabled], [2, { waiting: 3, overdue: 1 }, 1]);
  assert.deepEqual([row.partner_api, row.partner_api_disabled_reason], ['off', 'Works']);
  const { stdout } = await runCommand(service.testDatabase, ['community', 'list', '--activity']);
  const words = `${row.day_not_final} is not final; deliveries overdue: 1; mails overdue: 2; webhooks disabled: 1; partner API off (Works)`;
  assert.ok(
    stdout.split('\n').some((line) => line.startsWith(slug) && line.endsWith(words)),
    stdout,
  );
});

test('what is stuck comes first, where most is stuck at the top; then what is idle; then what is at work', async () => {
  const [busy, idle, one, two] = await Promise.all([1, 2, 3, 4].map(() => service.createCommunity()));
  assert.ok(busy && idle && one && two);
  await change(`update communities set created_at = now() - interval '61 days' where id = $1`, idle.id);
  for (const { slug } of [one, two]) await run('api', 'off', '--community', slug, '--reason', 'Works');
  await insertMail(two.id, 'late', 'due', 30, 0);
  const rows: { slug: string; state: string }[] = await activity();
  const own = [busy, idle, one, two].map(({ slug }) => slug);
  assert.deepEqual(
    rows.filter(({ slug }) => own.includes(slug)).map(({ slug, state }) => [slug, state]),
    [
      [two.slug, 'stuck'],
      [one.slug, 'stuck'],
      [idle.slug, 'idle'],
      [busy.slug, 'active'],
    ],
  );
});

test('a move under way is named and nothing else of its community; a copy is at rest by purpose', async () => {
  const { id, slug } = await service.createCommunity();
  const moving = (state: string) =>
    service.ownerQuery(
      `update communities set move_state = $2, move_id = gen_random_uuid(), partner_api_disabled_reason = 'Moves'
       where id = $1`,
      [id, state],
    );
  await moving('leaving');
  assert.deepEqual((await activityOf(slug)).stuck, ['move']);
  await moving('copy');
  const copy = await activityOf(slug);
  assert.deepEqual([copy.stuck, copy.partner_api, copy.move_state], [[], 'off', 'copy']);
  await change(`update communities set move_state = 'left', moved_to = 'https://elsewhere.example' where id = $1`, id);
  assert.equal(await activityOf(slug), undefined);
});

test('the switch of the whole installation is one line, and no community is stuck for it', async () => {
  const { slug } = await service.createCommunity();
  await run('api', 'off', '--reason', 'Repair');
  try {
    const row = await activityOf(slug);
    assert.deepEqual([row.stuck, row.partner_api, row.partner_api_disabled_reason], [[], 'off', 'Repair']);
    const { stdout } = await runCommand(service.testDatabase, ['community', 'list', '--activity']);
    assert.match(stdout, /\nThe partner API of the whole installation is off: Repair\n$/);
  } finally {
    await run('api', 'on');
  }
});
