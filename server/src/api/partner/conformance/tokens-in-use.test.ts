/** §3, second half: how long tokens live, what ends them, and the metadata. */
import assert from 'node:assert/strict';
import { switchInstallationApi } from '../../../domain/communities/create.ts';
import { revokeSecret, rotateSecret } from '../../../domain/partners/credentials.ts';
import { changePartner, suspendPartner } from '../../../domain/partners/provision.ts';
import {
  type Expect,
  ownBank,
  prepareBank,
  type Row,
  type Scene,
  type Send,
  testStatements,
} from '../../../test-support/conformance.ts';
import type { TestService } from '../../../test-support/harness.ts';

const GRANT = { grant_type: 'client_credentials' };
const CLIENT = { client_id: '{clientId}', client_secret: '{clientSecret}' };
const asking = (json: Record<string, unknown> = {}): Send => [
  'POST /oauth/token',
  { token: null, json: { ...GRANT, ...CLIENT, ...json } },
];
const revoking = (json: Record<string, unknown> = {}): Send => [
  'POST /oauth/revoke',
  { token: null, json: { token: '{fresh}', ...json } },
];
/** A token of the row's own, which it may end. */
const FRESH: Send = [
  'POST /oauth/token',
  { token: null, json: { ...GRANT, ...CLIENT }, save: { fresh: 'access_token' } },
];
const using = (token: string, at?: string): Send => ['GET /users', { token, ...(at ? { at } : {}) }];
const act = ({ names }: Scene) => ({
  communityId: Number(names.communityId),
  partnerId: Number(names.partnerId),
  actor: 'test',
});
const DENIED: Expect = {
  status: 401,
  error: 'invalid_client',
  headers: { 'www-authenticate': /^Basic realm="partner", error="invalid_client", error_description="/ },
};

async function prepare(service: TestService): Promise<Record<string, string>> {
  const names = await prepareBank(service);
  const other = await service.createPartner({ communityId: Number(names.communityId) });
  const basic = Buffer.from(`${names.clientId}:${names.clientSecret}`).toString('base64');
  return { ...names, otherId: other.clientId, otherSecret: other.clientSecret, basic: `Basic ${basic}` };
}

const LIVES: readonly Row[] = [
  { statement: 'a token is valid at 3599 s', request: using('{token}', '2026-11-20T10:29:59Z'), expect: 200 },
  {
    statement: 'a token is refused at 3601 s',
    request: using('{token}', '2026-11-20T10:30:01Z'),
    expect: [401, 'invalid_token'],
  },
  { statement: 'a new token ends no earlier one', given: [FRESH], request: using('{token}'), expect: 200 },
  {
    statement: 'taking a scope away bites on the next request',
    given: [
      ownBank(),
      using('{token}'),
      (scene) => changePartner(scene.service.deps, act(scene), { scopes: ['listings.read'] }),
    ],
    request: using('{token}'),
    expect: [403, 'insufficient_scope'],
  },
  {
    statement: 'suspending the partner bites on the next request',
    given: [ownBank(), using('{token}'), (scene) => suspendPartner(scene.service.deps, act(scene))],
    request: using('{token}'),
    expect: [401, 'invalid_token'],
  },
  {
    statement: "a suspended partner's secret is answered like a wrong one",
    given: [ownBank(), (scene) => suspendPartner(scene.service.deps, act(scene))],
    request: asking(),
    expect: DENIED,
  },
  {
    statement: 'revoking the secret ends its tokens on the next request',
    given: [
      ownBank(),
      using('{token}'),
      async (scene) => {
        const [row] = await scene.service.ownerQuery<{ id: number }>(
          'select id from credentials where partner_id = $1',
          [scene.names.partnerId],
        );
        await revokeSecret(scene.service.deps, act(scene), Number(row?.id));
      },
    ],
    request: using('{token}'),
    expect: [401, 'invalid_token'],
  },
  {
    statement: 'a rotated secret works beside the new one',
    given: [ownBank(), rotated],
    request: asking(),
    expect: 200,
    afterwards: [[asking({ client_secret: '{secondSecret}' }), 200]],
  },
  {
    statement: 'a rotated secret ends with its overlap, the new one does not',
    given: [ownBank(), rotated, async ({ service }) => service.clock.advance(24 * 3_600_000 + 1000)],
    request: asking(),
    expect: DENIED,
    afterwards: [[asking({ client_secret: '{secondSecret}' }), 200]],
  },
  {
    statement: 'after 30 failures a minute the 31st is 429, and the right secret is still answered',
    given: [
      ownBank(),
      async ({ service, names }) => {
        for (let at = 0; at < 30; at++) {
          const json = { ...GRANT, client_id: names.clientId, client_secret: 'wrong' };
          assert.equal((await service.call('POST', '/oauth/token', { json })).status, 401);
        }
      },
    ],
    request: asking({ client_secret: 'wrong' }),
    expect: { status: 429, error: 'rate_limited', headers: { 'retry-after': /^[1-9]\d*$/ } },
    afterwards: [[asking(), 200]],
  },
];

const GONE: NonNullable<Row['afterwards']>[number] = [using('{fresh}'), [401, 'invalid_token']];
const ALIVE: NonNullable<Row['afterwards']>[number] = [using('{fresh}'), 200];
const DONE: Expect = { status: 200, check: ({ text }) => assert.equal(text, '{}') };

const REVOKING: readonly Row[] = [
  {
    statement: 'revoke by JSON and secret: 200 {}, refused on the next request',
    given: [FRESH],
    request: revoking(CLIENT),
    expect: DONE,
    afterwards: [GONE],
  },
  {
    statement: 'revoke by form and Basic: 200 {}, refused on the next request',
    given: [FRESH],
    request: [
      'POST /oauth/revoke',
      {
        token: null,
        form: { token: '{fresh}', token_type_hint: 'refresh_token' },
        headers: { authorization: '{basic}' },
      },
    ],
    expect: DONE,
    afterwards: [GONE],
  },
  {
    statement: 'revoking one token ends no other',
    given: [FRESH],
    request: revoking(CLIENT),
    expect: DONE,
    afterwards: [[using('{token}'), 200]],
  },
  {
    statement: 'without credentials possession suffices',
    given: [FRESH],
    request: revoking(),
    expect: DONE,
    afterwards: [GONE],
  },
  {
    statement: 'wrong credentials are 401, and nothing is revoked',
    given: [FRESH],
    request: revoking({ ...CLIENT, client_secret: 'wrong' }),
    expect: DENIED,
    afterwards: [ALIVE],
  },
  {
    statement: 'an id without its secret is 401, and nothing is revoked',
    given: [FRESH],
    request: revoking({ client_id: '{clientId}' }),
    expect: DENIED,
    afterwards: [ALIVE],
  },
  {
    statement: "another partner's token is 200 without effect",
    given: [FRESH],
    request: revoking({ client_id: '{otherId}', client_secret: '{otherSecret}' }),
    expect: DONE,
    afterwards: [ALIVE],
  },
  { statement: 'an unknown token is 200', request: revoking({ ...CLIENT, token: 'tb_at_unknown' }), expect: DONE },
  { statement: 'any text as a token is 200', request: revoking({ token: '"\\ü😀' }), expect: DONE },
  { statement: 'a token revoked twice is 200', given: [FRESH, revoking()], request: revoking(), expect: DONE },
  {
    statement: 'an expired token is 200',
    request: ['POST /oauth/revoke', { token: null, at: '2026-11-20T11:00:00Z', json: { token: '{token}' } }],
    expect: DONE,
  },
  {
    statement: 'a missing token is 400',
    request: revoking({ ...CLIENT, token: undefined }),
    expect: [400, 'invalid_request'],
  },
  { statement: 'an empty token is 400', request: revoking({ token: '' }), expect: [400, 'invalid_request'] },
  {
    statement: "the installation's switch does not cover revoke",
    given: [FRESH, ({ service }) => switchInstallationApi(service.deps, { actor: 'test' }, 'maintenance')],
    request: revoking(),
    expect: DONE,
    restore: ({ service }) => switchInstallationApi(service.deps, { actor: 'test' }, null),
  },
];

const METADATA: readonly Row[] = [
  {
    statement: 'the metadata of RFC 8414 is at the origin, which is the issuer',
    request: ['GET /.well-known/oauth-authorization-server', { token: null }],
    expect: {
      status: 200,
      body: {
        issuer: '{origin}',
        token_endpoint: '{origin}{base}/oauth/token',
        revocation_endpoint: '{origin}{base}/oauth/revoke',
      },
    },
  },
  {
    statement: 'the metadata names the one grant and every scope',
    request: ['GET /.well-known/oauth-authorization-server', { token: null }],
    expect: {
      status: 200,
      body: {
        grant_types_supported: ['client_credentials'],
        scopes_supported: [
          'users.read',
          'users.pii',
          'listings.read',
          'wallet.read',
          'wallet.write',
          'aggregates.read',
          'webhooks.manage',
        ],
      },
    },
  },
];

async function rotated(scene: Scene): Promise<void> {
  scene.names.secondSecret = (await rotateSecret(scene.service.deps, act(scene), 24)).clientSecret;
}

testStatements('§3 tokens in use', [...LIVES, ...REVOKING, ...METADATA], prepare);
