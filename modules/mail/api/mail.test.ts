/** Mail as the office meets it: the state of it, a test, messages to those who agreed, letters in place of mails. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { encodeId } from '@timebank/contract';
import { signedIn } from '../../../test-support/console.ts';
import { startTestService, type TestMember, type TestService } from '../../../test-support/harness.ts';
import { headerOf, startMailServer, type TestMailServer, textOfMail } from '../../../test-support/mail-server.ts';
import { waitUntil } from '../../../test-support/wait-until.ts';
import { startMailer, writeAlerts } from '../domain/mailer.ts';

let server: TestMailServer;
let service: TestService;
let off: TestService;
before(async () => {
  server = await startMailServer();
  const env = { SMTP_URL: server.url, MAIL_FROM: 'office@tb.example', MAIL_PER_MINUTE: '1000' };
  service = await startTestService({ env });
  off = await startTestService();
});
after(async () => {
  await service?.stop();
  await off?.stop();
  await server?.stop();
});

type Owner = Awaited<ReturnType<typeof signedIn>>;

async function mailing(on: TestService, what: string, until: () => Promise<boolean>): Promise<void> {
  const mailer = startMailer(on.deps, { origin: on.origin, pollMs: 20 });
  await waitUntil(what, until).finally(() => mailer.stop());
}

const noneDue = (on: TestService, communityId: number) => async () =>
  (await on.ownerQuery(`select from mails where community_id = $1 and state = 'due'`, [communityId])).length === 0;

let count = 0;
const member = (on: TestService, { communityId }: Owner, options: object = {}) =>
  on.createMember({ communityId, name: `Member ${++count}`, email: `m${count}@example.org`, ...options });

async function agree({ client, slug }: Owner, members: readonly TestMember[], agreed = true) {
  const body = { member_ids: members.map(({ id }) => id), agreed };
  return await client.call('setMailConsent', { params: { slug }, body });
}

const message = (options: object = {}) => ({
  form: randomUUID(),
  title: 'Summer party',
  body: 'We meet on Friday.\n\nBring a cake.',
  ...options,
});

test('a message reaches by mail those who agreed, and who cannot be reached is listed for printing, one letter a person', async () => {
  const owner = await signedIn(service);
  const { client, slug, communityId } = owner;
  const [ada, ben, cleo] = [
    await member(service, owner),
    await member(service, owner, { email: null }),
    await member(service, owner),
  ];
  const recorded = await agree(owner, [ada, ben]);
  assert.deepEqual(recorded.body.data, { changed: 2 });
  assert.deepEqual((await agree(owner, [ada])).body.data, { changed: 0 });
  const reach = await client.call('previewMessage', { params: { slug }, body: {} });
  const { not_reached, ...counts } = reach.body.data;
  assert.deepEqual(counts, { by_mail: 1, by_letter: 1, not_agreed: 1, more: false });
  assert.deepEqual(
    not_reached.map(({ member_id, why }: { member_id: string; why: string }) => [member_id, why]),
    [
      [ben.id, 'no_address'],
      [cleo.id, 'not_agreed'],
    ],
  );

  const body = message();
  const sent = await client.call('createMessage', { params: { slug }, body });
  assert.equal(sent.status, 201);
  const again = await client.call('createMessage', { params: { slug }, body });
  assert.equal(again.body.data.id, sent.body.data.id, 'sent twice with one form it is one message');
  await client.call('createMessage', { params: { slug }, body: message({ title: 'Second' }) });
  await mailing(service, 'all are settled', noneDue(service, communityId));
  const ours = server.mails.filter(({ raw }) => raw.includes(`/at/${slug}/`));
  assert.equal(ours.length, 2);
  assert.ok(ours.every(({ to }) => /^m\d+@example\.org$/.test(to)));

  const { body: listed } = await client.call('listMessages', { params: { slug } });
  const first = listed.data.at(-1);
  assert.deepEqual([listed.data.length, first.recipients, first.sent, first.to_print], [2, 2, 1, 1]);
  const { body: letters } = await client.call('listLetters', { params: { slug } });
  assert.deepEqual(
    letters.data.map((letter: { name: string; parts: { title: string }[]; error: string }) => [
      letter.parts.map(({ title }) => title),
      letter.error,
    ]),
    [[['Summer party', 'Second'], 'no_address']],
  );
  const { mail_ids } = letters.data[0];
  const printed = await client.call('markLettersPrinted', { params: { slug }, body: { mail_ids } });
  assert.deepEqual(printed.body.data, { printed: 2 });
  assert.deepEqual((await client.call('listLetters', { params: { slug } })).body.data, []);
  assert.equal((await client.call('exportMember', { params: { slug, memberId: ben.id } })).body.data.mails.length, 2);
  assert.equal(
    (await client.call('getMember', { params: { slug, memberId: cleo.id } })).body.data.mail_kinds.includes('messages'),
    false,
  );
});

test('a message is for chosen members, a language or those who joined since a day, and for nobody who did not agree', async () => {
  const owner = await signedIn(off);
  const { client, slug } = owner;
  const [ada, ben] = [
    await member(off, owner, { language: 'de', joinedOn: '2026-01-01' }),
    await member(off, owner, { language: 'en', joinedOn: '2020-01-01' }),
  ];
  const refused = await client.call('createMessage', { params: { slug }, body: message() });
  assert.deepEqual([refused.status, refused.body.errors[0].code], [409, 'nobody_agreed']);
  assert.deepEqual((await client.call('listMessages', { params: { slug } })).body.data, [], 'nothing of it stays');
  await agree(owner, [ada, ben]);
  for (const [audience, by_letter] of [
    [{ language: 'de' }, 1],
    [{ joined_from: '2021-01-01' }, 1],
    [{ member_ids: [ben.id] }, 1],
    [{}, 2],
  ] as [object, number][]) {
    const { body } = await client.call('previewMessage', { params: { slug }, body: audience });
    const { not_reached, ...counts } = body.data;
    assert.deepEqual(counts, { by_mail: 0, by_letter, not_agreed: 0, more: false }, JSON.stringify(audience));
    assert.equal(not_reached.length, by_letter, 'where mail is off, no mail reaches anyone');
  }
});

test('a page that is sent again is one message, and one whose content or audience has changed is refused', async () => {
  const owner = await signedIn(service);
  const { client, slug } = owner;
  const [ada, ben] = [await member(service, owner), await member(service, owner)];
  await agree(owner, [ada, ben]);
  const send = async (body: object) => {
    const answer = await client.call('createMessage', { params: { slug }, body: body as ReturnType<typeof message> });
    return [answer.status, answer.body.data?.id ?? answer.body.errors[0].code];
  };
  const body = message({ member_ids: [ada.id, ben.id] });
  const [status, id] = await send(body);
  assert.equal(status, 201);
  assert.deepEqual(await send(body), [201, id]);
  assert.deepEqual(await send({ ...body, member_ids: [ben.id, ada.id] }), [201, id], 'in another order');
  for (const other of [{ member_ids: [ada.id] }, { member_ids: undefined }, { title: 'Winter' }, { body: 'No.' }]) {
    assert.deepEqual(await send({ ...body, ...other }), [409, 'sent_before'], JSON.stringify(other));
  }
});

test('members of another community, too long texts and empty ones are refused by name', async () => {
  const owner = await signedIn(service);
  const other = await signedIn(service);
  const theirs = await member(service, other);
  const { client, slug } = owner;
  assert.equal((await agree(owner, [theirs])).status, 404);
  const title = await client.call('createMessage', { params: { slug }, body: message({ title: 'a'.repeat(151) }) });
  assert.deepEqual([title.status, title.body.errors[0].field], [422, 'title']);
  const body = await client.call('createMessage', { params: { slug }, body: message({ body: '  ' }) });
  assert.deepEqual([body.status, body.body.errors[0].field], [422, 'body']);
});

test('a test mail goes to oneself, and the state of mail tells what became of it', async () => {
  const owner = await signedIn(service);
  const { client, slug, communityId } = owner;
  assert.equal((await client.call('sendTestMail', { params: { slug } })).status, 202);
  server.refuse = () => ({ code: 550, message: 'not from here' });
  await mailing(service, 'it is refused', noneDue(service, communityId)).finally(() => {
    server.refuse = undefined;
  });
  const { body } = await client.call('getMail', { params: { slug } });
  assert.deepEqual([body.data.on, body.data.from, body.data.waiting], [true, 'office@tb.example', 0]);
  const { kind, error, answer, state } = body.data.last_test;
  assert.deepEqual([kind, error, state], ['mail.test', 'refused', 'failed']);
  assert.match(answer, /not from here/);
  assert.equal(body.data.failures.length, 1);
  const elsewhere = await signedIn(service);
  const theirs = await elsewhere.client.call('getMail', { params: { slug: elsewhere.slug } });
  assert.deepEqual(theirs.body.data.failures, []);
});

test('where mail is off, a test and a forgotten password are refused, and the sign-in offers none', async () => {
  const { client, slug } = await signedIn(off);
  const tested = await client.call('sendTestMail', { params: { slug } });
  assert.deepEqual([tested.status, tested.body.errors[0].code], [409, 'mail_off']);
  assert.equal((await client.call('getSession')).body.data.ways_in.forgotten_by_mail, false);
});

test('alerts go to administrators who asked for them and may see it, once for each reason', async () => {
  const owner = await signedIn(service);
  const coordinator = await signedIn(service, {
    communityId: owner.communityId,
    slug: owner.slug,
    role: 'coordinator',
  });
  const { communityId } = owner;
  const partner = await service.createPartner({ communityId });
  const soon = new Date(service.clock.now().getTime() + 2 * 24 * 3600_000);
  await service.ownerQuery('update credentials set expires_at = $2 where community_id = $1', [communityId, soon]);
  const keys = async () =>
    (await service.ownerQuery('select reason_key from mails where community_id = $1 order by id', [communityId])).map(
      ({ reason_key }) => reason_key,
    );
  await writeAlerts(service.deps, undefined);
  assert.deepEqual(await keys(), [], 'nobody asked');
  for (const { client } of [owner, coordinator]) {
    const { body } = await client.call('updatePreferences', { body: { mails: ['keys', 'webhooks'] } });
    assert.deepEqual(body.data.mails, ['keys', 'webhooks']);
  }
  await writeAlerts(service.deps, undefined);
  const written = await keys();
  assert.ok(written.length > 0);
  await writeAlerts(service.deps, undefined);
  assert.deepEqual(await keys(), written);
  assert.ok(written.every((key) => key.startsWith(`office.alert:keys:${partner.clientId}/2026-11-22:`)));
  await mailing(service, 'they are sent', noneDue(service, communityId));
  const mail = server.mails.find(({ raw }) => raw.includes(`/at/${owner.slug}/stop`) && /secret of Bank/.test(raw));
  assert.ok(mail && headerOf(mail, 'Subject')?.includes('secret of Bank ends on 22 November 2026'));
});

test('what waits for the office is mailed in the morning to those who asked, where something came the day before', async (context) => {
  const now = service.clock.now();
  context.after(() => service.clock.set(now.toISOString()));
  const owner = await signedIn(service);
  const { communityId, slug } = owner;
  const auditor = await signedIn(service, { communityId, slug, role: 'auditor' });
  for (const { client: asking } of [owner, auditor])
    await asking.call('updatePreferences', { body: { mails: ['tasks'] } });
  const written = async () =>
    (await service.ownerQuery('select reason_key from mails where community_id = $1 order by id', [communityId])).map(
      ({ reason_key }) => reason_key.replace(/:\d+$/, ''),
    );
  const atHour = async (day: string, hour: string) => {
    service.clock.set(`${day}T${hour}:00:00.000Z`);
    await writeAlerts(service.deps, undefined);
  };
  service.clock.set('2026-11-20T10:00:00.000Z');
  for (const _ of [1, 2]) await service.createMember({ communityId, status: 'pending' });
  await atHour('2026-11-20', '11');
  assert.deepEqual(await written(), [], 'they came after this morning');
  await atHour('2026-11-21', '05');
  assert.deepEqual(await written(), [], 'it is not morning yet');
  await atHour('2026-11-21', '06');
  await atHour('2026-11-21', '09');
  const key = 'office.alert:tasks:2026-11-21';
  assert.deepEqual(await written(), [key], 'once, and not to the auditor, who cannot act');
  await mailing(service, 'it is sent', noneDue(service, communityId));
  const sent = server.mails.find(({ raw }) => raw.includes(`/c/${slug}/members`));
  const text = sent ? textOfMail(sent) : '';
  assert.ok(text.includes('2 members to activate') && text.includes(`/console/c/${slug}/members?status=pending`), text);
  assert.ok(!text.includes('listings to review') && text.includes(`/at/${slug}/stop?`), text);
  await atHour('2026-11-22', '07');
  assert.deepEqual(await written(), [key], 'nothing new came, though they wait');
  service.clock.set('2026-11-22T12:00:00.000Z');
  await service.createMember({ communityId, status: 'pending' });
  await service.ownerQuery(`update administrators set mail_kinds = '{}'`);
  await atHour('2026-11-23', '07');
  assert.deepEqual(await written(), [key], 'the owner has switched it off');
});

test('operators who asked get a mail about an old backup, once a day', async () => {
  const { client, communityId } = await signedIn(service);
  await client.call('updatePreferences', { body: { mails: ['backup'] } });
  const [{ id }] = (await service.ownerQuery(
    `update administrators set is_operator = true where id = (
       select administrator_id from administrator_roles where community_id = $1) returning id`,
    [communityId],
  )) as [{ id: number }];
  const lastAt = new Date('2026-11-17T03:00:00Z');
  const now = service.clock.now();
  await writeAlerts(service.deps, { lastAt: now });
  await writeAlerts(service.deps, { lastAt });
  await writeAlerts(service.deps, { lastAt });
  const rows = await service.ownerQuery('select reason_key from mails where administrator_id = $1', [id]);
  assert.deepEqual(
    rows.map(({ reason_key }) => reason_key),
    [`office.alert:backup:2026-11-17:2026-11-20:${id}`],
  );
});

test('an invitation is mailed, its link accepts, and that on the screen works as well', async () => {
  const { client, slug, communityId } = await signedIn(service);
  const invited = await client.call('inviteAdministrator', {
    params: { slug },
    body: { email: `new-${slug}@example.org`, role: 'coordinator' },
  });
  await mailing(service, 'it is sent', noneDue(service, communityId));
  const mail = server.mails.find(({ to }) => to === `new-${slug}@example.org`);
  assert.ok(mail);
  const token = /console\/set-up\?community=[\w-]+#(tb_invite_[\w-]+)/.exec(textOfMail(mail))?.[1] ?? '';
  assert.equal(headerOf(mail, 'List-Unsubscribe'), undefined);
  for (const each of [token, new URL(invited.body.data.setup_url).hash.slice(1)]) {
    const read = await client.call('readSetupLink', { body: { token: each } });
    assert.deepEqual([read.status, read.body.data.role], [200, 'coordinator']);
  }
  const id = invited.body.data.invitation_id;
  await client.call('withdrawInvitation', { params: { slug, invitationId: id } });
  assert.equal((await client.call('readSetupLink', { body: { token } })).status, 404);
});

test('one click ends one kind of mail without a session; a GET shows a button and ends nothing; a key of elsewhere is unknown', async () => {
  const owner = await signedIn(service);
  const elsewhere = await signedIn(service);
  const { client, slug, communityId } = owner;
  const ada = await member(service, owner);
  await agree(owner, [ada]);
  await client.call('createMessage', { params: { slug }, body: message() });
  await mailing(service, 'it is sent', noneDue(service, communityId));
  const mail = server.mails.findLast(({ raw }) => raw.includes(`/at/${slug}/stop`));
  assert.ok(mail);
  const link = (headerOf(mail, 'List-Unsubscribe') ?? '').slice(1, -1);
  const kinds = async () =>
    (await client.call('getMember', { params: { slug, memberId: ada.id } })).body.data.mail_kinds as string[];
  const post = (url: string) =>
    fetch(url, { method: 'POST', body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }), redirect: 'manual' });
  for (const method of ['GET', 'HEAD', 'GET']) {
    const page = await fetch(link, { method, headers: { 'Accept-Language': 'de' } });
    assert.deepEqual([page.status, page.headers.get('cache-control')], [200, 'no-store']);
    if (method === 'GET') assert.match(await page.text(), /<form method="post"[^>]*><button[^>]*>Nicht mehr schicken/);
  }
  assert.ok((await kinds()).includes('messages'));
  for (const wrong of [
    link.replace(`/at/${slug}/`, `/at/${elsewhere.slug}/`),
    link.replace('of=messages', 'of=office'),
    link.replace('of=messages', 'of=everything'),
    link.replace(/key=./, (text) => (text === 'key=A' ? 'key=B' : 'key=A')),
    link.replace(/key=[^&]*/, 'key='),
  ]) {
    assert.equal((await post(wrong)).status, 404, wrong);
  }
  assert.ok((await kinds()).includes('messages'));
  for (const _ of [1, 2]) assert.equal((await post(link)).status, 200);
  assert.deepEqual(await kinds(), ['hours', 'listings']);
  const audit = await client.call('listAudit', { params: { slug }, query: { action: 'member.mails_stopped' } });
  assert.equal(audit.body.data[0].subject, encodeId('usr', ada.uuid));
});
