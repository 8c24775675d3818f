/** Types that all calls share. */
import type { ListMeta } from './api.gen.ts';

/** A word that a later version of the service may send. The known ones are listed beside it. */
export type LaterWord = string & Record<never, never>;

declare const KIND: unique symbol;
/** The id of one kind of object. Any text may be passed for it, but not the id of another kind. */
export type Id<Kind extends string> = string & { readonly [KIND]?: Kind };
export type MemberId = Id<'usr'>;
export type ListingId = Id<'lst'>;
export type CreditId = Id<'crd'>;
export type SubscriptionId = Id<'whs'>;
export type EventId = Id<'evt'>;
export type DeliveryId = Id<'dlv'>;

/** Options of a single call. */
export interface CallOptions {
  /** Aborts the call, including its retries. The call then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** Timeout of one attempt. Default: the client's. */
  readonly timeoutMs?: number | undefined;
  /** Extra request headers, such as `traceparent`. They cannot replace the client's own. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** The requests left in the current minute. */
export interface RateLimit {
  readonly limit: number;
  readonly remaining: number;
  /** Seconds until it is renewed. */
  readonly resetSeconds: number;
}

/** The metadata of an answer. */
export interface ResponseInfo {
  readonly status: number;
  readonly headers: Headers;
  /** Quote it when you ask the operator for help. */
  readonly requestId: string | undefined;
  /** Undefined where requests are not limited. */
  readonly rateLimit: RateLimit | undefined;
}

/** The body of an answer. `response` is not enumerable: it is neither printed nor stored with the body. */
export type Answer<Body> = Body & { readonly response: ResponseInfo };

/** One page of a list, as the API returns it. */
export interface Page<T, Meta = ListMeta> {
  data: T[];
  meta: Meta;
  /** Not enumerable. */
  readonly response: ResponseInfo;
}

/**
 * A list. `await` returns the first page; `for await` yields every item and fetches pages as they are needed; `pages()`
 * yields the pages. Nothing is sent before one of the three is used.
 */
export interface Paged<T, Meta = ListMeta> extends PromiseLike<Page<T, Meta>>, AsyncIterable<T> {
  pages(): AsyncIterable<Page<T, Meta>>;
}

/** One request and its outcome, for logs and metrics. Holds neither query nor body, and no credentials. */
export interface LogEntry {
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  /** The time until the whole response had arrived. */
  readonly durationMs: number;
  /** 0: there was no response. */
  readonly status: number;
  readonly requestId: string | undefined;
  readonly rateLimit: RateLimit | undefined;
  /** The error's code; undefined for a success. A failed request may still be retried. */
  readonly code: string | undefined;
}
