import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decodeId, EVENT_KINDS, EVENT_TYPES, MAX_SUBSCRIPTIONS } from '@timebank/contract';
import { startTestService, type TestPartner, testService } from '../../../../test-support/harness.ts';
import { decryptWebhookSecret } from '../../delivery/secrets.ts';

const service = await testService();

const PATH = '/webhooks/subscriptions';
const TARGET = 'https://bank.example/webhooks/timebank';

async function create(token: string, body: unknown = { event_types: ['wallet.credited'], target_url: TARGET }) {
  return await service.call('POST', PATH, { token, json: body });
}

async function countOf({ communityId, partnerId }: TestPartner): Promise<number> {
  const [row] = await service.ownerQuery<{ count: number }>(
    'select count(*)::int as count from subscriptions where community_id = $1 and partner_id = $2',
    [communityId, partnerId],
  );
  return row?.count ?? -1;
}

test('a subscription is created, its secret shown once, kept encrypted, and the act audited', async () => {
  const partner = await service.createPartner();
  const token = await service.token(partner, ['webhooks.manage']);
  const { status, headers, body } = await create(token, {
    event_types: ['user.updated', 'wallet.credited', 'user.updated'],
    target_url: 'HTTPS://Bank.Example:8443/hooks?a=%7E&b=c',
    description: 'Ledger',
  });
  assert.equal(status, 201);
  assert.match(headers.get('cache-control') ?? '', /no-store/);
  const { id, secret, ...rest } = body.data;
  assert.equal(headers.get('location'), `${service.origin}/api/partner/v1${PATH}/${id}`);
  assert.match(secret, /^whsec_[A-Za-z0-9+/]{43}=$/);
  assert.deepEqual(rest, {
    event_types: ['user.updated', 'wallet.credited'],
    undeliverable_event_types: [],
    target_url: 'HTTPS://Bank.Example:8443/hooks?a=%7E&b=c',
    description: 'Ledger',
    status: 'active',
    disabled_reason: null,
    created_at: '2026-11-20T09:30:00.000Z',
    updated_at: '2026-11-20T09:30:00.000Z',
    last_success_at: null,
    consecutive_failures: 0,
  });

  const uuid = decodeId('whs', id) as string;
  const [row] = await service.ownerQuery<{ secret_encrypted: Buffer }>(
    'select secret_encrypted from subscriptions where community_id = $1 and id = $2',
    [partner.communityId, uuid],
  );
  const encrypted = row?.secret_encrypted as Buffer;
  assert.equal(decryptWebhookSecret(service.deps.keys.webhookSecrets, uuid, encrypted), secret);
  assert.equal(encrypted.includes(secret), false);

  const audit = await service.ownerQuery(
    `select actor, subject, host(address) as address, request_id, details from audit_log
     where community_id = $1 and action = 'subscription.created'`,
    [partner.communityId],
  );
  assert.deepEqual(audit, [
    {
      actor: `partner:${partner.partnerId}`,
      subject: id,
      address: '127.0.0.1',
      request_id: headers.get('x-request-id'),
      details: { event_types: ['user.updated', 'wallet.credited'], host: 'bank.example:8443' },
    },
  ]);

  const list = await service.call('GET', PATH, { token });
  assert.deepEqual(list.body.data, [{ id, ...rest }]);
  assert.equal(list.text.includes('whsec_'), false);
});

test('kinds the partner may not receive are named, by the partner\u2019s scopes of now and not by the token\u2019s', async () => {
  const partner = await service.createPartner({ scopes: ['webhooks.manage', 'listings.read', 'users.read'] });
  const token = await service.token(partner, ['webhooks.manage']);
  const some = await create(token, {
    event_types: ['wallet.credited', 'listing.closed', 'statement.ready', 'webhook.test', 'user.updated'],
    target_url: TARGET,
  });
  assert.equal(some.status, 201);
  assert.deepEqual(some.body.data.undeliverable_event_types, ['wallet.credited', 'statement.ready']);
  const all = await create(token, { event_types: ['*'], target_url: TARGET });
  assert.deepEqual(all.body.data.event_types, ['*']);
  const wallet = EVENT_TYPES.filter((type) => EVENT_KINDS[type].scopes.includes('wallet.write'));
  assert.deepEqual(all.body.data.undeliverable_event_types, wallet);

  await service.ownerQuery(
    `update partners set scopes = '{webhooks.manage,wallet.write}' where community_id = $1 and id = $2`,
    [partner.communityId, partner.partnerId],
  );
  const list = await service.call('GET', PATH, { token });
  assert.deepEqual(
    list.body.data.map(
      (subscription: { undeliverable_event_types: string[] }) => subscription.undeliverable_event_types,
    ),
    [
      EVENT_TYPES.filter((type) => type !== 'webhook.test' && !wallet.includes(type)),
      ['listing.closed', 'user.updated'],
    ],
  );
});

test('a body that breaks a rule is 422 by field, and nothing is created', async () => {
  const partner = await service.createPartner({ scopes: ['webhooks.manage'] });
  const token = await service.token(partner);
  const good = { event_types: ['*'], target_url: TARGET };
  const bad: [unknown, string[]][] = [
    [{}, ['event_types', 'target_url']],
    [{ ...good, event_types: [] }, ['event_types']],
    [{ ...good, event_types: 'wallet.credited' }, ['event_types']],
    [{ ...good, event_types: null }, ['event_types']],
    [{ ...good, event_types: ['wallet.credited', 'nope'] }, ['event_types.1']],
    [{ ...good, event_types: [1, {}] }, ['event_types.0', 'event_types.1']],
    [{ ...good, event_types: ['Wallet.Credited'] }, ['event_types.0']],
    [{ ...good, target_url: 'http://bank.example/' }, ['target_url']],
    [{ ...good, target_url: 'bank.example' }, ['target_url']],
    [{ ...good, target_url: 'https://user@bank.example/' }, ['target_url']],
    [{ ...good, target_url: 'https://bank.example/#top' }, ['target_url']],
    [{ ...good, target_url: 'https://127.0.0.1/' }, ['target_url']],
    [{ ...good, target_url: 'https://0x7f.1/' }, ['target_url']],
    [{ ...good, target_url: 'https://[::ffff:7f00:1]/' }, ['target_url']],
    [{ ...good, target_url: 'https://[fd00:ec2::254]/' }, ['target_url']],
    [{ ...good, target_url: 'https://169.254.169.254/latest/meta-data' }, ['target_url']],
    [{ ...good, target_url: 'https://localhost/' }, ['target_url']],
    [{ ...good, target_url: 'https://db.internal/' }, ['target_url']],
    [{ ...good, target_url: 'https://bank.example./' }, ['target_url']],
    [{ ...good, target_url: 'https://bank.example:0/' }, ['target_url']],
    [{ ...good, target_url: 'https://bank.example:0000' }, ['target_url']],
    [{ ...good, target_url: `https://bank.example/${'a'.repeat(2048)}` }, ['target_url']],
    [{ ...good, target_url: 7 }, ['target_url']],
    [{ ...good, description: 7 }, ['description']],
    [{ ...good, description: 'x'.repeat(201) }, ['description']],
    [{ ...good, secret: 'whsec_x' }, ['secret']],
    [JSON.parse('{"event_types":["*"],"target_url":"https://bank.example/","__proto__":{}}'), ['__proto__']],
  ];
  for (const [body, fields] of bad) {
    const { status, body: answer } = await create(token, body);
    assert.deepEqual([status, answer.error], [422, 'validation_failed'], JSON.stringify(body));
    assert.deepEqual(answer.errors.map(({ field }: { field: string }) => field).sort(), fields, JSON.stringify(body));
  }
  const unknown = await create(token, { ...good, event_types: ['nope'] });
  for (const type of [...EVENT_TYPES, '*']) assert.ok(unknown.body.errors[0].message.includes(type), type);
  for (const type of EVENT_TYPES) assert.ok(unknown.body.error_description.includes(type), type);
  assert.equal(await countOf(partner), 0);
});

test('null and empty text stand for no description', async () => {
  const token = await service.token(await service.createPartner({ scopes: ['webhooks.manage'] }));
  for (const description of [null, '']) {
    const { status, body } = await create(token, { event_types: ['*'], target_url: TARGET, description });
    assert.deepEqual([status, body.data.description], [201, null]);
  }
});

test('of many requests at once exactly as many succeed as the cap leaves room for; the others get the error that names the cap', async () => {
  const partner = await service.createPartner({ scopes: ['webhooks.manage'] });
  const token = await service.token(partner);
  const first = await create(token);
  await service.ownerQuery(
    `insert into subscriptions (community_id, id, partner_id, event_types, target_url, secret_encrypted, created_at, updated_at)
     select community_id, gen_random_uuid(), partner_id, event_types, target_url, secret_encrypted, created_at, updated_at
     from subscriptions, generate_series(1, $3::int) where community_id = $1 and id = $2`,
    [partner.communityId, decodeId('whs', first.body.data.id), MAX_SUBSCRIPTIONS - 6],
  );
  const answers = await Promise.all(Array.from({ length: 20 }, () => create(token)));
  assert.equal(answers.filter(({ status }) => status === 201).length, 5);
  for (const { status, body } of answers) {
    if (status === 201) continue;
    assert.deepEqual([status, body.error], [422, 'limit_exceeded']);
    const [{ message, ...values }, ...more] = body.errors;
    const limit = { code: 'max_subscriptions', limit_count: MAX_SUBSCRIPTIONS, remaining_count: 0, resets_at: null };
    assert.deepEqual([values, more], [{ field: 'body', ...limit }, []]);
  }
  assert.equal(await countOf(partner), MAX_SUBSCRIPTIONS);
  const other = await service.createPartner({ communityId: partner.communityId, scopes: ['webhooks.manage'] });
  assert.equal((await create(await service.token(other))).status, 201);
});

test('an opened range accepts what lies in it', async () => {
  const open = await startTestService({ env: { WEBHOOK_ALLOW_CIDR: '127.0.0.0/8' }, database: service.testDatabase });
  try {
    const token = await open.token(await open.createPartner({ scopes: ['webhooks.manage'] }));
    for (const [target_url, status] of [
      ['https://127.0.0.1:9443/', 201],
      ['https://localhost:9443/', 201],
      ['https://10.0.0.1/', 422],
    ] as const) {
      const answer = await open.call('POST', PATH, { token, json: { event_types: ['*'], target_url } });
      assert.equal(answer.status, status, target_url);
    }
  } finally {
    await open.stop();
  }
});

test('only the scope webhooks.manage opens the three operations', async () => {
  const partner = await service.createPartner();
  const token = await service.token(partner, ['users.read', 'wallet.read']);
  for (const [method, path] of [
    ['POST', PATH],
    ['GET', PATH],
    ['GET', '/webhooks/event-types'],
  ] as const) {
    const json = method === 'POST' ? { event_types: ['*'], target_url: TARGET } : undefined;
    const { status, body } = await service.call(method, path, { token, json });
    assert.deepEqual([status, body.error], [403, 'insufficient_scope'], path);
  }
});
