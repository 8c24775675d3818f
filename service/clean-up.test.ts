import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readConfig } from '../core/base/config.ts';
import { DAY_MS, MINUTE_MS } from '../core/base/time.ts';
import { deleteOldEmailReads } from '../core/change/audit/queries.ts';
import { distributeAll } from '../core/events/delivery/distribute.ts';
import { type SetUp, setUpDelivery } from '../test-support/delivery.ts';
import { TEST_JOBS } from '../test-support/modules.ts';
import { waitUntil } from '../test-support/wait-until.ts';

async function cleanUp({ database, clock }: SetUp, settings: Readonly<Record<string, string>> = {}): Promise<void> {
  const { signal } = new AbortController();
  const deps = { database, clock, config: readConfig(settings, 'test') };
  for (const job of TEST_JOBS) await job.run(deps, signal);
}

test('clean-up deletes tokens a day after they expired and events after 32 days, but nothing that still has to be sent', async () => {
  const setUp = await setUpDelivery();
  try {
    const subscriber = await setUp.subscriber('https://hooks.example/');
    const { communityId, partnerId } = subscriber;
    const now = setUp.clock.now().getTime();
    await setUp.sql(
      `with c as (insert into credentials (community_id, partner_id, secret_hash, secret_hint, created_at)
         values ($1, $2, sha256('s'), 'hint', $3) returning id)
       insert into access_tokens (token_hash, community_id, partner_id, credential_id, scopes, issued_at, expires_at)
       select sha256(n::text::bytea), $1, $2, c.id, '{}', $3, $3::timestamptz - make_interval(hours => n)
       from c, generate_series(0, 48) n`,
      [communityId, partnerId, new Date(now)],
    );
    const eventDays = [0, 31, 33, 40];
    for (const days of eventDays) {
      await setUp.append(subscriber, { createdAt: new Date(now - days * DAY_MS), data: { days } });
    }
    await setUp.sql('delete from event_queue');
    await setUp.sql(
      `insert into deliveries (community_id, id, event_id, subscription_id, status, next_attempt_at, created_at)
       select community_id, gen_random_uuid(), id, $1, 'pending', created_at, created_at from events
       where data ->> 'days' = '40'`,
      [subscriber.subscriptionId],
    );
    await cleanUp(setUp);
    const [tokens] = await setUp.sql<{ count: string }>('select count(*) from access_tokens');
    assert.equal(tokens?.count, '25');
    const left = await setUp.sql<{ days: number }>(`select (data->>'days')::int as days from events order by 1`);
    assert.deepEqual(left, [{ days: 0 }, { days: 31 }, { days: 40 }]);
    await setUp.sql(`update deliveries set status = 'held', next_attempt_at = null`);
    await setUp.sql(
      `update subscriptions set status = 'paused', missed_from = (select min(id::text)::uuid from events)`,
    );
    await cleanUp(setUp);
    assert.equal((await setUp.sql('select from events')).length, 2, 'nothing is kept longer for who is away');
  } finally {
    await setUp.stop();
  }
});

/** The way a row is made, and the column of its time. */
const ROWS: Readonly<Record<string, { table: string; time: string; setting: string; days: string; insert: string }>> = {
  'a call of a partner': {
    table: 'call_log',
    time: 'at',
    setting: 'KEEP_CALLS_DAYS',
    days: '3',
    insert: `insert into call_log (community_id, partner_id, at, operation, status, latency_us, request_id)
      values ($1, $2, $3, 'getMe', 200, 1, 'req_1')`,
  },
  'an event': {
    table: 'events',
    time: 'created_at',
    setting: 'KEEP_EVENTS_DAYS',
    days: '60',
    insert: `insert into events (community_id, id, partner_id, type, data, created_at)
      values ($1, gen_random_uuid(), $2, 'wallet.credited', '{}', $3)`,
  },
  "the reading of a member's e-mail address": {
    table: 'audit_log',
    time: 'at',
    setting: 'KEEP_EMAIL_READS_DAYS',
    days: '500',
    insert: `insert into audit_log (community_id, at, actor, action) values ($1, $3, 'partner:' || $2::int, 'email.read')`,
  },
  'a line of a compared statement': {
    table: 'comparison_lines',
    time: 'created_at',
    setting: 'KEEP_STATEMENT_LINES_DAYS',
    days: '100',
    insert: `with c as (
        insert into statement_comparisons (community_id, partner_id, file_sha256, compared_by, compared_at, all_matched,
          counts)
        values ($1, $2, sha256('x'), 'test', $3, false, '{}') returning id)
      insert into comparison_lines (community_id, comparison_id, number, partner_id, created_at, kind, state, difference,
        is_reversal, revision)
      select $1, id, 1, $2, $3, 'not_understood', 'open', sha256($3::timestamptz::text::bytea),
        false, 0 from c`,
  },
  "an administrator's session": {
    table: 'sessions',
    time: 'created_at',
    setting: 'KEEP_SESSIONS_DAYS',
    days: '2',
    insert: `insert into sessions (administrator_id, token_hash, created_at, last_seen_at, password_at, user_agent)
      select a.id, sha256($3::timestamptz::text::bytea || $1::int::text::bytea || $2::int::text::bytea), $3, $3, $3, 'test'
      from administrators a`,
  },
};

for (const [what, { table, time, setting, days, insert }] of Object.entries(ROWS)) {
  test(`${what} is kept for as many days as ${setting} says, and no longer`, async () => {
    // The database has the last word on the audit log, by its own clock.
    const setUp = await setUpDelivery(new Date());
    try {
      const communityId = await setUp.community();
      const partnerId = await setUp.partner(communityId);
      const now = setUp.clock.now().getTime();
      await setUp.sql(
        `insert into administrators (email, name, password_hash, created_at) values ('a@example.org', 'A', 'none', $1)`,
        [new Date(now)],
      );
      const limit = now - Number(days) * DAY_MS;
      const [old, young] = [new Date(limit - MINUTE_MS), new Date(limit + MINUTE_MS)];
      for (const at of [old, young]) await setUp.sql(insert, [communityId, partnerId, at]);
      await setUp.sql('delete from event_queue');
      const left = () => setUp.sql<{ at: Date }>(`select ${time} as at from ${table} order by at`);
      assert.deepEqual(await left(), [{ at: old }, { at: young }]);
      await cleanUp(setUp, { [setting]: days });
      assert.deepEqual(await left(), [{ at: young }]);
    } finally {
      await setUp.stop();
    }
  });
}

test('the worker cleans up at start and then every hour', async () => {
  const setUp = await setUpDelivery();
  try {
    const runs: Date[] = [];
    const job = { name: 'count', everyMs: 3600_000, run: async () => void runs.push(setUp.clock.now()) };
    const worker = setUp.worker(undefined, { jobs: [job] });
    await waitUntil('it ran', () => runs.length === 1);
    setUp.clock.advance(3600_000);
    worker.wake();
    await waitUntil('it ran again', () => runs.length === 2);
    assert.equal((runs[1]?.getTime() ?? 0) - (runs[0]?.getTime() ?? 0), 3600_000);
  } finally {
    await setUp.stop();
  }
});

test('an event that waited longer than events are kept, for a worker that was down, is still distributed', async () => {
  const setUp = await setUpDelivery();
  try {
    const subscriber = await setUp.subscriber('https://hooks.example/');
    await setUp.append(subscriber);
    setUp.clock.advance(33 * DAY_MS);
    await cleanUp(setUp);
    const now = setUp.clock.now();
    await distributeAll(setUp.database, now);
    assert.equal((await setUp.deliveries(subscriber.subscriptionId)).length, 1);
    await cleanUp(setUp);
    assert.equal((await setUp.deliveries(subscriber.subscriptionId)).length, 1);
    // Once it is delivered its time is over.
    await setUp.sql(`update deliveries set status = 'delivered', next_attempt_at = null, finished_at = $1`, [now]);
    await cleanUp(setUp);
    assert.deepEqual(await setUp.sql('select from events'), []);
  } finally {
    await setUp.stop();
  }
});

test('reads of e-mail addresses are deleted from the audit log after thirteen months, and nothing else ever is', async () => {
  const setUp = await setUpDelivery(new Date());
  try {
    const communityId = await setUp.community();
    const append = (action: string, days: number, count = 1) =>
      setUp.sql(
        `insert into audit_log (community_id, at, actor, action)
         select $1, $2, 'partner:1', $3 from generate_series(1, $4)`,
        [communityId, new Date(setUp.clock.now().getTime() - days * DAY_MS), action, count],
      );
    await append('email.read', 397, 2500);
    await append('email.read', 395);
    await append('partner.created', 4000);
    await cleanUp(setUp);
    const left = await setUp.sql('select action from audit_log order by id');
    assert.deepEqual(left, [{ action: 'email.read' }, { action: 'partner.created' }]);
    // Whatever a node's clock shows, and whichever role asks: the database keeps a year.
    const asked = deleteOldEmailReads(setUp.database.heavy, { before: new Date(Date.now() + DAY_MS), limit: 1000 });
    await append('email.read', 1);
    await assert.rejects(
      asked.then(() =>
        deleteOldEmailReads(setUp.database.heavy, { before: new Date(Date.now() + DAY_MS), limit: 1000 }),
      ),
      {
        code: '23001',
      },
    );
  } finally {
    await setUp.stop();
  }
});
