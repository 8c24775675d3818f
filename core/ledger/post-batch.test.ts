/** Credits of one batch: which ones are booked, and what becomes of the others. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { verifyLedger } from '../../modules/operate/domain/ledger/invariants.ts';
import { type TestMember, type TestPartner, type TestService, testService } from '../../test-support/harness.ts';
import { waitUntil } from '../../test-support/wait-until.ts';
import { newReference } from '../../test-support/wallet.ts';
import type { Database, Transaction } from '../database/query.ts';
import { createPostTransfers } from './post-batch.ts';
import { NO_SUCH_ID } from './refuse.ts';
import type { CreditPosting } from './types.ts';

const HOUR = 3600;
const service = await testService();

async function setUp(caps: Parameters<TestService['createPartner']>[0] = {}) {
  const partner = await service.createPartner(caps);
  const [anna, ben] = await Promise.all([service.createMember(partner), service.createMember(partner)]);
  const post = createPostTransfers(service.deps.database, service.clock, () => {});
  /** Asked for in one turn, they share a batch. */
  const postAll = async (credits: readonly CreditPosting[]) =>
    (await Promise.all(credits.map(post))).map((outcome) =>
      outcome.result === 'refused' ? outcome.code : outcome.result,
    );
  return { partner, anna, ben, post, postAll };
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

test('a credit that is refused or repeated leaves no trace; the rest of its batch is booked', async () => {
  const { partner, anna, ben, post, postAll } = await setUp();
  const known = creditOf(partner, anna);
  assert.equal((await post(known)).result, 'posted');
  const gone = await service.createMember(partner);
  await service.ownerQuery(`update members set status = 'suspended' where id = $1`, [gone.uuid]);
  const stranger = await service.createMember(await service.createCommunity().then(({ id }) => ({ communityId: id })));
  const twice = creditOf(partner, ben);
  const outcomes = await postAll([
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
  assert.deepEqual(outcomes, [
    ...['replayed', 'reference_conflict', 'user_not_found', 'user_not_found', 'user_not_found', 'limit_exceeded'],
    ...['posted', 'reference_conflict', 'posted'],
  ]);
  assert.deepEqual(await countOf(partner), { transfers: 3, events: 3 });
});

test('each cap is kept to the second, over one batch and over several', async () => {
  const beyond = 'limit_exceeded';
  {
    const { partner, anna, ben, postAll } = await setUp({ maxMemberDaySeconds: 3 * HOUR });
    const three = [2, 1, 1].map((hours) => creditOf(partner, anna, hours));
    assert.deepEqual(await postAll(three), ['posted', 'posted', beyond]);
    assert.deepEqual(await postAll([creditOf(partner, anna), creditOf(partner, ben, 3)]), [beyond, 'posted']);
  }
  {
    const { partner, anna, ben, postAll } = await setUp({ maxPartnerDaySeconds: 3 * HOUR });
    assert.deepEqual(await postAll([creditOf(partner, anna, 2), creditOf(partner, ben, 2)]), ['posted', beyond]);
    assert.deepEqual(await postAll([creditOf(partner, ben), creditOf(partner, anna)]), ['posted', beyond]);
  }
  {
    const { partner, anna, postAll } = await setUp();
    const limit = 'update communities set upper_balance_seconds = $2 where id = $1';
    await service.ownerQuery(limit, [partner.communityId, 3 * HOUR]);
    const three = [2, 1, 1].map((hours) => creditOf(partner, anna, hours));
    assert.deepEqual(await postAll(three), ['posted', 'posted', beyond]);
    assert.deepEqual(await postAll([creditOf(partner, anna)]), [beyond]);
  }
});

test('a repeat in a batch takes no room under a cap, and each credit sees those before it', async () => {
  const { partner, anna, ben, post, postAll } = await setUp({ maxPartnerDaySeconds: 10 * HOUR });
  const known = creditOf(partner, anna, 4);
  await post(known);
  const quarter = creditOf(partner, ben, 0.25);
  const outcomes = await postAll([quarter, known, ...[3, 2, 1].map((hours) => creditOf(partner, ben, hours))]);
  assert.deepEqual(outcomes, ['posted', 'replayed', 'posted', 'posted', 'limit_exceeded']);
});

test('a batch is two round trips: what is read under locks, and what is written', async () => {
  const { partner, anna } = await setUp();
  const sent: (string | undefined)[] = [];
  const database: Database = {
    ...service.deps.database,
    transaction: (work, options) => {
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
  assert.deepEqual(sent, [
    'lock_free_accounts',
    'select_credit_targets',
    'select_credits_by_reference',
    'select_booked_references',
    'book_transfers',
  ]);
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
          if (statement.name === 'book_transfers') batches.push(values.join(' '));
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

test('of credits of one batch that share a reference the first is booked, and the others are answered by it', async () => {
  const { partner, anna, ben, postAll } = await setUp();
  const first = creditOf(partner, anna);
  const changed = [
    { ...first, amountSeconds: 2 * HOUR },
    { ...first, memberId: ben.uuid },
  ];
  const outcomes = await postAll([first, creditOf(partner, ben), { ...first }, ...changed]);
  assert.deepEqual(outcomes, ['posted', 'posted', 'replayed', 'reference_conflict', 'reference_conflict']);
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
