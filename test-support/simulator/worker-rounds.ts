/** A worker's rounds, one at a time, so that it can die between any two of its steps. */

import type { Statement } from '@timebank/contract';
import { DAY_MS, MINUTE_MS } from '../../core/base/time.ts';
import { FIRST_ID } from '../../core/database/keyset.ts';
import { catchUp } from '../../core/events/delivery/catch-up.ts';
import { selectSubscriptionsBehind } from '../../core/events/delivery/catch-up-queries.ts';
import { attempt, claim, giveBack } from '../../core/events/delivery/deliver.ts';
import {
  releaseHeldDeliveries,
  type SubscriptionKey,
  selectDueSubscriptions,
} from '../../core/events/delivery/delivery-queries.ts';
import { fanOut } from '../../core/events/delivery/distribute.ts';
import { createKeyring } from '../../core/events/delivery/keyring.ts';
import { startWorker, type Worker } from '../../core/events/delivery/loop.ts';
import { record } from '../../core/events/delivery/record.ts';
import { replayEventsSince } from '../../core/events/subscriptions/replay.ts';
import { closeDueDays } from '../../core/statements/close-days.ts';
import { readStatement } from '../../core/statements/read-statement.ts';
import { TEST_JOBS } from '../modules.ts';
import { remindAndHandOver } from '../proposals.ts';
import { waitUntil } from '../wait-until.ts';
import type { Cast } from './facts.ts';
import type { Node } from './node.ts';
import type { QuietOperation, RoundEnd } from './operations.ts';
import type { Receivers } from './receivers.ts';

const LEASE_MS = 45_000;
const MANY = 500;
const CLAIMED_EACH = 20;

export async function performQuiet(
  node: Node,
  cast: Cast,
  receivers: Receivers,
  operation: QuietOperation,
): Promise<Statement | undefined> {
  const { database, clock } = node.service.deps;
  switch (operation.do) {
    case 'close days':
      while ((await closeDueDays(database, clock)) > 0);
      return undefined;
    case 'pass midnight':
      node.time.set(new Date(Math.ceil(clock.now().getTime() / DAY_MS) * DAY_MS + 16 * MINUTE_MS));
      while ((await closeDueDays(database, clock)) > 0);
      return undefined;
    case 'fan out':
      while ((await fanOut(database, clock.now(), MANY)).events === MANY);
      return undefined;
    case 'hand over':
      await remindAndHandOver(node.service.deps);
      return undefined;
    case 'deliver':
      await deliver(node, receivers, operation.end);
      return undefined;
    case 'statement': {
      const { id, partners } = cast.communities[operation.community] as Cast['communities'][number];
      const day = new Date(clock.now().getTime() - operation.daysAgo * DAY_MS).toISOString().slice(0, 10);
      return await readStatement(node.service.deps, id, partners[operation.partner]?.partnerId ?? 0, day);
    }
    case 'replay': {
      const { id, partners, subscriptions } = cast.communities[operation.community] as Cast['communities'][number];
      const act = {
        communityId: id,
        partnerId: partners[operation.partner]?.partnerId ?? 0,
        subscriptionId: subscriptions[operation.partner]?.[operation.subscription]?.id ?? '',
        actor: 'simulator',
      };
      const since = new Date(clock.now().getTime() - operation.hours * 3600_000);
      await replayEventsSince(node.service.deps, act, { since });
      return undefined;
    }
  }
}

async function deliver({ service }: Node, receivers: Receivers, end: RoundEnd): Promise<void> {
  const { database, clock, keys } = service.deps;
  const now = clock.now();
  await releaseHeldDeliveries(database.outbox, { now, limit: MANY });
  const receiving = await selectDueSubscriptions(database.outbox, {
    now,
    afterCommunityId: 0,
    afterSubscriptionId: FIRST_ID,
    limit: MANY,
  });
  const behind = await selectSubscriptionsBehind(database.outbox, {
    afterCommunityId: 0,
    afterSubscriptionId: FIRST_ID,
    limit: MANY,
  });
  const grantOf = (key: SubscriptionKey) => ({ ...key, limit: CLAIMED_EACH });
  const due = await claim(database, now, LEASE_MS, receiving.map(grantOf));
  const claims = [...due.claims];
  for (const { hasRoom, ...key } of behind) {
    if (hasRoom) claims.push(...(await catchUp(database, now, LEASE_MS, grantOf(key))).claims);
  }
  if (end === 'died claimed') return;
  if (end === 'stopped claimed') return await giveBack(database, claims);
  const keyring = createKeyring(keys.webhookSecrets);
  const middle = () => 0.5;
  const made = await Promise.all(claims.map((one) => attempt(one, receivers.sender, keyring, clock, middle)));
  if (end === 'died sent') return;
  await record(
    database,
    made.filter((one) => one !== undefined),
  );
}

const QUIET = `select not exists (select from event_queue)
   and not exists (select from deliveries where status in ('pending', 'held'))
   and not exists (select from subscriptions where status = 'active' and missed_from is not null)
   and not exists (select from accounts
     where kind = 'settlement' and closed_through < $1::date) as quiet`;

/** The worker itself, clockwork and all. */
export function startWhole({ service }: Node, { sender }: Receivers): Worker {
  return startWorker(service.deps, { createSender: () => sender, pollMs: 10, jobs: TEST_JOBS });
}

/** Whole workers on all nodes, until everything is closed, distributed and delivered. Nothing fails meanwhile. */
export async function workUntilQuiet(nodes: readonly Node[], receivers: Receivers, through: string): Promise<void> {
  const workers = nodes.map((node) => startWhole(node, receivers));
  const [{ service }] = nodes as [Node];
  try {
    await waitUntil('everything is delivered', async () => {
      const [row] = await service.ownerQuery<{ quiet: boolean }>(QUIET, [through]);
      return row?.quiet === true;
    });
  } finally {
    await Promise.all(workers.map((worker) => worker.stop()));
  }
}
