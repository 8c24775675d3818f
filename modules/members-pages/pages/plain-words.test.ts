/** What members' pages say and write in the language of the reader, as a person of the community would. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { signedIn } from '../../../test-support/console.ts';
import { testService } from '../../../test-support/harness.ts';
import { browserOfMember } from '../../../test-support/member-browser.ts';
import { answerOn, recordOn } from '../../../test-support/member-hours.ts';
import { openMemberPages } from '../domain/member-access/switch.ts';

const service = await testService();

async function setUp(languages = '{de}') {
  const community = await service.createCommunity({ name: 'Seeufer' });
  await openMemberPages(service.deps, { communityId: community.id, actor: 'test' }, true);
  await service.ownerQuery('update communities set languages = $2 where id = $1', [community.id, languages]);
  const { client } = await signedIn(service, { communityId: community.id, slug: community.slug });
  const of = { communityId: community.id };
  const anna = await service.createMember({ ...of, name: 'Anna Berger' });
  const ben = await service.createMember({ ...of, name: 'Ben Adler' });
  const window = await browserOfMember(service, community, anna.uuid);
  const helped = async (time: string, service_date: string, note = '') => {
    const json = { key: randomUUID(), provider: anna.id, receiver: ben.id, time, service_date, note };
    const { status, text } = await client.call('recordExchange', { params: { slug: community.slug }, json });
    assert.equal(status, 201, text);
  };
  return { community, client, anna, ben, window, helped };
}

test('hours are listed and written by the day of the help, whenever they were booked', async () => {
  const { window, helped } = await setUp();
  for (const [time, day] of [
    ['1:15', '2026-03-05'],
    ['2', '2026-01-07'],
    ['3', '2026-02-06'],
  ] as const) {
    await helped(time, day);
  }
  const page = (await window.get('/hours')).text;
  const days = [...page.matchAll(/<small>(\d+)\. \p{L}+ 2026/gu)].map(([, day]) => day);
  assert.deepEqual(days, ['5', '6', '7']);
  const file = await window.get('/hours.csv');
  assert.deepEqual(
    file.text.split('\r\n').map((line) => line.split(';')[0]?.replace('\ufeff', '')),
    ['Tag', '2026-03-05', '2026-02-06', '2026-01-07', ''],
  );
});

test('the table opens in a spreadsheet of its language: columns, separator and numbers', async () => {
  const { window, helped } = await setUp();
  await helped('1:15', '2026-03-05', 'Rasen; mähen');
  const bytes = await window.get('/hours.csv');
  assert.match(bytes.headers.get('content-disposition') ?? '', /stunden\.csv/);
  const [head, row] = bytes.text.replace('\ufeff', '').split('\r\n');
  assert.equal(head, 'Tag;Was;Mit wem;Notiz;Stunden;Sekunden');
  assert.equal(row, '2026-03-05;Sie haben geholfen: Ben A.;Ben A.;"Rasen; mähen";1,25;4500');
  const english = await setUp('{en}');
  await english.helped('1:15', '2026-03-05');
  const [first, second] = (await english.window.get('/hours.csv')).text.replace('\ufeff', '').split('\r\n');
  assert.equal(first, 'Day,What,With,Note,Hours,Seconds');
  assert.match(second ?? '', /,1\.25,4500$/);
});

test('who was erased is named as one, in the language of the community', async () => {
  const { community, client, ben, window, helped } = await setUp();
  await helped('1', '2026-03-05');
  const params = { slug: community.slug, memberId: ben.id };
  await client.call('setMemberStatus', { params, body: { status: 'left', reason: '' } });
  const erased = await client.call('eraseMember', { params, json: { name: 'Ben Adler' } });
  assert.ok(erased.status < 300, erased.text);
  const { text } = await window.get('/hours');
  assert.match(text, /Ehemaliges Mitglied/);
  assert.doesNotMatch(text, /Former|Ehemaliges \w\./);
});

test('an empty board invites, and a search without a find says so', async () => {
  const { window } = await setUp();
  assert.match((await window.get('/requests')).text, /Noch gibt es keine Gesuche\. Ihres kann das erste sein\./);
  assert.match((await window.get('/requests?q=Klavier')).text, /Dazu gibt es kein Gesuch\./);
  assert.match((await window.get('/offer')).text, /Was bieten Sie an\?/);
});

test('choices for single partners are folded until there is one', async () => {
  const { community, anna, window } = await setUp();
  const partner = await service.createPartner({ communityId: community.id, name: 'Hafenbank' });
  assert.match((await window.get('/me/sight')).text, /<details aria-label="[^"]+"><summary>/);
  const [row] = await service.ownerQuery<{ id: number }>('select id from partners where community_id = $1', [
    community.id,
  ]);
  assert.ok(partner && row);
  await window.post('/me/sight', '/me/sight', { members: 'yes', all: '', partner: `${row.id}:hidden` });
  assert.match((await window.get('/me/sight')).text, /<details aria-label="[^"]+" open><summary>/);
  assert.ok(anna);
});

test('the console names the member who confirmed an hour on the pages, in list, account and filter', async () => {
  const { community, client, anna, ben, window } = await setUp();
  const other = await browserOfMember(service, community, ben.uuid);
  const path = await recordOn(window, ben.id);
  assert.equal((await answerOn(other, path, 'confirm')).status, 303);
  const params = { slug: community.slug };
  const list = await client.call('listExchanges', { params });
  assert.deepEqual(
    list.body.data.map(({ recorded_by, recorded_by_name }: Recorded) => [recorded_by, recorded_by_name]),
    [[`member:${ben.id}`, 'Ben Adler']],
  );
  const lines = await client.call('listMemberTransfers', { params: { ...params, memberId: anna.id } });
  assert.equal(lines.body.data[0].recorded_by_name, 'Ben Adler');
  const recorders = await client.call('listExchangeRecorders', { params });
  assert.deepEqual(recorders.body.data, [{ recorded_by: `member:${ben.id}`, name: 'Ben Adler' }]);
});

interface Recorded {
  readonly recorded_by: string;
  readonly recorded_by_name: string | null;
}

test('until when a membership is on hold, and what is hidden, is said in each of the five languages', async () => {
  const { anna, window } = await setUp('{en,de,es,fr,it}');
  const listing = { form: randomUUID(), title: 'Mowing', description: '', category: '', time: '' };
  assert.equal((await window.post('/offer', '/offer', listing)).status, 303);
  const year = service.clock.now().getUTCFullYear() + 1;
  assert.equal((await window.post('/me/hold', '/me/hold', { do: 'begin', until: `${year}-08-08` })).status, 303);
  for (const [language, until, hidden] of [
    ['en', `Your membership is on hold until 8 August ${year}.`, '1 of your requests and offers is hidden.'],
    ['de', `Ihre Mitgliedschaft ruht bis zum 8. August ${year}.`, '1 Ihrer Gesuche und Angebote ist verborgen.'],
    ['es', `Su participación está en pausa hasta el 8 de agosto de ${year}.`, '1 de sus demandas y ofertas no se ve.'],
    ['fr', `Votre participation est en pause jusqu’au 8 août ${year}.`, '1 de vos demandes et offres est masquée.'],
    [
      'it',
      `La Sua partecipazione è in pausa fino all’8 agosto ${year}.`,
      '1 delle Sue richieste e offerte non si vede.',
    ],
  ]) {
    await service.ownerQuery('update members set language = $2 where id = $1', [anna.uuid, language]);
    for (const path of ['', '/me/hold']) {
      const { text } = await window.get(path);
      assert.ok(
        text.includes(`${until} ${hidden}`),
        `${language} ${path}: ${/<p role="status">[^<]*/.exec(text)?.[0]}`,
      );
    }
  }
});
