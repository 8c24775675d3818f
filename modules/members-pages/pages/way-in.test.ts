/** What leads a member in: the address on a letter, the way on from a used link, and whom to ring. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { textOfMail } from '../../../test-support/mail-server.ts';
import { mailAll, testMailService } from '../../../test-support/mailing.ts';
import { createMemberBrowser, openPages } from '../../../test-support/member-browser.ts';
import { writeLetters } from '../domain/member-access/letters.ts';

const CONTACT = 'Ring 0123 456\nMo <Tu> 9 to 12';
const { server, service } = await testMailService();
const community = await service.createCommunity({ name: 'Riverside' });
await openPages(service, community.id, { office_contact: CONTACT });

const browser = () => createMemberBrowser(service.origin, community.slug);
const member = (name: string, email: string) =>
  service.createMember({ communityId: community.id, name, email, language: 'en' });

async function keyFor(window: ReturnType<typeof browser>, email: string) {
  server.mails.length = 0;
  await window.post('/sign-in', '/sign-in', { email });
  await mailAll(service);
  const text = server.mails.map(textOfMail).find((one) => one.includes('/enter?key=')) ?? '';
  return { text, key: /enter\?key=([\w-]+)/.exec(text)?.[1] ?? '', number: /\b(\d{4} \d{4})\b/.exec(text)?.[1] ?? '' };
}

test('the address on a letter has the field for its code first, and so has a page on which the code was wrong', async () => {
  const { text } = await browser().get('/letter');
  assert.ok(text.indexOf('id="code"') > 0 && text.indexOf('id="code"') < text.indexOf('id="email"'));
  const wrong = await browser().enter('slip');
  assert.ok(wrong.text.indexOf('id="code"') < wrong.text.indexOf('id="email"'));
  const signIn = (await browser().get('/sign-in')).text;
  assert.ok(signIn.indexOf('id="email"') < signIn.indexOf('id="code"'));
  assert.match((await browser().get('')).text, new RegExp(`href="/at/${community.slug}/letter"`));
  assert.equal(text.match(/class="main"/g)?.length, 1);
});

test('where a code is typed, the reader can ask to be signed out after an hour, and is', async () => {
  const { uuid } = await member('Anna Berger', 'anna@example.org');
  const [letter] = await writeLetters(service.deps, { communityId: community.id, actor: 'test' }, [uuid]);
  const window = browser();
  for (const path of ['/letter', '/sign-in', '/enter']) {
    const form = /<form id="(?:code|number)"[\s\S]*?<\/form>/.exec((await window.get(path)).text)?.[0] ?? '';
    assert.match(form, /name="shared" value="yes"/, path);
  }
  assert.doesNotMatch((await window.enter(letter?.code ?? '', { shared: 'yes' })).setCookie, /Max-Age/);
});

test('a link that a mail program has opened leads to the number of the same mail, which still signs in', async () => {
  await member('Ben Adler', 'ben@example.org');
  const window = browser();
  const { key, number } = await keyFor(window, 'ben@example.org');
  const scanner = browser();
  await scanner.post(`/enter?key=${key}`, '/enter', { key });
  const used = await window.get(`/enter?key=${key}`);
  assert.equal(used.status, 410);
  assert.match(used.text, /number in the same message still counts/);
  assert.match(used.text, new RegExp(`<a class="button main" href="/at/${community.slug}/enter">`));
  assert.equal((await window.post('/enter', '/enter', { number })).status, 303);
});

test('how to reach the office is on every page and in mails to members, and nowhere where it is not set', async () => {
  const { text } = await keyFor(browser(), 'anna@example.org');
  assert.ok(text.replaceAll('\r', '').includes(CONTACT), text);
  for (const path of ['', '/sign-in', '/letter', '/enter', '/about', '/nix', '/enter?key=x']) {
    const page = await browser().get(path);
    assert.match(page.text, /id="contact">How to reach us:\nRing 0123 456\nMo &lt;Tu&gt; 9 to 12</, path);
  }
  await service.ownerQuery('update communities set office_contact = null where id = $1', [community.id]);
  assert.doesNotMatch((await browser().get('/sign-in')).text, /How to reach us/);
});
