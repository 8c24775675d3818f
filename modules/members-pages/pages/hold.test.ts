/** A membership on hold until a day, over HTTP: for members, partners and the office, and in mails. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { decodeId, encodeId } from '@timebank/contract';
import { signedIn } from '../../../test-support/console.ts';
import type { TestMember } from '../../../test-support/harness.ts';
import { textOfMail } from '../../../test-support/mail-server.ts';
import { mailAll, testMailService } from '../../../test-support/mailing.ts';
import { browserOfMember, openPages } from '../../../test-support/member-browser.ts';
import { answerOn, recordOn, stateOn } from '../../../test-support/member-hours.ts';
import { createNewsWriter } from '../../mail/domain/news.ts';
import { holdJobs } from '../../members/domain/holds.ts';
import { appointDeputy } from '../domain/deputies/deputies.ts';

const { server, service } = await testMailService();

type Client = Awaited<ReturnType<typeof signedIn>>['client'];

const goTo = (at: string) => service.clock.advance(Date.parse(at) - service.clock.now().getTime());
const runJob = async () => {
  for (const job of holdJobs(service.deps.hooks)) await job.run(service.deps, AbortSignal.timeout(60_000));
};

/** A community with an office, a partner, Helga and Ben. The year is that of no other test: the clock only goes on. */
async function setUp(year: number, { timeZone = 'UTC' } = {}) {
  goTo(`${year}-03-01T12:00:00Z`);
  const { communityId: id, slug } = await signedIn(service);
  /** The session of the office would end with the days that pass. */
  const client = {
    call: async (...given: Parameters<Client['call']>) =>
      await (await signedIn(service, { communityId: id, slug })).client.call(...given),
  };
  await openPages(service, id, { time_zone: timeZone, default_visibility: 'listed', listing_months: null });
  const partner = await service.createPartner({ communityId: id });
  const join = async (name: string) => {
    const email = `${randomUUID()}@example.org`;
    const member = await service.createMember({ communityId: id, name, email, language: 'en' });
    return { member, email, window: await browserOfMember(service, { id, slug }, member.uuid) };
  };
  const [helga, ben] = [await join('Helga Brandt'), await join('Ben Adler')];
  const publish = async ({ window }: typeof helga, title: string, path: '/ask' | '/offer' = '/offer') => {
    const fields = { form: randomUUID(), title, description: '', category: '', time: '' };
    const { location } = await window.post(path, path, fields);
    return location?.split('/').at(-1) ?? '';
  };
  const seenByPartner = async () => {
    const { body } = await service.call('GET', '/listings', { token: await service.token(partner) });
    return body.data.map(({ title }: { title: string }) => title).sort();
  };
  /** What was announced of the listings since the last look. */
  const events = async () => {
    const rows = await service.ownerQuery<{ text: string }>(
      `select e.type || ' ' || l.title as text from events e
       join listings l on l.community_id = e.community_id and l.id = e.listing_id
       where e.community_id = $1 order by e.id`,
      [id],
    );
    await service.ownerQuery('delete from event_queue where community_id = $1', [id]);
    await service.ownerQuery('delete from events where community_id = $1', [id]);
    return rows.map(({ text }) => text);
  };
  const hold = (until: string, fields = {}) =>
    helga.window.post('/me/hold', '/me/hold', { do: 'begin', until, ...fields });
  const read = async () => (await client.call('getMember', { params: { slug, memberId: helga.member.id } })).body.data;
  const acts = async ({ id: subject }: TestMember = helga.member) =>
    (
      await service.ownerQuery<{ text: string }>(
        `select actor || ' ' || action || ' ' || details as text from audit_log
         where community_id = $1 and subject = $2 and action like 'member.hold%' order by id`,
        [id, subject],
      )
    ).map(({ text }) => text);
  return { slug, client, id, partner, helga, ben, publish, seenByPartner, events, hold, read, acts };
}

test('until the day the listings are hidden from members, partners and the booklet, and come back with the member', async () => {
  const { helga, ben, publish, seenByPartner, events, hold, read, acts, client, slug, partner } = await setUp(2027);
  const [mows, sews] = [await publish(helga, 'Mowing'), await publish(helga, 'Sewing', '/ask')];
  await publish(ben, 'Bread');
  await events();
  const before = await service.call('GET', '/listings', { token: await service.token(partner) });
  const { status, location } = await hold('2027-03-12');
  assert.deepEqual([status, location], [303, `/at/${slug}/me/hold`]);
  assert.deepEqual(await seenByPartner(), ['Bread']);
  const token = await service.token(partner);
  const gone = await service.call('GET', `/listings/${mows}`, { token });
  assert.deepEqual([gone.status, gone.body.error], [404, 'listing_not_found']);
  const { sync_token } = before.body.meta;
  const changed = await service.call('GET', `/listings?sync_token=${encodeURIComponent(sync_token)}`, { token });
  const removed = changed.body.data.filter((one: { removed?: boolean }) => one.removed);
  assert.deepEqual(removed.map(({ id }: { id: string }) => id).sort(), [mows, sews].sort());
  assert.deepEqual(await events(), ['listing.closed Mowing', 'listing.closed Sewing']);
  const user = await service.call('GET', `/users/${helga.member.id}`, { token });
  assert.equal(user.status, 200, 'the member can still be credited');
  for (const path of ['/requests', '/offers', '', `/listing/${mows}`])
    assert.doesNotMatch((await ben.window.get(path)).text, /Mowing|Sewing/, path);
  const booklet = await client.call('listBookletEntries', { params: { slug } });
  assert.doesNotMatch(booklet.text, /Mowing|Sewing/);
  const home = (await helga.window.get('')).text;
  assert.match(home, /on hold until 12 March 2027\. 2 of your requests and offers are hidden\./);
  assert.match((await helga.window.get('/mine')).text, /Mowing<\/a> <small>[^<]*<br>It is hidden while/);
  const own = (await helga.window.get(`/listing/${mows}`)).text;
  assert.equal(stateOn(own), 'hidden');
  const { on_hold_until, on_hold_since } = await read();
  assert.deepEqual([on_hold_until, typeof on_hold_since], ['2027-03-12', 'string']);
  const list = await client.call('listMembers', { params: { slug } });
  assert.deepEqual(
    list.body.data.map((one: { name: string; on_hold_until: string }) => [one.name, one.on_hold_until]).sort(),
    [
      ['Ben Adler', null],
      ['Helga Brandt', '2027-03-12'],
    ],
  );
  goTo('2027-03-11T23:59:00Z');
  await runJob();
  assert.equal((await read()).on_hold_until, '2027-03-12');
  goTo('2027-03-12T00:01:00Z');
  await runJob();
  await runJob();
  assert.deepEqual(await events(), ['listing.published Mowing', 'listing.published Sewing']);
  assert.deepEqual(await seenByPartner(), ['Bread', 'Mowing', 'Sewing']);
  assert.equal((await read()).on_hold_since, null);
  assert.match((await helga.window.get('')).text, /You are back\. 2 of your requests and offers are shown again\./);
  assert.deepEqual(await acts(), [
    `member:${helga.member.id} member.hold_began {"until": "2027-03-12", "listings": 2}`,
    'worker member.hold_ended {"listings": 2}',
  ]);
  goTo('2027-03-27T00:01:00Z');
  assert.doesNotMatch((await helga.window.get('')).text, /You are back/);
});

test('the day begins at midnight of the community, east and west of Greenwich', async () => {
  const west = await setUp(2028, { timeZone: 'America/Chicago' });
  const east = await setUp(2028, { timeZone: 'Pacific/Auckland' });
  for (const { hold } of [west, east]) assert.equal((await hold('2028-03-12')).status, 303);
  const onHold = async () => {
    await runJob();
    return [(await west.read()).on_hold_until !== null, (await east.read()).on_hold_until !== null];
  };
  goTo('2028-03-11T10:59:00Z');
  assert.deepEqual(await onHold(), [true, true]);
  goTo('2028-03-11T11:00:00Z');
  assert.deepEqual(await onHold(), [true, false], 'it is 12 March in Auckland');
  goTo('2028-03-12T05:59:00Z');
  assert.deepEqual(await onHold(), [true, false]);
  goTo('2028-03-12T06:00:00Z');
  assert.deepEqual(await onHold(), [false, false], 'it is 12 March in Chicago');
});

test('what its owner closes meanwhile stays closed, what is published or opened meanwhile waits, and what has ended ends', async () => {
  const { helga, publish, events, hold, client, slug, id, seenByPartner } = await setUp(2029);
  const stored = async () =>
    Object.fromEntries(
      (
        await service.ownerQuery<{ title: string; is: string }>(
          `select title, status || coalesce(' ' || back_as, '') as is from listings where community_id = $1`,
          [id],
        )
      ).map(({ title, is }) => [title, is]),
    );
  const closes = await publish(helga, 'Closed meanwhile');
  const changes = await publish(helga, 'Changed meanwhile');
  const ends = await publish(helga, 'Ended meanwhile');
  const was = await publish(helga, 'Closed before');
  const held = await publish(helga, 'To be looked at');
  await service.ownerQuery('update communities set listing_months = 6 where id = $1', [id]);
  await service.ownerQuery(`update listings set ends_on = '2029-03-05' where id = $1`, [decodeId('lst', ends)]);
  const become = (listingId: string, status: string) =>
    client.call('setListingStatus', { params: { slug, listingId }, json: { status } });
  await become(held, 'held');
  await become(was, 'closed');
  await hold('');
  await events();
  const form = (listing: string, fields: Readonly<Record<string, string>>) =>
    helga.window.post(`/listing/${listing}`, `/listing/${listing}`, fields);
  assert.equal((await form(closes, { do: 'close' })).status, 303);
  const words = { do: 'change', title: 'Changed', description: '', category: '', time: '' };
  assert.equal((await form(changes, words)).status, 303);
  await publish(helga, 'New meanwhile');
  assert.equal((await become(was, 'active')).body.data.back_as, 'active');
  assert.equal((await become(held, 'active')).body.data.status, 'closed');
  assert.deepEqual(await events(), [], 'nobody hears of what nobody sees');
  assert.deepEqual(await seenByPartner(), []);
  assert.deepEqual(await stored(), {
    'Closed meanwhile': 'closed',
    Changed: 'closed active',
    'Ended meanwhile': 'closed active',
    'Closed before': 'closed active',
    'To be looked at': 'closed active',
    'New meanwhile': 'closed active',
  });
  goTo('2029-03-20T12:00:00Z');
  await runJob();
  assert.deepEqual(await events(), [], 'without a day it goes on');
  const back = await helga.window.post('', '/me/hold', { do: 'end' });
  assert.deepEqual([back.status, back.location], [303, `/at/${slug}`]);
  assert.deepEqual(await stored(), {
    'Closed meanwhile': 'closed',
    Changed: 'active',
    'Ended meanwhile': 'closed',
    'Closed before': 'active',
    'To be looked at': 'active',
    'New meanwhile': 'active',
  });
  assert.equal((await events()).length, 4);
  assert.match((await helga.window.get('')).text, /You are back\. 4 of your/);
  const query = { ending: 'ended' } as const;
  const ended = await client.call('listCommunityListings', { params: { slug }, query });
  assert.deepEqual(
    ended.body.data.map(({ title }: { title: string }) => title),
    ['Ended meanwhile'],
  );
  assert.equal((await helga.window.post('', '/me/hold', { do: 'end' })).status, 303, 'a second press changes nothing');
  assert.deepEqual(await events(), []);
});

test('what has ended or was closed can be renewed for who is on hold, and is shown with the rest', async () => {
  const { helga, publish, events, hold, client, slug, id } = await setUp(2030);
  const [ends, closed] = [await publish(helga, 'Ends'), await publish(helga, 'Closed')];
  await service.ownerQuery('update communities set listing_months = 6 where id = $1', [id]);
  await service.ownerQuery(`update listings set ends_on = '2030-03-05' where id = $1`, [decodeId('lst', ends)]);
  await client.call('setListingStatus', { params: { slug, listingId: closed }, json: { status: 'closed' } });
  await hold('2030-03-12');
  await events();
  goTo('2030-03-08T12:00:00Z');
  const json = { listing_ids: [ends, closed] };
  const renewed = await client.call('renewCommunityListings', { params: { slug }, json });
  assert.equal(renewed.body.data.renewed, 2);
  assert.deepEqual(await events(), []);
  goTo('2030-03-12T12:00:00Z');
  await runJob();
  assert.deepEqual(await events(), ['listing.published Ends', 'listing.published Closed']);
});

test('no news is mailed, not even what was due before; hours that wait are, and are recorded and confirmed', async () => {
  const { helga, ben, publish, hold, id } = await setUp(2031);
  await service.ownerQuery(`update members set mail_kinds = '{hours,digest,alerts,listings}' where community_id = $1`, [
    id,
  ]);
  goTo('2031-03-06T12:00:00Z');
  await publish(ben, 'Bread');
  // Monday, in the morning: the overview of the week is written, and she puts the membership on hold before it leaves.
  goTo('2031-03-10T07:00:00Z');
  await createNewsWriter(service.deps)();
  await hold('2031-06-01');
  await mailAll(service, 'https://tb.example');
  goTo('2031-03-17T07:00:00Z');
  await publish(ben, 'Cake');
  goTo('2031-03-18T07:00:00Z');
  await createNewsWriter(service.deps)();
  const path = await recordOn(ben.window, helga.member.id, { day: '2031-03-10' });
  server.mails.length = 0;
  await mailAll(service, 'https://tb.example');
  const got = server.mails
    .filter(({ to }) => to === helga.email)
    .map(textOfMail)
    .filter((text) => !text.includes('/me/devices'));
  assert.equal(got.length, 1, got.join('\n----\n'));
  assert.match(got[0] ?? '', /Ben A\./);
  const mails = await service.ownerQuery<{ kind: string; state: string }>(
    `select split_part(reason_key, ':', 1) as kind, concat_ws(' ', state, error) as state from mails
     where community_id = $1 and member_id = $2 and reason_key not like 'sign_in%' order by id`,
    [id, helga.member.uuid],
  );
  assert.deepEqual(
    mails.map(({ kind, state }) => `${kind} ${state}`),
    ['digest dropped stopped', 'proposal.waiting sent'],
  );
  assert.equal((await answerOn(helga.window, path, 'confirm')).status, 303);
  await recordOn(helga.window, ben.member.id, { day: '2031-03-11' });
});

test('a day that is over, today, one in more than two years and what is no day are refused in words, and nothing is written', async () => {
  const { helga, hold, read, client, slug, acts } = await setUp(2032);
  for (const [until, why] of [
    ['2032-02-29', /Choose a day after today/],
    ['2032-03-01', /Choose a day after today/],
    ['2034-03-02', /within the next two years/],
    ['2032-02-30', /Choose a day\./],
    ['soon', /Choose a day\./],
  ] as const) {
    const { status, text } = await hold(until);
    assert.deepEqual([status, why.test(text)], [422, true], until);
    assert.match(text, /<title>Error: [\s\S]*<a href="#until">[\s\S]*id="until"[^>]*aria-invalid="true"/);
    const params = { slug, memberId: helga.member.id };
    const refused = await client.call('beginMemberHold', { params, json: { until } });
    assert.equal(refused.status, 422, refused.text);
    assert.equal(refused.body.errors[0].field, 'until', refused.text);
  }
  assert.equal((await hold('2032-06-01', { do: 'rest' })).status, 400);
  assert.equal((await hold('2032-06-01', { csrf: 'forged' })).status, 403);
  assert.deepEqual([(await read()).on_hold_since, await acts()], [null, []]);
  assert.equal((await hold('2034-03-01')).status, 303);
  assert.equal((await hold('2032-03-02')).status, 303, 'another day');
  assert.equal((await read()).on_hold_until, '2032-03-02');
  assert.equal((await acts()).length, 2);
});

test('a deputy puts the membership on hold and ends it, by the deputy’s name', async () => {
  const { helga, ben, id, slug, read, acts } = await setUp(2033);
  const act = { communityId: id, memberId: helga.member.uuid, actor: 'test' };
  const given = { deputyMemberId: ben.member.uuid };
  const dpt = encodeId('dpt', await appointDeputy(service.deps, act, given, { agreedOn: null, how: 'paper' }));
  assert.equal((await ben.window.post('/act', '/act', { person: dpt })).status, 303);
  assert.match((await ben.window.get('/mine')).text, new RegExp(`href="/at/${slug}/me/hold"`));
  assert.equal((await ben.window.post('/me/hold', '/me/hold', { do: 'begin', until: '2033-04-01' })).status, 303);
  assert.equal((await read()).on_hold_until, '2033-04-01');
  assert.equal((await ben.window.post('/me/hold', '/me/hold', { do: 'end' })).status, 303);
  const actors = (await acts()).map((text) => text.split(' ')[0]);
  assert.deepEqual(actors, [`deputy:${dpt}`, `deputy:${dpt}`]);
});

test('the office puts a member on hold and ends it; the list of calls leaves out who is on hold', async () => {
  const { helga, publish, client, slug, id, hold, events, acts } = await setUp(2034);
  await publish(helga, 'Mowing');
  const params = { slug, memberId: helga.member.id };
  const toCall = async () => {
    const { body } = await client.call('listMembersToCall', { params: { slug }, query: { reason: 'leaving' } });
    return [body.data.map(({ name }: { name: string }) => name), body.meta.count.rows];
  };
  await service.ownerQuery('update members set leave_asked_at = now() where community_id = $1', [id]);
  assert.deepEqual(await toCall(), [['Ben Adler', 'Helga Brandt'], 2]);
  const begun = await client.call('beginMemberHold', { params, json: { until: '2034-05-01' } });
  assert.deepEqual([begun.status, begun.body.data.on_hold_until], [200, '2034-05-01']);
  assert.deepEqual(await toCall(), [['Ben Adler'], 1]);
  await events();
  assert.match((await helga.window.get('')).text, /on hold until 1 May 2034/);
  const ended = await client.call('endMemberHold', { params });
  assert.deepEqual([ended.status, ended.body.data.on_hold_since], [200, null]);
  assert.deepEqual(await events(), ['listing.published Mowing']);
  assert.deepEqual(
    (await acts()).map((text) => text.split(' ')[0]?.split(':')[0]),
    ['administrator', 'administrator'],
  );
  const unknown = await client.call('endMemberHold', { params: { slug, memberId: 'usr_01jd3h6m8nfdwtv0k2x9q4z7ab' } });
  assert.deepEqual([unknown.status, unknown.body.error], [404, 'user_not_found']);
  const auditor = await signedIn(service, { communityId: id, slug, role: 'auditor' });
  assert.equal((await auditor.client.call('beginMemberHold', { params, json: {} })).status, 403);
  await client.call('setMemberStatus', { params, json: { status: 'suspended' } });
  const refused = await client.call('beginMemberHold', { params, json: {} });
  assert.deepEqual([refused.status, refused.body.error], [409, 'state_conflict']);
  await hold('');
});

test('suspension, leaving, the wish to leave and erasure end a hold, and bring nothing before anybody', async () => {
  const { helga, publish, client, slug, id, hold, events } = await setUp(2035);
  await publish(helga, 'Mowing');
  const params = { slug, memberId: helga.member.id };
  const become = (status: string) => client.call('setMemberStatus', { params, json: { status } });
  const holds = async () =>
    await service.ownerQuery('select ended_at, shown from member_holds where community_id = $1', [id]);
  for (const status of ['suspended', 'left'] as const) {
    const begun = await client.call('beginMemberHold', { params, json: { until: '2035-06-01' } });
    assert.equal(begun.status, 200, begun.text);
    await events();
    assert.equal((await become(status)).body.data.on_hold_since, null, status);
    assert.deepEqual(await events(), [], status);
    assert.equal((await holds())[0]?.shown, null);
    await become('active');
    assert.deepEqual(await events(), ['listing.published Mowing'], status);
  }
  helga.window = await browserOfMember(service, { id, slug }, helga.member.uuid);
  await hold('2035-06-01');
  await events();
  assert.equal((await helga.window.post('/me/leave', '/me/leave', {})).status, 303);
  assert.deepEqual(await events(), []);
  assert.notEqual((await holds())[0]?.ended_at, null);
  const [listing] = await service.ownerQuery('select status, back_as from listings where community_id = $1', [id]);
  assert.deepEqual(listing, { status: 'closed', back_as: null });
  await publish(helga, 'Sewing');
  await hold('2035-06-01');
  await client.call('eraseMember', { params, json: { name: 'Helga Brandt' } });
  assert.deepEqual(await holds(), []);
  const rows = await service.ownerQuery('select status, back_as from listings where community_id = $1', [id]);
  assert.deepEqual(rows, [listing, listing]);
});

test('what is published, opened and released while the hold begins is hidden with the rest, whichever is first', async () => {
  const { helga, publish, hold, client, slug, id, seenByPartner } = await setUp(2036);
  const [closed, held] = [await publish(helga, 'Closed'), await publish(helga, 'Held')];
  const become = (listingId: string, status: string) =>
    client.call('setListingStatus', { params: { slug, listingId }, json: { status } });
  await become(closed, 'closed');
  await become(held, 'held');
  await Promise.all([
    ...['One', 'Two', 'Three'].map((title) => publish(helga, title)),
    hold('2036-04-01'),
    become(closed, 'active'),
    become(held, 'active'),
    ...['Four', 'Five'].map((title) => publish(helga, title)),
    client.call('beginMemberHold', { params: { slug, memberId: helga.member.id }, json: { until: '2036-04-01' } }),
  ]);
  assert.deepEqual(await seenByPartner(), []);
  goTo('2036-04-01T00:01:00Z');
  await Promise.all([runJob(), runJob(), helga.window.post('', '/me/hold', { do: 'end' })]);
  assert.deepEqual(await seenByPartner(), ['Closed', 'Five', 'Four', 'Held', 'One', 'Three', 'Two']);
  const [last] = await service.ownerQuery<{ type: string; times: number }>(
    `select e.type, count(*)::int as times from events e join listings l on l.community_id = e.community_id and l.id = e.listing_id
     where e.community_id = $1 and e.created_at >= '2036-04-01' group by 1`,
    [id],
  );
  assert.deepEqual(last, { type: 'listing.published', times: 7 });
});
