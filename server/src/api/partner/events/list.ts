/** GET /events */
import { EVENT_KINDS, EVENT_TYPES, listEvents, type Scope } from '@timebank/contract';
import { EVENT_SHOWN_MS } from '../../../domain/delivery/clean-up.ts';
import { ofType, selectEventFeed, selectEventPage } from '../../../domain/delivery/feed-queries.ts';
import { presentEvent } from '../../../domain/delivery/sign.ts';
import type { Deps } from '../../../domain/deps.ts';
import { onDisk, type ReadHorizon } from '../../../domain/sync/horizon.ts';
import { refusal } from '../../../platform/base/refusal.ts';
import { ago } from '../../../platform/base/time.ts';
import { FIRST_ID, LAST_ID } from '../../../platform/database/keyset.ts';
import { atOneLength } from '../../http/cursor.ts';
import { openPage, type Page, pageOf } from '../../http/paging.ts';
import type { Call, Handler } from '../access/call.ts';

type EventsCall = Call<typeof listEvents>;

export const createListEventsHandler =
  (readHorizon: ReadHorizon): Handler<typeof listEvents> =>
  (call, deps) => {
    const page = openPage(call, deps, listEvents);
    return call.query.order === 'asc' ? feed(call, deps, page, readHorizon) : newestFirst(call, deps, page);
  };

async function newestFirst(call: EventsCall, deps: Deps, page: Page) {
  const { communityId, partnerId } = call.caller;
  const notBefore = ago(deps.clock.now(), EVENT_SHOWN_MS);
  const rows = await selectEventPage.run(
    deps.database.heavy,
    [communityId, partnerId, page.after ?? LAST_ID, page.limit, notBefore],
    filtersOf(call),
  );
  return pageOf(page, rows, (row) => row.id, presentEvent);
}

/**
 * The position of a poller: behind this event, or before all events of transaction `xid` if the id is the first. A crash
 * loses neither: a poller sees an event only once it is on disk.
 */
interface Place {
  readonly xid: string;
  readonly id: string;
  readonly mark: string | null;
  readonly givenAtMs: number;
}

/** Events below the horizon only: no transaction can commit an event among them any more. */
async function feed(call: EventsCall, deps: Deps, page: Page, readHorizon: ReadHorizon) {
  const { communityId, partnerId } = call.caller;
  const now = deps.clock.now();
  const place = page.after === undefined ? undefined : await openPlace(deps, page.after, page.isSigned);
  if (place && now.getTime() - place.givenAtMs > EVENT_SHOWN_MS) throw expired('is older than 30 days');
  const horizon = await readHorizon(place?.mark ?? null);
  if (!horizon) throw expired('was given before the database was restored');
  const rows = await selectEventFeed.run(
    deps.database.heavy,
    [communityId, partnerId, place?.xid ?? '0', place?.id ?? FIRST_ID, page.limit],
    { ...filtersOf(call), below: horizon.ended, notBefore: ago(now, EVENT_SHOWN_MS) },
  );
  const mark = horizon.mark ?? place?.mark ?? null;
  const placeBehind = ({ xid, id }: Pick<Place, 'xid' | 'id'>) =>
    JSON.stringify([atOneLength(xid), id, mark, now.getTime()]);
  const answer = pageOf(page, rows, placeBehind, presentEvent);
  if (answer.meta.has_more) return answer;
  const last = rows.at(-1) ?? place;
  // If the end of all ended transactions is on disk already, the next look-up can begin there.
  const end = last && BigInt(last.xid) >= BigInt(horizon.xid) ? last : { xid: horizon.xid, id: FIRST_ID };
  return { data: answer.data, meta: { ...answer.meta, next_cursor: page.seal(placeBehind(end)).cursor } };
}

/** @param text what `placeBehind` wrote: the seal says so */
async function openPlace({ database }: Deps, text: string, isSigned: boolean): Promise<Place> {
  const [sealedXid, id, mark, givenAtMs] = JSON.parse(text);
  const xid = isSigned && id === FIRST_ID ? await onDisk(database, sealedXid, mark) : sealedXid.trim();
  return { xid, id, mark, givenAtMs };
}

function expired(why: string) {
  return refusal('sync_token_expired', `cursor ${why}, so events may be missing; begin again without cursor.`);
}

function filtersOf({ query, caller }: EventsCall) {
  const { type, timestamp_since: since, timestamp_before: before } = query;
  return { ...ofType(type), since, before, types: typesFor(caller.scopes) };
}

/** The kinds a token opens; undefined: all that its partner may receive. */
function typesFor(scopes: readonly Scope[]) {
  if (scopes.includes('webhooks.manage')) return undefined;
  return EVENT_TYPES.filter((type) => EVENT_KINDS[type].scopes.some((scope) => scopes.includes(scope)));
}
