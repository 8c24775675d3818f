/** The texts of the OpenAPI document that belong to no single operation. */
import { API_VERSION, type Operation, type Scope } from './operation.ts';

export const INTRODUCTION = `A time-banking community keeps its members' time credits in hours. Through this API a partner (a bank, a municipality, a payment provider) finds members and listings, reads balances, credits hours for settled bank transfers, and is notified of changes by signed events.

**Start.** The community's administrator gives you a \`client_id\` and a \`client_secret\`, which is shown only once. Send them to \`POST /oauth/token\`, then send the token with every other request as \`Authorization: Bearer …\`. When a token has expired, get a new one. Instead of a secret you may register public keys and sign assertions (\`private_key_jwt\`), and you may bind tokens to a key (DPoP); OAuth libraries do both.

**Responses.** Every response is JSON with fields in snake_case. A success is \`{"data": …}\`; a list adds \`meta\` with \`per_page\`, \`has_more\` and \`next_cursor\`. The two OAuth endpoints return flat objects. Ignore fields you do not know, and expect words you do not know where \`x-extensible-enum\` lists the known ones: changes within v1 are only additive, and anything that will be retired is announced 12 months ahead in the \`Deprecation\` and \`Sunset\` headers. Times are RFC 3339 in UTC with milliseconds. Ids are opaque.

**Requests.** Nothing is coerced: \`"1"\` is not a number. An unknown field in a body is refused, and the error names it, as is a field that an object repeats (400); null in an optional field counts as absent; in PATCH, a merge patch (RFC 7396), it clears a field that may be null. Lengths count code points.

**Lists.** \`per_page\` from 1 to 500, default 100. Send \`meta.next_cursor\` as \`cursor\` with the same filters; it does not expire. Objects that existed when you started are neither skipped nor repeated, even while others write.

**Money.** An amount is \`hours\`, a JSON number with at most two decimals; the ledger counts whole seconds, so nothing is lost. In answers and events the exact number of seconds accompanies every amount in hours (\`hours\` and \`seconds\`, \`balance_hours\` and \`balance_seconds\`): add up and compare the seconds.

**References and retries.** A credit's \`reference\` is the bank's own entry reference (camt AcctSvcrRef), not the payer's end-to-end id, which standing orders repeat. It is the idempotency key, and it never expires. After a timeout, a lost connection, 429 or 5xx, repeat the same request with the same reference; it is booked once. After 404 \`user_not_found\`, retry for a few days, then return the payment. After 422 \`limit_exceeded\`, ask the community. After 409 \`reference_conflict\`, never retry; a person must decide.

**Errors.** One shape everywhere: \`error\` is the stable code, \`error_uri\` leads to its page, \`errors\` names every field at fault, and \`request_id\` helps the operator find the request.

**Limits.** 600 requests per minute and partner, unless the community has set another limit; bodies of at most 64 KiB (\`POST /wallet/credits\`: 6 MiB). The X-RateLimit headers show what is left.`;

export const MONEY =
  'Amounts are JSON numbers of hours. The ledger counts whole seconds: 0.01 h is 36 s, so an amount with at most two decimals is always exact (1.5, 1.50 and 15e-1 are the same). In answers the exact number of seconds accompanies every amount in hours.';

export const TAGS: Readonly<Record<Operation['tag'], string>> = {
  OAuth: 'Getting and revoking access tokens.',
  Partner: 'Your own access: scopes, caps, secrets, keys.',
  Users: 'Members visible to the partner.',
  Listings: 'Services and requests of members.',
  Wallet: 'Balances, and credits for settled bank transfers.',
  Aggregates: 'Totals without personal data.',
  Webhooks: 'Subscriptions to signed events (Standard Webhooks 1.0.0).',
  Events: 'The events of the last 30 days.',
};

export const SCOPE_TEXTS: Readonly<Record<Scope, string>> = {
  'users.read': 'List members, fetch one member.',
  'users.pii': 'Adds email to member data; only together with users.read.',
  'listings.read': 'List listings.',
  'wallet.read': 'Read a balance.',
  'wallet.write': 'Credit hours.',
  'aggregates.read': 'Read community aggregates.',
  'webhooks.manage': 'List and create webhook subscriptions.',
};

const header = (description: string, type: 'string' | 'integer', example: string | number) => ({
  description,
  schema: type === 'integer' ? { type, format: 'int32', minimum: 0 } : { type },
  example,
});

const ABSENT = 'Absent when there is no limit, or when the request was refused before it was counted.';

export const HEADERS = {
  'API-Version': header('On every response.', 'string', API_VERSION),
  'X-Request-Id': header(
    'On every response; equal to request_id in errors.',
    'string',
    'req_01jd3h6m8nfdwtv0k2x9q4z7ah',
  ),
  'Cache-Control': header('How long the response may be cached, and by whom.', 'string', 'private, no-store'),
  Pragma: header('no-cache, beside Cache-Control: no-store.', 'string', 'no-cache'),
  'X-RateLimit-Limit': header(`Requests per minute. ${ABSENT}`, 'integer', 600),
  'X-RateLimit-Remaining': header(`Requests left. ${ABSENT}`, 'integer', 599),
  'X-RateLimit-Reset': header(`Seconds until the limit resets. ${ABSENT}`, 'integer', 42),
  'Retry-After': header('Seconds to wait before the request is repeated.', 'integer', 30),
  'WWW-Authenticate': header(
    'The challenge: with error and error_description unless no credentials were sent, and with scope when one is missing.',
    'string',
    'Bearer realm="partner", error="insufficient_scope", error_description="The token lacks a scope.", scope="wallet.write"',
  ),
  'DPoP-Nonce': header(
    'The nonce for your next DPoP proofs. Absent when the request has none.',
    'string',
    '29385501.kQm4dZ0t1x8f3hY2s9b7Qw',
  ),
  Link: header('The next page; absent on the last page.', 'string', '</api/partner/v1/users?cursor=…>; rel="next"'),
  Location: header(
    'URL of the created object.',
    'string',
    '/api/partner/v1/wallet/credits/crd_01jd3h6m8nfdwtv0k2x9q4z7ac',
  ),
  'Idempotent-Replayed': header(
    'true when the reference was already booked and nothing new happened.',
    'string',
    'true',
  ),
} as const;
