/** Appends events in the transaction of the change that causes them (I5). */
import { uuidv7 } from 'uuidv7';
import type { Transaction } from '../../platform/database/query.ts';
import { insertEvents } from './queries.ts';

/** An event to be. `data` is what is sent: ids, no personal data. */
export interface NewEvent {
  readonly communityId: number;
  readonly type: string;
  /** The one partner it is for; null: every entitled partner that may see the member. */
  readonly partnerId: number | null;
  /** The only partners it is for, among those entitled; absent: all of them. */
  readonly audience?: readonly number[] | null;
  readonly memberId: string | null;
  readonly listingId: string | null;
  readonly transferId: string | null;
  readonly data: Readonly<Record<string, unknown>>;
  readonly createdAt: Date;
}

/** Inserts all events in one statement. Call `deps.wakeWorker()` after the commit. */
export async function appendEvents(transaction: Transaction, events: readonly NewEvent[]): Promise<void> {
  if (events.length === 0) return;
  await insertEvents(
    transaction,
    events.map((event) => event.communityId),
    events.map(() => uuidv7()),
    events.map((event) => event.type),
    events.map((event) => event.partnerId),
    events.map((event) => event.memberId),
    events.map((event) => event.listingId),
    events.map((event) => event.transferId),
    events.map((event) => JSON.stringify(event.data)),
    events.map((event) => event.createdAt),
    events.map((event) => (event.audience ? `{${event.audience.join()}}` : null)),
  );
}
