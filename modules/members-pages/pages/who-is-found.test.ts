/** People are found as people say them, and nobody who does not want to be. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { signedIn } from '../../../test-support/console.ts';
import { testService } from '../../../test-support/harness.ts';
import { browserOfMember, type MemberBrowser, openPages } from '../../../test-support/member-browser.ts';
import { sendSlip, slipFor } from '../../../test-support/member-hours.ts';

const service = await testService();

/** A community with these members, by their numbers, and one more who looks for them. */
async function setUp(members: Readonly<Record<string, string>>) {
  const person = await signedIn(service);
  const { communityId: id, slug } = person;
  await openPages(service, id);
  const make = (name: string, externalId: string) =>
    service.createMember({ communityId: id, name, externalId, email: `${externalId}@gmail.example`, phone: '0561 77' });
  const made = await Promise.all(Object.entries(members).map(([number, name]) => make(name, number)));
  const seeker = await service.createMember({ communityId: id, name: 'Zora Seeker', externalId: 'Z999' });
  const numbers = new Map(made.map((member, at) => [member.id, Object.keys(members)[at] ?? '']));
  return { ...person, numbers, made, window: await browserOfMember(service, { id, slug }, seeker.uuid) };
}

interface Seeker {
  readonly window: MemberBrowser;
  readonly numbers: ReadonlyMap<string, string>;
}

/** The number of whom the form is for, or those to choose from. */
async function found({ window, numbers }: Seeker, who: string): Promise<string | readonly string[]> {
  const { status, text } = await window.get(`/record?who=${encodeURIComponent(who)}`);
  assert.equal(status, 200, who);
  const numbersOf = (pattern: RegExp) => [...text.matchAll(pattern)].map(([, id]) => numbers.get(id ?? '') ?? '');
  const [one] = numbersOf(/type="hidden" name="who" value="(usr_\w+)"/g);
  return one ?? numbersOf(/type="radio" name="who" value="(usr_\w+)"/g).sort();
}

const PEOPLE = {
  W001: 'Ruth Weber',
  W002: 'Jürgen Huber',
  W003: 'Helga Groß-Weber',
  W004: 'Anna Müller',
  W005: 'Brandt, Karl',
  W006: 'Ömer Öz',
  W007: 'Peter Baur',
  W008: 'Mueller Beate',
} as const;

test('a member is found by family name, with a form of address, in either order, by parts, and however umlauts are written', async () => {
  const seeker = await setUp(PEOPLE);
  const one: Readonly<Record<string, keyof typeof PEOPLE>> = {
    Huber: 'W002',
    'Frau Brandt': 'W005',
    'Herr Huber': 'W002',
    'Hr. Huber': 'W002',
    'Mrs Huber': 'W002',
    'Dr. Huber': 'W002',
    'Señora Huber': 'W002',
    'Sr. Huber': 'W002',
    'Sra. Huber': 'W002',
    'Srta. Huber': 'W002',
    'Mlle. Huber': 'W002',
    'Sig. Huber': 'W002',
    'Familie Huber': 'W002',
    'Weber, Ruth': 'W001',
    'Ruth Weber': 'W001',
    'Ruth W.': 'W001',
    'Karl Brandt': 'W005',
    Groß: 'W003',
    gross: 'W003',
    'Groß-Weber': 'W003',
    'Juergen H': 'W002',
    Jurgen: 'W002',
    jürgen: 'W002',
    Oez: 'W006',
    'Anna Mueller': 'W004',
    'Beate Müller': 'W008',
  };
  for (const [typed, number] of Object.entries(one)) assert.equal(await found(seeker, typed), number, typed);
  assert.deepEqual(await found(seeker, 'Frau Weber'), ['W001', 'W003']);
  assert.deepEqual(await found(seeker, 'Müller'), ['W004', 'W008']);
});

const ON_SLIPS = ['W 001', 'w-001', 'Núm. W001', 'N° W001', 'n. W001', 'Numéro W001'];

test('a member is found by the number, in any case, and as pages print it', async () => {
  const seeker = await setUp(PEOPLE);
  for (const typed of ['W001', 'w001', 'Nr. w001', 'No. W001', 'Nr.W001', '#W001', 'Mitglied W001', ...ON_SLIPS]) {
    assert.equal(await found(seeker, typed), 'W001', typed);
  }
  const { client, slug } = seeker;
  const listed = await client.call('searchCommunity', { params: { slug }, query: { q: 'Nr. w001' } });
  const named = await client.call('searchCommunity', { params: { slug }, query: { q: 'Frau Brandt' } });
  const names = [listed, named].map(({ body }) => body.data.members.hits.map(({ name }: { name: string }) => name));
  assert.deepEqual(names, [['Ruth Weber'], ['Brandt, Karl']], 'the console finds them as well');
});

test('nobody is taken whose name is only like the one that was typed: it is asked, and another name may be typed', async () => {
  const seeker = await setUp(PEOPLE);
  const { window, made } = seeker;
  for (const typed of ['Bauer', 'Hubber', 'uber']) {
    const { status, text } = await sendSlip(window, slipFor(typed));
    assert.equal(status, 422, typed);
    assert.match(text, /We do not find exactly this name\./, typed);
  }
  assert.deepEqual(await found(seeker, 'Bauer'), ['W007']);
  const other = await sendSlip(window, slipFor(made[6]?.id ?? '', { who_other: 'Ruth Weber' }));
  assert.equal(other.status, 303);
  assert.match((await window.get((other.location ?? '').replace(/^\/at\/[^/]+/, ''))).text, /Ruth W\./);
});

test('neither address nor telephone nor reference leads to a member, nor a name to who is hidden', async () => {
  const seeker = await setUp(PEOPLE);
  const { made } = seeker;
  const [ruth] = made;
  for (const typed of ['gmail', 'example', '0561 77', ruth?.paymentReference ?? ''])
    assert.deepEqual(await found(seeker, typed), [], typed);
  await service.ownerQuery('update members set seen_by_members = false where id = $1', [ruth?.uuid]);
  for (const typed of ['Ruth Weber', 'Ruth', 'Weber, Ruth']) assert.deepEqual(await found(seeker, typed), [], typed);
  assert.equal(await found(seeker, 'Weber'), 'W003');
  assert.equal(await found(seeker, 'Nr. w001'), 'W001');
});

test('at most eight are shown of any number of one name, by the short name', async () => {
  const many = Object.fromEntries(
    Array.from({ length: 12 }, (_, at) => [`M${at}`, `Karin Schmidt${'abcdefghijkl'[at]}`]),
  );
  const seeker = await setUp(many);
  assert.equal((await found(seeker, 'Frau Schmidt')).length, 8);
  const { text } = await seeker.window.get('/record?who=Schmidt');
  assert.match(text, /Karin S\. <small>No\. M\d+<\/small>/);
  assert.doesNotMatch(text, /Karin Schmidt/);
});
