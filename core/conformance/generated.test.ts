/**
 * Requests that are generated from the published document: each answer is one that the document announces. A failure
 * names its seed; `GENERATED_SEED=7` plays that round again. `npm run soak` plays more.
 */
import assert from 'node:assert/strict';
import { Agent, request as httpRequest } from 'node:http';
import { after, before, test } from 'node:test';
import { encodeId } from '@timebank/contract';
import { createListingsIn } from '../../modules/members/domain/listings/create.ts';
import { verifyLedger } from '../../modules/operate/domain/ledger/invariants.ts';
import { checkResponse } from '../../test-support/call.ts';
import { testChange } from '../../test-support/changes.ts';
import {
  createGenerator,
  curlOf,
  type GeneratedRequest,
  type KnownValues,
} from '../../test-support/generated-requests.ts';
import { startTestService, type TestMember, type TestPartner, type TestService } from '../../test-support/harness.ts';
import { actAsAny } from '../../test-support/members-beside.ts';
import {
  decodedPath,
  type PublishedAnswer,
  type PublishedDocument,
  readPublishedDocument,
} from '../../test-support/published-document.ts';
import { createRandom, type Random } from '../../test-support/simulator/random.ts';
import { credited, reverse } from '../../test-support/wallet.ts';
import { HOUR_MS, MINUTE_MS } from '../base/time.ts';
import { distributeAll } from '../events/delivery/distribute.ts';

const { GENERATED_REQUESTS = '1000', GENERATED_SEED } = process.env;
/** Each in communities of its own. */
const REQUESTS_OF_SEED = 250;
const seeds = GENERATED_SEED
  ? [Number(GENERATED_SEED)]
  : Array.from({ length: Math.ceil(Number(GENERATED_REQUESTS) / REQUESTS_OF_SEED) }, (_, index) => index + 1);
const AT_ONCE = 8;
/** Requests of each seed during which the partner API is switched off. */
const SWITCHED_OFF = { from: 200, to: 210 };
const SHOWN_MAX = 5;
/** A request that fits what is published is never refused for its form or its caller. */
const REFUSED = [400, 401, 403, 405, 408, 413, 414, 415, 417, 431];

let service: TestService;
let agent: Agent;
before(async () => {
  service = await startTestService();
  agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
});
after(async () => {
  agent.destroy();
  await service.stop();
});

test(`${seeds.length * REQUESTS_OF_SEED} generated requests get nothing but what is published, and the ledger verifies`, async (t) => {
  const document = readPublishedDocument((await service.call('GET', '/openapi.json')).body);
  const successes = new Map(document.operations.map(({ id }) => [id, 0]));
  const statuses = new Map<number, number>();
  const valid = { count: 0, succeeded: 0 };
  for (const seed of seeds) {
    for (const [{ kind, operationId }, { status }] of await play(document, seed)) {
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      if (kind !== 'valid') continue;
      valid.count++;
      if (status >= 300) continue;
      valid.succeeded++;
      successes.set(operationId, (successes.get(operationId) ?? 0) + 1);
    }
    service.clock.advance(2 * MINUTE_MS);
  }
  t.diagnostic(JSON.stringify({ valid, ...Object.fromEntries([...statuses].sort()) }));
  const report = await verifyLedger(service.deps.database, service.clock);
  assert.equal(report.holds, true, JSON.stringify(report.invariants));
  // Requests that reach nothing would prove nothing.
  assert.ok(valid.succeeded > valid.count / 2, `${valid.succeeded} of ${valid.count} valid requests succeeded`);
  const never = [...successes].filter(([, count]) => count === 0).map(([id]) => id);
  if (!GENERATED_SEED && seeds.length > 3) assert.deepEqual(never, [], 'operations that never succeeded');
});

/** Plays the requests of a seed, some at once, and answers what came. */
async function play(
  document: PublishedDocument,
  seed: number,
): Promise<(readonly [GeneratedRequest, PublishedAnswer])[]> {
  const random = createRandom(seed);
  const { known, communityId, bystanders } = await setUp(document, random);
  const untouched = await Promise.all(bystanders.map(rowsOf));
  const draw = createGenerator(document, known, random, seed);
  const requests = Array.from({ length: REQUESTS_OF_SEED }, draw);
  const answered: (readonly [GeneratedRequest, PublishedAnswer])[] = [];
  const failures: string[] = [];

  const [ruth, karl] = [await service.createMember({ communityId }), await service.createMember({ communityId })];
  const owned = new Map<string, string[]>();
  /** Members act on their own pages meanwhile. */
  async function membersAct(count: number): Promise<void> {
    const on = { deps: service.deps, communityId };
    for (let n = 0; n < count; n++) await actAsAny(on, random, n % 2 === 0 ? [ruth, karl] : [karl, ruth], owned);
  }

  async function sendAll(from: number, to: number, isSwitchedOff: boolean): Promise<void> {
    const rest = requests.slice(from, to).entries();
    const sendNext = async () => {
      for (const [at, request] of rest) {
        let answer: PublishedAnswer | undefined;
        try {
          answer = await send(request);
          answered.push([request, answer]);
          checkAnswer(document, request, answer, isSwitchedOff);
        } catch (error) {
          failures.push(
            [
              `GENERATED_SEED=${seed}, request ${from + at} (${request.kind} ${request.operationId}: ${request.fault})`,
              (error as Error).message,
              answer ? `${answer.status} ${answer.text.slice(0, 500)}` : 'no answer',
              curlOf(service.origin, request),
            ].join('\n'),
          );
        }
      }
    };
    const acting = membersAct(Math.ceil((to - from) / AT_ONCE));
    await Promise.all([acting, ...Array.from({ length: AT_ONCE }, sendNext)]);
  }

  await sendAll(0, SWITCHED_OFF.from, false);
  const [switchedOff, values] = random.chance(0.5)
    ? ['installation', []]
    : ['communities where id = $1', [communityId]];
  const [table = '', condition = ''] = switchedOff.split(/(?= where)/);
  const setReason = (reason: string) =>
    service.ownerQuery(`update ${table} set partner_api_disabled_reason = ${reason}${condition}`, values);
  await setReason("'x'");
  await sendAll(SWITCHED_OFF.from, SWITCHED_OFF.to, true);
  await setReason('null');
  await sendAll(SWITCHED_OFF.to, REQUESTS_OF_SEED, false);

  const shown = failures.slice(0, SHOWN_MAX).join('\n\n');
  assert.equal(failures.length, 0, `${failures.length} answers are not what is published.\n\n${shown}\n`);
  assert.deepEqual(await Promise.all(bystanders.map(rowsOf)), untouched, `GENERATED_SEED=${seed}: rows of others`);
  return answered;
}

function checkAnswer(
  document: PublishedDocument,
  { kind, method, target }: GeneratedRequest,
  answer: PublishedAnswer,
  isSwitchedOff: boolean,
): void {
  const { status, headers, text } = answer;
  document.check(method, target, answer, isSwitchedOff);
  const path = decodedPath(target);
  const relative = path.startsWith(`${document.basePath}/`) ? path.slice(document.basePath.length) : undefined;
  checkResponse(method, relative, status, headers, text);
  const isRefused = REFUSED.includes(status) || (status === 422 && JSON.parse(text).error === 'validation_failed');
  assert.ok(kind !== 'valid' || !isRefused, 'refused although it fits what is published');
}

/** Sends it as it is; no client library would. */
function send({ method, target, headers, body }: GeneratedRequest): Promise<PublishedAnswer> {
  const { hostname, port, host } = new URL(service.origin);
  // Without a length, node:http would send an empty body in chunks where a method usually has one.
  const length = body || /^P/.test(method) ? [['Content-Length', String(body?.length ?? 0)]] : [];
  const all = [['Host', host], ...headers, ...length].flat();
  return new Promise((resolve, reject) => {
    const sent = httpRequest({ agent, hostname, port, method, path: target, headers: all }, (response) => {
      const chunks: Buffer[] = [];
      response.on('error', reject).on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        const received = Object.entries(response.headers).map(([name, value]): [string, string] => [
          name,
          String(value),
        ]);
        resolve({
          status: response.statusCode ?? 0,
          headers: new Headers(received),
          text: Buffer.concat(chunks).toString(),
        });
      });
    });
    sent.on('error', reject).end(body);
  });
}

interface World {
  readonly known: KnownValues;
  readonly communityId: number;
  /** Partners none of whose rows may change. */
  readonly bystanders: readonly TestPartner[];
}

/** The ids of one community. */
interface Ids {
  readonly members: readonly string[];
  readonly listings: readonly string[];
  readonly subscriptions: readonly string[];
  readonly credits: readonly { readonly id: string; readonly reference: string }[];
}

/** A community with the partner that asks and one that does not, and another community with two partners. */
async function setUp(document: PublishedDocument, random: Random): Promise<World> {
  const rateLimitPerMinute = random.weighted([
    [6, 0],
    [3, 100_000],
    [1, 120],
  ]);
  const partner = await service.createPartner({ rateLimitPerMinute });
  const { communityId } = partner;
  const bystander = await service.createPartner({ communityId });
  const foreign = await service.createPartner();
  const foreignBystander = await service.createPartner({ communityId: foreign.communityId });
  const expired = await service.token(partner);
  service.clock.advance(2 * HOUR_MS);
  const token = await service.token(partner);
  const now = service.clock.now();

  const { members, listings } = await addMembers(communityId, now);
  const ids = { members: members.map(({ id }) => id), listings, ...(await addRows(token, random, members)) };
  await distributeAll(service.deps.database, now);
  await failOldDeliveries(communityId);
  const others = await addForeignRows(bystander, foreignBystander);
  // Tokens of this partner alone: without credentials, the holder of a token may end it.
  const spareTokens: string[] = [];
  for (let n = 0; n < 4; n++) spareTokens.push(await service.token(partner, ['users.read']));
  const known: KnownValues = {
    values: {
      ...(await idValues(document, token, ids)),
      ...textValues(now, ids, spareTokens, members[0]?.paymentReference ?? ''),
    },
    queries: await queriesOf(document, token),
    foreign: [
      ...[...others, ...ids.members, ...ids.listings, ...ids.subscriptions],
      ...ids.credits.map(({ id }) => id),
    ],
    token,
    authorizations: await authorizationsOf(partner, foreign, token, expired),
    clients: [{ id: partner.clientId, secret: partner.clientSecret }],
  };
  return { known, communityId, bystanders: [bystander, foreignBystander] };
}

/** Six members, each with a listing. */
async function addMembers(communityId: number, now: Date): Promise<{ members: TestMember[]; listings: string[] }> {
  const members: TestMember[] = [];
  for (let n = 0; n < 6; n++) {
    members.push(await service.createMember({ communityId, name: `Mitglied ${n}`, email: `m${n}@example.org` }));
  }
  const listingIds = await testChange(service.deps, communityId, (within) =>
    createListingsIn(
      within,
      communityId,
      members.map(({ uuid }, n) => ({
        ...{ externalId: null, memberId: uuid, title: `Listing ${n}`, description: '', category: 'Garten' },
        ...{ type: n % 2 ? ('service' as const) : ('request' as const), estimatedSeconds: (n + 1) * 900 },
        ...{ status: 'active' as const, createdAt: now },
      })),
    ),
  );
  return { members, listings: listingIds.map((id) => encodeId('lst', id)) };
}

/** Subscriptions and credits of the partner that asks; two of the credits are reversed. */
async function addRows(
  token: string,
  random: Random,
  members: readonly TestMember[],
): Promise<Pick<Ids, 'subscriptions' | 'credits'>> {
  const subscriptions: string[] = [];
  for (let n = 0; n < 12; n++) subscriptions.push(await subscribe(token));
  const credits = [];
  for (let n = 0; n < 10; n++) credits.push(await credited(service, token, random.pick(members).id, 0.5));
  for (const { id } of credits.slice(0, 2)) await reverse(service, token, id);
  return { subscriptions, credits };
}

async function failOldDeliveries(communityId: number): Promise<void> {
  await service.ownerQuery(
    `update deliveries set status = 'failed', next_attempt_at = null, finished_at = created_at
     where community_id = $1 and id in (select id from deliveries where community_id = $1 order by id limit 40)`,
    [communityId],
  );
}

/** A credit and a subscription of each other partner. Returns their ids, and that of the other community's member. */
async function addForeignRows(bystander: TestPartner, foreignBystander: TestPartner): Promise<string[]> {
  const others: string[] = [];
  for (const other of [bystander, foreignBystander]) {
    const othersToken = await service.token(other);
    const { id: memberId } = await service.createMember({ communityId: other.communityId });
    const credit = await credited(service, othersToken, memberId, 1);
    others.push(credit.id, await subscribe(othersToken));
    if (other !== bystander) others.push(memberId);
  }
  return others;
}

/** Ids of parameters, by operation and name. */
async function idValues(
  { operations }: PublishedDocument,
  token: string,
  { members, listings, subscriptions, credits }: Ids,
): Promise<Record<string, readonly string[]>> {
  const ofSubscriptions = operations.filter(({ path }) => path.startsWith('/webhooks/subscriptions/{id}'));
  const creditIds = credits.map(({ id }) => id);
  return {
    ...Object.fromEntries(ofSubscriptions.map(({ id }) => [`${id}.id`, subscriptions])),
    'deleteSubscription.id': subscriptions.slice(1),
    'retryDelivery.id': subscriptions.slice(0, 1),
    delivery_id: await deliveriesOf(token, subscriptions[0] ?? ''),
    ...{ 'getUser.id': members, user_id: members, userId: members, 'getListing.id': listings },
    ...{ 'getCredit.id': creditIds, 'reverseCredit.id': creditIds },
  };
}

/** Values of parameters and fields that are no ids. */
function textValues(
  now: Date,
  { credits }: Ids,
  spareTokens: readonly string[],
  paymentReference: string,
): Record<string, readonly unknown[]> {
  const days = [0, 1, 2, 40].map((ago) => new Date(now.getTime() - ago * 24 * HOUR_MS).toISOString().slice(0, 10));
  return {
    ...{ reference: credits.map(({ reference }) => reference), payment_reference: [paymentReference] },
    ...{ category: ['Garten', 'Haus'], day: days, token: [...spareTokens, 'tb_at_unknown'] },
    ...{
      scope: ['users.read', 'users.read wallet.write'],
      target_url: ['https://bank.example/a', 'HTTPS://b.example:8443/?x=%7E'],
    },
    // A credit corrects one that was reversed, once, and of the same payment: its own tests do that.
    ...{ corrects: [], amount: ['125.00', '0.5'], currency: ['EUR'], end_to_end_id: ['E2E-1'] },
    earlier: ['2026-11-01T00:00:00Z', '2026-11-19T23:59:59.123456789+02:00', now.toISOString(), '2026-11-10t00:00:00z'],
    later: [new Date(now.getTime() + MINUTE_MS).toISOString(), '2027-01-01T00:00:00-11:00'],
  };
}

/** `Authorization` headers without the token, by what is odd about each. */
async function authorizationsOf(
  partner: TestPartner,
  foreign: TestPartner,
  token: string,
  expired: string,
): Promise<KnownValues['authorizations']> {
  const bearer = (text: string) => [`Bearer ${text}`];
  const revoked = await service.token(partner);
  await service.call('POST', '/oauth/revoke', { json: clientOf(partner, { token: revoked }) });
  return {
    ...{
      'no token': [],
      'an empty token': bearer(''),
      'another scheme': ['Basic eDp5'],
      'a long token': bearer('x'.repeat(5000)),
    },
    ...{ 'a token that never was': bearer(`${token.slice(0, -4)}0000`), 'letters of another alphabet': bearer('é') },
    ...{
      'the token twice': [...bearer(token), ...bearer(token)],
      'the scheme of bound tokens': [`DPoP ${token}`],
      'lower case': [`bearer ${token}`],
      spaces: [`Bearer  ${token}`],
    },
    ...{ 'an expired token': bearer(expired), 'a revoked token': bearer(revoked) },
    'a token of few scopes': bearer(await service.token(partner, ['aggregates.read'])),
    "another community's token": bearer(await service.token(foreign)),
  };
}

async function subscribe(token: string): Promise<string> {
  const json = { event_types: ['*'], target_url: 'https://bank.example/' };
  return (await service.call('POST', '/webhooks/subscriptions', { token, json })).body.data.id;
}

async function deliveriesOf(token: string, subscriptionId: string): Promise<string[]> {
  const { body } = await service.call('GET', `/webhooks/subscriptions/${subscriptionId}/deliveries`, { token });
  return body.data.map(({ id }: { id: string }) => id);
}

function clientOf({ clientId, clientSecret }: TestPartner, body: Readonly<Record<string, string>>) {
  return { client_id: clientId, client_secret: clientSecret, ...body };
}

/** Cursors and sync tokens of all lists, with what they are bound to. */
async function queriesOf({ operations }: PublishedDocument, token: string): Promise<Record<string, string[]>> {
  const queries: Record<string, string[]> = {};
  for (const { id, path, parameters } of operations) {
    const has = (name: string) => parameters.some((parameter) => parameter.name === name);
    if (path.includes('{') || !has('cursor')) continue;
    const { meta } = (await service.call('GET', path, { token, query: { per_page: '1' } })).body;
    queries[id] = [`per_page=1&cursor=${encodeURIComponent(meta.next_cursor)}`];
    if (!has('sync_token')) continue;
    const order: Record<string, string> = has('order') ? { order: 'asc' } : {};
    const whole = (await service.call('GET', path, { token, query: { ...order, per_page: '500' } })).body;
    queries[id].push(`sync_token=${encodeURIComponent(whole.meta.sync_token)}`);
  }
  return queries;
}

/** All rows of a partner, and of its subscriptions; not the counts of its calls, which are written with a delay. */
async function rowsOf({ communityId, partnerId }: TestPartner): Promise<Record<string, string[]>> {
  const columns = await service.ownerQuery<{ table: string; column: string }>(
    `select table_name as "table", column_name as "column" from information_schema.columns
     where table_schema = 'public' and column_name in ('partner_id', 'subscription_id')
       and table_name not in ('call_log', 'call_counts', 'request_windows') order by 1, 2`,
  );
  assert.ok(columns.length > 10, JSON.stringify(columns));
  const rows: Record<string, string[]> = {};
  const read = async (name: string, table: string, condition: string) => {
    const sql = `select to_jsonb(t)::text as row from ${table} t where community_id = $1 and ${condition} order by 1`;
    rows[name] = (await service.ownerQuery<{ row: string }>(sql, [communityId, partnerId])).map(({ row }) => row);
  };
  await read('partners', 'partners', 'id = $2');
  const ofSubscription =
    'subscription_id in (select id from subscriptions where community_id = $1 and partner_id = $2)';
  for (const { table, column } of columns) {
    await read(`${table}.${column}`, table, column === 'partner_id' ? 'partner_id = $2' : ofSubscription);
  }
  return rows;
}
