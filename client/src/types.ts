/** What the calls have in common. */
import type { ListMeta } from './api.gen.ts';

/** Options of a single call. */
export interface CallOptions {
  /** Ends the call, its retries included. The call then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

/** One page of a list, as the API answers it. */
export interface Page<T> {
  data: T[];
  meta: ListMeta;
}

/**
 * A list. `await` gives the first page; `for await` gives every item, fetching pages as they are needed; `pages()`
 * gives the pages. Nothing is sent before one of the three is used.
 */
export interface Paged<T> extends PromiseLike<Page<T>>, AsyncIterable<T> {
  pages(): AsyncIterable<Page<T>>;
}
