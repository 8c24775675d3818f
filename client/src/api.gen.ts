// Generated from the contract by generate.ts (npm run generate -w client). Do not edit.

import type {
  Answer,
  CallOptions,
  CreditId,
  DeliveryId,
  EventId,
  LaterWord,
  ListingId,
  MemberId,
  Paged,
  SubscriptionId,
} from './types.ts';

/** Of the package. */
export const VERSION = '0.2.0';

/** Where every path starts. */
export const BASE_PATH = '/api/partner/v1';

/** How each call is sent. */
export const CALLS = {
  getMe: { method: 'GET', path: '/me', takesBody: false, takesQuery: false, isList: false, isRepeatable: true },
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
  creditMany: {
    method: 'POST',
    path: '/wallet/credits',
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
    takesQuery: true,
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
  retryDelivery: {
    method: 'POST',
    path: '/webhooks/subscriptions/{id}/deliveries/{delivery_id}/retry',
    takesBody: false,
    takesQuery: false,
    isList: false,
    isRepeatable: false,
  },
  listEvents: { method: 'GET', path: '/events', takesBody: false, takesQuery: true, isList: true, isRepeatable: true },
} as const;

/** The body of every error response. */
export interface ApiError {
  /** Stable code. */
  error:
    | 'invalid_request'
    | 'invalid_cursor'
    | 'unsupported_grant_type'
    | 'invalid_scope'
    | 'invalid_client'
    | 'invalid_token'
    | 'invalid_dpop_proof'
    | 'use_dpop_nonce'
    | 'insufficient_scope'
    | 'ip_not_allowed'
    | 'https_required'
    | 'not_found'
    | 'user_not_found'
    | 'listing_not_found'
    | 'credit_not_found'
    | 'statement_not_found'
    | 'subscription_not_found'
    | 'delivery_not_found'
    | 'method_not_allowed'
    | 'request_timeout'
    | 'reference_conflict'
    | 'already_reversed'
    | 'sync_token_expired'
    | 'misdirected_request'
    | 'payload_too_large'
    | 'uri_too_long'
    | 'unsupported_media_type'
    | 'expectation_failed'
    | 'validation_failed'
    | 'limit_exceeded'
    | 'rate_limited'
    | 'headers_too_large'
    | 'not_implemented'
    | 'server_error'
    | 'partner_api_disabled'
    | 'temporarily_unavailable'
    | LaterWord;
  /** One sentence, limited to the characters that RFC 6749 section 5.2 allows. */
  error_description: string;
  /** A page that explains the code and what to do. */
  error_uri: string;
  /** Present only when fields are at fault; names all of them, up to 100. */
  errors?: FieldError[];
  /** Only with reference_conflict and already_reversed: the credit that is there. Null where the community has booked the transfer itself, from its bank's file. Opaque. */
  credit_id?: CreditId | null;
  /** Only with misdirected_request: the origin of the installation that answers for the community. */
  moved_to?: string;
  /** Equal to the X-Request-Id header; quote it when you ask for help. */
  request_id: string;
}

/** What is wrong with one field. */
export interface FieldError {
  /** Dotted path of the field (`event_types.1`), or the name of the query or path parameter; `body`: the request as a whole. */
  field: string;
  /** Stable code of the broken rule, or the name of a cap. More codes may be added. */
  code:
    | 'required'
    | 'empty'
    | 'repeated'
    | 'unknown_field'
    | 'unknown_parameter'
    | 'wrong_type'
    | 'too_short'
    | 'too_long'
    | 'too_few_items'
    | 'too_many_items'
    | 'unknown_value'
    | 'not_positive'
    | 'too_many_decimals'
    | 'too_large'
    | 'invalid_characters'
    | 'invalid_encoding'
    | 'surrounding_space'
    | 'placeholder'
    | 'invalid_payment_reference'
    | 'wrong_check_digits'
    | 'invalid_url'
    | 'https_required'
    | 'userinfo_not_allowed'
    | 'fragment_not_allowed'
    | 'address_not_allowed'
    | 'host_not_allowed'
    | 'invalid_timestamp'
    | 'invalid_date'
    | 'invalid_amount'
    | 'unknown_currency'
    | 'repeated_reference'
    | 'unknown_credit'
    | 'not_reversed'
    | 'already_corrected'
    | 'out_of_range'
    | 'use_cursor'
    | 'invalid_cursor'
    | 'conflict'
    | 'invalid_sync_token'
    | 'credentials_in_url'
    | 'secret_lost'
    | 'differs'
    | 'max_credit_hours'
    | 'max_member_day_hours'
    | 'max_partner_day_hours'
    | 'upper_balance'
    | 'max_subscriptions'
    | LaterWord;
  /** One sentence for a person. */
  message: string;
  /** Only with a cap on hours: how much it allows. In hours, to four decimals. */
  limit_hours?: number;
  /** Only with a cap on hours: how much it allows. In whole seconds; exact. */
  limit_seconds?: number;
  /** Only with a cap on hours: how much of it is left. As much would be accepted now. In hours, to four decimals. */
  remaining_hours?: number;
  /** Only with a cap on hours: how much of it is left. In whole seconds; exact. */
  remaining_seconds?: number;
  /** Only with `max_subscriptions`: how many it allows. */
  limit_count?: number;
  /** Only with `max_subscriptions`: how many more there may be. */
  remaining_count?: number;
  /** Only with a cap: when all of it is available again; null if time alone does not free it. RFC 3339, UTC, milliseconds. */
  resets_at?: string | null;
}

/** Paging information of a list. */
export interface ListMeta {
  /** The maximum number of items on this page. */
  per_page: number;
  /** Whether a next page exists. */
  has_more: boolean;
  /** Send it as `cursor` with the same filters to get the next page; null on the last page. */
  next_cursor: string | null;
}

/** Paging information of a list that can be kept in step. */
export interface SyncListMeta {
  /** The maximum number of items on this page. */
  per_page: number;
  /** Whether a next page exists. */
  has_more: boolean;
  /** Send it as `cursor` with the same filters to get the next page; null on the last page. */
  next_cursor: string | null;
  /** On the last page: send it as `sync_token` to get what has changed since this walk began reading; of events, in ascending order alone, what was committed since. It is valid for at least 30 days. Null on other pages, and while the service cannot write. */
  sync_token: string | null;
}

/** The calling partner. No personal data. */
export interface Me {
  partner: MePartner;
  community: MeCommunity;
  scopes: MeScopes;
  /** The caps on credits, each of them, set or not. */
  caps: Cap[];
  /** What money is worth, by currency and day: the rates that hold today, and those agreed for later days. Yours, otherwise the community's; empty where none is agreed. */
  exchange_rates: ExchangeRate[];
  /** How many requests you may send; null: no limit. */
  requests_per_minute: number | null;
  /** Your live client secrets, oldest first; never the secrets themselves. */
  secrets: MeSecret[];
  keys: PartnerKeys | null;
  /** Whether only assertions signed with these keys are accepted, and no secret. */
  keys_only: boolean;
  /** Whether every token must be bound to a key (DPoP). */
  bound_tokens_only: boolean;
  partner_api: MePartnerApi;
}

/** You. */
export interface MePartner {
  /** Your name as the community has it. */
  name: string;
  /** Whether you may call. */
  status: 'pending' | 'active' | 'suspended' | LaterWord;
  /** Your client id. */
  client_id: string;
  /** `sandbox`: invented members, no live data. */
  environment: 'live' | 'sandbox' | LaterWord;
}

/** The community you belong to. */
export interface MeCommunity {
  /** Its name. */
  name: string;
  /** Its short name. */
  slug: string;
  /** The same as `environment`. */
  kind: 'live' | 'sandbox' | LaterWord;
}

/** What you may do. */
export interface MeScopes {
  /** Scopes of this token that you still hold. */
  token: (
    | 'users.read'
    | 'users.pii'
    | 'listings.read'
    | 'wallet.read'
    | 'wallet.write'
    | 'aggregates.read'
    | 'webhooks.manage'
    | LaterWord
  )[];
  /** All scopes the community has granted you. */
  partner: (
    | 'users.read'
    | 'users.pii'
    | 'listings.read'
    | 'wallet.read'
    | 'wallet.write'
    | 'aggregates.read'
    | 'webhooks.manage'
    | LaterWord
  )[];
}

/** Your live client secrets, oldest first; never the secrets themselves. */
export interface MeSecret {
  /** Its prefix and its last four characters. */
  hint: string;
  /** When it was issued. RFC 3339, UTC, milliseconds. */
  created_at: string;
  /** When it ends; null: not by itself. RFC 3339, UTC, milliseconds. */
  expires_at: string | null;
}

/** Whether the partner API is switched on. */
export interface MePartnerApi {
  /** While a kill switch is on, every call is answered 503. */
  enabled: boolean;
}

/** A cap on credits. */
export interface Cap {
  /** The code under which `limit_exceeded` names it. */
  code: 'max_credit_hours' | 'max_member_day_hours' | 'max_partner_day_hours' | 'upper_balance' | LaterWord;
  /** What it allows; null: no such cap. In hours, to four decimals. */
  limit_hours: number | null;
  /** What it allows; null: no such cap. In whole seconds; exact. */
  limit_seconds: number | null;
  /** What is left now; null: no such cap, or it depends on the member. In hours, to four decimals. */
  remaining_hours: number | null;
  /** What is left now; null: no such cap, or it depends on the member. In whole seconds; exact. */
  remaining_seconds: number | null;
  /** When all of it is available again; null: never by time alone. RFC 3339, UTC, milliseconds. */
  resets_at: string | null;
}

/** What money is worth. A transfer is worth ⌊amount × hours ÷ per_amount × 100⌋ ÷ 100 hours, in exact decimals, by the rate of the day on which the bank booked it. */
export interface ExchangeRate {
  /** ISO 4217. */
  currency: string;
  /** What `per_amount` is worth. In hours, to four decimals. */
  hours: number;
  /** What `per_amount` is worth. In whole seconds; exact. */
  seconds: number;
  /** The amount of money that is worth `hours`: decimal text, exact. */
  per_amount: string;
  /** The first booking day at the bank for which it holds; null: every day. */
  from: string | null;
}

/** The public keys by which a partner may prove itself. */
export interface PartnerKeys {
  /** Where the key set is published; null: it was pasted. */
  url: string | null;
  /** Oldest first. */
  keys: PartnerKeysKey[];
  /** When the key set was last read from the URL; null: it was pasted. RFC 3339, UTC, milliseconds. */
  fetched_at: string | null;
  /** A word for why the last try to read the URL failed; null: it did not. The keys are those read last. */
  error: string | null;
}

/** Oldest first. */
export interface PartnerKeysKey {
  /** The name its owner gave it. */
  kid: string | null;
  /** What it signs with. */
  alg: 'ES256' | 'PS256' | 'EdDSA' | LaterWord;
  /** RFC 7638, SHA-256. */
  thumbprint: string;
}

/** A member of the community. */
export interface User {
  /** The member. Opaque. */
  id: MemberId;
  /** Display name. */
  name: string;
  /** Only active members are shown. */
  status: 'active' | LaterWord;
  /** When the member was added. RFC 3339, UTC, milliseconds. */
  created_at: string;
  /** When the member last changed. RFC 3339, UTC, milliseconds. */
  updated_at: string;
  /** Present if and only if the token has the scope `users.pii`; null when there is no address or no consent. */
  email?: string | null;
}

/** Only with `sync_token`: an object that is no longer visible. */
export interface RemovedUser {
  /** The member. Opaque. */
  id: MemberId;
  /** No longer visible to you, whatever the reason: delete your copy. You may never have had one. */
  removed: boolean;
}

/** Which member a payment reference belongs to. */
export interface UserLookup {
  /** The member the payment is for. Opaque. */
  user_id: MemberId;
  /** The creditor reference in its electronic form: upper case, no spaces (ISO 11649). */
  payment_reference: string;
}

/** A service or a request. */
export interface Listing {
  /** The listing. Opaque. */
  id: ListingId;
  /** The member who published it. Opaque. */
  user_id: MemberId;
  /** `service`: offered; `request`: wanted. */
  type: 'service' | 'request' | LaterWord;
  /** One line. */
  title: string;
  /** Plain text; may be empty. */
  description: string;
  /** The community's own category; may be empty. */
  category: string;
  /** Expected effort in hours, or null when it was not estimated. */
  estimated_hours: number | null;
  /** Expected effort in whole seconds, or null when it was not estimated. */
  estimated_seconds: number | null;
  /** Only active listings are shown. */
  status: 'active' | LaterWord;
  /** When the listing was added. RFC 3339, UTC, milliseconds. */
  created_at: string;
  /** When the listing last changed. RFC 3339, UTC, milliseconds. */
  updated_at: string;
}

/** Only with `sync_token`: an object that is no longer visible. */
export interface RemovedListing {
  /** The listing. Opaque. */
  id: ListingId;
  /** No longer visible to you, whatever the reason: delete your copy. You may never have had one. */
  removed: boolean;
}

/** A member's time-credit balance. */
export interface Balance {
  /** The member. Opaque. */
  user_id: MemberId;
  /** The balance; may be negative. In hours, to four decimals. */
  balance_hours: number;
  /** The same balance. In whole seconds; exact. */
  balance_seconds: number;
  /** When the balance was read from the ledger. RFC 3339, UTC, milliseconds. */
  as_of: string;
}

/** A credit for one settled bank transfer. Exactly one of `hours` and `seconds` is required. */
export interface CreditRequest {
  /** The member to credit. */
  user_id: MemberId;
  /** Hours to credit: above 0, at most two decimals, at most 1,000,000 (a community sets a lower cap). Send either `hours` or `seconds`. */
  hours?: number | null | undefined;
  /** The same amount in whole seconds, in place of `hours`: 20 minutes are 1,200 seconds and no hundredths of an hour. */
  seconds?: number | null | undefined;
  /** The reference names one settled transfer: the bank's own entry reference (camt AcctSvcrRef), not the payer's end-to-end id, which standing orders repeat. 1 to 128 characters (code points), no control or format characters and no line separators, no leading or trailing space, compared byte by byte, never trimmed or case-folded. Banks' placeholders (NOTPROVIDED, NONREF, NOTAVAILABLE) are refused. Unique per partner, permanently: repeating it never credits twice. */
  reference: string;
  /** Free text, at most 500 characters, no control characters but LF and tab. It is ignored when a repeated request is compared with the first one. */
  note?: string | null | undefined;
  payment?: CreditRequestPayment | null | undefined;
  /** The credit that this one replaces: one of your own, reversed, of the same transfer, and not yet corrected. */
  corrects?: CreditId | null | undefined;
}

/** The transfer in the bank's terms, each part optional. It is stored and returned as it was sent, moves no hours, and is ignored when a repeated request is compared with the first one. An empty object counts as absent. */
export interface CreditRequestPayment {
  /** Decimal text with at most two decimals and at most 15 digits before the point, above 0. */
  amount?: string | null | undefined;
  /** ISO 4217, three capital letters. */
  currency?: string | null | undefined;
  /** A day of the calendar, YYYY-MM-DD. */
  value_date?: string | null | undefined;
  /** The payer's end-to-end id: 1 to 35 characters, no control or format characters. */
  end_to_end_id?: string | null | undefined;
}

/** Credits for many settled bank transfers. */
export interface CreditManyRequest {
  /** 1 to 500 credits, each as `POST /wallet/credit` takes it. */
  credits: CreditRequest[];
}

/** Hours credited for one settled bank transfer. */
export interface Credit {
  /** The credit. Opaque. */
  id: CreditId;
  /** The member who was credited. Opaque. */
  user_id: MemberId;
  /** The amount credited. In hours, to four decimals. */
  hours: number;
  /** The amount credited. In whole seconds; exact. */
  seconds: number;
  /** The bank's entry reference, as it was sent. */
  reference: string;
  /** The note of the first request with this reference. */
  note: string | null;
  /** As the first request with this reference had it, else null. */
  payment: Payment | null;
  /** The reversed credit that this one replaces, else null. Opaque. */
  corrects: CreditId | null;
  /** `reversed` once the payment was returned; the credit itself stays. */
  status: 'posted' | 'reversed' | LaterWord;
  /** The UTC day of `created_at`; the credit is part of that day's statement. */
  booked_on: string;
  /** When the credit was booked. RFC 3339, UTC, milliseconds. */
  created_at: string;
  /** Present once the credit is reversed, else null. */
  reversal: CreditReversal | null;
}

/** A transfer in the bank's terms, as it was sent; parts that were not sent are absent. */
export interface Payment {
  /** Decimal text. */
  amount?: string;
  /** ISO 4217. */
  currency?: string;
  /** The day of value. */
  value_date?: string;
  /** The payer's end-to-end id. */
  end_to_end_id?: string;
}

/** The transfer that reversed a credit. */
export interface CreditReversal {
  /** Reference of the returned payment. */
  reference: string;
  /** Why it was returned, in the partner's words. */
  reason: string | null;
  /** The UTC day of the reversal. */
  booked_on: string;
  /** When the reversal was booked. RFC 3339, UTC, milliseconds. */
  created_at: string;
}

/** What became of one of many credits: `data` or `error`. */
export interface CreditOutcome {
  /** Position in the request's list, from 0. */
  index: number;
  /** What `POST /wallet/credit` would have answered: 201 booked, 200 booked before, else the status of `error`. */
  status: number;
  /** Only with `data`: true when this reference was already booked and nothing new happened. */
  replayed?: boolean;
  data?: Credit;
  error?: ApiError;
}

/** A returned payment. */
export interface ReversalRequest {
  /** The reference of the return names one settled transfer: the bank's own entry reference (camt AcctSvcrRef), not the payer's end-to-end id, which standing orders repeat. 1 to 128 characters (code points), no control or format characters and no line separators, no leading or trailing space, compared byte by byte, never trimmed or case-folded. Banks' placeholders (NOTPROVIDED, NONREF, NOTAVAILABLE) are refused. It may equal the reference of the credit. Unique per partner among reversals. */
  reference: string;
  /** Why the payment was returned, at most 500 characters, no control characters but LF and tab. */
  reason?: string | null | undefined;
}

/** One UTC day of the partner's credits. */
export interface Statement {
  /** The UTC day. */
  date: string;
  /** `final` from 00:15 UTC on the next day; nothing is booked on a final day. */
  status: 'open' | 'final' | LaterWord;
  /** Credits less reversals before the day. In hours, to four decimals. */
  opening_hours: number;
  /** Credits less reversals before the day. In whole seconds; exact. */
  opening_seconds: number;
  credits: StatementSum;
  reversals: StatementSum;
  /** Opening plus credits less reversals. In hours, to four decimals. */
  closing_hours: number;
  /** Opening plus credits less reversals. In whole seconds; exact. */
  closing_seconds: number;
  /** SHA-256 over `previous_hash`, the day with its opening and closing seconds, and its credits and reversals; null while the day is open. */
  hash: string | null;
  /** The hash of the day before, null while that is open. 64 zeros on the first day that has a hash; days before that one have neither. */
  previous_hash: string | null;
}

/** Count and sum of one kind of booking on a day. */
export interface StatementSum {
  /** Number of bookings. */
  count: number;
  /** Their sum. In hours, to four decimals. */
  hours: number;
  /** Their sum. In whole seconds; exact. */
  seconds: number;
}

/** Community totals as bands. */
export interface CommunityAggregates {
  /** When the snapshot was taken: as the UTC day begins, once, the same for every partner. RFC 3339, UTC, milliseconds. */
  as_of: string;
  /** Until when the response may be kept: the next UTC midnight; while a day's snapshot is still being taken, and the one before is shown, the next full minute. Null for a past day, whose snapshot never changes. RFC 3339, UTC, milliseconds. */
  next_update_at: string | null;
  /** Active members. */
  active_users: Band;
  /** Active listings of type service. */
  active_services: Band;
  /** Active listings of type request. */
  active_requests: Band;
  /** Exchanges between members on the 30 UTC days before the snapshot, by day of service. */
  exchanges_last_30_days: Band;
  /** Hours exchanged between members on those 30 days. Each exchange counts once, and both of its members contribute. In whole hours. Null until 13 members contribute and none of them more than 45 % of the hours; null again when fewer than 10 do or one of them more than 50 %. In between it stays as it was, and after a null the band is the last one until its edge is passed by 3. */
  hours_exchanged_last_30_days: Band | null;
  /** Hours credited for bank transfers on the 30 UTC days before the snapshot, by all partners together, by booking day and without what was reversed. The credited members contribute. A partner knows its own part of this figure: by crediting in small steps, or by the number of members it credits, it can find out the sum of the others and whether there are any. In whole hours. Null until 13 members contribute and none of them more than 45 % of the hours; null again when fewer than 10 do or one of them more than 50 %. In between it stays as it was, and after a null the band is the last one until its edge is passed by 3. */
  hours_credited_last_30_days: Band | null;
}

/** A count lies from min - 2 to max + 2, a sum of hours between min - 3 and max + 3. Bands are 0-9, tens up to 99, hundreds up to 999 and thousands above. A band stays until its figure is 3 or more outside it, so that one person joining or leaving never shows; it then becomes the one that contains the figure. */
export interface Band {
  /** Lower edge of the band, which belongs to it. */
  min: number;
  /** Upper edge of the band, which belongs to it. */
  max: number;
}

/** One event type. */
export interface EventTypeDescription {
  /** The event type, as listed in event_types. */
  type: string;
  /** When it is sent. */
  description: string;
  /** The partner must hold at least one of these to receive it. Empty: every partner receives it. */
  scopes: string[];
  /** JSON Schema (2020-12) of the complete body of a delivery. */
  schema: Record<string, unknown>;
  /** A complete body. */
  example: Record<string, unknown>;
}

/** One of your credits was booked. Sent once per credit, not for replayed requests. */
export interface WalletCreditedEvent {
  /** The event; equal to the webhook-id header, and the same in every retry and replay. Opaque. */
  id: EventId;
  type: 'wallet.credited';
  /** When it happened. RFC 3339, UTC, milliseconds. */
  timestamp: string;
  data: WalletCreditedEventData;
}

/** `data` of `WalletCreditedEvent`. */
export interface WalletCreditedEventData {
  /** The credit. Opaque. */
  credit_id: CreditId;
  /** The member who was credited. Opaque. */
  user_id: MemberId;
  /** The amount credited. In hours, to four decimals. */
  hours: number;
  /** The amount credited. In whole seconds; exact. */
  seconds: number;
  /** The bank's entry reference of the credit. */
  reference: string;
  /** The UTC day of the credit. */
  booked_on: string;
}

/** One of your credits was reversed. */
export interface WalletCreditReversedEvent {
  /** The event; equal to the webhook-id header, and the same in every retry and replay. Opaque. */
  id: EventId;
  type: 'wallet.credit_reversed';
  /** When it happened. RFC 3339, UTC, milliseconds. */
  timestamp: string;
  data: WalletCreditReversedEventData;
}

/** `data` of `WalletCreditReversedEvent`. */
export interface WalletCreditReversedEventData {
  /** The credit. Opaque. */
  credit_id: CreditId;
  /** The member whose credit was reversed. Opaque. */
  user_id: MemberId;
  /** The amount reversed. In hours, to four decimals. */
  hours: number;
  /** The amount reversed. In whole seconds; exact. */
  seconds: number;
  /** The bank's entry reference of the credit. */
  reference: string;
  /** The reference of the returned payment. */
  reversal_reference: string;
  /** The UTC day of the reversal. */
  booked_on: string;
}

/** The statement of a UTC day is final; the totals are those of the statement. Nothing more is booked on that day. */
export interface StatementReadyEvent {
  /** The event; equal to the webhook-id header, and the same in every retry and replay. Opaque. */
  id: EventId;
  type: 'statement.ready';
  /** When it happened. RFC 3339, UTC, milliseconds. */
  timestamp: string;
  data: StatementReadyEventData;
}

/** `data` of `StatementReadyEvent`. */
export interface StatementReadyEventData {
  /** The UTC day whose statement is final. */
  date: string;
  /** Credits less reversals before the day. In hours, to four decimals. */
  opening_hours: number;
  /** Credits less reversals before the day. In whole seconds; exact. */
  opening_seconds: number;
  credits: StatementReadyEventDataCredits;
  reversals: StatementReadyEventDataReversals;
  /** Opening plus credits less reversals. In hours, to four decimals. */
  closing_hours: number;
  /** Opening plus credits less reversals. In whole seconds; exact. */
  closing_seconds: number;
  /** The statement's hash. */
  hash?: string;
  /** The hash of the day before; 64 zeros on the first day that has one. */
  previous_hash?: string;
}

/** `credits` of `StatementReadyEventData`. */
export interface StatementReadyEventDataCredits {
  /** Number of bookings. */
  count: number;
  /** Their sum. In hours, to four decimals. */
  hours: number;
  /** Their sum. In whole seconds; exact. */
  seconds: number;
}

/** `reversals` of `StatementReadyEventData`. */
export interface StatementReadyEventDataReversals {
  /** Number of bookings. */
  count: number;
  /** Their sum. In hours, to four decimals. */
  hours: number;
  /** Their sum. In whole seconds; exact. */
  seconds: number;
}

/** A member became visible to you: new, active again, or no longer hidden. Each of the member's active listings is announced by listing.published, too. */
export interface UserActivatedEvent {
  /** The event; equal to the webhook-id header, and the same in every retry and replay. Opaque. */
  id: EventId;
  type: 'user.activated';
  /** When it happened. RFC 3339, UTC, milliseconds. */
  timestamp: string;
  data: UserActivatedEventData;
}

/** `data` of `UserActivatedEvent`. */
export interface UserActivatedEventData {
  /** The member. Opaque. */
  user_id: MemberId;
}

/** A visible member changed, or what you may see of that member changed. Fetch the member for the new state. */
export interface UserUpdatedEvent {
  /** The event; equal to the webhook-id header, and the same in every retry and replay. Opaque. */
  id: EventId;
  type: 'user.updated';
  /** When it happened. RFC 3339, UTC, milliseconds. */
  timestamp: string;
  data: UserUpdatedEventData;
}

/** `data` of `UserUpdatedEvent`. */
export interface UserUpdatedEventData {
  /** The member. Opaque. */
  user_id: MemberId;
}

/** A member is no longer visible to you, for whatever reason. Delete what you store about the member. Each of the member's active listings is announced by listing.closed, too. Events may arrive out of order: when in doubt, fetch the member. */
export interface UserDeactivatedEvent {
  /** The event; equal to the webhook-id header, and the same in every retry and replay. Opaque. */
  id: EventId;
  type: 'user.deactivated';
  /** When it happened. RFC 3339, UTC, milliseconds. */
  timestamp: string;
  data: UserDeactivatedEventData;
}

/** `data` of `UserDeactivatedEvent`. */
export interface UserDeactivatedEventData {
  /** The member. Opaque. */
  user_id: MemberId;
}

/** A listing became visible to you: new, released by a moderator, reopened, or its member became visible. */
export interface ListingPublishedEvent {
  /** The event; equal to the webhook-id header, and the same in every retry and replay. Opaque. */
  id: EventId;
  type: 'listing.published';
  /** When it happened. RFC 3339, UTC, milliseconds. */
  timestamp: string;
  data: ListingPublishedEventData;
}

/** `data` of `ListingPublishedEvent`. */
export interface ListingPublishedEventData {
  /** The listing. Opaque. */
  listing_id: ListingId;
  /** The member whose listing it is. Opaque. */
  user_id: MemberId;
}

/** An active listing of a visible member changed. Fetch it for the new state. */
export interface ListingUpdatedEvent {
  /** The event; equal to the webhook-id header, and the same in every retry and replay. Opaque. */
  id: EventId;
  type: 'listing.updated';
  /** When it happened. RFC 3339, UTC, milliseconds. */
  timestamp: string;
  data: ListingUpdatedEventData;
}

/** `data` of `ListingUpdatedEvent`. */
export interface ListingUpdatedEventData {
  /** The listing. Opaque. */
  listing_id: ListingId;
  /** The member whose listing it is. Opaque. */
  user_id: MemberId;
}

/** A listing is no longer visible to you: closed, held by a moderator, or its member is no longer visible. Delete what you store about the listing. Events may arrive out of order: when in doubt, fetch the listing. */
export interface ListingClosedEvent {
  /** The event; equal to the webhook-id header, and the same in every retry and replay. Opaque. */
  id: EventId;
  type: 'listing.closed';
  /** When it happened. RFC 3339, UTC, milliseconds. */
  timestamp: string;
  data: ListingClosedEventData;
}

/** `data` of `ListingClosedEvent`. */
export interface ListingClosedEventData {
  /** The listing. Opaque. */
  listing_id: ListingId;
  /** The member whose listing it is. Opaque. */
  user_id: MemberId;
}

/** A test event that you requested. It is sent only to the subscription under test. */
export interface WebhookTestEvent {
  /** The event; equal to the webhook-id header, and the same in every retry and replay. Opaque. */
  id: EventId;
  type: 'webhook.test';
  /** When it happened. RFC 3339, UTC, milliseconds. */
  timestamp: string;
  data: WebhookTestEventData;
}

/** `data` of `WebhookTestEvent`. */
export interface WebhookTestEventData {
  /** The subscription under test. Opaque. */
  subscription_id: SubscriptionId;
}

/** A new subscription. */
export interface SubscriptionCreateRequest {
  /** The event types to send, at least one. Duplicates are removed; the order is preserved. */
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
  /** Where events are sent: an absolute https URL of at most 2048 characters, on any port but 0, without a user name, password or fragment. Stored exactly as sent. Addresses that are not public are refused: literal ones when they are set, resolved ones at every attempt. */
  target_url: string;
  /** Your own note, at most 200 characters, no control characters but LF and tab. */
  description?: string | null | undefined;
}

/** A merge patch (RFC 7396): only the fields you send are changed. Null clears `description`, and is refused on any other field. */
export interface SubscriptionUpdateRequest {
  /** The event types to send, at least one. Duplicates are removed; the order is preserved. */
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
    | undefined;
  /** Where events are sent: an absolute https URL of at most 2048 characters, on any port but 0, without a user name, password or fragment. Stored exactly as sent. Addresses that are not public are refused: literal ones when they are set, resolved ones at every attempt. */
  target_url?: string | undefined;
  /** Your own note, at most 200 characters, no control characters but LF and tab. Null or an empty string clears it. */
  description?: string | null | undefined;
  /** `paused` holds events until the status is `active` again; `active` also reactivates a disabled subscription. */
  status?: 'active' | 'paused' | undefined;
}

/** A subscription to events. */
export interface Subscription {
  /** The subscription. Opaque. */
  id: SubscriptionId;
  /** The event types that are sent, as requested; `*` means all. */
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
    | LaterWord
  )[];
  /** Those of `event_types` that the partner may not currently receive because it lacks a scope. */
  undeliverable_event_types: (
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
    | LaterWord
  )[];
  /** Where events are sent, exactly as you set it. */
  target_url: string;
  /** Your own note. */
  description: string | null;
  /** Events of a paused or disabled subscription are held, not lost. */
  status: 'active' | 'paused' | 'disabled' | LaterWord;
  /** Why the service disabled it, else null. */
  disabled_reason: string | null;
  /** When it was created. RFC 3339, UTC, milliseconds. */
  created_at: string;
  /** When it last changed. RFC 3339, UTC, milliseconds. */
  updated_at: string;
  /** When a delivery last succeeded, else null. RFC 3339, UTC, milliseconds. */
  last_success_at: string | null;
  /** Failed attempts since the last success, or since the subscription was reactivated or its target was changed. */
  consecutive_failures: number;
}

/** A subscription and its new secret. */
export interface SubscriptionWithSecret {
  /** The subscription. Opaque. */
  id: SubscriptionId;
  /** The event types that are sent, as requested; `*` means all. */
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
    | LaterWord
  )[];
  /** Those of `event_types` that the partner may not currently receive because it lacks a scope. */
  undeliverable_event_types: (
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
    | LaterWord
  )[];
  /** Where events are sent, exactly as you set it. */
  target_url: string;
  /** Your own note. */
  description: string | null;
  /** Events of a paused or disabled subscription are held, not lost. */
  status: 'active' | 'paused' | 'disabled' | LaterWord;
  /** Why the service disabled it, else null. */
  disabled_reason: string | null;
  /** When it was created. RFC 3339, UTC, milliseconds. */
  created_at: string;
  /** When it last changed. RFC 3339, UTC, milliseconds. */
  updated_at: string;
  /** When a delivery last succeeded, else null. RFC 3339, UTC, milliseconds. */
  last_success_at: string | null;
  /** Failed attempts since the last success, or since the subscription was reactivated or its target was changed. */
  consecutive_failures: number;
  /** Signing secret (Standard Webhooks): `whsec_` and 32 bytes in standard base64. Shown only here. */
  secret: string;
}

/** Which events are sent again. */
export interface ReplayRequest {
  /** Events at or after this time are sent again. RFC 3339; within the last 30 days, and at most 50,000 events. */
  since: string;
  /** Only events at or before this time, which is not before `since`. RFC 3339. */
  until?: string | null | undefined;
  /** Only events of these types, of those the subscription has. */
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
}

/** Deliveries are scheduled. */
export interface ReplayScheduled {
  /** Events from this time on are sent again. RFC 3339, UTC, milliseconds. */
  since: string;
  /** How many deliveries are scheduled, including those that already were. */
  deliveries: number;
}

/** A test event is scheduled. */
export interface TestScheduled {
  /** The test event that will arrive. Opaque. */
  event_id: EventId;
}

/** The delivery of one event to one subscription. */
export interface Delivery {
  /** The delivery. Opaque. */
  id: DeliveryId;
  /** The event. Opaque. */
  event_id: EventId;
  /** Type of the event. */
  event_type:
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
    | LaterWord;
  /** `held`: waiting until the subscription, partner or community is active again. */
  status: 'pending' | 'held' | 'delivered' | 'failed' | LaterWord;
  /** When it was scheduled. RFC 3339, UTC, milliseconds. */
  created_at: string;
  /** When the next attempt is due, else null. RFC 3339, UTC, milliseconds. */
  next_attempt_at: string | null;
  /** When it succeeded or failed for good, else null. RFC 3339, UTC, milliseconds. */
  finished_at: string | null;
  /** Oldest first. */
  attempts: DeliveryAttempt[];
}

/** Oldest first. */
export interface DeliveryAttempt {
  /** Counts from 1. */
  number: number;
  /** When it began. RFC 3339, UTC, milliseconds. */
  started_at: string;
  /** How long it took, in milliseconds. */
  latency_ms: number;
  /** The receiver's HTTP status; null when there was no response. */
  status_code: number | null;
  /** Why the attempt failed, else null. */
  error:
    | 'invalid_target'
    | 'dns_error'
    | 'address_not_allowed'
    | 'connection_refused'
    | 'connection_failed'
    | 'connect_timeout'
    | 'tls_error'
    | 'timeout'
    | 'invalid_response'
    | 'secret_unreadable'
    | 'forced_by_sandbox'
    | LaterWord
    | null;
}

/** An access token (RFC 6749 section 5.1). */
export interface TokenResponse {
  /** Opaque token. */
  access_token: string;
  /** The scheme the token is sent with. DPoP: it is bound to the key of the proof that was sent with this request. */
  token_type: 'Bearer' | 'DPoP' | LaterWord;
  /** Lifetime in seconds. */
  expires_in: number;
  /** The granted scopes, space-separated, in the requested order. */
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
  /** `meta.sync_token` of an earlier walk: answers what has changed since that walk began reading, each object once in its present state, and `{"id", "removed": true}` for one that is no longer visible. Nothing that was committed is ever missed; an object may come twice. The token keeps the filters of its walk: send it alone or with `per_page`, and later pages by `cursor` alone. Valid for at least 30 days; after that, or from before a restore, 410 `sync_token_expired`: begin with a full walk. */
  sync_token?: string | undefined;
  /** Items per page. */
  per_page?: number | undefined;
  /** `meta.next_cursor` of the previous page. It is bound to the filters and does not expire. */
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
  user_id?: MemberId | undefined;
  /** Only listings of this category, in upper or lower case. */
  category?: string | undefined;
  /** `meta.sync_token` of an earlier walk: answers what has changed since that walk began reading, each object once in its present state, and `{"id", "removed": true}` for one that is no longer visible. Nothing that was committed is ever missed; an object may come twice. The token keeps the filters of its walk: send it alone or with `per_page`, and later pages by `cursor` alone. Valid for at least 30 days; after that, or from before a restore, 410 `sync_token_expired`: begin with a full walk. */
  sync_token?: string | undefined;
  /** Items per page. */
  per_page?: number | undefined;
  /** `meta.next_cursor` of the previous page. It is bound to the filters and does not expire. */
  cursor?: string | undefined;
}

/** Query of `listCredits`. */
export interface ListCreditsQuery {
  /** The credit with exactly this reference. */
  reference?: string | undefined;
  /** Credits whose `payment.end_to_end_id` is exactly this. */
  end_to_end_id?: string | undefined;
  /** Credits of this member. */
  user_id?: MemberId | undefined;
  /** Credits with this status. */
  status?: 'posted' | 'reversed' | undefined;
  /** Credits booked on this UTC day. */
  booked_on?: string | undefined;
  /** Credits reversed on this UTC day. */
  reversed_on?: string | undefined;
  /** Credits booked at or after this time. */
  created_since?: string | Date | undefined;
  /** Credits booked before this time. */
  created_before?: string | Date | undefined;
  /** Items per page. */
  per_page?: number | undefined;
  /** `meta.next_cursor` of the previous page. It is bound to the filters and does not expire. */
  cursor?: string | undefined;
}

/** Query of `getCommunityAggregates`. */
export interface GetCommunityAggregatesQuery {
  /** The snapshot of this UTC day, kept for 400 days. 404 `not_found` if there is none: a day before the community had one, a day to come, or today until it is taken, seconds after midnight. */
  date?: string | undefined;
}

/** Query of `listSubscriptions`. */
export interface ListSubscriptionsQuery {
  /** Items per page. */
  per_page?: number | undefined;
  /** `meta.next_cursor` of the previous page. It is bound to the filters and does not expire. */
  cursor?: string | undefined;
}

/** Query of `listDeliveries`. */
export interface ListDeliveriesQuery {
  /** Only deliveries with this status. */
  status?: 'pending' | 'held' | 'delivered' | 'failed' | undefined;
  /** Only deliveries of events of this type. */
  event_type?:
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
  /** Items per page. */
  per_page?: number | undefined;
  /** `meta.next_cursor` of the previous page. It is bound to the filters and does not expire. */
  cursor?: string | undefined;
}

/** Query of `listEvents`. */
export interface ListEventsQuery {
  /** Only events of this type. */
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
  /** Only events at or after this time. */
  timestamp_since?: string | Date | undefined;
  /** Only events before this time. */
  timestamp_before?: string | Date | undefined;
  /** `desc`: newest first (default). `asc`: oldest first, in the order of commit, for polling. */
  order?: 'desc' | 'asc' | undefined;
  /** `meta.sync_token` of the last page of an earlier walk: answers what was committed since, oldest first, under the filters of that walk. Send it alone, or with `per_page` or `order=asc`; later pages have their `cursor`. Valid for at least 30 days. When events that you had not reached are deleted, or from before a restore, 410 `sync_token_expired`: begin with `order=asc`. */
  sync_token?: string | undefined;
  /** Items per page. */
  per_page?: number | undefined;
  /** `meta.next_cursor` of the previous page. It is bound to the filters and does not expire. */
  cursor?: string | undefined;
}

/** One method per operation of the API, by its operationId. */
export interface Operations {
  /**
   * Read what you may do.
   *
   * Your scopes and those of the token, the caps on credits with what is left of them today, the exchange rates, the request limit, when your secrets end, and your keys. Any token suffices.
   *
   * Scope: users.read or users.pii or listings.read or wallet.read or wallet.write or aggregates.read or webhooks.manage.
   */
  getMe(options?: CallOptions): Promise<
    Answer<{
      data: Me;
    }>
  >;

  /**
   * List active members.
   *
   * Active members visible to this partner, by id ascending. With the scope `users.pii`, each has the field `email`. A member who leaves, is suspended or becomes hidden is no longer listed, and the event `user.deactivated` is sent. To keep a copy, walk the list once and then send `meta.sync_token` from time to time.
   *
   * Scope: users.read.
   */
  listUsers(query?: Omit<ListUsersQuery, 'sync_token'>, options?: CallOptions): Paged<User, SyncListMeta>;
  /**
   * List active members.
   *
   * Active members visible to this partner, by id ascending. With the scope `users.pii`, each has the field `email`. A member who leaves, is suspended or becomes hidden is no longer listed, and the event `user.deactivated` is sent. To keep a copy, walk the list once and then send `meta.sync_token` from time to time.
   *
   * Scope: users.read.
   */
  listUsers(query: ListUsersQuery, options?: CallOptions): Paged<User | RemovedUser, SyncListMeta>;

  /**
   * Fetch one member.
   *
   * One active member visible to this partner. With the scope `users.pii`, the response has the field `email`.
   *
   * Scope: users.read.
   */
  getUser(
    id: MemberId,
    options?: CallOptions,
  ): Promise<
    Answer<{
      data: User;
    }>
  >;

  /**
   * Find a member by payment reference.
   *
   * Each member has an ISO 11649 creditor reference (`RF` and two check digits) that payers put on a transfer. Spaces and case are ignored. Wrong check digits give 400 with the field `payment_reference` and the code `wrong_check_digits`; there are no approximate matches.
   *
   * Scope: wallet.write or users.read.
   */
  lookupUser(
    query: LookupUserQuery,
    options?: CallOptions,
  ): Promise<
    Answer<{
      data: UserLookup;
    }>
  >;

  /**
   * List active listings.
   *
   * Active listings, services and requests alike, of active members visible to this partner, by id ascending. Listings held for moderation are not active. A filter with an unknown member gives an empty list. To keep a copy, walk the list once and then send `meta.sync_token` from time to time.
   *
   * Scope: listings.read.
   */
  listListings(query?: Omit<ListListingsQuery, 'sync_token'>, options?: CallOptions): Paged<Listing, SyncListMeta>;
  /**
   * List active listings.
   *
   * Active listings, services and requests alike, of active members visible to this partner, by id ascending. Listings held for moderation are not active. A filter with an unknown member gives an empty list. To keep a copy, walk the list once and then send `meta.sync_token` from time to time.
   *
   * Scope: listings.read.
   */
  listListings(query: ListListingsQuery, options?: CallOptions): Paged<Listing | RemovedListing, SyncListMeta>;

  /**
   * Fetch one listing.
   *
   * One active listing of an active member visible to this partner.
   *
   * Scope: listings.read.
   */
  getListing(
    id: ListingId,
    options?: CallOptions,
  ): Promise<
    Answer<{
      data: Listing;
    }>
  >;

  /**
   * Read a member's balance.
   *
   * Read from the ledger at the time of the request; never stale. Amounts are JSON numbers of hours. The ledger counts whole seconds: 0.01 h is 36 s, so an amount with at most two decimals is always exact (1.5, 1.50 and 15e-1 are the same). In answers the exact number of seconds accompanies every amount in hours. Negative balances are normal in time banking.
   *
   * Scope: wallet.read.
   */
  getBalance(
    userId: MemberId,
    options?: CallOptions,
  ): Promise<
    Answer<{
      data: Balance;
    }>
  >;

  /**
   * Credit hours to a member after a settled bank transfer.
   *
   * Amounts are JSON numbers of hours. The ledger counts whole seconds: 0.01 h is 36 s, so an amount with at most two decimals is always exact (1.5, 1.50 and 15e-1 are the same). In answers the exact number of seconds accompanies every amount in hours.
   *
   * The `reference` names one settled transfer: the bank's own entry reference (camt AcctSvcrRef), not the payer's end-to-end id, which standing orders repeat. 1 to 128 characters (code points), no control or format characters and no line separators, no leading or trailing space, compared byte by byte, never trimmed or case-folded. Banks' placeholders (NOTPROVIDED, NONREF, NOTAVAILABLE) are refused.
   *
   * **Retrying is safe.** The reference is the idempotency key; the header `Idempotency-Key`, even empty, is 400. After a timeout, a 429 or a 5xx, repeat the request with the same reference. The first request to arrive is booked (201). Every later one with the same member and amount gets 200 with the same credit, `meta.replayed` true and `Idempotent-Replayed: true`, even if the member has been suspended since. The same reference with another member or amount is 409 `reference_conflict`; the error names the differing field, and nothing changes. Never retry it: a person must decide. A refused request does not use up the reference. On 404 `user_not_found`, retry for a few days, then return the payment. Only member and amount are compared: another `note`, `payment` or `corrects` is the same credit.
   *
   * **Correcting.** A credit that was booked wrongly is reversed, and the right one booked under a reference of its own, with `corrects` naming the reversed one. 422 `validation_failed` on `corrects` has the code `unknown_credit` (not a credit of yours, or of another transfer), `not_reversed` or `already_corrected`. A reference is used once for ever, so that two credits are of one transfer can show only in `payment.end_to_end_id`: where both have one that is no placeholder, the two must be equal. A correction that was itself reversed is corrected by naming the correction.
   *
   * Scope: wallet.write.
   */
  creditWallet(
    body: CreditRequest,
    options?: CallOptions,
  ): Promise<
    Answer<{
      data: Credit;
      meta: {
        /** True when this reference was already booked and nothing new happened. */
        replayed: boolean;
      };
    }>
  >;

  /**
   * Credit a day's settled bank transfers at once.
   *
   * Takes 1 to 500 credits, each as `POST /wallet/credit` takes it, and answers 200 with one outcome per credit, in the order of the request. Each stands for itself: one that is refused does not keep the others from being booked. An outcome has the `status` that the single call would have answered, and either `data`, the credit, with `replayed`, or `error`, the error object of a single call, whose `request_id` is this request's and whose `errors` name fields of the one credit (`hours`, not `credits.3.hours`). Only a request that is no list of 1 to 500 is refused as a whole. A reference that an earlier credit of the same request has is 422 with the code `repeated_reference`, whatever became of the earlier one.
   *
   * **Retrying is safe**, as for a single credit: after a timeout, a 429 or a 5xx, repeat the whole request. 503 says that some may be booked and others not; on repeating, those booked before have status 200 and `replayed` true, and the rest are booked. Repeat a credit that was refused by itself, by what its error says.
   *
   * The request is let in as one towards the rate limit. For more than 50 credits, one more for each 50 begun is charged once the body is read: it never refuses this request, and counts against later ones. The credits wait behind single credits of other partners. The body may have 6 MiB, beyond which it is 413; every other operation's may have 64 KiB. A body of more than 64 KiB may nest at most 32 levels deep.
   *
   * Scope: wallet.write.
   */
  creditMany(
    body: CreditManyRequest,
    options?: CallOptions,
  ): Promise<
    Answer<{
      /** One outcome per credit, in the order of the request. */
      data: CreditOutcome[];
    }>
  >;

  /**
   * List your credits.
   *
   * The caller's own credits, newest first. They stay readable when the member is no longer visible.
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
    id: CreditId,
    options?: CallOptions,
  ): Promise<
    Answer<{
      data: Credit;
    }>
  >;

  /**
   * Reverse a credit whose payment was returned.
   *
   * Reverses the whole credit, once, with a new transfer. This works even if the member has been suspended or has left since, and the balance may go below zero. Repeating the request with the same reference is safe and returns 200. If the credit was already reversed under another reference, the error is 409 `already_reversed`. If the reference was already used for another credit, the error is 409 `reference_conflict`.
   *
   * Scope: wallet.write.
   */
  reverseCredit(
    id: CreditId,
    body: ReversalRequest,
    options?: CallOptions,
  ): Promise<
    Answer<{
      data: Credit;
      meta: {
        /** True when this reference was already booked and nothing new happened. */
        replayed: boolean;
      };
    }>
  >;

  /**
   * Reconcile one day.
   *
   * One UTC day of the caller's credits, by `booked_on`: closing = opening + credits - reversals. The lines are `GET /wallet/credits?booked_on=...` and `?reversed_on=...`. The statement is final from 00:15 UTC on the next day; then the event `statement.ready` is sent, with the same totals. By `hash` you can prove that nothing of a final day was changed since: keep it, or compute it from the lines (see the guide on statements).
   *
   * Scope: wallet.read or wallet.write.
   */
  getStatement(
    date: string,
    options?: CallOptions,
  ): Promise<
    Answer<{
      data: Statement;
    }>
  >;

  /**
   * Read community totals in bands.
   *
   * Community totals as bands, from a snapshot that the service takes as each UTC day begins, independent of requests. They contain no personal data and no ids. `date` gives the snapshot of an earlier day as it was published; there are no other filters. Active members hidden from the partner are counted too. A new community shows the lowest bands until its first snapshot, seconds after its creation.
   *
   * Scope: aggregates.read.
   */
  getCommunityAggregates(
    query?: GetCommunityAggregatesQuery,
    options?: CallOptions,
  ): Promise<
    Answer<{
      data: CommunityAggregates;
    }>
  >;

  /**
   * List the event types.
   *
   * Every event type with its JSON Schema, a complete example and the scopes that entitle a partner to it. Always one page.
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
   * Creates a subscription; a partner may have at most 200. The scope `webhooks.manage` is enough. Whether the partner may receive an event is decided when the event is sent; event types it may not receive yet are listed in `undeliverable_event_types`. The secret is shown only in this response. Deliveries follow Standard Webhooks 1.0.0: verify `webhook-signature` over the raw body with the secret, and discard duplicates by `webhook-id`.
   *
   * Scope: webhooks.manage.
   */
  createSubscription(
    body: SubscriptionCreateRequest,
    options?: CallOptions,
  ): Promise<
    Answer<{
      data: SubscriptionWithSecret;
    }>
  >;

  /**
   * Fetch one subscription.
   *
   * One of the caller's subscriptions, without its secret.
   *
   * Scope: webhooks.manage.
   */
  getSubscription(
    id: SubscriptionId,
    options?: CallOptions,
  ): Promise<
    Answer<{
      data: Subscription;
    }>
  >;

  /**
   * Change a subscription.
   *
   * A merge patch (RFC 7396), as `application/json` or `application/merge-patch+json`: only the fields you send are changed, null clears `description` and is refused on any other field. `status: paused` holds events. `status: active` sends the held events and reactivates a disabled subscription; deliveries that have already failed are sent again only by a replay. New `event_types` apply to events from now on.
   *
   * Scope: webhooks.manage.
   */
  updateSubscription(
    id: SubscriptionId,
    body: SubscriptionUpdateRequest,
    options?: CallOptions,
  ): Promise<
    Answer<{
      data: Subscription;
    }>
  >;

  /**
   * Delete a subscription.
   *
   * Nothing more is sent to it, except for an attempt that is already in progress. Events can still be read with `GET /events`.
   *
   * Scope: webhooks.manage.
   */
  deleteSubscription(
    id: SubscriptionId,
    options?: CallOptions,
  ): Promise<
    Answer<{
      data: {
        /** The subscription. Opaque. */
        id: SubscriptionId;
        deleted: boolean;
      };
    }>
  >;

  /**
   * Replace the signing secret.
   *
   * The new secret is shown only in this response. For 24 hours, deliveries are signed with both secrets; if you rotate again within that time, the older one stops signing at once.
   *
   * Scope: webhooks.manage.
   */
  rotateSubscriptionSecret(
    id: SubscriptionId,
    options?: CallOptions,
  ): Promise<
    Answer<{
      data: SubscriptionWithSecret;
    }>
  >;

  /**
   * Send a test event.
   *
   * Sends `webhook.test` to this subscription regardless of its `event_types`, in the same way as any other event. For a paused or disabled subscription, one attempt is made.
   *
   * Scope: webhooks.manage.
   */
  testSubscription(
    id: SubscriptionId,
    options?: CallOptions,
  ): Promise<
    Answer<{
      data: TestScheduled;
    }>
  >;

  /**
   * Send events again.
   *
   * Sends every event of the subscribed types since the given time again, delivered or not, under the same ids; `until` and `event_types` narrow it. What waits for its next attempt goes at once. This includes events the subscription missed while it was disabled and events from before it was created. It excludes events the partner may no longer receive, and test events. Receivers discard duplicates by `webhook-id`. A paused subscription gets the events when it is resumed; for a disabled one, one attempt is made per event.
   *
   * Scope: webhooks.manage.
   */
  replaySubscription(
    id: SubscriptionId,
    body: ReplayRequest,
    options?: CallOptions,
  ): Promise<
    Answer<{
      data: ReplayScheduled;
    }>
  >;

  /**
   * List the deliveries of a subscription.
   *
   * Newest first, with the latest 100 attempts of each: status, latency and error.
   *
   * Scope: webhooks.manage.
   */
  listDeliveries(id: SubscriptionId, query?: ListDeliveriesQuery, options?: CallOptions): Paged<Delivery>;

  /**
   * Send a delivery again now.
   *
   * Whatever its status. If the delivery waits for its next attempt on an active subscription, that attempt comes now; any other delivery gets a single attempt, also on a paused or disabled subscription, and a failure does not count against the subscription. While an attempt is under way nothing is added: wait for its outcome.
   *
   * Scope: webhooks.manage.
   */
  retryDelivery(
    id: SubscriptionId,
    delivery_id: DeliveryId,
    options?: CallOptions,
  ): Promise<
    Answer<{
      data: Delivery;
    }>
  >;

  /**
   * List the events of the last 30 days.
   *
   * Every event this partner may currently receive, whether or not it has a subscription, in the form in which it is delivered: newest first, or with `order=asc` from the oldest in the order of commit. In that order the last page has `meta.sync_token`: send it as `sync_token` later to get what was committed since, and you miss nothing. The scope `webhooks.manage` opens every kind that the partner may receive, another scope the kinds that belong to it.
   *
   * Scope: webhooks.manage or users.read or listings.read or wallet.read or wallet.write.
   */
  listEvents(query?: ListEventsQuery, options?: CallOptions): Paged<TimebankEvent, SyncListMeta>;
}
