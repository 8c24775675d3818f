/** Mails of news to members who want them, by a real mail server. */

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { beforeEach, test } from 'node:test';
import { encodeId } from '@timebank/contract';
import { ensureCategoriesIn } from '../../../core/people/categories/names.ts';
import { changeListingStatus } from '../../../core/people/listings/change.ts';
import { testChange } from '../../../test-support/changes.ts';
import type { TestCommunity, TestMember } from '../../../test-support/harness.ts';
import { headerOf, textOfMail } from '../../../test-support/mail-server.ts';
import { mailAll, testMailService } from '../../../test-support/mailing.ts';
import { communityWithPages, openPages } from '../../../test-support/member-browser.ts';
import { proposeAs } from '../../../test-support/proposals.ts';
import { dueMailsIn } from '../../mail/domain/due.ts';
import { createNewsWriter } from '../../mail/domain/news.ts';
import { dueDay, dueWeek, spanOfDay, spanOfWeek } from '../../mail/domain/news-times.ts';
import { publishListing } from '../domain/answers/publish.ts';

const DAY_MS = 86_400_000;
const ORIGIN = 'https://tb.example';

const { server, service } = await testMailService();
let community: TestCommunity;
beforeEach(async () => {
  server.mails.length = 0;
  community = await communityWithPages(service, { name: 'Riverside' });
  goTo(3, 12);
});

/** The next time it is this hour of this day of the week (UTC); 1: Monday. */
function goTo(weekday: number, hour: number): void {
  const now = service.clock.now();
  const today = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate(), hour);
  const days = (weekday - now.getUTCDay() + 7) % 7;
  const at = today + days * DAY_MS;
  service.clock.advance((at <= now.getTime() ? at + 7 * DAY_MS : at) - now.getTime());
}

async function member(name: string, wants: readonly string[] = [], fields = {}) {
  const email = `${randomUUID()}@example.org`;
  const made = await service.createMember({ communityId: community.id, name, email, language: 'en', ...fields });
  await service.ownerQuery('update members set mail_kinds = $2 where id = $1', [made.uuid, wants]);
  return { ...made, email };
}

const actOf = ({ uuid }: TestMember) => ({ communityId: community.id, memberId: uuid, actor: 'test' });

const publish = (of: TestMember, type: 'request' | 'service', title: string, category = '') =>
  publishListing(service.deps, actOf(of), randomUUID(), { type, title, description: '', category });

/** Writes what is due, twice, and sends it. @returns the mails to the address */
async function mailsTo(to: string) {
  await createNewsWriter(service.deps)();
  const write = createNewsWriter(service.deps);
  await write();
  await write();
  await mailAll(service, ORIGIN);
  return server.mails.splice(0).filter((mail) => mail.to === to);
}

const keys = async () =>
  (
    await service.ownerQuery<{ key: string }>(
      'select reason_key as key from mails where community_id = $1 order by reason_key',
      [community.id],
    )
  ).map(({ key }) => key);

test('a week and a day are due in the morning, and each is about the time up to it', () => {
  const at = (text: string) => new Date(text);
  assert.equal(dueWeek(at('2026-11-23T05:59:59Z')), undefined);
  assert.equal(dueWeek(at('2026-11-23T06:00:00Z')), '2026-W48');
  assert.equal(dueWeek(at('2026-11-25T05:59:59Z')), '2026-W48');
  assert.equal(dueWeek(at('2026-11-25T06:00:00Z')), undefined);
  assert.equal(dueWeek(at('2027-01-04T07:00:00Z')), '2027-W01');
  assert.equal(dueWeek(at('2024-12-30T07:00:00Z')), '2025-W01');
  assert.equal(dueWeek(at('2020-12-28T07:00:00Z')), '2020-W53');
  const span = { from: at('2026-11-16T06:00:00Z'), to: at('2026-11-23T06:00:00Z') };
  assert.deepEqual(spanOfWeek('2026-W48'), span);
  assert.deepEqual(spanOfWeek('2027-W01').to, at('2027-01-04T06:00:00Z'));
  assert.deepEqual(spanOfWeek('2020-W53').to, at('2020-12-28T06:00:00Z'));
  assert.deepEqual(
    ['05:59', '06:00', '11:59', '12:00'].map((time) => dueDay(at(`2026-11-27T${time}:00Z`))),
    [undefined, '2026-11-27', '2026-11-27', undefined],
  );
  assert.deepEqual(spanOfDay('2026-11-27'), { from: at('2026-11-26T06:00:00Z'), to: at('2026-11-27T06:00:00Z') });
});

test('once a week a member who wants it gets one mail of what others published, and of hours that wait', async () => {
  const [anna, ben] = [await member('Anna Berger', ['digest']), await member('Ben Adler', ['hours'])];
  const old = await publish(ben, 'request', 'Old');
  goTo(3, 12);
  const requestId = await publish(ben, 'request', 'Who mows & rakes?');
  const cara = await member('Cara Dietz');
  await publish(cara, 'service', 'Cake');
  await service.ownerQuery('update members set seen_by_members = false where id = $1', [cara.uuid]);
  const offerId = await publish(ben, 'service', 'Soup');
  const closed = await publish(ben, 'service', 'Closed meanwhile');
  await publish(anna, 'request', 'Her own');
  const day = service.clock.now().toISOString().slice(0, 10);
  const sides = { by: ben, other: anna, side: 'was_helped' } as const;
  await proposeAs(service.deps, community.id, { ...sides, seconds: 3600, day, form: randomUUID() });
  assert.deepEqual(await mailsTo(anna.email), [], 'not on this day');
  goTo(1, 7);
  await createNewsWriter(service.deps)();
  await service.ownerQuery(`update listings set status = 'closed' where id = $1`, [closed]);
  const [mail, ...more] = await mailsTo(anna.email);
  assert.ok(mail);
  assert.deepEqual(more, []);
  assert.equal(headerOf(mail, 'Subject'), 'What is new: Riverside');
  const text = textOfMail(mail).replaceAll('\r\n', '\n');
  const pages = `${ORIGIN}/at/${community.slug}`;
  assert.match(text, /Waiting for your answer:\n- 1 h with Ben A\. on \d+ \w+ \d+/);
  assert.ok(text.includes(`- Who mows & rakes? – Ben A.\n  ${pages}/listing/${encodeId('lst', requestId)}`), text);
  assert.ok(text.includes(`- Soup – Ben A.\n  ${pages}/listing/${encodeId('lst', offerId)}`), text);
  assert.match(text, /- Cake\n/, 'without the name of one who is hidden from members');
  for (const absent of ['Cara', 'Old', 'Closed meanwhile', 'Her own', 'Adler', old])
    assert.ok(!text.includes(absent), absent);
  const readable = mail.raw.replace(/=\r\n/g, '').replaceAll('=3D', '=');
  assert.match(readable, /<li><a href="https:\/\/tb\.example\/at\/[^"]+">Who mows &amp; rakes\?/);
  assert.match(headerOf(mail, 'List-Unsubscribe') ?? '', /\/stop\?key=[\w-]+&of=digest>$/);
  const written = await keys();
  assert.equal(written.filter((key) => key.startsWith('digest:')).length, 1);
  assert.match(
    written.find((key) => key.startsWith('digest:')) ?? '',
    new RegExp(`^digest:${anna.id}:\\d{4}-W\\d\\d$`),
  );
});

test('there is no mail without news, and none to those who left, have no address, or whose pages are off', async () => {
  const wants = ['digest', 'alerts'];
  const anna = await member('Anna Berger', wants);
  await publish(anna, 'request', 'Her own');
  goTo(1, 7);
  assert.deepEqual([await mailsTo(anna.email), await keys()], [[], []]);
  const ben = await member('Ben Adler');
  await member('Cara Dietz', wants, { email: null });
  const gone = await member('Dora Ernst', wants);
  await service.ownerQuery(`update members set status = 'suspended' where id = $1`, [gone.uuid]);
  await publish(ben, 'request', 'Soup');
  goTo(1, 7);
  await service.ownerQuery('update communities set members_side = false where id = $1', [community.id]);
  assert.deepEqual([await mailsTo(anna.email), await keys()], [[], []]);
  await openPages(service, community.id);
  assert.equal((await mailsTo(anna.email)).length, 1);
  assert.equal((await keys()).length, 1);
});

test('in the morning a member gets the requests that fit the own offers, and the offers that fit the own requests', async () => {
  const anna = await member('Anna Berger', ['alerts']);
  const ben = await member('Ben Adler', ['alerts']);
  await testChange(service.deps, community.id, ({ transaction, at }) =>
    ensureCategoriesIn({ transaction, at }, community.id, ['Garden', 'Kitchen']),
  );
  await publish(anna, 'service', 'I mow', 'Garden');
  await publish(anna, 'request', 'A cake', 'Kitchen');
  goTo(4, 12);
  for (const [type, title, category] of [
    ['request', 'Who rakes?', 'Garden'],
    ['service', 'I bake', 'Kitchen'],
    ['service', 'I mow, too', 'Garden'],
    ['request', 'Who cooks?', 'Kitchen'],
    ['request', 'Anything', ''],
  ] as const) {
    await publish(ben, type, title, category);
  }
  goTo(5, 7);
  const [mail, ...more] = await mailsTo(anna.email);
  assert.ok(mail);
  assert.deepEqual(more, []);
  const text = textOfMail(mail);
  for (const fitting of ['Who rakes? – Ben A.', 'I bake – Ben A.']) assert.ok(text.includes(fitting), text);
  for (const other of ['I mow', 'Who cooks?', 'Anything']) assert.ok(!text.includes(other), text);
  assert.match(headerOf(mail, 'List-Unsubscribe') ?? '', /&of=alerts>$/);
  assert.deepEqual(await keys(), [`category:${anna.id}:${service.clock.now().toISOString().slice(0, 10)}`]);
  goTo(6, 7);
  assert.deepEqual(await mailsTo(anna.email), [], 'each is new once');
});

test('one click on the stop link of a mail ends the digest, without a cookie', async () => {
  const [anna, ben] = [await member('Anna Berger', ['digest', 'hours']), await member('Ben Adler')];
  await publish(ben, 'request', 'Soup');
  goTo(1, 7);
  const [mail] = await mailsTo(anna.email);
  assert.ok(mail);
  assert.equal(headerOf(mail, 'List-Unsubscribe-Post'), 'List-Unsubscribe=One-Click');
  const link = /<([^>]+)>/.exec(headerOf(mail, 'List-Unsubscribe') ?? '')?.[1] ?? '';
  const stopped = await fetch(link.replace(ORIGIN, service.origin), {
    method: 'POST',
    body: 'List-Unsubscribe=One-Click',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
  });
  assert.equal(stopped.status, 200);
  const [row] = await service.ownerQuery('select mail_kinds from members where id = $1', [anna.uuid]);
  assert.deepEqual(row, { mail_kinds: ['hours'] });
  goTo(3, 12);
  await publish(ben, 'request', 'More soup');
  goTo(1, 7);
  assert.deepEqual(await mailsTo(anna.email), []);
});

test('a digest that was written before the member stopped it is not sent', async () => {
  const [anna, ben] = [await member('Anna Berger', ['digest']), await member('Ben Adler')];
  await publish(ben, 'request', 'Soup');
  goTo(1, 7);
  await createNewsWriter(service.deps)();
  assert.equal((await keys()).length, 1);
  await service.ownerQuery(`update members set mail_kinds = '{}' where id = $1`, [anna.uuid]);
  assert.deepEqual(await mailsTo(anna.email), []);
});

test('the mail that a listing ends leads to the own page of it, and to the office where members have no pages', async () => {
  const anna = await member('Anna Berger', ['listings']);
  const id = encodeId('lst', await publish(anna, 'service', 'Soup'));
  const tell = async (days: number) => {
    const endsOn = new Date(service.clock.now().getTime() + days * DAY_MS).toISOString().slice(0, 10);
    const mail = { reasonKey: `listing.ending:${id}:${endsOn}`, memberId: anna.uuid };
    await testChange(service.deps, community.id, (within) => dueMailsIn(within, community.id, [mail]));
    const [sent] = await mailsTo(anna.email);
    assert.ok(sent);
    return textOfMail(sent);
  };
  const withPages = await tell(14);
  assert.ok(withPages.includes(`${ORIGIN}/at/${community.slug}/listing/${id}`), withPages);
  await service.ownerQuery('update communities set members_side = false where id = $1', [community.id]);
  const without = await tell(13);
  assert.ok(!without.includes('/listing/') && without.includes('Tell the office'), without);
});

test('a listing that the office looks at first is new when the office publishes it, and new once', async () => {
  const [anna, ben] = [await member('Anna Berger', ['alerts']), await member('Ben Adler')];
  await testChange(service.deps, community.id, ({ transaction, at }) =>
    ensureCategoriesIn({ transaction, at }, community.id, ['Garden']),
  );
  await publish(anna, 'service', 'I mow', 'Garden');
  await service.ownerQuery('update communities set look_first = true where id = $1', [community.id]);
  const listingId = await publish(ben, 'request', 'Who rakes?', 'Garden');
  const act = { communityId: community.id, listingId, actor: 'test' };
  goTo(6, 12);
  await changeListingStatus(service.deps, act, 'active');
  goTo(0, 7);
  assert.equal((await mailsTo(anna.email)).length, 1);
  for (const status of ['held', 'active'] as const) await changeListingStatus(service.deps, act, status);
  goTo(1, 7);
  assert.deepEqual(await mailsTo(anna.email), []);
});
