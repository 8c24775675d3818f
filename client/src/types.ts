/** What the calls have in common. */
import type { ListMeta } from './api.gen.ts';

/** A word that a later version of the service may send. The known ones are listed beside it. */
export type LaterWord = string & Record<never, never>;

/** Options of a single call. */
export interface CallOptions {
  /** Aborts the call, including its retries. The call then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

/** One page of a list, as the API returns it. */
export interface Page<T, Meta = ListMeta> {
  data: T[];
  meta: Meta;
}

/**
 * A list. `await` returns the first page; `for await` yields every item and fetches pages as they are needed; `pages()`
 * yields the pages. Nothing is sent before one of the three is used.
 */
export interface Paged<T, Meta = ListMeta> extends PromiseLike<Page<T, Meta>>, AsyncIterable<T> {
  pages(): AsyncIterable<Page<T, Meta>>;
}
