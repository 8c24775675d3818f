import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decodeId } from '@timebank/contract';
import { type TestPartner, testService } from '../../../../test-support/harness.ts';
import { FIRST_ID } from '../../../database/keyset.ts';
import { selectUserPages, usersOfPage } from '../../members/partner-queries.ts';

const service = await testService();

async function createMembers(partner: TestPartner, count: number, email?: string): Promise<string[]> {
  const ids: string[] = [];
  for (let at = 0; at < count; at++) {
    ids.push((await service.createMember({ communityId: partner.communityId, ...(email ? { email } : {}) })).id);
  }
  return ids;
}

/** Follows next_cursor to the end; `between` runs after each page. */
async function readAll(token: string, query: Record<string, string> = {}, between?: () => Promise<unknown>) {
  const ids: string[] = [];
  let cursor: string | null = null;
  do {
    const page = await service.call('GET', '/users', { token, query: { ...query, ...(cursor ? { cursor } : {}) } });
    assert.equal(page.status, 200);
    ids.push(...page.body.data.map(({ id }: { id: string }) => id));
    assert.equal(page.body.meta.has_more, page.body.meta.next_cursor !== null);
    cursor = page.body.meta.next_cursor;
    await between?.();
  } while (cursor);
  return ids;
}

test('active, visible members of the own community are listed by id, with e-mail only by scope', async () => {
  const partner = await service.createPartner();
  await service.createMember({ communityId: (await service.createCommunity()).id });
  const shown = await service.createMember({ ...partner, name: 'A', email: 'a@example.org' });
  const listed = await service.createMember({ ...partner, name: 'B', email: 'b@example.org', visibility: 'listed' });
  const without = await service.createMember({ ...partner, name: 'C' });
  await service.createMember({ ...partner, visibility: 'hidden' });
  for (const status of ['pending', 'suspended', 'left'] as const) await service.createMember({ ...partner, status });

  const pii = await service.call('GET', '/users', { token: await service.token(partner) });
  assert.equal(pii.status, 200);
  assert.equal(pii.headers.get('cache-control'), 'private, no-store');
  const { sync_token, ...meta } = pii.body.meta;
  assert.deepEqual(meta, { per_page: 100, has_more: false, next_cursor: null });
  assert.match(sync_token, /^[\w-]{20,}$/);
  assert.deepEqual(
    pii.body.data.map(({ id, email }: { id: string; email: unknown }) => [id, email]),
    [
      [shown.id, 'a@example.org'],
      [listed.id, null],
      [without.id, null],
    ],
  );
  const plain = await service.call('GET', '/users', { token: await service.token(partner, ['users.read']) });
  assert.deepEqual(
    plain.body.data.map((user: object) => Object.keys(user)),
    Array(3).fill(['id', 'name', 'status', 'created_at', 'updated_at']),
  );
  assert.equal(plain.headers.get('link'), null);
});

test('names arrive as they are, whatever they hold but the two separators of pages, which the database refuses', async () => {
  const partner = await service.createPartner();
  const names = [
    'A | "B"',
    "O'Neill; --",
    'A\tB\\.\n\\N\x01',
    '\u0600 \\x1f {,}',
    'Ångström 😀',
    ' ',
    '\u{10ffff}',
    'x'.repeat(1000),
  ];
  for (const name of names) await service.createMember({ communityId: partner.communityId, name });
  for (const scopes of [['users.read'], ['users.read', 'users.pii']] as const) {
    const token = await service.token(partner, [...scopes]);
    const page = await service.call('GET', '/users', { token });
    assert.deepEqual(
      page.body.data.map(({ name }: { name: string }) => name),
      names,
    );
  }
  for (const character of ['\x1e', '\x1f']) {
    const refused = service.createMember({ communityId: partner.communityId, name: `A${character}B` });
    await assert.rejects(refused, /members_name_check/, JSON.stringify(character));
  }
});

test('the times of a member are the same in both lists and alone, whether it has changed since or not', async () => {
  const partner = await service.createPartner();
  const [same, later] = await Promise.all(['A', 'B'].map((name) => service.createMember({ ...partner, name })));
  await service.ownerQuery(`update members set updated_at = created_at + interval '1.002003 s' where id = $1`, [
    later?.uuid,
  ]);
  const timesOf = ({ id, created_at, updated_at }: Record<string, string>) => [id, created_at, updated_at];
  for (const scopes of [['users.read'], ['users.read', 'users.pii']] as const) {
    const token = await service.token(partner, [...scopes]);
    const listed = (await service.call('GET', '/users', { token })).body.data.map(timesOf);
    const alone = await Promise.all(
      listed.map(async ([id]: string[]) => timesOf((await service.call('GET', `/users/${id}`, { token })).body.data)),
    );
    assert.deepEqual(listed, alone);
    const passed = new Map<string | undefined, number>(
      listed.map(([id, created, updated]: [string, string, string]) => [id, Date.parse(updated) - Date.parse(created)]),
    );
    assert.deepEqual([passed.get(same?.id), passed.get(later?.id)], [0, 1002]);
  }
});

test('a partner for whom a member hides does not see it, another partner does', async () => {
  const one = await service.createPartner();
  const other = await service.createPartner({ communityId: one.communityId });
  const member = await service.createMember({ ...one });
  await service.ownerQuery(
    `insert into member_partner_visibility (community_id, member_id, partner_id, visibility) values ($1, $2, $3, 'hidden')`,
    [one.communityId, member.uuid, one.partnerId],
  );
  for (const scopes of [undefined, ['users.read']] as const) {
    assert.deepEqual(await readAll(await service.token(one, scopes)), []);
    assert.deepEqual(await readAll(await service.token(other, scopes)), [member.id]);
  }
});

test('while members join and leave, every member that stays is seen once, at any page size', async () => {
  for (const [scopes, perPage] of [
    [['users.read'], 1],
    [['users.read', 'users.pii'], 1],
    [['users.read'], 7],
    [['users.read', 'users.pii'], 20],
    [['users.read'], 21],
    [['users.read', 'users.pii'], 500],
  ] as const) {
    const partner = await service.createPartner();
    const ids = await createMembers(partner, 21);
    const leavers = ids.filter((_id, at) => at % 5 === 2);
    const stayers = ids.filter((id) => !leavers.includes(id));
    let changes: Promise<unknown> = Promise.resolve();
    let joined = 0;
    const seen = await readAll(await service.token(partner, [...scopes]), { per_page: String(perPage) }, async () => {
      const leaver = leavers.pop();
      // Not awaited before the next page: the changes run beside the reading.
      changes = Promise.all([
        changes,
        joined++ < 5 && service.createMember({ communityId: partner.communityId }),
        leaver && suspend(partner, leaver),
      ]);
    });
    await changes;
    assert.equal(new Set(seen).size, seen.length, 'nobody is seen twice');
    assert.deepEqual(
      seen.filter((id) => stayers.includes(id)),
      stayers,
      'nobody who stays is skipped',
    );
    assert.deepEqual(seen, [...seen].sort());
  }
});

async function suspend({ communityId }: TestPartner, id: string): Promise<void> {
  await service.ownerQuery(`update members set status = 'suspended' where community_id = $1 and id = $2`, [
    communityId,
    decodeId('usr', id),
  ]);
}

test('the page size may change between pages, the Link header leads on, limit is another name', async () => {
  const partner = await service.createPartner({ scopes: ['users.read'] });
  const ids = await createMembers(partner, 5);
  const token = await service.token(partner);
  const first = await service.call('GET', '/users', { token, query: { limit: '2', page: '1' } });
  assert.equal(first.body.meta.per_page, 2);
  const link = /^<(.+)>; rel="next"$/.exec(first.headers.get('link') ?? '')?.[1] ?? '';
  assert.equal(new URL(link).origin, service.origin);
  const { pathname, search } = new URL(link);
  const second = await service.call('GET', pathname + search, { token });
  assert.deepEqual(
    second.body.data.map(({ id }: { id: string }) => id),
    ids.slice(2, 4),
  );
  const rest = await service.call('GET', '/users', {
    token,
    query: { per_page: '500', cursor: first.body.meta.next_cursor },
  });
  assert.deepEqual(
    rest.body.data.map(({ id }: { id: string }) => id),
    ids.slice(2),
  );
  assert.equal(rest.headers.get('link'), null);
});

test('a cursor outlives its token, and is refused altered, to another partner, and to another list', async () => {
  const partner = await service.createPartner({ scopes: ['users.read', 'listings.read'] });
  const other = await service.createPartner({ communityId: partner.communityId, scopes: ['users.read'] });
  const ids = await createMembers(partner, 3);
  const first = await service.call('GET', '/users', {
    token: await service.token(partner),
    query: { per_page: '1' },
  });
  const cursor: string = first.body.meta.next_cursor;
  const token = await service.token(partner);
  const good = await service.call('GET', '/users', { token, query: { cursor } });
  assert.deepEqual(
    good.body.data.map(({ id }: { id: string }) => id),
    ids.slice(1),
  );

  const middle = Math.floor(cursor.length / 2);
  const altered = cursor.slice(0, middle) + (cursor[middle] === 'A' ? 'B' : 'A') + cursor.slice(middle + 1);
  const refused: [string, Record<string, string>, string][] = [
    [token, { cursor: altered }, '/users'],
    [token, { cursor: `${cursor}A` }, '/users'],
    [token, { cursor: 'x' }, '/users'],
    [token, { cursor }, '/listings'],
    [await service.token(other), { cursor }, '/users'],
  ];
  for (const [bearer, query, path] of refused) {
    const { status, body } = await service.call('GET', path, { token: bearer, query });
    assert.deepEqual([status, body.error], [400, 'invalid_cursor'], JSON.stringify(query));
  }
});

test('parameters that cannot be read are 400 by name', async () => {
  const token = await service.token(await service.createPartner({ scopes: ['users.read'] }));
  const bad: [string, string][] = [
    ['page=2', 'page'],
    ['page=0', 'page'],
    ['offset=10', 'offset'],
    ['per_page=0', 'per_page'],
    ['per_page=501', 'per_page'],
    ['per_page=x', 'per_page'],
    ['per_page=1.5', 'per_page'],
    ['limit=501', 'limit'],
    ['per_page=1&per_page=1', 'per_page'],
    ['per_page=1&limit=1', 'limit'],
    ['cursor=', 'cursor'],
  ];
  for (const [query, field] of bad) {
    const { status, body } = await service.call('GET', `/users?${query}`, { token });
    assert.equal(status, 400, query);
    assert.deepEqual(
      body.errors.map((error: { field: string }) => error.field),
      [field],
      query,
    );
    if (field === 'page') assert.match(body.error_description, /cursor/);
  }
});

test('a parameter that the list does not have is refused, with the way out, so that it never answers with another member', async () => {
  const partner = await service.createPartner({ scopes: ['users.read'] });
  await createMembers(partner, 2);
  const token = await service.token(partner);
  for (const [query, way] of [
    ['payment_reference=RF18539007547034&per_page=1', /GET \/users\/lookup\?payment_reference=/],
    ['email=anna@example.org', /GET \/users\/lookup/],
    ['updated_since=2026-01-01T00:00:00Z', /sync_token/],
    ['page_size=5', /Did you mean per_page\?/],
    ['colour=red', /It takes sync_token, per_page, cursor\./],
  ] as const) {
    const { status, body } = await service.call('GET', `/users?${query}`, { token });
    const field = query.split('=')[0];
    assert.deepEqual([status, body.error, body.errors[0].field], [400, 'invalid_request', field], query);
    assert.equal(body.errors[0].code, 'unknown_parameter');
    assert.match(body.error_description, way);
  }
});

test('each answered page with addresses leaves one audit row that counts the addresses sent', async () => {
  const partner = await service.createPartner();
  await createMembers(partner, 3, 'x@example.org');
  await createMembers(partner, 2);
  await createMembers(partner, 2, 'x@example.org');
  await readAll(await service.token(partner, ['users.read']));
  // Pages of two: x x | x - | - x | x
  await readAll(await service.token(partner), { per_page: '2' });
  const rows = await service.ownerQuery<{ actor: string; count: number }>(
    `select actor, (details->>'count')::int as count from audit_log
     where community_id = $1 and action = 'email.read' and details->>'operation' = 'listUsers' order by id`,
    [partner.communityId],
  );
  const actor = `partner:${partner.partnerId}`;
  assert.deepEqual(
    rows,
    [2, 1, 1, 1].map((count) => ({ actor, count })),
  );
});

test('without the scope users.read nothing is listed', async () => {
  const partner = await service.createPartner();
  const refused = await service.call('GET', '/users', { token: await service.token(partner, ['users.pii']) });
  assert.deepEqual([refused.status, refused.body.error], [403, 'insufficient_scope']);
});

test('each of several simultaneous pages is of its own partner, place and size', async () => {
  const partners = [await service.createPartner(), await service.createPartner()] as const;
  const shown: string[][] = [await createMembers(partners[0], 4), await createMembers(partners[1], 2)];
  const hidden = await service.createMember({ ...partners[1], visibility: 'hidden' });
  shown[1]?.push((await service.createMember({ ...partners[1], name: 'Zoë' })).id);
  const tokens = await Promise.all(partners.map((partner) => service.token(partner, ['users.read'])));
  const idsOf = ({ body }: { body: { data: { id: string }[] } }) => body.data.map(({ id }) => id);
  const cursors = await Promise.all(
    tokens.map(async (token) => {
      const first = await service.call('GET', '/users', { token, query: { per_page: '1' } });
      return first.body.meta.next_cursor as string;
    }),
  );
  await Promise.all(
    Array.from({ length: 60 }, async (_, at) => {
      const of = at % 2;
      const perPage = 1 + (at % 5);
      const isSecond = at % 3 === 0;
      const query = { per_page: String(perPage), ...(isSecond ? { cursor: cursors[of] as string } : {}) };
      const page = await service.call('GET', '/users', { token: tokens[of] as string, query });
      const expected = (shown[of] as string[]).slice(isSecond ? 1 : 0);
      assert.deepEqual(idsOf(page), expected.slice(0, perPage));
      assert.equal(page.body.meta.has_more, expected.length > perPage);
      assert.ok(!idsOf(page).includes(hidden.id));
    }),
  );
});

test('each page that is asked for has its row, whatever it finds: no other partner gets the next one', async () => {
  const partner = await service.createPartner();
  const { communityId, partnerId } = partner;
  const [id] = await createMembers(partner, 1);
  const asked = (community: number) => ({ communityId: community, partnerId, afterId: FIRST_ID, rowsMax: 5 });
  const nowhere = 2 ** 31 - 1;
  const pages = await selectUserPages(service.deps.database.heavy, {
    rows: [asked(nowhere), asked(communityId), asked(nowhere)],
  });
  assert.deepEqual(
    pages.map((page) => usersOfPage(page).map((user) => user.id)),
    [[], [decodeId('usr', id ?? '')], []],
  );
});
