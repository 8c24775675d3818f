/** Sending a subscription the events of the past again. */
import { timestamp } from '@timebank/contract';
import { refusal } from '../../platform/base/refusal.ts';
import { FIRST_ID } from '../../platform/database/keyset.ts';
import type { Transaction } from '../../platform/database/query.ts';
import { type ChangeDeps, change } from '../change/change.ts';
import { EVENT_KEPT_MS } from '../delivery/clean-up.ts';
import { lockForChange, type SubscriptionAct, subjectOf } from './act.ts';
import { countReplayableEvents, replayEvents } from './delivery-queries.ts';
import type { SubscriptionRow } from './queries.ts';

/** Events of one replay, and of one of its transactions. */
const REPLAY_MAX = 50_000;
const BATCH = 2000;

/**
 * Schedules every event since then that the subscription gets, delivered or not, under the same event ids. A paused
 * subscription gets them when it is resumed; on a disabled one each is tried once.
 * @returns how many deliveries are on their way, those that were before included
 * @throws refusal subscription_not_found, validation_failed
 */
export async function replayEventsSince(
  deps: ChangeDeps,
  act: SubscriptionAct,
  since: Date,
  max = REPLAY_MAX,
): Promise<number> {
  const now = await change(deps, act, async ({ transaction, at, audit }) => {
    if (since.getTime() < at.getTime() - EVENT_KEPT_MS) {
      throw refused('out_of_range', 'since must lie within the last 30 days.');
    }
    const { eventTypes } = await lockForChange(transaction, act);
    const { communityId, partnerId } = act;
    const [found] = await countReplayableEvents(transaction, {
      communityId,
      partnerId,
      eventTypes,
      since,
      limit: max + 1,
    });
    if ((found?.count ?? 0) > max) {
      throw refused('too_many', `since lies before more than ${max} events; name a later time, or read GET /events.`);
    }
    audit('subscription.replayed', subjectOf(act), { since: since.toISOString() });
    return at;
  });
  let deliveries = 0;
  let position = { at: since, id: FIRST_ID };
  for (;;) {
    const batch = await deps.database.transaction(async (transaction) =>
      scheduleBatch(transaction, act, await lockForChange(transaction, act), position, now),
    );
    deps.wakeWorker();
    deliveries += batch.deliveries;
    if (batch.events < BATCH || batch.lastAt === null || batch.lastId === null) return deliveries;
    position = { at: batch.lastAt, id: batch.lastId };
  }
}

async function scheduleBatch(
  transaction: Transaction,
  { communityId, partnerId, subscriptionId }: SubscriptionAct,
  { eventTypes, status }: SubscriptionRow,
  after: { readonly at: Date; readonly id: string },
  now: Date,
) {
  const [batch] = await replayEvents(transaction, {
    communityId,
    partnerId,
    subscriptionId,
    eventTypes,
    now,
    since: after.at,
    afterId: after.id,
    limit: BATCH,
    status: status === 'paused' ? 'held' : 'pending',
    manual: status === 'disabled',
  });
  return batch as NonNullable<typeof batch>;
}

/** The time in a body's `since`: the contract has checked the text, only its reader knows every form of it. */
export function sinceOf(text: string): Date {
  const read = timestamp('').read(text);
  if ('refusal' in read) throw refused(read.refusal.code, `since ${read.refusal.message}`);
  return read.value;
}

function refused(code: string, message: string) {
  return refusal('validation_failed', message, [{ field: 'since', code, message }]);
}
