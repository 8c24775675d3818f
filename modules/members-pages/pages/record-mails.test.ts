/** The mails about hours that two record: to the one who has to answer, and to the other, by a real mail server. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { headerOf, textOfMail } from '../../../test-support/mail-server.ts';
import { mailUntil, testMailService } from '../../../test-support/mailing.ts';
import { browserOfMember, communityWithPages } from '../../../test-support/member-browser.ts';
import { recordOn } from '../../../test-support/member-hours.ts';

const { server, service } = await testMailService();
const community = await communityWithPages(service, { name: 'Riverside' });

async function person(name: string) {
  const email = `${randomUUID()}@example.org`;
  const member = await service.createMember({ communityId: community.id, name, email, language: 'en' });
  const window = await browserOfMember(service, community, member.uuid);
  return { member, email, window };
}

type Person = Awaited<ReturnType<typeof person>>;

const recorded = (by: Person, other: Person) => recordOn(by.window, other.member.id, { time: '1:30' });

/** Without the mail about the letter that was used. */
const mailsTo = ({ email }: Person) =>
  server.mails.filter((mail) => mail.to === email && headerOf(mail, 'Subject') !== 'You have signed in');

async function mailing(what: string, until: () => boolean | Promise<boolean>): Promise<void> {
  await mailUntil(service, what, until, 'https://tb.example');
}

test('the one who is waited for is asked by mail, and the other learns that it counts', async () => {
  const [ruth, helga] = [await person('Ruth Weber'), await person('Helga Brandt')];
  const path = await recorded(ruth, helga);
  await mailing('Helga has the mail', () => mailsTo(helga).length > 0);
  const [asked] = mailsTo(helga);
  assert.ok(asked);
  assert.equal(headerOf(asked, 'Subject'), 'Is that right? 1.5 h with Ruth W.');
  const text = textOfMail(asked);
  assert.match(text, /you were helped for 1\.5 h on 18 November 2026/);
  assert.ok(text.includes(`https://tb.example/at/${community.slug}${path}`), text);
  assert.doesNotMatch(text, /Weber/);
  assert.match(headerOf(asked, 'List-Unsubscribe') ?? '', /\/stop\?/);
  assert.equal(mailsTo(ruth).length, 0, 'who recorded it knows');
  await helga.window.post('', path, { do: 'confirm', seen: '1' });
  await mailing('Ruth has the mail', () => mailsTo(ruth).length > 0);
  assert.equal(headerOf(mailsTo(ruth)[0] as never, 'Subject'), 'Confirmed: 1.5 h with Helga B.');
  assert.equal(mailsTo(helga).length, 1, 'who confirmed it knows');
});

test('what was answered before the mail goes, and what a member has stopped, is not sent', async () => {
  const [ida, jon, kim] = [await person('Ida Kern'), await person('Jon Lenz'), await person('Kim Moser')];
  const path = await recorded(ida, jon);
  await jon.window.post('', path, { do: 'confirm', seen: '1' });
  await service.ownerQuery(`update members set mail_kinds = '{listings}' where id = $1`, [kim.member.uuid]);
  await recorded(ida, kim);
  await mailing('Ida has the mail', () => mailsTo(ida).length > 0);
  const rest = () =>
    service.ownerQuery<{ state: string; error: string }>(
      `select state, error from mails where member_id = any($1) and reason_key like 'proposal.%' order by id`,
      [[jon.member.uuid, kim.member.uuid]],
    );
  await mailing('the others are settled', async () => (await rest()).every(({ state }) => state !== 'due'));
  assert.deepEqual(
    (await rest()).map(({ state, error }) => [state, error]),
    [
      ['dropped', 'gone'],
      ['dropped', 'stopped'],
    ],
  );
  assert.deepEqual([mailsTo(jon).length, mailsTo(kim).length], [0, 0]);
});
