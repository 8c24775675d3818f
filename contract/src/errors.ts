/** The closed list of error codes. One shape on every endpoint (the fields of RFC 6749 section 5.2), see `ErrorBody`. */
import { type Static, Type } from 'typebox';
import { FIELD_CODES } from './field-codes.ts';
import { component, hoursOut, idValue, nullable, ref, secondsOut, timeValue, wordValue } from './values.ts';

/** The partner's remedy for an error. Shown on the code's page and in the OpenAPI document. */
export interface ErrorDefinition {
  readonly status: number;
  /** The status where a token is sent, if it is another there. */
  readonly statusWithToken?: number;
  /** When the error is sent. */
  readonly when: string;
  /** The act of a partner's software or staff. */
  readonly action: string;
}

const define = <const T extends Record<string, ErrorDefinition>>(errors: T): T => errors;

/** Every error code with its HTTP status. Codes are stable; texts may improve. */
export const ERRORS = define({
  invalid_request: {
    status: 400,
    when: 'The request is malformed: a body that is not JSON, not UTF-8 or not an object, a body with fields where the operation takes none, a repeated field, a bad query parameter or header, an Idempotency-Key with a booking, a missing grant_type, or credentials in the URL or in two places.',
    action: 'Correct the request; repeating it unchanged gives the same answer.',
  },
  invalid_cursor: {
    status: 400,
    when: 'The cursor was altered, or belongs to another partner or to other filters.',
    action: 'Start again from the first page with the filters you need.',
  },
  unsupported_grant_type: {
    status: 400,
    when: 'grant_type is something other than client_credentials.',
    action: 'Send grant_type=client_credentials.',
  },
  invalid_scope: {
    status: 400,
    when: 'The scope is malformed, or none of the requested scopes is available to this client.',
    action: 'Request scopes that the community has granted you, separated by spaces, or omit scope to get all of them.',
  },
  invalid_client: {
    status: 401,
    when: 'The client credentials (secret or signed assertion) are missing, unknown, wrong, used before or revoked, or the partner is suspended. The answer is the same in each case, but for an assertion whose signature holds: its text says what is wrong.',
    action:
      'Check client_id and client_secret, or the claims and the key of the assertion; if they are right, ask the community administrator.',
  },
  invalid_token: {
    status: 401,
    when: 'The token is missing, malformed, unknown, expired or revoked, or the partner is suspended; or a token that is bound to a key was sent as a bearer, or one that is not with the scheme DPoP.',
    action:
      'Get a new token from /oauth/token, send it as Authorization: Bearer, a space, the token, and repeat the request.',
  },
  invalid_dpop_proof: {
    status: 400,
    statusWithToken: 401,
    when: 'The DPoP proof (RFC 9449) is missing, malformed, signed with another key or algorithm, too old, used before, or made for another method, URL or token.',
    action:
      'Make a new proof for each request: typ dpop+jwt, your public key as jwk, a new jti, the method as htm, the URL without query as htu, the time as iat, the nonce of the last DPoP-Nonce header, and with a token its hash as ath.',
  },
  use_dpop_nonce: {
    status: 400,
    statusWithToken: 401,
    when: 'The DPoP proof has no nonce, or an old one.',
    action: 'Repeat the request with a new proof that has the value of the DPoP-Nonce header as nonce.',
  },
  insufficient_scope: {
    status: 403,
    when: 'The token lacks the scope that the endpoint requires. users.pii only adds to users.read.',
    action:
      'Get a token with the scope named in WWW-Authenticate; if it is not granted, ask the community administrator.',
  },
  ip_not_allowed: {
    status: 403,
    when: "The request comes from an address outside the partner's allow-list.",
    action: 'Call from a listed address, or ask the community administrator to add yours.',
  },
  https_required: {
    status: 403,
    when: 'The proxy reports that the request arrived over plain http.',
    action: 'Use https. Treat a secret or token that was sent over http as leaked and have it replaced.',
  },
  not_found: {
    status: 404,
    when: 'There is nothing at this path, or the community has no totals of the day asked for.',
    action:
      'Check the path: it begins with /api/partner/v1 and has no trailing or doubled slash. Totals are kept for 400 days.',
  },
  user_not_found: {
    status: 404,
    when: 'The member is unknown, suspended, hidden from this partner, or has left. The answer is the same in each case.',
    action: 'For a credit: retry for a few days, since the member may come back, then return the payment.',
  },
  listing_not_found: {
    status: 404,
    when: 'The listing is unknown, closed or held for moderation, or its member is not visible to this partner.',
    action: 'Treat the listing as gone.',
  },
  credit_not_found: {
    status: 404,
    when: 'No credit of this partner has this id.',
    action: 'Look the credit up by its reference.',
  },
  statement_not_found: {
    status: 404,
    when: 'The day is in the future.',
    action: 'Request it again once the day has begun; a statement is final from 00:15 UTC on the next day.',
  },
  subscription_not_found: {
    status: 404,
    when: 'No webhook subscription of this partner has this id.',
    action: 'List the subscriptions; this one may have been deleted.',
  },
  delivery_not_found: {
    status: 404,
    when: 'The subscription has no delivery with this id; deliveries are kept for 30 days.',
    action: 'List the deliveries of the subscription.',
  },
  method_not_allowed: {
    status: 405,
    when: 'The path exists, but not with this method.',
    action: 'Use one of the methods in the Allow header.',
  },
  request_timeout: {
    status: 408,
    when: 'The request did not arrive completely in time.',
    action: 'Repeat the request; for a credit, use the same reference.',
  },
  reference_conflict: {
    status: 409,
    when: "The reference has already been used with another member, amount or credit. credit_id names the credit that is there, errors each field that differs. Where the community has booked the transfer itself, from its bank's file, credit_id is null.",
    action: 'Never retry. A person must decide which of the two is right.',
  },
  already_reversed: {
    status: 409,
    when: 'The credit has already been reversed under another reference. credit_id names the credit.',
    action: 'Read the credit; its reversal names the reference that was used.',
  },
  sync_token_expired: {
    status: 410,
    when: 'The sync token, or the place in the ordered list of events, is more than 30 days old or was given before the database was restored or the community moved.',
    action: 'Begin again: walk the whole list, or read the events from the oldest, and go on from there.',
  },
  misdirected_request: {
    status: 421,
    when: 'The community has moved to another installation. moved_to is its origin.',
    action:
      'Send this request and all further ones to moved_to, with the same client id and secret, once you know that address: no client follows it by itself. Get a new token there. A credit is safe to repeat with the same reference.',
  },
  payload_too_large: {
    status: 413,
    when: 'The body is larger than 64 KiB (POST /wallet/credits: 6 MiB).',
    action: 'Send a smaller body.',
  },
  uri_too_long: {
    status: 414,
    when: 'The request target is longer than the service accepts.',
    action: 'Send a shorter URL.',
  },
  unsupported_media_type: {
    status: 415,
    when: 'The request has a body whose Content-Type, charset or Content-Encoding the operation does not accept.',
    action:
      'Send application/json in UTF-8, uncompressed (PATCH also accepts application/merge-patch+json, the two OAuth endpoints a form).',
  },
  expectation_failed: {
    status: 417,
    when: 'The Expect header asks for something other than 100-continue.',
    action: 'Omit the header.',
  },
  validation_failed: {
    status: 422,
    when: 'The body is readable, but a field is missing, wrong or unknown. The list errors names each of them.',
    action: 'Correct the named fields. Nothing was booked or changed, and the reference of a credit is not used up.',
  },
  limit_exceeded: {
    status: 422,
    when: 'The amount would exceed a cap set by the community, or the partner already has the maximum number of subscriptions. The one entry of errors has the cap as its code (max_credit_hours, max_member_day_hours, max_partner_day_hours, upper_balance or max_subscriptions), with limit_hours, limit_seconds, remaining_hours, remaining_seconds (of subscriptions limit_count and remaining_count) and resets_at.',
    action:
      'Ask the community, or repeat the request with the same reference after resets_at. If resets_at is null, time alone does not help: upper_balance frees up as the member spends hours.',
  },
  rate_limited: {
    status: 429,
    when: 'Too many requests, or too many failed authentications.',
    action:
      'Wait for the number of seconds in Retry-After, then repeat the request; for a credit, use the same reference.',
  },
  headers_too_large: {
    status: 431,
    when: 'The request headers are larger than the service accepts, or there are more than 1000; the text says which.',
    action: 'Send fewer or shorter headers.',
  },
  not_implemented: {
    status: 501,
    when: 'The body has a Transfer-Encoding other than chunked.',
    action: 'Send the body with Content-Length, or in chunks and not compressed.',
  },
  server_error: {
    status: 500,
    when: 'The service failed. The operator can find the cause by the request_id.',
    action: 'Repeat the request later. A credit is safe to repeat with the same reference.',
  },
  partner_api_disabled: {
    status: 503,
    when: 'The community or the operator has temporarily switched off the partner API.',
    action:
      'Repeat the request after the number of seconds in Retry-After. Events are held meanwhile and sent afterwards.',
  },
  temporarily_unavailable: {
    status: 503,
    when: 'The database is unreachable or overloaded.',
    action:
      'Repeat the request after the number of seconds in Retry-After. A credit is safe to repeat with the same reference.',
  },
});

/** A code of the closed list. */
export type ErrorCode = keyof typeof ERRORS;

/** The status of a code at an operation that takes a token, or at one that does not. */
export function errorStatus(code: ErrorCode, withToken: boolean): number {
  const { status, statusWithToken = status }: ErrorDefinition = ERRORS[code];
  return withToken ? statusWithToken : status;
}

/** The fault of one field: `field` is dotted, arrays by index, or the query parameter's name. */
export const FieldError = component('FieldError', 'What is wrong with one field.', {
  field: Type.String({
    description:
      'Dotted path of the field (`event_types.1`), or the name of the query or path parameter; `body`: the request as a whole.',
  }),
  code: Type.String({
    description: 'Stable code of the broken rule, or the name of a cap. More codes may be added.',
    'x-extensible-enum': Object.keys(FIELD_CODES),
    examples: ['too_many_decimals'],
  }),
  message: Type.String({ description: 'One sentence for a person.' }),
  limit_hours: Type.Optional(hoursOut('Only with a cap on hours: how much it allows.', 10)),
  limit_seconds: Type.Optional(secondsOut('Only with a cap on hours: how much it allows.', 36_000)),
  remaining_hours: Type.Optional(
    hoursOut('Only with a cap on hours: how much of it is left. As much would be accepted now.', 2.5),
  ),
  remaining_seconds: Type.Optional(secondsOut('Only with a cap on hours: how much of it is left.', 9000)),
  limit_count: Type.Optional(
    Type.Integer({ description: 'Only with `max_subscriptions`: how many it allows.', examples: [200] }),
  ),
  remaining_count: Type.Optional(
    Type.Integer({ description: 'Only with `max_subscriptions`: how many more there may be.', examples: [0] }),
  ),
  resets_at: Type.Optional(
    nullable(timeValue('Only with a cap: when all of it is available again; null if time alone does not free it.')),
  ),
});
export type FieldError = Static<typeof FieldError>;

/** Entries of `errors` at most: a body may be wrong in thousands of places. */
export const MAX_FIELD_ERRORS = 100;
const QUOTED_NAME_MAX = 100;

/** A name from the request as errors repeat it: shortened, and well-formed, since it may hold a lone surrogate. */
export function quoteName(name: string): string {
  const start = name.slice(0, 2 * QUOTED_NAME_MAX);
  const quoted = [...start].slice(0, QUOTED_NAME_MAX).join('').toWellFormed();
  return start === name && [...start].length <= QUOTED_NAME_MAX ? quoted : `${quoted}...`;
}

/** The body of every answer that is not a success. */
export const ErrorBody = component('ApiError', 'The body of every error response.', {
  error: wordValue(Object.keys(ERRORS) as ErrorCode[], 'Stable code.'),
  error_description: Type.String({
    description: 'One sentence, limited to the characters that RFC 6749 section 5.2 allows.',
  }),
  error_uri: Type.String({ description: 'A page that explains the code and what to do.' }),
  errors: Type.Optional(
    Type.Array(ref(FieldError), {
      maxItems: MAX_FIELD_ERRORS,
      description: 'Present only when fields are at fault; names all of them, up to 100.',
    }),
  ),
  credit_id: Type.Optional(
    nullable(
      idValue(
        'crd',
        "Only with reference_conflict and already_reversed: the credit that is there. Null where the community has booked the transfer itself, from its bank's file.",
        'crd_01jd3h6m8nfdwtv0k2x9q4z7ac',
      ),
    ),
  ),
  moved_to: Type.Optional(
    Type.String({
      description: 'Only with misdirected_request: the origin of the installation that answers for the community.',
      examples: ['https://two.timebank.example'],
    }),
  ),
  request_id: Type.String({ description: 'Equal to the X-Request-Id header; quote it when you ask for help.' }),
});
export type ErrorBody = Static<typeof ErrorBody>;
