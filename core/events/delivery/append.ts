/** Appends events in the transaction of the change that causes them (I5). */
import type { EventDataByType, EventType } from '@timebank/contract';
import { newIdAt } from '../../base/ids.ts';
import type { Transaction } from '../../database/query.ts';
import { insertEvents } from './queries.ts';

/** An event to be: its kind, what is sent (`contract/events.ts`), and whom and what it concerns. */
export type EventContent = { [T in EventType]: ContentOf<T> }[EventType];

interface ContentOf<T extends EventType> {
  readonly type: T;
  readonly data: EventDataByType[T];
  /** The one partner it is for; absent: every entitled partner that may see the member. */
  readonly partnerId?: number | null;
  /** The only partners it is for, among those entitled; absent: all of them. */
  readonly audience?: readonly number[] | null;
  readonly memberId?: string | null;
  readonly listingId?: string | null;
}

export type NewEvent = EventContent & { readonly communityId: number; readonly createdAt: Date };

/** Inserts events, of several communities too, in one statement. The worker is woken after the commit. */
export async function appendEvents(transaction: Transaction, events: readonly NewEvent[]): Promise<void> {
  if (events.length === 0) return;
  await insertEvents(transaction, {
    rows: events.map((event) => ({
      communityId: event.communityId,
      id: newIdAt(event.createdAt),
      type: event.type,
      partnerId: event.partnerId ?? null,
      memberId: event.memberId ?? null,
      listingId: event.listingId ?? null,
      data: JSON.stringify(event.data),
      createdAt: event.createdAt,
      audience: event.audience ? `{${event.audience.join()}}` : null,
    })),
  });
}
