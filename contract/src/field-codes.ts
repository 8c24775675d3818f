/** The codes of `errors[]`: the partner API's closed list, with what its documentation says about each. */

/** The meaning of a field's code, and the remedy. Shown on the code's page. */
export interface FieldCodeDefinition {
  readonly when: string;
  readonly action: string;
}

const ASK_FOR_A_CAP = 'Ask the community, or repeat the request with the same reference after resets_at.';
const define = <const T extends Record<string, FieldCodeDefinition>>(codes: T): T => codes;

/** The codes that the partner API answers; the console has more. Its tests refuse any other. */
export const FIELD_CODES = define({
  required: {
    when: 'The field or parameter is missing, or null where a value is needed.',
    action: 'Send it.',
  },
  empty: { when: 'The parameter has no value.', action: 'Send a value, or leave the parameter out.' },
  repeated: {
    when: 'The field, parameter or header is sent more than once.',
    action: 'Send it once: which of the values counts would be a guess.',
  },
  unknown_field: {
    when: 'The request has no field of this name.',
    action: 'Leave the field out, or correct its name; the message names a similar field where there is one.',
  },
  unknown_parameter: {
    when: 'The operation has no query parameter of this name.',
    action: 'Leave the parameter out; the message names the right one or the right operation where there is one.',
  },
  wrong_type: {
    when: 'The value has another JSON type, such as "1.5", a text, in place of 1.5, a number.',
    action: 'Send the type that the message names. Values are never converted.',
  },
  too_short: { when: 'The text has fewer characters than it needs.', action: 'Send a longer text.' },
  too_long: {
    when: 'The text has more characters than allowed; characters are Unicode code points.',
    action: 'Shorten it.',
  },
  too_few_items: { when: 'The list has fewer items than it needs.', action: 'Add items.' },
  too_many_items: { when: 'The list has more items than allowed.', action: 'Send several requests.' },
  unknown_value: {
    when: 'The value is none of the known words.',
    action: 'Send one of the words that the message lists.',
  },
  not_positive: { when: 'The amount is zero or negative.', action: 'Send an amount above 0.' },
  too_many_decimals: {
    when: 'The amount has more than two decimals.',
    action: 'Round hours down to two decimals, or send whole seconds in their place.',
  },
  too_large: { when: 'The amount is larger than any that the service accepts.', action: 'Check the unit: send hours.' },
  invalid_characters: {
    when: 'The text has control or format characters, NUL, or half of a surrogate pair.',
    action: 'Remove them.',
  },
  invalid_encoding: {
    when: 'The URL has a % that is not followed by the hexadecimal digits of UTF-8.',
    action: 'Encode names and values of parameters with the function of your language.',
  },
  surrounding_space: { when: 'The reference begins or ends with a space.', action: 'Trim it before you store it.' },
  placeholder: {
    when: 'The reference is one of the words that banks write where there is none, such as NOTPROVIDED.',
    action: "Send the bank's own entry reference (camt AcctSvcrRef).",
  },
  invalid_payment_reference: {
    when: 'The text is no payment reference: RF and 18 digits.',
    action: 'Take the whole reference from the payment; spaces in it and lower case do no harm.',
  },
  wrong_check_digits: {
    when: 'The two digits behind RF do not fit the rest: a digit is wrong.',
    action: 'Leave the payment to a person; never guess the member.',
  },
  invalid_url: {
    when: 'The text is no absolute URL with a host.',
    action: 'Send a URL such as https://example.org/hook.',
  },
  https_required: { when: 'The URL does not begin with https://.', action: 'Offer the address over https.' },
  userinfo_not_allowed: {
    when: 'The URL has a user name or password.',
    action: 'Remove it; verify the signature of events instead.',
  },
  fragment_not_allowed: { when: 'The URL has a part behind #, which is never sent.', action: 'Remove it.' },
  address_not_allowed: {
    when: 'The URL names an address of a private, local or reserved network.',
    action: 'Use an address that the service can reach over the internet.',
  },
  host_not_allowed: {
    when: 'The URL names a local host, or a host in a form that is not accepted.',
    action: 'Use a public host name, without a trailing dot.',
  },
  invalid_timestamp: { when: 'The text is no time by RFC 3339.', action: 'Send a time such as 2026-11-20T09:30:00Z.' },
  invalid_date: { when: 'The text is no day of the calendar.', action: 'Send a day such as 2026-11-20.' },
  invalid_amount: { when: 'The text is no amount of money.', action: 'Send decimal text such as 125.00.' },
  unknown_currency: { when: 'The text is no currency of ISO 4217.', action: 'Send three capital letters such as EUR.' },
  repeated_reference: {
    when: 'An earlier credit of the same request has this reference.',
    action: 'Send each transfer once, under its own reference.',
  },
  unknown_credit: {
    when: 'corrects names no credit of yours, or one of another transfer.',
    action: 'Look the credit up by the reference under which it was booked.',
  },
  not_reversed: { when: 'corrects names a credit that is not reversed.', action: 'Reverse that credit first.' },
  already_corrected: {
    when: 'corrects names a credit that another credit already corrects.',
    action: 'To correct again, reverse the correction and name it.',
  },
  out_of_range: {
    when: 'The number or time lies outside the range that the message names.',
    action: 'Send a value within it.',
  },
  use_cursor: {
    when: 'page or offset asks for a later page.',
    action: 'Send meta.next_cursor of the page before as cursor.',
  },
  invalid_cursor: {
    when: 'The cursor was altered, or belongs to other filters.',
    action: 'Start again from the first page.',
  },
  conflict: {
    when: 'Two fields or parameters exclude each other, such as hours and seconds.',
    action: 'Send only one of the two.',
  },
  invalid_sync_token: {
    when: 'The sync token was altered, or belongs to another partner or list.',
    action: 'Send the token as the last page gave it, to the same list; without it, begin with the whole list.',
  },
  credentials_in_url: {
    when: 'A token or secret is in the URL, where logs keep it.',
    action: 'Send it in the Authorization header or the body, and have this one replaced.',
  },
  secret_lost: {
    when: "The subscription's secret can no longer be decrypted, because the service lost its key.",
    action: 'Rotate the secret of the subscription; that activates it.',
  },
  differs: {
    when: 'The value is not that of the first request with this reference.',
    action: 'Never repeat the request; a person decides which of the two is right.',
  },
  max_credit_hours: {
    when: 'One credit is larger than the community allows.',
    action: 'Check the unit first: send hours, not cents or minutes. Otherwise ask the community.',
  },
  max_member_day_hours: {
    when: "The member's credits of this UTC day would pass the cap.",
    action: ASK_FOR_A_CAP,
  },
  max_partner_day_hours: { when: 'Your credits of this UTC day would pass the cap.', action: ASK_FOR_A_CAP },
  upper_balance: {
    when: "The member's balance would pass the community's upper limit.",
    action: 'Ask the community; the balance frees up as the member spends hours.',
  },
  max_subscriptions: {
    when: 'You have as many webhook subscriptions as a partner may have.',
    action: 'Delete one that you no longer need.',
  },
});
