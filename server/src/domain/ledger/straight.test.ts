/** Credits that go straight through: which ones, and what is left to be decided. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Database, Transaction } from '../../platform/database/query.ts';
import { startTestService, type TestMember, type TestPartner, type TestService } from '../../test-support/harness.ts';
import { waitUntil } from '../../test-support/wait-until.ts';
import { newReference } from '../../test-support/wallet.ts';
import { verifyLedger } from './invariants.ts';
import { createPostTransfers } from './post-batch.ts';
import { NO_SUCH_ID } from './refuse.ts';
import { postStraight } from './straight.ts';
import type { CreditPosting } from './types.ts';

const HOUR = 3600;
let service: TestService;
before(async () => {
  service = await startTestService();
});
after(() => service?.stop());

async function setUp(caps: Parameters<TestService['createPartner']>[0] = {}) {
  const partner = await service.createPartner(caps);
  const [anna, ben] = await Promise.all([service.createMember(partner), service.createMember(partner)]);
  const post = createPostTransfers(service.deps.database, service.clock, () => {});
  const straight = async (credits: readonly CreditPosting[]) => {
    const { outcomes } = await postStraight(service.deps.database, service.clock, partner.communityId, credits);
    return outcomes.map((outcome) => outcome !== undefined);
  };
  return { partner, anna, ben, post, straight };
}

function creditOf(
  { communityId, partnerId }: TestPartner,
  { uuid }: Pick<TestMember, 'uuid'>,
  hours = 1,
  reference = newReference(),
): CreditPosting {
  const who = { communityId, partnerId, memberId: uuid, recordedBy: `partner:${partnerId}` };
  return { kind: 'credit', amountSeconds: hours * HOUR, reference, note: null, ...who };
}

const countOf = async ({ partnerId }: TestPartner) => {
  const [row] = await service.ownerQuery<{ transfers: number; events: number }>(
    `select (select count(*)::int from transfers where partner_id = $1) as transfers,
       (select count(*)::int from events where partner_id = $1 and type = 'wallet.credited') as events`,
    [partnerId],
  );
  return row;
};

test('what needs an explanation is left alone, and leaves no trace; the rest of its batch is booked', async () => {
  const { partner, anna, ben, post, straight } = await setUp();
  const known = creditOf(partner, anna);
  assert.equal((await post(known)).result, 'posted');
  const gone = await service.createMember(partner);
  await service.ownerQuery(`update members set status = 'suspended' where id = $1`, [gone.uuid]);
  const stranger = await service.createMember(await service.createCommunity().then(({ id }) => ({ communityId: id })));
  const twice = creditOf(partner, ben);
  const booked = await straight([
    known,
    { ...known, amountSeconds: 7 * HOUR },
    creditOf(partner, gone),
    creditOf(partner, stranger),
    creditOf(partner, { uuid: NO_SUCH_ID }),
    creditOf(partner, anna, 1001),
    twice,
    { ...twice, memberId: anna.uuid },
    creditOf(partner, anna, 2),
  ]);
  assert.deepEqual(booked, [false, false, false, false, false, false, true, false, true]);
  assert.deepEqual(await countOf(partner), { transfers: 3, events: 3 });
});

test('a final day takes nothing straight', async () => {
  const { partner, anna, straight } = await setUp();
  const close = (day: string | null) =>
    service.ownerQuery('update accounts set closed_through = $2 where partner_id = $1', [partner.partnerId, day]);
  const today = service.clock.now().toISOString().slice(0, 10);
  await close(today);
  assert.deepEqual(await straight([creditOf(partner, anna)]), [false]);
  await close('2026-01-01');
  assert.deepEqual(await straight([creditOf(partner, anna)]), [true]);
  await close(null);
});

test('each cap is kept to the second, over one batch and over several', async () => {
  const perMember = await setUp({ maxMemberDaySeconds: 3 * HOUR });
  {
    const { partner, anna, ben, straight } = perMember;
    assert.deepEqual(await straight([2, 1, 1].map((hours) => creditOf(partner, anna, hours))), [true, true, false]);
    assert.deepEqual(await straight([creditOf(partner, anna), creditOf(partner, ben, 3)]), [false, true]);
  }
  {
    const { partner, anna, ben, straight } = await setUp({ maxPartnerDaySeconds: 3 * HOUR });
    assert.deepEqual(await straight([creditOf(partner, anna, 2), creditOf(partner, ben, 2)]), [true, false]);
    assert.deepEqual(await straight([creditOf(partner, ben), creditOf(partner, anna)]), [true, false]);
  }
  {
    const { partner, anna, straight } = await setUp();
    const limit = 'update communities set upper_balance_seconds = $2 where id = $1';
    await service.ownerQuery(limit, [partner.communityId, 3 * HOUR]);
    assert.deepEqual(await straight([2, 1, 1].map((hours) => creditOf(partner, anna, hours))), [true, true, false]);
    assert.deepEqual(await straight([creditOf(partner, anna)]), [false]);
  }
});

test('what was left alone for its cap is decided by what is really used', async () => {
  const { partner, anna, ben, post } = await setUp({ maxPartnerDaySeconds: 10 * HOUR });
  const known = creditOf(partner, anna, 4);
  await post(known);
  // Straight through, the repeat counts as four hours more, and whoever follows has to wait for the rules.
  const first = post(creditOf(partner, ben, 0.25));
  const outcomes = await Promise.all([
    first,
    ...[known, creditOf(partner, anna, 3), creditOf(partner, ben, 2), creditOf(partner, ben, 1)].map(post),
  ]);
  assert.deepEqual(
    outcomes.map((outcome) => (outcome.result === 'refused' ? outcome.code : outcome.result)),
    ['posted', 'replayed', 'posted', 'posted', 'limit_exceeded'],
  );
});

test('a plain credit is locked and booked by one message, and not read before', async () => {
  const { partner, anna } = await setUp();
  const sent: (string | undefined)[] = [];
  const database: Database = {
    ...service.deps.database,
    transaction: (work, options) => {
      assert.deepEqual(options, { line: partner.communityId });
      return service.deps.database.transaction((transaction) => {
        const run: Transaction['run'] = (statement, values) => {
          sent.push(statement.name);
          return transaction.run(statement, values);
        };
        return work({ kind: 'transaction', run });
      }, options);
    },
  };
  const post = createPostTransfers(database, service.clock, () => {});
  assert.equal((await post(creditOf(partner, anna))).result, 'posted');
  assert.deepEqual(sent, ['limit_lock_wait', 'lock_for_credits', 'book_straight']);
});

test('a single credit leaves with the next batch, before hundreds that came in requests of many', async () => {
  const { partner, anna } = await setUp();
  const other = await service.createPartner({ communityId: partner.communityId });
  const gate = Promise.withResolvers<void>();
  const batches: string[] = [];
  const database: Database = {
    ...service.deps.database,
    transaction: async (work, options) => {
      const result = service.deps.database.transaction((transaction) => {
        const run: Transaction['run'] = (statement, values) => {
          if (statement.name === 'book_straight') batches.push(values.join(' '));
          return transaction.run(statement, values);
        };
        return work({ kind: 'transaction', run });
      }, options);
      await gate.promise;
      return result;
    },
  };
  const post = createPostTransfers(database, service.clock, () => {});
  const many = Array.from({ length: 400 }, () => post({ ...creditOf(partner, anna, 0.01), isOfMany: true }));
  await waitUntil('a batch is on its way', () => batches.length === 1);
  const reference = newReference();
  const single = post(creditOf(other, anna, 1, reference));
  gate.resolve();
  for (const { result } of await Promise.all([single, ...many])) assert.equal(result, 'posted');
  assert.deepEqual(
    batches.map((values) => values.includes(`"${reference}"`)),
    [false, true, false, false],
  );
});

test('of credits of one batch that share a reference the first is booked, and the others are decided by it', async () => {
  const { partner, anna, ben, post } = await setUp();
  const first = creditOf(partner, anna);
  const outcomes = await Promise.all([
    ...[first, creditOf(partner, ben), { ...first }, { ...first, amountSeconds: 2 * HOUR }].map(post),
    post({ ...first, memberId: ben.uuid }),
  ]);
  assert.deepEqual(
    outcomes.map((outcome) => (outcome.result === 'refused' ? outcome.code : outcome.result)),
    ['posted', 'posted', 'replayed', 'reference_conflict', 'reference_conflict'],
  );
  assert.deepEqual(await countOf(partner), { transfers: 2, events: 2 });
});

test('the worker is woken where the partner subscribes, and not for others of its community', async () => {
  const other = await setUp();
  const { partner, anna } = await setUp({ communityId: other.partner.communityId });
  const subscribed = await service.call('POST', '/webhooks/subscriptions', {
    token: await service.token(other.partner),
    json: { target_url: 'https://hooks.example/credits', event_types: ['wallet.credited'] },
  });
  assert.equal(subscribed.status, 201, subscribed.text);
  let wakes = 0;
  const post = createPostTransfers(service.deps.database, service.clock, () => wakes++);
  const queued = () =>
    service.ownerQuery(
      `select from event_queue q join events e on e.community_id = q.community_id and e.id = q.event_id
       where q.community_id = $1 and e.type = 'wallet.credited'`,
      [partner.communityId],
    );
  await post(creditOf(partner, anna));
  assert.deepEqual([wakes, await queued()], [0, []]);
  await post(creditOf(other.partner, other.anna));
  assert.deepEqual([wakes, (await queued()).length], [1, 1]);
});

test('after all of it the ledger holds', async () => {
  const { invariants } = await verifyLedger(service.deps.database, service.clock);
  assert.deepEqual(
    invariants.filter(({ holds }) => !holds),
    [],
  );
});
