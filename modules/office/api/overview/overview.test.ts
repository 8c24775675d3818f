import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { ago, DAY_MS, dayOf } from '../../../../core/base/time.ts';
import { signedIn } from '../../../../test-support/console.ts';
import { testService } from '../../../../test-support/harness.ts';
import { waitUntil } from '../../../../test-support/wait-until.ts';

const service = await testService();

test('an empty community has nothing to attend to, and its first steps before it', async () => {
  const { client, slug } = await signedIn(service);
  const { data } = (await client.call('getOverview', { params: { slug } })).body;
  assert.deepEqual(data.attention, []);
  assert.deepEqual(data.counts, {
    ...{
      active_members: 0,
      listings: false,
      exchanges: false,
      exchanges_for_a_month: false,
      settings_changed: false,
      steps_ended: false,
    },
    ...{ webhooks: false, begins: service.clock.now().toISOString().slice(0, 10) },
  });
});

test('the first steps end for everybody in the community, once, and only by those who may add members', async () => {
  const { client, slug, communityId } = await signedIn(service, { role: 'coordinator' });
  const end = () => client.call('endFirstSteps', { params: { slug } });
  for (const _ of [1, 2]) {
    const { status, body } = await end();
    assert.deepEqual([status, body.data.counts.steps_ended], [200, true]);
  }
  const auditor = await signedIn(service, { communityId, slug, role: 'auditor' });
  assert.equal((await auditor.client.call('getOverview', { params: { slug } })).body.data.counts.steps_ended, true);
  assert.equal((await auditor.client.call('endFirstSteps', { params: { slug } })).status, 403);
  const rows = await service.ownerQuery(
    `select count(*)::int as rows from audit_log where community_id = $1 and action = 'community.first_steps_ended'`,
    [communityId],
  );
  assert.deepEqual(rows, [{ rows: 1 }]);
  const other = await signedIn(service);
  const { data } = (await other.client.call('getOverview', { params: { slug: other.slug } })).body;
  assert.equal(data.counts.steps_ended, false);
});

test('payments that a partner finds no member for are counted, and the list of these calls has exactly them', async () => {
  const { client, slug, communityId } = await signedIn(service);
  const partner = await service.createPartner({ communityId, name: 'Harbour Bank' });
  const token = await service.token(partner);
  const member = await service.createMember({ communityId, name: 'Anna' });
  const lookUp = async (query: string) => (await service.call('GET', `/users/lookup?${query}`, { token })).status;
  assert.equal(await lookUp(`payment_reference=${member.paymentReference}`), 200);
  assert.equal(await lookUp('payment_reference=RF99'), 400);
  assert.equal(await lookUp('payment_reference=RF18%205390%200754%207035'), 400);
  assert.equal(await lookUp('payment_reference=RF18539007547034'), 404);
  // Not the payer's fault: nothing of these is in the log.
  assert.equal(await lookUp(`payment_reference=${member.paymentReference}&page=2`), 400);
  assert.equal(await lookUp(''), 400);
  const attention = async () => (await client.call('getOverview', { params: { slug } })).body.data.attention;
  const counted = async () =>
    (await attention()).flatMap(
      ({ kind, count, partner_name }: { kind: string; count: number; partner_name: string }) =>
        kind === 'payments_unmatched' ? [[count, partner_name]] : [],
    );
  await waitUntil('the look-ups are logged', async () => (await counted())[0]?.[0] === 3);
  assert.deepEqual(await counted(), [[3, 'Harbour Bank']]);
  const calls = async (query: object) =>
    (await client.call('listCalls', { params: { slug }, query })).body.data.map(
      ({ reference, error, cause }: { reference: string; error: string; cause: string }) => [reference, error, cause],
    );
  const three = [
    ['RF18539007547034', 'user_not_found', 'payment_reference'],
    ['RF18 5390 0754 7035', 'invalid_request', 'payment_reference'],
    ['RF99', 'invalid_request', 'payment_reference'],
  ];
  assert.deepEqual(
    await calls({ cause: 'payment_reference', since: ago(service.clock.now(), 7 * DAY_MS).toISOString() }),
    three,
  );
  assert.deepEqual(await calls({ reference: 'RF18' }), three.slice(0, 2), 'by the beginning of the reference');
  assert.deepEqual(
    (await calls({ operation: 'lookupUser' })).filter(([reference]: [string]) => reference !== null),
    three,
    'a reference that was found names nobody',
  );
  assert.equal(
    (await client.call('searchCommunity', { params: { slug }, query: { q: 'RF18 5390' } })).body.data.calls.hits.length,
    1,
  );
});

test('tasks that need attention are named, with the partner and webhook that they concern', async () => {
  const { client, slug, communityId } = await signedIn(service);
  const partner = await service.createPartner({ communityId, name: 'Harbour Bank', maxCreditSeconds: 3600 });
  const token = await service.token(partner);
  const member = await service.createMember({ communityId, name: 'Anna' });
  await service.createMember({ communityId, name: 'Ben', status: 'pending' });
  await client.call('createCommunityListing', {
    params: { slug },
    json: { member_id: member.id, type: 'service', title: 'Bread', held: true },
  });
  await service.call('POST', '/wallet/credit', { token, json: { user_id: member.id, hours: 5, reference: 'R' } });
  const hook = { event_types: ['wallet.credited'], target_url: 'https://hooks.example.org/x' };
  const { body } = await service.call('POST', '/webhooks/subscriptions', { token, json: hook });
  await service.ownerQuery('update subscriptions set failing_since = $2 where community_id = $1', [
    communityId,
    service.clock.now(),
  ]);
  await service.ownerQuery('update credentials set expires_at = $2 where community_id = $1', [
    communityId,
    new Date(service.clock.now().getTime() + 10 * DAY_MS),
  ]);
  const quiet = await service.createPartner({ communityId, name: 'Quiet hall' });
  await service.ownerQuery('update credentials set created_at = $2 where partner_id = $1', [
    quiet.partnerId,
    new Date(service.clock.now().getTime() - 2 * DAY_MS),
  ]);
  const file = 'entry_reference,amount,currency,booked_on\n99,10.00,EUR,2026-11-20\n';
  await client.call('reconcileStatement', { params: { slug, partnerId: partner.partnerId }, file });
  await client.call('switchCommunity', { params: { slug }, body: { enabled: false, reason: 'Maintenance' } });
  const read = async () => (await client.call('getOverview', { params: { slug } })).body.data.attention;
  // Calls are logged a moment after they are answered.
  await waitUntil('the refused call is logged', async () =>
    (await read()).some(({ kind }: { kind: string }) => kind === 'cap_reached'),
  );
  const attention = await read();
  assert.deepEqual(
    attention.map(({ kind, count, partner_name }: { kind: string; count: number; partner_name: string | null }) => [
      kind,
      count,
      partner_name,
    ]),
    [
      ['api_off', 1, null],
      ['webhook_failing', 1, 'Harbour Bank'],
      ['secret_expiring', 1, 'Harbour Bank'],
      ['statement_unmatched', 1, 'Harbour Bank'],
      ['cap_reached', 1, 'Harbour Bank'],
      ['listings_held', 1, null],
      ['members_pending', 1, null],
      ['partner_never_called', 1, 'Quiet hall'],
    ],
  );
  assert.deepEqual([attention[1].subscription_id, attention[1].endpoint], [body.data.id, 'hooks.example.org']);
});

test('listings that end within 14 days wait for the office, and neither later ones nor those that are closed', async () => {
  const { client, slug, communityId } = await signedIn(service);
  const { id } = await service.createMember({ communityId, name: 'Anna' });
  const today = service.clock.now().getTime();
  for (const [title, days] of [
    ['Bread', 0],
    ['Soup', 14],
    ['Cake', 15],
    ['Closed', 3],
  ] as const) {
    const body = { member_id: id, type: 'service', title, description: 'x', category: '' };
    const { body: made, text } = await client.call('createCommunityListing', { params: { slug }, json: body });
    await service.ownerQuery('update listings set ends_on = $3, status = $4 where community_id = $1 and title = $2', [
      communityId,
      title,
      dayOf(new Date(today + days * DAY_MS)),
      title === 'Closed' ? 'closed' : 'active',
    ]);
    assert.ok(made.data, text);
  }
  const { attention } = (await client.call('getOverview', { params: { slug } })).body.data;
  const ending = attention.filter(({ kind }: { kind: string }) => kind === 'listings_ending');
  assert.deepEqual(
    ending.map(({ count }: { count: number }) => count),
    [2],
  );
  const listed = await client.call('listCommunityListings', { params: { slug }, query: { ending: 'soon' } });
  assert.equal(listed.body.data.length, 2, 'the list that it leads to has as many');
});

test('up to a thousand waiting members and listings are counted, and more are reported as more', async () => {
  const { client, slug, communityId } = await signedIn(service);
  const { id } = await service.createMember({ communityId, name: 'Anna' });
  const body = { member_id: id, type: 'service', title: 'Bread', held: true };
  assert.equal((await client.call('createCommunityListing', { params: { slug }, json: body })).status, 201);
  const copy = (table: string, columns: string) =>
    service.ownerQuery(
      `insert into ${table} select (jsonb_populate_record(t, jsonb_build_object(${columns}))).*
       from ${table} t, generate_series(1, 1000) n where t.community_id = $1`,
      [communityId],
    );
  const waiting = async () =>
    (await client.call('getOverview', { params: { slug } })).body.data.attention.map(
      ({ kind, count, more }: { kind: string; count: number; more: boolean }) => [kind, count, more],
    );
  await copy('listings', `'id', gen_random_uuid()`);
  await copy('members', `'id', gen_random_uuid(), 'payment_reference', 'RF00' || n, 'status', 'pending'`);
  assert.deepEqual(await waiting(), [
    ['listings_held', 1000, true],
    ['members_pending', 1000, false],
  ]);
});

test('charts are worth showing once the first exchange is a month old', async () => {
  const { client, slug, communityId } = await signedIn(service);
  const [anna, ben] = [
    await service.createMember({ communityId, name: 'Anna' }),
    await service.createMember({ communityId, name: 'Ben' }),
  ];
  const hasMonth = async (days: number) => {
    const service_date = dayOf(ago(service.clock.now(), days * DAY_MS));
    const json = { key: randomUUID(), provider: anna.id, receiver: ben.id, time: '1', service_date };
    await client.call('recordExchange', { params: { slug }, json });
    return (await client.call('getOverview', { params: { slug } })).body.data.counts.exchanges_for_a_month;
  };
  assert.deepEqual([await hasMonth(29), await hasMonth(30)], [false, true]);
});

test('the series counts hours net of corrections, each member once a point, and has no gaps', async () => {
  const { client, slug, communityId } = await signedIn(service);
  const partner = await service.createPartner({ communityId });
  const anna = await service.createMember({ communityId, name: 'Anna' });
  const ben = await service.createMember({ communityId, name: 'Ben' });
  const exchange = async (time: string, service_date: string) =>
    (
      await client.call('recordExchange', {
        params: { slug },
        json: { key: randomUUID(), provider: anna.id, receiver: ben.id, time, service_date },
      })
    ).body.data.id;
  await exchange('1', '2026-09-30');
  await exchange('2', '2026-10-01');
  const wrong = await exchange('4', '2026-08-15');
  await client.call('correctExchange', { params: { slug, exchangeId: wrong }, json: { reason: 'Wrong' } });
  const token = await service.token(partner);
  await service.call('POST', '/wallet/credit', { token, json: { user_id: anna.id, hours: 3, reference: 'R' } });
  const read = async (query: object) => await client.call('getCommunitySeries', { params: { slug }, query });
  const { points } = (await read({ unit: 'month', from: '2026-08-01', to: '2026-11-30' })).body.data;
  const today = service.clock.now().toISOString().slice(0, 7);
  assert.deepEqual(
    points.map((point: { from: string; exchanged_hours: number; active_members: number }) => [
      point.from,
      point.exchanged_hours,
      point.active_members,
    ]),
    [
      ['2026-08-01', 0, 0],
      ['2026-09-01', 1, 2],
      ['2026-10-01', 2, 2],
      ['2026-11-01', 0, 0],
    ],
  );
  const credited = points.find(({ from }: { from: string }) => from.startsWith(today));
  if (credited) assert.equal(credited.credited_hours, 3);
  assert.equal((await read({ unit: 'day', from: '2026-10-01', to: '2026-10-07' })).body.data.points.length, 7);
  for (const query of [
    { from: '2026-10-02', to: '2026-10-01' },
    { unit: 'day', from: '2020-01-01', to: '2026-01-01' },
  ]) {
    const refused = await read(query);
    assert.deepEqual([refused.status, refused.body.error], [400, 'invalid_request']);
  }
});
