/** Keeping a copy of members or listings in step with the service. */
import type { SyncListMeta } from './api.gen.ts';
import { isTimebankError } from './errors.ts';
import type { CallOptions, Page, Paged } from './types.ts';

/** A change to your copy; changes come in the order in which they must be made. */
export type MirrorChange<T> =
  /** Write these over what you have. They may be unchanged. */
  | { readonly kind: 'write'; readonly items: readonly T[] }
  /** Delete these. You may not have them. */
  | { readonly kind: 'remove'; readonly ids: readonly string[] }
  /** After a walk through the whole list: delete everything that is not among these. */
  | { readonly kind: 'keep_only'; readonly ids: ReadonlySet<string> };

export interface MirrorOptions<T> extends CallOptions {
  /** The token that the last call returned. Without one, or when it has expired, the whole list is walked. */
  readonly token?: string | null | undefined;
  /** Applies one change; awaited. If it throws, the call rejects: call again with the token you had. */
  readonly onChange: (change: MirrorChange<T>) => void | Promise<void>;
}

type RemovedItem = { readonly id: string; readonly removed: true };
type Walk<T> = (
  query: { sync_token?: string; per_page: number },
  options: CallOptions,
) => Paged<T | RemovedItem, SyncListMeta>;

const PER_PAGE = 500;

/**
 * Brings a copy in step, once.
 * @returns the token for the next call; keep it with the copy. Null: the service had none; walk the whole list next time
 */
export async function mirror<T extends { readonly id: string }>(
  list: Walk<T>,
  { token, onChange, ...options }: MirrorOptions<T>,
): Promise<string | null> {
  if (token) {
    try {
      return (await follow(token)) ?? token;
    } catch (error) {
      if (!isTimebankError(error, 'sync_token_expired')) throw error;
    }
  }
  const ids = new Set<string>();
  const next = await follow(undefined, ids);
  await onChange({ kind: 'keep_only', ids });
  return next;

  async function follow(from: string | undefined, seen?: Set<string>): Promise<string | null> {
    let next: string | null = null;
    const query = from === undefined ? { per_page: PER_PAGE } : { sync_token: from, per_page: PER_PAGE };
    for await (const page of list(query, options).pages()) {
      await apply(page, seen);
      next = page.meta.sync_token;
    }
    return next;
  }

  async function apply({ data }: Page<T | RemovedItem, SyncListMeta>, seen?: Set<string>): Promise<void> {
    const items = data.filter((item): item is T => !('removed' in item));
    const ids = data.filter((item) => 'removed' in item).map(({ id }) => id);
    for (const { id } of items) seen?.add(id);
    if (items.length > 0) await onChange({ kind: 'write', items });
    if (ids.length > 0) await onChange({ kind: 'remove', ids });
  }
}
