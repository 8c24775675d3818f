import assert from 'node:assert/strict';
import { test } from 'node:test';
import { encodeId } from '@timebank/contract';
import { signedIn } from '../../../../test-support/console.ts';
import { testService } from '../../../../test-support/harness.ts';
import { verifyLedger } from '../../../operate/domain/ledger/invariants.ts';

const service = await testService();

type Person = Awaited<ReturnType<typeof signedIn>>;
const UNKNOWN = encodeId('usr', '0197f9a0-3b1c-7c4e-9d2a-4b6f8a1c2d3e');
const fieldsOf = ({ body }: { body: { errors: { field: string; code: string }[] } }) =>
  body.errors.map(({ field, code }) => [field, code]);
const namesOf = ({ body }: { body: { data: { name: string }[] } }) => body.data.map(({ name }) => name);

async function add({ client, slug }: Person, body: object) {
  const answer = await client.call('createMember', { params: { slug }, json: body });
  assert.equal(answer.status, 201, answer.text);
  return answer.body.data;
}

test('a member is found by the beginnings of words, without case and accents, and by number, address and reference', async () => {
  const person = await signedIn(service);
  const { client, slug } = person;
  const jurgen = await add(person, { name: 'Jürgen Weiß', email: 'jw@example.org', external_id: 'L-204' });
  await add(person, { name: 'Anna Berger' });
  await add(person, { name: 'Hanna Bergmann' });
  const search = async (text: string) =>
    namesOf(await client.call('listMembers', { params: { slug }, query: { search: text } }));
  for (const text of ['jurg', 'WEISS', 'weiß jür', 'jw@ex', 'L-204', '204', jurgen.id, jurgen.payment_reference]) {
    assert.deepEqual(await search(text), ['Jürgen Weiß'], text);
  }
  const grouped = jurgen.payment_reference.replace(/(.{4})/g, '$1 ');
  assert.deepEqual(await search(grouped), ['Jürgen Weiß']);
  assert.deepEqual((await search('berg')).sort(), ['Anna Berger', 'Hanna Bergmann']);
  assert.deepEqual(await search('anna'), ['Anna Berger', 'Hanna Bergmann']);
  for (const text of ['nn', 'zzz', '%', '...', UNKNOWN]) assert.deepEqual(await search(text), [], text);
});

test('a member is found inside words, without apostrophes and with one slip, the better fit first', async () => {
  const person = await signedIn(service);
  const stranger = await signedIn(service);
  await add(stranger, { name: 'Jürgen Müller' });
  const jurgen = await add(person, { name: 'Jürgen Müller', external_id: 'J-1' });
  await add(person, { name: 'Aoife O’Brien' });
  await add(person, { name: 'Anna Lerch' });
  await add(person, { name: 'Lera Weiß' });
  await add(person, { name: 'Franz Lerra', status: 'pending' });
  const { client, slug } = person;
  const search = async (text: string, query: { status?: 'active'; exact?: 'first' } = {}) =>
    namesOf(await client.call('listMembers', { params: { slug }, query: { search: text, ...query } }));
  for (const text of [
    'jürgn',
    'jurgn',
    'Jrugen',
    'ller',
    'üll',
    'jurgn mul',
    'urgen muler',
    'J-1 ller',
    'jurgn ller j',
  ]) {
    assert.deepEqual(await search(text), ['Jürgen Müller'], text);
  }
  for (const text of ['obrien', 'OBR', 'obrein', 'brie', 'aoif obrin']) {
    assert.deepEqual(await search(text), ['Aoife O’Brien'], text);
  }
  assert.deepEqual(await search('lera'), ['Lera Weiß', 'Franz Lerra'], 'who is called so, then by a slip');
  assert.deepEqual(
    await search('ler'),
    ['Lera Weiß', 'Anna Lerch', 'Franz Lerra', 'Jürgen Müller'],
    'begun, then inside',
  );
  assert.deepEqual(await search('lera', { status: 'active' }), ['Lera Weiß']);
  assert.deepEqual(await search('jurgn', { exact: 'first' }), [], 'nobody is booked on by a slip');
  for (const text of ['jgn', 'J-2', 'jrgn zzz', 'll']) assert.deepEqual(await search(text), [], text);

  await client.call('updateMember', { params: { slug, memberId: jurgen.id }, json: { name: 'Petra Silva' } });
  assert.deepEqual(await search('ller'), [], 'the old name finds nobody');
  assert.deepEqual(await search('ilva'), ['Petra Silva']);
});

test('pages of a search go on from beginnings to slips without gaps or repeats', async () => {
  const person = await signedIn(service);
  const { client, slug } = person;
  const names = [
    ...Array.from({ length: 5 }, (_, n) => `Berger ${n}`),
    ...Array.from({ length: 5 }, (_, n) => `Schauberger ${n}`),
    ...Array.from({ length: 5 }, (_, n) => `Burger ${n}`),
  ];
  for (const name of [...names].reverse()) await add(person, { name });
  const seen: string[] = [];
  let cursor: string | undefined;
  do {
    const query = { search: 'berger', per_page: 4, cursor };
    const page = await client.call('listMembers', { params: { slug }, query });
    seen.push(...namesOf(page));
    cursor = page.body.meta.next_cursor ?? undefined;
  } while (cursor);
  assert.deepEqual(seen.slice(0, 5).sort(), names.slice(0, 5), 'those who are called so come by age');
  assert.deepEqual(seen.slice(5), names.slice(5));
});

test('a search with the exact ones first begins with the number typed, then the whole name, however many begin alike', async () => {
  const person = await signedIn(service);
  const { client, slug } = person;
  // Found by the same words, and created before them.
  for (let n = 10; n < 30; n++) await add(person, { name: `Annabella Bergerhoff ${n}`, external_id: `D-1${n}` });
  const one = await add(person, { name: 'Ännabella BERGERHOFF', external_id: 'D-1' });
  const numbered = await add(person, { name: 'Carl', external_id: 'Lb-9' });
  const away = await add(person, { name: 'Dora', external_id: 'D-2', status: 'pending' });
  const first = async (text: string) => {
    const query = { search: text, status: 'active', exact: 'first', per_page: 8 };
    const { body } = await client.call('listMembers', { params: { slug }, query });
    const ids = body.data.map(({ id }: { id: string }) => id);
    assert.equal(new Set(ids).size, ids.length);
    assert.ok(ids.length <= 8);
    return ids[0];
  };
  for (const text of ['D-1', 'd-1', ' D-1 ', 'annabella bergerhoff', 'Annabella  Bergerhoff']) {
    assert.equal(await first(text), one.id, text);
  }
  assert.equal(await first('lB-9'), numbered.id);
  assert.equal(await first('D-2'), away.id, 'so that no other member is taken for one who left');
});

test('a changed name is found, the old one is not; another community is never found', async () => {
  const person = await signedIn(service);
  const stranger = await signedIn(service);
  const { client, slug } = person;
  const member = await add(person, { name: 'Petra Alt' });
  await client.call('updateMember', { params: { slug, memberId: member.id }, json: { name: 'Petra Neu' } });
  const search = async (who: Person, text: string) =>
    namesOf(await who.client.call('listMembers', { params: { slug: who.slug }, query: { search: text } }));
  assert.deepEqual(await search(person, 'petra neu'), ['Petra Neu']);
  assert.deepEqual(await search(person, 'alt'), []);
  assert.deepEqual(await search(stranger, 'petra'), []);
  const foreign = await stranger.client.call('getMember', { params: { slug: stranger.slug, memberId: member.id } });
  assert.deepEqual([foreign.status, foreign.body.error], [404, 'user_not_found']);
});

test('pages follow each other without gaps or repeats, by name and in a search', async () => {
  const person = await signedIn(service);
  const { client, slug } = person;
  // Both words of each begin alike: nobody may appear twice.
  for (let n = 0; n < 9; n++) await add(person, { name: `Berta Berg${String.fromCharCode(97 + n)}` });
  for (const search of [undefined, 'ber']) {
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await client.call('listMembers', { params: { slug }, query: { search, per_page: 4, cursor } });
      seen.push(...namesOf(page));
      cursor = page.body.meta.next_cursor ?? undefined;
    } while (cursor);
    assert.equal(seen.length, 9);
    assert.equal(new Set(seen).size, 9);
  }
  const bad = await client.call('listMembers', { params: { slug }, query: { cursor: 'x' } });
  assert.deepEqual([bad.status, bad.body.error], [400, 'invalid_cursor']);
});

test('every refused field of a new or changed member is named with its rule, and nothing is kept', async () => {
  const person = await signedIn(service);
  const { client, slug } = person;
  const member = await add(person, { name: 'Anna', external_id: 'M-1' });
  const params = { slug, memberId: member.id };
  for (const [json, faults] of [
    [{ name: ' ' }, [['name', 'required']]],
    [{ name: 'x'.repeat(201) }, [['name', 'too_long']]],
    [{ name: 'B', email: 'nobody' }, [['email', 'invalid_email']]],
    [
      { name: 'B', joined_on: '2026-02-30', language: 'Deutsch!' },
      [
        ['language', 'invalid_language'],
        ['joined_on', 'invalid_date'],
      ],
    ],
    [{ name: 'B', external_id: 'M-1' }, [['external_id', 'taken']]],
    [{ name: 'B', visibility: 'public' }, [['visibility', 'unknown_value']]],
  ] as const) {
    const created = await client.call('createMember', { params: { slug }, json });
    assert.equal(created.status, 422, JSON.stringify(json));
    assert.deepEqual(fieldsOf(created), faults);
  }
  const other = await add(person, { name: 'Ben', external_id: 'M-2' });
  const taken = await client.call('updateMember', {
    params: { slug, memberId: other.id },
    json: { external_id: 'M-1' },
  });
  assert.deepEqual(fieldsOf(taken), [['external_id', 'taken']]);
  const cleared = await client.call('updateMember', { params, json: { external_id: null } });
  assert.equal(cleared.body.data.external_id, null);
  assert.equal((await client.call('listMembers', { params: { slug } })).body.data.length, 2);
  const missing = await client.call('updateMember', { params: { slug, memberId: UNKNOWN }, json: { name: 'C' } });
  assert.deepEqual([missing.status, missing.body.error], [404, 'user_not_found']);
});

test('a status is changed only along its paths, and what a partner sees follows it', async () => {
  const person = await signedIn(service);
  const { client, slug, communityId } = person;
  const partner = await service.createPartner({ communityId });
  const token = await service.token(partner);
  const member = await add(person, { name: 'Anna', status: 'pending' });
  const params = { slug, memberId: member.id };
  const status = (to: string) => client.call('setMemberStatus', { params, json: { status: to } });
  const seen = async () => (await service.call('GET', `/users/${member.id}`, { token })).status;
  assert.equal(await seen(), 404);
  assert.equal((await status('suspended')).body.error, 'state_conflict');
  assert.equal((await status('active')).body.data.status, 'active');
  assert.equal(await seen(), 200);
  assert.equal((await status('left')).body.data.partners[0].effective, 'hidden');
  assert.equal(await seen(), 404);
  assert.equal((await status('gone')).status, 422);
});

test('a member’s choice for one partner is set apart from the others, and withdrawn again', async () => {
  const person = await signedIn(service);
  const { client, slug, communityId } = person;
  const [one, other] = [await service.createPartner({ communityId }), await service.createPartner({ communityId })];
  const member = await add(person, { name: 'Anna', visibility: 'listed' });
  const params = { slug, memberId: member.id };
  const choose = (json: object) => client.call('setMemberVisibility', { params, json });
  const seen = async (partner: typeof one) =>
    (await service.call('GET', `/users/${member.id}`, { token: await service.token(partner) })).status;
  const hidden = await choose({ partner_id: one.partnerId, visibility: 'hidden' });
  const effective = (body: { data: { partners: { partner_id: number; effective: string }[] } }) =>
    new Map(body.data.partners.map((partner) => [partner.partner_id, partner.effective]));
  assert.equal(effective(hidden.body).get(one.partnerId), 'hidden');
  assert.equal(effective(hidden.body).get(other.partnerId), 'listed');
  assert.deepEqual([await seen(one), await seen(other)], [404, 200]);
  await choose({ partner_id: one.partnerId, visibility: null });
  assert.equal(await seen(one), 200);
  assert.equal((await choose({ partner_id: 999_999, visibility: null })).body.error, 'partner_not_found');
});

test('the history explains every line, and its balances add up over all pages', async () => {
  const person = await signedIn(service);
  const { client, slug, communityId } = person;
  const partner = await service.createPartner({ communityId, name: 'Harbour Bank' });
  const token = await service.token(partner);
  const [anna, ben] = [await add(person, { name: 'Anna' }), await add(person, { name: 'Ben' })];
  const credit = await service.call('POST', '/wallet/credit', {
    token,
    json: { user_id: anna.id, hours: 10, reference: 'R-1', note: 'Spring' },
  });
  await service.call('POST', `/wallet/credits/${credit.body.data.id}/reversal`, {
    token,
    json: { reference: 'X-1', reason: 'Returned' },
  });
  const exchange = (provider: string, receiver: string, time: string, n: number) =>
    client.call('recordExchange', {
      params: { slug },
      json: {
        key: `0197f9a0-3b1c-7c4e-9d2a-00000000000${n}`,
        provider,
        receiver,
        time,
        service_date: '2026-11-01',
        note: 'Garden',
      },
    });
  await exchange(anna.id, ben.id, '2:30', 1);
  await exchange(ben.id, anna.id, '90 min', 2);
  const lines: { kind: string; hours: number; balance_after_hours: number; counterpart: { name: string } }[] = [];
  let cursor: string | undefined;
  do {
    const page = await client.call('listMemberTransfers', {
      params: { slug, memberId: anna.id },
      query: { per_page: 1, cursor },
    });
    lines.push(...page.body.data);
    cursor = page.body.meta.next_cursor ?? undefined;
  } while (cursor);
  assert.deepEqual(
    lines.map(({ kind, hours, balance_after_hours, counterpart }) => [
      kind,
      hours,
      balance_after_hours,
      counterpart.name,
    ]),
    [
      ['exchange', -1.5, 1, 'Ben'],
      ['exchange', 2.5, 2.5, 'Ben'],
      ['credit_reversal', -10, 0, 'Harbour Bank'],
      ['credit', 10, 10, 'Harbour Bank'],
    ],
  );
  const whole = (await client.call('listMemberTransfers', { params: { slug, memberId: anna.id } })).body.data;
  assert.equal(whole[3].reference, 'R-1');
  assert.equal(whole[3].reversed_by_id, whole[2].id);
  assert.equal(whole[2].reason, 'Returned');
  assert.equal((await client.call('getMember', { params: { slug, memberId: anna.id } })).body.data.balance_hours, 1);
});

test('the reads of a member’s address are listed, and the export holds all of them', async () => {
  const person = await signedIn(service);
  const { client, slug, communityId } = person;
  const partner = await service.createPartner({ communityId, name: 'Town hall' });
  const member = await add(person, { name: 'Anna', email: 'anna@example.org', visibility: 'listed_with_email' });
  const params = { slug, memberId: member.id };
  await service.call('GET', `/users/${member.id}`, { token: await service.token(partner) });
  const reads = (await client.call('listMemberReads', { params })).body.data;
  assert.deepEqual(
    reads.map(({ partner_name }: { partner_name: string }) => partner_name),
    ['Town hall'],
  );
  await client.call('createCommunityListing', {
    params: { slug },
    json: { member_id: member.id, type: 'service', title: 'Bread' },
  });
  const copy = (await client.call('exportMember', { params })).body.data;
  assert.equal(copy.member.email, 'anna@example.org');
  assert.deepEqual([copy.listings.length, copy.reads.length, copy.truncated], [1, 1, false]);
  const audit = (await client.call('listAudit', { params, query: { action: 'member.exported' } })).body.data;
  assert.equal(audit[0].subject, member.id);
});

test('erasing leaves the ledger whole and nothing that names the member, anywhere', async () => {
  const person = await signedIn(service);
  const { client, slug, communityId } = person;
  const partner = await service.createPartner({ communityId });
  const token = await service.token(partner);
  const secretWords = ['Zacharias', 'Quellenbrunn', 'zq@example.org', 'Zither-Stunde', 'Dank an Zacharias'];
  const member = await add(person, {
    name: 'Zacharias Quellenbrunn',
    email: 'zq@example.org',
    external_id: 'ZQ-1',
    language: 'de',
    visibility: 'listed_with_email',
  });
  const other = await add(person, { name: 'Ben' });
  const params = { slug, memberId: member.id };
  await service.call('POST', '/wallet/credit', { token, json: { user_id: member.id, hours: 3, reference: 'R-1' } });
  await client.call('createCommunityListing', {
    params: { slug },
    json: { member_id: member.id, type: 'service', title: 'Zither-Stunde' },
  });
  await client.call('recordExchange', {
    params: { slug },
    json: {
      ...{ key: '0197f9a0-3b1c-7c4e-9d2a-000000000009', provider: other.id, receiver: member.id, time: '1' },
      ...{ service_date: '2026-11-01', note: 'Dank an Zacharias' },
    },
  });
  const erase = (name: string) => client.call('eraseMember', { params, json: { name } });
  const wrong = await erase('Zacharias');
  assert.deepEqual(fieldsOf(wrong), [['name', 'mismatch']]);
  const erased = (await erase('Zacharias Quellenbrunn')).body.data;
  assert.match(erased.name, /^Former member /);
  assert.deepEqual([erased.status, erased.email, erased.external_id, erased.balance_hours], ['left', null, null, 2]);
  assert.notEqual(erased.payment_reference, member.payment_reference);

  const shown = [
    await client.call('getMember', { params }),
    await client.call('exportMember', { params }),
    await client.call('listMemberTransfers', { params: { slug, memberId: other.id } }),
    await client.call('listExchanges', { params: { slug } }),
    await client.call('listCommunityListings', { params: { slug } }),
    await client.call('listAudit', { params: { slug } }),
    await client.call('listCalls', { params: { slug } }),
  ].map(({ text }) => text);
  const events = await service.call('GET', '/events', { token });
  for (const text of [...shown, JSON.stringify(events.body)]) {
    for (const word of secretWords) assert.ok(!text.includes(word), word);
  }
  for (const text of ['zacharias', 'quell', 'zq', 'charias', 'zachrias', member.payment_reference]) {
    const found = await client.call('listMembers', { params: { slug }, query: { search: text } });
    assert.deepEqual(found.body.data, [], text);
  }
  assert.equal((await service.call('GET', `/users/${member.id}`, { token })).status, 404);
  assert.equal((await erase(erased.name)).body.error, 'state_conflict');
  assert.equal(
    (await client.call('setMemberStatus', { params, json: { status: 'active' } })).body.error,
    'state_conflict',
  );
  assert.equal((await client.call('updateMember', { params, json: { name: 'Z' } })).body.error, 'state_conflict');
  const { invariants } = await verifyLedger(service.deps.database, service.clock);
  assert.deepEqual(
    invariants.filter(({ holds }) => !holds),
    [],
  );
});
