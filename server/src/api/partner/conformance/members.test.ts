/** §4: users, the look-up by payment reference, listings; and who may be seen. */
import assert from 'node:assert/strict';
import { choosePartnerVisibility } from '../../../domain/members/update.ts';
import {
  addTestListing,
  memberBecomes,
  ownBank,
  prepareBank,
  type Row,
  type Scene,
  sql,
  testStatements,
} from '../../../test-support/conformance.ts';
import type { TestService } from '../../../test-support/harness.ts';

const USER_KEYS = ['created_at', 'id', 'name', 'status', 'updated_at'];

async function prepare(service: TestService): Promise<Record<string, string>> {
  const names = await prepareBank(service);
  const communityId = Number(names.communityId);
  const bank = { clientId: names.clientId, clientSecret: names.clientSecret };
  const tokenOf = async (scopes: string) => {
    const json = { grant_type: 'client_credentials', client_id: bank.clientId, client_secret: bank.clientSecret };
    return (await service.call('POST', '/oauth/token', { json: { ...json, scope: scopes } })).body.access_token;
  };
  const memberUuid = names.memberUuid as string;
  const listed = (title: string, category: string, options?: { held: boolean }) =>
    addTestListing(service, communityId, memberUuid, { title, type: 'request', category }, options);
  const silent = await service.createMember({ communityId, visibility: 'listed', email: 'b@example.org' });
  const addressless = await service.createMember({ communityId });
  const gone = await service.createMember({ communityId });
  const goneListing = await addTestListing(service, communityId, gone.uuid, { title: 'Gone', type: 'service' });
  await memberBecomes('suspended')({ service, names: { ...names, memberUuid: gone.uuid } });
  return {
    ...names,
    plainToken: await tokenOf('users.read'),
    piiOnlyToken: await tokenOf('users.pii aggregates.read'),
    silent: silent.id,
    addressless: addressless.id,
    request: await listed('Wanted', 'garden'),
    held: await listed('Held', 'garden', { held: true }),
    goneListing,
    gone: gone.id,
  };
}

const keys = (value: object) => Object.keys(value).sort();
const idsOf = (body: { data: { id: string }[] }) => body.data.map(({ id }) => id);

const USERS: readonly Row[] = [
  {
    statement: 'a user has id, name, status, created_at and updated_at; with users.pii also email',
    request: 'GET /users/{member}',
    expect: {
      status: 200,
      body: { data: { id: '{member}', name: 'Anna Berger', status: 'active', email: 'anna@example.org' } },
      check: ({ body }) => assert.deepEqual(keys(body.data), ['email', ...USER_KEYS].sort()),
    },
  },
  {
    statement: 'without users.pii there is no key email',
    request: ['GET /users/{member}', { token: '{plainToken}' }],
    expect: { status: 200, check: ({ body }) => assert.deepEqual(keys(body.data), USER_KEYS) },
  },
  {
    statement: 'in a list without users.pii there is no key email either',
    request: ['GET /users', { token: '{plainToken}' }],
    expect: { status: 200, check: ({ text }) => assert.doesNotMatch(text, /"email"|example\.org/) },
  },
  {
    statement: 'in a list with users.pii every user has the key email',
    request: 'GET /users',
    expect: {
      status: 200,
      check: ({ body }) => {
        assert.ok(body.data.length >= 3);
        for (const user of body.data) assert.ok('email' in user);
      },
    },
  },
  {
    statement: 'email is null where there is no address',
    request: 'GET /users/{addressless}',
    expect: { status: 200, body: { data: { email: null } } },
  },
  {
    statement: 'email is null where there is no consent',
    request: 'GET /users/{silent}',
    expect: { status: 200, body: { data: { email: null } } },
  },
  {
    statement: 'users.pii alone opens nothing',
    request: ['GET /users', { token: '{piiOnlyToken}' }],
    expect: [403, 'insufficient_scope'],
  },
  {
    statement: 'only active, visible members of the own community are listed',
    request: 'GET /users?per_page=500',
    expect: {
      status: 200,
      check: ({ body }, { names }) => {
        const ids = idsOf(body);
        for (const name of ['member', 'silent', 'addressless']) assert.ok(ids.includes(names[name] ?? ''), name);
        for (const name of ['suspended', 'hidden', 'foreign', 'gone']) {
          assert.ok(!ids.includes(names[name] ?? ''), name);
        }
      },
    },
  },
  ...['{suspended}', '{hidden}', '{foreign}', 'usr_01jd3h6m8nfdwtv0k2x9q4z7ab'].flatMap((id) => [
    {
      statement: `GET /users/${id} is 404 user_not_found`,
      request: `GET /users/${id}`,
      expect: [404, 'user_not_found'] as const,
    },
    {
      statement: `the balance of ${id} is 404 user_not_found`,
      request: `GET /wallet/balance/${id}`,
      expect: [404, 'user_not_found'] as const,
    },
    {
      statement: `a credit to ${id} is 404 user_not_found`,
      request: ['POST /wallet/credit', { json: { user_id: id, hours: 1, reference: '{ref}' } }] as const,
      expect: [404, 'user_not_found'] as const,
    },
  ]),
];

const VISIBILITY: readonly Row[] = [
  {
    statement: "the community's default is listed with e-mail",
    given: [ownBank(), sql("update members set email = 'c@example.org' where community_id = {communityId}")],
    request: 'GET /users/{member}',
    expect: { status: 200, body: { data: { email: 'c@example.org' } } },
  },
  {
    statement: "a member's own choice for one partner wins",
    given: [ownBank(), chooses('hidden')],
    request: 'GET /users/{member}',
    expect: [404, 'user_not_found'],
  },
  {
    statement: 'listed without e-mail for one partner: the key is there, null',
    given: [
      ownBank(),
      sql("update members set email = 'd@example.org' where community_id = {communityId}"),
      chooses('listed'),
    ],
    request: 'GET /users/{member}',
    expect: { status: 200, body: { data: { email: null } } },
  },
  {
    statement: 'becoming hidden sends that partner user.deactivated',
    given: [ownBank(), chooses('hidden')],
    request: 'GET /events?type=user.deactivated',
    expect: { status: 200, body: { data: [{ type: 'user.deactivated', data: { user_id: '{member}' } }] } },
  },
  {
    statement: 'becoming suspended sends listing.closed for each active listing of the member',
    given: [ownBank(), listing, memberBecomes('suspended')],
    request: 'GET /events?type=listing.closed',
    expect: { status: 200, body: { data: [{ data: { listing_id: '{own}' } }] } },
  },
  {
    statement: 'becoming visible again sends user.activated and listing.published',
    given: [ownBank(), listing, memberBecomes('suspended'), memberBecomes('active')],
    request: 'GET /events?per_page=2',
    expect: {
      status: 200,
      check: ({ body }) => {
        const types = body.data.map(({ type }: { type: string }) => type).sort();
        assert.deepEqual(types, ['listing.published', 'user.activated']);
      },
    },
  },
  {
    statement: 'events carry ids and no personal data',
    given: [ownBank(), chooses('hidden')],
    request: 'GET /events',
    expect: { status: 200, check: ({ text }) => assert.doesNotMatch(text, /Anna|Berger|email/) },
  },
  {
    statement: "a partner's own credits stay readable when the member is gone",
    given: [
      ownBank(),
      [
        'POST /wallet/credit',
        { json: { user_id: '{member}', hours: 1, reference: '{ref}' }, save: { own: 'data.id' } },
      ],
      memberBecomes('suspended'),
    ],
    request: 'GET /wallet/credits/{own}',
    expect: { status: 200, body: { data: { user_id: '{member}' } } },
  },
  {
    statement: 'a read with e-mail addresses leaves one audit row without values',
    given: [
      ownBank(),
      sql("update members set email = 'e@example.org' where community_id = {communityId}"),
      'GET /users',
      async ({ service, names }) => {
        const rows = await service.ownerQuery<{ row: string }>(
          "select a::text as row from audit_log a where community_id = $1 and action like '%email%'",
          [names.communityId],
        );
        assert.equal(rows.length, 1);
        assert.doesNotMatch(rows[0]?.row ?? '', /example\.org/);
      },
    ],
    request: 'GET /users',
    expect: { status: 200, body: { data: [{ email: 'e@example.org' }] } },
  },
];

const LOOKUPS: readonly Row[] = [
  {
    statement: 'a payment reference is an ISO 11649 RF reference',
    request: ['GET /users/lookup', { query: { payment_reference: '{paymentReference}' } }],
    expect: {
      status: 200,
      body: { data: { payment_reference: /^RF\d{2}[0-9A-Z]{1,21}$/ } },
      check: ({ body }) => {
        const text: string = body.data.payment_reference;
        const digits = (text.slice(4) + text.slice(0, 4)).replace(/[A-Z]/g, (c) => String(c.charCodeAt(0) - 55));
        assert.equal(BigInt(digits) % 97n, 1n);
      },
    },
  },
];

const LISTINGS: readonly Row[] = [
  {
    statement: 'a listing has exactly the documented fields',
    request: 'GET /listings/{request}',
    expect: {
      status: 200,
      body: { data: { id: '{request}', user_id: '{member}', type: 'request', title: 'Wanted', status: 'active' } },
      check: ({ body }) =>
        assert.deepEqual(keys(body.data), [
          'category',
          'created_at',
          'description',
          'estimated_hours',
          'estimated_seconds',
          'id',
          'status',
          'title',
          'type',
          'updated_at',
          'user_id',
        ]),
    },
  },
  {
    statement: 'the list holds services and requests',
    request: 'GET /listings',
    expect: {
      status: 200,
      check: ({ body }) =>
        assert.deepEqual([...new Set(body.data.map(({ type }: { type: string }) => type))].sort(), [
          'request',
          'service',
        ]),
    },
  },
  ...[
    ['type=service', 'listing'],
    ['type=request', 'request'],
    ['category=garden', 'request'],
  ].map(([query, name = '']) => ({
    statement: `listings are filtered by ${query}`,
    request: `GET /listings?${query}`,
    expect: {
      status: 200,
      check: ({ body }: { body: { data: { id: string }[] } }, { names }: Scene) =>
        assert.deepEqual(idsOf(body), [names[name]]),
    },
  })),
  {
    statement: 'listings are filtered by user_id',
    request: 'GET /listings?user_id={member}',
    expect: { status: 200, check: ({ body }) => assert.equal(body.data.length, 2) },
  },
  {
    statement: 'an unknown type is 400',
    request: 'GET /listings?type=gift',
    expect: [400, 'invalid_request', 'type unknown_value'],
  },
  {
    statement: 'a listing held for a moderator is 404',
    request: 'GET /listings/{held}',
    expect: [404, 'listing_not_found'],
  },
  {
    statement: "a suspended member's listing is 404",
    request: 'GET /listings/{goneListing}',
    expect: [404, 'listing_not_found'],
  },
  {
    statement: "another community's listing is 404",
    request: ['GET /listings/{listing}', { token: '{foreignToken}' }],
    expect: [404, 'listing_not_found'],
  },
];

function chooses(visibility: 'hidden' | 'listed') {
  return ({ service, names }: Scene) => {
    const act = { communityId: Number(names.communityId), actor: 'test', memberId: names.memberUuid as string };
    return choosePartnerVisibility(service.deps, act, Number(names.partnerId), visibility);
  };
}

async function listing({ service, names }: Scene): Promise<void> {
  const input = { title: 'Help', type: 'service' } as const;
  names.own = await addTestListing(service, Number(names.communityId), names.memberUuid as string, input);
}

testStatements('§4 users, look-ups, listings', [...USERS, ...VISIBILITY, ...LOOKUPS, ...LISTINGS], prepare);
