/**
 * Walks through the members or the listings that a partner sees: all of them, or what has changed since another walk began
 * reading. The last page has the token for the next walk (ADR 0032).
 */
import type { SyncListMeta } from '@timebank/contract';
import type { Deps } from '../../../domain/deps.ts';
import { onDisk, type ReadHorizon } from '../../../domain/sync/horizon.ts';
import { selectResets } from '../../../domain/sync/reset-queries.ts';
import { refusal } from '../../../platform/base/refusal.ts';
import { DAY_MS } from '../../../platform/base/time.ts';
import { FIRST_ID } from '../../../platform/database/keyset.ts';
import { atOneLength, type CursorScope, encodeCursor, openSealed } from '../../http/cursor.ts';
import { openPage, type PageOf, pageOf } from '../../http/paging.ts';
import type { Caller } from '../access/call.ts';

/** The filters of a walk by their names in the query, as text. */
export type WalkFilters = Readonly<Record<string, string>>;

/** One page of a walk. */
export interface WalkPage {
  readonly afterId: string;
  /** Rows to fetch. */
  readonly limit: number;
  /** How many of them are sent. */
  readonly perPage: number;
  /** Only rows that a transaction of this number (xid8) or a higher one has changed; null: all rows. */
  readonly since: string | null;
  readonly filters: WalkFilters;
  /** @param present a row as the contract's item; a row that is gone is shown by its id alone */
  answer<Row extends { readonly id: string }, Item>(
    rows: readonly Row[],
    present: (row: Row) => Item,
  ): PageOf<Item, SyncListMeta>;
}

interface WalkCall {
  readonly query: unknown;
  readonly params: Readonly<Record<string, string>>;
  readonly caller: Caller;
  readonly origin: string;
}

interface WalkOperation {
  readonly id: string;
  readonly path: string;
  readonly authentication: { readonly kind: string };
}

/** The state of a walk that its cursors and its token carry. */
interface WalkState {
  /** The horizon when the walk began. */
  readonly xid: string;
  readonly mark: string | null;
  readonly begunAtMs: number;
  /** Whether every page so far had e-mail addresses. */
  readonly withEmail: boolean;
  readonly since: string | null;
  readonly filters: WalkFilters;
  /** How often the sandbox had been reset; 0 in a live community. */
  readonly resets: number;
}

/** A token is valid for 30 days after its issue, also at the end of a walk that took a day. */
const TOKEN_VALID_MS = 31 * DAY_MS;
const BESIDE_TOKEN = new Set(['sync_token', 'cursor', 'per_page', 'limit', 'page', 'offset']);

/**
 * Opens the requested page.
 * @throws Refusal `invalid_cursor`; `invalid_request` for a token that is not one, or has filters beside it;
 * `sync_token_expired`
 */
export async function openWalk(
  call: WalkCall,
  deps: Pick<Deps, 'keys' | 'clock' | 'database'>,
  readHorizon: ReadHorizon,
  operation: WalkOperation,
): Promise<WalkPage> {
  const query = call.query as Readonly<Record<string, unknown>>;
  const page = openPage(call, deps, operation);
  const tokenScope: CursorScope = {
    partnerId: call.caller.partnerId,
    operation: `${operation.id} sync_token`,
    filters: {},
  };
  const hasEmail = call.caller.scopes.includes('users.pii');
  const { afterId, ...begun } = page.after === undefined ? await begin() : readState(page.after);
  if (page.after !== undefined) await refuseOtherWalk();
  const xid = page.isSigned ? await onDisk(deps.database, begun.xid, begun.mark) : begun.xid;
  const state: WalkState = { ...begun, xid, withEmail: begun.withEmail && hasEmail };

  return {
    afterId,
    limit: page.limit,
    perPage: page.perPage,
    since: state.since,
    filters: state.filters,
    answer(rows, present) {
      const { data, meta, headers } = pageOf(page, rows, (row) => writeState(row.id, state), present);
      const token =
        meta.has_more || state.mark === null ? null : encodeCursor(deps.keys, tokenScope, writeState('', state));
      return { data, meta: { ...meta, sync_token: token }, ...(headers === undefined ? {} : { headers }) };
    },
  };

  async function begin(): Promise<WalkState & { afterId: string }> {
    const token = query.sync_token === undefined ? undefined : await openToken(String(query.sync_token));
    // Read before the rows: they are of this reset, or of a later one that the next request notices.
    const resets = call.caller.isSandbox ? await countResets() : 0;
    const horizon = await readHorizon(token?.mark ?? null);
    if (!horizon) throw expired('was given before the database was restored');
    if (token && token.resets !== resets) throw expired('was given before the sandbox was reset');
    return {
      afterId: FIRST_ID,
      xid: horizon.xid,
      mark: horizon.mark,
      resets,
      begunAtMs: deps.clock.now().getTime(),
      withEmail: token?.withEmail ?? true,
      since: token?.since ?? null,
      filters: token?.filters ?? filtersOf(query),
    };
  }

  async function countResets(): Promise<number> {
    const [row] = await selectResets(deps.database.reads, call.caller.communityId);
    return row?.resets ?? 0;
  }

  /** The token's content; `since` is the beginning of the walk that the token starts. */
  async function openToken(sealed: string): Promise<WalkState & { readonly since: string }> {
    const beside = Object.keys(query).filter((name) => query[name] !== undefined && !BESIDE_TOKEN.has(name));
    if (beside.length > 0) {
      const faults = beside.map((field) => ({
        field,
        code: 'conflict',
        message: `${field} cannot be sent with sync_token, which keeps the filters of its walk.`,
      }));
      throw refusal('invalid_request', faults.map(({ message }) => message).join(' '), faults);
    }
    const opened = openSealed(deps.keys, tokenScope, sealed);
    if (opened.text === undefined) {
      if (opened.isOfOtherKey) throw expired('was given under a key that was replaced');
      throw wrongToken('must be the meta.sync_token of this list, given to you, unchanged');
    }
    const { afterId: _, ...state } = readState(opened.text);
    if (Math.abs(deps.clock.now().getTime() - state.begunAtMs) > TOKEN_VALID_MS) throw expired('is older than 30 days');
    if (hasEmail && !state.withEmail) throw expired('is of a walk without the e-mail addresses that you may see now');
    return { ...state, since: opened.isSigned ? await onDisk(deps.database, state.xid, state.mark) : state.xid };
  }

  /** A later page may repeat the token its walk began with, as the parameters of any list are repeated. */
  async function refuseOtherWalk(): Promise<void> {
    if (query.sync_token === undefined) return;
    const { xid, since } = await openToken(String(query.sync_token));
    // A node of 0.1 began at the very number of its cursor.
    if (begun.since !== since && begun.since !== xid) throw wrongToken('is not of the walk that cursor is of');
  }
}

function wrongToken(message: string) {
  const fault = { field: 'sync_token', code: 'invalid_sync_token', message: `sync_token ${message}.` };
  return refusal('invalid_request', fault.message, [fault]);
}

function expired(why: string) {
  return refusal('sync_token_expired', `sync_token ${why}; begin with a full walk, without sync_token.`);
}

function filtersOf(query: Readonly<Record<string, unknown>>): WalkFilters {
  const filters: Record<string, string> = {};
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && !BESIDE_TOKEN.has(name)) filters[name] = String(value);
  }
  return filters;
}

function writeState(afterId: string, state: WalkState): string {
  const { xid, mark, begunAtMs, withEmail, since, filters, resets } = state;
  const from = since === null ? null : atOneLength(since);
  return JSON.stringify([afterId, atOneLength(xid), mark, begunAtMs, withEmail, from, filters, resets]);
}

/** @param text what `writeState` wrote: the seal says so */
function readState(text: string): WalkState & { readonly afterId: string } {
  const [afterId, xid, mark, begunAtMs, withEmail, since, filters, resets] = JSON.parse(text);
  return { afterId, xid: xid.trim(), mark, begunAtMs, withEmail, since: since?.trim() ?? null, filters, resets };
}
