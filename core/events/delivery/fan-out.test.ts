import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { EVENT_KINDS, EVENT_TYPES, type EventType, SCOPES } from '@timebank/contract';
import { type SetUp, type Subscriber, setUpDelivery } from '../../../test-support/delivery.ts';
import { waitUntil } from '../../../test-support/wait-until.ts';
import { lockSubscriptionBehind } from './catch-up-queries.ts';
import { claim } from './deliver.ts';
import { releaseHeldDeliveries } from './delivery-queries.ts';
import { distributeAll, fanOut } from './distribute.ts';

const OWN: readonly EventType[] = ['wallet.credited', 'wallet.credit_reversed', 'statement.ready'];
/** All others are about a member, as `entitlement.ts` has it. */
const MEMBER_KINDS = EVENT_TYPES.filter((type) => type !== 'webhook.test' && !OWN.includes(type));
const TARGET = 'https://hooks.example/';

let setUp: SetUp;
before(async () => {
  setUp = await setUpDelivery();
});
after(() => setUp.stop());

const distribute = () => distributeAll(setUp.database, setUp.clock.now());
const count = async (subscriber: Subscriber) => (await setUp.deliveries(subscriber.subscriptionId)).length;

/** A partner with one scope per row of the table, subscribed to everything. */
async function subscriberWith(scopes: readonly string[], communityId?: number): Promise<Subscriber> {
  const community = communityId ?? (await setUp.community());
  return setUp.subscribe(community, await setUp.partner(community, scopes), TARGET);
}

describe('entitlement by scope', () => {
  for (const type of [...OWN, ...MEMBER_KINDS]) {
    for (const scope of SCOPES) {
      const entitled = EVENT_KINDS[type].scopes.includes(scope);
      test(`${type} ${entitled ? 'reaches' : 'does not reach'} a partner with ${scope} alone`, async () => {
        const subscriber = await subscriberWith([scope]);
        const memberId = await setUp.member(subscriber.communityId);
        const partnerId = OWN.includes(type) ? subscriber.partnerId : null;
        await setUp.append(subscriber, { type, partnerId, memberId });
        await distribute();
        assert.equal(await count(subscriber), entitled ? 1 : 0);
      });
    }
  }

  test('a scope taken away after the fan-out ends the delivery without an attempt', async () => {
    const subscriber = await subscriberWith(['wallet.read']);
    await setUp.append(subscriber);
    await distribute();
    await setUp.sql('update partners set scopes = $2 where id = $1', [subscriber.partnerId, ['users.read']]);
    const grant = { ...subscriber, limit: 10 };
    const { claims } = await claim(setUp.database, setUp.clock.now(), 60_000, [grant]);
    assert.deepEqual(claims, []);
    const [delivery] = await setUp.deliveries(subscriber.subscriptionId);
    assert.equal(delivery?.status, 'failed');
    assert.equal(delivery.attempt_count, 0);
  });
});

describe('entitlement by partner', () => {
  for (const type of OWN) {
    test(`${type} reaches the partner whose it is and nobody else`, async () => {
      const mine = await subscriberWith(SCOPES);
      const neighbour = await subscriberWith(SCOPES, mine.communityId);
      const stranger = await subscriberWith(SCOPES);
      await setUp.append(mine, { type });
      await distribute();
      assert.deepEqual([await count(mine), await count(neighbour), await count(stranger)], [1, 0, 0]);
    });

    test(`${type} without a partner reaches nobody`, async () => {
      const subscriber = await subscriberWith(SCOPES);
      await setUp.append(subscriber, { type, partnerId: null });
      await distribute();
      assert.equal(await count(subscriber), 0);
    });
  }

  for (const type of MEMBER_KINDS) {
    test(`${type} reaches every entitled partner of the community, and no other community`, async () => {
      const mine = await subscriberWith(SCOPES);
      const neighbour = await subscriberWith(SCOPES, mine.communityId);
      const stranger = await subscriberWith(SCOPES);
      const memberId = await setUp.member(mine.communityId);
      await setUp.append(mine, { type, partnerId: null, memberId });
      await distribute();
      assert.deepEqual([await count(mine), await count(neighbour), await count(stranger)], [1, 1, 0]);
    });
  }
});

describe('entitlement by visibility', () => {
  const choose = (memberId: string, partnerId: number, communityId: number, visibility: string) =>
    setUp.sql('insert into member_partner_visibility values ($1, $2, $3, $4)', [
      ...[communityId, memberId, partnerId, visibility],
    ]);

  /** Community's default, member's own choice, choice for the partner, status; whether the partner sees the member. */
  const cases: readonly (readonly [string, string | null, string | null, string, boolean])[] = [
    ['listed_with_email', null, null, 'active', true],
    ['hidden', null, null, 'active', false],
    ['hidden', 'listed', null, 'active', true],
    ['listed', 'hidden', null, 'active', false],
    ['listed', null, 'hidden', 'active', false],
    ['hidden', 'hidden', 'listed', 'active', true],
    ['listed', null, null, 'pending', false],
    ['listed', null, null, 'suspended', false],
    ['listed', null, null, 'left', false],
    ['listed', 'hidden', null, 'suspended', false],
  ];
  for (const [visibility, own, forPartner, status, visible] of cases) {
    const name = `default ${visibility}, own ${own}, for the partner ${forPartner}, ${status}`;
    for (const type of MEMBER_KINDS) {
      // A member that goes is announced to the partners that could see it until then.
      const hidden = (forPartner ?? own ?? visibility) === 'hidden';
      const expected = type === 'user.deactivated' ? !hidden : visible;
      test(`${type} is ${expected ? '' : 'not '}sent: ${name}`, async () => {
        const communityId = await setUp.community({ visibility });
        const subscriber = await subscriberWith(SCOPES, communityId);
        const memberId = await setUp.member(communityId, { status, visibility: own });
        if (forPartner) await choose(memberId, subscriber.partnerId, communityId, forPartner);
        await setUp.append(subscriber, { type, partnerId: null, memberId });
        await distribute();
        assert.equal(await count(subscriber), expected ? 1 : 0);
      });
    }
  }

  test('user.deactivated of one partner reaches it although the member is hidden from it now, and nobody else', async () => {
    const subscriber = await subscriberWith(SCOPES);
    const neighbour = await subscriberWith(SCOPES, subscriber.communityId);
    const memberId = await setUp.member(subscriber.communityId);
    await choose(memberId, subscriber.partnerId, subscriber.communityId, 'hidden');
    await setUp.append(subscriber, { type: 'user.deactivated', memberId });
    await distribute();
    assert.deepEqual([await count(subscriber), await count(neighbour)], [1, 0]);
  });
});

describe('an audience', () => {
  for (const type of MEMBER_KINDS) {
    test(`${type} for some partners reaches those among them that are entitled, and nobody else`, async () => {
      const named = await subscriberWith(SCOPES);
      const { communityId } = named;
      const withoutScope = await subscriberWith(['wallet.read'], communityId);
      const others = await subscriberWith(SCOPES, communityId);
      const memberId = await setUp.member(communityId);
      const audience = [named.partnerId, withoutScope.partnerId];
      await setUp.append(named, { type, partnerId: null, memberId, audience });
      await setUp.append(named, { type, partnerId: null, memberId, audience: [] });
      await distribute();
      assert.deepEqual([await count(named), await count(withoutScope), await count(others)], [1, 0, 0]);
    });
  }

  for (const type of MEMBER_KINDS) {
    const withdraws = type === 'user.deactivated' || type === 'listing.closed';
    const name = withdraws ? 'reaches its audience, before every attempt, too' : 'reaches nobody';
    test(`${type} of a member who is out of sight ${name}`, async () => {
      const named = await subscriberWith(SCOPES);
      const memberId = await setUp.member(named.communityId, { status: 'suspended', visibility: 'hidden' });
      await setUp.append(named, { type, partnerId: null, memberId, audience: [named.partnerId] });
      await distribute();
      const { claims } = await claim(setUp.database, setUp.clock.now(), 60_000, [{ ...named, limit: 1 }]);
      assert.equal(claims.length, withdraws ? 1 : 0);
    });
  }
});

describe('which subscriptions get a delivery', () => {
  test('those that list the kind or all kinds, each once, however often the event is distributed (I6)', async () => {
    const all = await setUp.subscriber(TARGET);
    const { communityId, partnerId } = all;
    const listed = await setUp.subscribe(communityId, partnerId, TARGET, { types: ['wallet.credited', '*'] });
    const other = await setUp.subscribe(communityId, partnerId, TARGET, { types: ['wallet.credit_reversed'] });
    await setUp.append(all, {}, 3);
    await distribute();
    await setUp.sql(
      'insert into event_queue (event_id, community_id) select id, community_id from events where community_id = $1',
      [communityId],
    );
    await distribute();
    assert.deepEqual([await count(all), await count(listed), await count(other)], [3, 3, 0]);
  });

  test('a test event is not distributed: its delivery is written with it', async () => {
    const subscriber = await setUp.subscriber(TARGET);
    await setUp.append(subscriber, { type: 'webhook.test' });
    await distribute();
    assert.equal(await count(subscriber), 0);
  });

  test('two workers distribute a backlog between them, each event once', async () => {
    const subscriber = await setUp.subscriber(TARGET);
    await setUp.append(subscriber, {}, 100);
    const batch = () => fanOut(setUp.database, setUp.clock.now(), subscriber.communityId, 10);
    const done = await Promise.all(Array.from({ length: 10 }, batch));
    assert.equal(
      done.reduce((sum, { events }) => sum + events, 0),
      100,
    );
    assert.equal(await count(subscriber), 100);
    assert.deepEqual(await batch(), { events: 0, full: false, deliveries: 0, fellBehind: 0 });
  });
});

const status = async (subscriber: Subscriber) => (await setUp.deliveries(subscriber.subscriptionId))[0]?.status;
const release = () =>
  setUp.database.transaction((t) => releaseHeldDeliveries(t, { now: setUp.clock.now(), limit: 1000 }));
const catchUp = async () => {
  while ((await setUp.catchUp(3)) > 0);
};
/** The switches that hold a partner's deliveries: how each goes off, and on again. */
const switches: readonly (readonly [string, (s: Subscriber) => string, (s: Subscriber) => string])[] = [
  [
    'the subscription is paused',
    (s) => `update subscriptions set status = 'paused' where id = '${s.subscriptionId}'`,
    (s) => `update subscriptions set status = 'active' where id = '${s.subscriptionId}'`,
  ],
  [
    'the partner is suspended',
    (s) => `update partners set status = 'suspended' where id = ${s.partnerId}`,
    (s) => `update partners set status = 'active' where id = ${s.partnerId}`,
  ],
  [
    "the community's switch is off",
    (s) => `update communities set partner_api_disabled_reason = 'test' where id = ${s.communityId}`,
    (s) => `update communities set partner_api_disabled_reason = null where id = ${s.communityId}`,
  ],
  [
    "the installation's switch is off",
    () => `update installation set partner_api_disabled_reason = 'test'`,
    () => `update installation set partner_api_disabled_reason = null`,
  ],
];

describe('missed while switched off, and delivered from the events when switched on again', () => {
  for (const [what, off, on] of switches) {
    test(`while ${what} no row is kept; afterwards every event missed is delivered once`, async () => {
      const subscriber = await setUp.subscriber(TARGET);
      await setUp.append(subscriber, {}, 2);
      await distribute();
      await setUp.sql(off(subscriber));
      await setUp.append(subscriber, {}, 7);
      await distribute();
      await catchUp();
      assert.equal(await count(subscriber), 2);
      await setUp.sql(on(subscriber));
      await catchUp();
      assert.equal(await count(subscriber), 9);
      await setUp.append(subscriber);
      await distribute();
      assert.equal(await count(subscriber), 10, 'and from then on as before');
    });

    test(`deliveries on their way are held when they are due while ${what}`, async () => {
      const subscriber = await setUp.subscriber(TARGET);
      await setUp.append(subscriber);
      await distribute();
      await setUp.sql(off(subscriber));
      const { claims, settled } = await claim(setUp.database, setUp.clock.now(), 60_000, [{ ...subscriber, limit: 9 }]);
      assert.deepEqual([claims.length, settled], [0, true]);
      assert.equal(await status(subscriber), 'held');
      await setUp.sql(on(subscriber));
      await release();
      const again = await claim(setUp.database, setUp.clock.now(), 60_000, [{ ...subscriber, limit: 9 }]);
      assert.equal(again.claims.length, 1);
    });
  }

  test('a disabled subscription costs no row either', async () => {
    const { communityId, partnerId } = await setUp.subscriber(TARGET);
    const disabled = await setUp.subscribe(communityId, partnerId, TARGET, { status: 'disabled' });
    await setUp.append(disabled, {}, 3);
    await distribute();
    await catchUp();
    assert.equal(await count(disabled), 0);
  });
});

describe('what a subscription has missed', () => {
  test('each subscription keeps the mark of the first event it missed, and one that comes late moves all of them', async () => {
    const first = await setUp.subscriber(TARGET);
    const { communityId, partnerId } = first;
    const second = await setUp.subscribe(communityId, partnerId, TARGET);
    const other = await setUp.subscribe(communityId, partnerId, TARGET, { types: ['wallet.credit_reversed'] });
    const pause = ({ subscriptionId }: Subscriber) =>
      setUp.sql(`update subscriptions set status = 'paused' where id = $1`, [subscriptionId]);
    const start = setUp.clock.now();
    /** Distributes an event of that minute. Returns the minutes of the marks. */
    const marksAfter = async (minute: number) => {
      setUp.clock.set(new Date(start.getTime() + minute * 60_000));
      await setUp.append(first);
      await distribute();
      const rows = await setUp.sql<{ id: string; created_at: Date | null }>(
        `select s.id, e.created_at from subscriptions s
         left join events e on e.community_id = s.community_id and e.id = s.missed_from where s.community_id = $1`,
        [communityId],
      );
      return [first, second, other].map(({ subscriptionId }) => {
        const at = rows.find(({ id }) => id === subscriptionId)?.created_at;
        return at ? (at.getTime() - start.getTime()) / 60_000 : null;
      });
    };
    await pause(other);
    await pause(first);
    assert.deepEqual(await marksAfter(1), [1, null, null]);
    await pause(second);
    assert.deepEqual(await marksAfter(2), [1, 2, null]);
    assert.deepEqual(await marksAfter(3), [1, 2, null]);
    assert.deepEqual(await marksAfter(0), [0, 0, null]);
    assert.equal(await count(second), 1);
  });

  test('what was missed is judged when it is made: kinds and scopes of now', async () => {
    const paused = await setUp.subscriber(TARGET);
    await setUp.sql(`update subscriptions set status = 'paused' where id = $1`, [paused.subscriptionId]);
    await setUp.append(paused, {}, 2);
    await setUp.append(paused, { type: 'wallet.credit_reversed' }, 3);
    await distribute();
    await setUp.sql(`update subscriptions set status = 'active', event_types = '{wallet.credited}' where id = $1`, [
      paused.subscriptionId,
    ]);
    await catchUp();
    assert.equal(await count(paused), 2);
  });

  test('an event distributed while another node ends the catching up is not lost', async () => {
    const behind = await setUp.subscriber(TARGET);
    const { communityId, subscriptionId } = behind;
    await setUp.sql(`update subscriptions set status = 'paused' where id = $1`, [subscriptionId]);
    await setUp.append(behind);
    await distribute();
    await setUp.sql(`update subscriptions set status = 'active' where id = $1`, [subscriptionId]);
    const ended = setUp.database.transaction(async (transaction) => {
      const [row] = await lockSubscriptionBehind(transaction, { communityId, subscriptionId, now: setUp.clock.now() });
      assert.ok(row);
      // Committed and distributed by a node that still sees the subscription behind.
      await setUp.append(behind);
      const distributed = fanOut(setUp.database, setUp.clock.now(), communityId);
      await waitUntil('the other node waits for the lock', async () => {
        const waiting = await setUp.sql(
          `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
        );
        return waiting.length > 0;
      });
      await transaction.run(
        { name: 'catch_up_ends', text: 'update subscriptions set missed_from = null where id = $1' },
        [subscriptionId],
      );
      return { distributed };
    });
    await (await ended).distributed;
    const [{ missed_from: mark } = { missed_from: null }] = await setUp.sql<{ missed_from: string | null }>(
      'select missed_from from subscriptions where id = $1',
      [subscriptionId],
    );
    assert.ok(mark, 'it is behind again');
    await catchUp();
    assert.equal(await count(behind), 1);
  });
});

describe('a manual retry', () => {
  test('is made although the subscription is off, but not while the partner is', async () => {
    for (const subscriptionStatus of ['paused', 'disabled'] as const) {
      const communityId = await setUp.community();
      const partnerId = await setUp.partner(communityId);
      const off = await setUp.subscribe(communityId, partnerId, TARGET);
      await setUp.append(off);
      await distribute();
      await setUp.sql('update subscriptions set status = $2, disabled_reason = $3 where id = $1', [
        ...[off.subscriptionId, subscriptionStatus, subscriptionStatus === 'disabled' ? 'a test' : null],
      ]);
      const makeManual = `update deliveries set status = 'pending', manual = true, next_attempt_at = $2
        where subscription_id = $1`;
      await setUp.sql(makeManual, [off.subscriptionId, setUp.clock.now()]);
      await setUp.sql(`update partners set status = 'suspended' where id = $1`, [partnerId]);
      const grants = [{ ...off, limit: 1 }];
      assert.equal((await claim(setUp.database, setUp.clock.now(), 60_000, grants)).claims.length, 0);
      await setUp.sql(`update partners set status = 'active' where id = $1`, [partnerId]);
      await setUp.sql(makeManual, [off.subscriptionId, setUp.clock.now()]);
      assert.equal((await claim(setUp.database, setUp.clock.now(), 60_000, grants)).claims.length, 1);
    }
  });
});
