/**
 * Fills an empty service with what an installation in use has, as the fixture of a release: later versions must open it
 * with all of it. Three days pass; the last is left open, its events unsent.
 */

import { decodeId } from '@timebank/contract';
import { startWorker } from '../../core/events/delivery/loop.ts';
import { suspendPartner } from '../../core/partners/provision.ts';
import { changeRates } from '../../core/partners/rates/rates.ts';
import { changeMember } from '../../core/people/members/update.ts';
import { reconcile } from '../../modules/bank/domain/reconcile/reconcile.ts';
import { postExchange } from '../../modules/members/domain/exchanges/record.ts';
import { importExchanges } from '../../modules/moving/domain/import/exchanges.ts';
import { importListings } from '../../modules/moving/domain/import/listings.ts';
import { importMembers } from '../../modules/moving/domain/import/members.ts';
import { undoImportOrMove } from '../../modules/moving/domain/import/undo.ts';
import { addAdministrator } from '../../modules/office/domain/administrators/create.ts';
import type { TestPartner, TestService } from '../harness.ts';
import { TEST_JOBS } from '../modules.ts';
import { createKey, setKeys } from '../signing.ts';
import { waitUntil } from '../wait-until.ts';
import { fillMembersSide, type HeldByMembers } from './fill-members.ts';

/** The values outside the database that a partner and an administrator kept of a release. */
export interface HeldByRelease {
  /** SECRET_KEY, in base64. */
  readonly secret_key: string;
  /** When it was left, RFC 3339. */
  readonly left_at: string;
  readonly administrator: { readonly email: string; readonly password: string };
  /** Live communities and a sandbox, by slug. */
  readonly partners: Readonly<Record<string, HeldByPartner>>;
  /** The partner that has a key in place of a secret. */
  readonly by_key: { readonly client_id: string; readonly private_jwk: object };
  /** Of the first community; 0.1.0+f844f4bd had no pages for members. */
  readonly members?: HeldByMembers;
  /** Rows per table. */
  readonly rows: Readonly<Record<string, number>>;
}

export interface HeldByPartner {
  readonly client_id: string;
  readonly client_secret: string;
  /** Valid until an hour after `left_at`. */
  readonly access_token: string;
  readonly subscription_id: string;
  readonly webhook_secret: string;
  /** Taken before the last changes: what a walk with each finds. */
  readonly users_sync_token: string;
  readonly users_next_cursor: string;
  /** 0.1.0+f844f4bd left a cursor, every later release a token. */
  readonly feed_cursor?: string;
  readonly feed_sync_token?: string;
  /** Ids of members that were changed after the sync token, and of events after the place in the feed. */
  readonly users_changed: readonly string[];
  readonly events_after: readonly string[];
  /** Events that no delivery has brought to the subscription yet. */
  readonly events_unsent: readonly string[];
  readonly balances_seconds: Readonly<Record<string, number>>;
  /** Answers of `GET /wallet/statements/{date}` of final days. */
  readonly statements: readonly Record<string, unknown>[];
  /** Answers of `GET /wallet/credits/{id}`. */
  readonly credits: readonly Record<string, unknown>[];
}

const PASSWORD = 'seven quiet herons at noon';
const EMAIL = 'office@example.org';
const BY = { skipBad: false, recordedBy: 'administrator:1' };
/** Nobody answers there. */
const TARGET = 'https://hooks.bank.example/timebank';

const csv = (...lines: readonly string[]) => Buffer.from(lines.join('\n'));
const peopleOf = (prefix: string, from: number, count: number) =>
  csv(
    'external_id,name,email,status,balance_hours,language',
    ...Array.from({ length: count }, (_, at) => {
      const number = from + at;
      const status = number % 9 === 8 ? 'suspended' : 'active';
      return `${prefix}${number},Member ${prefix}${number} Ünal,${prefix}${number}@example.org,${status},${number % 4}.25,de`;
    }),
  );

type Call = (method: string, path: string, json?: object) => Promise<Record<string, unknown>>;

interface FilledCommunity {
  readonly partner: TestPartner;
  readonly slug: string;
  readonly subscription: { readonly id: string; readonly secret: string };
  readonly userIds: readonly string[];
}

/** @param service on an empty, migrated database */
export async function fillRelease(service: TestService): Promise<HeldByRelease> {
  const { deps, clock } = service;
  clock.set('2026-11-22T09:00:00.000Z');
  const first = await fillCommunity(service, 'riverbank', 'R');
  await addAdministrator({ ...deps, passwords: deps.passwords }, act(first), {
    email: EMAIL,
    name: 'Olga Office',
    password: PASSWORD,
    role: 'owner',
  });
  const second = await fillCommunity(service, 'hillside', 'H');
  const sandbox = await fillSandbox(service);
  const live = [first, second];
  for (const each of live) await bookDay(service, each, 1);
  await bookOfficeWork(service, first);
  const byKey = await partnerWithKey(service, first.partner.communityId);

  clock.set('2026-11-23T10:00:00.000Z');
  for (const each of live) await bookDay(service, each, 2);
  clock.set('2026-11-24T08:00:00.000Z');
  await compareStatement(service, first);
  const members = await fillMembersSide(service, { id: first.partner.communityId, slug: first.slug });
  await letWorkerRun(service);

  const held: Record<string, HeldByPartner> = {};
  for (const each of [...live, sandbox]) held[each.slug] = await leave(service, each);
  return {
    secret_key: Buffer.alloc(32, 7).toString('base64'),
    left_at: clock.now().toISOString(),
    administrator: { email: EMAIL, password: PASSWORD },
    partners: held,
    by_key: byKey,
    members,
    rows: await countRows(service),
  };
}

const act = ({ partner }: Pick<FilledCommunity, 'partner'>) => ({
  communityId: partner.communityId,
  actor: 'administrator:1',
});

async function callerOf(service: TestService, partner: TestPartner): Promise<Call> {
  const token = await service.token(partner);
  return async (method, path, json) => {
    const { status, body } = await service.call(method, path, json === undefined ? { token } : { token, json });
    if (status >= 300) throw new Error(`${method} ${path}: ${status} ${JSON.stringify(body)}`);
    return body as Record<string, unknown>;
  };
}

const dataOf = (body: Record<string, unknown>) => body.data as Record<string, unknown>;
const idsOf = (body: Record<string, unknown>) => (body.data as { readonly id: string }[]).map(({ id }) => id);

async function fillCommunity(service: TestService, slug: string, prefix: string): Promise<FilledCommunity> {
  const { deps } = service;
  const { id: communityId } = await service.createCommunity({ slug, name: `Time bank ${slug}` });
  const partner = await service.createPartner({ communityId, name: `Bank of ${slug}`, maxMemberDaySeconds: 90_000 });
  await importMembers(deps, communityId, peopleOf(prefix, 1, 30), { ...BY, fileName: 'members.csv' });
  const listings = csv(
    'external_id,member_external_id,type,title,category,estimated_hours,status',
    ...[1, 2, 3, 4].map((n) => `L${n},${prefix}${n},${n % 2 ? 'service' : 'request'},Bicycles ${n},Repair,1.5,active`),
  );
  await importListings(deps, communityId, listings, BY);
  const exchanges = csv(
    'external_id,service_date,provider_external_id,receiver_external_id,hours,listing_external_id,note',
    ...[1, 2, 3].map((n) => `X${n},2026-10-0${n},${prefix}${n},${prefix}${n + 1},0:50,L1,thanks`),
  );
  await importExchanges(deps, communityId, exchanges, BY);
  await service.createPartner({ communityId, name: 'Municipality', scopes: ['users.read', 'aggregates.read'] });
  return await subscribed(service, { partner, slug });
}

async function fillSandbox(service: TestService): Promise<FilledCommunity> {
  const { id: communityId } = await service.createCommunity({
    slug: 'playground',
    name: 'Playground',
    kind: 'sandbox',
  });
  const partner = await service.createPartner({ communityId, name: 'Bank, testing' });
  const filled = await subscribed(service, { partner, slug: 'playground' });
  const call = await callerOf(service, partner);
  const [userId = ''] = filled.userIds;
  await call('POST', '/wallet/credit', { user_id: userId, hours: 1, reference: 'play-1' });
  await call('POST', '/wallet/credit', { user_id: userId, hours: 1, reference: 'sandbox-final-1' });
  await call('POST', '/wallet/credit', { user_id: userId, hours: 2, reference: 'play-2' });
  return filled;
}

async function subscribed(
  service: TestService,
  { partner, slug }: Pick<FilledCommunity, 'partner' | 'slug'>,
): Promise<FilledCommunity> {
  const call = await callerOf(service, partner);
  const create = async (description: string, types: readonly string[]) =>
    dataOf(
      await call('POST', '/webhooks/subscriptions', { event_types: types, target_url: TARGET, description }),
    ) as FilledCommunity['subscription'];
  const subscription = await create('all', ['*']);
  const paused = await create('paused', ['wallet.credited', 'user.updated']);
  await call('PATCH', `/webhooks/subscriptions/${paused.id}`, { status: 'paused' });
  return { partner, slug, subscription, userIds: idsOf(await call('GET', '/users?per_page=10')) };
}

async function bookDay(service: TestService, { partner, userIds, slug }: FilledCommunity, day: number): Promise<void> {
  const call = await callerOf(service, partner);
  const credit = async (at: number, more: object = {}) =>
    dataOf(
      await call('POST', '/wallet/credit', {
        user_id: userIds[at],
        hours: 1.25 + at,
        reference: `${slug}-${day}-${at}`,
        note: `day ${day}, über`,
        ...more,
      }),
    ) as { readonly id: string };
  const payment = { amount: '25.00', currency: 'EUR', value_date: '2026-11-21', end_to_end_id: `E2E-${day}` };
  const wrong = await credit(0, { payment });
  for (const at of [1, 2, 3]) await credit(at);
  await call('POST', `/wallet/credits/${wrong.id}/reversal`, { reference: `${slug}-${day}-back`, reason: 'returned' });
  await credit(4, { hours: 2, corrects: wrong.id });
  await call('POST', '/wallet/credits', {
    credits: [5, 6, 7].map((at) => ({ user_id: userIds[at], hours: 0.5, reference: `${slug}-${day}-many-${at}` })),
  });
}

/** Acts of people in the console: slips, an import that was a mistake, a partner that is shut out. */
async function bookOfficeWork(service: TestService, { partner }: FilledCommunity): Promise<void> {
  const { deps } = service;
  const { communityId } = partner;
  const slip = { communityId, provider: 'R1', receiver: 'R2', time: '1:20', serviceDate: '2026-11-21' };
  await postExchange(deps.database, deps.clock, { ...slip, recordedBy: 'administrator:1', note: 'hedge' });
  await importMembers(deps, communityId, peopleOf('M', 1, 12), { ...BY, fileName: 'mistake.csv' });
  const [{ id } = { id: 0 }] = await service.ownerQuery<{ id: number }>(
    `select id::int from imports where community_id = $1 and file_name = 'mistake.csv'`,
    [communityId],
  );
  await undoImportOrMove(deps, { communityId, actor: 'administrator:1' }, id);
  const closed = await service.createPartner({ communityId, name: 'Former bank' });
  await suspendPartner(deps, { ...closed, actor: 'administrator:1' });
}

async function partnerWithKey(service: TestService, communityId: number) {
  const partner = await service.createPartner({ communityId, name: 'Bank with a key' });
  const key = await createKey();
  await setKeys(service, partner, { keys: { jwks: { keys: [key.publicJwk] } }, keysOnly: true });
  return { client_id: partner.clientId, private_jwk: key.privateJwk };
}

async function compareStatement(service: TestService, { partner, slug }: FilledCommunity): Promise<void> {
  const { deps } = service;
  const by = { ...partner, actor: 'administrator:1' };
  await changeRates(deps, by, { hoursPerUnit: { EUR: '1/20' }, from: null });
  const later = { hoursPerUnit: { EUR: '1/22', GBP: '1/18' }, from: '2027-01-01' };
  await changeRates(deps, { ...by, partnerId: null }, later);
  const file = csv(
    'entry_reference,amount,currency,booked_on',
    `${slug}-1-1,45.00,EUR,2026-11-22`,
    'unknown,20.00,EUR,2026-11-22',
  );
  const chunks = (async function* () {
    yield file;
  })();
  await reconcile(deps, by, { name: 'november.csv', chunks });
}

/** Closes the days that are due, and distributes what there is; nobody answers at the receiver's address. */
async function letWorkerRun(service: TestService): Promise<void> {
  const worker = startWorker(service.deps, { pollMs: 20, jobs: TEST_JOBS });
  await waitUntil('all events are distributed and the days are closed', async () => {
    const [left] = await service.ownerQuery<{ events: number; days: number }>(
      `select (select count(*)::int from event_queue) as events, (
         select count(*)::int from accounts a join communities c on c.id = a.community_id and c.kind = 'live'
         where a.kind = 'settlement' and a.closed_through is distinct from date '2026-11-23') as days`,
    );
    return left?.events === 0 && left.days === 0;
  });
  await worker.stop();
}

async function leave(
  service: TestService,
  { partner, userIds, slug, subscription }: FilledCommunity,
): Promise<HeldByPartner> {
  const call = await callerOf(service, partner);
  const pageOf = async (path: string) => (await call('GET', path)).meta as Record<string, string>;
  const { sync_token: usersSync = '' } = await pageOf('/users?per_page=500');
  const { next_cursor: usersNext = '' } = await pageOf('/users?per_page=5');
  const feed = await call('GET', '/events?order=asc&per_page=500');
  const feedToken = (feed.meta as { readonly sync_token: string }).sync_token;
  const changed = userIds.slice(0, 2);
  for (const [at, id] of changed.entries()) {
    await changeMember(
      service.deps,
      { ...act({ partner }), memberId: decodeId('usr', id) ?? '' },
      { name: `Renamed ${at}` },
    );
  }
  const added = dataOf(
    await call('POST', '/wallet/credit', { user_id: userIds[0], hours: 3, reference: `${slug}-last` }),
  ) as { readonly id: string };
  const [after, { data: credits }] = [
    await call('GET', `/events?per_page=500&sync_token=${feedToken}`),
    await call('GET', '/wallet/credits?per_page=500'),
  ];
  if (!(credits as { id: string }[]).some(({ id }) => id === added.id)) throw new Error('the last credit is missing');
  const balances: Record<string, number> = {};
  for (const id of userIds) {
    balances[id] = dataOf(await call('GET', `/wallet/balance/${id}`)).balance_seconds as number;
  }
  const days = slug === 'playground' ? ['2026-11-22'] : ['2026-11-22', '2026-11-23'];
  const statements = [];
  for (const day of days) statements.push(dataOf(await call('GET', `/wallet/statements/${day}`)));
  return {
    client_id: partner.clientId,
    client_secret: partner.clientSecret,
    access_token: await service.token(partner),
    subscription_id: subscription.id,
    webhook_secret: subscription.secret,
    users_sync_token: usersSync,
    users_next_cursor: usersNext,
    feed_sync_token: feedToken,
    users_changed: changed,
    events_after: idsOf(after),
    events_unsent: idsOf(await call('GET', '/events?per_page=500')),
    balances_seconds: balances,
    statements,
    credits: credits as Record<string, unknown>[],
  };
}

async function countRows(service: TestService): Promise<Record<string, number>> {
  const counts = await service.ownerQuery<{ name: string; count: number }>(
    `select relname as name, (xpath('/row/c/text()', query_to_xml(format('select count(*) as c from %I', relname),
       false, true, '')))[1]::text::int as count
     from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by relname`,
  );
  return Object.fromEntries(counts.map(({ name, count }) => [name, count]));
}
