/** A member's own change of the e-mail address, over HTTP as a browser without script sends it, with a real mail server. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { MINUTE_MS } from '../../../core/base/time.ts';
import { changeMemberStatus } from '../../../core/people/members/status.ts';
import { startTestService, type TestService } from '../../../test-support/harness.ts';
import { headerOf, startMailServer, type TestMailServer, textOfMail } from '../../../test-support/mail-server.ts';
import { mailAll } from '../../../test-support/mailing.ts';
import { browserOfMember } from '../../../test-support/member-browser.ts';
import { openMemberPages } from '../domain/member-access/switch.ts';

const ORIGIN = 'https://tb.example';
let server: TestMailServer;
let service: TestService;
let off: TestService;
before(async () => {
  server = await startMailServer();
  const env = { SMTP_URL: server.url, MAIL_FROM: 'Riverside <office@tb.example>', MAIL_PER_MINUTE: '600' };
  service = await startTestService({ env });
  off = await startTestService();
});
after(async () => {
  await service?.stop();
  await off?.stop();
  await server?.stop();
});

async function setUp(on = service, email: string | null = `${randomUUID()}@example.org`) {
  const community = await on.createCommunity();
  await openMemberPages(on.deps, { communityId: community.id, actor: 'test' }, true);
  const member = await on.createMember({ communityId: community.id, name: 'Helga Brandt', email, language: 'en' });
  const window = await browserOfMember(on, community, member.uuid);
  const address = async () => {
    const [row] = await on.ownerQuery<{ email: string | null }>('select email from members where id = $1', [
      member.uuid,
    ]);
    return row?.email;
  };
  const ask = (wanted: string) => window.post('/me/address', '/me/address', { email: wanted });
  const wanted = `new-${randomUUID()}@example.org`;
  return { community, member, window, address, ask, email, wanted };
}

/** The mail to an address with this subject, once it has come. */
async function mailTo(address: string, subject = 'Is this your new address?') {
  await mailAll(service, ORIGIN);
  const mail = server.mails.find((one) => one.to === address && headerOf(one, 'Subject') === subject);
  assert.ok(mail, `no mail to ${address}`);
  const text = textOfMail(mail);
  const path = /https:\/\/tb\.example\/at\/[^/]+(\/me\/address\?key=[\w-]+)/.exec(text)?.[1] ?? '';
  return { mail, text, path, key: path.split('=')[1] ?? '', number: /\d{4} \d{4}/.exec(text)?.[0] ?? '' };
}

test('the link of the mail changes the address once, partners are sent it, and the mailbox before gets a notice', async () => {
  const { community, member, window, address, ask, email, wanted } = await setUp();
  const partner = await service.createPartner({ communityId: community.id });
  const events = () =>
    service.ownerQuery(`select from events where community_id = $1 and type = 'user.updated'`, [partner.communityId]);
  const before = (await events()).length;
  assert.ok((await window.get('/me')).text.includes('/me/address'));
  assert.equal((await ask(` ${wanted} `)).location?.endsWith('/me/address'), true);
  const asked = await window.get('/me/address');
  assert.ok(asked.text.includes('data-state="asked"') && asked.text.includes(wanted), asked.text);
  assert.equal(await address(), email, 'nothing has changed yet');
  const { mail, path, key, text } = await mailTo(wanted);
  assert.ok(!mail.raw.includes('Helga') && !text.includes(String(email)), 'a stranger would read whose it is');
  for (const method of ['GET', 'HEAD']) assert.equal((await window.get(path, method)).status, 200);
  assert.ok((await window.get(path)).text.includes('data-state="confirm"'));
  assert.equal(await address(), email, 'opening it uses nothing up');
  const confirmed = await window.post(path, '/me/address', { key });
  assert.equal(confirmed.location?.endsWith('/me?done=saved'), true);
  assert.equal(await address(), wanted);
  assert.equal((await events()).length, before + 1);
  assert.equal((await window.send('/me/address', { csrf: window.csrf(), key })).status, 410);
  assert.equal((await window.get(path)).status, 410);
  const notice = await mailTo(String(email), 'Your address was changed');
  assert.ok(!notice.text.includes(wanted), 'who reads the mailbox before need not know the new one');
  const audits = await service.ownerQuery<{ action: string; actor: string }>(
    `select action, actor from audit_log where subject = $1 and action in ('member.address_asked', 'member.updated')
     order by id`,
    [member.id],
  );
  assert.deepEqual(audits, [
    { action: 'member.address_asked', actor: `member:${member.id}` },
    { action: 'member.updated', actor: `member:${member.id}` },
  ]);
});

test('the number counts in the browser that asked and nowhere else, and a sixth try is in vain', async () => {
  const { community, member, window, address, ask, email, wanted } = await setUp();
  await ask(wanted);
  const { number } = await mailTo(wanted);
  const other = await browserOfMember(service, community, member.uuid);
  const elsewhere = await other.post('/me/address', '/me/address', { number });
  assert.equal(elsewhere.status, 422);
  const wrong = number.replace(/\d$/, (digit) => String((Number(digit) + 1) % 10));
  for (let tries = 0; tries < 4; tries++) {
    const { status, text } = await window.post('/me/address', '/me/address', { number: wrong });
    assert.equal(status, 422);
    assert.ok(text.includes('aria-invalid="true"') && text.includes(wrong));
  }
  assert.equal((await window.post('/me/address', '/me/address', { number })).status, 303, 'the fifth try is right');
  assert.equal(await address(), wanted);

  const again = `again-${wanted}`;
  await ask(again);
  const second = await mailTo(again);
  for (let tries = 0; tries < 5; tries++) await window.post('/me/address', '/me/address', { number: wrong });
  assert.equal((await window.post('/me/address', '/me/address', { number: second.number })).status, 422);
  assert.equal(await address(), wanted);
  assert.notEqual(await address(), email);
});

test('a link is open to the member who asked alone, for 15 minutes, and only until another was confirmed', async () => {
  const { community, window, address, ask, wanted } = await setUp();
  await ask(wanted);
  const { path, key } = await mailTo(wanted);
  const stranger = await service.createMember({ communityId: community.id });
  const theirs = await browserOfMember(service, community, stranger.uuid);
  assert.equal((await theirs.get(path)).status, 410);
  assert.equal((await theirs.post('/me/address', '/me/address', { key })).status, 410);
  const later = `later-${wanted}`;
  await ask(later);
  const newer = await mailTo(later);
  assert.equal((await window.post(newer.path, '/me/address', { key: newer.key })).status, 303);
  assert.equal((await window.get(path)).status, 410, 'the older link has ended with it');
  assert.equal(await address(), later);

  const late = `late-${wanted}`;
  await ask(late);
  const old = await mailTo(late);
  service.clock.advance(16 * MINUTE_MS);
  assert.equal((await window.get(old.path)).status, 410);
  assert.equal((await window.post('/me/address', '/me/address', { key: old.key })).status, 410);
  assert.equal((await window.get('/me/address')).text.includes('data-state="asked"'), false);
  assert.equal(await address(), later);
});

test('nothing is sent for what is no address or the present one, nor for a sixth in a day', async () => {
  const { window, ask, email, wanted } = await setUp();
  for (const [typed, said] of [
    ['helga', 'Write the address as in'],
    ['', 'Write the address as in'],
    [`${'x'.repeat(310)}@example.org`, 'Write the address as in'],
    [String(email), 'This is the address that we have'],
  ] as const) {
    const { status, text } = await ask(typed);
    assert.equal(status, 422, typed);
    assert.ok(text.includes(said) && text.includes('aria-describedby="email-fault"'), text);
  }
  for (let number = 1; number <= 5; number++) assert.equal((await ask(`${number}${wanted}`)).status, 303);
  const sixth = await ask(`6${wanted}`);
  assert.equal(sixth.status, 429);
  assert.ok(sixth.text.includes('That was enough for today'));
  await mailAll(service, ORIGIN);
  assert.equal(
    server.mails.some(({ to }) => to === `6${wanted}`),
    false,
  );
  const none = await window.post('/me/address', '/me/address', {});
  assert.equal(none.status, 422);
});

test('twenty confirm at once while the office suspends: one outcome, and the address is never half changed', async () => {
  const { community, member, window, address, ask, email, wanted } = await setUp();
  await ask(wanted);
  const { path, key } = await mailTo(wanted);
  await window.get(path);
  const act = { communityId: community.id, memberId: member.uuid, actor: 'test' };
  const confirms = Array.from({ length: 20 }, () => window.send('/me/address', { csrf: window.csrf(), key }));
  const suspended = changeMemberStatus(service.deps, act, 'suspended', 'test');
  const statuses = (await Promise.all(confirms)).map(({ status }) => status);
  await suspended;
  const done = statuses.filter((status) => status === 303).length;
  const rows = await service.ownerQuery(`select from mails where reason_key like $1`, [`address.old:${member.id}:%`]);
  assert.equal(rows.length, (await address()) === wanted ? 1 : 0);
  assert.ok([email, wanted].includes((await address()) ?? ''));
  assert.ok(done >= rows.length && statuses.every((status) => [303, 403, 410].includes(status)), statuses.join());
});

test('a member without an address gets one, and no notice is written; without mail the page says who notes it', async () => {
  const { member, window, address, ask, wanted } = await setUp(service, null);
  assert.ok((await window.get('/me/address')).text.includes('No address of yours is known.'));
  await ask(wanted);
  const { path, key } = await mailTo(wanted);
  assert.equal((await window.post(path, '/me/address', { key })).status, 303);
  assert.equal(await address(), wanted);
  const mails = await service.ownerQuery('select from mails where member_id = $1', [member.uuid]);
  assert.equal(mails.length, 1, 'the one to the new address');

  const without = await setUp(off);
  const page = await without.window.get('/me/address');
  assert.ok(page.text.includes('This time bank sends no mail') && !page.text.includes('id="address"'));
  assert.equal((await without.ask(wanted)).status, 303);
  assert.deepEqual(await off.ownerQuery(`select from sign_in_requests where way = 'address'`), []);
});
