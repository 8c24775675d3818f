/**
 * What is committed after the answer to a partner that wants events is delivered, also of bookings that were on their
 * way: every change that makes a partner interested, against bookings, in every order of their lock points.
 */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { verifyLedger } from '../../../modules/operate/domain/ledger/invariants.ts';
import { startTestService, type TestPartner, type TestService } from '../../../test-support/harness.ts';
import {
  type IsolationTester,
  openIsolationTester,
  type Session,
  schedulesOf,
} from '../../../test-support/isolation.ts';
import { newReference } from '../../../test-support/wallet.ts';
import { MINUTE_MS } from '../../base/time.ts';
import type { Deps } from '../../deps.ts';
import { createPostTransfers } from '../../ledger/post-batch.ts';
import type { TransferRequest } from '../../ledger/types.ts';
import { activatePartner, changePartner } from '../../partners/provision.ts';
import { distributeAll } from '../delivery/distribute.ts';
import { addSubscription } from './add.ts';
import { changeSubscription } from './change.ts';
import { switchSubscriptionOff } from './queries.ts';

let service: TestService;
let tester: IsolationTester;
before(async () => {
  service = await startTestService();
  tester = await openIsolationTester(service);
});
after(async () => {
  await tester?.stop();
  await service?.stop();
});

interface Scene {
  readonly partner: TestPartner;
  readonly subscriptionId: string;
  readonly booking: TransferRequest;
}

interface Interest {
  readonly what: string;
  /** Where the change is held besides its commit. */
  readonly gate: string;
  setUp?(partner: TestPartner): Promise<string>;
  change(deps: Deps, scene: Scene): Promise<unknown>;
}

const NEW = { eventTypes: ['*'], targetUrl: 'https://bank.example/hooks', description: null };
const actOf = ({ communityId, partnerId }: TestPartner) => ({ communityId, partnerId, actor: 'test' });
const subscriptionOf = ({ partner, subscriptionId }: Scene) => ({ ...actOf(partner), subscriptionId });
const subscribed = async (partner: TestPartner, eventTypes: readonly string[] = ['*']) =>
  (await addSubscription(service.deps, actOf(partner), { ...NEW, eventTypes })).row.id;

const INTERESTS: readonly Interest[] = [
  {
    what: 'the first subscription',
    gate: 'insert_subscription',
    change: (deps, { partner }) => addSubscription(deps, actOf(partner), NEW),
  },
  {
    what: 'a disabled subscription is activated',
    gate: 'update_subscription',
    async setUp(partner) {
      const id = await subscribed(partner);
      await service.deps.database.transaction((transaction) =>
        switchSubscriptionOff(transaction, {
          communityId: partner.communityId,
          id,
          reason: 'It failed.',
          now: service.clock.now(),
        }),
      );
      return id;
    },
    change: (deps, scene) => changeSubscription(deps, subscriptionOf(scene), { status: 'active' }),
  },
  {
    what: 'a subscription gets further event types',
    gate: 'update_subscription',
    setUp: (partner) => subscribed(partner, ['user.updated']),
    change: (deps, scene) => changeSubscription(deps, subscriptionOf(scene), { eventTypes: ['*'] }),
  },
  {
    what: 'the partner gets the scope',
    gate: 'update_partner',
    async setUp(partner) {
      const id = await subscribed(partner);
      await changePartner(service.deps, actOf(partner), { scopes: ['users.read'] });
      return id;
    },
    change: (deps, { partner }) => changePartner(deps, actOf(partner), { scopes: ['users.read', 'wallet.write'] }),
  },
  {
    what: 'the partner is let in',
    gate: 'update_partner_status',
    async setUp(partner) {
      const id = await subscribed(partner);
      await service.ownerQuery(`update partners set status = 'pending' where id = $1`, [partner.partnerId]);
      return id;
    },
    change: (deps, { partner }) => activatePartner(deps, actOf(partner)),
  },
];

async function setUp({ setUp }: Interest, kind: string): Promise<Scene> {
  const partner = await service.createPartner();
  const { communityId, partnerId } = partner;
  const member = await service.createMember(partner);
  const who = { communityId, partnerId, reference: newReference(), note: null, recordedBy: `partner:${partnerId}` };
  const credit = { ...who, kind: 'credit' as const, amountSeconds: 3600, memberId: member.uuid };
  if (kind === 'credit') return { partner, subscriptionId: (await setUp?.(partner)) ?? '', booking: credit };
  const posted = await service.deps.postTransfers(credit);
  assert.equal(posted.result, 'posted');
  const creditId = posted.result === 'posted' ? posted.transfer.id : '';
  // Earlier bookings are distributed first.
  await distributeAll(service.deps.database, service.clock.now());
  const booking = { ...who, kind: 'credit_reversal' as const, creditId, reference: newReference(), reason: 'returned' };
  return { partner, subscriptionId: (await setUp?.(partner)) ?? '', booking: booking as TransferRequest };
}

for (const kind of ['credit', 'reversal']) {
  const name = `a ${kind}`;
  describe(`${name} is on its way`, () => {
    for (const interest of INTERESTS) {
      test(`${interest.what}: ${name} that is committed after the answer is delivered`, async () => {
        const sessionsOf = (scene: Scene): Session[] => [
          {
            name: 'interest',
            gates: [interest.gate, 'commit'],
            async run(database) {
              await interest.change({ ...service.deps, database }, scene);
              return 'done';
            },
          },
          {
            name: 'booking',
            gates: ['book_transfers', 'commit'],
            run: async (database) =>
              (await createPostTransfers(database, service.clock, () => {})(scene.booking)).result,
          },
        ];
        let committedLater = 0;
        for (const schedule of schedulesOf(sessionsOf(await setUp(interest, kind)))) {
          const scene = await setUp(interest, kind);
          const { log, answers, failures } = await tester.play(sessionsOf(scene), schedule);
          assert.deepEqual([answers, failures], [{ interest: 'done', booking: 'posted' }, []]);
          if (log.indexOf('booking commit') < log.indexOf('interest done')) continue;
          committedLater += 1;
          await distributeAll(service.deps.database, service.clock.now());
          const [row] = await service.ownerQuery<{ count: number }>(
            `select count(*)::int as count from deliveries d
             join events e on e.community_id = d.community_id and e.id = d.event_id
             where d.community_id = $1 and e.type = $2`,
            [scene.partner.communityId, kind === 'credit' ? 'wallet.credited' : 'wallet.credit_reversed'],
          );
          assert.equal(row?.count, 1, `${schedule.join(' ')}: ${log.join(', ')}`);
        }
        assert.ok(committedLater > 0, 'in some order it is committed later');
      });
    }
  });
}

test('verify, which knows by their numbers what was committed later, finds nothing in all of it', async () => {
  service.clock.advance(2 * MINUTE_MS);
  const { invariants } = await verifyLedger(service.deps.database, service.clock);
  assert.deepEqual(
    invariants.flatMap(({ offenders }) => offenders),
    [],
  );
});
