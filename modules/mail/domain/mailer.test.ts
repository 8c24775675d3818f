/** Mails to a real server on loopback: sent once, again later, as letters, or not at all. */
import assert from 'node:assert/strict';
import { after, before, beforeEach, mock, test } from 'node:test';
import { changeMember } from '../../../core/people/members/update.ts';
import { testChange } from '../../../test-support/changes.ts';
import { signedIn } from '../../../test-support/console.ts';
import { startTestService, type TestMember, type TestService } from '../../../test-support/harness.ts';
import { headerOf, startMailServer, type TestMailServer, textOfMail } from '../../../test-support/mail-server.ts';
import { waitUntil } from '../../../test-support/wait-until.ts';
import { dueMailsIn } from './due.ts';
import { startMailer } from './mailer.ts';
import { MAIL_RETRY_DELAYS_MS } from './outcome.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

let server: TestMailServer;
let service: TestService;
before(async () => {
  server = await startMailServer();
  service = await startTestService({
    env: {
      ...{ SMTP_URL: server.url, MAIL_FROM: 'Riverside Time Bank <office@tb.example>' },
      ...{ MAIL_REPLY_TO: 'desk@tb.example', MAIL_BOUNCE_TO: 'bounces@tb.example', MAIL_PER_MINUTE: '5' },
    },
  });
});
after(async () => {
  await service?.stop();
  await server?.stop();
});
beforeEach(async () => {
  server.mails.length = 0;
  server.refuse = undefined;
  server.hangs = false;
  await service.ownerQuery('delete from mails');
  service.clock.advance(2 * MINUTE_MS);
});

let count = 0;

/** A member who agreed to messages, and a message to them that is due. */
async function due(options: { name?: string; email?: string | null; body?: string; kind?: 'live' | 'sandbox' } = {}) {
  const {
    kind = 'live',
    email = `helga-${++count}@example.org`,
    name = 'Helga Brandt',
    body = 'See you on Friday.',
  } = options;
  const community = await service.createCommunity({ kind, name: 'Riverside' });
  const member = await service.createMember({ communityId: community.id, name, email, language: 'en' });
  await agree(member);
  const reasonKey = await write(community.id, member, body);
  return { community, member, email, reasonKey };
}

const agree = ({ uuid }: TestMember, agreed = true) =>
  service.ownerQuery(
    `insert into member_details (community_id, member_id, email_consent_on, updated_at)
     select community_id, id, $2::date, now() from members where id = $1
     on conflict (community_id, member_id) do update set email_consent_on = excluded.email_consent_on`,
    [uuid, agreed ? '2026-01-01' : null],
  );

async function write(communityId: number, { uuid, id }: TestMember, body = 'Text', title = 'News'): Promise<string> {
  const [message] = await service.ownerQuery<{ id: number }>(
    `insert into messages (community_id, title, body, written_by, created_at, form)
     values ($1, $2, $3, 'test', $4, gen_random_uuid()) returning id`,
    [communityId, title, body, service.clock.now()],
  );
  const messageId = message?.id ?? 0;
  const reasonKey = `message:${messageId}:${id}`;
  await testChange(service.deps, communityId, (within) =>
    dueMailsIn(within, communityId, [{ reasonKey, memberId: uuid }], messageId),
  );
  return reasonKey;
}

interface MailRow {
  state: string;
  error: string | null;
  attempts: number;
  next_attempt_at: Date | null;
  answer: string | null;
}

async function rowOf(reasonKey: string): Promise<MailRow> {
  const [row] = await service.ownerQuery<MailRow>('select * from mails where reason_key = $1', [reasonKey]);
  return row as MailRow;
}

/** Runs a mailer until the condition holds. */
async function mailing(what: string, until: () => boolean | Promise<boolean>, options = {}): Promise<void> {
  const mailer = startMailer(service.deps, { origin: 'https://tb.example', pollMs: 20, ...options });
  try {
    await waitUntil(what, until);
  } finally {
    await mailer.stop();
  }
}

const settled = (reasonKey: string) => async () => {
  const { state, attempts, next_attempt_at } = await rowOf(reasonKey);
  return state !== 'due' || (attempts > 0 && (next_attempt_at?.getTime() ?? 0) > service.clock.now().getTime());
};

test('a mail is sent once, in plain text and HTML alike, with the headers of the settings', async () => {
  const { email, reasonKey, community } = await due({ body: 'See you on Friday.\n\nBring <cake> & tea.' });
  await mailing('it is sent', settled(reasonKey));
  await mailing('nothing more is sent', async () => (await rowOf(reasonKey)).state === 'sent');
  assert.equal(server.mails.length, 1);
  const [mail] = server.mails as [(typeof server.mails)[0]];
  assert.deepEqual([mail.from, mail.to], ['bounces@tb.example', email]);
  assert.equal(headerOf(mail, 'From'), 'Riverside <office@tb.example>', 'the community is the sender');
  assert.equal(mail.ehlo, 'tb.example');
  assert.equal(headerOf(mail, 'Reply-To'), 'desk@tb.example');
  assert.equal(headerOf(mail, 'Subject'), 'News');
  assert.equal(headerOf(mail, 'Auto-Submitted'), 'auto-generated');
  assert.match(headerOf(mail, 'Message-ID') ?? '', /^<[0-9a-f-]{36}@tb\.example>$/);
  const stop = new RegExp(`^<https://tb\\.example/at/${community.slug}/stop\\?key=[\\w-]{22}&of=messages>$`);
  assert.match(headerOf(mail, 'List-Unsubscribe') ?? '', stop);
  assert.equal(headerOf(mail, 'List-Unsubscribe-Post'), 'List-Unsubscribe=One-Click');
  assert.equal(headerOf(mail, 'List-Id'), `<messages.${community.slug}.tb.example>`);
  const text = textOfMail(mail);
  for (const part of [
    'Hello Helga Brandt,',
    'See you on Friday.',
    'Bring <cake> & tea.',
    'from Riverside',
    '/stop?key=',
  ]) {
    assert.ok(text.includes(part), part);
  }
  assert.match(mail.raw, /&lt;cake&gt; &amp; tea/);
  assert.doesNotMatch(mail.raw, /<img|<cake>(?![\s\S]*text\/html)/);
});

test('a second mail for the same reason is not written', async () => {
  const { community, member, reasonKey } = await due();
  const again = await testChange(service.deps, community.id, (within) =>
    dueMailsIn(within, community.id, [{ reasonKey, memberId: member.uuid }]),
  );
  assert.equal(again, 0);
  const other = await service.createCommunity();
  const theirs = await service.createMember({ communityId: other.id });
  const elsewhere = await testChange(service.deps, other.id, (within) =>
    dueMailsIn(within, other.id, [{ reasonKey, memberId: theirs.uuid }]),
  );
  assert.equal(elsewhere, 1, 'a reason belongs to its community');
});

test('a name or title with line breaks becomes no header, and names stay whole', async () => {
  const name = `Ruth\r\nBcc: thief@example.org\u2028Weber ${'Langname '.repeat(12)}ß`;
  const { community, member } = await due({ name: 'Ruth' });
  await service.ownerQuery('update members set name = $2 where id = $1', [member.uuid, name]);
  await service.ownerQuery('update communities set name = $2 where id = $1', [community.id, 'River\r\nX-Bad: 1']);
  const key = await write(community.id, member, 'Text', 'Hello\r\nBcc: thief@example.org\r\n\r\nBody');
  await mailing('both are sent', settled(key));
  for (const mail of server.mails) {
    const head = mail.raw.split('\r\n\r\n')[0] ?? '';
    assert.doesNotMatch(head, /^(Bcc|X-Bad):/im);
  }
  assert.ok(server.mails.every(({ to }) => !to.includes('thief')));
  assert.equal(server.mails.length, 2);
});

test('a mail that fails in passing is tried again after 1, 5 and 30 minutes and 2, 6, 12 and 24 hours, then printed', async () => {
  const { reasonKey } = await due();
  server.refuse = () => ({ code: 450, message: '4.2.0 busy' });
  for (const [at, waitMs] of MAIL_RETRY_DELAYS_MS.entries()) {
    await mailing(
      'it is tried',
      async () => (await rowOf(reasonKey)).attempts === at + 1 && (await settled(reasonKey)()),
    );
    const row = await rowOf(reasonKey);
    assert.deepEqual([row.state, row.error], ['due', 'not_accepted']);
    assert.equal((row.next_attempt_at?.getTime() ?? 0) - service.clock.now().getTime(), waitMs);
    service.clock.advance(waitMs);
  }
  await mailing('it is given up', async () => (await rowOf(reasonKey)).state === 'print');
  assert.match((await rowOf(reasonKey)).answer ?? '', /4\.2\.0 busy/);
  assert.deepEqual(
    MAIL_RETRY_DELAYS_MS.map((ms) => ms / MINUTE_MS),
    [1, 5, 30, 120, 360, 720, 1440],
  );
});

test('an address without a mailbox is bad at once, gets nothing more, and is good again once it is changed', async () => {
  const { community, member, reasonKey } = await due();
  const state = async () =>
    (await service.ownerQuery('select email_state from members where id = $1', [member.uuid]))[0];
  server.refuse = () => ({ code: 550, message: '5.1.1 no such user' });
  await mailing('it is refused', async () => (await state())?.email_state === 'bad');
  assert.deepEqual([(await rowOf(reasonKey)).state, (await rowOf(reasonKey)).error], ['print', 'no_mailbox']);
  server.refuse = undefined;
  const next = await write(community.id, member);
  await mailing('it is to be printed', async () => (await rowOf(next)).state === 'print');
  assert.equal((await rowOf(next)).error, 'no_address');
  assert.equal(server.mails.length, 0);
  const act = { communityId: community.id, memberId: member.uuid, actor: 'test' };
  await changeMember(service.deps, act, { email: 'helga.new@example.org' });
  const last = await write(community.id, member);
  await mailing('it is sent', async () => (await rowOf(last)).state === 'sent');
});

test('a 550 that says no more marks the address on the third day of 14, however many mails a day has', async () => {
  const { community, member, reasonKey } = await due();
  server.refuse = () => ({ code: 550, message: 'we do not like this' });
  await mailing('one', settled(reasonKey));
  service.clock.advance(15 * DAY_MS);
  for (const expected of [false, false, true]) {
    for (const _ of [1, 2]) {
      if (await isBad(member)) break;
      const key = await write(community.id, member);
      await mailing('the next', async () => (await rowOf(key)).state === 'print');
    }
    await waitUntil('the address is judged', async () => (await isBad(member)) === expected);
    service.clock.advance(DAY_MS);
  }
});

const isBad = async ({ uuid }: TestMember) =>
  (await service.ownerQuery('select from members where id = $1 and email_state is not null', [uuid])).length > 0;

for (const [what, code, message] of [
  ['a blocklist', 550, '5.7.1 Service unavailable; client [203.0.113.9] blocked'],
  ['relaying', 554, '5.7.1 Relay access denied'],
  ['a full mailbox', 552, '5.2.2 Mailbox full'],
  ['a full disk', 550, '5.3.1 No space left'],
  ['a route', 550, '5.4.4 Unable to route'],
  ['another code', 553, 'sender is not allowed'],
] as const) {
  test(`${what} says nothing of the mailbox: the mail waits, and the address is good on every day`, async () => {
    const { community, member } = await due();
    await service.ownerQuery('delete from mails');
    server.refuse = () => ({ code, message });
    for (let day = 0; day < 5; day++) {
      const key = await write(community.id, member);
      await mailing('it is tried', settled(key));
      assert.deepEqual([(await rowOf(key)).state, (await rowOf(key)).error], ['due', 'not_accepted']);
      service.clock.advance(DAY_MS);
    }
    assert.equal(await isBad(member), false);
  });
}

test('a server that refuses everybody refuses us: nobody is marked, all waits, and is sent once it takes mails', async () => {
  const all = [await due(), await due(), await due(), await due()];
  server.refuse = () => ({ code: 550, message: '5.1.1 no such user' });
  await mailing('the last of three waits', async () => {
    const rows = await Promise.all(all.map(({ reasonKey }) => rowOf(reasonKey)));
    return (
      rows.every(({ state }) => state === 'due') && rows.filter(({ error }) => error === 'not_accepted').length >= 3
    );
  });
  for (const { member } of all) assert.equal(await isBad(member), false);
  server.refuse = undefined;
  service.clock.advance(11 * MINUTE_MS);
  await mailing('all are sent', async () => {
    const rows = await Promise.all(all.map(({ reasonKey }) => rowOf(reasonKey)));
    return rows.every(({ state }) => state === 'sent');
  });
  assert.equal(server.mails.length, all.length);
});

test('one among others that are sent is marked at once', async () => {
  const [known, unknown] = [await due(), await due()];
  server.refuse = (to) => (to === unknown.email ? { code: 550, message: '5.1.1 no such user' } : undefined);
  await mailing(
    'both are tried',
    async () => (await rowOf(known.reasonKey)).state === 'sent' && (await isBad(unknown.member)),
  );
});

test('the office uses an address again that was called unknown', async () => {
  const { community, member, reasonKey } = await due();
  server.refuse = () => ({ code: 550, message: '5.1.1 no such user' });
  await mailing('it is marked', async () => (await rowOf(reasonKey)).state === 'print' && (await isBad(member)));
  server.refuse = undefined;
  const { client, slug } = await signedIn(service, { communityId: community.id, slug: community.slug });
  const params = { slug, memberId: member.id };
  assert.deepEqual((await client.call('retryMemberEmail', { params })).body.data, { was_bad: true });
  assert.deepEqual((await client.call('retryMemberEmail', { params })).body.data, { was_bad: false });
  const next = await write(community.id, member);
  await mailing('it is sent', async () => (await rowOf(next)).state === 'sent');
  const unknown = await client.call('retryMemberEmail', {
    params: { slug, memberId: 'usr_00000000000000000000000000' },
  });
  assert.equal(unknown.status, 404);
});

test('no more mails than the limit are begun within a minute', async () => {
  const { community, member } = await due();
  for (let at = 0; at < 7; at++) await write(community.id, member, `Text ${at}`);
  await mailing('five are sent', () => server.mails.length >= 5);
  const begun = 'select from mails where attempts > 0';
  assert.equal((await service.ownerQuery(begun)).length, 5);
  service.clock.advance(MINUTE_MS + 1);
  await mailing('the others follow', () => server.mails.length === 8, { pollMs: 20 });
});

test('a mailer that dies while it sends costs at most a repeat, with one Message-ID', async () => {
  const { reasonKey } = await due();
  // The server takes the mail, and the answer is lost with the mailer.
  server.hangs = true;
  const mailer = startMailer(service.deps, { origin: 'https://tb.example', pollMs: 20 });
  await waitUntil('it is claimed', async () => (await rowOf(reasonKey)).attempts === 1);
  await mailer.stop();
  await service.ownerQuery(`update mails set state = 'due', next_attempt_at = $1, error = null where reason_key = $2`, [
    service.clock.now(),
    reasonKey,
  ]);
  const [first] = await service.ownerQuery('select message_uuid from mails where reason_key = $1', [reasonKey]);
  server.hangs = false;
  service.clock.advance(10 * MINUTE_MS);
  await mailing('it is sent', async () => (await rowOf(reasonKey)).state === 'sent');
  assert.equal(server.mails.length, 1);
  assert.equal(headerOf(server.mails[0] as never, 'Message-ID'), `<${first?.message_uuid}@tb.example>`);
});

test('two mailers at once send each mail once', async () => {
  const { community, member } = await due();
  for (let at = 0; at < 3; at++) await write(community.id, member, `Text ${at}`);
  const options = { origin: 'https://tb.example', pollMs: 10 };
  const mailers = [startMailer(service.deps, options), startMailer(service.deps, options)];
  const open = `select from mails where state = 'due'`;
  await waitUntil('all are sent', async () => (await service.ownerQuery(open)).length === 0);
  await Promise.all(mailers.map((mailer) => mailer.stop()));
  assert.equal(server.mails.length, 4);
});

test('members of a sandbox, without an address or without consent get no mail', async () => {
  const box = await due({ kind: 'sandbox' });
  const none = await due({ email: null });
  const stopped = await due();
  await agree(stopped.member, false);
  const left = await due();
  await service.ownerQuery(`update members set status = 'left' where id = $1`, [left.member.uuid]);
  for (const [key, state, error] of [
    [box.reasonKey, 'print', 'sandbox'],
    [none.reasonKey, 'print', 'no_address'],
    [stopped.reasonKey, 'dropped', 'stopped'],
    [left.reasonKey, 'dropped', 'gone'],
  ] as const) {
    await mailing('it is settled', settled(key));
    const row = await rowOf(key);
    assert.deepEqual([row.state, row.error], [state, error]);
  }
  assert.equal(server.mails.length, 0);
});

test('where mail is off, what members are to get waits as a letter', async () => {
  const { reasonKey } = await due();
  const off = { ...service.deps, config: { ...service.config, mail: undefined } };
  const mailer = startMailer(off, { origin: 'https://tb.example', pollMs: 20 });
  await waitUntil('it is to be printed', async () => (await rowOf(reasonKey)).state === 'print');
  await mailer.stop();
  assert.equal((await rowOf(reasonKey)).error, 'mail_off');
});

test('a server that is away costs a mail one attempt, and gives the others of the round back', async () => {
  const first = await due();
  const second = await due();
  await server.stop();
  const warned = mock.method(service.deps.log, 'warn', () => {});
  try {
    await mailing('one is tried', async () => (await rowOf(first.reasonKey)).error === 'unreachable');
    await waitUntil('the other is given back', async () => (await rowOf(second.reasonKey)).attempts === 0);
    const said = `the mail server ${new URL(server.url).host} of SMTP_URL could not be reached; timebank doctor says why`;
    await waitUntil('it is logged', async () =>
      warned.mock.calls.some(({ arguments: [message] }) => String(message) === said),
    );
    const [row] = await service.ownerQuery('select lease_until from mails where reason_key = $1', [second.reasonKey]);
    assert.equal(row?.lease_until, null);
    assert.ok(warned.mock.calls.some(({ arguments: [message] }) => String(message) === said));
  } finally {
    warned.mock.restore();
    server = await startMailServer();
  }
});
