/**
 * Walks through the members or the listings that a partner sees: all of them, or what has changed since another walk began
 * reading. The last page has the token for the next walk (docs/decisions/copies-in-step.md).
 */
import type { SyncListMeta } from '@timebank/contract';
import { FIRST_ID } from '../../database/keyset.ts';
import type { Deps } from '../../deps.ts';
import { atOneLength } from '../../http/cursor.ts';
import { openPage, type PageOf, pageOf } from '../../http/paging.ts';
import { onDisk, type ReadHorizon } from '../horizon.ts';
import {
  begunAgain,
  expiredToken,
  openSyncToken,
  sealSyncToken,
  TOKEN_VALID_MS,
  type WalkCall,
  type WalkFilters,
  walkFiltersOf,
  wrongToken,
} from './token.ts';

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
  /** How often the community had begun again. */
  readonly resets: number;
}

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
  const page = openPage(call, deps, operation);
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
      const givesToken = !meta.has_more && state.mark !== null;
      const token = givesToken ? sealSyncToken(deps, call.caller, operation.id, writeState('', state)) : null;
      return { data, meta: { ...meta, sync_token: token }, ...(headers === undefined ? {} : { headers }) };
    },
  };

  async function begin(): Promise<WalkState & { afterId: string }> {
    const token = await openToken();
    // Read with the token, before the rows: they are of this reset, or of a later one that the next request notices.
    const { resets } = call.caller;
    const horizon = await readHorizon(token?.mark ?? null);
    if (!horizon) throw expiredToken('was given before the database was restored');
    if (token && token.resets !== resets) throw expiredToken(begunAgain(call.caller));
    return {
      afterId: FIRST_ID,
      xid: horizon.xid,
      mark: horizon.mark,
      resets,
      begunAtMs: deps.clock.now().getTime(),
      withEmail: token?.withEmail ?? true,
      since: token?.since ?? null,
      filters: token?.filters ?? walkFiltersOf(call.query),
    };
  }

  /** The token's content; `since` is the beginning of the walk that the token starts. */
  async function openToken(): Promise<(WalkState & { readonly since: string }) | undefined> {
    const opened = openSyncToken(deps, call, operation.id);
    if (!opened) return undefined;
    const { afterId: _, ...state } = readState(opened.text);
    if (Math.abs(deps.clock.now().getTime() - state.begunAtMs) > TOKEN_VALID_MS)
      throw expiredToken('is older than 30 days');
    if (hasEmail && !state.withEmail)
      throw expiredToken('is of a walk without the e-mail addresses that you may see now');
    return { ...state, since: opened.isSigned ? await onDisk(deps.database, state.xid, state.mark) : state.xid };
  }

  /** A later page may repeat the token its walk began with, as the parameters of any list are repeated. */
  async function refuseOtherWalk(): Promise<void> {
    const token = await openToken();
    // A node of 0.1 began at the very number of its cursor.
    if (token && begun.since !== token.since && begun.since !== token.xid)
      throw wrongToken('is not of the walk that cursor is of');
  }
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
