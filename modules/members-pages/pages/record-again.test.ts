/** With a person of before, an hour is recorded again with the person and the side of the last time. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testService } from '../../../test-support/harness.ts';
import { browserOfMember, communityWithPages } from '../../../test-support/member-browser.ts';
import { answerOn, recordOn } from '../../../test-support/member-hours.ts';

const service = await testService();

async function setUp() {
  const community = await communityWithPages(service, { name: 'Riverside' });
  const join = async (name: string, externalId: string) => {
    const member = await service.createMember({ communityId: community.id, name, externalId });
    return { member, window: await browserOfMember(service, community, member.uuid) };
  };
  return { helga: await join('Helga Brandt', 'H1'), ruth: await join('Ruth Weber', 'R1'), join };
}

/** What a browser sends of a page's form `record` when nothing is changed in it. */
function formIn(text: string): Record<string, string> {
  const [form = ''] = /<form id="record"[\s\S]*?<\/form>/.exec(text) ?? [];
  const fields = [...form.matchAll(/<input ([^>]*)>/g)].map(([, marks = '']) => {
    const of = (name: string) => new RegExp(`${name}="([^"]*)"`).exec(marks)?.[1] ?? '';
    const isSent = !/type="(radio|checkbox)"/.test(marks) || / checked/.test(marks);
    return isSent ? [of('name'), of('value')] : [];
  });
  return Object.fromEntries(fields.filter(([name]) => name));
}

const againIn = (text: string) =>
  [...text.matchAll(/href="\/at\/[^/]+(\/record\?who=[^"]+)"[^>]*>Again</g)].map(([, to = '']) =>
    to.replaceAll('&amp;', '&'),
  );

test('the first page has the people of before, and its link again leads to a form with person, side and an hour', async () => {
  const { helga, ruth } = await setUp();
  assert.deepEqual(againIn((await helga.window.get('')).text), []);
  assert.equal((await answerOn(ruth.window, await recordOn(helga.window, ruth.member.id), 'confirm')).status, 303);
  for (const [{ window }, other, side] of [
    [helga, ruth, 'helped'],
    [ruth, helga, 'was_helped'],
  ] as const) {
    const home = (await window.get('')).text;
    const [again = ''] = againIn(home);
    assert.equal(again, `/record?who=${other.member.id}&side=${side}`);
    const fields = formIn((await window.get(again)).text);
    assert.deepEqual([fields.who, fields.side, fields.time], [other.member.id, side, '1:00']);
    const sent = await window.send('/record', { ...fields, again: 'yes' });
    assert.equal(sent.status, 303, sent.text);
  }
});

test('the side is that of the last time', async () => {
  const { helga, ruth } = await setUp();
  assert.equal((await answerOn(ruth.window, await recordOn(helga.window, ruth.member.id), 'confirm')).status, 303);
  const other = await recordOn(helga.window, ruth.member.id, { side: 'was_helped' });
  assert.equal((await answerOn(ruth.window, other, 'confirm')).status, 303);
  const [again] = againIn((await helga.window.get('')).text);
  assert.match(again ?? '', /side=was_helped/);
});

test('an address with no side, or another word for one, chooses neither side nor time', async () => {
  const { helga, ruth } = await setUp();
  for (const side of ['', '&side=both']) {
    const { text } = await helga.window.get(`/record?who=${ruth.member.id}${side}`);
    const { side: chosen, time } = formIn(text);
    assert.deepEqual([chosen, time], [undefined, undefined]);
  }
});

test('people of before with like names differ by their numbers', async () => {
  const { helga, ruth, join } = await setUp();
  const rita = await join('Ruth Wolf', 'R2');
  for (const { member, window } of [ruth, rita])
    assert.equal((await answerOn(window, await recordOn(helga.window, member.id), 'confirm')).status, 303);
  const { text } = await helga.window.get('');
  assert.match(text, /aria-label="Again: Ruth W\. \(No\. R1\)"/);
  assert.match(text, /aria-label="Again: Ruth W\. \(No\. R2\)"/);
});
