/** Sending a subscription the events of the past again. */
import { ALL_EVENT_TYPES, type FieldError, type ReplayRequest, timestamp } from '@timebank/contract';
import { refusal } from '../../base/refusal.ts';
import { type ChangeDeps, change } from '../../change/change.ts';
import { FIRST_ID } from '../../database/keyset.ts';
import type { Transaction } from '../../database/query.ts';
import { EVENT_SHOWN_MS } from '../delivery/clean-up.ts';
import { lockForChange, type SubscriptionAct, subjectOf } from './change.ts';
import { countReplayableEvents, replayEvents } from './delivery-queries.ts';
import type { SubscriptionRow } from './queries.ts';

/** Events of one replay, and of one of its transactions. */
const REPLAY_MAX = 50_000;
const BATCH = 2000;

/** Which events: from `since` on, to `until` inclusive, of these types. */
export interface ReplayRange {
  readonly since: Date;
  readonly until?: Date | undefined;
  readonly eventTypes?: readonly string[] | undefined;
}

/**
 * Schedules every such event that the subscription gets, delivered or not, under the same event ids; what waits for its
 * next attempt is due now. A paused subscription gets them when it is resumed; on a disabled one each is tried once.
 * @returns how many deliveries are on their way, those that were before included
 * @throws refusal subscription_not_found, validation_failed
 */
export async function replayEventsSince(
  deps: ChangeDeps,
  act: SubscriptionAct,
  range: ReplayRange,
  max = REPLAY_MAX,
): Promise<number> {
  const { since, until = null } = range;
  const now = await change(deps, act, async ({ transaction, at, audit }) => {
    const faults = faultsOf(range, at);
    if (faults.length > 0) throw refused(faults);
    const eventTypes = typesOf(await lockForChange(transaction, act), range);
    const { communityId, partnerId } = act;
    const [found] = await countReplayableEvents(transaction, {
      communityId,
      partnerId,
      eventTypes,
      since,
      until,
      limit: max + 1,
    });
    if ((found?.count ?? 0) > max) {
      const message = `More than ${max} events: name a later since or an earlier until, or read GET /events.`;
      throw refused([{ field: 'since', code: 'too_many', message }]);
    }
    audit('subscription.replayed', subjectOf(act), {
      since: since.toISOString(),
      ...(until ? { until: until.toISOString() } : {}),
      ...(range.eventTypes ? { event_types: range.eventTypes } : {}),
    });
    return at;
  });
  let deliveries = 0;
  let position = { at: since, id: FIRST_ID };
  for (;;) {
    const batch = await deps.database.transaction(async (transaction) =>
      scheduleBatch(transaction, act, await lockForChange(transaction, act), range, position, now),
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
  subscription: SubscriptionRow,
  range: ReplayRange,
  after: { readonly at: Date; readonly id: string },
  now: Date,
) {
  const [batch] = await replayEvents(transaction, {
    communityId,
    partnerId,
    subscriptionId,
    now,
    eventTypes: typesOf(subscription, range),
    since: after.at,
    until: range.until ?? null,
    afterId: after.id,
    limit: BATCH,
    status: subscription.status === 'paused' ? 'held' : 'pending',
    manual: subscription.status === 'disabled',
  });
  return batch as NonNullable<typeof batch>;
}

/** The requested types that the subscription has. */
function typesOf({ eventTypes: subscribed }: SubscriptionRow, { eventTypes: asked }: ReplayRange): readonly string[] {
  if (!asked || asked.includes(ALL_EVENT_TYPES)) return subscribed;
  return subscribed.includes(ALL_EVENT_TYPES) ? asked : asked.filter((type) => subscribed.includes(type));
}

function faultsOf({ since, until }: ReplayRange, now: Date): FieldError[] {
  const faults: FieldError[] = [];
  if (since > now || since.getTime() < now.getTime() - EVENT_SHOWN_MS) {
    faults.push({ field: 'since', code: 'out_of_range', message: 'since must lie within the last 30 days.' });
  }
  if (until && until < since) {
    faults.push({ field: 'until', code: 'out_of_range', message: 'until must not be before since.' });
  }
  return faults;
}

/** The range that a body names: the contract has checked the texts, only its reader knows every form of a time. */
export function rangeOf({ since, until, event_types: eventTypes }: ReplayRequest): ReplayRange {
  return { since: timeOf('since', since), until: until === undefined ? undefined : timeOf('until', until), eventTypes };
}

function timeOf(field: string, text: string): Date {
  const read = timestamp('').read(text);
  if ('refusal' in read) {
    throw refused([{ field, code: read.refusal.code, message: `${field} ${read.refusal.message}` }]);
  }
  return read.value;
}

function refused(faults: readonly FieldError[]) {
  return refusal('validation_failed', faults.map(({ message }) => message).join(' '), faults);
}
