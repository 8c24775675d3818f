/** Sync tokens of the lists and of the events: sealed, and bound to their partner and list. */

import type { Caller } from '../../access/call.ts';
import { refusal } from '../../base/refusal.ts';
import { DAY_MS } from '../../base/time.ts';
import type { Deps } from '../../deps.ts';
import { type CursorScope, encodeCursor, openSealed } from '../../http/cursor.ts';

/** The filters of a walk by their names in the query, as text. */
export type WalkFilters = Readonly<Record<string, string>>;

/** The part of a call that a walk uses. */
export interface WalkCall {
  readonly query: unknown;
  readonly params: Readonly<Record<string, string>>;
  readonly caller: Caller;
  readonly origin: string;
}

/** A token is valid for 30 days after its issue, also at the end of a walk that took a day. */
export const TOKEN_VALID_MS = 31 * DAY_MS;
const BESIDE_TOKEN = new Set(['sync_token', 'cursor', 'per_page', 'limit', 'page', 'offset', 'order']);

/** The filters among the parameters. */
export function walkFiltersOf(query: unknown): WalkFilters {
  const filters: Record<string, string> = {};
  for (const [name, value] of Object.entries(query as Readonly<Record<string, unknown>>)) {
    if (value === undefined || BESIDE_TOKEN.has(name)) continue;
    filters[name] = value instanceof Date ? value.toISOString() : String(value);
  }
  return filters;
}

/** @param text the state of the walk that ends */
export function sealSyncToken({ keys }: Pick<Deps, 'keys'>, caller: Caller, operation: string, text: string): string {
  return encodeCursor(keys, scopeOf(caller, operation), text);
}

/**
 * Opens the token that a call sends: the text that was sealed; undefined: it sends none.
 * @throws Refusal `invalid_request` for a token that is not one, or has filters beside it; `sync_token_expired`
 */
export function openSyncToken({ keys }: Pick<Deps, 'keys'>, { query, caller }: WalkCall, operation: string) {
  const { sync_token, order } = query as Readonly<Record<string, unknown>>;
  if (sync_token === undefined) return undefined;
  const beside = [...Object.keys(walkFiltersOf(query)), ...(order === 'desc' ? ['order'] : [])];
  if (beside.length > 0) {
    const faults = beside.map((field) => ({
      field,
      code: 'conflict',
      message: `${field} cannot be sent with sync_token, which keeps the filters of its walk.`,
    }));
    throw refusal('invalid_request', faults.map(({ message }) => message).join(' '), faults);
  }
  for (const scope of [scopeOf(caller, operation), formerScopeOf(caller, operation)]) {
    const opened = openSealed(keys, scope, String(sync_token));
    if (opened.text !== undefined) return opened;
    if (opened.isOfOtherKey) throw expiredToken('was given under a key that was replaced');
  }
  throw wrongToken('must be the meta.sync_token of this list, given to you, unchanged');
}

/** Why a token or a place from before the community began again is answered 410. */
export const begunAgain = ({ isSandbox }: Caller) =>
  isSandbox
    ? 'was given before the sandbox was reset'
    : 'was given before the community was put back to an earlier state';

export function wrongToken(message: string) {
  const fault = { field: 'sync_token', code: 'invalid_sync_token', message: `sync_token ${message}.` };
  return refusal('invalid_request', fault.message, [fault]);
}

export function expiredToken(why: string, parameter: 'sync_token' | 'cursor' = 'sync_token') {
  return refusal('sync_token_expired', `${parameter} ${why}; begin with a full walk, without ${parameter}.`);
}

/** By the client id, which a move to another installation keeps: there the mark in the token says that it has expired. */
const scopeOf = ({ clientId }: Caller, operation: string): CursorScope => {
  return { partnerId: 0, operation: `${operation} sync_token`, filters: { client_id: clientId } };
};

/** Of tokens that were given before communities moved. */
const formerScopeOf = ({ partnerId }: Caller, operation: string): CursorScope => {
  return { partnerId, operation: `${operation} sync_token`, filters: {} };
};
