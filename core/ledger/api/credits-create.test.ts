/** `POST /wallet/credits`: many credits in one request. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { creditMany as operation } from '@timebank/contract';
import { verifyLedger } from '../../../modules/operate/domain/ledger/invariants.ts';
import type { TestResponse } from '../../../test-support/call.ts';
import { startTestService, type TestPartner, type TestService, testService } from '../../../test-support/harness.ts';
import { patientMs } from '../../../test-support/speed.ts';
import { waitUntil } from '../../../test-support/wait-until.ts';
import {
  credit,
  creditBody,
  credited,
  creditWith,
  holdSettlement,
  newReference,
  reverse,
  sendCredits,
} from '../../../test-support/wallet.ts';
import { DatabaseUnavailable } from '../../database/connection.ts';

const service = await testService();

async function setUp(settings: Parameters<TestService['createPartner']>[0] = {}) {
  const partner = await service.createPartner(settings);
  const [member, other] = [await service.createMember(partner), await service.createMember(partner)];
  return { partner, member, other, token: await service.token(partner) };
}

interface Item {
  readonly index: number;
  readonly status: number;
  readonly replayed?: boolean;
  readonly data?: { id: string; reference: string };
  readonly error?: { error: string; errors?: { field: string; code: string }[]; request_id: string };
}

/** The outcomes, each with `data` or `error` and in the order of the request. */
function outcomes({ status, body }: TestResponse): Item[] {
  assert.equal(status, 200, JSON.stringify(body));
  for (const [at, { index, status: own, replayed, data, error }] of (body.data as Item[]).entries()) {
    assert.equal(index, at);
    assert.deepEqual([data !== undefined, error !== undefined], own < 400 ? [true, false] : [false, true]);
    assert.equal(replayed, own < 400 ? own === 200 : undefined);
  }
  return body.data;
}

const statuses = (response: TestResponse) => outcomes(response).map(({ status }) => status);
const seconds = async (sql: string, values: readonly unknown[]) =>
  Number((await service.ownerQuery<{ seconds: string }>(sql, values))[0]?.seconds);
const creditedBy = ({ partnerId }: TestPartner) =>
  seconds('select coalesce(sum(amount_seconds), 0) as seconds from transfers where partner_id = $1', [partnerId]);
const totalsOf = async ({ communityId }: TestPartner) =>
  await service.ownerQuery(
    'select id, debits_seconds, credits_seconds from accounts where community_id = $1 order by id',
    [communityId],
  );

test('each outcome equals the answer of the single call, in the order of the request, independent of the others', async () => {
  const { partner, member, other, token } = await setUp({ maxCreditSeconds: 36_000 });
  const foreign = await service.createPartner({ communityId: partner.communityId });
  const foreignToken = await service.token(foreign);
  const theirs = await credited(service, foreignToken, member.id, 1);
  await reverse(service, foreignToken, theirs.id);
  const there = await credited(service, token, member.id, 1);
  const taken = await credited(service, token, member.id, 1);
  const wrong = await credited(service, token, member.id, 1);
  await reverse(service, token, wrong.id);
  const payment = { amount: '20.00', currency: 'EUR' };
  const items: [object | string | null, number][] = [
    [{ ...creditBody(member.id, 1.5), note: 'one', payment }, 201],
    [creditBody(member.id, 1, there.reference), 200],
    [creditBody(other.id, 1, there.reference), 409],
    [creditBody(other.id, 1, taken.reference), 409],
    [creditBody('usr_nobody', 1), 404],
    [creditBody(member.id, 10.01), 422],
    [creditBody(member.id, 1.005), 422],
    [{ user_id: member.id, hours: '1', iban: 'x', payment: { bic: 'x' } }, 422],
    [{ ...creditBody(member.id, 1), corrects: theirs.id }, 422],
    [{ ...creditBody(member.id, 1), corrects: there.id }, 422],
    [{ ...creditBody(member.id, 1), corrects: wrong.id, note: null, payment: {} }, 201],
    [creditBody(other.id, 2), 201],
  ];
  const response = await sendCredits(
    service,
    token,
    items.map(([item]) => item),
  );
  const found = outcomes(response);
  // The third has the reference of the second: it is repeated, and no conflict.
  const expected = items.map(([, status], at) => (at === 2 ? 422 : status));
  assert.deepEqual(
    found.map(({ status }) => status),
    expected,
  );
  assert.deepEqual(
    found[2]?.error?.errors?.map(({ field, code }) => `${field} ${code}`),
    ['reference repeated_reference'],
  );
  for (const [at, [item, status]] of items.entries()) {
    if (at === 2) continue;
    const single = await service.call('POST', '/wallet/credit', { token, json: item });
    const { data, error } = found[at] as Item;
    if (status < 400) {
      assert.deepEqual([single.status, single.body.data], [200, data]);
    } else {
      assert.equal(single.status, status);
      assert.deepEqual({ ...single.body, request_id: '' }, { ...error, request_id: '' });
      assert.equal(error?.request_id, response.headers.get('x-request-id'));
    }
  }
  assert.equal(response.headers.get('cache-control'), 'private, no-store');
});

test('500 at once are booked in time, and the same request again books nothing', async () => {
  const { partner, member, other, token } = await setUp();
  const credits = Array.from({ length: 500 }, (_, at) => creditBody(at % 2 ? member.id : other.id, 0.01 * (at + 1)));
  for (const item of credits) item.hours = Math.round(item.hours * 100) / 100;
  assert.deepEqual(statuses(await sendCredits(service, token, credits)), Array(500).fill(201));
  const totals = await totalsOf(partner);
  assert.equal(await creditedBy(partner), (36 * 500 * 501) / 2);
  const again = await sendCredits(service, token, credits);
  assert.deepEqual(statuses(again), Array(500).fill(200));
  assert.deepEqual(
    outcomes(again).map(({ data }) => data?.reference),
    credits.map(({ reference }) => reference),
  );
  assert.deepEqual(await totalsOf(partner), totals);
  const [events] = await service.ownerQuery<{ count: number }>(
    'select count(*)::int as count from events where partner_id = $1',
    [partner.partnerId],
  );
  assert.equal(events?.count, 500);
});

test('the caps count what earlier credits of the same request used', async () => {
  const { member, token } = await setUp({ maxMemberDaySeconds: 3 * 3600 });
  const credits = [1, 1.5, 1, 0.5, 0.01].map((hours) => creditBody(member.id, hours));
  assert.deepEqual(statuses(await sendCredits(service, token, credits)), [201, 201, 422, 201, 422]);
});

test('a reference of an earlier credit of the request is refused, whatever became of that one', async () => {
  const { partner, member, token } = await setUp();
  const [good, bad] = [newReference(), newReference()];
  const response = await sendCredits(service, token, [
    creditBody(member.id, 1, good),
    creditBody(member.id, 1, good),
    creditBody(member.id, 0, bad),
    creditBody(member.id, 1, bad),
    creditBody(member.id, 1, good.toLowerCase()),
  ]);
  assert.deepEqual(statuses(response), [201, 422, 422, 422, 201]);
  assert.equal(await creditedBy(partner), 7200);
});

test('a request that is no list of 1 to 500 is refused as a whole, by name', async () => {
  const { partner, member, token } = await setUp();
  const many = Array.from({ length: 501 }, () => creditBody(member.id, 1));
  const good = [creditBody(member.id, 1)];
  for (const [json, fault] of [
    [{}, 'credits required'],
    [{ credits: null }, 'credits wrong_type'],
    [{ credits: [] }, 'credits too_few_items'],
    [{ credits: many }, 'credits too_many_items'],
    [{ credits: good[0] }, 'credits wrong_type'],
    [{ credits: good, atomic: true }, 'atomic unknown_field'],
  ] as const) {
    const { status, body } = await service.call('POST', '/wallet/credits', { token, json });
    assert.equal(status, 422);
    assert.deepEqual(
      body.errors.map(({ field, code }: { field: string; code: string }) => `${field} ${code}`),
      [fault],
    );
  }
  const response = await sendCredits(service, token, [null, 7, [], 'x', {}]);
  assert.deepEqual(statuses(response), Array(5).fill(422));
  assert.deepEqual(outcomes(response)[0]?.error?.errors?.[0]?.field, 'body');
  assert.equal(await creditedBy(partner), 0);
});

test('a token without wallet.write is 403, none 401', async () => {
  const { partner, member } = await setUp();
  const reader = await service.token(partner, ['wallet.read']);
  const credits = [creditBody(member.id, 1)];
  assert.equal((await sendCredits(service, reader, credits)).body.error, 'insufficient_scope');
  const none = await service.call('POST', '/wallet/credits', { json: { credits } });
  assert.equal(none.body.error, 'invalid_token');
});

/** JSON with every character escaped that is not ASCII, as many libraries write it. */
const escaped = (value: unknown) =>
  JSON.stringify(value).replace(/[^\x20-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
const asJson = { 'Content-Type': 'application/json' };

test('500 credits with every field at its longest fit, however their text is written; a byte too many is 413', async () => {
  const { partner, member, token } = await setUp();
  const wide = (length: number, at: number) => `${String(at).padStart(3, '0')}${'\u{1f600}'.repeat(length - 3)}`;
  const credits = Array.from({ length: 500 }, (_, at) => ({
    user_id: member.id,
    hours: 0.25,
    reference: wide(128, at),
    note: wide(500, at),
    payment: {
      amount: '999999999999999.99',
      currency: 'EUR',
      value_date: '2026-11-20',
      end_to_end_id: wide(35, at),
    },
    corrects: null,
  }));
  const body = escaped({ credits }).replaceAll('"corrects":null', `"corrects":"${'crd_01jd3h6m8nfdwtv0k2x9q4z7ad'}"`);
  const bytesMax = operation.bodyBytesMax ?? 0;
  assert.ok(body.length < bytesMax, `${body.length} bytes`);
  const sent = await service.call('POST', '/wallet/credits', { token, body, headers: asJson });
  assert.deepEqual(statuses(sent), Array(500).fill(422));
  const whole = await service.call('POST', '/wallet/credits', {
    token,
    body: escaped({ credits }).padEnd(bytesMax),
    headers: asJson,
  });
  assert.deepEqual(statuses(whole), Array(500).fill(201));
  assert.equal(await creditedBy(partner), 500 * 900);
  for (const [path, max] of [
    ['/wallet/credits', bytesMax],
    ['/wallet/credit', 65_536],
  ] as const) {
    const over = await service.call('POST', path, { token, body: '{}'.padEnd(max + 1), headers: asJson });
    assert.deepEqual([over.status, over.body.error], [413, 'payload_too_large']);
    assert.match(over.body.error_description, new RegExp(`at most ${max} bytes`));
    const fits = await service.call('POST', path, { token, body: '{}'.padEnd(max), headers: asJson });
    assert.equal(fits.status, 422);
  }
});

test('a field repeated anywhere in a large body is 400 by name, and one of odd form is answered', async () => {
  const { member, token } = await setUp();
  const send = (body: string) => service.call('POST', '/wallet/credits', { token, body, headers: asJson });
  const credits = Array.from({ length: 400 }, () => ({ ...creditBody(member.id, 1), note: 'a: "b" \\'.repeat(40) }));
  const text = JSON.stringify({ credits });
  assert.ok(text.length > 65_536);
  const repeated = text.replace(/"hours":1(?=[^h]*$)/, '"hours":1,"h\\u006furs":2');
  assert.notEqual(repeated, text);
  const { status, body } = await send(repeated);
  assert.deepEqual([status, body.error, body.errors[0].field], [400, 'invalid_request', 'credits.399.hours']);

  const deep = await send(`{"credits":[${'['.repeat(40_000)}${']'.repeat(40_000)}]}`);
  assert.deepEqual([deep.status, deep.body.error], [400, 'invalid_request']);
  assert.match(deep.body.error_description, /32 levels/);
  const wide = Object.fromEntries(Array.from({ length: 20_000 }, (_, at) => [`field ${at}`, 1]));
  const [item, paid] = outcomes(await send(JSON.stringify({ credits: [wide, { payment: wide }] })));
  assert.equal(item?.error?.errors?.length, 100);
  assert.equal(paid?.error?.errors?.length, 100);
});

test('of 20 parallel requests with overlapping references each reference is booked once, over two nodes', async () => {
  const { partner, member, token } = await setUp();
  const node = await startTestService({ database: service.testDatabase });
  try {
    const references = Array.from({ length: 60 }, newReference);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, at) => {
        const own = [...references.slice(2 * at), ...references.slice(0, 2 * at)].slice(0, 40);
        return sendCredits(
          at % 2 ? node : service,
          token,
          own.map((reference) => creditBody(member.id, 0.5, reference)),
        );
      }),
    );
    const posted = answers.flatMap(outcomes).filter(({ status }) => status === 201);
    assert.deepEqual(posted.map(({ data }) => data?.reference).sort(), [...references].sort());
    assert.deepEqual([...new Set(answers.flatMap(statuses))].sort(), [200, 201]);
    assert.equal(await creditedBy(partner), 60 * 1800);
  } finally {
    await node.stop();
  }
});

test('while the ledger is held the whole is 503 within five seconds, and repeating it books each once', async () => {
  const { partner, member, token } = await setUp();
  const credits = Array.from({ length: 300 }, () => creditBody(member.id, 0.1));
  // A part of them is booked already, as after a failure in the middle.
  for (const { hours, reference } of credits.slice(0, 3)) await credit(service, token, member.id, hours, reference);
  const lock = await holdSettlement(service, partner);
  try {
    const startedMs = performance.now();
    const { status, body } = await sendCredits(service, token, credits);
    assert.deepEqual([status, body.error], [503, 'temporarily_unavailable']);
    assert.ok(performance.now() - startedMs < 5000 + patientMs(500));
  } finally {
    await lock.release();
  }
  let found: number[] = [];
  await waitUntil('the ledger answers again', async () => {
    const response = await sendCredits(service, token, credits);
    if (response.status === 200) found = statuses(response);
    return response.status === 200;
  });
  assert.ok(found.every((status) => status === 200 || status === 201));
  assert.deepEqual(found.slice(0, 3), [200, 200, 200]);
  assert.equal(await creditedBy(partner), 300 * 360);
});

test('where the outcome of one is unknown the whole is 503, and repeating it tells what was booked', async () => {
  const { partner, member, token } = await setUp();
  const credits = Array.from({ length: 200 }, () => creditBody(member.id, 0.1));
  const node = await startTestService({
    database: service.testDatabase,
    // Booked, and the answer of the database is lost.
    changeDeps: (deps) => ({
      ...deps,
      postTransfers: async (request) => {
        const outcome = await deps.postTransfers(request);
        if ('reference' in request && request.reference === credits[2]?.reference)
          throw new DatabaseUnavailable('lost');
        return outcome;
      },
    }),
  });
  try {
    const { status, body } = await sendCredits(node, token, credits);
    assert.deepEqual([status, body.error], [503, 'temporarily_unavailable']);
  } finally {
    await node.stop();
  }
  const again = statuses(await sendCredits(service, token, credits));
  const booked = again.filter((each) => each === 200).length;
  assert.ok(booked >= 3 && booked < 200, `${booked} were booked`);
  assert.deepEqual(again, [...Array(booked).fill(200), ...Array(200 - booked).fill(201)]);
  assert.equal(await creditedBy(partner), 200 * 360);
});

test('a credit that the database refuses is 500 by itself, and the others are booked', async () => {
  const { partner, member, token } = await setUp();
  await service.ownerQuery(`alter table transfers add constraint poison check (note is distinct from 'poison')`);
  try {
    const credits = Array.from({ length: 10 }, (_, at) => ({
      ...creditBody(member.id, 1),
      note: at === 4 ? 'poison' : 'fine',
    }));
    const response = await sendCredits(service, token, credits);
    assert.deepEqual(
      statuses(response),
      credits.map((_, at) => (at === 4 ? 500 : 201)),
    );
    assert.equal(outcomes(response)[4]?.error?.error, 'server_error');
    assert.equal(await creditedBy(partner), 9 * 3600);
  } finally {
    await service.ownerQuery('alter table transfers drop constraint poison');
  }
});

test('many credits are one request for the rate limit and one row of the log, which tells what was refused', async () => {
  const { partner, member, token } = await setUp({ rateLimitPerMinute: 600 });
  const before = await service.call('GET', '/wallet/credits', { token });
  const credits = [creditBody(member.id, 1), creditBody('usr_nobody', 1), creditBody(member.id, 0)];
  const response = await sendCredits(service, token, credits);
  const left = ({ headers }: TestResponse) => Number(headers.get('x-ratelimit-remaining'));
  assert.equal(left(before) - left(response), 1);
  const rows = () =>
    service.ownerQuery<{ status: number; error: string; error_description: string }>(
      `select status, error, error_description from call_log where partner_id = $1 and operation = 'creditMany'`,
      [partner.partnerId],
    );
  await waitUntil('the call is logged', async () => (await rows()).length > 0);
  assert.deepEqual(await rows(), [
    {
      status: 200,
      error: 'user_not_found',
      error_description: 'Refused 2 of 3, the first at 1: No member with this id can be credited.',
    },
  ]);
});

test('beyond fifty, many credits weigh on later requests, and refuse not the one they came with', async () => {
  const credits = (count: number) => Array.from({ length: count }, () => creditBody('usr_nobody', 1));
  const left = ({ headers }: TestResponse) => Number(headers.get('x-ratelimit-remaining'));
  const { token } = await setUp({ rateLimitPerMinute: 600 });
  let before = left(await service.call('GET', '/wallet/credits', { token }));
  for (const [count, weight] of [
    [1, 1],
    [50, 1],
    [51, 2],
    [101, 3],
  ] as const) {
    const after = left(await sendCredits(service, token, credits(count)));
    assert.equal(before - after, weight, `${count} credits`);
    before = after;
  }
  const refused = await service.call('POST', '/wallet/credits', { token, json: { credits: {} } });
  assert.deepEqual([refused.status, before - left(refused)], [422, 1]);

  const small = await setUp({ rateLimitPerMinute: 2 });
  const many = await sendCredits(service, small.token, credits(200));
  assert.deepEqual([many.status, left(many)], [200, 0]);
  const next = await service.call('GET', '/wallet/credits', { token: small.token });
  assert.equal(next.status, 429);
  service.clock.advance(Number(next.headers.get('retry-after')) * 1000);
  assert.equal((await service.call('GET', '/wallet/credits', { token: small.token })).status, 200);
});

test('each credit keeps what was sent of it, and a single call replays one of many', async () => {
  const { member, token } = await setUp();
  const item = { ...creditBody(member.id, 2), note: 'both', payment: { end_to_end_id: 'E-1' } };
  const [outcome] = outcomes(await sendCredits(service, token, [item]));
  const single = await creditWith(service, token, item);
  assert.deepEqual([single.status, single.body.data], [200, outcome?.data]);
});

test('the ledger holds after all of this', async () => {
  const { invariants } = await verifyLedger(service.deps.database, service.clock);
  assert.deepEqual(
    invariants.flatMap(({ offenders }) => offenders),
    [],
  );
});
