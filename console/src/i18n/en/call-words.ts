/** Partners' calls and their errors in an administrator's words. */
import type { ErrorCode, PartnerOperationId } from '@timebank/contract';
import { counted } from './common.ts';

/** The subject of a call, ready to be read. */
export interface CallSubject {
  /** The member's name, or "a member". */
  readonly member: string;
  readonly hours: string;
  readonly items: number;
}

export type CallWords = {
  readonly hours: (value: number, written: string) => string;
  readonly someone: string;
  /** The amount, where it is not known. */
  readonly someHours: string;
  readonly reference: (reference: string) => string;
  readonly refused: (why: string) => string;
  readonly failed: (why: string) => string;
  /** The outcome of many credits, some of them refused. */
  readonly partly: (what: string, why: string) => string;
  readonly otherCall: string;
  readonly otherError: string;
  readonly code: string;
  readonly todo: string;
  readonly member: string;
  readonly memberHint: string;
  readonly referenceField: string;
  readonly referenceHint: string;
  readonly anyError: string;
  readonly hoursLabel: string;
  readonly referenceLabel: string;
  readonly reason: string;
  readonly status: string;
  /** The purpose of the call. */
  readonly names: Readonly<Record<PartnerOperationId, string>>;
  /** The partner's act by the call. */
  readonly done: Readonly<Record<PartnerOperationId, (subject: CallSubject) => string>>;
  /** Why the partner was refused, and what is to be done about it. */
  readonly errors: Readonly<Record<ErrorCode, { readonly why: string; readonly todo: string }>>;
  /** The same of a look-up by payment reference, which the payer mistyped, not the partner. */
  readonly lookups: Readonly<
    Record<'invalid_request' | 'user_not_found', { readonly why: string; readonly todo: string }>
  >;
};

export const callWords: CallWords = {
  hours: (value, written) => (value === 1 ? '1 hour' : `${written} hours`),
  someone: 'a member',
  someHours: 'hours',
  reference: (reference) => `Reference ${reference}`,
  refused: (why) => `Refused: ${why}`,
  failed: (why) => `Failed: ${why}`,
  partly: (what, why) => `${what}. Others were refused: ${why}`,
  otherCall: 'Another call',
  otherError: 'for another reason',
  code: 'Error code',
  todo: 'What to do',
  member: 'Member',
  memberHint: 'All members',
  referenceField: 'Reference or request ID',
  referenceHint: 'As quoted by the partner',
  anyError: 'All reasons',
  hoursLabel: 'Hours',
  referenceLabel: 'Reference',
  reason: 'Reason for refusal',
  status: 'HTTP status',
  names: {
    issueToken: 'Sign in',
    revokeToken: 'End an access token',
    getMe: 'Read own settings',
    listUsers: 'List members',
    getUser: 'Read a member',
    lookupUser: 'Find a member by payment reference',
    listListings: 'List listings',
    getListing: 'Read a listing',
    getBalance: 'Read a balance',
    creditWallet: 'Credit hours',
    creditMany: 'Credit hours to many members',
    listCredits: 'List credits',
    getCredit: 'Read a credit',
    reverseCredit: 'Reverse a credit',
    getStatement: 'Read a daily statement',
    getCommunityAggregates: 'Read community totals',
    listEventTypes: 'List event types',
    listSubscriptions: 'List webhook endpoints',
    createSubscription: 'Add a webhook endpoint',
    getSubscription: 'Read a webhook endpoint',
    updateSubscription: 'Change a webhook endpoint',
    deleteSubscription: 'Delete a webhook endpoint',
    rotateSubscriptionSecret: 'Replace a signing secret',
    testSubscription: 'Send a test event',
    replaySubscription: 'Resend past events',
    listDeliveries: 'List deliveries',
    retryDelivery: 'Repeat a delivery',
    listEvents: 'List events',
  },
  done: {
    issueToken: () => 'Signed in',
    revokeToken: () => 'Ended an access token',
    getMe: () => 'Read its own settings',
    listUsers: () => 'Read the list of members',
    getUser: ({ member }) => `Read the record of ${member}`,
    lookupUser: ({ member }) => `Found ${member} by the payment reference`,
    listListings: () => 'Read the listings',
    getListing: ({ member }) => `Read a listing of ${member}`,
    getBalance: ({ member }) => `Read the balance of ${member}`,
    creditWallet: ({ member, hours }) => `Credited ${hours} to ${member}`,
    creditMany: ({ items, hours }) =>
      items === 0 ? 'Credited nothing' : `Credited ${hours} in ${counted(items, 'credit', 'credits')}`,
    listCredits: () => 'Read the list of its credits',
    getCredit: ({ member, hours }) => `Read the credit of ${hours} to ${member}`,
    reverseCredit: ({ member, hours }) => `Reversed the credit of ${hours} to ${member}`,
    getStatement: () => 'Read a daily statement',
    getCommunityAggregates: () => 'Read the totals of the community',
    listEventTypes: () => 'Read which events there are',
    listSubscriptions: () => 'Read its webhook endpoints',
    createSubscription: () => 'Added a webhook endpoint',
    getSubscription: () => 'Read a webhook endpoint',
    updateSubscription: () => 'Changed a webhook endpoint',
    deleteSubscription: () => 'Deleted a webhook endpoint',
    rotateSubscriptionSecret: () => 'Replaced the signing secret of a webhook endpoint',
    testSubscription: () => 'Sent a test event',
    replaySubscription: () => 'Had past events sent again',
    listDeliveries: () => 'Read the deliveries of a webhook endpoint',
    retryDelivery: () => 'Had a delivery repeated',
    listEvents: () => 'Read the events',
  },
  lookups: {
    invalid_request: {
      why: 'the payment reference is mistyped',
      todo: 'Its check digits are wrong: the person who paid has mistyped it. Ask the partner for the name of the payer, call the member, and give the partner the right reference.',
    },
    user_not_found: {
      why: 'no member has this payment reference',
      todo: 'Look it up in the search. If a member has it, check whether the member is suspended or hidden from this partner. If nobody has it, the person who paid has mistyped it: ask the partner for the name of the payer, and call the member.',
    },
  },
  errors: {
    invalid_request: {
      why: 'the request was malformed',
      todo: 'Send the message below to the partner’s developers.',
    },
    invalid_cursor: {
      why: 'the place in the list was not valid',
      todo: 'The partner has to start the list again from its first page.',
    },
    unsupported_grant_type: {
      why: 'this way of signing in is not supported',
      todo: 'Send the message below to the partner’s developers.',
    },
    invalid_scope: {
      why: 'none of the requested permissions is granted',
      todo: 'Check the partner’s permissions in its settings.',
    },
    invalid_client: {
      why: 'the credentials were not accepted',
      todo: 'Look at the cause. If the partner lost its client secret, issue a new one.',
    },
    invalid_token: {
      why: 'the access token was not valid',
      todo: 'Usually nothing: the partner signs in again. If this goes on, look at the cause.',
    },
    invalid_dpop_proof: {
      why: 'the proof of the partner’s key was not valid',
      todo: 'Send the message below to the partner’s developers.',
    },
    use_dpop_nonce: {
      why: 'the proof of the partner’s key was too old',
      todo: 'Nothing: the partner repeats the call with a new proof.',
    },
    insufficient_scope: {
      why: 'the partner lacks this permission',
      todo: 'If the partner needs it, grant the permission in its settings.',
    },
    ip_not_allowed: {
      why: 'the IP address is not on the list of allowed addresses',
      todo: 'Ask the partner whether the call was its own. If so, add the address in its settings.',
    },
    https_required: {
      why: 'the connection was not encrypted',
      todo: 'The partner has to call the https address. Its credentials may have been seen: issue a new client secret.',
    },
    not_found: {
      why: 'no such address',
      todo: 'The partner’s developers should check the address in the documentation.',
    },
    user_not_found: {
      why: 'no such member',
      todo: 'The member is unknown, suspended or hidden from this partner, or has left. If a payment waits for the member, check the record.',
    },
    listing_not_found: {
      why: 'no such listing',
      todo: 'Usually nothing: the listing was closed, is waiting for review, or its member is not visible to the partner.',
    },
    credit_not_found: {
      why: 'no such credit of this partner',
      todo: 'Ask the partner which credit it means.',
    },
    statement_not_found: {
      why: 'this day is still to come',
      todo: 'Nothing: statements are available up to today.',
    },
    subscription_not_found: {
      why: 'no such webhook endpoint',
      todo: 'The partner should read its list of endpoints again.',
    },
    delivery_not_found: {
      why: 'no such delivery',
      todo: 'Nothing: deliveries are kept for 30 days.',
    },
    method_not_allowed: {
      why: 'this address does not support that kind of call',
      todo: 'The partner’s developers should check the documentation.',
    },
    request_timeout: {
      why: 'the request did not arrive in time',
      todo: 'Nothing, as long as it is rare: the partner repeats the call.',
    },
    reference_conflict: {
      why: 'the reference was already used for another booking',
      todo: 'Compare both bookings with the partner. Nothing was booked by this call.',
    },
    already_reversed: {
      why: 'the credit was already reversed',
      todo: 'Nothing was booked. Ask the partner if it expected otherwise.',
    },
    sync_token_expired: {
      why: 'the partner’s copy is too old to be continued',
      todo: 'The partner has to read the whole list again.',
    },
    misdirected_request: {
      why: 'the community answers at another address now',
      todo: 'The partner has to ask the address that the answer names.',
    },
    payload_too_large: {
      why: 'the request was too large',
      todo: 'The partner should send fewer items at a time.',
    },
    uri_too_long: {
      why: 'the address of the request was too long',
      todo: 'Send the message below to the partner’s developers.',
    },
    unsupported_media_type: {
      why: 'this format is not supported',
      todo: 'The partner has to send JSON.',
    },
    expectation_failed: {
      why: 'the request expected something unsupported',
      todo: 'Send the message below to the partner’s developers.',
    },
    not_implemented: {
      why: 'the request was packed in a way that is not supported',
      todo: 'Send the message below to the partner’s developers.',
    },
    validation_failed: {
      why: 'some details were missing or not valid',
      todo: 'Send the message below to the partner’s developers. Nothing was booked.',
    },
    limit_exceeded: {
      why: 'a limit was reached',
      todo: 'The message below names the limit. Check whether it is right, then answer the partner.',
    },
    rate_limited: {
      why: 'too many requests in a short time',
      todo: 'Nothing, as long as it is rare. Otherwise ask the partner to slow down, or raise its limit.',
    },
    headers_too_large: {
      why: 'the request’s headers were too large',
      todo: 'Send the message below to the partner’s developers.',
    },
    server_error: {
      why: 'an error of this service',
      todo: 'Report the request ID to the operator of your service.',
    },
    partner_api_disabled: {
      why: 'access for partners was switched off',
      todo: 'Switch it on again under “Kill switch” when the problem is solved.',
    },
    temporarily_unavailable: {
      why: 'the service was overloaded or its database away',
      todo: 'The partner repeats the call. If this goes on, tell the operator of your service.',
    },
  },
};
