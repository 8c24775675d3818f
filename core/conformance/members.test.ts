/** §4: what the tests in `users/` and `listings/` leave to say of members, and of who may be seen. */
import assert from 'node:assert/strict';
import {
  addTestListing,
  memberBecomes,
  ownBank,
  prepareBank,
  type Row,
  type Scene,
  sql,
  testStatements,
} from '../../test-support/conformance.ts';
import type { TestService } from '../../test-support/harness.ts';
import { choosePartnerVisibility } from '../people/members/update.ts';

async function prepare(service: TestService): Promise<Record<string, string>> {
  const names = await prepareBank(service);
  const communityId = Number(names.communityId);
  const client = { client_id: names.clientId, client_secret: names.clientSecret };
  const json = { grant_type: 'client_credentials', ...client, scope: 'users.read' };
  await service.createMember({ communityId, visibility: 'listed', email: 'b@example.org' });
  const addressless = await service.createMember({ communityId });
  return {
    ...names,
    plainToken: (await service.call('POST', '/oauth/token', { json })).body.access_token,
    addressless: addressless.id,
  };
}

const USERS: readonly Row[] = [
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
  ...['{suspended}', '{hidden}', '{foreign}', 'usr_01jd3h6m8nfdwtv0k2x9q4z7ab'].flatMap((id) => [
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

testStatements('§4 users and look-ups', [...USERS, ...VISIBILITY, ...LOOKUPS], prepare);
