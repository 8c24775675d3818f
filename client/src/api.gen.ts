// Generated from the contract by generate.ts (npm run generate -w client). Do not edit.

import type { CallOptions, Paged } from './types.ts';

/** Where every path starts. */
export const BASE_PATH = '/api/partner/v1';

/** How each call is sent. */
export const CALLS = {
  listUsers: { method: 'GET', path: '/users', takesBody: false, takesQuery: true, isList: true, isRepeatable: true },
  getUser: {
    method: 'GET',
    path: '/users/{id}',
    takesBody: false,
    takesQuery: false,
    isList: false,
    isRepeatable: true,
  },
  lookupUser: {
    method: 'GET',
    path: '/users/lookup',
    takesBody: false,
    takesQuery: true,
    isList: false,
    isRepeatable: true,
  },
  listListings: {
    method: 'GET',
    path: '/listings',
    takesBody: false,
    takesQuery: true,
    isList: true,
    isRepeatable: true,
  },
  getListing: {
    method: 'GET',
    path: '/listings/{id}',
    takesBody: false,
    takesQuery: false,
    isList: false,
    isRepeatable: true,
  },
  getBalance: {
    method: 'GET',
    path: '/wallet/balance/{userId}',
    takesBody: false,
    takesQuery: false,
    isList: false,
    isRepeatable: true,
  },
  creditWallet: {
    method: 'POST',
    path: '/wallet/credit',
    takesBody: true,
    takesQuery: false,
    isList: false,
    isRepeatable: true,
  },
  listCredits: {
    method: 'GET',
    path: '/wallet/credits',
    takesBody: false,
    takesQuery: true,
    isList: true,
    isRepeatable: true,
  },
  getCredit: {
    method: 'GET',
    path: '/wallet/credits/{id}',
    takesBody: false,
    takesQuery: false,
    isList: false,
    isRepeatable: true,
  },
  reverseCredit: {
    method: 'POST',
    path: '/wallet/credits/{id}/reversal',
    takesBody: true,
    takesQuery: false,
    isList: false,
    isRepeatable: true,
  },
  getStatement: {
    method: 'GET',
    path: '/wallet/statements/{date}',
    takesBody: false,
    takesQuery: false,
    isList: false,
    isRepeatable: true,
  },
  getCommunityAggregates: {
    method: 'GET',
    path: '/aggregates/community',
    takesBody: false,
    takesQuery: false,
    isList: false,
    isRepeatable: true,
  },
  listEventTypes: {
    method: 'GET',
    path: '/webhooks/event-types',
    takesBody: false,
    takesQuery: false,
    isList: true,
    isRepeatable: true,
  },
  listSubscriptions: {
    method: 'GET',
    path: '/webhooks/subscriptions',
    takesBody: false,
    takesQuery: true,
    isList: true,
    isRepeatable: true,
  },
  createSubscription: {
    method: 'POST',
    path: '/webhooks/subscriptions',
    takesBody: true,
    takesQuery: false,
    isList: false,
    isRepeatable: false,
  },
  getSubscription: {
    method: 'GET',
    path: '/webhooks/subscriptions/{id}',
    takesBody: false,
    takesQuery: false,
    isList: false,
    isRepeatable: true,
  },
  updateSubscription: {
    method: 'PATCH',
    path: '/webhooks/subscriptions/{id}',
    takesBody: true,
    takesQuery: false,
    isList: false,
    isRepeatable: true,
  },
  deleteSubscription: {
    method: 'DELETE',
    path: '/webhooks/subscriptions/{id}',
    takesBody: false,
    takesQuery: false,
    isList: false,
    isRepeatable: false,
  },
  rotateSubscriptionSecret: {
    method: 'POST',
    path: '/webhooks/subscriptions/{id}/rotate-secret',
    takesBody: false,
    takesQuery: false,
    isList: false,
    isRepeatable: false,
  },
  testSubscription: {
    method: 'POST',
    path: '/webhooks/subscriptions/{id}/test',
    takesBody: false,
    takesQuery: false,
    isList: false,
    isRepeatable: false,
  },
  replaySubscription: {
    method: 'POST',
    path: '/webhooks/subscriptions/{id}/replay',
    takesBody: true,
    takesQuery: false,
    isList: false,
    isRepeatable: false,
  },
  listDeliveries: {
    method: 'GET',
    path: '/webhooks/subscriptions/{id}/deliveries',
    takesBody: false,
    takesQuery: true,
    isList: true,
    isRepeatable: true,
  },
  listEvents: { method: 'GET', path: '/events', takesBody: false, takesQuery: true, isList: true, isRepeatable: true },
} as const;

/** The body of every answer that is not a success. */
export interface ErrorBody {
  /** Stable code. */
  error:
    | 'invalid_request'
    | 'invalid_cursor'
    | 'unsupported_grant_type'
    | 'invalid_scope'
    | 'invalid_client'
    | 'invalid_token'
    | 'insufficient_scope'
    | 'ip_not_allowed'
    | 'https_required'
    | 'not_found'
    | 'user_not_found'
    | 'listing_not_found'
    | 'credit_not_found'
    | 'statement_not_found'
    | 'subscription_not_found'
    | 'method_not_allowed'
    | 'request_timeout'
    | 'reference_conflict'
    | 'already_reversed'
    | 'payload_too_large'
    | 'uri_too_long'
    | 'unsupported_media_type'
    | 'expectation_failed'
    | 'validation_failed'
    | 'limit_exceeded'
    | 'rate_limited'
    | 'headers_too_large'
    | 'server_error'
    | 'partner_api_disabled'
    | 'temporarily_unavailable';
  /** One sentence, in the characters of RFC 6749 section 5.2. */
  error_description: string;
  /** A page about the code and what to do. */
  error_uri: string;
  /** Only where fields are at fault, then all of them. */
  errors?: FieldError[];
  /** Equal to the X-Request-Id header; quote it when you ask for help. */
  request_id: string;
}

/** What is wrong with one field. */
export interface FieldError {
  /** Dotted path of the member (`event_types.1`), or the query parameter. */
  field: string;
  /** Stable code of the broken rule: required, unknown_field, wrong_type, too_short, too_long, too_few_items, too_many_items, unknown_value, not_positive, too_many_decimals, too_large, invalid_characters, surrounding_space, placeholder, invalid_payment_reference, wrong_check_digits, invalid_url, https_required, userinfo_not_allowed, fragment_not_allowed, address_not_allowed, host_not_allowed, invalid_timestamp, invalid_date, out_of_range, use_cursor, differs, or the name of a cap. More may follow. */
  code: string;
  /** One sentence for a person. */
  message: string;
}

/** Where a page of a list ends. */
export interface ListMeta {
  /** Items per page that this page was cut to. */
  per_page: number;
  /** Whether a next page exists. */
  has_more: boolean;
  /** Send it as `cursor` with the same filters to get the next page; null on the last page. */
  next_cursor: string | null;
  /** Query parameters that the operation does not know and ignored. Absent when there are none. */
  ignored_parameters?: string[];
}

/** Present only when query parameters were ignored. */
export interface IgnoredMeta {
  /** Query parameters that the operation does not know and ignored. Absent when there are none. */
  ignored_parameters: string[];
}

/** A member of the community. */
export interface User {
  /** The member. Opaque. */
  id: string;
  /** Display name. */
  name: string;
  /** Only active members are shown. */
  status: 'active';
  /** When the member was added. RFC 3339, UTC, milliseconds. */
  created_at: string;
  /** When the member last changed. RFC 3339, UTC, milliseconds. */
  updated_at: string;
  /** Present exactly when the token has the scope `users.pii`; null where there is no address or no consent. */
  email?: string | null;
}

/** Which member a payment reference belongs to. */
export interface UserLookup {
  /** The member the payment is for. Opaque. */
  user_id: string;
  /** The creditor reference in its electronic form: upper case, no spaces (ISO 11649). */
  payment_reference: string;
}

/** A service or a request. */
export interface Listing {
  /** The listing. Opaque. */
  id: string;
  /** The member whose listing it is. Opaque. */
  user_id: string;
  /** `service`: offered; `request`: wanted. */
  type: 'service' | 'request';
  /** One line. */
  title: string;
  /** Plain text, may be empty. */
  description: string;
  /** The community's own category, may be empty. */
  category: string;
  /** Expected effort in hours, or null when nobody estimated it. */
  estimated_hours: number | null;
  /** Only active listings are shown. */
  status: 'active';
  /** When the listing was added. RFC 3339, UTC, milliseconds. */
  created_at: string;
  /** When the listing last changed. RFC 3339, UTC, milliseconds. */
  updated_at: string;
}

/** A member's time-credit balance. */
export interface Balance {
  /** The member. Opaque. */
  user_id: string;
  /** The balance; may be negative. In hours, to four decimals. */
  balance_hours: number;
  /** The same balance in whole seconds, exact. */
  balance_seconds: number;
  /** When the balance was read from the ledger. RFC 3339, UTC, milliseconds. */
  as_of: string;
}

/** A credit for one settled bank transfer. */
export interface CreditRequest {
  /** The member to credit. */
  user_id: string;
  /** Hours to credit: above 0, at most two decimals, at most 1,000,000 (a community sets a lower cap). */
  hours: number;
  /** The reference names one settled transfer: the bank's own entry reference (camt AcctSvcrRef), not the payer's end-to-end id, which standing orders repeat. 1 to 128 characters (code points), no control or format characters, no leading or trailing space, compared byte by byte, never trimmed or folded. Placeholders of banks (NOTPROVIDED, NONREF, NOTAVAILABLE) are refused. Unique per partner, for ever: repeating it never credits twice. */
  reference: string;
  /** Free text, at most 500 characters. Not part of what makes two requests equal. */
  note?: string | null | undefined;
}

/** Hours credited for one settled bank transfer. */
export interface Credit {
  /** The credit. Opaque. */
  id: string;
  /** The member that was credited. Opaque. */
  user_id: string;
  /** What was credited. In hours, to four decimals. */
  hours: number;
  /** The bank's entry reference, as it was sent. */
  reference: string;
  /** The note of the first request with this reference. */
  note: string | null;
  /** `reversed` once the payment was returned; the credit itself stays. */
  status: 'posted' | 'reversed';
  /** The UTC day of `created_at`: the statement it is part of. */
  booked_on: string;
  /** When the credit was booked. RFC 3339, UTC, milliseconds. */
  created_at: string;
  /** Present once the credit is reversed, else null. */
  reversal: CreditReversal | null;
}

/** The transfer that took a credit back. */
export interface CreditReversal {
  /** Reference of the returned payment. */
  reference: string;
  /** Why it was returned, as the partner put it. */
  reason: string | null;
  /** The UTC day of the reversal. */
  booked_on: string;
  /** When the reversal was booked. RFC 3339, UTC, milliseconds. */
  created_at: string;
}

/** A returned payment. */
export interface ReversalRequest {
  /** The reference of the return names one settled transfer: the bank's own entry reference (camt AcctSvcrRef), not the payer's end-to-end id, which standing orders repeat. 1 to 128 characters (code points), no control or format characters, no leading or trailing space, compared byte by byte, never trimmed or folded. Placeholders of banks (NOTPROVIDED, NONREF, NOTAVAILABLE) are refused. It may equal the reference of the credit. Unique per partner among reversals. */
  reference: string;
  /** Why the payment came back, at most 500 characters. */
  reason?: string | null | undefined;
}

/** One UTC day of the partner's credits. */
export interface Statement {
  /** The UTC day. */
  date: string;
  /** `final` from 00:15 UTC of the next day; nothing is booked into a final day. */
  status: 'open' | 'final';
  /** Credits less reversals before the day. In hours, to four decimals. */
  opening_hours: number;
  credits: StatementSum;
  reversals: StatementSum;
  /** Opening plus credits less reversals. In hours, to four decimals. */
  closing_hours: number;
}

/** Count and sum of one kind of booking on a day. */
export interface StatementSum {
  /** Number of bookings. */
  count: number;
  /** Their sum. In hours, to four decimals. */
  hours: number;
}

/** Totals of the community in bands. */
export interface CommunityAggregates {
  /** When the snapshot was taken: once per UTC day, the same for every partner. RFC 3339, UTC, milliseconds. */
  as_of: string;
  /** When the next snapshot is due; the answer may be kept until then. RFC 3339, UTC, milliseconds. */
  next_update_at: string;
  /** Active members. */
  active_users: Band;
  /** Active listings of type service. */
  active_services: Band;
  /** Active listings of type request. */
  active_requests: Band;
  /** Exchanges between members in the last 30 days. */
  exchanges_last_30_days: Band;
  /** Hours exchanged between members in the last 30 days. In whole hours. Null when fewer than 10 members contributed, or one of them more than half. */
  hours_exchanged_last_30_days: Band | null;
  /** Hours credited for bank transfers in the last 30 days. In whole hours. Null when fewer than 10 members contributed, or one of them more than half. */
  hours_credited_last_30_days: Band | null;
}

/** The band a figure lies in: 0-9, then tens up to 99, hundreds up to 999, thousands above. A band is left only when the figure has passed its edge by 3, so that one person joining or leaving never shows. */
export interface Band {
  /** Lower edge, inclusive. */
  min: number;
  /** Upper edge, inclusive. */
  max: number;
}

/** One kind of event. */
export interface EventTypeDescription {
  /** The kind, as listed in event_types. */
  type: string;
  /** When it is sent. */
  description: string;
  /** The partner must hold any one of these to receive it. Empty: every partner receives it. */
  scopes: string[];
  /** JSON Schema (2020-12) of the whole body of a delivery. */
  schema: Record<string, unknown>;
  /** A complete body. */
  example: Record<string, unknown>;
}

/** Hours of one of your credits were booked. Sent once per credit, not for replayed requests. */
export interface WalletCreditedEvent {
  /** The event; equal to the header webhook-id, and the same over every repeat. Opaque. */
  id: string;
  type: 'wallet.credited';
  /** When it happened. RFC 3339, UTC, milliseconds. */
  timestamp: string;
  data: {
    /** The credit. Opaque. */
    credit_id: string;
    /** The member that was credited. Opaque. */
    user_id: string;
    /** What was credited. In hours, to four decimals. */
    hours: number;
    /** The bank's entry reference of the credit. */
    reference: string;
    /** The UTC day of the credit. */
    booked_on: string;
  };
}

/** One of your credits was reversed. */
export interface WalletCreditReversedEvent {
  /** The event; equal to the header webhook-id, and the same over every repeat. Opaque. */
  id: string;
  type: 'wallet.credit_reversed';
  /** When it happened. RFC 3339, UTC, milliseconds. */
  timestamp: string;
  data: {
    /** The credit. Opaque. */
    credit_id: string;
    /** The member whose credit was reversed. Opaque. */
    user_id: string;
    /** What was taken back. In hours, to four decimals. */
    hours: number;
    /** The reference of the returned payment, not that of the credit. */
    reference: string;
    /** The UTC day of the reversal. */
    booked_on: string;
  };
}

/** The statement of a UTC day is final. Nothing is booked into that day any more. */
export interface StatementReadyEvent {
  /** The event; equal to the header webhook-id, and the same over every repeat. Opaque. */
  id: string;
  type: 'statement.ready';
  /** When it happened. RFC 3339, UTC, milliseconds. */
  timestamp: string;
  data: {
    /** The UTC day whose statement is final. */
    date: string;
  };
}

/** A member became visible to you: new, active again, or no longer hidden. With the member come the member's active listings, without an event of their own. */
export interface UserActivatedEvent {
  /** The event; equal to the header webhook-id, and the same over every repeat. Opaque. */
  id: string;
  type: 'user.activated';
  /** When it happened. RFC 3339, UTC, milliseconds. */
  timestamp: string;
  data: {
    /** The member. Opaque. */
    user_id: string;
  };
}

/** A visible member changed, or what you may see of the member. Fetch the member for the new state. */
export interface UserUpdatedEvent {
  /** The event; equal to the header webhook-id, and the same over every repeat. Opaque. */
  id: string;
  type: 'user.updated';
  /** When it happened. RFC 3339, UTC, milliseconds. */
  timestamp: string;
  data: {
    /** The member. Opaque. */
    user_id: string;
  };
}

/** A member is no longer visible to you, for whatever reason. Delete what you keep about the member; the member's listings are gone, too, without an event of their own. Events may arrive out of order: if in doubt, fetch the member. */
export interface UserDeactivatedEvent {
  /** The event; equal to the header webhook-id, and the same over every repeat. Opaque. */
  id: string;
  type: 'user.deactivated';
  /** When it happened. RFC 3339, UTC, milliseconds. */
  timestamp: string;
  data: {
    /** The member. Opaque. */
    user_id: string;
  };
}

/** A listing of a visible member became active: new, released by a moderator, or reopened. */
export interface ListingPublishedEvent {
  /** The event; equal to the header webhook-id, and the same over every repeat. Opaque. */
  id: string;
  type: 'listing.published';
  /** When it happened. RFC 3339, UTC, milliseconds. */
  timestamp: string;
  data: {
    /** The listing. Opaque. */
    listing_id: string;
    /** The member whose listing it is. Opaque. */
    user_id: string;
  };
}

/** An active listing of a visible member changed. Fetch it for the new state. */
export interface ListingUpdatedEvent {
  /** The event; equal to the header webhook-id, and the same over every repeat. Opaque. */
  id: string;
  type: 'listing.updated';
  /** When it happened. RFC 3339, UTC, milliseconds. */
  timestamp: string;
  data: {
    /** The listing. Opaque. */
    listing_id: string;
    /** The member whose listing it is. Opaque. */
    user_id: string;
  };
}

/** A listing of a visible member is no longer active: closed, or held by a moderator. */
export interface ListingClosedEvent {
  /** The event; equal to the header webhook-id, and the same over every repeat. Opaque. */
  id: string;
  type: 'listing.closed';
  /** When it happened. RFC 3339, UTC, milliseconds. */
  timestamp: string;
  data: {
    /** The listing. Opaque. */
    listing_id: string;
    /** The member whose listing it is. Opaque. */
    user_id: string;
  };
}

/** A test that you asked for. It goes to the one subscription under test. */
export interface WebhookTestEvent {
  /** The event; equal to the header webhook-id, and the same over every repeat. Opaque. */
  id: string;
  type: 'webhook.test';
  /** When it happened. RFC 3339, UTC, milliseconds. */
  timestamp: string;
  data: {
    /** The subscription under test. Opaque. */
    subscription_id: string;
  };
}

/** A new subscription. */
export interface SubscriptionCreateRequest {
  /** The kinds to send, at least one. Duplicates collapse, the order is kept. */
  event_types: (
    | 'wallet.credited'
    | 'wallet.credit_reversed'
    | 'statement.ready'
    | 'user.activated'
    | 'user.updated'
    | 'user.deactivated'
    | 'listing.published'
    | 'listing.updated'
    | 'listing.closed'
    | 'webhook.test'
    | '*'
  )[];
  /** Where events are sent: an absolute https URL of at most 2048 characters, any port, without user name, password and fragment. Stored as sent. Addresses that are not public are refused, at creation when they are literal and at every attempt otherwise. */
  target_url: string;
  /** Your own note, at most 200 characters. An empty text clears it. */
  description?: string | null | undefined;
}

/** Only what is sent changes. */
export interface SubscriptionUpdateRequest {
  /** The kinds to send, at least one. Duplicates collapse, the order is kept. */
  event_types?:
    | (
        | 'wallet.credited'
        | 'wallet.credit_reversed'
        | 'statement.ready'
        | 'user.activated'
        | 'user.updated'
        | 'user.deactivated'
        | 'listing.published'
        | 'listing.updated'
        | 'listing.closed'
        | 'webhook.test'
        | '*'
      )[]
    | null
    | undefined;
  /** Where events are sent: an absolute https URL of at most 2048 characters, any port, without user name, password and fragment. Stored as sent. Addresses that are not public are refused, at creation when they are literal and at every attempt otherwise. */
  target_url?: string | null | undefined;
  /** Your own note, at most 200 characters. An empty text clears it. */
  description?: string | null | undefined;
  /** `paused` holds events until `active`; `active` also revives a disabled subscription. */
  status?: 'active' | 'paused' | null | undefined;
}

/** A subscription to events. */
export interface Subscription {
  /** The subscription. Opaque. */
  id: string;
  /** The kinds that are sent, as asked; `*` is all. */
  event_types: string[];
  /** Kinds of `event_types` that the partner may not receive at present, for lack of a scope. */
  undeliverable_event_types: string[];
  /** Where events are sent, exactly as it was given. */
  target_url: string;
  /** Your own note. */
  description: string | null;
  /** Events of a paused or disabled subscription are held, not lost. */
  status: 'active' | 'paused' | 'disabled';
  /** Why the service disabled it, else null. */
  disabled_reason: string | null;
  /** When it was created. RFC 3339, UTC, milliseconds. */
  created_at: string;
  /** When it last changed. RFC 3339, UTC, milliseconds. */
  updated_at: string;
  /** When a delivery last succeeded, else null. RFC 3339, UTC, milliseconds. */
  last_success_at: string | null;
  /** Failed attempts since the last success, or since it was revived or got another target. */
  consecutive_failures: number;
}

/** A subscription and its new secret. */
export interface SubscriptionWithSecret {
  /** The subscription. Opaque. */
  id: string;
  /** The kinds that are sent, as asked; `*` is all. */
  event_types: string[];
  /** Kinds of `event_types` that the partner may not receive at present, for lack of a scope. */
  undeliverable_event_types: string[];
  /** Where events are sent, exactly as it was given. */
  target_url: string;
  /** Your own note. */
  description: string | null;
  /** Events of a paused or disabled subscription are held, not lost. */
  status: 'active' | 'paused' | 'disabled';
  /** Why the service disabled it, else null. */
  disabled_reason: string | null;
  /** When it was created. RFC 3339, UTC, milliseconds. */
  created_at: string;
  /** When it last changed. RFC 3339, UTC, milliseconds. */
  updated_at: string;
  /** When a delivery last succeeded, else null. RFC 3339, UTC, milliseconds. */
  last_success_at: string | null;
  /** Failed attempts since the last success, or since it was revived or got another target. */
  consecutive_failures: number;
  /** Signing secret (Standard Webhooks): whsec_ and standard base64 of 32 bytes. Shown only here. */
  secret: string;
}

/** From when events are sent again. */
export interface ReplayRequest {
  /** Events at or after this time are sent again, RFC 3339; at most 30 days back, and 50,000 events. */
  since: string;
}

/** Deliveries are on their way. */
export interface ReplayScheduled {
  /** Events at or after this time are sent again. RFC 3339, UTC, milliseconds. */
  since: string;
  /** How many deliveries are on their way, those that were before included. */
  deliveries: number;
}

/** A test event is on its way. */
export interface TestScheduled {
  /** The test event that will arrive. Opaque. */
  event_id: string;
}

/** One event on its way to one subscription. */
export interface Delivery {
  /** The delivery. Opaque. */
  id: string;
  /** The event. Opaque. */
  event_id: string;
  /** Its kind. */
  event_type: string;
  /** `held`: waits for the subscription, partner or community to be switched on. */
  status: 'pending' | 'held' | 'delivered' | 'failed';
  /** When it was scheduled. RFC 3339, UTC, milliseconds. */
  created_at: string;
  /** When the next attempt is due, else null. RFC 3339, UTC, milliseconds. */
  next_attempt_at: string | null;
  /** When it succeeded or was given up, else null. RFC 3339, UTC, milliseconds. */
  finished_at: string | null;
  /** Oldest first. */
  attempts: {
    /** Counts from 1. */
    number: number;
    /** When it began. RFC 3339, UTC, milliseconds. */
    started_at: string;
    /** How long it took, in milliseconds. */
    latency_ms: number;
    /** The receiver's HTTP status, null when none arrived. */
    status_code: number | null;
    /** Why the attempt failed, else null. */
    error: string | null;
  }[];
}

/** An access token (RFC 6749 section 5.1). */
export interface TokenResponse {
  /** Opaque bearer token. */
  access_token: string;
  /** How the token is sent. */
  token_type: 'Bearer';
  /** Lifetime in seconds. */
  expires_in: 3600;
  /** The granted scopes, space-separated, in the order asked. */
  scope: string;
}

/** Any event; `type` says which. */
export type TimebankEvent =
  | WalletCreditedEvent
  | WalletCreditReversedEvent
  | StatementReadyEvent
  | UserActivatedEvent
  | UserUpdatedEvent
  | UserDeactivatedEvent
  | ListingPublishedEvent
  | ListingUpdatedEvent
  | ListingClosedEvent
  | WebhookTestEvent;

/** Query of `listUsers`. */
export interface ListUsersQuery {
  /** Only members changed at or after this time. */
  updated_since?: string | Date | undefined;
  /** Items per page. */
  per_page?: number | undefined;
  /** `meta.next_cursor` of the page before. Bound to the filters, does not expire. */
  cursor?: string | undefined;
}

/** Query of `lookupUser`. */
export interface LookupUserQuery {
  /** The reference as the payer wrote it. */
  payment_reference: string;
}

/** Query of `listListings`. */
export interface ListListingsQuery {
  /** Only services or only requests. */
  type?: 'service' | 'request' | undefined;
  /** Only listings of this member. */
  user_id?: string | undefined;
  /** Only listings of exactly this category. */
  category?: string | undefined;
  /** Only listings changed at or after this time. */
  updated_since?: string | Date | undefined;
  /** Items per page. */
  per_page?: number | undefined;
  /** `meta.next_cursor` of the page before. Bound to the filters, does not expire. */
  cursor?: string | undefined;
}

/** Query of `listCredits`. */
export interface ListCreditsQuery {
  /** The credit with exactly this reference. */
  reference?: string | undefined;
  /** Credits of this member. */
  user_id?: string | undefined;
  /** Credits with this status. */
  status?: 'posted' | 'reversed' | undefined;
  /** Credits booked on this UTC day. */
  booked_on?: string | undefined;
  /** Credits reversed on this UTC day. */
  reversed_on?: string | undefined;
  /** Booked at or after this time. */
  created_since?: string | Date | undefined;
  /** Booked before this time. */
  created_before?: string | Date | undefined;
  /** Items per page. */
  per_page?: number | undefined;
  /** `meta.next_cursor` of the page before. Bound to the filters, does not expire. */
  cursor?: string | undefined;
}

/** Query of `listSubscriptions`. */
export interface ListSubscriptionsQuery {
  /** Items per page. */
  per_page?: number | undefined;
  /** `meta.next_cursor` of the page before. Bound to the filters, does not expire. */
  cursor?: string | undefined;
}

/** Query of `listDeliveries`. */
export interface ListDeliveriesQuery {
  /** Items per page. */
  per_page?: number | undefined;
  /** `meta.next_cursor` of the page before. Bound to the filters, does not expire. */
  cursor?: string | undefined;
}

/** Query of `listEvents`. */
export interface ListEventsQuery {
  /** Only events of this kind. */
  type?:
    | 'wallet.credited'
    | 'wallet.credit_reversed'
    | 'statement.ready'
    | 'user.activated'
    | 'user.updated'
    | 'user.deactivated'
    | 'listing.published'
    | 'listing.updated'
    | 'listing.closed'
    | 'webhook.test'
    | undefined;
  /** Happened at or after this time. */
  created_since?: string | Date | undefined;
  /** Happened before this time. */
  created_before?: string | Date | undefined;
  /** Items per page. */
  per_page?: number | undefined;
  /** `meta.next_cursor` of the page before. Bound to the filters, does not expire. */
  cursor?: string | undefined;
}

/** One method per operation of the API, by its operationId. */
export interface Operations {
  /**
   * List active members.
   *
   * Active members that this partner may see, by id ascending. With the scope `users.pii` each has the key `email`. A member who leaves, is suspended or hides is not listed any more, and the event `user.deactivated` says so.
   *
   * Scope: users.read.
   */
  listUsers(query?: ListUsersQuery, options?: CallOptions): Paged<User>;

  /**
   * Fetch one member.
   *
   * One active member that this partner may see. With the scope `users.pii` it has the key `email`.
   *
   * Scope: users.read.
   */
  getUser(
    id: string,
    options?: CallOptions,
  ): Promise<{
    data: User;
    meta?: IgnoredMeta;
  }>;

  /**
   * Find a member by payment reference.
   *
   * Each member has an ISO 11649 creditor reference (`RF` and two check digits) that a payer writes on a transfer. Spaces and case are ignored. A wrong check digit is 422 with the field `payment_reference`; there is never a near match.
   *
   * Scope: wallet.write or users.read.
   */
  lookupUser(
    query: LookupUserQuery,
    options?: CallOptions,
  ): Promise<{
    data: UserLookup;
  }>;

  /**
   * List active listings.
   *
   * Active, unmoderated listings, services and requests alike, of active members that this partner may see; by id ascending. A filter that names an unknown member gives an empty list.
   *
   * Scope: listings.read.
   */
  listListings(query?: ListListingsQuery, options?: CallOptions): Paged<Listing>;

  /**
   * Fetch one listing.
   *
   * One active, unmoderated listing of an active member that this partner may see.
   *
   * Scope: listings.read.
   */
  getListing(
    id: string,
    options?: CallOptions,
  ): Promise<{
    data: Listing;
    meta?: IgnoredMeta;
  }>;

  /**
   * Read a member's balance.
   *
   * Read from the ledger at the time of the request, never stale. Amounts are JSON numbers of hours. The ledger counts whole seconds: 0.01 h is 36 s, so that an amount with at most two decimals is always exact (1.5, 1.50 and 15e-1 are the same). Negative balances are normal in time banking.
   *
   * Scope: wallet.read.
   */
  getBalance(
    userId: string,
    options?: CallOptions,
  ): Promise<{
    data: Balance;
    meta?: IgnoredMeta;
  }>;

  /**
   * Credit hours to a member after a settled bank transfer.
   *
   * Amounts are JSON numbers of hours. The ledger counts whole seconds: 0.01 h is 36 s, so that an amount with at most two decimals is always exact (1.5, 1.50 and 15e-1 are the same).
   *
   * The `reference` names one settled transfer: the bank's own entry reference (camt AcctSvcrRef), not the payer's end-to-end id, which standing orders repeat. 1 to 128 characters (code points), no control or format characters, no leading or trailing space, compared byte by byte, never trimmed or folded. Placeholders of banks (NOTPROVIDED, NONREF, NOTAVAILABLE) are refused.
   *
   * **Retrying is safe.** The reference is the idempotency key; there is no Idempotency-Key header. After a time-out, a 429 or a 5xx repeat the request with the same reference: the first to arrive is booked (201), every later one with the same member and amount gets 200 with the same credit, `meta.replayed` true and `Idempotent-Replayed: true`, also when the member was suspended since. The same reference with another member or amount is 409 `reference_conflict`, names the differing field and changes nothing: never retry it, a person decides. A refused request does not use the reference up. On 404 `user_not_found` retry for some days, then return the payment.
   *
   * Scope: wallet.write.
   */
  creditWallet(
    body: CreditRequest,
    options?: CallOptions,
  ): Promise<{
    data: Credit;
    meta: {
      /** True when this reference was already booked and nothing new happened. */
      replayed: boolean;
    };
  }>;

  /**
   * List your credits.
   *
   * The caller's own credits, newest first. They stay readable when the member is no longer visible. An unknown query parameter is refused: an ignored filter could decide a payment.
   *
   * Scope: wallet.read or wallet.write.
   */
  listCredits(query?: ListCreditsQuery, options?: CallOptions): Paged<Credit>;

  /**
   * Fetch one of your credits.
   *
   * One of the caller's own credits.
   *
   * Scope: wallet.read or wallet.write.
   */
  getCredit(
    id: string,
    options?: CallOptions,
  ): Promise<{
    data: Credit;
    meta?: IgnoredMeta;
  }>;

  /**
   * Reverse a credit whose payment was returned.
   *
   * Takes the whole credit back by a new transfer, once, whatever became of the member; the balance may go below zero. Repeating it with the same reference is safe and answers 200. Already reversed under another reference: 409 `already_reversed`. The reference used on another credit: 409 `reference_conflict`.
   *
   * Scope: wallet.write.
   */
  reverseCredit(
    id: string,
    body: ReversalRequest,
    options?: CallOptions,
  ): Promise<{
    data: Credit;
    meta: {
      /** True when this reference was already booked and nothing new happened. */
      replayed: boolean;
    };
  }>;

  /**
   * Reconcile one day.
   *
   * One UTC day of the caller's credits, by `booked_on`: closing = opening + credits - reversals. The lines are `GET /wallet/credits?booked_on=...` and `?reversed_on=...`. Final from 00:15 UTC of the next day; then the event `statement.ready` is sent.
   *
   * Scope: wallet.read or wallet.write.
   */
  getStatement(
    date: string,
    options?: CallOptions,
  ): Promise<{
    data: Statement;
    meta?: IgnoredMeta;
  }>;

  /**
   * Read community totals in bands.
   *
   * Totals of the community as bands, from a snapshot frozen per UTC day. No personal data, no filters, no ids.
   *
   * Scope: aggregates.read.
   */
  getCommunityAggregates(options?: CallOptions): Promise<{
    data: CommunityAggregates;
    meta?: IgnoredMeta;
  }>;

  /**
   * List the event kinds.
   *
   * Every kind with its JSON Schema, a complete example and the scopes that entitle to it. One page.
   *
   * Scope: webhooks.manage.
   */
  listEventTypes(options?: CallOptions): Paged<EventTypeDescription>;

  /**
   * List your subscriptions.
   *
   * The caller's subscriptions, newest first, without their secrets.
   *
   * Scope: webhooks.manage.
   */
  listSubscriptions(query?: ListSubscriptionsQuery, options?: CallOptions): Paged<Subscription>;

  /**
   * Subscribe to events.
   *
   * Creates a subscription, at most 200 per partner. Needs no scope but `webhooks.manage`; what the partner may receive is decided when an event is sent, and kinds it may not receive yet are named in `undeliverable_event_types`. The secret is shown only in this answer. Deliveries follow Standard Webhooks 1.0.0: verify `webhook-signature` over the raw body with the secret, and drop repeats by `webhook-id`.
   *
   * Scope: webhooks.manage.
   */
  createSubscription(
    body: SubscriptionCreateRequest,
    options?: CallOptions,
  ): Promise<{
    data: SubscriptionWithSecret;
    meta?: IgnoredMeta;
  }>;

  /**
   * Fetch one subscription.
   *
   * One of the caller's subscriptions, without its secret.
   *
   * Scope: webhooks.manage.
   */
  getSubscription(
    id: string,
    options?: CallOptions,
  ): Promise<{
    data: Subscription;
    meta?: IgnoredMeta;
  }>;

  /**
   * Change a subscription.
   *
   * Only what is sent changes. `status: paused` holds events, `status: active` sends what was held and revives a disabled subscription; what was given up before is sent by a replay. Other `event_types` hold for events from now on.
   *
   * Scope: webhooks.manage.
   */
  updateSubscription(
    id: string,
    body: SubscriptionUpdateRequest,
    options?: CallOptions,
  ): Promise<{
    data: Subscription;
    meta?: IgnoredMeta;
  }>;

  /**
   * Delete a subscription.
   *
   * Nothing more is sent to it, but for an attempt that is under way. Events stay readable by `GET /events`.
   *
   * Scope: webhooks.manage.
   */
  deleteSubscription(
    id: string,
    options?: CallOptions,
  ): Promise<{
    data: {
      /** The subscription. Opaque. */
      id: string;
      deleted: true;
    };
  }>;

  /**
   * Replace the signing secret.
   *
   * The new secret is shown only in this answer. For 24 hours deliveries are signed with both; rotating again within that time ends the older one.
   *
   * Scope: webhooks.manage.
   */
  rotateSubscriptionSecret(
    id: string,
    options?: CallOptions,
  ): Promise<{
    data: SubscriptionWithSecret;
    meta?: IgnoredMeta;
  }>;

  /**
   * Send a test event.
   *
   * Sends `webhook.test` to this subscription, whatever its `event_types`, like every other event. A paused or disabled subscription is tried once.
   *
   * Scope: webhooks.manage.
   */
  testSubscription(
    id: string,
    options?: CallOptions,
  ): Promise<{
    data: TestScheduled;
    meta?: IgnoredMeta;
  }>;

  /**
   * Send events again.
   *
   * Sends every event since a time that the subscription gets, delivered or not, under the same ids: also those it missed while it was disabled and those from before it was created, not those the partner may not receive any more, and no tests. Receivers drop repeats by `webhook-id`. A paused subscription gets them when it is resumed; on a disabled one each is tried once.
   *
   * Scope: webhooks.manage.
   */
  replaySubscription(
    id: string,
    body: ReplayRequest,
    options?: CallOptions,
  ): Promise<{
    data: ReplayScheduled;
    meta?: IgnoredMeta;
  }>;

  /**
   * List the deliveries of a subscription.
   *
   * Newest first, with the latest 100 attempts of each: status, latency and error.
   *
   * Scope: webhooks.manage.
   */
  listDeliveries(id: string, query?: ListDeliveriesQuery, options?: CallOptions): Paged<Delivery>;

  /**
   * List the events of the last 30 days.
   *
   * Every event this partner may receive now, newest first, in the form in which it is delivered, with or without a subscription. Read it after an outage to find what was missed.
   *
   * Scope: webhooks.manage.
   */
  listEvents(query?: ListEventsQuery, options?: CallOptions): Paged<TimebankEvent>;
}
