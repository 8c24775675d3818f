/** The requests that show whether a community's size is felt: every read, and the partner's writes. */

import { randomUUID } from 'node:crypto';
import { BASE_PATH, encodeId } from '@timebank/contract';
import type { ConsoleOperationId } from '../console/desk/contract/operations.gen.ts';
import type { Keys } from '../core/base/keys.ts';
import { FIRST_ID } from '../core/database/keyset.ts';
import { encodeCursor, openCursor } from '../core/http/cursor.ts';
import type { ConsoleClient } from '../test-support/console.ts';
import type { DemoService } from './demo-service.ts';

/** A community to ask, and what is known of it. */
export interface BenchCommunity extends Pick<DemoService, 'api' | 'slug' | 'clientId' | 'clientSecret' | 'token'> {
  readonly partnerId: number;
  readonly keys: Keys;
  readonly console: ConsoleClient;
  /** UUIDs in the middle of their tables. */
  readonly middle: Readonly<Record<'member' | 'listing' | 'credit' | 'exchange' | 'event', string>>;
  readonly middleName: string;
  readonly middleReference: string;
  readonly middlePaymentReference: string;
  /** Changes a few members and listings, as happens between two walks. */
  change(): Promise<void>;
}

export interface Request {
  readonly what: string;
  readonly send: () => Promise<unknown>;
}

type Query = Readonly<Record<string, string>>;

const DAY_MS = 86_400_000;
const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/;
const PER_PAGE = 50;
/** A page that what a day brings to the smallest community fills, too: the same answer at each size. */
const SHORT = { per_page: '5' };

const momentAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString();
const dayAgo = (days: number) => momentAgo(days).slice(0, 10);

/** All requests, in an order in which each can be repeated. */
export async function requestsOf(asked: BenchCommunity): Promise<Request[]> {
  return [...(await partnerRequests(asked)), ...consoleRequests(asked)];
}

async function partnerRequests(asked: BenchCommunity): Promise<Request[]> {
  const { middle } = asked;
  const token = await asked.token();
  const plain = await asked.token('users.read listings.read wallet.read');
  const user = encodeId('usr', middle.member);
  const get = (what: string, path: string, query: Query = {}, as = token): Request => ({
    what: `GET ${what}`,
    send: () => call(asked, 'GET', path, as, { query }),
  });
  const list = (path: string, filters: readonly Query[]) =>
    filters.map((query) => get(`${path} ${Object.keys(query).join(' ')}`.trim(), path, query));
  const credit = () => ({ user_id: user, hours: 0.25, reference: randomUUID() });
  const posted = async () => (await call(asked, 'POST', '/wallet/credit', token, { body: credit() })).data.id;
  const subscription = async () => {
    const body = { target_url: 'https://127.0.0.1:9/', event_types: ['wallet.credited'] };
    return (await call(asked, 'POST', '/webhooks/subscriptions', token, { body })).data.id;
  };
  const remove = (id: string) => call(asked, 'DELETE', `/webhooks/subscriptions/${id}`, token);
  const between = { created_since: momentAgo(400), created_before: momentAgo(399) };
  const deep = async (path: string, operation: string, id: string, query: Query = {}) =>
    get(`${path} ${Object.keys(query).join(' ')} in the middle`.replace('  ', ' '), path, {
      ...query,
      cursor: await cursorAt(asked, path, operation, token, id, query),
    });
  const firstWalks = await Promise.all(
    ['users', 'listings'].map(async (name) => [`/${name}`, await syncToken(asked, `/${name}`, token)] as const),
  );
  await asked.change();
  return [
    get('/users/{id}', `/users/${user}`, {}, plain),
    get('/users/{id} with e-mail', `/users/${user}`),
    get('/users/lookup', '/users/lookup', { payment_reference: asked.middlePaymentReference }),
    get('/users without e-mail', '/users', {}, plain),
    get('/users', '/users'),
    await deep('/users', 'listUsers', middle.member),
    get('/listings/{id}', `/listings/${encodeId('lst', middle.listing)}`),
    ...list('/listings', [
      ...[{}, { type: 'request' }, { user_id: user }, { category: 'garden' }, { category: 'garden', type: 'request' }],
    ]),
    get('/listings category that nothing has', '/listings', { category: 'nothing' }),
    await deep('/listings', 'listListings', middle.listing),
    await deep('/listings', 'listListings', middle.listing, { category: 'garden' }),
    ...firstWalks.map(([path, sync_token]) => get(`${path} sync_token`, path, { sync_token })),
    get('/wallet/balance/{id}', `/wallet/balance/${user}`),
    get('/wallet/credits/{id}', `/wallet/credits/${encodeId('crd', middle.credit)}`),
    ...list('/wallet/credits', [
      ...[{}, { reference: asked.middleReference }, { user_id: user }, { status: 'posted' }, { status: 'reversed' }],
      ...[{ end_to_end_id: 'none' }, { booked_on: dayAgo(400), ...SHORT }, { reversed_on: dayAgo(400), ...SHORT }],
      ...[{ ...between, ...SHORT }, { created_since: momentAgo(1), ...SHORT }, { created_before: momentAgo(540) }],
      { status: 'reversed', created_since: momentAgo(400) },
    ]),
    await deep('/wallet/credits', 'listCredits', middle.credit),
    get('/wallet/statements of today', `/wallet/statements/${dayAgo(0)}`),
    get('/wallet/statements of a year ago', `/wallet/statements/${dayAgo(400)}`),
    { what: 'POST /wallet/credit', send: posted },
    {
      what: 'POST /wallet/credits',
      send: () =>
        call(asked, 'POST', '/wallet/credits', token, { body: { credits: Array.from({ length: 10 }, credit) } }),
    },
    {
      what: 'POST /wallet/credit and its reversal',
      send: async () =>
        call(asked, 'POST', `/wallet/credits/${await posted()}/reversal`, token, {
          body: { reference: randomUUID(), reason: 'returned' },
        }),
    },
    get('/aggregates/community', '/aggregates/community'),
    get('/me', '/me'),
    ...list('/events', [{}, { type: 'wallet.credit_reversed', ...SHORT }, { order: 'asc' }]),
    get('/events sync_token', '/events', { sync_token: await syncToken(asked, '/events', token, { order: 'asc' }) }),
    await deep('/events', 'listEvents', middle.event),
    { what: 'POST /oauth/token', send: () => asked.token() },
    get('/webhooks/subscriptions', '/webhooks/subscriptions'),
    get('/webhooks/event-types', '/webhooks/event-types'),
    { what: 'POST and DELETE /webhooks/subscriptions', send: async () => remove(await subscription()) },
  ];
}

/** The screens, by the requests that fill them. */
function consoleRequests(asked: BenchCommunity): Request[] {
  const { console: browser, middle, slug } = asked;
  const memberId = encodeId('usr', middle.member);
  const partnerId = String(asked.partnerId);
  const get = (what: string, id: ConsoleOperationId, params: Query = {}, query: Query = {}): Request => ({
    what: `console ${what}`,
    async send() {
      const { status, text } = await browser.call(id, { params: { slug, ...params }, query });
      if (status !== 200) throw new Error(`${what}: ${status} ${text}`);
    },
  });
  const inTheMiddle = (what: string, id: ConsoleOperationId, text: string) => {
    const scope = { partnerId: 0, operation: `console ${id}`, filters: { slug } };
    return get(`${what} in the middle`, id, {}, { cursor: encodeCursor(asked.keys, scope, text) });
  };
  const list = (what: string, id: ConsoleOperationId, filters: readonly Query[], params: Query = {}) =>
    filters.map((query) => get(`${what} ${Object.keys(query).join(' ')}`.trim(), id, params, query));
  const search = (id: ConsoleOperationId, what: string, texts: readonly string[]) =>
    texts.map((text) => get(`${what} search “${text}”`, id, {}, { search: text }));
  return [
    get('overview', 'getOverview'),
    get('charts', 'getCommunitySeries', {}, { from: dayAgo(365), to: dayAgo(0), unit: 'month' }),
    get('settings', 'getCommunitySettings'),
    get('community', 'getCommunity'),
    ...list('members', 'listMembers', [{}, { status: 'pending' }]),
    inTheMiddle('members', 'listMembers', middle.member + asked.middleName),
    ...search('listMembers', 'members', ['a', 'anna', 'anna ber', 'member', 'zzz', 'L-0001', 'anna zzz', 'an be hu']),
    get('member', 'getMember', { memberId }),
    get('member’s account', 'listMemberTransfers', { memberId }),
    get('member’s reads', 'listMemberReads', { memberId }),
    ...list('listings', 'listCommunityListings', [{}, { status: 'held' }, { type: 'request' }, { member: memberId }]),
    inTheMiddle('listings', 'listCommunityListings', middle.listing + middle.listing),
    ...search('listCommunityListings', 'listings', ['garden', 'garden help 995', 'nowhere']),
    ...list('exchanges', 'listExchanges', [
      ...[{}, { from: dayAgo(10), sort: '-day' }, { to: dayAgo(400), sort: '-day' }, { member: memberId }],
    ]),
    inTheMiddle('exchanges', 'listExchanges', middle.exchange + middle.exchange),
    get('accounts', 'listAccounts'),
    get('partners', 'listPartners'),
    get('partner', 'getPartner', { partnerId }),
    ...list('credits', 'listPartnerCredits', [{}, { status: 'reversed' }, { booked_on: dayAgo(400), ...SHORT }], {
      partnerId,
    }),
    get('statements', 'listPartnerStatements', { partnerId }),
    get('calls', 'listCalls'),
    get('audit', 'listAudit'),
  ];
}

/** The parts of answers that are read. */
interface Answer {
  readonly data: { readonly id: string };
  readonly meta: { readonly next_cursor: string };
}

interface RequestParts {
  readonly query?: Query;
  readonly body?: unknown;
}

async function call(
  { api }: BenchCommunity,
  method: string,
  path: string,
  token: string,
  { query, body }: RequestParts = {},
): Promise<Answer> {
  const headers = {
    authorization: `Bearer ${token}`,
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
  };
  const sent = body === undefined ? {} : { body: JSON.stringify(body) };
  const response = await fetch(`${api}${path}?${new URLSearchParams(query)}`, { method, headers, ...sent });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${BASE_PATH}${path}: ${response.status} ${text}`);
  return JSON.parse(text || '{}');
}

/** The cursor of a list as it is after the row of this id. */
async function cursorAt(
  asked: BenchCommunity,
  path: string,
  operation: string,
  token: string,
  id: string,
  query: Query,
) {
  const { meta } = await call(asked, 'GET', path, token, { query: { ...query, per_page: String(PER_PAGE) } });
  const scope = { partnerId: asked.partnerId, operation, filters: query };
  return encodeCursor(asked.keys, scope, openCursor(asked.keys, scope, meta.next_cursor).text.replace(UUID, id));
}

/** The token that a full walk would have ended with, had it begun now. */
async function syncToken(asked: BenchCommunity, path: string, token: string, filters: Query = {}): Promise<string> {
  const operation = { '/users': 'listUsers', '/listings': 'listListings' }[path] ?? 'listEvents';
  const { meta } = await call(asked, 'GET', path, token, { query: { ...filters, per_page: '1' } });
  const scope = { partnerId: asked.partnerId, operation, filters };
  const state = openCursor(asked.keys, scope, meta.next_cursor).text.replace(UUID, FIRST_ID);
  return encodeCursor(asked.keys, { ...scope, filters: {}, operation: `${operation} sync_token` }, state);
}
