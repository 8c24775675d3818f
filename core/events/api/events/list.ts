/** GET /events: newest first, or as a feed in the order of commit. */
import { EVENT_KINDS, EVENT_TYPES, type EventType, listEvents, type Scope } from '@timebank/contract';
import type { Call, Handler } from '../../../access/call.ts';
import { ago } from '../../../base/time.ts';
import { FIRST_ID, LAST_ID } from '../../../database/keyset.ts';
import type { Deps } from '../../../deps.ts';
import { atOneLength } from '../../../http/cursor.ts';
import { openPage, type Page, pageOf } from '../../../http/paging.ts';
import {
  begunAgain,
  expiredToken,
  openSyncToken,
  sealSyncToken,
  TOKEN_VALID_MS,
  type WalkFilters,
  walkFiltersOf,
  wrongToken,
} from '../../../sync/api/token.ts';
import { onDisk, type ReadHorizon } from '../../../sync/horizon.ts';
import { EVENT_SHOWN_MS } from '../../delivery/clean-up.ts';
import { ofType, selectEventFeed, selectEventPage } from '../../delivery/feed-queries.ts';
import { presentEvent } from '../../delivery/sign.ts';

type EventsCall = Call<typeof listEvents>;

export const createListEventsHandler =
  (readHorizon: ReadHorizon): Handler<typeof listEvents> =>
  (call, deps) => {
    const page = openPage(call, deps, listEvents);
    const { order, sync_token } = call.query;
    // A later page of a feed that began with a token may have its cursor alone.
    const isFeed = order === 'asc' || sync_token !== undefined || page.after?.startsWith('[');
    return isFeed ? feed(call, deps, page, readHorizon) : newestFirst(call, deps, page);
  };

async function newestFirst(call: EventsCall, deps: Deps, page: Page) {
  const { communityId, partnerId } = call.caller;
  const notBefore = ago(deps.clock.now(), EVENT_SHOWN_MS);
  const rows = await selectEventPage(deps.database.heavy, {
    communityId,
    partnerId,
    beforeId: page.after ?? LAST_ID,
    limit: page.limit,
    notBefore,
    ...filtersOf(call, walkFiltersOf(call.query)),
  });
  const { meta, ...answer } = pageOf(page, rows, (row) => row.id, presentEvent);
  return { ...answer, meta: { ...meta, sync_token: null } };
}

/**
 * The place of a reader: behind this event, or before all events of transaction `xid` if the id is the first. A crash
 * loses neither: a reader sees an event only once it is on disk.
 */
interface FeedPosition {
  readonly xid: string;
  readonly id: string;
  readonly mark: string | null;
  /** What the reader has not seen yet did not happen long before: if so much has been deleted, events may be missing. */
  readonly reachedMs: number;
  /** The filters of the token's walk; null: the walk began without a token, and each of its pages names them. */
  readonly filters: WalkFilters | null;
  /** The place of that token. */
  readonly from: string | null;
  /** How often the community had begun again; null: release 0.1 gave the place. */
  readonly resets: number | null;
}

/** Events below the horizon only: no transaction can commit an event among them any more. */
async function feed(call: EventsCall, deps: Deps, page: Page, readHorizon: ReadHorizon) {
  const { communityId, partnerId } = call.caller;
  const now = deps.clock.now();
  const place = await openPlace(call, deps, page);
  // Read with the token, before the rows: they are of this reset, or of a later one that the next request notices.
  const { resets } = call.caller;
  const horizon = await readHorizon(place?.mark ?? null);
  const expired = (why: string) => expiredToken(why, page.after === undefined ? 'sync_token' : 'cursor');
  if (!horizon) throw expired('was given before the database was restored');
  if (place && (place.resets ?? resets) !== resets) throw expired(begunAgain(call.caller));
  if (place && now.getTime() - place.reachedMs > TOKEN_VALID_MS) throw expired('is of events that are deleted');
  const filters = place?.filters ?? walkFiltersOf(call.query);
  const rows = await selectEventFeed(deps.database.heavy, {
    communityId,
    partnerId,
    afterXid: place?.xid ?? '0',
    afterId: place?.id ?? FIRST_ID,
    limit: page.limit,
    ...filtersOf(call, filters),
    below: horizon.ended,
    notBefore: place ? undefined : ago(now, EVENT_SHOWN_MS),
  });
  const mark = horizon.mark ?? place?.mark ?? null;
  const { from = null } = place ?? {};
  const { meta, ...answer } = pageOf(
    page,
    rows,
    ({ xid, id, createdAt }) => {
      const reachedMs = Math.max(createdAt.getTime(), place?.reachedMs ?? 0);
      return writePlace({ xid, id, mark, reachedMs, filters: place?.filters ?? null, from, resets });
    },
    presentEvent,
  );
  const last = rows.at(-1) ?? place;
  // If the end of all ended transactions is on disk already, the next look-up can begin there.
  const { xid, id } = last && BigInt(last.xid) >= BigInt(horizon.xid) ? last : { xid: horizon.xid, id: FIRST_ID };
  const end: FeedPosition = { xid, id, mark, reachedMs: now.getTime(), filters, from: null, resets };
  const token =
    meta.has_more || mark === null ? null : sealSyncToken(deps, call.caller, listEvents.id, writePlace(end));
  return { ...answer, meta: { ...meta, sync_token: token } };
}

/** The place of the cursor, or else of the token; undefined: the walk begins. */
async function openPlace(call: EventsCall, { keys, database }: Deps, page: Page): Promise<FeedPosition | undefined> {
  const opened = openSyncToken({ keys }, call, listEvents.id);
  const token = opened && readPlace(opened.text);
  const from = token && `${atOneLength(token.xid)} ${token.id}`;
  if (page.after === undefined) return token && { ...token, from: from ?? null };
  const place = readPlace(page.after);
  if (from !== undefined && place.from !== from) throw wrongToken('is not of the walk that cursor is of');
  return page.isSigned && place.id === FIRST_ID
    ? { ...place, xid: await onDisk(database, place.xid, place.mark) }
    : place;
}

function writePlace({ xid, id, mark, reachedMs, filters, from, resets }: FeedPosition): string {
  return JSON.stringify([atOneLength(xid), id, mark, reachedMs, filters, from, resets]);
}

/** @param text what `writePlace` wrote: the seal says so. Release 0.1 wrote four parts. */
function readPlace(text: string): FeedPosition {
  const [xid, id, mark, reachedMs, filters = null, from = null, resets = null] = JSON.parse(text);
  return { xid: xid.trim(), id, mark, reachedMs, filters, from, resets };
}

function filtersOf({ caller }: EventsCall, { type, timestamp_since: since, timestamp_before: before }: WalkFilters) {
  return {
    ...ofType(type as EventType | undefined),
    since: since ? new Date(since) : undefined,
    before: before ? new Date(before) : undefined,
    types: typesFor(caller.scopes),
  };
}

/** The kinds a token opens; undefined: all that its partner may receive. */
function typesFor(scopes: readonly Scope[]) {
  if (scopes.includes('webhooks.manage')) return undefined;
  return EVENT_TYPES.filter((type) => EVENT_KINDS[type].scopes.some((scope) => scopes.includes(scope)));
}
