/** Runs a table of statements about the partner API: each row is one request and what the answer must be. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { BASE_PATH, encodeId, type Scope } from '@timebank/contract';
import { takeDueSnapshots } from '../core/aggregates/snapshots.ts';
import { changeMemberStatus, type NewStatus } from '../core/people/members/status.ts';
import { addListing } from '../modules/members/domain/listings/create.ts';
import { type CallOptions, checkResponse, type TestResponse } from './call.ts';
import { startTestService, TEST_START, type TestService, type TestServiceOptions } from './harness.ts';
import { createHiddenNeighbours } from './members-beside.ts';
import { type RawOptions, sendRaw } from './raw-http.ts';

/** The data a row acts on. `{name}` in a request or an expected text is replaced by `names.name`. */
export interface Scene {
  readonly service: TestService;
  /** Values by name; what a row adds is its own. `token` is sent unless the row says otherwise. */
  readonly names: Record<string, string>;
  /** Members whom no partner sees act before each request: every statement holds beside them. */
  readonly membersAct?: () => Promise<void>;
}

interface SendOptions extends Omit<CallOptions, 'token'> {
  /** `{token}` unless given; null sends none. */
  readonly token?: string | null;
  /** Sets the clock first. */
  readonly at?: string;
  /** Names parts of the answer's body: `{ credit: 'data.id' }`. */
  readonly save?: Readonly<Record<string, string>>;
}

/** `GET /users`, also with options; or bytes, lines ended by CRLF, followed by the body. */
export type Send =
  | string
  | readonly [line: string, options: SendOptions]
  | { readonly raw: readonly string[]; readonly body?: string; readonly options?: RawOptions };

type Pattern = unknown;

interface Answer {
  readonly status: number;
  readonly error?: string;
  /** The fields at fault, all of them: `hours too_many_decimals`. */
  readonly fields?: readonly string[];
  /** Text, pattern, or null for a header that is not there. */
  readonly headers?: Readonly<Record<string, string | RegExp | null>>;
  /** The values the body must hold: objects in part, lists whole, a RegExp for text, a function for a condition. */
  readonly body?: Pattern;
  readonly check?: (answer: TestResponse, scene: Scene) => void;
}

/** A status, an error with the fields at fault, or all of it. */
export type Expect = number | readonly [status: number, error: string, ...fields: string[]] | Answer;

type Act = (scene: Scene) => Promise<unknown>;

export interface Row {
  /** The statement, in the words of the contract. */
  readonly statement: string;
  /** Requests made before, which must succeed. */
  readonly given?: readonly (Send | Act)[];
  readonly request: Send;
  readonly expect: Expect;
  /** The state afterwards. */
  readonly afterwards?: readonly (readonly [request: Send, expect: Expect])[];
  /** Puts back what the row changed for all. */
  readonly restore?: Act;
}

/** Registers one test per row, on one service. `prepare` answers the names that all rows share. */
export function testStatements(
  section: string,
  rows: readonly Row[],
  prepare: (service: TestService) => Promise<Record<string, string>>,
  options?: TestServiceOptions,
): void {
  describe(`${section}: ${rows.length} statements`, () => {
    let service: TestService;
    let shared: Record<string, string>;
    let membersAct: () => Promise<void>;
    before(async () => {
      service = await startTestService(options);
      shared = await prepare(service);
      membersAct = createHiddenNeighbours(service, Number(shared.communityId));
    });
    after(async () => {
      if (service) await assertMembersActed(service, Number(shared.communityId));
      await service?.stop();
    });

    test('every statement is there once', () => {
      assert.equal(new Set(rows.map(({ statement }) => statement)).size, rows.length);
    });
    for (const [at, row] of rows.entries()) {
      test(row.statement, async () => {
        service.clock.set(TEST_START);
        const names = { ...shared, ref: `row-${at}`, base: BASE_PATH, origin: service.origin };
        try {
          await runRow(row, { service, names, membersAct });
        } finally {
          await row.restore?.({ service, names: shared });
        }
      });
    }
  });
}

/** Else nothing was tried beside them. */
async function assertMembersActed(service: TestService, communityId: number): Promise<void> {
  const [acted] = await service.ownerQuery<{ listings: number; hours: number }>(
    `select (select count(*)::int from listings l join members m on m.id = l.member_id and m.visibility = 'hidden'
       where l.community_id = $1) as listings,
     (select count(*)::int from proposals where community_id = $1 and state = 'confirmed') as hours`,
    [communityId],
  );
  assert.ok(acted && acted.listings > 0 && acted.hours > 0, JSON.stringify(acted));
}

async function runRow({ given = [], request, expect, afterwards = [] }: Row, scene: Scene): Promise<void> {
  for (const step of given) {
    if (typeof step === 'function') await step(scene);
    else {
      const { status, text } = await send(step, scene);
      assert.ok(status < 300, `given ${JSON.stringify(step)}: ${status} ${text}`);
    }
  }
  await scene.membersAct?.();
  hold(await send(request, scene), expect, scene);
  for (const [next, expected] of afterwards) hold(await send(next, scene), expected, scene);
}

async function send(what: Send, scene: Scene): Promise<TestResponse> {
  if (typeof what === 'object' && 'raw' in what) return await sendBytes(what, scene);
  const [line, { token = '{token}', at, save, ...options }] = typeof what === 'string' ? [what, {}] : what;
  if (at) scene.service.clock.set(at);
  const [method = '', path = ''] = filled(line, scene).split(/ (.*)/);
  const answer = await scene.service.call(method, path, {
    ...filledDeep(options, scene),
    ...(token === null ? {} : { token: filled(token, scene) }),
  });
  for (const [name, part] of Object.entries((answer.status < 300 && save) || {})) {
    const value = part.split('.').reduce((from, key) => from?.[key], answer.body);
    assert.equal(typeof value, 'string', `${part} in ${answer.text}`);
    scene.names[name] = value;
  }
  return answer;
}

async function sendBytes(
  { raw, body = '', options }: Exclude<Send, string | readonly unknown[]>,
  scene: Scene,
): Promise<TestResponse> {
  const bytes = filled(`${raw.join('\r\n')}\r\n\r\n${body}`, scene);
  const [response] = (await sendRaw(scene.service.origin, bytes, options)).responses;
  assert.ok(response, 'a whole answer');
  const method = options?.head ? 'HEAD' : 'GET';
  return checkResponse(method, undefined, response.status, response.headers, response.text);
}

function filled(text: string, { names }: Scene): string {
  return text.replace(/\{([a-z]\w*)\}/gi, (_, name) => {
    assert.ok(name in names, `{${name}} is the name of nothing`);
    return names[name] as string;
  });
}

function filledDeep<T>(value: T, scene: Scene): T;
function filledDeep(value: unknown, scene: Scene): unknown {
  if (typeof value === 'string') return filled(value, scene);
  if (Array.isArray(value)) return value.map((item) => filledDeep(item, scene));
  if (value === null || typeof value !== 'object' || Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, filledDeep(item, scene)]));
}

function hold(answer: TestResponse, expect: Expect, scene: Scene): void {
  const wanted: Answer =
    typeof expect === 'number'
      ? { status: expect }
      : 'status' in expect
        ? expect
        : {
            status: expect[0],
            error: expect[1],
            ...(expect.length > 2 ? { fields: expect.slice(2) as string[] } : {}),
          };
  const about = `${answer.status} ${answer.text.slice(0, 800)}`;
  assert.equal(answer.status, wanted.status, about);
  if (wanted.error !== undefined) assert.equal(answer.body.error, wanted.error, about);
  if (wanted.fields) assert.deepEqual(faults(answer), wanted.fields.toSorted(), about);
  for (const [name, value] of Object.entries(wanted.headers ?? {})) {
    const found = answer.headers.get(name);
    if (value instanceof RegExp) assert.match(found ?? '', value, `${name}: ${found}`);
    else assert.equal(found, value === null ? null : filled(value, scene), name);
  }
  if (wanted.body !== undefined) match(answer.body, filledDeep(wanted.body, scene), 'body', about);
  wanted.check?.(answer, scene);
}

function faults({ body }: TestResponse): string[] {
  const errors: { field: string; code: string }[] = body.errors ?? [];
  return errors.map(({ field, code }) => `${field} ${code}`).sort();
}

function match(value: unknown, pattern: unknown, where: string, about: string): void {
  if (pattern instanceof RegExp) assert.match(String(value), pattern, `${where} of ${about}`);
  else if (typeof pattern === 'function') assert.ok(pattern(value), `${where} of ${about}`);
  else if (Array.isArray(pattern)) {
    assert.ok(Array.isArray(value), `${where} of ${about}`);
    assert.equal(value.length, pattern.length, `length of ${where} of ${about}`);
    for (const [at, item] of pattern.entries()) match(value[at], item, `${where}.${at}`, about);
  } else if (pattern !== null && typeof pattern === 'object') {
    assert.ok(value !== null && typeof value === 'object', `${where} of ${about}`);
    for (const [key, item] of Object.entries(pattern)) {
      match((value as Record<string, unknown>)[key], item, `${where}.${key}`, about);
    }
  } else assert.deepEqual(value, pattern, `${where} of ${about}`);
}

/**
 * The scene of most tables: a partner with every scope and its token, a second partner of another community, members in
 * every state, a listing, and a credit.
 */
export async function prepareBank(service: TestService): Promise<Record<string, string>> {
  const bank = await service.createPartner();
  const { communityId } = bank;
  const member = await service.createMember({ communityId, name: 'Anna Berger', email: 'anna@example.org' });
  const suspended = await service.createMember({ communityId, status: 'suspended' });
  const hidden = await service.createMember({ communityId, visibility: 'hidden' });
  const stranger = await service.createPartner();
  const foreign = await service.createMember({ communityId: stranger.communityId });
  const scene: Scene = { service, names: {} };
  Object.assign(scene.names, {
    communityId: String(communityId),
    partnerId: String(bank.partnerId),
    clientId: bank.clientId,
    clientSecret: bank.clientSecret,
    token: await service.token(bank),
    aggregatesToken: await service.token(bank, ['aggregates.read']),
    foreignToken: await service.token(stranger),
    member: member.id,
    memberUuid: member.uuid,
    paymentReference: member.paymentReference,
    suspended: suspended.id,
    hidden: hidden.id,
    foreign: foreign.id,
    listing: await addTestListing(service, communityId, member.uuid, { title: 'Pruning', type: 'service' }),
  });
  const credit = { user_id: '{member}', hours: 1.5, reference: 'first' };
  await send(['POST /wallet/credit', { json: credit, save: { credit: 'data.id' } }], scene);
  await takeDueSnapshots(service.deps.database, service.clock);
  return scene.names;
}

/** Adds a listing and answers its public id. */
export async function addTestListing(
  service: TestService,
  communityId: number,
  memberId: string,
  input: Parameters<typeof addListing>[2],
): Promise<string> {
  const act = { communityId, actor: 'test', memberId };
  return encodeId('lst', await addListing(service.deps, act, input));
}

/** A step that makes a partner of its own community and a member, and lets the row act with its token. */
export function ownBank(options: Parameters<TestService['createPartner']>[0] = {}, scopes?: readonly Scope[]): Act {
  return async ({ service, names }) => {
    const bank = await service.createPartner(options);
    const member = await service.createMember({ communityId: bank.communityId });
    Object.assign(names, {
      communityId: String(bank.communityId),
      partnerId: String(bank.partnerId),
      clientId: bank.clientId,
      clientSecret: bank.clientSecret,
      token: await service.token(bank, scopes),
      member: member.id,
      memberUuid: member.uuid,
      paymentReference: member.paymentReference,
    });
  };
}

/** A step that runs SQL as the owner; `{name}` is filled in. */
export function sql(text: string): Act {
  return (scene) => scene.service.ownerQuery(filled(text, scene));
}

/** A step that changes the status of the row's member. */
export function memberBecomes(status: NewStatus): Act {
  return ({ service, names }) => {
    const act = { communityId: Number(names.communityId), actor: 'test', memberId: names.memberUuid as string };
    return changeMemberStatus(service.deps, act, status);
  };
}
