import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type SetUp, type Subscriber, setUpDelivery } from '../../../test-support/delivery.ts';
import { waitUntil } from '../../../test-support/wait-until.ts';
import { createDistributor, FAN_OUT_ROWS_MAX, fanOut } from './distribute.ts';

const TARGET = 'https://127.0.0.1:1/refuse';

let setUp: SetUp;
before(async () => {
  setUp = await setUpDelivery();
});
after(() => setUp.stop());

/** A community with two partners of 200 subscriptions each, all they may have. */
async function crowdedCommunity(targetUrl = TARGET): Promise<Subscriber> {
  const communityId = await setUp.community();
  let last: Subscriber | undefined;
  for (let partner = 0; partner < 2; partner++) {
    const partnerId = await setUp.partner(communityId, ['users.read', 'wallet.read', 'webhooks.manage']);
    for (let count = 0; count < 200; count++) last = await setUp.subscribe(communityId, partnerId, targetUrl);
  }
  return last as Subscriber;
}

const rowsOf = async (communityId: number) =>
  (await setUp.sql<{ count: number }>('select count(*)::int from deliveries where community_id = $1', [communityId]))[0]
    ?.count ?? 0;

describe('distribution is bounded', () => {
  test('a batch makes no more than its rows, whatever the number of subscriptions', async () => {
    const crowded = await crowdedCommunity();
    const memberId = await setUp.member(crowded.communityId);
    await setUp.append(crowded, { type: 'user.updated', partnerId: null, memberId }, 500);
    const done = await fanOut(setUp.database, setUp.clock.now(), crowded.communityId);
    assert.equal(done.full, true);
    assert.ok(done.deliveries <= FAN_OUT_ROWS_MAX, `${done.deliveries} rows`);
    assert.ok(done.events >= 1);
  });

  test('a burst to endpoints that take nothing leaves a bounded number of rows, and loses no event', async () => {
    const crowded = await crowdedCommunity();
    const { communityId } = crowded;
    const memberId = await setUp.member(communityId);
    for (let batch = 0; batch < 4; batch++) {
      await setUp.append(crowded, { type: 'user.updated', partnerId: null, memberId }, 500);
    }
    const distributor = createDistributor(setUp.database, (_, error) => assert.fail(error));
    while ((await distributor.round(setUp.clock.now())).more);
    const before = await rowsOf(communityId);
    assert.ok(before < 20_000, `${before} rows for 800,000 deliveries`);
    // The endpoints take what waits: what did not fit follows from the events, to the last one.
    const [one] = await setUp.sql<{ id: string; got: number }>(
      `select subscription_id as id, count(*)::int as got from deliveries where community_id = $1 group by 1 limit 1`,
      [communityId],
    );
    await setUp.sql('delete from subscriptions where community_id = $1 and id <> $2', [communityId, one?.id]);
    for (let more = 1; more > 0; ) {
      await setUp.sql(
        `update deliveries set status = 'delivered', next_attempt_at = null, lease_until = null, finished_at = $2
         where community_id = $1 and status = 'pending'`,
        [communityId, setUp.clock.now()],
      );
      more = await setUp.catchUp();
    }
    const [row] = await setUp.sql<{ events: number; rows: number }>(
      'select count(distinct event_id)::int as events, count(*)::int as rows from deliveries where community_id = $1',
      [communityId],
    );
    assert.deepEqual(row, { events: 2000, rows: 2000 });
  });

  test('a community whose batch fails is asked for half as much after a wait, and others go on', async () => {
    const [ill, well] = [await setUp.subscriber(TARGET), await setUp.subscriber(TARGET)];
    await setUp.sql(
      `create function refuse_many() returns trigger language plpgsql as $$ begin
         if (select count(*) from deliveries where community_id = ${ill.communityId}) > 3 then raise 'too many'; end if;
         return null; end $$;
       create trigger refuse_many after insert on deliveries for each statement execute function refuse_many()`,
    );
    await setUp.append(ill, {}, 5);
    await setUp.append(well, {}, 5);
    const failures: number[] = [];
    const distributor = createDistributor(setUp.database, (communityId) => void failures.push(communityId), 1);
    while ((await distributor.round(setUp.clock.now())).more);
    assert.deepEqual(failures, [ill.communityId]);
    assert.equal(await rowsOf(well.communityId), 5);
    assert.equal(await rowsOf(ill.communityId), 0);
    // Halved from 500 down to 3, with the waits between: some of it goes out even though all at once never would.
    await waitUntil('a smaller batch passes', async () => {
      await distributor.round(setUp.clock.now());
      return (await rowsOf(ill.communityId)) > 0;
    });
    assert.ok(failures.length > 5);
    await setUp.sql('drop trigger refuse_many on deliveries; drop function refuse_many()');
    await setUp.sql('delete from event_queue');
  });
});
