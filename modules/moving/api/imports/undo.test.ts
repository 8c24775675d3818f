import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ImportKind } from '@timebank/contract';
import { decodeId } from '@timebank/contract';
import { answered } from '../../../../test-support/answered.ts';
import { signedIn } from '../../../../test-support/console.ts';
import { testService } from '../../../../test-support/harness.ts';
import { credited } from '../../../../test-support/wallet.ts';
import { changeLowerBalance } from '../../../members/domain/accounts.ts';
import { erasePersonalData } from '../../../members/domain/members/erase.ts';
import { verifyLedger } from '../../../operate/domain/ledger/invariants.ts';

const service = await testService();

const FILES: Readonly<Record<ImportKind, string>> = {
  members: [
    'external_id;name;status;balance_hours;visible_to_partners',
    'M-1;Anna;active;12,5;yes',
    'M-2;Ben;active;-3;yes',
    'M-3;Cleo;active;0;no',
    'M-4;Dora;pending;1;yes',
    'M-5;Emil;left;2;yes',
  ].join('\n'),
  listings: [
    'external_id;member_external_id;type;title;category;status',
    'L-1;M-1;service;Bicycle repair;Repairs;active',
    'L-2;M-2;request;Gardening;Garden;held',
    'L-3;M-0;service;Piano lessons;Music;active',
  ].join('\n'),
  exchanges: [
    'external_id;service_date;provider_external_id;receiver_external_id;hours;listing_external_id',
    'E-1;2026-05-31;M-1;M-2;1:30;L-1',
    'E-2;2026-06-01;M-0;M-1;0:30;',
  ].join('\n'),
};
const KINDS = ['members', 'listings', 'exchanges'] as const;

/** A community with a member of its own, who is in no file of members, a partner, and a person at the console. */
async function setUp() {
  const partner = await service.createPartner();
  const { communityId } = partner;
  const [community] = await service.ownerQuery<{ slug: string }>('select slug from communities where id = $1', [
    communityId,
  ]);
  const person = await signedIn(service, { communityId, slug: community?.slug ?? '' });
  const { client, slug } = person;
  const zoe = await service.createMember({ communityId, name: 'Zoe', externalId: 'M-0' });
  const token = await service.token(partner);
  const run = async (kind: ImportKind, file = FILES[kind]) => {
    const answer = await client.call('runImport', {
      params: { slug },
      query: { kind, file_name: `${kind}.csv` },
      file,
    });
    assert.equal(answer.status, 200, answer.text);
    return answer.body.data;
  };
  const undo = (importId: number) => client.call('undoImport', { params: { slug, importId } });
  const undone = async (importId: number) => {
    const answer = await undo(importId);
    assert.equal(answer.status, 200, answer.text);
    return answer.body.data;
  };
  const importOf = async (importId: number) =>
    (await client.call('getImport', { params: { slug, importId } })).body.data;
  const memberCalled = async (name: string) => {
    const { body } = await client.call('listMembers', { params: { slug }, query: { search: name } });
    const member = body.data.find((row: { name: string }) => row.name === name);
    assert.ok(member, name);
    return { id: member.id as string, uuid: decodeId('usr', member.id) as string };
  };
  return { ...person, communityId, partner, token, zoe, run, undo, undone, importOf, memberCalled };
}

type Scene = Awaited<ReturnType<typeof setUp>>;

/** Members, listings and balances as people and partners see them, without times. */
async function visible({ client, slug, token, communityId }: Scene) {
  const list = async (id: 'listMembers' | 'listCommunityListings') => {
    const { body } = await client.call(id, { params: { slug } });
    return [body.data, body.meta.count];
  };
  const seen = async (path: string) => (await service.call('GET', path, { token })).body.data;
  const { data: figures } = (await client.call('getCommunityFigures', { params: { slug } })).body;
  const accounts = await service.ownerQuery(
    `select kind, member_id, credits_seconds - debits_seconds as balance from accounts
     where community_id = $1 and credits_seconds <> debits_seconds order by id`,
    [communityId],
  );
  return {
    members: await list('listMembers'),
    listings: await list('listCommunityListings'),
    users: await seen('/users'),
    partnerListings: await seen('/listings'),
    accounts,
    figures,
    externalIds: await service.ownerQuery(`select external_id from transfer_external_ids where community_id = $1`, [
      communityId,
    ]),
  };
}

async function assertLedgerHolds() {
  const { invariants } = await verifyLedger(service.deps.database, service.clock);
  assert.deepEqual(
    invariants.filter(({ holds }) => !holds),
    [],
  );
}

test('an import of each kind is undone as a whole: members, listings and balances are what they were', async () => {
  const scene = await setUp();
  const elsewhere = await setUp();
  await elsewhere.run('members');
  const untouched = await visible(elsewhere);
  const steps: { importId: number; before: unknown }[] = [];
  for (const kind of KINDS) {
    const before = await visible(scene);
    const { import_id: importId, created } = await scene.run(kind);
    assert.ok(created > 1);
    assert.notDeepEqual(await visible(scene), before, kind);
    steps.unshift({ importId, before });
  }
  for (const { importId, before } of steps) {
    assert.equal((await scene.importOf(importId)).obstacle, null);
    const { undone_at, undone_by } = await scene.undone(importId);
    assert.ok(undone_at && undone_by);
    assert.deepEqual(await visible(scene), before);
    await assertLedgerHolds();
  }
  assert.deepEqual(await visible(elsewhere), untouched);
});

test('the same files are imported again after they were undone, and then nothing twice', async () => {
  const scene = await setUp();
  const first: number[] = [];
  for (const kind of KINDS) first.unshift((await scene.run(kind)).import_id);
  const once = await balances(scene);
  for (const importId of first) await scene.undone(importId);
  for (const kind of KINDS) assert.equal((await scene.run(kind)).unchanged, 0);
  assert.deepEqual(await balances(scene), once);
  for (const kind of KINDS) {
    const again = await scene.run(kind);
    assert.deepEqual([again.created, again.differing, again.import_id], [0, 0, null]);
    assert.equal(again.unchanged, FILES[kind].split('\n').length - 1);
  }
  await assertLedgerHolds();
});

async function balances({ client, slug }: Scene) {
  const { body } = await client.call('listMembers', { params: { slug } });
  return body.data.map((row: { name: string; external_id: string; balance_hours: number }) => [
    row.name,
    row.external_id,
    row.balance_hours,
  ]);
}

test('past imports are listed newest first, page by page, with who imported and who undid them', async () => {
  const scene = await setUp();
  const { client, slug, run, undone, email } = scene;
  const ids: number[] = [];
  for (const kind of KINDS) ids.unshift((await run(kind)).import_id);
  await run('members');
  await undone(ids[0] as number);
  const first = (await client.call('listImports', { params: { slug }, query: { per_page: 2 } })).body;
  const rest = (
    await client.call('listImports', { params: { slug }, query: { per_page: 2, cursor: first.meta.next_cursor } })
  ).body;
  const listed = [...first.data, ...rest.data];
  assert.deepEqual(
    listed.map(({ id, kind }) => [id, kind]),
    ids.map((id, at) => [id, KINDS[2 - at]]),
  );
  const [exchanges, , members] = listed;
  assert.deepEqual([members.file_name, members.rows, members.created], ['members.csv', 5, 5]);
  assert.match(members.file_sha256, /^[0-9a-f]{64}$/);
  assert.ok(members.imported_by && members.undone_at === null && members.undone_by === null, email);
  assert.equal(exchanges.undone_by, members.imported_by);
  const { body } = await client.call('listAudit', { params: { slug }, query: { action: 'import.undone' } });
  assert.deepEqual(
    body.data.map(({ subject, details }: { subject: string; details: unknown }) => [subject, details]),
    [[`import:${ids[0]}`, { kind: 'exchanges', rows: 2 }]],
  );
});

/** An action after the imports, the imports that it concerns, and the objects that the refusal names. */
const HAPPENINGS: readonly (readonly [
  what: string,
  kind: ImportKind,
  happen: (scene: Scene) => Promise<unknown>,
  names: readonly string[],
])[] = [
  [
    'a credit for a member',
    'members',
    async ({ token, memberCalled }) => credited(service, token, (await memberCalled('Anna')).id, 1),
    ['Anna'],
  ],
  [
    'a changed member',
    'members',
    async ({ client, slug, memberCalled }) => {
      const { id: memberId } = await memberCalled('Ben');
      await client.call('updateMember', { params: { slug, memberId }, body: { email: 'ben@example.org' } });
    },
    ['Ben'],
  ],
  [
    'a choice of a member for one partner',
    'members',
    async ({ client, slug, memberCalled, partner }) => {
      const { id: memberId } = await memberCalled('Ben');
      const body = { partner_id: partner.partnerId, visibility: 'hidden' as const };
      const { status, text } = await client.call('setMemberVisibility', { params: { slug, memberId }, body });
      assert.equal(status, 200, text);
    },
    ['Ben'],
  ],
  [
    'an erased member',
    'members',
    async ({ communityId, memberCalled }) => {
      const { uuid: memberId } = await memberCalled('Cleo');
      await erasePersonalData(service.deps, { communityId, memberId, actor: 'test' }, 'Cleo');
    },
    ['Former member'],
  ],
  ['listings of members', 'members', ({ run }) => run('listings'), ['Anna', 'Ben']],
  [
    'exchanges of members',
    'members',
    ({ run }) => run('exchanges', FILES.exchanges.replace('L-1', '')),
    ['Anna', 'Ben'],
  ],
  [
    'a limit for a member',
    'members',
    async ({ communityId, memberCalled }) => {
      const { id } = await memberCalled('Cleo');
      await changeLowerBalance(service.deps, { communityId, actor: 'test' }, id, -36_000);
    },
    ['Cleo'],
  ],
  [
    'a changed listing',
    'listings',
    async ({ client, slug }) => {
      const listings = (await client.call('listCommunityListings', { params: { slug } })).body.data;
      const { id: listingId } = listings.find(({ title }: { title: string }) => title === 'Gardening');
      await client.call('updateCommunityListing', {
        params: { slug, listingId },
        body: { title: 'Gardening at noon' },
      });
    },
    ['Gardening at noon'],
  ],
  [
    'an answer of a member',
    'members',
    async ({ communityId, zoe, memberCalled }) => answered(service, communityId, await memberCalled('Anna'), zoe),
    ['Anna'],
  ],
  [
    'an answer to a listing',
    'listings',
    async ({ communityId, zoe, client, slug }) => {
      const listings = (await client.call('listCommunityListings', { params: { slug } })).body.data;
      const { id } = listings.find(({ title }: { title: string }) => title === 'Bicycle repair');
      await answered(service, communityId, zoe, { listingId: decodeId('lst', id) ?? '' });
    },
    ['Bicycle repair'],
  ],
  ['exchanges that answer a listing', 'listings', ({ run }) => run('exchanges'), ['Bicycle repair']],
  [
    'a reversed exchange',
    'exchanges',
    async ({ client, slug }) => {
      const [{ id: exchangeId }] = (await client.call('listExchanges', { params: { slug } })).body.data;
      await client.call('correctExchange', { params: { slug, exchangeId }, body: { reason: 'wrong' } });
    },
    ['Zoe / Anna'],
  ],
];

for (const [what, kind, happen, names] of HAPPENINGS) {
  test(`nothing is undone after ${what}: the refusal says how many ${kind} and names them`, async () => {
    const scene = await setUp();
    let importId = 0;
    for (const each of KINDS.slice(0, KINDS.indexOf(kind) + 1)) importId = (await scene.run(each)).import_id;
    await happen(scene);
    const before = await visible(scene);
    const { status, body } = await scene.undo(importId);
    assert.deepEqual([status, body.error], [409, 'import_not_undoable']);
    assert.match(body.error_description, new RegExp(`to ${names.length} of its ${kind}: ${names.join(', ')}`));
    const { obstacle, undone_at } = await scene.importOf(importId);
    assert.deepEqual([obstacle.reason, obstacle.count, undone_at], ['changed', names.length, null]);
    for (const [at, name] of names.entries()) assert.ok(obstacle.names[at].startsWith(name));
    assert.deepEqual(await visible(scene), before);
    await assertLedgerHolds();
  });
}

test('three of many members with later activity are named', async () => {
  const scene = await setUp();
  const { import_id: importId } = await scene.run('members');
  const members = (await scene.client.call('listMembers', { params: { slug: scene.slug } })).body.data;
  for (const { id: memberId, name } of members) {
    const params = { slug: scene.slug, memberId };
    if (name !== 'Zoe') await scene.client.call('updateMember', { params, body: { language: 'de' } });
  }
  const { body } = await scene.undo(importId);
  assert.match(body.error_description, /to 5 of its members: Anna, Ben, Cleo, \.\.\.\.$/);
});

test('an import is undone once, and before it every later one of its kind', async () => {
  const scene = await setUp();
  const { import_id: first } = await scene.run('members');
  const { import_id: second } = await scene.run('members', 'external_id;name;status;balance_hours\nN-1;Nora;active;1');
  const early = await scene.undo(first);
  assert.deepEqual([early.status, early.body.error], [409, 'import_not_undoable']);
  assert.match(early.body.error_description, /later import of members/);
  assert.equal((await scene.importOf(first)).obstacle.reason, 'later_import');
  await scene.undone(second);
  await scene.undone(first);
  const twice = await scene.undo(first);
  assert.deepEqual([twice.status, twice.body.error], [409, 'import_not_undoable']);
  assert.match(twice.body.error_description, /undone before/);
  await assertLedgerHolds();
});

test('of two people who undo the same import at once one succeeds, and the other gets a conflict', async () => {
  const scene = await setUp();
  const { import_id: importId } = await scene.run('members');
  const answers = await Promise.all([scene.undo(importId), scene.undo(importId)]);
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409]);
  await assertLedgerHolds();
});

test("another community's import is none of this one's", async () => {
  const scene = await setUp();
  const other = await setUp();
  const { import_id: importId } = await other.run('members');
  for (const id of [importId, 999_999, 'x']) {
    const params = { slug: scene.slug, importId: id };
    for (const operation of ['getImport', 'undoImport'] as const) {
      const { status, body } = await scene.client.call(operation, { params });
      assert.deepEqual([status, body.error], [404, 'import_not_found']);
    }
  }
  assert.equal((await other.importOf(importId)).undone_at, null);
});

test('members of an undone import are nowhere: no page, no search, no listing, no slip, no credit', async () => {
  const scene = await setUp();
  const { client, slug, token } = scene;
  const { import_id: importId } = await scene.run('members');
  const { id: memberId } = await scene.memberCalled('Anna');
  await scene.undone(importId);
  const gone = [
    await client.call('getMember', { params: { slug, memberId } }),
    await client.call('updateMember', { params: { slug, memberId }, body: { name: 'Anne' } }),
    await client.call('createCommunityListing', {
      params: { slug },
      body: { member_id: memberId, type: 'service', title: 'Piano lessons' },
    }),
    await client.call('recordExchange', {
      params: { slug },
      body: {
        key: '0197f9a0-3b1c-7c4e-9d2a-4b6f8a1c2d3e',
        provider: memberId,
        receiver: scene.zoe.id,
        time: '1 h',
        service_date: '2026-11-01',
      },
    }),
  ];
  for (const { status, text } of gone) assert.equal(status, 404, text);
  const { body } = await client.call('listMembers', { params: { slug }, query: { search: 'Former' } });
  assert.deepEqual(body.data, []);
  const credit = { user_id: memberId, hours: 1, reference: 'late' };
  const answer = await service.call('POST', '/wallet/credit', { token, json: credit });
  assert.deepEqual([answer.status, answer.body.error], [404, 'user_not_found']);
});

test('partners get events of the members and listings that go, and a synchronised copy loses them', async () => {
  const scene = await setUp();
  const { token, communityId } = scene;
  const { import_id: membersId } = await scene.run('members');
  const { import_id: listingsId } = await scene.run('listings');
  const copies = async (path: string) => (await service.call('GET', path, { token })).body;
  const users = await copies('/users?per_page=100');
  const listings = await copies('/listings?per_page=100');
  assert.deepEqual([users.data.length, listings.data.length], [3, 2]);
  await scene.undone(listingsId);
  await scene.undone(membersId);
  // What did not change may come once more: a transaction that was open, of another test too, keeps the place back.
  const goneOf = async (path: string, { meta }: { meta: { sync_token: string } }) => {
    const { data } = await copies(`${path}?sync_token=${meta.sync_token}`);
    return data.filter(({ removed }: { removed?: boolean }) => removed).length;
  };
  assert.deepEqual([await goneOf('/users', users), await goneOf('/listings', listings)], [2, 2]);
  const emitted = await service.ownerQuery<{ type: string; count: number }>(
    `select type, count(*)::int from events where community_id = $1 and type in ('user.deactivated', 'listing.closed')
     group by type order by type`,
    [communityId],
  );
  assert.deepEqual(emitted, [
    { type: 'listing.closed', count: 2 },
    { type: 'user.deactivated', count: 2 },
  ]);
});
