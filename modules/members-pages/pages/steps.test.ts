/**
 * How many steps each task takes, counted by pressing: a step is a link or button that is pressed, or a field that is
 * filled or chosen, from the first page to "done". What is pressed is found by its words, and a form sends what a browser
 * would.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { textOfMail } from '../../../test-support/mail-server.ts';
import { mailAll, testMailService } from '../../../test-support/mailing.ts';
import {
  browserOfMember,
  communityWithPages,
  createMemberBrowser,
  type MemberBrowser,
} from '../../../test-support/member-browser.ts';
import { answerOn, recordOn, stateOn } from '../../../test-support/member-hours.ts';
import { writeLetters } from '../domain/member-access/letters.ts';

const { server, service } = await testMailService();

const wordsOf = (html: string) =>
  html
    .replace(/<style[\s\S]*?<\/style>|<[^>]*>/g, ' ')
    .replaceAll('&amp;', '&')
    .replaceAll('&#39;', "'")
    .replace(/\s+/g, ' ')
    .trim();
const marked = (marks: string, name: string) =>
  new RegExp(`\\b${name}="([^"]*)"`).exec(marks)?.[1]?.replaceAll('&amp;', '&');

/** What a form sends as it is, by name. */
function sentBy(form: string): Record<string, string> {
  const inputs = [...form.matchAll(/<input ([^>]*)>/g)].map(([, marks = '']) => marks);
  const sent = inputs.filter((marks) => !/type="(radio|checkbox)"/.test(marks) || / checked/.test(marks));
  const areas = [...form.matchAll(/<textarea ([^>]*)>([\s\S]*?)<\/textarea>/g)];
  const selects = [...form.matchAll(/<select ([^>]*)>/g)];
  return Object.fromEntries([
    ...sent.map((marks) => [marked(marks, 'name'), marked(marks, 'value') ?? '']),
    ...areas.map(([, marks = '', text = '']) => [marked(marks, 'name'), text.trim()]),
    ...selects.map(([, marks = '']) => [marked(marks, 'name'), '']),
  ]);
}

/** A person before a window, who counts. @param begin the page on which the task begins */
async function atWindow(window: MemberBrowser, begin = '') {
  let page = (await window.get(begin)).text;
  let steps = 0;
  let filled: Record<string, string> = {};
  const within = (href: string) => href.replace(/^https?:\/\/[^/]+/, '').replace(/^\/at\/[^/]+/, '');
  const person = {
    steps: () => steps,
    page: () => page,
    /** A link to another page: in a mail or on this one. */
    async follow(href: string) {
      steps += 1;
      page = (await window.get(within(href))).text;
    },
    async tap(words: string) {
      const links = [...page.matchAll(/<a ([^>]*)>([\s\S]*?)<\/a>/g)];
      const link = links.find(([, , text = '']) => wordsOf(text) === words);
      assert.ok(link, `no link "${words}" among ${links.map(([, , text = '']) => wordsOf(text)).join(', ')}`);
      await person.follow(marked(link[1] ?? '', 'href') ?? '');
    },
    fill(name: string, value: string) {
      assert.match(page, new RegExp(`<(input|textarea)[^>]* name="${name}"`), `no field ${name}`);
      filled[name] = value;
      steps += 1;
    },
    choose(name: string, value: string) {
      assert.match(page, new RegExp(`name="${name}" value="${value}"`), `no choice ${value}`);
      filled[name] = value;
      steps += 1;
    },
    async press(words: string) {
      const forms = [...page.matchAll(/<form ([^>]*)>([\s\S]*?)<\/form>/g)];
      const pressed = forms.flatMap(([, marks = '', form = '']) =>
        [...form.matchAll(/<button([^>]*)>([\s\S]*?)<\/button>/g)]
          .filter(([, , text = '']) => wordsOf(text) === words)
          .map(([, button = '']) => ({ marks, form, button })),
      )[0];
      assert.ok(pressed, `no button "${words}" on ${wordsOf(page)}`);
      const name = marked(pressed.button, 'name');
      const own = name === undefined ? {} : { [name]: marked(pressed.button, 'value') ?? '' };
      const fields = { ...sentBy(pressed.form), ...filled, ...own };
      filled = {};
      steps += 1;
      const answer = await window.send(within(marked(pressed.marks, 'action') ?? ''), fields);
      assert.equal(answer.status, 303, `"${words}" was refused: ${wordsOf(answer.text)}`);
      page = (await window.get(within(answer.location ?? ''))).text;
    },
  };
  return person;
}

async function setUp() {
  const community = await communityWithPages(service, { name: 'Riverside' });
  const join = async (name: string, email: string | null = null) => {
    const member = await service.createMember({ communityId: community.id, name, email, language: 'en' });
    return { member, window: await browserOfMember(service, community, member.uuid) };
  };
  return { community, join, helga: await join('Helga Brandt') };
}

test('my hours: the balance is on the first page, the list one step away', async () => {
  const { helga } = await setUp();
  const person = await atWindow(helga.window);
  assert.match(person.page(), /<data id="balance"/);
  assert.equal(person.steps(), 0);
  await person.tap('My hours');
  assert.match(person.page(), /data-page="hours"/);
  assert.equal(person.steps(), 1);
});

test('asking for help takes three steps, answering two', async () => {
  const { helga, join } = await setUp();
  const ruth = await join('Ruth Weber');
  const asks = await atWindow(helga.window);
  await asks.tap('Ask for help');
  asks.fill('title', 'Cut the hedge');
  await asks.press('Publish');
  assert.equal(stateOn(asks.page()), 'active');
  assert.equal(asks.steps(), 3);
  const answers = await atWindow(ruth.window);
  await answers.tap('Cut the hedge');
  await answers.press('Send');
  assert.match(answers.page(), /data-page="answer"/);
  assert.equal(answers.steps(), 2);
});

test('an hour with a new person is recorded in three steps, another length of time in four, on both sides', async () => {
  const { helga, join } = await setUp();
  for (const [words, name, time, wanted, says] of [
    ['I helped', 'Ruth Weber', undefined, 3, /“I helped you for 1 h/],
    ['I was helped', 'Karl Vogel', undefined, 3, /“You helped me for 1 h/],
    ['I helped', 'Murat Demir', '2:00', 4, /“I helped you for 2 h/],
    ['I was helped', 'Anna Berger', '0:30', 4, /“You helped me for 0\.5 h/],
  ] as const) {
    const { window } = await join(name);
    const person = await atWindow(helga.window);
    await person.tap(words);
    person.fill('who', name);
    if (time !== undefined) person.choose('time', time);
    await person.press('Send');
    assert.equal(stateOn(person.page()), 'waiting');
    assert.equal(person.steps(), wanted);
    assert.match(wordsOf((await window.get('')).text), says);
  }
});

test('an hour with a person of before takes two steps, three with another length of time', async () => {
  const { helga, join } = await setUp();
  for (const [name, time, wanted] of [
    ['Karl Vogel', undefined, 2],
    ['Murat Demir', '1:30', 3],
  ] as const) {
    const { member, window } = await join(name);
    const before = await recordOn(helga.window, member.id, { day: '2026-11-10' });
    assert.equal((await answerOn(window, before, 'confirm')).status, 303);
    const person = await atWindow(helga.window);
    await person.tap('Again');
    if (time !== undefined) person.choose('time', time);
    await person.press(`Send to ${name.replace(/(?<= .).*/, '.')}`);
    assert.equal(stateOn(person.page()), 'waiting');
    assert.equal(person.steps(), wanted);
  }
});

test('confirming takes one step, contesting three', async () => {
  const { helga, join } = await setUp();
  const ruth = await join('Ruth Weber');
  await recordOn(helga.window, ruth.member.id);
  await recordOn(helga.window, ruth.member.id, { time: '2:00' });
  const confirms = await atWindow(ruth.window);
  await confirms.press('Yes, that is right');
  assert.equal(stateOn(confirms.page()), 'confirmed');
  assert.equal(confirms.steps(), 1);
  const contests = await atWindow(ruth.window);
  await contests.tap('Something is wrong');
  contests.fill('words', 'We did not meet on that day.');
  await contests.press('Send to the office');
  assert.equal(stateOn(contests.page()), 'office');
  assert.equal(contests.steps(), 3);
});

test('signing in takes four steps by mail, from the page to sign in, and three by letter, from the first page', async () => {
  const { community, join } = await setUp();
  const email = 'helga-steps@example.org';
  const { member } = await join('Helga Stein', email);
  await mailAll(service);
  server.mails.length = 0;
  const byMail = await atWindow(createMemberBrowser(service.origin, community.slug), '/sign-in');
  byMail.fill('email', email);
  await byMail.press('Send me a link');
  await mailAll(service);
  const mail = server.mails.map(textOfMail).find((text) => text.includes('/enter?key='));
  await byMail.follow(/https?:\S+\/enter\?key=\S+/.exec(mail ?? '')?.[0] ?? '');
  await byMail.press('Sign in');
  assert.match(byMail.page(), /<data id="balance"/);
  assert.equal(byMail.steps(), 4);
  const [letter] = await writeLetters(service.deps, { communityId: community.id, actor: 'test' }, [member.uuid]);
  const byLetter = await atWindow(createMemberBrowser(service.origin, community.slug));
  await byLetter.tap('I have a letter with a code');
  byLetter.fill('code', letter?.code ?? '');
  await byLetter.press('Sign in with the code');
  assert.match(byLetter.page(), /<data id="balance"/);
  assert.equal(byLetter.steps(), 3);
});
